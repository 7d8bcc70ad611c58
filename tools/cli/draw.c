/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/scenes.h"
#include "draw/boxes.h"
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
    {"output", 'o', "FILE", "write to FILE, in the format of its extension [standard output]",     \
     &args.output, NULL},                                                                          \
    {"format", 'f', "svg|png|html", "format [by the file's extension, or svg]", &args.format,      \
     NULL},                                                                                        \
    {"text", 'T', NULL, "draw with letters, for a terminal", NULL, &args.text}

static const struct cli_option options[] = {
    {"host", 0, "HOST", NULL, &args.job.scene.host, NULL},
    JOB_OPTIONS(args.job),
    OUTPUT_OPTIONS,
    {0},
};

static const struct cli_option node_options[] = {
    {"host", 0, "HOST", "the node to draw [the first]", &args.job.scene.host, NULL},
    JOB_OPTIONS(args.job),
    OUTPUT_OPTIONS,
    {0},
};

static const struct cli_option recipe_options[] = {
    {"title", 0, "TEXT", "title above the picture", &args.job.title, NULL},
    OUTPUT_OPTIONS,
    {0},
};

#define OPERANDS "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]..."
#define EXAMPLE(name)                                                                              \
    "Example:\n"                                                                                   \
    "  topomap draw " name " -g grid:8x8 -N torus:4x4 -H 'n[0-15]' -t 4 -o " name ".svg\n"

static const struct cli_command matrix = {
    "topomap draw matrix", OPERANDS,
    "Draw how much each rank sends to each other as a heat map, before and after.", EXAMPLE(
        "matrix"), options,
};
static const struct cli_command placement = {
    "topomap draw placement", OPERANDS,
    "Draw which part of the application runs where, before and after.", EXAMPLE("placement"),
    options,
};
static const struct cli_command links = {
    "topomap draw links", OPERANDS, "Draw the loads of links, before and after on one scale.",
    EXAMPLE("links"), options,
};

static const struct cli_command node = {
    "topomap draw node", OPERANDS " --node-tree TREE",
    "Draw the inside of a node, with the ranks on their slots.",
    "Example:\n"
    "  topomap draw node -g grid:8x8 -N torus:2x2 -H 'n[0-3]' -t 16 \\\n"
    "    --node-tree 'package:2 l3:2 core:4 pu:1' -o node.svg\n",
    node_options,
};
static const struct cli_command graph = {
    "topomap draw graph", "--graph FILE [--hosts HOSTLIST --tasks-per-node SPEC] [OPTION]...",
    "Draw histograms of a graph: partners, sizes of messages and, on hosts, distances.",
    EXAMPLE("graph"), options,
};
static const struct cli_command recipe = {
    "topomap draw recipe", "[OPTION]... FILE",
    "Draw the boxes of a recipe, coloured by the parts of the application.",
    "Example:\n  topomap draw recipe pf3d-2048-tiltXY.yaml -o recipe.svg\n", recipe_options,
};

static int draw_job(size_t which, int argc, char **argv);
static int draw_graph(size_t which, int argc, char **argv);
static int draw_recipe(size_t which, int argc, char **argv);

static const struct {
    const char *name;
    const struct cli_command *command;
    const struct picture *picture; /* for pictures of a scene, else NULL */
    int (*run)(size_t which, int argc, char **argv);
} pictures[] = {
    {"matrix", &matrix, &picture_matrix, draw_job},
    {"placement", &placement, &picture_placement, draw_job},
    {"links", &links, &picture_links, draw_job},
    {"node", &node, &picture_node, draw_job},
    {"graph", &graph, &picture_graph, draw_graph},
    {"recipe", &recipe, NULL, draw_recipe},
};

#define PICTURES (sizeof pictures / sizeof *pictures)

static const struct cli_command draw = {
    "topomap draw", "matrix|placement|links|node|graph|recipe [OPTION]...",
    "Draw a placement, a graph or a recipe: as SVG, PNG or a page, or with letters.",
    "'topomap draw matrix --help' and so on show more. " EXAMPLE("links"),
    (const struct cli_option[]){{0}},
};

