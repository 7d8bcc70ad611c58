/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/scenes.h"
#include "draw/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct job job;
    const char *output, *format;
    bool text;
} args;

#define OUTPUT_OPTIONS                                                                             \
    {"output", 'o', "FILE", "write there; .svg, .png or .html says as what [standard output]",     \
     &args.output, NULL},                                                                          \
    {"format", 'f', "svg|png|html", "what to write [by the file's name, svg]", &args.format,       \
     NULL},                                                                                        \
    {"text", 'T', NULL, "draw with letters, for a terminal", NULL, &args.text}

static const struct cli_option options[] = {
    JOB_OPTIONS(args.job),
    OUTPUT_OPTIONS,
    {0},
};

#define OPERANDS "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]..."
#define EXAMPLE(name)                                                                              \
    "Example:\n"                                                                                   \
    "  topomap draw " name " -g grid:8x8 -N torus:4x4 -H 'n[0-15]' -t 4 -o " name ".svg\n"

static const struct cli_command matrix = {
    "topomap draw matrix", OPERANDS,
    "Draw who sends how much to whom as a heat map, before and after.", EXAMPLE("matrix"), options,
};
static const struct cli_command placement = {
    "topomap draw placement", OPERANDS,
    "Draw which part of the application runs where, before and after.", EXAMPLE("placement"),
    options,
};
static const struct cli_command links = {
    "topomap draw links", OPERANDS, "Draw what links carry, before and after on one scale.",
    EXAMPLE("links"), options,
};

static const struct {
    const char *name;
    const struct cli_command *command;
    const struct picture *picture;
} pictures[] = {
    {"matrix", &matrix, &picture_matrix},
    {"placement", &placement, &picture_placement},
    {"links", &links, &picture_links},
};

#define PICTURES (sizeof pictures / sizeof *pictures)

static const struct cli_command draw = {
    "topomap draw", "matrix|placement|links [OPTION]...",
    "Draw a placement: as SVG, PNG or a page, or with letters.",
    "'topomap draw matrix --help' and so on say more.\n",
    (const struct cli_option[]){{0}},
};

/* The format to write; NULL after a message. */
static const char *choose_format(const struct cli_command *command)
{
    const char *format = args.format ? args.format : picture_format_of(args.output);

    if (args.text && args.format) {
        cli_usage(command, "--text and --format exclude each other");
        return NULL;
    }
    if (format_check(command, format, picture_format_get) != TOPOMAP_OK)
        return NULL;
    return format ? format : "svg";
}

static int write_picture(const struct picture *picture, const char *format,
                         struct topomap_error *error)
{
    const struct scene *scene = &args.job.scene;
    char *text = args.text ? picture->print(scene, error) : picture->draw(scene, error);
    char *file = text;
    size_t length = text ? strlen(text) : 0;
    int result;

    if (text && !args.text)
        file = picture_convert(text, format, scene->title ? scene->title : picture->summary,
                               &length, error);
    result = file ? cli_write_bytes(args.output, file, length, error) : -1;
    if (file != text)
        free(file);
    free(text);
    return result;
}

static int run(size_t which, int argc, char **argv)
{
    const struct cli_command *command = pictures[which].command;
    struct topomap_error error;
    const char *format;
    int code = TOPOMAP_OK;
    int first = cli_parse_settings(command, SCOPE_PLAN, &args.job.inputs.settings, argc, argv,
                                   &code);

    if (!cli_is_whole(command, first, argc, argv, &code))
        return code;
    format = choose_format(command);
    if (!format)
        return TOPOMAP_USAGE;
    code = job_load(&args.job, command);
    if (code == TOPOMAP_OK && write_picture(pictures[which].picture, format, &error) < 0)
        code = cli_fail(command, &error);
    job_free(&args.job);
    return code;
}

int command_draw(int argc, char **argv)
{
    int code = TOPOMAP_OK;
    int which = cli_action(&draw, pictures, PICTURES, sizeof *pictures, argc, argv, &code);

    return which < 0 ? code : run((size_t)which, argc - 1, argv + 1);
}
