/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slurm's topology.conf, and Slurm's printout of the topology in use: lines of KEY=VALUE words,
 * each about a switch or a block. Keys are case-insensitive, '#' begins a comment, and a backslash
 * at the end of a line continues it.
 */
#include "config.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/block_list.h"
#include "io/network_format.h"
#include "input/scan.h"
#include "io/slurm_peers.h"
#include "network/switches.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a line describes; its first key tells. */
enum line {
    LINE_NONE,   /* not known yet */
    LINE_SWITCH,
    LINE_BLOCK,
    LINE_AGGREGATED, /* an aggregated block, as Slurm prints it: only sizes count */
    LINE_SIZES,
    LINE_PLUGIN, /* settings of slurm.conf */
    LINE_PARAM,
};

struct slurm_file {
    struct scan scan;
    struct switch_list list;
    struct block_list blocks;
    struct switch_entry entry; /* the current line */
    char *sizes;               /* block sizes of the current line, in nodes */
    char *plugin, *param;      /* TopologyPlugin, TopologyParam; NULL: not told */
    enum line line;
    struct topomap_error *error;
};

static bool key_is(const char *key, size_t length, const char *wanted)
{
    return length == strlen(wanted) && strncasecmp(key, wanted, length) == 0;
}

/* What a line that begins with this key describes. */
static enum line begin_line(const char *key, size_t length)
{
    if (key_is(key, length, "SwitchName"))
        return LINE_SWITCH;
    if (key_is(key, length, "BlockName"))
        return LINE_BLOCK;
    if (key_is(key, length, "AggregatedBlock"))
        return LINE_AGGREGATED;
    if (key_is(key, length, "TopologyPlugin"))
        return LINE_PLUGIN;
    if (key_is(key, length, "TopologyParam"))
        return LINE_PARAM;
    return key_is(key, length, "BlockSizes") ? LINE_SIZES : LINE_NONE;
}

static int refuse_key(const struct slurm_file *file, const char *key, size_t length)
{
    static const char *const other_plugins[] = {"RingName", "TorusName"};

    for (size_t i = 0; i < sizeof other_plugins / sizeof other_plugins[0]; i++) {
        if (key_is(key, length, other_plugins[i]))
            return scan_fail(&file->scan, file->error, "'%s' lines do not tell where nodes are: "
                             "scontrol show topoconf does, or topology.yaml", other_plugins[i]);
    }
    return scan_fail(&file->scan, file->error, "unknown key '%.*s'",
                     (int)(length < 40 ? length : 40), key);
}

/* Find where the value of a key is stored; NULL if the key is ignored. */
static int find_key(struct slurm_file *file, const char *key, size_t length, char ***where)
{
    static const char *const idle[] = {"LinkSpeed", "Level", "BlockIndex"};
    enum line begun = begin_line(key, length);
    bool known = begun != LINE_NONE;

    *where = NULL;
    if (begun == LINE_SIZES || key_is(key, length, "BlockSize"))
        *where = &file->sizes;
    else if (begun == LINE_PLUGIN || begun == LINE_PARAM)
        *where = begun == LINE_PLUGIN ? &file->plugin : &file->param;
    else if (begun != LINE_NONE)
        *where = &file->entry.name;
    else if (key_is(key, length, "Nodes"))
        *where = &file->entry.nodes;
    else if (key_is(key, length, "Switches"))
        *where = &file->entry.switches;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        known = known || key_is(key, length, idle[i]);
    if (!*where && !known)
        return refuse_key(file, key, length);
    if (file->line == LINE_NONE && begun == LINE_NONE)
        return scan_fail(&file->scan, file->error,
                         "a line begins with SwitchName=, BlockName= or BlockSizes=");
    if (file->line != LINE_NONE && begun != LINE_NONE && begun != file->line)
        return scan_fail(&file->scan, file->error, "the key '%.*s' must begin a line",
                         (int)length, key);
    if (*where && **where)
        return scan_fail(&file->scan, file->error, "the key '%.*s' occurs twice", (int)length, key);
    if (begun != LINE_NONE)
        file->line = begun;
    return 0;
}

/* Read a value, up to a blank unless it is quoted. */
static int take_value(struct slurm_file *file, const char **value, size_t *length)
{
    struct scan *scan = &file->scan;
    const char *start = scan->at;

    if (start < scan->end && *start == '"') {
        const char *stop = memchr(start + 1, '"', (size_t)(scan->end - start - 1));

        if (!stop)
            return scan_fail(scan, file->error, "the quote is not closed");
        *value = start + 1;
        *length = (size_t)(stop - start) - 1;
        scan->at = stop + 1;
        return 0;
    }
    while (scan->at < scan->end && !strchr(" \t#", *scan->at) &&
           !(*scan->at == '\\' && scan->at + 1 == scan->end))
        scan->at++;
    *value = start;
    *length = (size_t)(scan->at - start);
    return 0;
}

