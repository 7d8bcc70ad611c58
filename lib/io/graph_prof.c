/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Output of Open MPI's monitoring component at the end of a run, in one file per rank or in all of
 * them concatenated: lines `kind src dst N bytes M msgs sent`, some followed by a histogram. The
 * kinds are E (point-to-point messages of the application), I (messages inside the library, for its
 * collectives), S and R (one-sided; R is fetched, so the bytes travel from the second rank to the
 * first). Lines of other kinds summarise the I lines for each communicator.
 */
#include "base/error.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>

struct prof {
    struct graph_collect collect;
    uint32_t largest; /* largest rank seen */
};

static int expect_word(struct prof *prof, const char *word)
{
    struct scan *scan = &prof->collect.scan;
    size_t length = strlen(word);

    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return scan_fail(scan, prof->collect.error, "'%s' is missing", word);
    scan->at += length;
    scan_blanks(scan);
    return 0;
}

static int parse_traffic(struct prof *prof)
{
    struct graph_collect *collect = &prof->collect;
    bool fetched = *collect->scan.at == 'R';
    uint64_t src, dst, bytes, messages;

    collect->scan.at++;
    scan_blanks(&collect->scan);
    if (collect_number(collect, "the first rank", TOPOMAP_MAX_RANKS - 1, ' ', &src) < 0 ||
        collect_number(collect, "the second rank", TOPOMAP_MAX_RANKS - 1, ' ', &dst) < 0 ||
        collect_number(collect, "the number of bytes", GRAPH_MAX_BYTES, ' ', &bytes) < 0 ||
        expect_word(prof, "bytes") < 0 ||
        collect_number(collect, "the number of messages", GRAPH_MAX_BYTES, ' ', &messages) < 0 ||
        expect_word(prof, "msgs sent") < 0)
        return -1;
    if (src > prof->largest)
        prof->largest = (uint32_t)src;
    if (dst > prof->largest)
        prof->largest = (uint32_t)dst;
    collect->rows.counted = true;
    return collect_edge(collect, (uint32_t)(fetched ? dst : src), (uint32_t)(fetched ? src : dst),
                        bytes, messages);
}

static bool starts_with(const struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(scan->end - scan->at) > length && memcmp(scan->at, word, length) == 0 &&
           strchr(" \t", scan->at[length]);
}

/* Parse a line of traffic, or skip one that adds nothing. */
static int parse_line(struct prof *prof)
{
    static const char *const traffic[] = {"E", "I", "S", "R"};
    static const char *const sums[] = {"C", "D", "O2A", "A2O", "A2A"};
    struct scan *scan = &prof->collect.scan;

    for (size_t i = 0; i < sizeof traffic / sizeof *traffic; i++) {
        if (starts_with(scan, traffic[i]))
            return parse_traffic(prof);
    }
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (starts_with(scan, sums[i]))
            return 0;
    }
    return scan_fail(scan, prof->collect.error, "the line is of an unknown kind");
}

static struct topomap_graph *prof_parse(const struct source *source, struct topomap_error *error)
{
    struct prof prof = {.collect = {.error = error}};
    struct scan *scan = &prof.collect.scan;
    struct topomap_graph *graph = NULL;
    int more;

    scan_init(scan, source);
    while ((more = scan_next_filled(scan, '#', error)) > 0) {
        if (parse_line(&prof) < 0) {
            more = -1;
            break;
        }
    }
    if (more == 0 && !prof.collect.count)
        scan_fail(scan, error, "there is no traffic");
    else if (more == 0)
        graph = collect_graph(&prof.collect, prof.largest + 1);
    collect_free(&prof.collect);
    return graph;
}

static enum format_match prof_match(const struct graph_preview *preview)
{
    const char *line = preview->line;
    size_t length = preview->length;
    static const char header[] = "# POINT TO POINT";

    if (length >= sizeof header - 1 && memcmp(line, header, sizeof header - 1) == 0)
        return FORMAT_NAMED;
    return length > 2 && strchr("EISR", line[0]) && strchr(" \t", line[1]) &&
                   line[2] >= '0' && line[2] <= '9'
               ? FORMAT_CERTAIN
               : FORMAT_NO;
}

const struct graph_format graph_format_prof = {
    .name = "prof",
    .summary = "what Open MPI's monitoring writes, all ranks in one file; read only",
    .extensions = ".prof",
    .match = prof_match,
    .parse = prof_parse,
};
