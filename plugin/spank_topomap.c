/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SPANK plugin: what Slurm calls, handed on to one file per side. */
#include "common.h"

#include "local.h"
#include "remote.h"
#include "site.h"

#include <stdio.h>

SPANK_PLUGIN(topomap, 1)

enum { OPTION_GRAPH = 1, OPTION_KEYS };

static struct local local;
static bool ready;

static int take_option(int which, const char *value, int remote)
{
    if (remote || !ready || !value)
        return 0;
    if (which == OPTION_GRAPH && strcmp(value, "help") == 0) {
        options_help(&local.site);
        /* Whoever asks for help does not want a job; this ends srun, sbatch and salloc. */
        return -1;
    }
    if ((which == OPTION_GRAPH ? options_graph : options_keys)(&local.options, value) < 0)
        complain("out of memory");
    return 0;
}

/* srun finds the table by its name. */
struct spank_option spank_options[] = {
    {"topomap", "FILE|off|help", "place ranks on nodes by the communication graph in FILE", 1,
     OPTION_GRAPH, take_option},
    {"topomap-opts", "KEY[=VALUE],...", "settings of topomap; see --topomap=help", 1, OPTION_KEYS,
     take_option},
    SPANK_OPTIONS_TABLE_END,
};

int slurm_spank_init(spank_t spank, int count, char *arguments[])
{
    if (settings_init(&local.site) < 0)
        return 0;
    ready = true;
    site_read(&local.site, count, arguments, &local.site_problem);
    if (spank_context() == S_CTX_SLURMD && local.site_problem)
        complain("%s", local.site_problem);
    if (spank_context() != S_CTX_ALLOCATOR)
        return 0;
    for (struct spank_option *option = spank_options; option->name; option++)
        spank_option_register(spank, option);
    return 0;
}

int slurm_spank_init_post_opt(spank_t spank, int count, char *arguments[])
{
    (void)spank, (void)count, (void)arguments;
    /* Once for each component of a heterogeneous step. */
    local.components++;
    return 0;
}

int slurm_spank_local_user_init(spank_t spank, int count, char *arguments[])
{
    (void)count, (void)arguments;
    return ready ? local_launch(spank, &local) : 0;
}

int slurm_spank_user_init(spank_t spank, int count, char *arguments[])
{
    (void)count, (void)arguments;
    if (ready)
        remote_node(spank, &local.site);
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
    settings_free(&local.site);
    options_free(&local.options);
    free(local.site_problem);
    local = (struct local){0};
    ready = false;
    return 0;
}
