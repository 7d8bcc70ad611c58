/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads placements that name ranks in any order. plan/maps.h and plan/cpus.h say where these
 * formats are described. */
#include "base/error.h"
#include "base/memory.h"
#include "input/scan.h"
#include "io/placement_file.h"

#include <stdlib.h>

/* Rank `rank` runs on `node`. */
static int put(struct placement_file *file, const struct scan *scan, uint64_t rank, int64_t node,
               struct topomap_error *error)
{
    if (rank >= file->allocation->ranks)
        return scan_fail(scan, error, "there is no rank %llu, the last one is %u",
                         (unsigned long long)rank, file->allocation->ranks - 1);
    if (file->placement[rank] != PLACEMENT_NONE)
        return scan_fail(scan, error, "rank %llu occurs twice", (unsigned long long)rank);
    file->placement[rank] = (uint32_t)node;
    return 0;
}

/* That all ranks have a node. */
static int check_all(const struct placement_file *file, struct topomap_error *error)
{
    for (uint32_t rank = 0; rank < file->allocation->ranks; rank++) {
        if (file->placement[rank] == PLACEMENT_NONE)
            return error_set(error, TOPOMAP_INPUT, "%s: rank %u is missing", file->source->name,
                             rank);
    }
    return 0;
}

/* "3" or "0-3". */
static int read_range(struct scan *scan, uint64_t *first, uint64_t *last,
                      struct topomap_error *error)
{
    if (scan_number(scan, "the number of a rank", UINT32_MAX, first, error) < 0)
        return -1;
    *last = *first;
    if (scan_take(scan, "-") &&
        scan_number(scan, "the number of a rank", UINT32_MAX, last, error) < 0)
        return -1;
    return *last < *first ? scan_fail(scan, error, "the range ends before it begins") : 0;
}

/* The slot that the next rank of MPICH_RANK_ORDER takes, counted through all nodes; its node. */
struct order {
    uint32_t place, node;
};

static int put_next(struct placement_file *file, const struct scan *scan, struct order *order,
                    uint64_t rank, struct topomap_error *error)
{
    const struct topomap_allocation *a = file->allocation;

    if (order->place >= a->ranks)
        return scan_fail(scan, error, "more than %u ranks", a->ranks);
    while (order->place >= a->first[order->node + 1])
        order->node++;
    if (put(file, scan, rank, order->node, error) < 0)
        return -1;
    file->slots[rank] = order->place++ - a->first[order->node];
    return 0;
}

static int read_order(struct placement_file *file, struct scan *scan, struct order *order,
                      struct topomap_error *error)
{
    uint64_t rank, last;

    for (scan_blanks(scan); !scan_done(scan); scan_blanks(scan)) {
        if (read_range(scan, &rank, &last, error) < 0)
            return -1;
        for (; rank <= last; rank++) {
            if (put_next(file, scan, order, rank, error) < 0)
                return -1;
        }
        scan_blanks(scan);
        if (!scan_done(scan) && !scan_take(scan, ","))
            return scan_fail(scan, error, "ranks are separated by commas");
    }
    return 0;
}

int placement_read_cray(struct placement_file *file, struct topomap_error *error)
{
    struct order order = {0};
    struct scan scan;
    int more;

    scan_init(&scan, file->source);
    while ((more = scan_next_filled(&scan, '#', error)) > 0) {
        if (read_order(file, &scan, &order, error) < 0)
            return -1;
    }
    return more < 0 || check_all(file, error) < 0 ? -1 : 1;
}

int placement_read_scotch(struct placement_file *file, struct topomap_error *error)
{
    uint64_t ranks, rank, node;
    struct scan scan;
    int more;

    scan_init(&scan, file->source);
    if (scan_next_filled(&scan, '#', error) <= 0 ||
        scan_number(&scan, "the number of ranks", UINT32_MAX, &ranks, error) < 0)
        return -1;
    if (ranks != file->allocation->ranks)
        return scan_fail(&scan, error, "a mapping of %llu ranks; the hosts run %u",
                         (unsigned long long)ranks, file->allocation->ranks);
    while ((more = scan_next_filled(&scan, '#', error)) > 0) {
        if (scan_number(&scan, "the number of a rank", UINT32_MAX, &rank, error) < 0)
            return -1;
        scan_blanks(&scan);
        if (scan_number(&scan, "the index of a host", file->allocation->nodes - 1, &node,
                        error) < 0 ||
            put(file, &scan, rank, (int64_t)node, error) < 0)
            return -1;
        scan_blanks(&scan);
        if (!scan_done(&scan))
            return scan_fail(&scan, error, "this is not a rank and the index of its host");
    }
    return more < 0 ? -1 : check_all(file, error);
}

/* The node of the host at the cursor, up to one of `ends` or the end of the line; -1 with an error
 * set. */
static int64_t read_host(const struct placement_file *file, struct scan *scan, const char *ends,
                         struct topomap_error *error)
{
    const char *start = scan->at;
    int64_t node;

    while (!scan_done(scan) && !memchr(ends, *scan->at, strlen(ends)))
        scan->at++;
    node = placement_host(file, start, (size_t)(scan->at - start));
    return node >= 0 ? node
                     : scan_fail(scan, error, "host '%.*s' is not in the allocation",
                                 (int)(scan->at - start > 200 ? 200 : scan->at - start), start);
}

/* The next filled line, behind the word that it begins with. */
static int next_behind(struct scan *scan, const char *word, struct topomap_error *error)
{
    int more = scan_next_filled(scan, '#', error);

    if (more < 0)
        return -1;
    if (more)
        scan_blanks(scan);
    return more && scan_take(scan, word)
               ? 0
               : scan_fail(scan, error, "a line that begins with '%s' is missing", word);
}

