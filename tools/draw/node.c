/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the inside of a node: packages, caches, cores and PUs in rows, and the ranks on their
 * slots. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/measures.h"
#include "machine/allocation.h"
#include "machine/nodetree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 16
#define LEVEL 22.0
#define PU 34.0      /* largest width of a PU */
#define LEFT 70.0    /* room for the names of levels */
#define WIDE (SCENE_INSIDE - LEFT) /* largest width of all PUs */
#define RANKS 26.0   /* least height of a row of ranks */
#define FRAMED 3.0   /* least width of a part with a frame around it */
#define NARROW 15.0  /* least width of a task, unless a line cannot be shorter */

/* The node being drawn. */
struct view {
    const struct scene *scene;
    const struct topomap_nodetree *tree;
    struct measures measures;
    uint32_t node;       /* its index in the allocation */
    uint32_t tasks;
    uint32_t pus;        /* PUs of a task */
    uint32_t *start;     /* [tasks]: first PU of each slot; NODETREE_NONE if the tree is too
                          * small */
    uint32_t each;       /* PUs in a line of the picture */
    double one;          /* the width of a PU */
    double high;         /* the height of a row of ranks */
    bool upwards;        /* whether their numbers stand upright */
    uint32_t levels;
    struct row {
        const struct nodetree_level *level;
        char name[32];
        uint32_t parts;
    } row[LEVELS];
};

static const char title[] = "The ranks inside a node";

/* ---- what there is ------------------------------------------------------------------------ */

static int fewest_first(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->parts != y->parts)
        return x->parts < y->parts ? -1 : 1;
    return x->level < y->level ? -1 : x->level > y->level;
}

static uint32_t count_parts(const struct topomap_nodetree *tree, const struct nodetree_level *level)
{
    uint32_t parts = 0;

    for (uint32_t i = 0; i < tree->pus; i++)
        parts += level->part[i] != NODETREE_NONE &&
                 (i == 0 || level->part[i] != level->part[i - 1]);
    return parts;
}

/* hwloc adds groups around NUMA nodes: leave out those that contain the same PUs. */
static void drop_groups(struct view *view)
{
    uint32_t numa = 0, kept = 0;

    for (uint32_t i = 0; i < view->levels; i++)
        numa = strcmp(view->row[i].name, "numa") == 0 ? view->row[i].parts : numa;
    for (uint32_t i = 0; i < view->levels; i++) {
        if (strcmp(view->row[i].name, "group") != 0 || view->row[i].parts != numa)
            view->row[kept++] = view->row[i];
    }
    view->levels = kept;
}

/* Find the levels that divide the node, or contain all of it, and their names. */
static int find_levels(struct view *view, struct topomap_error *error)
{
    char *names = nodetree_level_list(view->tree), *at = names;

    if (!names)
        return error_memory(error);
    for (uint32_t i = 0; i < view->tree->levels && view->levels < LEVELS; i++) {
        const struct nodetree_level *level = &view->tree->level[i];
        struct row *row = &view->row[view->levels];
        size_t length;

        if (i && level->type == level[-1].type)
            continue; /* names are listed once */
        length = strcspn(at, ",");
        *row = (struct row){level, "", count_parts(view->tree, level)};
        snprintf(row->name, sizeof row->name, "%.*s", (int)length, at);
        at += length + strspn(at + length, ", ");
        view->levels += row->parts > 0 && strcmp(row->name, "pu") != 0;
    }
    free(names);
    drop_groups(view);
    qsort(view->row, view->levels, sizeof *view->row, fewest_first);
    return 0;
}

static int find_node(struct view *view, struct topomap_error *error)
{
    const struct scene *scene = view->scene;
    int64_t found = scene->host ? topomap_allocation_find(scene->allocation, scene->host) : 0;

    if (found < 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "'%s' is not one of the hosts", scene->host);
    view->node = (uint32_t)found;
    view->tasks = scene->first[found + 1] - scene->first[found];
    return 0;
}

static int make_view(struct view *view, const struct scene *scene, struct topomap_error *error)
{
    const struct topomap_request *r = scene->request;

    *view = (struct view){.scene = scene, .tree = r->nodetree,
                          .pus = r->pus_per_task ? r->pus_per_task : 1};
    if (!view->tree)
        return error_set(error, TOPOMAP_USAGE, "the inside of a node is needed: --node-tree");
    if (find_node(view, error) < 0 || find_levels(view, error) < 0 ||
        measures_make(&view->measures, scene, error) < 0)
        return -1;
    view->start = array_raw(view->tasks, sizeof *view->start);
    if (!view->start ||
        nodetree_cut_or_none(view->tree, view->tasks, view->pus, r->slot_order, view->start) < 0)
        return error_memory(error);
    return 0;
}

