/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap policy: checks and explains the administrator's configuration. */
#include "cli/policy.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/trust.h"
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of plugstack.conf unless SLURM_CONF is set. */
#define CONFIG_FOLDER "/etc/slurm"

int policy_print_json(const struct cli_command *command, struct json *json)
{
    struct topomap_error error;
    char *text;
    int result;

    text_puts(&json->text, "\n");
    text = text_take(&json->text);
    result = text ? cli_write(NULL, text, &error) : error_memory(&error);
    free(text);
    return result < 0 ? cli_fail(command, &error) : TOPOMAP_OK;
}

/* ---- the site ------------------------------------------------------------------------------- */

/* Check whether the plugin would trust the file, and could read it. */
static void check_trust(struct site *site, const char *path, bool warning)
{
    struct topomap_error error;
    char *whole = realpath(path, NULL);
    /* Check an absolute path as it was given, for the links on the way. */
    const char *given = *path == '/' ? path : whole;

    if (whole && trust_check(given, &error) < 0)
        problems_add(&site->problems, path, 0, warning, "the plugin ignores it: %s", error.text);
    if (whole && reach_check(given, S_IROTH, &error) < 0)
        problems_add(&site->problems, path, 0, warning,
                     "users cannot read it, and srun runs as the user: %s", error.text);
    free(whole);
}

static void add_error(void *context, const struct topomap_error *error)
{
    struct site *site = context;

    problems_add_error(&site->problems, site->file, error);
}

/* Take a policy that FILE is. */
static int take_policy(struct site *site, const struct source *source)
{
    const struct policy_listener listener = {add_error, site};
    struct topomap_error last;

    site->file = strdup(source->name);
    if (!site->file)
        return -1;
    site->policy = policy_take(source, &listener, &last);
    if (source->path)
        check_trust(site, source->path, true);
    return 0;
}

/* Take the policy that the plugin's line names. The plugin reads regular files only. */
static int take_named(struct site *site, const char *path)
{
    const struct policy_listener listener = {add_error, site};
    struct topomap_error last;
    struct stat status;

    site->file = strdup(path);
    if (!site->file)
        return -1;
    if (stat(path, &status) < 0 || S_ISREG(status.st_mode))
        site->policy = policy_read(path, &listener, &last);
    check_trust(site, path, false);
    return 0;
}

char *site_default_stack(void)
{
    const char *config = getenv("SLURM_CONF"), *slash = config ? strrchr(config, '/') : NULL;
    struct text text = {0};

    if (slash)
        text_add(&text, config, (size_t)(slash - config));
    else
        text_puts(&text, CONFIG_FOLDER);
    text_puts(&text, "/plugstack.conf");
    return text_take(&text);
}

static int read_stack(struct site *site, const struct source *source)
{
    stack_read(&site->stack, &site->problems, source->name, source->text, source->length);
    if (!site->stack.file) {
        problems_add(&site->problems, source->name, 0, false, "no line names spank_topomap.so");
        return 0;
    }
    return site->stack.settings.policy ? take_named(site, site->stack.settings.policy) : 0;
}

static int take_file(struct site *site, const char *path, bool stack)
{
    struct topomap_error error;
    struct source source;
    int result;

    if (source_read(&source, path, POLICY_MAX_BYTES, &error) < 0) {
        problems_add_error(&site->problems, path, &error);
        return 0;
    }
    result = stack || stack_is(source.text, source.length) ? read_stack(site, &source)
                                                           : take_policy(site, &source);
    free((char *)(uintptr_t)source.text);
    return result;
}

/* Read a file; with `stack` it is a plugstack.conf, even an empty one. */
static int read_site(struct site *site, const char *path, bool stack)
{
    char *found = path ? strdup(path) : site_default_stack();
    int result = -1;

    *site = (struct site){.file = NULL};
    if (settings_init(&site->stack.settings) == 0 && found)
        result = take_file(site, found, stack);
    free(found);
    return site->problems.failed ? -1 : result;
}

int site_read(struct site *site, const char *path)
{
    return read_site(site, path, !path);
}

int site_read_stack(struct site *site, const char *path)
{
    return read_site(site, path, true);
}

void site_free(struct site *site)
{
    stack_free(&site->stack);
    free(site->file);
    policy_destroy(site->policy);
    problems_free(&site->problems);
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} actions[] = {
    {"check", policy_check},
    {"dry-run", policy_dry_run},
    {"explain", policy_explain},
};

int command_policy(int argc, char **argv)
{
    static const struct cli_option none[] = {{0}};
    static const struct cli_command command = {
        "topomap policy", "check|explain|dry-run [OPTION]... [FILE]",
        "Check the site's configuration, explain what happens to a job, and try it on past jobs.",
        "'topomap policy check --help' and so on show more. Example:\n"
        "  topomap policy check /etc/topomap/policy.yaml\n",
        none,
    };
    int code = TOPOMAP_OK;
    int action = cli_action(&command, actions, sizeof actions / sizeof *actions, sizeof *actions,
                            argc, argv, &code);

    return action < 0 ? code : actions[action].run(argc - 1, argv + 1);
}
