/* SPDX-License-Identifier: BSD-3-Clause */
/* From a launch request to the reply. */
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "structure/stretch.h"
#include "machine/nodetree.h"
#include "plan/listing.h"
#include "plan/plan.h"
#include "plan/summary.h"
#include "plan/tried.h"
#include "store/find.h"
#include "wire/reply.h"
#include "wire/request.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct topomap_launch {
    struct wire_request wire;
    struct topomap_graph *graph;
    struct topomap_recipe *recipe;
    struct topomap_coordinates *coordinates;
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    struct topomap_nodetree *nodetree;
    uint32_t *layout;
    bool useless; /* levels inside nodes have weights, but there is no tree */
    char *profile; /* the store that the graph is from; NULL: none */
    char *origin;  /* the entry in the store, one line */
    double load_seconds;
    struct topomap_request request;
};

void topomap_launch_destroy(struct topomap_launch *launch)
{
    if (!launch)
        return;
    topomap_nodetree_destroy(launch->nodetree);
    topomap_allocation_destroy(launch->allocation);
    topomap_network_destroy(launch->network);
    topomap_coordinates_destroy(launch->coordinates);
    topomap_graph_destroy(launch->graph);
    topomap_recipe_destroy(launch->recipe);
    wire_request_free(&launch->wire);
    free(launch->profile);
    free(launch->origin);
    free(launch->layout);
    free(launch);
}

static int load_recipe(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_source *source = &launch->wire.recipe;

    if (source->file)
        launch->recipe = topomap_recipe_read(source->file, error);
    else if (source->text)
        launch->recipe = topomap_recipe_parse("recipe", source->text, source->length, error);
    else
        return 0;
    return launch->recipe ? 0 : -1;
}

/* The recipe's graph, a pattern or a file, if the request has none; else NULL. */
static const char *recipe_graph(const struct topomap_launch *launch)
{
    const struct wire_source *source = &launch->wire.graph;

    if (source->pattern || source->file || source->text || launch->wire.store.program)
        return NULL;
    return topomap_recipe_graph(launch->recipe);
}

/* The graph of a profile in a store. */
static int look_up_graph(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_store *store = &launch->wire.store;
    const struct store_query query = {
        .path = store->program,
        .label = store->label,
        .ranks = launch->wire.ranks,
        .folders = {store->folders[0], store->folders[1]},
    };
    struct store_answer answer;

    if (store_find(&query, &answer, error) < 0)
        return -1;
    launch->graph = answer.graph;
    launch->profile = answer.path;
    launch->origin = answer.origin;
    return 0;
}

static int stretch_graph(struct topomap_launch *launch, struct topomap_error *error)
{
    struct topomap_graph *graph = launch->graph;

    if (!graph || !launch->wire.settings.stretch ||
        topomap_graph_ranks(graph) == launch->wire.ranks)
        return 0;
    launch->graph = graph_stretch(graph, launch->wire.ranks, NULL, error);
    topomap_graph_destroy(graph);
    return launch->graph ? 0 : -1;
}

/* The graph of the request or of the recipe; NULL if there is none. */
static int load_graph(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_source *source = &launch->wire.graph;
    const char *pattern = source->pattern, *file = source->file, *named = recipe_graph(launch);

    if (launch->wire.store.program)
        return look_up_graph(launch, error);
    if (named)
        *(topomap_graph_is_pattern(named) ? &pattern : &file) = named;
    if (pattern)
        launch->graph = topomap_graph_pattern(pattern, launch->wire.ranks, error);
    else if (file)
        launch->graph = topomap_graph_read(file, NULL, error);
    else if (source->text)
        launch->graph = topomap_graph_parse("graph", source->text, source->length, NULL, error);
    else
        return 0;
    return launch->graph ? stretch_graph(launch, error) : -1;
}

static int load_coordinates(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_source *source = &launch->wire.coordinates;

    if (source->pattern)
        launch->coordinates = topomap_coordinates_grid(source->pattern, error);
    else if (source->file)
        launch->coordinates = topomap_coordinates_read(source->file, error);
    else if (source->text)
        launch->coordinates = topomap_coordinates_parse("coordinates", source->text,
                                                        source->length, error);
    else
        return 0;
    return launch->coordinates ? 0 : -1;
}

