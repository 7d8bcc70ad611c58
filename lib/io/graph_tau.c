/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Profiles of TAU (Tuning and Analysis Utilities, tau.uoregon.edu): a folder of files
 * profile.RANK.CONTEXT.THREAD, of which the user names one. In a run with TAU_COMM_MATRIX=1 the
 * user events "Message size sent to node N" give the number of messages to rank N and their mean
 * size. Events with a call path after N are parts of these. Read only.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE " templated_functions"
#define SENT "\"Message size sent to node "

/* What a file's name says. */
struct part {
    uint32_t number[3]; /* rank, context, thread */
};

struct tau {
    struct graph_collect collect;
    const struct source *named; /* the file that the user named */
    struct part *part;          /* [count]: in ascending order */
    size_t count;
    size_t capacity;
    uint32_t ranks;
};

/* ---- files ------------------------------------------------------------------------------- */

static bool parse_name(const char *name, struct part *part)
{
    const char *end = name + strlen(name), *at = name + strlen("profile");

    if (strncmp(name, "profile", strlen("profile")) != 0)
        return false;
    for (size_t i = 0; i < 3; i++) {
        uint64_t number;

        if (*at++ != '.' || text_parse_number(&at, end, TOPOMAP_MAX_RANKS - 1, &number) < 0)
            return false;
        part->number[i] = (uint32_t)number;
    }
    return at == end;
}

static int compare(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    for (size_t i = 0; i < 3; i++) {
        if (x->number[i] != y->number[i])
            return x->number[i] < y->number[i] ? -1 : 1;
    }
    return 0;
}

/* Length of the folder's name in the path, including the '/'. */
static size_t folder_length(const struct tau *tau)
{
    const char *slash = strrchr(tau->named->path, '/');

    return slash ? (size_t)(slash + 1 - tau->named->path) : 0;
}

static int list_folder(struct tau *tau, DIR *folder)
{
    struct dirent *entry;
    struct part part;

    while ((entry = readdir(folder))) {
        if (!parse_name(entry->d_name, &part))
            continue;
        if (array_grow(&tau->part, &tau->capacity, tau->count + 1, sizeof *tau->part) < 0)
            return error_memory(tau->collect.error);
        tau->part[tau->count++] = part;
    }
    return 0;
}

/* Find the files of all ranks. */
static int find_parts(struct tau *tau)
{
    struct topomap_error *error = tau->collect.error;
    char *name = folder_length(tau) ? strndup(tau->named->path, folder_length(tau)) : strdup(".");
    DIR *folder = name ? opendir(name) : NULL;
    int result = -1;

    if (!name)
        error_memory(error);
    else if (!folder)
        error_set(error, TOPOMAP_INPUT, "%s: %s", name, strerror(errno));
    else
        result = list_folder(tau, folder);
    if (folder)
        closedir(folder);
    free(name);
    if (result < 0)
        return -1;
    if (tau->count)
        qsort(tau->part, tau->count, sizeof *tau->part, compare);
    for (size_t i = 0; i < tau->count; i++) {
        uint32_t rank = tau->part[i].number[0];

        if (rank > tau->ranks)
            break;
        tau->ranks = rank + 1;
    }
    if (!tau->count || tau->part[tau->count - 1].number[0] >= tau->ranks)
        return error_set(error, TOPOMAP_INPUT, "%s: profile.%u.0.0 is missing beside it",
                         tau->named->name, tau->ranks);
    return 0;
}

/* ---- events ------------------------------------------------------------------------------ */

