/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text -------------------------------------------------------------------------------- */

void svg_number(struct text *text, double number)
{
    double hundredths = isfinite(number) ? round(fabs(number) * 100) : 0;
    uint64_t whole = hundredths < 1e17 ? (uint64_t)hundredths : 0;
    unsigned rest = (unsigned)(whole % 100);

    if (number < 0 && whole)
        text_add(text, "-", 1);
    text_number(text, whole / 100);
    if (!rest)
        return;
    text_add(text, (char[]){'.', (char)('0' + rest / 10)}, 2);
    if (rest % 10)
        text_add(text, (char[]){(char)('0' + rest % 10)}, 1);
}

/* Bytes of the UTF-8 character at `at`; 0 if XML does not allow it. */
static size_t character(const unsigned char *at)
{
    size_t more = *at < 0x80 ? 0 : *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : 1;

    if ((*at < 0x20 && *at != 0x0a) || *at == 0x7f || (*at >= 0x80 && *at < 0xc2) || *at > 0xf4)
        return 0;
    for (size_t i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    }
    /* Refuse overlong forms, surrogates, characters beyond Unicode, and U+FFFE and U+FFFF. */
    if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
        (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f) ||
        (*at == 0xef && at[1] == 0xbf && at[2] > 0xbd))
        return 0;
    return more + 1;
}

void svg_escape(struct text *text, const char *string)
{
    while (*string) {
        size_t bytes = character((const unsigned char *)string);

        if (*string == '<')
            text_puts(text, "&lt;");
        else if (*string == '>')
            text_puts(text, "&gt;");
        else if (*string == '&')
            text_puts(text, "&amp;");
        else if (*string == '"')
            text_puts(text, "&quot;");
        else
            text_add(text, bytes ? string : "?", bytes ? bytes : 1);
        string += bytes ? bytes : 1;
    }
}

/* The width of each printable ASCII character, in hundredths of the font size. */
static const unsigned char widths[] = {
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
};

double svg_width(const char *string, double size)
{
    double hundredths = 0;

    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;

        if (c >= ' ' && c < 0x7f)
            hundredths += widths[c - ' '];
        else if (c < 0x80 || c >= 0xc0) /* count a character of several bytes once */
            hundredths += 84;
    }
    return hundredths / 100 * size;
}

/* Whether `at` is inside a character of several bytes. */
static bool is_inside(const char *at)
{
    return ((unsigned char)*at & 0xc0) == 0x80;
}

void svg_shorten(const char *text, double size, double width, char *shown, size_t room)
{
    size_t length = strlen(text), left = length / 2, right; /* what is between them is left out */

    while (left > 0 && is_inside(text + left))
        left--;
    right = left;
    snprintf(shown, room, "%s", text);
    while (svg_width(shown, size) > width && right - left < length) {
        if (left > length - right)
            while (is_inside(text + --left))
                ;
        else
            while (is_inside(text + ++right))
                ;
        snprintf(shown, room, "%.*s...%s", (int)left, text, text + right);
    }
}

/* ---- labels ------------------------------------------------------------------------------ */

/* Whether there is room for a label; if so the room is taken. */
static bool take_room(struct svg *svg, const struct svg_box *box)
{
    for (size_t i = 0; i < svg->boxes; i++) {
        const struct svg_box *other = &svg->box[i];

        if (box->left < other->right + SVG_APART && other->left < box->right + SVG_APART &&
            box->top < other->bottom && other->top < box->bottom)
            return false;
    }
    if (svg->boxes == svg->room) {
        size_t room = 2 * svg->room + 64;
        struct svg_box *larger = realloc(svg->box, room * sizeof *larger);

        if (!larger) {
            svg->failed = true;
            return false;
        }
        svg->box = larger;
        svg->room = room;
    }
    svg->box[svg->boxes++] = *box;
    return true;
}

static void attribute(struct svg *svg, const char *name, double value)
{
    text_printf(&svg->text, " %s=\"", name);
    svg_number(&svg->text, value);
    text_add(&svg->text, "\"", 1);
}

static void class_attribute(struct svg *svg, const char *class)
{
    if (class)
        text_printf(&svg->text, " class=\"%s\"", class);
}

