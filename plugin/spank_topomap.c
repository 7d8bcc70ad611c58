/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SPANK plugin behind the loader: passes Slurm's calls to one file for each side. */
#include "common.h"

#include "srun_command_line.h"
#include "srun_launch.h"
#include "option_table.h"
#include "srun_policy.h"
#include "srun_profile.h"
#include "srun_submission.h"
#include "stepd_profile.h"
#include "stepd_tasks.h"
#include "site.h"

#include <stdio.h>
#include <unistd.h>

SPANK_PLUGIN(topomap, 1)

static struct local local;
static bool ready;

/*
 * A user who asks for help does not want a job, but an option's callback can only end srun with an
 * error. So it exits here: options are read before anything is allocated.
 */
static void give_help(void)
{
    _exit(options_help(&local.site) < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

static int take_option(int which, const char *value, int remote)
{
    static int (*const takers[])(struct options *, const char *) = {
        [OPTION_GRAPH] = options_graph,
        [OPTION_KEYS] = options_keys,
        [OPTION_PROFILE] = options_profile,
    };

    if (remote || !ready || !value)
        return 0;
    if (which == OPTION_GRAPH && strcmp(value, WISH_HELP) == 0)
        give_help();
    if (takers[which](&local.options, value) < 0)
        complain("out of memory");
    return 0;
}

static struct spank_option options[] = {OPTION_ROWS(take_option)};

/* Slurm calls it for each line of plugstack.conf that names the loader; the first one counts. */
int slurm_spank_init(spank_t spank, int count, char *arguments[])
{
    if (ready) {
        site_add_problem(&local.site_problem,
                         "topomap is loaded twice; only the first line takes effect");
        return 0;
    }
    if (spank_context() == S_CTX_LOCAL || spank_context() == S_CTX_ALLOCATOR)
        log_look();
    if (settings_site(&local.site) < 0)
        return 0;
    if (ruling_init(&local.ruling) < 0) {
        settings_free(&local.site);
        return 0;
    }
    ready = true;
    site_read(&local.site, count, arguments, &local.site_problem);
    if (spank_context() == S_CTX_SLURMD && local.site_problem)
        complain("%s", local.site_problem);
    option_table_register(spank, options);
    return 0;
}

int slurm_spank_init_post_opt(spank_t spank, int count, char *arguments[])
{
    const char *wanted = NULL;

    (void)count, (void)arguments;
    if (ready && !spank_remote(spank))
        wanted = options_wanted(&local.options, &local.site);
    local.inside = getenv("SLURM_JOB_ID") || command_line_has("--jobid", strlen("--jobi"));
    if (wanted && strcmp(wanted, WISH_HELP) == 0)
        give_help();
    if (ready && !spank_remote(spank) && local.components == 0)
        submission_check(&local);
    /* Slurm calls it once for each component of a heterogeneous step. */
    local.components++;
    if (ready && !spank_remote(spank))
        submission_refuse_parts(&local);
    return 0;
}

int slurm_spank_local_user_init(spank_t spank, int count, char *arguments[])
{
    (void)count, (void)arguments;
    if (!ready)
        return 0;
    policy_rule(spank, &local);
    profile_launch(spank, &local);
    if (local_launch(spank, &local) < 0)
        profile_cancel();
    return 0;
}

int slurm_spank_user_init(spank_t spank, int count, char *arguments[])
{
    (void)count, (void)arguments;
    if (ready) {
        remote_node(spank, &local.site);
        profile_node(spank, &local.site);
    }
    return 0;
}

int slurm_spank_task_init(spank_t spank, int count, char *arguments[])
{
    (void)count, (void)arguments;
    remote_task(spank);
    return 0;
}

int slurm_spank_exit(spank_t spank, int count, char *arguments[])
{
    (void)spank, (void)count, (void)arguments;
    profile_finish(&local.site);
    settings_free(&local.site);
    ruling_free(&local.ruling);
    options_free(&local.options);
    free(local.site_problem);
    local = (struct local){0};
    ready = false;
    return 0;
}
