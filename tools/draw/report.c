/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/report.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/json.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "network/position.h"
#include "plan/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- computing --------------------------------------------------------------------------- */

static int make_ranks(struct report_ranks *of, const struct scene *scene,
                      struct topomap_error *error)
{
    bool whole = true;

    for (unsigned i = 0; i < scene->sides; i++) {
        of->host[i] = array_raw(scene->ranks, sizeof(uint32_t));
        of->slot[i] = array_raw(scene->ranks, sizeof(uint32_t));
        of->hop_bytes[i] = array_new(scene->ranks, sizeof(uint64_t));
        whole = whole && of->host[i] && of->slot[i] && of->hop_bytes[i];
    }
    of->sent = array_new(scene->ranks, sizeof(uint64_t));
    of->received = array_new(scene->ranks, sizeof(uint64_t));
    return whole && of->sent && of->received ? 0 : error_memory(error);
}

static void fill_ranks(struct report_ranks *of, const struct scene *scene)
{
    size_t edges = topomap_graph_edges(scene->graph);

    for (unsigned i = 0; i < scene->sides; i++) {
        const struct scene_side *side = &scene->side[i];

        for (uint32_t rank = 0; rank < scene->ranks; rank++) {
            of->host[i][rank] = side->placement[rank];
            of->slot[i][rank] = side->place[rank] - scene->first[side->placement[rank]];
        }
    }
    for (size_t e = 0; e < edges; e++) {
        struct topomap_edge edge = topomap_graph_edge(scene->graph, e);

        of->sent[edge.src] += edge.bytes;
        of->received[edge.dst] += edge.bytes;
        for (unsigned i = 0; i < scene->sides; i++)
            of->hop_bytes[i][edge.src] +=
                edge.bytes * allocation_distance(scene->allocation, of->host[i][edge.src],
                                                 of->host[i][edge.dst]);
    }
}

/* "63.7 us". */
static void print_seconds(double seconds, char *text, size_t size)
{
    if (seconds >= 1)
        snprintf(text, size, "%.4g s", seconds);
    else if (seconds >= 1e-3)
        snprintf(text, size, "%.4g ms", seconds * 1e3);
    else
        snprintf(text, size, "%.4g us", seconds * 1e6);
}

/* Find the positions of the nodes, if they have coordinates. */
static int find_positions(struct report *report, struct topomap_error *error)
{
    const struct scene *scene = report->scene;
    double(*all)[3];

    if (!topomap_network_dims(scene->network))
        return 0;
    all = array_raw(scene->network->nodes, sizeof *all);
    report->position = array_raw(scene->nodes, sizeof *report->position);
    if (!all || !report->position || network_positions(scene->network, all) < 0) {
        free(all);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < scene->nodes; node++)
        memcpy(report->position[node], all[scene->allocation->node[node]], sizeof *all);
    free(all);
    return 0;
}

/* Bytes as text: shares of them have fractions that tell nothing. */
static const char *print_bytes(double bytes, char text[32])
{
    snprintf(text, 32, bytes >= 100 ? "%.0f" : "%.4g", bytes);
    return text;
}

/* "1 hop", "1.5 hops" */
static const char *print_hops(double hops, char text[32])
{
    snprintf(text, 32, "%.4g hop", hops);
    if (strcmp(text, "1 hop") != 0)
        snprintf(text, 32, "%.4g hops", hops);
    return text;
}

/* What is predicted of the second placement. Of a graph of weights the seconds mean nothing. */
static void print_times(const struct report *report, char *text, size_t size)
{
    struct summary_times times = summary_times(&report->metrics[0], &report->metrics[1]);
    const char *assumed = report->assumed ? ", with assumed speeds of links" : "";
    const char *but = times.agree ? "" : ", though hop-bytes say otherwise";
    char before[40], after[40];

    print_seconds(report->metrics[0].seconds, before, sizeof before);
    print_seconds(report->metrics[1].seconds, after, sizeof after);
    if (times.alike)
        snprintf(text, size, "No difference in time is expected%s%s.", assumed, but);
    else if (report->scene->graph->weights)
        snprintf(text, size, "An exchange of all messages at once is predicted to take %.2f of its "
                 "time%s%s.", times.time, assumed, but);
    else
        snprintf(text, size, "An exchange of all messages at once is predicted to take %s instead "
                 "of %s%s%s.", after, before, assumed, but);
}