bool svg_label(struct svg *svg, double x, double y, double size, enum svg_anchor anchor,
               const char *class, const char *format, ...)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    struct svg_box box;
    char string[512];
    double width;
    va_list args;

    va_start(args, format);
    vsnprintf(string, sizeof string, format, args);
    va_end(args);
    width = svg_width(string, size);
    box.left = anchor == SVG_START ? x : anchor == SVG_MIDDLE ? x - width / 2 : x - width;
    box.right = box.left + width;
    box.top = y - 0.8 * size;
    box.bottom = y + 0.24 * size;
    if (!*string || !take_room(svg, &box))
        return false;
    text_puts(&svg->text, "<text");
    attribute(svg, "x", x);
    attribute(svg, "y", y);
    attribute(svg, "font-size", size);
    if (anchor != SVG_START)
        text_printf(&svg->text, " text-anchor=\"%s\"", anchors[anchor]);
    class_attribute(svg, class);
    text_puts(&svg->text, ">");
    svg_escape(&svg->text, string);
    text_puts(&svg->text, "</text>\n");
    return true;
}

bool svg_label_upwards(struct svg *svg, double x, double y, double size, const char *class,
                       const char *string)
{
    double width = svg_width(string, size);
    struct svg_box box = {x - 0.8 * size, y - width / 2, x + 0.24 * size, y + width / 2};

    if (!*string || !take_room(svg, &box))
        return false;
    text_puts(&svg->text, "<text transform=\"translate(");
    svg_number(&svg->text, x);
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y);
    text_puts(&svg->text, ") rotate(-90)\" text-anchor=\"middle\"");
    attribute(svg, "font-size", size);
    class_attribute(svg, class);
    text_puts(&svg->text, ">");
    svg_escape(&svg->text, string);
    text_puts(&svg->text, "</text>\n");
    return true;
}

/* ---- shapes ------------------------------------------------------------------------------ */

void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const char *class, const char *tip)
{
    text_puts(&svg->text, "<rect");
    attribute(svg, "x", x);
    attribute(svg, "y", y);
    attribute(svg, "width", width);
    attribute(svg, "height", height);
    class_attribute(svg, class);
    if (tip) {
        text_puts(&svg->text, "><title>");
        svg_escape(&svg->text, tip);
        text_puts(&svg->text, "</title></rect>\n");
    } else {
        text_puts(&svg->text, "/>\n");
    }
}

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class)
{
    text_puts(&svg->text, "<line");
    attribute(svg, "x1", x1);
    attribute(svg, "y1", y1);
    attribute(svg, "x2", x2);
    attribute(svg, "y2", y2);
    class_attribute(svg, class);
    text_puts(&svg->text, "/>\n");
}

/* The path of all cells of one shade. */
static void cells_path(struct svg *svg, size_t columns, size_t rows, const uint8_t *shade,
                       unsigned wanted)
{
    if (wanted > SVG_SHADES)
        text_printf(&svg->text, "<path class=\"h%u\" d=\"", wanted - SVG_SHADES - 1);
    else
        text_printf(&svg->text, "<path class=\"k%u\" d=\"", wanted - 1);
    for (size_t row = 0; row < rows; row++) {
        const uint8_t *at = shade + row * columns;
        size_t column = 0, end;

        for (; column < columns; column = end) {
            for (end = column + 1; end < columns && at[end] == at[column]; end++)
                ;
            if (at[column] != wanted)
                continue;
            text_add(&svg->text, "M", 1);
            text_number(&svg->text, column);
            text_add(&svg->text, " ", 1);
            text_number(&svg->text, row);
            text_add(&svg->text, "h", 1);
            text_number(&svg->text, end - column);
            text_puts(&svg->text, "v1H");
            text_number(&svg->text, column);
            text_add(&svg->text, "z", 1);
        }
    }
    text_puts(&svg->text, "\"/>\n");
}

static void add_paths(struct svg *svg, size_t columns, size_t rows, const uint8_t *shade)
{
    bool used[SVG_SHADES + SVG_TINTS + 1] = {false};

    for (size_t i = 0; i < rows * columns; i++)
        used[shade[i] <= SVG_SHADES + SVG_TINTS ? shade[i] : 0] = true;
    for (unsigned k = 1; k <= SVG_SHADES + SVG_TINTS; k++) {
        if (used[k])
            cells_path(svg, columns, rows, shade, k);
    }
    text_puts(&svg->text, "</g>\n");
}

void svg_cells(struct svg *svg, double x, double y, double width, double height, size_t columns,
               size_t rows, const uint8_t *shade)
{
    text_puts(&svg->text, "<g class=\"cells\" transform=\"translate(");
    svg_number(&svg->text, x);
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y);
    /* More decimals than elsewhere: this factor is multiplied by the number of cells. */
    text_printf(&svg->text, ") scale(%.8g %.8g)\">\n", width / (double)columns,
                height / (double)rows);
    add_paths(svg, columns, rows, shade);
}

void svg_face(struct svg *svg, const double matrix[6], size_t columns, size_t rows,
              const uint8_t *shade)
{
    text_puts(&svg->text, "<g transform=\"matrix(");
    for (int i = 0; i < 6; i++)
        text_printf(&svg->text, i ? " %.8g" : "%.8g", matrix[i]);
    text_puts(&svg->text, ")\">\n");
    add_paths(svg, columns, rows, shade);
}

