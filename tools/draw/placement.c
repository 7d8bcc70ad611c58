/* SPDX-License-Identifier: BSD-3-Clause */
/* Shows where ranks run: on the nodes of a network drawn by its kind, coloured by places in the
 * application. */
#include "base/error.h"
#include "draw/placement.h"

#include <stdlib.h>

/* The form in which the nodes of a network are drawn. */
static const struct placement_form *form_of(const struct scene *scene)
{
    return topomap_network_dims(scene->network) ? &placement_planes : &placement_strips;
}

/* Free what the prepare functions made. */
static void drawing_free(struct placement_drawing *drawing)
{
    region_free(&drawing->region);
    mosaic_free(&drawing->mosaic);
    free(drawing->column);
    free(drawing->row);
    free(drawing->offset);
}

static const char title[] = "Which part of the application runs where";

static char *draw(const struct scene *scene, struct topomap_error *error)
{
    struct placement_drawing drawing = {.scene = scene};
    char note[200];
    double y;
    int result;

    if (measures_make(&drawing.measures, scene, error) < 0 ||
        form_of(scene)->prepare(&drawing, false, note, sizeof note, error) < 0) {
        measures_free(&drawing.measures);
        drawing_free(&drawing);
        return NULL;
    }
    y = scene_head(&drawing.svg, scene, title, note);
    result = form_of(scene)->draw(&drawing, &y, error);
    measures_free(&drawing.measures);
    drawing_free(&drawing);
    if (result == 0)
        return scene_take(&drawing.svg, scene, y + SCENE_MARGIN, title, error);
    svg_free(&drawing.svg);
    return NULL;
}

static char *print(const struct scene *scene, struct topomap_error *error)
{
    struct placement_drawing drawing = {.scene = scene};
    struct text out = {0};
    char note[200], *taken = NULL;

    scene_head_text(&out, scene, title);
    if (measures_make(&drawing.measures, scene, error) == 0 &&
        form_of(scene)->prepare(&drawing, true, note, sizeof note, error) == 0) {
        scene_words_text(&out, note);
        text_puts(&out, "\n");
        form_of(scene)->print(&drawing, &out);
        taken = text_take(&out);
        if (!taken)
            error_memory(error);
    }
    text_free(&out);
    measures_free(&drawing.measures);
    drawing_free(&drawing);
    return taken;
}

const struct picture picture_placement = {
    "placement", "where ranks run, coloured by their place in the application", draw, print,
};
