/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slurm's topology.conf, and what Slurm prints of the topology that it uses: lines of KEY=VALUE
 * words that begin with SwitchName=. Keys are case-insensitive, '#' begins a comment, and a
 * backslash at the end of a line joins the next one to it.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/network_format.h"
#include "io/scan.h"
#include "io/switches.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct slurm_file {
    struct scan scan;
    struct switch_list list;
    struct switch_entry entry; /* the line at hand */
    bool any;                  /* the line at hand has a word */
    struct topomap_error *error;
};

static bool key_is(const char *key, size_t length, const char *wanted)
{
    return length == strlen(wanted) && strncasecmp(key, wanted, length) == 0;
}

/* Where the value of a key goes; NULL: it is of no interest. */
static int find_key(struct slurm_file *file, const char *key, size_t length, char ***where)
{
    static const char *const other_plugins[] = {"BlockName", "BlockSizes", "RingName", "TorusName"};

    *where = NULL;
    if (key_is(key, length, "SwitchName"))
        *where = &file->entry.name;
    else if (key_is(key, length, "Nodes"))
        *where = &file->entry.nodes;
    else if (key_is(key, length, "Switches"))
        *where = &file->entry.switches;
    else if (!key_is(key, length, "LinkSpeed") && !key_is(key, length, "Level")) {
        for (size_t i = 0; i < sizeof other_plugins / sizeof other_plugins[0]; i++) {
            if (key_is(key, length, other_plugins[i]))
                return scan_fail(&file->scan, file->error, "topologies of '%s' lines are not "
                                 "supported, only trees of switches", other_plugins[i]);
        }
        return scan_fail(&file->scan, file->error, "unknown key '%.*s'",
                         (int)(length < 40 ? length : 40), key);
    }
    if (!file->any && *where != &file->entry.name)
        return scan_fail(&file->scan, file->error, "a line begins with SwitchName=");
    if (*where && **where)
        return scan_fail(&file->scan, file->error, "the key '%.*s' stands twice", (int)length, key);
    return 0;
}

/* A value ends at a blank, unless it is quoted. */
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
    file->any = true;
    if (!where)
        return 0;
    if (length == 0)
        return scan_fail(scan, file->error, "the value of '%.*s' is missing", (int)key_length,
                         key);
    *where = strndup(value, length);
    return *where ? 0 : error_memory(file->error);
}

/* The words of one line; 1 if the next line continues it. */
static int parse_line(struct slurm_file *file)
{
    struct scan *scan = &file->scan;

    for (;;) {
        scan_blanks(scan);
        if (scan_done(scan) || *scan->at == '#')
            return 0;
        if (*scan->at == '\\' && scan->at + 1 == scan->end)
            return 1;
        if (!file->any)
            file->entry.line = scan->line;
        if (parse_word(file) < 0)
            return -1;
    }
}

static int finish_line(struct slurm_file *file)
{
    struct switch_entry entry = file->entry;

    if (!file->any)
        return 0;
    file->entry = (struct switch_entry){0};
    file->any = false;
    return switches_add(&file->list, &entry, file->error);
}

static int parse_lines(struct slurm_file *file)
{
    int more;

    while ((more = scan_next(&file->scan, file->error)) > 0) {
        int continued = parse_line(file);

        if (continued < 0 || (continued == 0 && finish_line(file) < 0))
            return -1;
    }
    /* The last line may end in a backslash. */
    return more < 0 ? -1 : finish_line(file);
}

struct topomap_network *network_slurm_parse(const struct source *source,
                                            struct topomap_error *error)
{
    struct slurm_file file = {.error = error};
    struct topomap_network *network = NULL;

    scan_init(&file.scan, source);
    if (parse_lines(&file) == 0)
        network = switches_build(&file.list, source->name, error);
    free(file.entry.name);
    free(file.entry.nodes);
    free(file.entry.switches);
    switches_free(&file.list);
    return network;
}
