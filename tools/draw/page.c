/* SPDX-License-Identifier: BSD-3-Clause */
/* A report as a page: a single file that loads nothing else. */
#include "draw/page_files.h"
#include "draw/report.h"

#include "base/error.h"
#include "plan/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *id;
    const char *title;
    const struct picture *picture;
} pictures[] = {
    {"matrix", "Who sends how much to whom", &picture_matrix},
    {"placement", "Which part of the application runs where", &picture_placement},
    {"links", "What the links carry", &picture_links},
    {"graph", "What the graph is like", &picture_graph},
    {"node", "The ranks inside a node", &picture_node},
};

#define PICTURES (sizeof pictures / sizeof *pictures)

/* The picture of a node needs a node tree. */
static bool is_shown(const struct scene *scene, size_t i)
{
    return pictures[i].picture != &picture_node || scene->request->nodetree;
}

/* Nodes with coordinates can be rotated and viewed plane by plane. */
static bool is_spatial(const struct scene *scene)
{
    return topomap_network_dims(scene->network) > 0;
}

static void add_head(struct text *out, const struct report *report)
{
    text_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    svg_escape(out, report->title);
    text_puts(out, "</title>\n<style>\n" PAGE_CSS "</style>\n</head>\n<body>\n<h1>");
    svg_escape(out, report->title);
    text_puts(out, "</h1>\n<p class=\"summary\" id=\"summary\">");
    svg_escape(out, report->summary);
    text_puts(out, "</p>\n<p class=\"faint\">");
    svg_escape(out, topomap_network_summary(report->scene->network));
    text_puts(out, "</p>\n<nav aria-label=\"Sections\"><a href=\"#metrics\">metrics</a>");
    for (size_t i = 0; i < PICTURES; i++) {
        if (is_shown(report->scene, i))
            text_printf(out, " <a href=\"#%s\">%s</a>", pictures[i].id, pictures[i].id);
    }
    if (is_spatial(report->scene))
        text_puts(out, " <a href=\"#nodes\">space</a>");
    text_puts(out, " <a href=\"#repeat\">commands</a> <a href=\"#ranks\">ranks</a></nav>\n"
                   "<main>\n");
}

/* ---- metrics ------------------------------------------------------------------------------ */

static void add_row(struct text *out, const char *key, const char *label, unsigned sides,
                    double before, double after)
{
    text_printf(out, "<tr data-key=\"%s\"><th scope=\"row\">", key);
    svg_escape(out, label);
    text_printf(out, "</th><td>%.10g</td>", before);
    if (sides > 1)
        text_printf(out, "<td>%.10g</td>", after);
    if (sides > 1 && before > 0)
        text_printf(out, "<td>%.3f</td>", after / before);
    else if (sides > 1)
        text_puts(out, "<td></td>");
    text_puts(out, "</tr>\n");
}

static void add_metrics(struct text *out, const struct report *report)
{
    const struct scene *scene = report->scene;
    const struct summary_row *row;
    char label[SUMMARY_LABEL];

    text_puts(out, "<section id=\"metrics\"><h2>Metrics</h2>\n<table>\n<thead><tr><th></th>");
    for (unsigned i = 0; i < scene->sides; i++) {
        text_puts(out, "<th scope=\"col\">");
        svg_escape(out, scene->side[i].name);
        text_puts(out, "</th>");
    }
    text_puts(out, scene->sides > 1 ? "<th scope=\"col\">ratio</th></tr></thead>\n<tbody>\n"
                                    : "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; (row = summary_row(i)); i++) {
        if (summary_label(row, scene_weights(scene), label))
            add_row(out, row->key, label, scene->sides, row->value(&report->metrics[0]),
                    row->value(&report->metrics[scene->sides - 1]));
    }
    text_puts(out, "</tbody>\n</table>\n");
    if (report->bound > 0)
        text_printf(out, "<p id=\"bound\">No placement has fewer than %.10g hop-bytes.</p>\n",
                    report->bound);
    if (report->assumed)
        text_puts(out, "<p>The network's description lacks speeds of links: times are those of "
                       "links of 100 Gbit/s with 1 &#181;s each.</p>\n");
    text_puts(out, "</section>\n");
}

/* ---- pictures ----------------------------------------------------------------------------- */

static int add_pictures(struct text *out, const struct scene *scene, struct topomap_error *error)
{
    struct scene bare = *scene;

    bare.bare = true;
    bare.title = NULL;
    for (size_t i = 0; i < PICTURES; i++) {
        char *svg;

        if (!is_shown(scene, i))
            continue;
        svg = pictures[i].picture->draw(&bare, error);
        if (!svg)
            return -1;
        text_printf(out, "<section id=\"%s\"><h2>%s</h2>\n<figure>\n", pictures[i].id,
                    pictures[i].title);
        text_puts(out, svg);
        text_puts(out, "</figure></section>\n");
        free(svg);
    }
    return 0;
}

/* ---- the nodes in space ------------------------------------------------------------------- */

