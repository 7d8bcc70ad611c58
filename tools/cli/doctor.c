/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor: what is right and wrong with an installation, on the machine where it runs. */
#include "config.h"

#include "cli/commands.h"
#include "cli/doctor.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *plugstack, *program, *output;
    bool json, quiet, launch;
} args;

static const struct cli_option options[] = {
    {"plugstack", 0, "FILE", "plugstack.conf [the one that Slurm's configuration names]",
     &args.plugstack, NULL},
    {"program", 'p', "FILE", "an MPI program: is there a recorder for its MPI?", &args.program,
     NULL},
    {"launch", 'l', NULL, "also run a step on two nodes, and see where its ranks run", NULL,
     &args.launch},
    {"quiet", 'q', NULL, "print only what is wrong or worth a note", NULL, &args.quiet},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap doctor", "[OPTION]... [-- SRUN-OPTION...]",
    "Check the installation on this machine, and say what to do about what is wrong.",
    "Each machine has its own files: run it on login nodes and on compute nodes. SRUN-OPTIONs are\n"
    "given to the step of --launch. Exit codes: 0 nothing is wrong, 3 something is.\n"
    "Examples:\n"
    "  topomap doctor\n"
    "  srun -N4 --ntasks-per-node=1 -l topomap doctor --quiet\n"
    "  topomap doctor --launch -- -p debug\n",
    options,
};

static const char *const words[] = {"ok", "note", "wrong"};

/* ---- findings ------------------------------------------------------------------------------- */

static char *format_text(const char *format, va_list list)
{
    struct text text = {0};
    char line[TOPOMAP_ERROR_TEXT * 2];

    text_vformat(line, sizeof line, format, list);
    text_hide_controls(line);
    text_puts(&text, line);
    return text_take(&text);
}

void doctor_add(struct doctor *doctor, enum verdict verdict, const char *check, const char *format,
                ...)
{
    struct finding finding = {.verdict = verdict, .check = check};
    va_list list;

    va_start(list, format);
    finding.text = format_text(format, list);
    va_end(list);
    if (!finding.text ||
        array_grow(&doctor->list, &doctor->room, doctor->count + 1, sizeof finding) < 0) {
        doctor->failed = true;
        free(finding.text);
        return;
    }
    doctor->list[doctor->count++] = finding;
    doctor->verdicts[verdict]++;
}

void doctor_advise(struct doctor *doctor, const char *format, ...)
{
    struct finding *last = doctor->count ? &doctor->list[doctor->count - 1] : NULL;
    va_list list;

    if (!last || last->advice)
        return;
    va_start(list, format);
    last->advice = format_text(format, list);
    va_end(list);
    doctor->failed |= !last->advice;
}

int doctor_line(const char *text)
{
    return (int)strcspn(text, "\n");
}

static void doctor_free(struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->count; i++) {
        free(doctor->list[i].text);
        free(doctor->list[i].advice);
    }
    free(doctor->list);
    free(doctor->config);
    free(doctor->plugin);
    free(doctor->release_plugin);
    site_free(&doctor->site);
}

/* ---- the checks ----------------------------------------------------------------------------- */

static void check_machine(struct doctor *doctor)
{
    const char *node = getenv("SLURMD_NODENAME"), *job = getenv("SLURM_JOB_ID");
    char host[256] = "this machine";

    gethostname(host, sizeof host - 1);
    if (node && job)
        doctor_add(doctor, VERDICT_OK, "topomap", "%s, on node %s in job %s", topomap_version(),
                   node, job);
    else
        doctor_add(doctor, VERDICT_OK, "topomap", "%s, on %s", topomap_version(), host);
}

static void (*const checks[])(struct doctor *doctor) = {
    check_machine,          doctor_check_slurm,  doctor_check_plugstack, doctor_check_plugin,
    doctor_check_srun,      doctor_check_programs, doctor_check_rights,  doctor_check_network,
    doctor_check_node,      doctor_check_pmi,    doctor_check_mpi,       doctor_check_launch,
};

/* ---- output --------------------------------------------------------------------------------- */

static char *print_json(const struct doctor *doctor)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "version", topomap_version());
    json_whole(&json, "wrong", doctor->verdicts[VERDICT_WRONG]);
    json_whole(&json, "notes", doctor->verdicts[VERDICT_NOTE]);
    json_open(&json, "checks", '[');
    for (size_t i = 0; i < doctor->count; i++) {
        json_open(&json, NULL, '{');
        json_string(&json, "check", doctor->list[i].check);
        json_string(&json, "result", words[doctor->list[i].verdict]);
        json_string(&json, "text", doctor->list[i].text);
        json_string(&json, "advice", doctor->list[i].advice);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_puts(&json.text, "\n");
    return text_take(&json.text);
}

static char *print_text(const struct doctor *doctor)
{
    const size_t wrong = doctor->verdicts[VERDICT_WRONG], notes = doctor->verdicts[VERDICT_NOTE];
    struct text text = {0};

    for (size_t i = 0; i < doctor->count; i++) {
        const struct finding *finding = &doctor->list[i];

        if (args.quiet && finding->verdict == VERDICT_OK)
            continue;
        text_printf(&text, "%-5s  %-9s  %s\n", words[finding->verdict], finding->check,
                    finding->text);
        if (finding->advice)
            text_printf(&text, "       %-9s  -> %s\n", "", finding->advice);
    }
    if (!args.quiet && wrong)
        text_printf(&text, "%zu wrong, %zu note%s\n", wrong, notes, notes == 1 ? "" : "s");
    else if (!args.quiet)
        text_printf(&text, "nothing is wrong, %zu note%s\n", notes, notes == 1 ? "" : "s");
    return text_take(&text);
}

static int print(const struct doctor *doctor)
{
    char *text = doctor->failed ? NULL : (args.json ? print_json : print_text)(doctor);
    struct topomap_error error;
    int result;

    if (!text)
        return cli_memory(&command);
    result = cli_write(args.output, text, &error);
    free(text);
    if (result < 0)
        return cli_fail(&command, &error);
    return doctor->verdicts[VERDICT_WRONG] ? TOPOMAP_INPUT : TOPOMAP_OK;
}

int command_doctor(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct doctor doctor = {0};

    if (first < 0)
        return code;
    if (first < argc && !args.launch)
        return cli_usage(&command, "unexpected argument '%s'", argv[first]);
    doctor.plugstack = args.plugstack;
    doctor.program = args.program;
    doctor.launch = args.launch;
    doctor.launch_words = argv + first;
    /* What the user asks of his own steps is not asked of ours. */
    unsetenv("SLURM_TOPOMAP");
    unsetenv("SLURM_TOPOMAP_OPTS");
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        checks[i](&doctor);
    code = print(&doctor);
    doctor_free(&doctor);
    return code;
}