/* Parse "Message size sent to node N" messages max min mean sumsqr. The cursor is after `node `. */
static int parse_sent(struct tau *tau, uint32_t rank)
{
    struct graph_collect *collect = &tau->collect;
    struct scan *scan = &collect->scan;
    double messages, size, skipped, bytes;
    uint64_t to;

    if (scan_number(scan, "the rank", tau->ranks - 1, &to, collect->error) < 0)
        return -1;
    if (scan_done(scan) || *scan->at != '"')
        return 0;
    scan->at++;
    scan_blanks(scan);
    if (collect_real(collect, "the number of messages", &messages) < 0)
        return -1;
    for (size_t i = 0; i < 2; i++) {
        scan_blanks(scan);
        if (collect_real(collect, "the size of a message", &skipped) < 0)
            return -1;
    }
    scan_blanks(scan);
    if (collect_real(collect, "the mean size", &size) < 0)
        return -1;
    bytes = messages * size;
    if (bytes > (double)GRAPH_MAX_BYTES)
        return scan_fail(scan, collect->error, "the number of bytes exceeds 2^53");
    collect->rows.counted = true;
    return collect_edge(collect, rank, (uint32_t)to, (uint64_t)llround(bytes),
                        (uint64_t)llround(messages));
}

static int parse_events(struct tau *tau, uint32_t rank)
{
    struct scan *scan = &tau->collect.scan;
    int more;

    while ((more = scan_next(scan, tau->collect.error)) > 0) {
        size_t length = strlen(SENT);

        scan_blanks(scan);
        if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, SENT, length) != 0)
            continue;
        scan->at += length;
        if (parse_sent(tau, rank) < 0)
            return -1;
    }
    return more;
}

static int parse_part(struct tau *tau, const struct part *part)
{
    struct text path = {0};
    struct source source;
    char *name;
    int result;

    text_add(&path, tau->named->path, folder_length(tau));
    text_printf(&path, "profile.%u.%u.%u", part->number[0], part->number[1], part->number[2]);
    name = text_take(&path);
    if (!name)
        return error_memory(tau->collect.error);
    result = source_read(&source, name, SOURCE_MAX_NETWORK, tau->collect.error);
    if (result == 0) {
        result = source_check(&source, tau->collect.error);
        if (result == 0) {
            scan_init(&tau->collect.scan, &source);
            result = parse_events(tau, part->number[0]);
        }
        free((char *)source.text);
    }
    scan_init(&tau->collect.scan, tau->named);
    free(name);
    return result;
}

static struct topomap_graph *tau_parse(const struct source *source, struct topomap_error *error)
{
    struct tau tau = {.collect = {.error = error}, .named = source};
    struct topomap_graph *graph = NULL;
    const char *base = source->path ? strrchr(source->path, '/') : NULL;
    struct part part;
    int result = -1;

    scan_init(&tau.collect.scan, source);
    if (!source->path || !parse_name(base ? base + 1 : source->path, &part))
        error_set(error, TOPOMAP_INPUT, "%s: a TAU profile is found by its name, profile.0.0.0, "
                  "with those of the other ranks beside it; topomap graph convert makes one file "
                  "of them", source->name);
    else
        result = find_parts(&tau);
    for (size_t i = 0; result == 0 && i < tau.count; i++)
        result = parse_part(&tau, &tau.part[i]);
    if (result == 0 && !tau.collect.count)
        error_set(error, TOPOMAP_INPUT, "%s: the profiles hold no pairs of ranks: run the program "
                  "with TAU_COMM_MATRIX=1", source->name);
    else if (result == 0)
        graph = collect_graph(&tau.collect, tau.ranks);
    collect_free(&tau.collect);
    free(tau.part);
    return graph;
}

static enum format_match tau_match(const struct graph_preview *preview)
{
    size_t digits = 0, length = strlen(FIRST_LINE);

    while (digits < preview->length && preview->line[digits] >= '0' && preview->line[digits] <= '9')
        digits++;
    return digits && preview->length - digits >= length &&
                   memcmp(preview->line + digits, FIRST_LINE, length) == 0
               ? FORMAT_NAMED
               : FORMAT_NO;
}

const struct graph_format graph_format_tau = {
    .name = "tau",
    .summary = "profile of TAU with TAU_COMM_MATRIX=1, those of all ranks beside it; read only",
    .extensions = "",
    .match = tau_match,
    .parse = tau_parse,
};
