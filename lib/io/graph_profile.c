/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads profiles as graphs. Writes graphs as profiles, with all traffic point-to-point, in as many
 * phases as the graph tells. */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_format.h"
#include "io/profile.h"
#include "io/profile_format.h"

#include <math.h>
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

/* How an exchange is written. */
struct exchange_kind {
    struct profile_kind kind;
    struct topomap_graph *awaited; /* of waves: all edges reversed, owned; or NULL */
};

/* Where an exchange is written: steps of one phase follow one another, as phases do. */
static int choose_kinds(const struct topomap_graph *graph, struct exchange_kind *kind,
                        struct topomap_error *error)
{
    uint32_t phase = 0;
    bool waved = false; /* the exchange before has waves */

    for (size_t i = 0; i < topomap_graph_phases(graph); i++) {
        const struct topomap_graph *part = topomap_graph_phase(graph, i);
        uint32_t step = part->waves ? 0 : part->step % PROFILE_STEPS;

        phase += i > 0 && (step == 0 || waved);
        kind[i].kind = (struct profile_kind){part->turns ? PROFILE_COLLECTIVE : PROFILE_P2P, phase,
                                             step};
        kind[i].awaited = part->waves ? graph_turn(part, error) : NULL;
        if (part->waves && !kind[i].awaited)
            return -1;
        waved = part->waves;
    }
    return 0;
}

/* How often a rank that sends waves turns to them, and what it awaits for them. */
static void put_waves(struct profile_writer *writer, const struct topomap_graph *graph, uint32_t r,
                      const struct exchange_kind *exchange)
{
    double turns = round(graph->rounds / graph->waves->count);
    const struct topomap_graph *awaited = exchange->awaited;
    struct profile_kind kind = exchange->kind;

    kind.part = PROFILE_AWAITED;
    if (graph->offset[r + 1] > graph->offset[r])
        profile_put_traffic(writer, r, kind, r, turns > 1 ? (uint64_t)turns : 1, 1);
    for (size_t e = awaited->offset[r]; e < awaited->offset[r + 1]; e++)
        profile_put_traffic(writer, r, kind, awaited->target[e],
                            graph->waves->turn[graph_find_edge(graph, awaited->target[e], r)], 1);
}

/* Where nobody has counted messages, what has bytes is written without; without both it would be
 * nothing. */
static uint64_t messages_of(bool counted, uint64_t bytes, uint64_t messages)
{
    return counted || bytes == 0 ? messages : 0;
}

static void put_rank(struct profile_writer *writer, const struct topomap_graph *graph,
                     const struct exchange_kind *kind, bool counted, uint32_t r)
{
    struct topomap_edge self = topomap_graph_self(graph, r);

    for (size_t i = 0; i < topomap_graph_phases(graph); i++) {
        const struct topomap_graph *part = topomap_graph_phase(graph, i);

        for (size_t e = part->offset[r]; e < part->offset[r + 1]; e++)
            profile_put_traffic(writer, r, kind[i].kind, part->target[e], part->bytes[e],
                                messages_of(counted, part->bytes[e], part->messages[e]));
        if (part->waves)
            put_waves(writer, part, r, &kind[i]);
    }
    if (self.bytes || self.messages)
        profile_put_traffic(writer, r, (struct profile_kind){PROFILE_P2P, 0, 0}, r, self.bytes,
                            messages_of(counted, self.bytes, self.messages));
    profile_put_done(writer, r, PROFILE_FINALIZED, 0, 0);
}

static void print_all(const struct topomap_graph *graph, const struct exchange_kind *kind,
                      struct profile_writer *writer, struct text *text)
{
    struct profile_head head = {.ranks = graph->ranks, .run = name_run(graph), .sampling = 1,
                                .library = "", .program = ""};
    bool counted = graph_is_counted(graph);

    profile_begin(writer, profile_put_text, text);
    profile_put_head(writer, &head);
    for (uint32_t r = 0; r < graph->ranks; r++)
        put_rank(writer, graph, kind, counted, r);
    profile_put_end(writer);
}

static int profile_print(const struct topomap_graph *graph, struct text *text,
                         struct topomap_error *error)
{
    size_t count = topomap_graph_phases(graph);
    struct profile_writer *writer = array_new(1, sizeof *writer);
    struct exchange_kind *kind = array_new(count, sizeof *kind);
    int result = writer && kind ? choose_kinds(graph, kind, error) : error_memory(error);

    if (result == 0)
        print_all(graph, kind, writer, text);
    for (size_t i = 0; kind && i < count; i++)
        topomap_graph_destroy(kind[i].awaited);
    free(kind);
    free(writer);
    return result;
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
