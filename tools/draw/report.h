/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything about a placement in one structure, for JSON and for a page with pictures. */
#ifndef DRAW_REPORT_H
#define DRAW_REPORT_H

#include "draw/scene.h"
#include "draw/space.h"

#define REPORT_COMMANDS 4

/* The contents of a report besides its scene. */
struct report {
    const struct scene *scene;
    char title[256];
    char summary[1024];          /* a sentence or two */
    double bound;                /* lower bound of hop-bytes; 0: unknown */
    struct topomap_metrics metrics[2]; /* of each side, with its predicted time */
    bool assumed;                /* speeds of links are, for predicted times */
    double (*position)[3];       /* [nodes], see network/position.h; NULL: they have none */
    struct space space;          /* what links carry between places */
    uint32_t moved;              /* ranks that are on another node than before */
    struct report_ranks {
        uint32_t *host[2];       /* [ranks] of each side: index of the host */
        uint32_t *slot[2];
        uint64_t *sent, *received; /* bytes that each rank sends and receives */
        uint64_t *hop_bytes[2];  /* of what a rank sends */
    } of;                        /* values of each rank */
    char *command[REPORT_COMMANDS]; /* to repeat the report; NULL after the last one; freed by
                                     * report_free() */
};

/* Compute the report of a scene with a graph; call report_free() in any case. */
int report_make(struct report *report, const struct scene *scene, struct topomap_error *error);
void report_free(struct report *report);

/* The report; the caller frees it. NULL with an error. The page contains the JSON, from which its
 * table of ranks is made. */
char *report_json(const struct report *report, struct topomap_error *error);
char *report_html(const struct report *report, struct topomap_error *error);

#endif