static void add_space(struct text *out, const struct scene *scene)
{
    if (!is_spatial(scene))
        return;
    text_printf(out, "<section id=\"nodes\" class=\"screen\"><h2>The nodes in space</h2>\n"
                     "<p>Nodes at their coordinates, those of a router side by side, coloured by "
                     "the mean number of their ranks, and grey without ranks. Drag, or use "
                     "the arrow keys, to turn them; rest on one to see its ranks. Lines are links, "
                     "from thin and faint to wide and strong as %s on their busier direction "
                     "grow; links that close a ring are stubs.</p>\n"
                     "<p><label>placement<select id=\"side\">"
                     "<option value=\"before\">", scene_weights(scene));
    svg_escape(out, scene->side[0].name);
    text_puts(out, "</option>");
    if (scene->sides > 1) {
        text_puts(out, "<option value=\"after\" selected>");
        svg_escape(out, scene->side[1].name);
        text_puts(out, "</option>");
    }
    text_puts(out, "</select></label> <label>plane<input type=\"range\" id=\"plane\" "
                   "min=\"0\" max=\"0\" value=\"0\"></label> <span id=\"plane-told\"></span> "
                   "<label><input type=\"checkbox\" id=\"with-links\" checked>links</label> "
                   "</p>\n<p><canvas id=\"space-key\" width=\"240\" height=\"12\" role=\"img\" "
                   "aria-label=\"Colours from the lowest to the highest\"></canvas> "
                   "<span id=\"space-scale\"></span></p>\n"
                   "<canvas id=\"space\" width=\"900\" height=\"560\" tabindex=\"0\" "
                   "role=\"img\" aria-label=\"Nodes at their coordinates\"></canvas>\n");
    text_printf(out, "<p id=\"space-told\" role=\"status\" data-weights=\"%s\"></p></section>\n",
                scene_weights(scene));
}

/* ---- ranks, commands ---------------------------------------------------------------------- */

static void add_column(struct text *out, const char *key, const char *label)
{
    text_printf(out, "<th scope=\"col\" data-key=\"%s\" data-label=\"%s\">"
                     "<button type=\"button\">%s</button></th>", key, label, label);
}

static void add_ranks(struct text *out, const struct scene *scene)
{
    bool both = scene->sides > 1;

    text_puts(out, "<section id=\"ranks\"><h2>Ranks</h2>\n"
                   "<p class=\"screen\"><label>Rank or host<input type=\"search\" id=\"search\">"
                   "</label> <span id=\"told\" role=\"status\"></span></p>\n"
                   "<p class=\"print\" id=\"printed\"></p>\n"
                   "<noscript><p>The table is made by a script, of the data in this page.</p>"
                   "</noscript>\n<div id=\"window\" tabindex=\"0\" role=\"region\" "
                   "aria-label=\"Table of ranks\">\n<table>\n<thead><tr>");
    add_column(out, "rank", "rank");
    add_column(out, "before_host", both ? "host before" : "host");
    add_column(out, "before_slot", both ? "slot before" : "slot");
    if (both) {
        add_column(out, "after_host", "host after");
        add_column(out, "after_slot", "slot after");
    }
    add_column(out, "sent", scene->messages ? "messages sent" : "bytes sent");
    add_column(out, "received", "received");
    add_column(out, "before_hop_bytes", both ? "hop-bytes before" : "hop-bytes");
    if (both)
        add_column(out, "after_hop_bytes", "hop-bytes after");
    text_puts(out, "</tr></thead>\n<tbody id=\"rows\"></tbody>\n</table>\n</div></section>\n");
}

static void add_commands(struct text *out, const struct report *report)
{
    text_puts(out, "<section id=\"repeat\"><h2>Commands</h2>\n"
                   "<p>To make this page again, and to run the job so:</p>\n<pre>");
    for (unsigned i = 0; i < REPORT_COMMANDS && report->command[i]; i++) {
        svg_escape(out, report->command[i]);
        text_puts(out, "\n");
    }
    text_puts(out, "</pre></section>\n");
}

static void add_end(struct text *out)
{
    text_printf(out, "<p class=\"faint\">topomap %s</p>\n</main>\n", topomap_version());
}

/* JSON inside a script: characters that could end the script are escaped. */
static void add_json(struct text *out, const char *json)
{
    text_puts(out, "<script type=\"application/json\" id=\"report\">\n");
    while (*json) {
        size_t plain = strcspn(json, "<");

        text_add(out, json, plain);
        json += plain;
        if (*json) {
            text_puts(out, "\\u003c");
            json++;
        }
    }
    text_puts(out, "</script>\n<script>\n" PAGE_JS PAGE_SPACE "</script>\n</body>\n</html>\n");
}

char *report_html(const struct report *report, struct topomap_error *error)
{
    struct text out = {0};
    char *json = report_json(report, error), *page = NULL;

    if (!json)
        return NULL;
    add_head(&out, report);
    add_metrics(&out, report);
    if (add_pictures(&out, report->scene, error) == 0) {
        add_space(&out, report->scene);
        add_commands(&out, report);
        add_ranks(&out, report->scene);
        add_end(&out);
        add_json(&out, json);
        page = text_take(&out);
        if (!page)
            error_memory(error);
    }
    text_free(&out);
    free(json);
    return page;
}