/* The format to write; NULL after a message. */
static const char *choose_format(const struct cli_command *command)
{
    struct topomap_error error;
    const char *format = args.format;

    if (args.text && format) {
        cli_usage(command, "--text and --format exclude each other");
        return NULL;
    }
    if (format_check(command, format, picture_format_get) != TOPOMAP_OK)
        return NULL;
    if (!format)
        format = picture_format_of(args.text ? NULL : args.output, &error);
    if (!format)
        cli_usage(command, "%s", error.text);
    return format;
}

/* Write the picture, and free it. If it is NULL, `error` says why. */
static int write_picture(char *drawn, const char *format, const char *title,
                         struct topomap_error *error)
{
    size_t length = drawn ? strlen(drawn) : 0;
    char *file = drawn;
    int result;

    if (drawn && !args.text)
        file = picture_convert(drawn, format, title, &length, error);
    result = file ? cli_write_bytes(args.output, file, length, error) : -1;
    if (file != drawn)
        free(file);
    free(drawn);
    return result;
}

static int write_scene(size_t which, const char *format)
{
    const struct scene *scene = &args.job.scene;
    const struct picture *picture = pictures[which].picture;
    struct topomap_error error;
    char *drawn = args.text ? picture->print(scene, &error) : picture->draw(scene, &error);

    return write_picture(drawn, format, scene->title ? scene->title : picture->summary,
                         &error) < 0
               ? cli_fail(pictures[which].command, &error)
               : TOPOMAP_OK;
}

/* Parse the options of a picture of a scene; NULL if the command should end with *code. */
static const char *parse(size_t which, int argc, char **argv, int *code)
{
    const struct cli_command *command = pictures[which].command;
    int first = cli_parse_settings(command, SCOPE_PLAN, &args.job.inputs.settings, argc, argv,
                                   code);
    const char *format;

    if (!cli_is_whole(command, first, argc, argv, code))
        return NULL;
    format = choose_format(command);
    *code = format ? TOPOMAP_OK : TOPOMAP_USAGE;
    return format;
}

static int draw_job(size_t which, int argc, char **argv)
{
    int code;
    const char *format = parse(which, argc, argv, &code);

    if (format)
        code = job_load(&args.job, pictures[which].command);
    if (format && code == TOPOMAP_OK)
        code = write_scene(which, format);
    job_free(&args.job);
    return code;
}

/* A graph can also be drawn without hosts. */
static int draw_graph(size_t which, int argc, char **argv)
{
    int code;
    const char *format = parse(which, argc, argv, &code);

    if (format) {
        inputs_ask_slurm(&args.job.inputs);
        code = args.job.inputs.hosts_spec ? job_load(&args.job, pictures[which].command)
                                          : job_load_graph(&args.job, pictures[which].command);
    }
    if (format && code == TOPOMAP_OK)
        code = write_scene(which, format);
    job_free(&args.job);
    return code;
}

static int draw_recipe(size_t which, int argc, char **argv)
{
    const struct cli_command *command = pictures[which].command;
    struct topomap_recipe *read;
    struct topomap_error error;
    const char *format, *title;
    int code = TOPOMAP_OK, first = cli_parse(command, argc, argv, &code);
    char *drawn = NULL;

    if (first < 0)
        return code;
    if (first + 1 != argc)
        return first == argc ? cli_usage(command, "a recipe is needed")
                             : cli_usage(command, "unexpected argument '%s'", argv[first + 1]);
    format = choose_format(command);
    if (!format)
        return TOPOMAP_USAGE;
    read = topomap_recipe_read(argv[first], &error);
    title = args.job.title ? args.job.title : base_name(argv[first]);
    if (read)
        drawn = args.text ? boxes_print(read, title, &error) : boxes_draw(read, title, &error);
    topomap_recipe_destroy(read);
    return write_picture(drawn, format, title, &error) < 0 ? cli_fail(command, &error)
                                                           : TOPOMAP_OK;
}

int command_draw(int argc, char **argv)
{
    int code = TOPOMAP_OK;
    int which = cli_action(&draw, pictures, PICTURES, sizeof *pictures, argc, argv, &code);

    return which < 0 ? code : pictures[which].run((size_t)which, argc - 1, argv + 1);
}