static int load_nodetree(struct topomap_launch *launch, struct topomap_error *error)
{
    if (!launch->wire.settings.node_tree)
        return 0;
    launch->nodetree = topomap_nodetree_create(launch->wire.settings.node_tree, NULL, error);
    return launch->nodetree ? 0 : -1;
}

/* Weights of levels inside nodes only serve binding: without binding a note says that they are
 * ignored. */
static int weigh(struct topomap_launch *launch, struct topomap_error *error)
{
    const char *weights = launch->wire.settings.link_weights;

    return weights ? topomap_links_weigh(launch->network, launch->nodetree, weights,
                                         &launch->useless, error)
                   : 0;
}

/* `name` is that of the request, see topomap_launch_parse. */
static int load_network(struct topomap_launch *launch, const char *name,
                        struct topomap_error *error)
{
    const struct wire_source *source = &launch->wire.network;
    char what[128] = "slurmctld's topology";

    if (name)
        snprintf(what, sizeof what, "%.100s: network", name);

    if (source->file)
        launch->network = topomap_network_read(source->file, error);
    else if (source->text)
        launch->network = topomap_network_parse_topology(what, source->text, source->length,
                                                         launch->wire.topology, error);
    else
        launch->network = topomap_network_flat(launch->wire.hosts, error);
    return launch->network ? weigh(launch, error) : -1;
}

static int load_allocation(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_request *wire = &launch->wire;
    char **hosts;
    uint32_t count;

    if (topomap_hostlist_expand(wire->hosts, &hosts, &count, error) < 0)
        return -1;
    if (count != wire->nodes)
        error_set(error, TOPOMAP_IMPOSSIBLE, "the host list has %u hosts for %u nodes", count,
                  wire->nodes);
    else
        launch->allocation = topomap_allocation_from(launch->network, count,
                                                     (const char *const *)hosts, wire->tasks,
                                                     error);
    topomap_hostlist_free(hosts, count);
    return launch->allocation ? 0 : -1;
}

static int load_layout(struct topomap_launch *launch, struct topomap_error *error)
{
    const struct wire_request *wire = &launch->wire;
    size_t at = 0;

    launch->layout = array_raw(wire->ranks, sizeof *launch->layout);
    if (!launch->layout)
        return error_memory(error);
    for (uint32_t node = 0; node < wire->nodes; node++) {
        for (uint32_t i = 0; i < wire->tasks[node]; i++)
            launch->layout[wire->tids[at++]] = node;
    }
    return 0;
}

static int load_all(struct topomap_launch *launch, const char *name, const char *text,
                    size_t length, struct topomap_error *error)
{
    if (wire_request_init(&launch->wire) < 0)
        return error_memory(error);
    if (wire_request_parse(&launch->wire, name ? name : "request", text, length, error) < 0 ||
        load_recipe(launch, error) < 0 || load_graph(launch, error) < 0 ||
        load_coordinates(launch, error) < 0 || load_nodetree(launch, error) < 0 ||
        load_network(launch, name, error) < 0 || load_allocation(launch, error) < 0 ||
        load_layout(launch, error) < 0)
        return -1;
    launch->request = (struct topomap_request){
        .graph = launch->graph,
        .recipe = launch->recipe,
        .coordinates = launch->coordinates,
        .allocation = launch->allocation,
        .layout = launch->layout,
        .nodetree = launch->nodetree,
    };
    topomap_request_take_defaults(&launch->request);
    option_apply(&launch->wire.settings, false, &launch->request);
    return 0;
}

/* The rest of the time budget, which starts when the request is read. Never 0, which would mean
 * no budget. */
static double time_left(const struct topomap_launch *launch)
{
    double budget = launch->wire.settings.time_budget;

    return budget > 0 ? fmax(budget - launch->load_seconds, DBL_MIN) : 0;
}

struct topomap_launch *topomap_launch_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error)
{
    struct topomap_launch *launch = calloc(1, sizeof *launch);
    double start = clock_seconds();

