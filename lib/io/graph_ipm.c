/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * XML reports of IPM (Integrated Performance Monitoring, github.com/nerscadmin/IPM). Each <task
 * mpi_rank= mpi_size=> holds elements <hent key= call= bytes= orank= count=>, which say how often
 * the rank sent messages of this size to another rank, if the report was made with IPM_LOG=full.
 * Only sends are used: elements of collectives name no partner. Read only.
 *
 * IPM 2 writes orank="0" also for MPI_PROC_NULL, and ranks relative to the sender if it was built
 * with clustering; its key, of 128 bits as 32 hexadecimal digits, has the partner in the lowest 30
 * bits (hashkey.h). Shorter keys are those of other releases.
 */
#include "base/error.h"
#include "base/memory.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NO_RANK UINT32_MAX
#define KEY_DIGITS 32
#define PARTNER_DIGITS 8          /* the last ones, */
#define PARTNER_MASK 0x3fffffffUL /* of which these bits count */
#define NO_PARTNER 0x3ffffffdUL   /* from here on: all ranks, any, or none */

struct ipm {
    struct graph_collect collect;
    uint32_t ranks;
    uint32_t task; /* rank of the current task, or NO_RANK */
    uint32_t tasks;
    bool *told;    /* [ranks]: whether there was a task of the rank */
};

static int fail(const struct ipm *ipm, const char *what)
{
    return scan_fail(&ipm->collect.scan, ipm->collect.error, "%s", what);
}

static bool starts(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
}

/* Move the cursor to the value of an attribute of the element at `tag`; false if it has none. */
static bool find_value(struct ipm *ipm, const char *tag, const char *name)
{
    struct scan *scan = &ipm->collect.scan;
    const char *end = memchr(tag, '>', (size_t)(scan->end - tag));
    size_t length = strlen(name);

    if (!end)
        end = scan->end;
    for (const char *at = tag; at < end; at++) {
        if (*at == ' ' && starts(at + 1, end, name) && starts(at + 1 + length, end, "=\"")) {
            scan->at = at + length + 3;
            return true;
        }
    }
    scan->at = tag;
    return false;
}

static int parse_number(struct ipm *ipm, const char *tag, const char *name, uint64_t limit,
                        uint64_t *number)
{
    struct scan *scan = &ipm->collect.scan;

    if (!find_value(ipm, tag, name))
        return scan_fail(scan, ipm->collect.error, "the element has no %s", name);
    if (scan_number(scan, name, limit, number, ipm->collect.error) < 0)
        return -1;
    return !scan_done(scan) && *scan->at == '"' ? 0 : fail(ipm, "a number is not terminated");
}

static int parse_task(struct ipm *ipm, const char *tag)
{
    uint64_t rank, size;

    if (parse_number(ipm, tag, "mpi_size", TOPOMAP_MAX_RANKS, &size) < 0)
        return -1;
    if (!size || (ipm->ranks && size != ipm->ranks))
        return fail(ipm, "the tasks differ in the size of MPI_COMM_WORLD, or it is 0");
    if (parse_number(ipm, tag, "mpi_rank", size - 1, &rank) < 0)
        return -1;
    if (!ipm->told) {
        ipm->told = array_new((size_t)size, sizeof *ipm->told);
        if (!ipm->told)
            return error_memory(ipm->collect.error);
    }
    if (ipm->told[rank])
        return fail(ipm, "there are two tasks of this rank");
    ipm->told[rank] = true;
    ipm->ranks = (uint32_t)size;
    ipm->task = (uint32_t)rank;
    ipm->tasks++;
    return 0;
}

/* Whether the call at the cursor sends to a single rank. */
static bool sends(const struct scan *scan)
{
    static const char *const calls[] = {"Send", "Isend", "Ssend", "Issend", "Bsend", "Ibsend",
                                        "Rsend", "Irsend", "Sendrecv", "Sendrecv_replace"};

    if (!starts(scan->at, scan->end, "MPI_"))
        return false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *call = scan->at + 4;

        if (starts(call, scan->end, calls[i]) &&
            starts(call + strlen(calls[i]), scan->end, "\""))
            return true;
    }
    return false;
}