static void summarise(struct report *report)
{
    const struct scene *scene = report->scene;
    const struct topomap_metrics *before = &scene->side[0].metrics;
    const struct topomap_metrics *after = &scene_last(scene)->metrics;
    const char *one = scene->messages ? "message" : "byte";
    char bytes[4][32], hops[32];
    size_t length;

    if (scene->sides < 2) {
        snprintf(report->summary, sizeof report->summary,
                 "%s%s%s: %s hop-bytes, %s for a %s on average.", scene->side[0].name,
                 scene->why ? ", as " : "", scene->why ? scene->why : "",
                 print_bytes(before->hop_bytes, bytes[0]), print_hops(before->average_hops, hops),
                 one);
        return;
    }
    snprintf(report->summary, sizeof report->summary,
             "%s: a %s travels %s on average instead of %.4g (hop-bytes %s instead of %s), the "
             "heaviest link carries %s %s instead of %s. ",
             scene->side[1].name, one, print_hops(after->average_hops, hops), before->average_hops,
             print_bytes(after->hop_bytes, bytes[0]), print_bytes(before->hop_bytes, bytes[1]),
             print_bytes(after->max_link_bytes, bytes[2]), scene_weights(scene),
             print_bytes(before->max_link_bytes, bytes[3]));
    length = strlen(report->summary);
    print_times(report, report->summary + length, sizeof report->summary - length);
    length = strlen(report->summary);
    snprintf(report->summary + length, sizeof report->summary - length,
             " %u of %u ranks run on another node.", report->moved, scene->ranks);
}

/* Add a sentence where the network's routing is not stated, and decides which side is faster. */
static int add_routings(struct report *report, struct topomap_error *error)
{
    const struct scene *scene = report->scene;
    size_t length = strlen(report->summary);
    struct routing_load loads[ROUTINGS_MAX];
    struct routings_ratio times;
    uint32_t count;

    if (scene->sides < 2)
        return 0;
    if (routings_compare(scene->graph, scene->allocation, scene->side[0].placement,
                         scene->side[1].placement, loads, &count, error) < 0)
        return -1;
    times = routings_ratio(loads, count);
    if (routings_disagree(loads, count))
        snprintf(report->summary + length, sizeof report->summary - length,
                 " That is uncertain: the network's routing is not stated, and the time is %.2f to "
                 "%.2f of the other by routing.", times.least, times.most);
    return 0;
}

int report_make(struct report *report, const struct scene *scene, struct topomap_error *error)
{
    struct topomap_time time;
    char job[SCENE_JOB];

    *report = (struct report){.scene = scene};
    if (scene_need_graph(scene, error) < 0)
        return -1;
    if (make_ranks(&report->of, scene, error) < 0 || find_positions(report, error) < 0 ||
        space_make(&report->space, scene, error) < 0 ||
        topomap_bound_compute(scene->graph, scene->allocation, &report->bound, error) < 0)
        return -1;
    for (unsigned i = 0; i < scene->sides; i++) {
        const uint32_t *placement = scene->side[i].placement;

        if (topomap_metrics_timed(scene->graph, scene->allocation, placement, &report->metrics[i],
                                  error) < 0 ||
            topomap_time_predict(scene->graph, scene->allocation, placement, &time, error) < 0)
            return -1;
        report->assumed = time.assumed;
    }
    fill_ranks(&report->of, scene);
    for (uint32_t rank = 0; rank < scene->ranks && scene->sides > 1; rank++)
        report->moved += report->of.host[0][rank] != report->of.host[1][rank];
    scene_job(scene, job);
    if (scene->title)
        snprintf(report->title, sizeof report->title, "%s", scene->title);
    else
        snprintf(report->title, sizeof report->title, "Placement of %s%s%s",
                 scene->graph_name, *scene->graph_name ? ": " : "", job);
    summarise(report);
    return add_routings(report, error);
}

