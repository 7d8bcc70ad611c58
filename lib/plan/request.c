/* SPDX-License-Identifier: BSD-3-Clause */
/* The defaults of requests, and requests that are made by setters, which own what these create. */
#include "base/error.h"
#include "base/hint.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "graph/pattern_name.h"
#include "option/option.h"
#include "plan/objective.h"

#include <stdlib.h>
#include <string.h>

struct request_own {
    struct topomap_request request;
    struct settings settings;
    struct topomap_nodetree *nodetree;
    struct topomap_coordinates *coordinates;
    uint32_t *layout;
};

void topomap_request_take_defaults(struct topomap_request *r)
{
    const struct pattern_name *pattern = r->graph && !r->recipe ? r->graph->pattern : NULL;

    r->algorithms = pattern ? pattern->algorithms : NULL;
    r->keep_first = pattern && pattern->keeps_first;
}

struct topomap_request *topomap_request_new(const struct topomap_graph *graph,
                                            const struct topomap_allocation *allocation,
                                            struct topomap_error *error)
{
    struct request_own *own = array_new(1, sizeof *own);

    if (!own || settings_init(&own->settings) < 0) {
        free(own);
        error_memory(error);
        return NULL;
    }
    own->request.graph = graph;
    own->request.allocation = allocation;
    own->request.own = own;
    topomap_request_take_defaults(&own->request);
    option_apply(&own->settings, false, &own->request);
    return &own->request;
}

void topomap_request_destroy(struct topomap_request *request)
{
    struct request_own *own = request ? request->own : NULL;

    if (!own)
        return;
    topomap_nodetree_destroy(own->nodetree);
    topomap_coordinates_destroy(own->coordinates);
    settings_free(&own->settings);
    free(own->layout);
    free(own);
}

static void take_coordinates(struct request_own *own, struct topomap_coordinates *coordinates)
{
    topomap_coordinates_destroy(own->coordinates);
    own->request.coordinates = own->coordinates = coordinates;
}

/* The objects that options describe, owned by the request. */
struct made {
    struct topomap_nodetree *nodetree;
    struct topomap_coordinates *coordinates;
};

static int make_nodetree(struct made *made, const char *value, struct topomap_error *error)
{
    made->nodetree = topomap_nodetree_create(value, NULL, error);
    return made->nodetree ? 0 : -1;
}

static int make_coordinates(struct made *made, const char *value, struct topomap_error *error)
{
    made->coordinates = topomap_coordinates_grid(value, error);
    return made->coordinates ? 0 : -1;
}

static int check_objective(struct made *made, const char *value, struct topomap_error *error)
{
    (void)made;
    return objective_need(value, error) ? 0 : -1;
}

/* Options whose value is more than what the schema says of it. */
static const struct {
    const char *name;
    int (*make)(struct made *made, const char *value, struct topomap_error *error);
} makers[] = {
    {"node-tree", make_nodetree},
    {"grid", make_coordinates},
    {"objective", check_objective},
};

static int make(struct made *made, const struct option_row *row, const char *value,
                struct topomap_error *error)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (strcmp(makers[i].name, row->name) == 0)
            return makers[i].make(made, value, error);
    }
    return 0;
}

static void take(struct request_own *own, const struct made *made)
{
    if (made->nodetree) {
        topomap_nodetree_destroy(own->nodetree);
        own->request.nodetree = own->nodetree = made->nodetree;
    }
    if (made->coordinates)
        take_coordinates(own, made->coordinates);
    option_apply(&own->settings, true, &own->request);
}

const char *topomap_request_option(size_t index)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->scopes & SCOPE_LIBRARY && index-- == 0)
            return row->name;
    }
    return NULL;
}

static int refuse(const char *name, struct topomap_error *error)
{
    const char *option;
    struct hint hint;

    hint_init(&hint, name, strlen(name));
    for (size_t i = 0; (option = topomap_request_option(i)); i++)
        hint_offer(&hint, option);
    return error_set(error, TOPOMAP_USAGE, "there is no option '%.100s'%s", name,
                     hint_text(&hint));
}

int topomap_request_set(struct topomap_request *request, const char *name, const char *value,
                        struct topomap_error *error)
{
    const struct option_row *row = option_find(SCOPE_LIBRARY, name, strlen(name));
    struct made made = {0};

    if (!row)
        return refuse(name, error);
    if (make(&made, row, value, error) < 0)
        return -1;
    if (option_set(row, &request->own->settings, name, value, error) < 0) {
        topomap_nodetree_destroy(made.nodetree);
        topomap_coordinates_destroy(made.coordinates);
        return -1;
    }
    take(request->own, &made);
    return 0;
}

int topomap_request_set_layout(struct topomap_request *request, const uint32_t *layout,
                               struct topomap_error *error)
{
    size_t ranks = topomap_allocation_ranks(request->allocation);
    uint32_t *copy = NULL;

    if (layout) {
        if (topomap_placement_check(request->allocation, layout, error) < 0)
            return -1;
        copy = array_raw(ranks, sizeof *copy);
        if (!copy)
            return error_memory(error);
        memcpy(copy, layout, ranks * sizeof *copy);
    }
    free(request->own->layout);
    request->layout = request->own->layout = copy;
    return 0;
}

int topomap_request_set_coordinates(struct topomap_request *request, uint32_t dimensions,
                                    const double *values, struct topomap_error *error)
{
    struct topomap_coordinates *coordinates = NULL;

    if (values) {
        coordinates = topomap_coordinates_create(topomap_allocation_ranks(request->allocation),
                                                 dimensions, values, error);
        if (!coordinates)
            return -1;
    }
    take_coordinates(request->own, coordinates);
    return 0;
}

void topomap_request_set_recipe(struct topomap_request *request,
                                const struct topomap_recipe *recipe)
{
    request->recipe = recipe;
    topomap_request_take_defaults(request);
    option_apply(&request->own->settings, true, request);
}

void topomap_request_set_nodetree(struct topomap_request *request,
                                  const struct topomap_nodetree *tree)
{
    request->nodetree = tree;
}