    if (!launch) {
        error_memory(error);
        return NULL;
    }
    if (load_all(launch, name, text, length, error) < 0) {
        topomap_launch_destroy(launch);
        return NULL;
    }
    launch->load_seconds = clock_seconds() - start;
    launch->request.time_budget = time_left(launch);
    return launch;
}

const struct topomap_request *topomap_launch_request(const struct topomap_launch *launch)
{
    return &launch->request;
}

/* Whether some node's tasks have slots. */
static bool has_slots(const struct topomap_launch *launch)
{
    const struct topomap_allocation *a = launch->allocation;
    uint64_t each = launch->wire.settings.pus_per_task;
    bool any = false;

    for (uint32_t node = 0; launch->nodetree && !any && node < a->nodes; node++)
        any = a->tasks[node] * each <= launch->nodetree->pus;
    return any;
}

/* The ranks of each node and their slots, in the reply's order. */
static int fill_nodes(struct wire_reply *reply, const struct topomap_launch *launch,
                      const struct topomap_plan *plan, struct topomap_error *error)
{
    const struct topomap_allocation *a = launch->allocation;
    uint32_t *fill = array_raw(a->nodes, sizeof *fill);
    bool slots = has_slots(launch);

    reply->nodes = a->nodes;
    reply->ranks = a->ranks;
    reply->tasks = array_raw(a->nodes, sizeof *reply->tasks);
    reply->tids = array_raw(a->ranks, sizeof *reply->tids);
    reply->slots = slots ? array_raw(a->ranks, sizeof *reply->slots) : NULL;
    if (!fill || !reply->tasks || !reply->tids || (slots && !reply->slots)) {
        free(fill);
        return error_memory(error);
    }
    memcpy(reply->tasks, a->tasks, a->nodes * sizeof *reply->tasks);
    memcpy(fill, a->first, a->nodes * sizeof *fill);
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        uint32_t at = fill[plan->placement[rank]]++;

        reply->tids[at] = rank;
        if (reply->slots)
            reply->slots[at] = plan->slots[rank];
    }
    free(fill);
    return 0;
}

/* Note weights that have no effect. */
static void note_levels(struct wire_reply *reply, const struct topomap_launch *launch)
{
    const char *missing = launch->nodetree ? topomap_nodetree_missing(launch->nodetree) : NULL;

    if (launch->useless)
        wire_reply_note(reply, "weights of levels inside nodes count only where tasks are bound");
    if (missing)
        wire_reply_note(reply,
                        "weights of levels that the node tree lacks have no effect: %s",
                        missing);
}

/* The placement as notes, one for each line. */
static void note_placement(struct wire_reply *reply, const struct topomap_launch *launch,
                           const struct topomap_plan *plan)
{
    struct text text = {0};
    const char *at, *line, *line_end;

    text_puts(&text, "ranks of each node:\n");
    listing_print(&text, &launch->request, plan->placement, plan->slots);
    at = text.data;
    while (!text.failed && text_line(&at, text.data + text.length, &line, &line_end))
        wire_reply_note(reply, "%.*s", (int)(line_end - line), line);
    text_free(&text);
}

static void add_notes(struct wire_reply *reply, const struct topomap_launch *launch,
                      const struct topomap_plan *plan)
{
    wire_reply_note(reply, "network: %s", topomap_network_summary(launch->network));
    for (size_t i = 0; plan->scored && summary_row(i); i++) {
        const struct summary_row *row = summary_row(i);

        wire_reply_note(reply, "%s: %.10g -> %.10g", row->label, row->value(&plan->before),
                        row->value(&plan->after));
    }
    if (launch->request.keep_first)
        wire_reply_note(reply, "rank 0 stays on %s",
                        topomap_allocation_host(launch->allocation, plan->layout[0]));
    note_levels(reply, launch);
    if (plan->scored && launch->nodetree && nodetree_is_weighted(launch->nodetree) &&
        !isnan(plan->weighted_after))
        wire_reply_note(reply, "weighted bytes inside nodes: %.10g -> %.10g",
                        plan->weighted_before, plan->weighted_after);
    note_placement(reply, launch, plan);
    for (size_t i = 0; i < plan->candidates; i++) {
        const struct topomap_candidate *c = &plan->candidate[i];
        char score[TRIED_SIZE];

        if (c->failure)
            wire_reply_note(reply, "tried %s: %s", c->algorithm, c->failure);
        else
            wire_reply_note(reply, "tried %s: %s%s, %.1f ms", c->algorithm,
                            isnan(tried_least(c)) ? "" : "score ",
                            tried_text(c, 10, score), c->seconds * 1e3);
    }
    wire_reply_note(reply, "time: loading %.1f ms", launch->load_seconds * 1e3);
    for (size_t i = 0; i < plan->times.phases; i++) {
        const struct topomap_phase *phase = &plan->times.phase[i];

        wire_reply_note(reply, "time: %s%s%s %.1f ms", phase->algorithm ? phase->algorithm : "",
                        phase->algorithm ? " " : "", phase->name, phase->seconds * 1e3);
    }
    wire_reply_note(reply, "time: planning %.1f ms", plan->seconds * 1e3);
}