void report_free(struct report *report)
{
    for (unsigned i = 0; i < 2; i++) {
        free(report->of.host[i]);
        free(report->of.slot[i]);
        free(report->of.hop_bytes[i]);
    }
    free(report->position);
    space_free(&report->space);
    free(report->of.sent);
    free(report->of.received);
    for (unsigned i = 0; i < REPORT_COMMANDS; i++)
        free(report->command[i]);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void json_side(struct json *json, const struct report *report, unsigned i)
{
    const struct scene_side *side = &report->scene->side[i];

    json_open(json, NULL, '{');
    json_string(json, "name", side->name);
    summary_json(json, &report->metrics[i]);
    json_bool(json, "assumed_speeds", report->assumed);
    json_close(json, '}');
}

static void json_ranks(struct json *json, const struct report *report)
{
    static const char *const keys[2][3] = {{"before_host", "before_slot", "before_hop_bytes"},
                                           {"after_host", "after_slot", "after_hop_bytes"}};
    const struct report_ranks *of = &report->of;
    uint32_t ranks = report->scene->ranks;

    HOLDS(report->scene->sides <= 2);
    json_open(json, "per_rank", '{');
    for (unsigned i = 0; i < report->scene->sides; i++) {
        json_list(json, keys[i][0], of->host[i], ranks);
        json_list(json, keys[i][1], of->slot[i], ranks);
        json_list_long(json, keys[i][2], of->hop_bytes[i], ranks);
    }
    json_list_long(json, "sent", of->sent, ranks);
    json_list_long(json, "received", of->received, ranks);
    json_close(json, '}');
}

static void json_links(struct json *json, const struct report *report)
{
    const struct space *space = &report->space;

    json_open(json, "links", '{');
    json_open(json, "places", '[');
    for (uint32_t i = 0; i < 3 * space->places && space->count; i++)
        json_number(json, NULL, space->at[i / 3][i % 3]);
    json_close(json, ']');
    json_list(json, "ends", space->ends, 2 * space->count);
    json_list(json, "wraps", space->wraps, space->count);
    json_list_long(json, "before", space->load[0], space->count);
    if (report->scene->sides > 1)
        json_list_long(json, "after", space->load[1], space->count);
    json_close(json, '}');
}

char *report_json(const struct report *report, struct topomap_error *error)
{
    const struct scene *scene = report->scene;
    struct json json = {0};
    char *text;

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "title", report->title);
    json_string(&json, "summary", report->summary);
    json_string(&json, "graph", scene->graph_name);
    json_string(&json, "network", topomap_network_summary(scene->network));
    json_whole(&json, "ranks", scene->ranks);
    json_whole(&json, "nodes", scene->nodes);
    json_whole(&json, "moved_ranks", report->moved);
    json_number(&json, "bound_hop_bytes", report->bound);
    if (scene->sides == 2)
        summary_times_json(&json, &report->metrics[0], &report->metrics[1]);
    json_open(&json, "placements", '[');
    for (unsigned i = 0; i < scene->sides; i++)
        json_side(&json, report, i);
    json_close(&json, ']');
    json_open(&json, "commands", '[');
    for (unsigned i = 0; i < REPORT_COMMANDS && report->command[i]; i++)
        json_string(&json, NULL, report->command[i]);
    json_close(&json, ']');
    json_open(&json, "hosts", '[');
    for (uint32_t node = 0; node < scene->nodes; node++)
        json_string(&json, NULL, topomap_allocation_host(scene->allocation, node));
    json_close(&json, ']');
    json_open(&json, "positions", '[');
    for (uint32_t i = 0; i < 3 * scene->nodes && report->position; i++)
        json_number(&json, NULL, report->position[i / 3][i % 3]);
    json_close(&json, ']');
    json_links(&json, report);
    json_ranks(&json, report);
    json_close(&json, '}');
    text = text_take(&json.text);
    if (!text)
        error_memory(error);
    return text;
}