/* ---- the file ---------------------------------------------------------------------------- */

static void style(struct text *out, bool tints)
{
    text_puts(out, "<style>\n"
                   "svg{font-family:\"DejaVu Sans\",Verdana,sans-serif}\n"
                   ".paper{fill:#ffffff}.panel{fill:#f1f1f1}.ink{fill:#202020}\n"
                   ".faint{fill:#595959}.strong{fill:#202020;font-weight:bold}\n"
                   ".white{fill:#ffffff}.black,.middle{fill:#000000}\n"
                   ".rule{stroke:#9a9a9a;fill:none}.bold{stroke:#202020;stroke-width:1.5;"
                   "fill:none}\n.frame{stroke:#d0006f;fill:none}\n"
                   ".seam{stroke:#ffffff;shape-rendering:crispEdges}\n"
                   ".first{fill:#8a8a8a}.second{fill:#21918c}.only{fill:#3b528b}\n"
                   ".firstline{stroke:#8a8a8a;fill:#8a8a8a;fill-opacity:.25;stroke-width:1.5}\n"
                   ".secondline{stroke:#21918c;fill:#21918c;fill-opacity:.25;stroke-width:1.5}\n"
                   ".cells,.sharp{shape-rendering:crispEdges}\n"
                   ".chord{fill:none;stroke-width:1.6}\n"
                   ".shadow{fill:#000000;fill-opacity:.16}\n");
    shades_style(out, false);
    if (tints)
        tints_style(out);
    text_puts(out, "@media screen and (prefers-color-scheme:dark){\n"
                   ".paper{fill:#16181c}.panel{fill:#24272d}.ink{fill:#e8e8e8}\n"
                   ".faint{fill:#ababab}.strong{fill:#ffffff}.rule{stroke:#6d7178}\n"
                   ".white{fill:#000000}.black{fill:#ffffff}\n"
                   ".bold{stroke:#e8e8e8}.frame{stroke:#ff5fae}\n"
                   ".seam{stroke:#16181c}\n"
                   ".first{fill:#9b9b9b}.second{fill:#35b8a5}.only{fill:#8fa3d6}\n"
                   ".firstline{stroke:#9b9b9b;fill:#9b9b9b}\n"
                   ".secondline{stroke:#35b8a5;fill:#35b8a5}\n");
    shades_style(out, true);
    text_puts(out, "}\n</style>\n");
}

void svg_cut(struct svg *svg, double y)
{
    if (svg->parts && svg->cuts < SVG_CUTS)
        svg->cut[svg->cuts++] = (struct svg_cut){y, svg->text.length};
}

/* The start of a picture of what is between two heights. */
static void open_part(struct text *out, double width, double top, double bottom, const char *title)
{
    text_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"");
    svg_number(out, width);
    text_puts(out, "\" height=\"");
    svg_number(out, bottom - top);
    text_puts(out, "\" viewBox=\"0 ");
    svg_number(out, top);
    text_puts(out, " ");
    svg_number(out, width);
    text_puts(out, " ");
    svg_number(out, bottom - top);
    text_puts(out, "\">\n<title>");
    svg_escape(out, title);
    text_puts(out, "</title>\n");
}

static void add_paper(struct text *out, double top)
{
    text_puts(out, "<rect y=\"");
    svg_number(out, top);
    text_puts(out, "\" width=\"100%\" height=\"100%\" class=\"paper\"/>\n");
}

char *svg_take(struct svg *svg, double width, double height, const char *title,
               const char *description)
{
    struct text out = {0};
    size_t length = svg->text.length, done = 0;
    char *body = text_take(&svg->text), *taken = NULL;
    double top = 0;

    for (unsigned i = 0; i <= svg->cuts; i++) {
        double bottom = i < svg->cuts ? svg->cut[i].y : height;
        size_t end = i < svg->cuts ? svg->cut[i].length : length;

        open_part(&out, width, top, bottom, title);
        if (i == 0) {
            text_puts(&out, "<desc>");
            svg_escape(&out, description);
            text_puts(&out, "</desc>\n");
            style(&out, svg->tints);
        }
        add_paper(&out, top);
        if (body)
            text_add(&out, body + done, end - done);
        text_puts(&out, "</svg>\n");
        top = bottom;
        done = end;
    }
    taken = text_take(&out);
    if (!body || svg->failed) {
        free(taken);
        taken = NULL;
    }
    free(body);
    svg_free(svg);
    return taken;
}

void svg_free(struct svg *svg)
{
    text_free(&svg->text);
    free(svg->box);
    *svg = (struct svg){0};
}
