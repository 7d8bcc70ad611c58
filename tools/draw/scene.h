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
    uint32_t *place;           /* [ranks]: the number of each rank's task when the tasks of all
                                * nodes are counted in the order of the allocation; made by
                                * scene_prepare() */
    uint32_t *rank;            /* [ranks]: the inverse of `place` */
    struct topomap_metrics metrics; /* all 0 without a graph */
};

struct scene {
    const struct topomap_request *request;
    const struct topomap_graph *graph; /* NULL: none */
    const struct topomap_graph *sized; /* with bytes and messages as they are sent: those of `graph`
                                        * may be weights */
    bool messages;             /* the weights of `graph` are messages, not bytes */
    const struct topomap_allocation *allocation; /* NULL: only a graph, without sides */
    const struct topomap_network *network;
    const struct topomap_coordinates *coordinates; /* of ranks in the application; NULL: unknown */
    const char *graph_name, *title; /* a NULL title is replaced by the picture's own */
    bool bare;                 /* without a head, which the page around pictures has */
    const char *host;          /* the node to draw; NULL: the first one */
    uint32_t ranks, nodes;
    uint32_t *first;           /* [nodes + 1]: number of each node's first task */
    struct scene_side side[2]; /* before and after */
    const char *why;           /* why the first side is the plan, too; NULL: it is not */
    unsigned sides;
};

/* Compute the members that follow from the placements and the graph. Those must be set, and all
 * others zeroed. Call scene_free() in any case. */
int scene_prepare(struct scene *scene, struct topomap_error *error);
void scene_free(struct scene *scene);

/* Returns 0, or -1 with TOPOMAP_USAGE if there is no graph, as with a recipe alone. */
int scene_need_graph(const struct scene *scene, struct topomap_error *error);

/* What the weights of the graph count, and their unit in numbers. */
static inline const char *scene_weights(const struct scene *scene)
{
    return scene->messages ? "messages" : "bytes";
}

static inline const char *scene_unit(const struct scene *scene)
{
    return scene->messages ? "" : "B";
}

/* The last side: the second one, or the first if there is only one. */
static inline const struct scene_side *scene_last(const struct scene *scene)
{
    return &scene->side[scene->sides - 1];
}

/* The size of the job: "8 ranks on 1 node". */
#define SCENE_JOB 64
void scene_job(const struct scene *scene, char text[SCENE_JOB]);

/* The width of pictures, and what is inside of the margins. On paper as wide as a page its smallest
 * text is 7 pt high. */
#define SCENE_WIDTH 760.0
#define SCENE_INSIDE (SCENE_WIDTH - 2 * SCENE_MARGIN)

/* The width of each side, and where the second one begins, if both are side by side. */
#define SCENE_GUTTER 32.0
#define SCENE_HALF ((SCENE_INSIDE - SCENE_GUTTER) / 2)
#define SCENE_SECOND (SCENE_HALF + SCENE_GUTTER)

/* Draw the top of a picture: the title, both lines and `note`, if not NULL. Returns where it
 * ends. */
#define SCENE_MARGIN 24.0
double scene_head(struct svg *svg, const struct scene *scene, const char *title, const char *note);

/* Draw a title at the top, in as many lines as it takes; returns the y of the last one. */
double scene_title(struct svg *svg, const char *title);

/* Draw a heading; if it is wider than `width`, with dots in place of its middle. */
void scene_heading(struct svg *svg, double x, double y, double width, const char *text);

/* Draw a text in lines of at most `width`, the first at y; returns the y of the last line. */
double scene_words(struct svg *svg, double x, double y, double width, const char *class,
                   const char *text);

/* Finish a picture with its title and a description, which has the metrics of the sides as JSON.
 * NULL with an error. */
char *scene_take(struct svg *svg, const struct scene *scene, double height, const char *title,
                 struct topomap_error *error);

/* The columns of a terminal. */
#define SCENE_COLUMNS 80

/* Print a text in lines of at most SCENE_COLUMNS. */
void scene_words_text(struct text *out, const char *text);

/* The same head for a terminal. */
void scene_head_text(struct text *out, const struct scene *scene, const char *title);

/* A picture, as SVG and for terminals. Both functions return text that the caller frees, or NULL
 * with an error. */
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
