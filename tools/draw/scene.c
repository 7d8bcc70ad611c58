/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/scene.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


static int prepare_side(const struct scene *scene, struct scene_side *side,
                        struct topomap_error *error)
{
    const struct topomap_allocation *a = scene->allocation;

    side->place = array_raw(scene->ranks, sizeof *side->place);
    side->rank = array_raw(scene->ranks, sizeof *side->rank);
    if (!side->place || !side->rank)
        return error_memory(error);
    if (!side->slots && placement_order_slots(a, side->placement, side->place, error) < 0)
        return -1;
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        uint32_t slot = side->slots ? side->slots[rank] : side->place[rank];

        side->place[rank] = scene->first[side->placement[rank]] + slot;
        side->rank[side->place[rank]] = rank;
    }
    return scene->graph ? topomap_metrics_compute(scene->graph, a, side->placement,
                                                  &side->metrics, error)
                        : 0;
}

int scene_prepare(struct scene *scene, struct topomap_error *error)
{
    if (!scene->allocation) {
        scene->ranks = topomap_graph_ranks(scene->graph);
        return 0;
    }
    scene->ranks = topomap_allocation_ranks(scene->allocation);
    scene->nodes = topomap_allocation_nodes(scene->allocation);
    scene->network = topomap_allocation_network(scene->allocation);
    scene->first = array_raw((size_t)scene->nodes + 1, sizeof *scene->first);
    if (!scene->first)
        return error_memory(error);
    scene->first[0] = 0;
    for (uint32_t node = 0; node < scene->nodes; node++)
        scene->first[node + 1] = scene->first[node] +
                                 topomap_allocation_tasks(scene->allocation, node);
    for (unsigned i = 0; i < scene->sides; i++) {
        if (prepare_side(scene, &scene->side[i], error) < 0)
            return -1;
    }
    return 0;
}

int scene_need_graph(const struct scene *scene, struct topomap_error *error)
{
    return scene->graph ? 0 : error_set(error, TOPOMAP_USAGE, "a graph is needed: --graph");
}

void scene_free(struct scene *scene)
{
    for (unsigned i = 0; i < 2; i++) {
        free(scene->side[i].place);
        free(scene->side[i].rank);
    }
    free(scene->first);
}

void scene_job(const struct scene *scene, char text[SCENE_JOB])
{
    snprintf(text, SCENE_JOB, "%u rank%s on %u node%s", scene->ranks, scene->ranks == 1 ? "" : "s",
             scene->nodes, scene->nodes == 1 ? "" : "s");
}

/* A line about graph, network and number of ranks. */
static void print_about(const struct scene *scene, char *text, size_t size)
{
    char job[SCENE_JOB];

    if (!scene->allocation) {
        snprintf(text, size, "%s: %u rank%s, %zu pairs that communicate, %llu %s",
                 scene->graph_name, scene->ranks, scene->ranks == 1 ? "" : "s",
                 topomap_graph_edges(scene->graph),
                 (unsigned long long)topomap_graph_bytes(scene->graph), scene_weights(scene));
        return;
    }
    scene_job(scene, job);
    snprintf(text, size, "%s%s%s of %s", scene->graph_name, *scene->graph_name ? ": " : "", job,
             topomap_network_summary(scene->network));
}

/* Count the ranks that run on different nodes on the two sides. */
static uint32_t moved(const struct scene *scene)
{
    uint32_t count = 0;

    for (uint32_t rank = 0; rank < scene->ranks; rank++)
        count += scene->side[0].placement[rank] != scene->side[1].placement[rank];
    return count;
}

/* A line that compares the second side with the first; "" if there is only one. */
static void print_gain(const struct scene *scene, char *text, size_t size)
{
    double before = scene->side[0].metrics.hop_bytes;
    double after = scene->side[1].metrics.hop_bytes;
    uint32_t others;

    *text = '\0';
    if (scene->sides < 2)
        return;
    others = moved(scene);
    if (before > 0)
        snprintf(text, size, "hop-bytes %.10g -> %.10g (%.3f); %u of %u ranks run on another node",
                 before, after, after / before, others, scene->ranks);
    else
        snprintf(text, size, "%u of %u ranks run on another node", others, scene->ranks);
}

