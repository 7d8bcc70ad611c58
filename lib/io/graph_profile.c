/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads profiles as graphs. Writes graphs as profiles, with all traffic point-to-point, in as many
 * phases as the graph tells. */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_format.h"
#include "io/profile.h"
#include "io/profile_format.h"

#include <stdlib.h>

static enum format_match profile_match(const struct graph_preview *preview)
{
    struct source source = {.text = preview->line, .length = preview->length};

    return profile_is(&source) ? FORMAT_NAMED : FORMAT_NO;
}

/* A run id that other graphs are unlikely to have: profiles of different runs must not be
 * joined. */
static uint64_t name_run(const struct topomap_graph *graph)
{
    uint64_t run = graph->ranks;

    for (size_t e = 0; e < graph->edges; e++)
        run = (run ^ graph->target[e] ^ graph->bytes[e] << 20 ^ graph->messages[e] << 44) *
              UINT64_C(0x9e3779b97f4a7c15);
    return run;
}

static void put_rank(struct profile_writer *writer, const struct topomap_graph *graph, uint32_t r)
{
    struct topomap_edge self = topomap_graph_self(graph, r);

    struct profile_kind kind = {PROFILE_P2P, 0, 0};

    for (size_t i = 0; i < topomap_graph_phases(graph); i++) {
        const struct topomap_graph *phase = topomap_graph_phase(graph, i);

        kind.phase += i > 0 && phase->step % PROFILE_STEPS == 0;
        kind.step = phase->step % PROFILE_STEPS;
        for (size_t e = phase->offset[r]; e < phase->offset[r + 1]; e++)
            profile_put_traffic(writer, r, kind, phase->target[e], phase->bytes[e],
                                phase->messages[e]);
    }
    kind.phase = kind.step = 0;
    if (self.bytes || self.messages)
        profile_put_traffic(writer, r, kind, r, self.bytes, self.messages);
    profile_put_done(writer, r, PROFILE_FINALIZED, 0, 0);
}

static int profile_print(const struct topomap_graph *graph, struct text *text,
                         struct topomap_error *error)
{
    struct profile_head head = {.ranks = graph->ranks, .run = name_run(graph), .sampling = 1,
                                .library = "", .program = ""};
    struct profile_writer *writer = array_new(1, sizeof *writer);

    if (!writer)
        return error_memory(error);
    profile_begin(writer, profile_put_text, text);
    profile_put_head(writer, &head);
    for (uint32_t r = 0; r < graph->ranks; r++)
        put_rank(writer, graph, r);
    profile_put_end(writer);
    free(writer);
    return 0;
}

const struct graph_format graph_format_profile = {
    .name = "profile",
    .summary = "binary, what topomap profile records; compact, with checksums",
    .extensions = ".profile",
    .binary = true,
    .match = profile_match,
    .parse = profile_parse_graph,
    .print = profile_print,
};
