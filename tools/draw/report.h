/* SPDX-License-Identifier: BSD-3-Clause */
/* All about a placement in one structure: as JSON, and as a page with pictures. */
#ifndef DRAW_REPORT_H
#define DRAW_REPORT_H

#include "draw/scene.h"

#define REPORT_COMMANDS 4

/* What a report says beyond its scene. */
struct report {
    const struct scene *scene;
    char title[256];
    char summary[1024];          /* a sentence or two */
    double bound;                /* hop-bytes that any placement has; 0: unknown */
    struct topomap_time time[2]; /* predicted, of each side */
    double (*position)[3];       /* [nodes], see network/position.h; NULL: nodes have none */
    uint32_t moved;              /* ranks on another node than before */
    struct report_ranks {
        uint32_t *host[2];       /* [ranks] of each side: index of the host */
        uint32_t *slot[2];
        uint64_t *sent, *received; /* bytes */
        uint64_t *hop_bytes[2];  /* of what a rank sends */
    } of;                        /* of each rank */
    char *command[REPORT_COMMANDS]; /* to repeat it; NULL: no more; freed by report_free() */
};

/* Compute a report of a scene that has a graph; report_free() in any case. */
int report_make(struct report *report, const struct scene *scene, struct topomap_error *error);
void report_free(struct report *report);

/* The report, freed by the caller. NULL with an error set. The page holds the JSON, its table of
 * ranks is made of it. */
char *report_json(const struct report *report, struct topomap_error *error);
char *report_html(const struct report *report, struct topomap_error *error);

#endif
