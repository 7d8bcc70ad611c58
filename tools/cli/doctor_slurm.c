/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor: the commands of Slurm, plugstack.conf, the policy, and what srun knows. */
#include "config.h"

#include "cli/doctor.h"

#include "common/slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The oldest release for which the plugin can be built. */
#define OLDEST_MAJOR 22
#define OLDEST_MINOR 5

/* Where slurmd keeps the files that slurmctld sends where no files are configured. */
#define SENT_STACK "/run/slurm/conf/plugstack.conf"

bool doctor_config(const struct doctor *doctor, const char *name, char *value, size_t size)
{
    const char *at = doctor->config;
    size_t length = strlen(name);

    for (; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *sign = at + length;

        if (strncmp(at, name, length) != 0)
            continue;
        sign += strspn(sign, " ");
        if (*sign != '=')
            continue;
        sign += 1 + strspn(sign + 1, " ");
        snprintf(value, size, "%.*s", doctor_line(sign), sign);
        value[strcspn(value, " \r")] = '\0';
        return *value && strcmp(value, "(null)") != 0;
    }
    return false;
}

/* ---- versions ------------------------------------------------------------------------------- */

/* The release in "slurm 25.05.3", or with another package's name. */
static bool read_release(const char *text, unsigned *major, unsigned *minor)
{
    const char *number = strpbrk(text, "0123456789");

    return number && sscanf(number, "%u.%u", major, minor) == 2;
}

/* The first line that tells why a command has failed. */
static const char *reason(const char *text)
{
    const char *error = text ? strstr(text, "error: ") : NULL;

    return error ? error + strlen("error: ") : text && *text ? text : "it cannot be run";
}

/* The release of the commands here: what srun says, else scontrol. */
static void ask_release(struct doctor *doctor)
{
    char *const programs[] = {"scontrol", "srun"};
    const char *why;
    char *text = NULL;
    size_t length;
    int status;

    for (size_t i = 2; i-- > 0 && !doctor->major;) {
        char *const words[] = {programs[i], "--version", NULL};

        free(text);
        text = slurm_run(words, SLURM_SECONDS, true, &length, &status);
        if (!text || status != 0 || !read_release(text, &doctor->major, &doctor->minor))
            doctor->major = 0;
    }
    why = reason(text);
    if (!doctor->major) {
        doctor_add(doctor, VERDICT_WRONG, "slurm", "scontrol --version: %.*s", doctor_line(why),
                   why);
        doctor_advise(doctor, "install Slurm's commands with their slurm.conf on this machine, or "
                      "set PATH and SLURM_CONF");
    }
    free(text);
}

static void compare_releases(struct doctor *doctor)
{
    unsigned major = doctor->major, minor = doctor->minor, newest[2];
    char value[256];

    if (!doctor_config(doctor, "SLURM_VERSION", value, sizeof value))
        snprintf(value, sizeof value, "an unknown version");
    if (major * 100 + minor < OLDEST_MAJOR * 100 + OLDEST_MINOR) {
        doctor_add(doctor, VERDICT_WRONG, "slurm", "%u.%02u is older than %d.%02d", major, minor,
                   OLDEST_MAJOR, OLDEST_MINOR);
        doctor_advise(doctor, "topomap needs Slurm %d.%02d or newer", OLDEST_MAJOR, OLDEST_MINOR);
    } else if (read_release(SLURM_NEWEST, &newest[0], &newest[1]) &&
               major * 100 + minor > newest[0] * 100 + newest[1]) {
        doctor_add(doctor, VERDICT_WRONG, "slurm", "%u.%02u is newer than the newest release that "
                   "was checked, %s: nothing is placed", major, minor, SLURM_NEWEST);
        doctor_advise(doctor, "install a newer topomap");
    } else if (read_release(value, &newest[0], &newest[1]) &&
               (newest[0] != major || newest[1] != minor)) {
        doctor_add(doctor, VERDICT_NOTE, "slurm", "the commands here are of %u.%02u, slurmctld is "
                   "%s", major, minor, value);
    } else {
        doctor_add(doctor, VERDICT_OK, "slurm", "%u.%02u; slurmctld, %s, answers", major, minor,
                   value);
    }
}

void doctor_check_slurm(struct doctor *doctor)
{
    char *const words[] = {"scontrol", "show", "config", NULL};
    const char *why;
    size_t length;
    int status = 0;

    ask_release(doctor);
    if (!doctor->major)
        return;
    doctor->config = slurm_run(words, 3 * SLURM_SECONDS, true, &length, &status);
    if (doctor->config && status == 0) {
        compare_releases(doctor);
        return;
    }
    why = reason(doctor->config);
    doctor_add(doctor, VERDICT_WRONG, "slurm", "slurmctld does not answer scontrol: %.*s",
               doctor_line(why), why);
    doctor_advise(doctor, "see whether slurmctld and munge run: scontrol ping; munge -n | unmunge");
    free(doctor->config);
    doctor->config = NULL;
}