/* Whether the entry has a long key; then *partner is the rank in it, NO_RANK if it names none. */
static bool has_key(struct ipm *ipm, const char *tag, uint64_t *partner)
{
    const struct scan *scan = &ipm->collect.scan;
    char digits[PARTNER_DIGITS + 1] = "";
    size_t length = 0;

    if (!find_value(ipm, tag, "key"))
        return false;
    while (length <= KEY_DIGITS && scan->at + length < scan->end &&
           isxdigit((unsigned char)scan->at[length]))
        length++;
    if (length != KEY_DIGITS)
        return false;
    memcpy(digits, scan->at + KEY_DIGITS - PARTNER_DIGITS, PARTNER_DIGITS);
    *partner = strtoul(digits, NULL, 16) & PARTNER_MASK;
    if (*partner >= NO_PARTNER)
        *partner = NO_RANK;
    return true;
}

static int parse_partner(struct ipm *ipm, const char *tag, uint64_t *partner)
{
    if (!has_key(ipm, tag, partner))
        return parse_number(ipm, tag, "orank", ipm->ranks - 1, partner);
    return *partner < ipm->ranks || *partner == NO_RANK
               ? 0
               : fail(ipm, "the rank in the key is not one of MPI_COMM_WORLD");
}

static int parse_entry(struct ipm *ipm, const char *tag)
{
    uint64_t bytes, rank, count;

    if (!find_value(ipm, tag, "call") || !sends(&ipm->collect.scan))
        return 0;
    if (ipm->task == NO_RANK)
        return fail(ipm, "the entry is outside any task");
    if (parse_partner(ipm, tag, &rank) < 0)
        return -1;
    if (rank == NO_RANK)
        return 0;
    if (parse_number(ipm, tag, "count", GRAPH_MAX_BYTES, &count) < 0 ||
        parse_number(ipm, tag, "bytes", INT32_MAX, &bytes) < 0)
        return -1;
    if (__builtin_mul_overflow(bytes, count, &bytes) || bytes > GRAPH_MAX_BYTES)
        return fail(ipm, "the bytes exceed 2^53");
    ipm->collect.rows.counted = true;
    return collect_edge(&ipm->collect, ipm->task, (uint32_t)rank, bytes, count);
}

static int parse_element(struct ipm *ipm, const char *tag)
{
    const char *end = ipm->collect.scan.end;

    if (starts(tag, end, "<task "))
        return parse_task(ipm, tag);
    if (starts(tag, end, "</task"))
        ipm->task = NO_RANK;
    if (starts(tag, end, "<taskcopy "))
        return fail(ipm, "the report has one task for several similar ones: it does not say "
                         "which ranks communicate");
    return starts(tag, end, "<hent ") ? parse_entry(ipm, tag) : 0;
}

static int parse_lines(struct ipm *ipm)
{
    struct scan *scan = &ipm->collect.scan;
    int more;

    while ((more = scan_next(scan, ipm->collect.error)) > 0) {
        for (const char *tag = scan->at; tag && tag < scan->end; tag++) {
            tag = memchr(tag, '<', (size_t)(scan->end - tag));
            if (!tag)
                break;
            if (parse_element(ipm, tag) < 0)
                return -1;
        }
    }
    return more;
}

static struct topomap_graph *ipm_parse(const struct source *source, struct topomap_error *error)
{
    struct ipm ipm = {.collect = {.error = error}, .task = NO_RANK};
    struct topomap_graph *graph = NULL;

    scan_init(&ipm.collect.scan, source);
    if (parse_lines(&ipm) == 0) {
        if (!ipm.ranks)
            fail(&ipm, "there is no task");
        else if (ipm.tasks < ipm.ranks)
            scan_fail(&ipm.collect.scan, error, "the report holds %u of %u tasks", ipm.tasks,
                      ipm.ranks);
        else if (!ipm.collect.count)
            fail(&ipm, "the report holds no pairs of ranks: make it with IPM_LOG=full");
        else
            graph = collect_graph(&ipm.collect, ipm.ranks);
    }
    collect_free(&ipm.collect);
    free(ipm.told);
    return graph;
}

static enum format_match ipm_match(const struct graph_preview *preview)
{
    const char *end = preview->source->text + preview->source->length;
    const char *at = preview->line;

    /* The root element follows a declaration. */
    for (int i = 0; i < 3 && at; i++) {
        if (starts(at, end, "<ipm"))
            return FORMAT_NAMED;
        at = at < end ? memchr(at + 1, '<', (size_t)(end - at - 1)) : NULL;
    }
    return FORMAT_NO;
}

const struct graph_format graph_format_ipm = {
    .name = "ipm",
    .summary = "XML report of IPM with pairs of ranks (IPM_LOG=full); read only",
    .extensions = ".xml",
    .match = ipm_match,
    .parse = ipm_parse,
};
