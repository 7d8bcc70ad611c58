/* SPDX-License-Identifier: BSD-3-Clause */
/* What pictures show: a job, and one or two placements of its ranks. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "draw/svg.h"
#include "topomap_internal.h"

/* A placement. */
struct scene_side {
    const char *name;          /* "Slurm's layout", "planned by tree" */
    const uint32_t *placement; /* [ranks] */
    const uint32_t *slots;     /* [ranks]; NULL: in the order of ranks */
    uint32_t *place;           /* [ranks]: where a rank is when the tasks of all nodes are numbered
                                * in the allocation's order: scene_prepare() makes it */
    uint32_t *rank;            /* [ranks]: the other way round */
    struct topomap_metrics metrics; /* all 0 without a graph */
};

struct scene {
    const struct topomap_request *request;
    const struct topomap_graph *graph; /* NULL: there is none */
    const struct topomap_allocation *allocation; /* NULL: the graph alone, no sides */
    const struct topomap_network *network;
    const struct topomap_coordinates *coordinates; /* of ranks in the application; NULL: unknown */
    const char *graph_name, *network_name, *title; /* title NULL: one of the picture's own */
    bool bare;                 /* pictures have no head: the page around them says it */
    const char *host;          /* the node to look into; NULL: the first */
    uint32_t ranks, nodes;
    uint32_t *first;           /* [nodes + 1]: place of each node's first task */
    struct scene_side side[2]; /* before and after */
    unsigned sides;
};

/* Fill in what is made of the placements and of the graph; those must be set, and `side` beyond
 * them be zeroed. scene_free() in any case. */
int scene_prepare(struct scene *scene, struct topomap_error *error);
void scene_free(struct scene *scene);

/* 0, or -1 with TOPOMAP_USAGE where there is no graph, as with a recipe alone. */
int scene_need_graph(const struct scene *scene, struct topomap_error *error);

/* The two sides, of which the second is the first where there is but one. */
static inline const struct scene_side *scene_last(const struct scene *scene)
{
    return &scene->side[scene->sides - 1];
}

/* A line about graph, network and number of ranks; and one about what the second side is to the
 * first, "" where there is but one. Both are cut off at `size`. */
void scene_about(const struct scene *scene, char *text, size_t size);
void scene_gain(const struct scene *scene, char *text, size_t size);

/* The top of a picture of some width: the title, both lines and `note`, if not NULL. Returns where
 * it ends. */
#define SCENE_MARGIN 24.0
double scene_head(struct svg *svg, const struct scene *scene, double width, const char *title,
                  const char *note);

/* A text in lines of at most `width`, the first at y; returns where the last one stands. */
double scene_words(struct svg *svg, double x, double y, double width, const char *class,
                   const char *text);

/* Ends a picture: title and description in it, the latter with metrics of the sides as JSON has
 * them. NULL with an error set. */
char *scene_take(struct svg *svg, const struct scene *scene, double width, double height,
                 const char *title, struct topomap_error *error);

/* The same head in a terminal. */
void scene_head_text(struct text *out, const struct scene *scene, const char *title);

/* A picture: as SVG and for terminals. Both give text that the caller frees, or NULL with an
 * error set. */
struct picture {
    const char *name;
    const char *summary;
    char *(*draw)(const struct scene *scene, struct topomap_error *error);
    char *(*print)(const struct scene *scene, struct topomap_error *error);
};

extern const struct picture picture_matrix;
extern const struct picture picture_placement;
extern const struct picture picture_links;
extern const struct picture picture_node;
extern const struct picture picture_graph;

#endif