static void free_view(struct view *view)
{
    measures_free(&view->measures);
    free(view->start);
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Whether each task's PUs are in one line if these have so many PUs. */
static bool divides(const struct view *view, uint32_t each)
{
    for (uint32_t slot = 0; slot < view->tasks; slot++) {
        if (view->start[slot] / each != (view->start[slot] + view->pus - 1) / each)
            return false;
    }
    return true;
}

/* Divide the node into equal lines until there is room for the numbers of ranks, and choose whether
 * they stand upright. */
static void lay_out(struct view *view)
{
    bool placed = view->tasks && view->start[0] != NODETREE_NONE;
    char last[16];
    double wide;

    view->each = view->tree->pus;
    while (placed && view->pus * WIDE / view->each < NARROW && view->each % 2 == 0 &&
           divides(view, view->each / 2))
        view->each /= 2;
    view->one = WIDE / view->each > PU ? PU : WIDE / view->each;
    snprintf(last, sizeof last, "%u", view->scene->ranks - 1);
    wide = svg_width(last, SVG_SMALL);
    view->upwards = view->one * view->pus - SVG_APART < wide;
    view->high = view->upwards && wide + 8 > RANKS ? wide + 8 : RANKS;
}

static uint32_t lines_of(const struct view *view)
{
    return (view->tree->pus + view->each - 1) / view->each;
}

/* The last PU of a line, and one more. */
static uint32_t line_end(const struct view *view, uint32_t first)
{
    return first + view->each < view->tree->pus ? first + view->each : view->tree->pus;
}

/* Whether there is room for all numbers up to this one in places of a width. */
static bool has_room(uint32_t last, double width)
{
    char number[16];

    snprintf(number, sizeof number, "%u", last);
    return svg_width(number, SVG_SMALL) + SVG_APART <= width;
}

/* Draw the parts of a level that have PUs of the line from `first` on. */
static void draw_row(struct svg *svg, const struct view *view, const struct row *row,
                     uint32_t first, double x, double y)
{
    const uint32_t *part = row->level->part;
    uint32_t end, count = 0, last = line_end(view, first);

    svg_label(svg, x - 8, y + 13, SVG_BODY, SVG_END, "ink", "%s", row->name);
    for (uint32_t i = 0; i < last; i = end) {
        uint32_t from = i < first ? first : i;
        double left = x + view->one * (from - first), width;
        char name[48];

        for (end = i + 1; end < view->tree->pus && part[end] == part[i]; end++)
            ;
        if (part[i] == NODETREE_NONE)
            continue;
        snprintf(name, sizeof name, "%s %u", row->name, count++);
        if (end <= first)
            continue;
        width = view->one * ((end < last ? end : last) - from) - 1;
        svg_rect(svg, left, y, width, LEVEL - 3, "panel", name);
        if (width >= FRAMED)
            svg_rect(svg, left, y, width, LEVEL - 3, "rule", NULL);
        if (has_room(row->parts - 1, width + 1))
            svg_label(svg, left + width / 2, y + 13, SVG_SMALL, SVG_MIDDLE, "ink", "%u",
                      count - 1);
    }
}

static void draw_pus(struct svg *svg, const struct view *view, uint32_t first, double x, double y)
{
    svg_label(svg, x - 8, y + 13, SVG_BODY, SVG_END, "ink", "PU");
    for (uint32_t i = first; i < line_end(view, first); i++) {
        double left = x + view->one * (i - first);

        svg_rect(svg, left, y, view->one - 1, LEVEL - 3,
                 view->one - 1 >= FRAMED ? "rule" : "panel", NULL);
        if (has_room(view->tree->os_limit - 1, view->one))
            svg_label(svg, left + view->one / 2, y + 13, SVG_SMALL, SVG_MIDDLE, "faint", "%u",
                      view->tree->os[i]);
    }
}

/* Draw the node's levels, line by line. */
static void draw_tree(struct svg *svg, const struct view *view, double x, double *y)
{
    for (uint32_t first = 0; first < view->tree->pus; first += view->each) {
        for (uint32_t i = 0; i < view->levels; i++, *y += LEVEL)
            draw_row(svg, view, &view->row[i], first, x, *y);
        draw_pus(svg, view, first, x, *y);
        *y += LEVEL + (line_end(view, first) < view->tree->pus ? 8 : 0);
    }
}

/* Draw the ranks of a node, line by line. */
static void draw_ranks(struct svg *svg, const struct view *view, const struct scene_side *side,
                       const struct measure *measure, double x, double y)
{
    double width = view->one * view->pus - 1, high = view->high - 4;

    for (uint32_t slot = 0; slot < view->tasks; slot++) {
        uint32_t rank = side->rank[view->scene->first[view->node] + slot];
        unsigned shade = scale_shade(&measure->scale, measure->value[rank]);
        uint32_t line = view->start[slot] / view->each;
        double left = x + view->one * (view->start[slot] % view->each);
        double top = y + view->high * line;
        char class[8], tip[48];

        snprintf(class, sizeof class, "k%u", shade - 1);
        snprintf(tip, sizeof tip, "rank %u on slot %u", rank, slot);
        svg_rect(svg, left, top, width, high, class, tip);
        snprintf(tip, sizeof tip, "%u", rank);
        if (view->upwards && width > SVG_SMALL - 1)
            svg_label_upwards(svg, left + width / 2 + 3.5, top + high / 2, SVG_SMALL,
                              shades_text(shade), tip);
        else if (!view->upwards)
            svg_label(svg, left + width / 2, top + high / 2 + 4, SVG_SMALL, SVG_MIDDLE,
                      shades_text(shade), "%s", tip);
    }
}

/* Draw the values of all measures for the ranks of each side. */
static void draw_sides(struct svg *svg, const struct view *view, double x, double *y)
{
    const struct scene *scene = view->scene;

    for (unsigned m = 0; m < view->measures.count; m++) {
        const struct measure *measure = &view->measures.item[m];

        if (m)
            svg_cut(svg, *y + 4);
        *y += 14;
        scale_legend(svg, &measure->scale, x, *y, 400, measure->name, "", NULL);
        *y += SCALE_HEIGHT;
        for (unsigned i = measure->moved ? 1 : 0; i < scene->sides; i++) {
            scene_heading(svg, x, *y + 13, WIDE,
                          measure->moved ? "what moved" : scene->side[i].name);
            draw_ranks(svg, view, &scene->side[i], measure, x, *y + 19);
            *y += 19 + view->high * lines_of(view);
        }
    }
}

static void describe(const struct view *view, char *text, size_t size)
{
    snprintf(text, size, "node %.80s: %u tasks on %u PUs, %u of them each; numbers of PUs are the "
             "system's, numbers on colours are ranks",
             topomap_allocation_host(view->scene->allocation, view->node), view->tasks,
             view->tree->pus, view->pus);
}

static char *draw(const struct scene *scene, struct topomap_error *error)
{
    struct svg svg = {0};
    struct view view;
    double y;
    char note[240], *taken = NULL;

    if (make_view(&view, scene, error) == 0) {
        describe(&view, note, sizeof note);
        lay_out(&view);
        y = scene_head(&svg, scene, title, note) + 10;
        draw_tree(&svg, &view, SCENE_MARGIN + LEFT, &y);
        if (view.tasks && view.start[0] == NODETREE_NONE)
            y = scene_words(&svg, SCENE_MARGIN, y + 20, SCENE_INSIDE, "ink",
                            "the tree is too small for these tasks");
        else
            draw_sides(&svg, &view, SCENE_MARGIN + LEFT, &y);
        taken = scene_take(&svg, scene, y + SCENE_MARGIN, title, error);
    }
    svg_free(&svg);
    free_view(&view);
    return taken;
}

/* Print a line for each slot: its PUs, and the rank on each side. */
static void print_slots(struct text *out, const struct view *view)
{
    const struct scene *scene = view->scene;

    text_printf(out, "%6s %-16s", "slot", "PUs");
    for (unsigned i = 0; i < scene->sides; i++)
        text_printf(out, i + 1 < scene->sides ? "  %-24.24s" : "  %.50s", scene->side[i].name);
    text_puts(out, "\n");
    for (uint32_t slot = 0; slot < view->tasks; slot++) {
        uint32_t first = view->start[slot];
        char pus[32] = "-";

        if (first != NODETREE_NONE)
            snprintf(pus, sizeof pus, view->pus > 1 ? "%u ... %u" : "%u", view->tree->os[first],
                     view->tree->os[first + view->pus - 1]);
        text_printf(out, "%6u %-16s", slot, pus);
        for (unsigned i = 0; i < scene->sides; i++)
            text_printf(out, i + 1 < scene->sides ? "  %-24u" : "  %u",
                        scene->side[i].rank[scene->first[view->node] + slot]);
        text_puts(out, "\n");
    }
}

static char *print(const struct scene *scene, struct topomap_error *error)
{
    struct text out = {0};
    struct view view;
    char note[240], *taken = NULL;

    if (make_view(&view, scene, error) == 0) {
        describe(&view, note, sizeof note);
        scene_head_text(&out, scene, title);
        text_printf(&out, "node %s, %u PUs:", topomap_allocation_host(scene->allocation, view.node),
                    view.tree->pus);
        for (uint32_t i = 0; i < view.levels; i++)
            text_printf(&out, "%s %u %s", i ? "," : "", view.row[i].parts, view.row[i].name);
        text_puts(&out, "\n\n");
        print_slots(&out, &view);
        taken = text_take(&out);
        if (!taken)
            error_memory(error);
    }
    text_free(&out);
    free_view(&view);
    return taken;
}

const struct picture picture_node = {
    "node", "the inside of a node, with the ranks on their slots", draw, print,
};