/* The hosts of a node map: the nodes of up to `most` of them, and how many there are. */
static int read_node_map(const struct placement_file *file, struct scan *scan, uint32_t most,
                         uint32_t *node, uint32_t *count, struct topomap_error *error)
{
    *count = 0;
    do {
        int64_t index = read_host(file, scan, ",", error);

        if (index < 0)
            return -1;
        if (*count == most)
            return scan_fail(scan, error, "more than %u hosts", most);
        node[(*count)++] = (uint32_t)index;
    } while (scan_take(scan, ","));
    return 0;
}

/* The ranks of each host, separated by ';'. */
static int read_process_map(struct placement_file *file, struct scan *scan, const uint32_t *node,
                            uint32_t count, struct topomap_error *error)
{
    uint32_t i = 0;

    do {
        if (i == count)
            return scan_fail(scan, error, "ranks of more than %u hosts", count);
        do {
            uint64_t rank, last;

            if (read_range(scan, &rank, &last, error) < 0)
                return -1;
            for (; rank <= last; rank++) {
                if (put(file, scan, rank, node[i], error) < 0)
                    return -1;
            }
        } while (scan_take(scan, ","));
        i++;
    } while (scan_take(scan, ";"));
    scan_blanks(scan);
    return scan_done(scan) ? 0 : scan_fail(scan, error, "this is no list of ranks");
}

int placement_read_pmix(struct placement_file *file, struct topomap_error *error)
{
    uint32_t count, most = file->allocation->nodes, *node = array_raw(most, sizeof *node);
    struct scan scan;
    int result;

    if (!node)
        return error_memory(error);
    scan_init(&scan, file->source);
    result = next_behind(&scan, "pmix.nmap=", error);
    if (result == 0)
        result = read_node_map(file, &scan, most, node, &count, error);
    if (result == 0)
        result = next_behind(&scan, "pmix.pmap=", error);
    if (result == 0)
        result = read_process_map(file, &scan, node, count, error);
    free(node);
    return result < 0 ? -1 : check_all(file, error);
}

/* A rank of a rank file, and the first core or CPU of its slot. */
struct bound_rank {
    uint32_t node, first, rank;
};

static int compare_bound(const void *a, const void *b)
{
    const struct bound_rank *x = a, *y = b;

    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* Slots in the order of their cores; 0 where two ranks begin on the same one. */
static int order_slots(struct placement_file *file, struct bound_rank *bound)
{
    uint32_t ranks = file->allocation->ranks;

    qsort(bound, ranks, sizeof *bound, compare_bound);
    for (uint32_t i = 0, slot = 0; i < ranks; i++) {
        bool same = i && bound[i].node == bound[i - 1].node;

        if (same && bound[i].first == bound[i - 1].first)
            return 0;
        slot = same ? slot + 1 : 0;
        file->slots[bound[i].rank] = slot;
    }
    return 1;
}

/* The node of a host, or of "+n2", the third one of the allocation. */
static int64_t read_rank_host(struct placement_file *file, struct scan *scan,
                              struct topomap_error *error)
{
    uint64_t node;

    if (!scan_take(scan, "+n") && !scan_take(scan, "+N"))
        return read_host(file, scan, " \t", error);
    if (scan_number(scan, "the number of a node", file->allocation->nodes - 1, &node, error) < 0)
        return -1;
    return (int64_t)node;
}

/* Take "slot" or "slots", and an equals sign between blanks. */
static bool take_slot_key(struct scan *scan)
{
    scan_blanks(scan);
    if (!scan_take(scan, "slots") && !scan_take(scan, "slot"))
        return false;
    scan_blanks(scan);
    if (!scan_take(scan, "="))
        return false;
    scan_blanks(scan);
    return true;
}

/* "rank 3=host slot=0-1"; *plain stays true while slots are numbers of cores or CPUs. */
static int read_bound(struct placement_file *file, struct scan *scan, struct bound_rank *bound,
                      bool *plain, struct topomap_error *error)
{
    static const char form[] = "this is not 'rank N=HOST slot=CORES'";
    uint64_t rank, first;
    int64_t node;

    scan_blanks(scan);
    if (scan_take(scan, "//"))
        return 0;
    if (!scan_take(scan, "rank"))
        return scan_fail(scan, error, "%s", form);
    scan_blanks(scan);
    if (scan_number(scan, "the number of a rank", UINT32_MAX, &rank, error) < 0)
        return -1;
    scan_blanks(scan);
    if (!scan_take(scan, "="))
        return scan_fail(scan, error, "%s", form);
    scan_blanks(scan);
    node = read_rank_host(file, scan, error);
    if (node < 0)
        return -1;
    if (!take_slot_key(scan))
        return scan_fail(scan, error, "%s", form);
    if (put(file, scan, rank, node, error) < 0)
        return -1;
    *plain = *plain && scan_number(scan, "a core", UINT32_MAX, &first, NULL) == 0 &&
             (scan_done(scan) || (*scan->at != ':' && *scan->at != 'p'));
    bound[rank] = (struct bound_rank){(uint32_t)node, *plain ? (uint32_t)first : 0,
                                      (uint32_t)rank};
    return 0;
}

int placement_read_rankfile(struct placement_file *file, struct topomap_error *error)
{
    struct bound_rank *bound = array_new(file->allocation->ranks, sizeof *bound);
    struct scan scan;
    bool plain = true;
    int more, result = 0;

    if (!bound)
        return error_memory(error);
    scan_init(&scan, file->source);
    while (result == 0 && (more = scan_next_filled(&scan, '#', error)) != 0)
        result = more < 0 ? -1 : read_bound(file, &scan, bound, &plain, error);
    if (result == 0)
        result = check_all(file, error);
    if (result == 0 && plain)
        result = order_slots(file, bound);
    free(bound);
    return result;
}
