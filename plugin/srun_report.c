/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_report.h"

#include "base/text.h"
#include "transport.h"

static double part(const struct wire_reply *reply)
{
    return reply->before > 0 ? reply->after / reply->before : 1;
}

/* Where distances come from: "switches from slurmctld". */
static void name_source(const struct report *report, char *text, size_t size)
{
    const char *network = report->reply->network;

    if (report->file)
        snprintf(text, size, "%s from %s", network, report->file);
    else if (strcmp(network, "flat") == 0)
        snprintf(text, size, "flat network");
    else
        snprintf(text, size, "%s from slurmctld", network);
    if (report->reply->origin)
        snprintf(text + strlen(text), size - strlen(text), ", %s", report->reply->origin);
}

static void print_line(const struct report *report)
{
    const struct wire_reply *reply = report->reply;
    const char *dry = report->where                ? report->where
                      : report->settings->dry_run ? "dry run: "
                                                  : "";
    const char *nodes = reply->nodes == 1 ? "node" : "nodes";
    const char *bound = report->binding ? "; slots inside the nodes are planned" : "";
    char source[512];

    name_source(report, source, sizeof source);
    if (reply->status == WIRE_PLACED && !reply->scored)
        say("%s%u ranks on %u %s: placed as the recipe says, not scored without a graph (%s, "
            "%.0f ms)",
            dry, reply->ranks, reply->nodes, nodes, source, report->seconds * 1e3);
    else if (reply->status == WIRE_PLACED)
        say("%s%u ranks on %u %s: %s; %s, %s, %.0f ms)", dry, reply->ranks, reply->nodes, nodes,
            reply->gain, reply->algorithm, source, report->seconds * 1e3);
    else
        say("%s%u ranks on %u %s: Slurm's placement stays, %s (%s, %.0f ms)%s", dry, reply->ranks,
            reply->nodes, nodes, reply->reason, source, report->seconds * 1e3, bound);
}

void report_print(const struct report *report)
{
    print_line(report);
    for (size_t i = 0; report->settings->verbose && i < report->reply->note_count; i++)
        say("  %s", report->reply->notes[i]);
}

void report_export(const struct report *report)
{
    const struct wire_reply *reply = report->reply;
    char score[32];

    text_format(score, sizeof score, "%.4f", reply->status == WIRE_PLACED ? part(reply) : 1);
    setenv("SLURM_TOPOMAP_STATUS", reply->status == WIRE_PLACED ? "placed" : "kept", 1);
    setenv("SLURM_TOPOMAP_ALGORITHM", reply->algorithm, 1);
    setenv("SLURM_TOPOMAP_NETWORK", reply->network, 1);
    if (report->file)
        setenv("SLURM_TOPOMAP_NETWORK_FILE", report->file, 1);
    if (reply->scored)
        setenv("SLURM_TOPOMAP_SCORE", score, 1);
}

void report_clear(void)
{
    for (size_t i = 0; transport_told[i]; i++) {
        if (getenv(transport_told[i]))
            setenv(transport_told[i], "", 1);
    }
    unsetenv(VERBOSE_VARIABLE);
}
