/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the links between groups of routers as a matrix of groups. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/loads.h"
#include "draw/space.h"
#include "network/network.h"

#include <stdlib.h>

#define MOST 256      /* the most groups drawn */
#define SIZE (SCENE_HALF - LEFT) /* largest size of a matrix */
#define CELL 40.0     /* largest size of a cell */
#define LEFT 30.0     /* room for the numbers of groups */
#define APART 18.0    /* least distance of numbers */

/* busiest[i][a * groups + b]: the load of the busiest link between the groups a and b on side i, in
 * either direction; for a = b that of the busiest link between two of a group's routers. */
struct groups {
    uint32_t count;
    double *busiest[2];
    struct scale scale;
};

static void include(struct groups *groups, unsigned side, uint32_t a, uint32_t b, double load)
{
    double *at = &groups->busiest[side][(size_t)a * groups->count + b];

    *at = load > *at ? load : *at;
    scale_include(&groups->scale, load);
}

static int make_groups(struct groups *groups, const struct scene *scene, const struct space *space,
                       struct topomap_error *error)
{
    *groups = (struct groups){.count = scene->network->dim[2]};
    scale_include(&groups->scale, 0);
    for (unsigned i = 0; i < scene->sides; i++) {
        groups->busiest[i] = array_new((size_t)groups->count * groups->count, sizeof(double));
        if (!groups->busiest[i])
            return error_memory(error);
        for (uint32_t link = 0; link < space->count; link++) {
            uint32_t a = (uint32_t)space->at[space->ends[2 * link]][2];
            uint32_t b = (uint32_t)space->at[space->ends[2 * link + 1]][2];

            include(groups, i, a, b, (double)space->load[i][link]);
            include(groups, i, b, a, (double)space->load[i][link]);
        }
    }
    return 0;
}

static void draw_numbers(struct svg *svg, uint32_t groups, double cell, double x, double y)
{
    uint32_t step = 1;

    while (step * cell < APART)
        step *= 2;
    for (uint32_t g = 0; g < groups; g += step) {
        svg_label(svg, x + cell * (g + 0.5), y - 4, SVG_SMALL, SVG_MIDDLE, "ink", "%u", g);
        svg_label(svg, x - 5, y + cell * (g + 0.5) + 3.5, SVG_SMALL, SVG_END, "ink", "%u", g);
    }
}

static int draw_side(struct svg *svg, const struct groups *groups, unsigned side, double cell,
                     double x, double y, struct topomap_error *error)
{
    size_t cells = (size_t)groups->count * groups->count;
    double size = cell * groups->count;
    uint8_t *shade = array_raw(cells, sizeof *shade);

    if (!shade)
        return error_memory(error);
    for (size_t i = 0; i < cells; i++)
        shade[i] = groups->busiest[side][i] > 0
                       ? scale_shade(&groups->scale, groups->busiest[side][i])
                       : 0;
    draw_numbers(svg, groups->count, cell, x, y);
    svg_rect(svg, x, y, size, size, "panel", NULL);
    svg_cells(svg, x, y, size, size, groups->count, groups->count, shade);
    svg_rect(svg, x, y, size, size, "rule", NULL);
    free(shade);
    return 0;
}

static int draw(struct svg *svg, const struct groups *groups, const struct scene *scene, double *y,
                struct topomap_error *error)
{
    double cell = SIZE / groups->count > CELL ? CELL : SIZE / groups->count;

    scale_legend(svg, &groups->scale, SCENE_MARGIN, *y, 400,
                 "the busiest link between two groups, and on the diagonal inside a group; grey: "
                 "none", scene_unit(scene), NULL);
    *y += SCALE_HEIGHT + 4;
    for (unsigned i = 0; i < scene->sides; i++) {
        double x = SCENE_MARGIN + i * SCENE_SECOND;

        scene_heading(svg, x, *y + 13, SCENE_HALF, scene->side[i].name);
        if (draw_side(svg, groups, i, cell, x + LEFT, *y + 38, error) < 0)
            return -1;
    }
    *y += 38 + cell * groups->count + 12;
    return 0;
}

int groups_draw(struct svg *svg, const struct loads *loads, double *y,
                struct topomap_error *error)
{
    const struct topomap_network *network = loads->scene->network;
    struct space space;
    struct groups groups = {0};
    int result;

    if (!(network->traits & NETWORK_ROUTER_ROWS) || network->dims != 3 || network->dim[2] > MOST)
        return 0;
    result = space_make(&space, loads->scene, error);
    if (result == 0 && space.count) {
        result = make_groups(&groups, loads->scene, &space, error);
        if (result == 0)
            result = draw(svg, &groups, loads->scene, y, error);
    }
    free(groups.busiest[0]);
    free(groups.busiest[1]);
    space_free(&space);
    return result;
}