/* How a report names the source of distances: the kind of network, except for switch trees. */
static const char *network_word(const struct topomap_network *network)
{
    const char *kind = topomap_network_kind(network);

    return strcmp(kind, "tree") == 0 ? "switches" : kind;
}

/* Name the file of the graph if the request did not. */
static int name_graph(struct wire_reply *reply, const struct topomap_launch *launch,
                      struct topomap_error *error)
{
    const char *named = launch->profile ? launch->profile : recipe_graph(launch);

    if (launch->origin) {
        reply->origin = strdup(launch->origin);
        if (!reply->origin)
            return error_memory(error);
    }
    if (!named || topomap_graph_is_pattern(named))
        return 0;
    reply->graph = strdup(named);
    return reply->graph ? 0 : error_memory(error);
}

static char *text_of(const struct topomap_plan *plan,
                     void (*print)(const struct topomap_plan *plan, struct text *text))
{
    struct text text = {0};

    print(plan, &text);
    return text_take(&text);
}

static int fill_reply(struct wire_reply *reply, const struct topomap_launch *launch,
                      const struct topomap_plan *plan, struct topomap_error *error)
{
    if (name_graph(reply, launch, error) < 0)
        return -1;
    reply->status = plan->kept ? WIRE_KEPT : WIRE_PLACED;
    reply->scored = plan->scored;
    reply->before = plan->score_before.value;
    reply->after = plan->score_after.value;
    reply->algorithm = strdup(topomap_plan_algorithm(plan));
    reply->network = strdup(network_word(launch->network));
    if (plan->kept)
        reply->reason = text_of(plan, plan_why_kept);
    else if (plan->scored)
        reply->gain = text_of(plan, plan_tell_gain);
    if (!reply->algorithm || !reply->network || (plan->kept && !reply->reason) ||
        (!plan->kept && plan->scored && !reply->gain))
        return error_memory(error);
    add_notes(reply, launch, plan);
    return fill_nodes(reply, launch, plan, error);
}

static char *print_reply(struct wire_reply *reply, struct topomap_error *error)
{
    size_t length;
    char *text = wire_reply_print(reply, &length);

    wire_reply_free(reply);
    if (!text)
        error_memory(error);
    return text;
}

char *topomap_launch_answer(const struct topomap_launch *launch, struct topomap_error *error)
{
    struct topomap_error why;
    struct wire_reply reply = {0};
    struct topomap_plan *plan = topomap_plan_create(&launch->request, &why);
    int result;

    if (!plan)
        return topomap_launch_refusal(&why, error);
    result = fill_reply(&reply, launch, plan, &why);
    topomap_plan_destroy(plan);
    if (result == 0)
        return print_reply(&reply, error);
    wire_reply_free(&reply);
    return topomap_launch_refusal(&why, error);
}

char *topomap_launch_refusal(const struct topomap_error *why, struct topomap_error *error)
{
    struct wire_reply reply = {.status = WIRE_FAILED, .code = why->code};

    reply.reason = strdup(why->text);
    if (!reply.reason) {
        error_memory(error);
        return NULL;
    }
    return print_reply(&reply, error);
}