/* ---- plugstack.conf and the policy ---------------------------------------------------------- */

/* The file that Slurm's programs read here; false if memory ran out. slurmctld's own answer may be
 * a path of its machine. */
static bool find_stack(const struct doctor *doctor, char *path, size_t size)
{
    char *usual;

    if (doctor->plugstack) {
        snprintf(path, size, "%s", doctor->plugstack);
        return true;
    }
    if (doctor_config(doctor, "PlugStackConfig", path, size) && access(path, F_OK) == 0)
        return true;
    usual = site_default_stack();
    if (!usual)
        return false;
    snprintf(path, size, "%s",
             access(usual, F_OK) < 0 && access(SENT_STACK, F_OK) == 0 ? SENT_STACK : usual);
    free(usual);
    return true;
}

static void report_problems(struct doctor *doctor)
{
    const struct problems *problems = &doctor->site.problems;

    for (size_t i = 0; i < problems->count; i++) {
        const struct problem *problem = &problems->list[i];
        bool policy = doctor->site.file && strcmp(problem->file, doctor->site.file) == 0;
        enum verdict verdict = problem->warning ? VERDICT_NOTE : VERDICT_WRONG;
        char line[16] = "";

        if (problem->line)
            snprintf(line, sizeof line, ":%u", problem->line);
        doctor_add(doctor, verdict, policy ? "policy" : "plugstack", "%s%s: %s", problem->file,
                   line, problem->text);
        if (!problem->warning && !doctor->site.stack.file)
            doctor_advise(doctor, "add the line 'optional spank_topomap.so', with the plugin's "
                          "path, to it, on login and compute nodes: see spank_topomap(8)");
        else if (!problem->warning)
            doctor_advise(doctor, "mend it, and look again: topomap policy check");
    }
}

/* Whether something is wrong by a check. */
static bool is_wrong(const struct doctor *doctor, const char *check)
{
    for (size_t i = 0; i < doctor->count; i++) {
        const struct finding *finding = &doctor->list[i];

        if (finding->verdict == VERDICT_WRONG && strcmp(finding->check, check) == 0)
            return true;
    }
    return false;
}

static void judge_stack(struct doctor *doctor)
{
    const struct plugstack *stack = &doctor->site.stack;

    if (!stack->settings.enabled) {
        doctor_add(doctor, VERDICT_NOTE, "plugstack", "%s:%u switches topomap off", stack->file,
                   stack->line);
        doctor_advise(doctor, "remove enabled=off from this line to switch it on");
    } else if (!is_wrong(doctor, "plugstack")) {
        doctor_add(doctor, VERDICT_OK, "plugstack", "%s:%u loads %s", stack->file, stack->line,
                   stack->plugin);
    }
}

static void judge_policy(struct doctor *doctor)
{
    const struct site *site = &doctor->site;

    if (!site->stack.settings.policy)
        doctor_add(doctor, VERDICT_OK, "policy", "none: users ask for placements");
    else if (site->policy && !site->policy->enabled)
        doctor_add(doctor, VERDICT_NOTE, "policy", "%s switches topomap off", site->file);
    else if (site->policy && !is_wrong(doctor, "policy"))
        doctor_add(doctor, VERDICT_OK, "policy", "%s: %u rule%s", site->file, site->policy->count,
                   site->policy->count == 1 ? "" : "s");
}

void doctor_check_plugstack(struct doctor *doctor)
{
    struct site *site = &doctor->site;
    char path[4096];

    if (!find_stack(doctor, path, sizeof path) || site_read_stack(site, path) < 0) {
        doctor->failed = true;
        return;
    }
    site_check(site);
    report_problems(doctor);
    if (!site->stack.file)
        return;
    judge_stack(doctor);
    judge_policy(doctor);
}

/* ---- srun ----------------------------------------------------------------------------------- */

/* srun ends with the help of the plugin, or because it was not given a program. */
void doctor_check_srun(struct doctor *doctor)
{
    char *const words[] = {"srun", "--topomap=help", NULL};
    size_t length;
    int status = 0;
    char *text;

    if (!doctor->major)
        return;
    text = slurm_run(words, 3 * SLURM_SECONDS, true, &length, &status);
    if (text && status == 0 && strstr(text, "--topomap=")) {
        doctor_add(doctor, VERDICT_OK, "srun", "has loaded the plugin: it knows --topomap");
    } else if (text && strstr(text, "No command given")) {
        doctor_add(doctor, VERDICT_WRONG, "srun", "knows --topomap, but has no plugin for its "
                   "release");
        doctor_advise(doctor, "mend what is wrong with the plugin; until then jobs run as Slurm "
                      "places them");
    } else {
        const char *why = reason(text);

        doctor_add(doctor, VERDICT_WRONG, "srun", "does not load the plugin: %.*s",
                   doctor_line(why), why);
        doctor_advise(doctor, "mend what is wrong with plugstack and plugin; "
                      "'srun -vv --topomap=help' prints what Slurm does with each plugin");
    }
    free(text);
}