/* The bytes of `text` that fit in a line, in whole words; `wide` measures a part of the text. */
static size_t line_length(const char *text, double room, double (*wide)(const char *, double))
{
    size_t length = 0, next;
    char line[512];

    do {
        next = length + strspn(text + length, " ");
        next += strcspn(text + next, " ");
        snprintf(line, sizeof line, "%.*s", (int)next, text);
        if (length && wide(line, SVG_BODY) > room)
            break;
        length = next;
    } while (text[length]);
    return length;
}

/* Draw a text in lines of at most `width`; a word that is wider has dots in place of its middle.
 * Returns the y of the last line. */
static double draw_lines(struct svg *svg, double x, double y, double width, double size,
                         const char *class, const char *text)
{
    char line[512], shown[512];

    for (;;) {
        size_t length = line_length(text, width * SVG_BODY / size, svg_width);

        snprintf(line, sizeof line, "%.*s", (int)length, text);
        svg_shorten(line, size, width, shown, sizeof shown);
        svg_label(svg, x, y, size, SVG_START, class, "%s", shown);
        text += length + strspn(text + length, " ");
        if (!*text)
            return y;
        y += size + 5;
    }
}

double scene_words(struct svg *svg, double x, double y, double width, const char *class,
                   const char *text)
{
    return draw_lines(svg, x, y, width, SVG_BODY, class, text);
}

double scene_title(struct svg *svg, const char *title)
{
    return draw_lines(svg, SCENE_MARGIN, SCENE_MARGIN + SVG_TITLE - 3, SCENE_INSIDE / SVG_BOLD,
                      SVG_TITLE, "strong", title);
}

void scene_heading(struct svg *svg, double x, double y, double width, const char *text)
{
    char shown[200];

    svg_shorten(text, SVG_HEADING, width / SVG_BOLD, shown, sizeof shown);
    svg_label(svg, x, y, SVG_HEADING, SVG_START, "strong", "%s", shown);
}

double scene_head(struct svg *svg, const struct scene *scene, const char *title, const char *note)
{
    char line[512];
    double y;

    svg->parts = scene->bare;
    if (scene->bare)
        return note ? scene_words(svg, SCENE_MARGIN, SCENE_MARGIN, SCENE_INSIDE, "faint", note) + 10
                    : SCENE_MARGIN;
    y = scene_title(svg, scene->title ? scene->title : title);
    print_about(scene, line, sizeof line);
    y = scene_words(svg, SCENE_MARGIN, y + 20, SCENE_INSIDE, "ink", line);
    print_gain(scene, line, sizeof line);
    if (*line)
        y = scene_words(svg, SCENE_MARGIN, y + 17, SCENE_INSIDE, "ink", line);
    if (note)
        y = scene_words(svg, SCENE_MARGIN, y + 17, SCENE_INSIDE, "faint", note);
    return y + 10;
}

char *scene_take(struct svg *svg, const struct scene *scene, double height, const char *title,
                 struct topomap_error *error)
{
    struct text about = {0};
    char line[512], *told, *taken = NULL;

    print_about(scene, line, sizeof line);
    text_puts(&about, line);
    for (unsigned i = 0; i < scene->sides && scene->graph; i++)
        text_printf(&about, "\n%s: hop_bytes %.15g, average_hops %.15g, internode_bytes %.15g, "
                    "max_link_bytes %.15g", scene->side[i].name,
                    scene->side[i].metrics.hop_bytes, scene->side[i].metrics.average_hops,
                    scene->side[i].metrics.internode_bytes,
                    scene->side[i].metrics.max_link_bytes);
    told = text_take(&about);
    if (told)
        taken = svg_take(svg, SCENE_WIDTH, height, scene->title ? scene->title : title, told);
    svg_free(svg);
    free(told);
    if (!taken)
        error_memory(error);
    return taken;
}

static double columns(const char *text, double size)
{
    (void)size;
    return (double)strlen(text);
}

void scene_words_text(struct text *out, const char *text)
{
    while (*text) {
        size_t length = line_length(text, SCENE_COLUMNS, columns);

        text_add(out, text, length);
        text_puts(out, "\n");
        text += length + strspn(text + length, " ");
    }
}

void scene_head_text(struct text *out, const struct scene *scene, const char *title)
{
    char line[512];

    scene_words_text(out, scene->title ? scene->title : title);
    print_about(scene, line, sizeof line);
    scene_words_text(out, line);
    print_gain(scene, line, sizeof line);
    scene_words_text(out, line);
    text_puts(out, "\n");
}