static int parse_word(struct slurm_file *file)
{
    struct scan *scan = &file->scan;
    const char *key = scan->at, *value = key;
    size_t key_length, length = 0;
    char **where;

    while (scan->at < scan->end && !strchr("= \t#\\", *scan->at))
        scan->at++;
    key_length = (size_t)(scan->at - key);
    if (scan->at == scan->end || *scan->at != '=' || key_length == 0)
        return scan_fail(scan, file->error, "KEY=VALUE is expected");
    scan->at = key;
    if (find_key(file, key, key_length, &where) < 0)
        return -1;
    scan->at = key + key_length + 1;
    if (take_value(file, &value, &length) < 0)
        return -1;
    if (!where)
        return 0;
    if (length == 0)
        return scan_fail(scan, file->error, "the value of '%.*s' is missing", (int)key_length,
                         key);
    *where = strndup(value, length);
    return *where ? 0 : error_memory(file->error);
}

/* Read the words of one line; 1 if the next line continues it. */
static int parse_line(struct slurm_file *file)
{
    struct scan *scan = &file->scan;

    for (;;) {
        scan_blanks(scan);
        if (scan_done(scan) || *scan->at == '#')
            return 0;
        if (*scan->at == '\\' && scan->at + 1 == scan->end)
            return 1;
        if (file->line == LINE_NONE)
            file->entry.line = scan->line;
        if (parse_word(file) < 0)
            return -1;
    }
}

static void free_entry(struct slurm_file *file)
{
    free(file->entry.name);
    free(file->entry.nodes);
    free(file->entry.switches);
    free(file->sizes);
    file->entry = (struct switch_entry){0};
    file->sizes = NULL;
}

/* Add the block sizes of the current line. */
static int add_sizes(struct slurm_file *file)
{
    const char *at = file->sizes;

    while (at) {
        const char *end = at + strcspn(at, ",");
        const char *comma = *end ? end + 1 : NULL;
        uint64_t size;

        if (text_parse_number(&at, end, UINT32_MAX, &size) < 0 || at != end)
            return error_set(file->error, TOPOMAP_INPUT, "%s:%u: '%.40s' is not a number of nodes",
                             file->scan.source->name, file->entry.line, file->sizes);
        if (block_list_add_size(&file->blocks, size, file->scan.source->name, file->entry.line,
                            file->error) < 0)
            return -1;
        at = comma;
    }
    return 0;
}

static int finish_line(struct slurm_file *file)
{
    struct switch_entry entry = file->entry;
    bool blocks = file->line != LINE_SWITCH;
    enum line line = file->line;

    if (line == LINE_PLUGIN || line == LINE_PARAM)
        file->line = LINE_NONE;
    if (file->line == LINE_NONE)
        return 0;
    if (blocks ? file->list.count > 0 : file->blocks.blocks.count > 0 || file->blocks.levels > 0)
        return error_set(file->error, TOPOMAP_INPUT,
                         "%s:%u: switches and blocks cannot be combined", file->scan.source->name,
                         entry.line);
    if (add_sizes(file) < 0)
        return -1;
    free(file->sizes);
    file->sizes = NULL;
    file->line = LINE_NONE;
    if (line == LINE_SWITCH || line == LINE_BLOCK) {
        file->entry = (struct switch_entry){0};
        return switches_add(blocks ? &file->blocks.blocks : &file->list, &entry, file->error);
    }
    free_entry(file);
    return 0;
}

static int parse_lines(struct slurm_file *file)
{
    int more;

    while ((more = scan_next(&file->scan, file->error)) > 0) {
        int continued = parse_line(file);

        if (continued < 0 || (continued == 0 && finish_line(file) < 0))
            return -1;
    }
    /* The last line of the file may end in a backslash. */
    return more < 0 ? -1 : finish_line(file);
}

static struct topomap_network *build(struct slurm_file *file, struct network_wanted *wanted)
{
    const struct source *source = file->scan.source;
    struct topomap_error *error = file->error;

    if (!file->list.count)
        return block_list_build(&file->blocks, source->name, error);
    if (file->plugin && strcasestr(file->plugin, "hypercube"))
        wanted->yaml = slurm_hypercube_describe(&file->list, error);
    else if (file->param && strcasestr(file->param, "dragonfly"))
        wanted->yaml = slurm_dragonfly_describe(&file->list, error);
    else
        return switches_build(&file->list, source->name, error);
    return NULL;
}

struct topomap_network *network_slurm_parse(const struct source *source,
                                            struct network_wanted *wanted,
                                            struct topomap_error *error)
{
    struct slurm_file file = {.error = error};
    struct topomap_network *network = NULL;

    scan_init(&file.scan, source);
    if (parse_lines(&file) == 0)
        network = build(&file, wanted);
    free_entry(&file);
    free(file.plugin);
    free(file.param);
    switches_free(&file.list);
    block_list_free(&file.blocks);
    return network;
}
