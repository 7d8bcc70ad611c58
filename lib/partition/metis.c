/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/metis.h"

#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <metis.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* METIS adds up weights of whole graphs in idx_t without a check. Keep the sum, and so every cut
 * and gain, well below 2^31. */
#define WEIGHT_SUM ((double)(1 << 29))

struct csr {
    idx_t vertices;
    idx_t *offset;
    idx_t *target;
    idx_t *weight;
    idx_t *part;
    real_t *share;
};

/* METIS crashes on rows that are not symmetric: check all rows, with one cursor in each. */
static bool is_symmetric(const struct partition_graph *graph, size_t *cursor)
{
    memcpy(cursor, graph->offset, graph->vertices * sizeof *cursor);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            uint32_t other = graph->target[e];

            if (other >= graph->vertices || other == v ||
                cursor[other] >= graph->offset[other + 1] || graph->target[cursor[other]] != v)
                return false;
            cursor[other]++;
        }
    }
    return true;
}

static void csr_free(struct csr *csr)
{
    free(csr->offset);
    free(csr->target);
    free(csr->weight);
    free(csr->part);
    free(csr->share);
}

static int csr_new(struct csr *csr, uint32_t vertices, size_t entries, uint32_t parts)
{
    *csr = (struct csr){
        .vertices = (idx_t)vertices,
        .offset = array_raw((size_t)vertices + 1, sizeof *csr->offset),
        .target = array_raw(entries, sizeof *csr->target),
        .weight = array_raw(entries, sizeof *csr->weight),
        .part = array_new(vertices, sizeof *csr->part),
        .share = array_raw(parts, sizeof *csr->share),
    };
    if (csr->offset && csr->target && csr->weight && csr->part && csr->share)
        return 0;
    csr_free(csr);
    return -1;
}

/* Weights are scaled to fit, and at least 1; pairs without traffic are left out. */
static void csr_fill(struct csr *csr, const struct partition_graph *graph)
{
    size_t entries = graph->offset[graph->vertices];
    double total = 0;
    double scale;
    idx_t end = 0;

    for (size_t e = 0; e < entries; e++)
        total += graph->weight[e];
    scale = total > WEIGHT_SUM ? WEIGHT_SUM / total : 1;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        csr->offset[v] = end;
        for (size_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            double weight = graph->weight[e] * scale;

            if (!(weight > 0))
                continue;
            csr->target[end] = (idx_t)graph->target[e];
            csr->weight[end++] = weight > 1 ? (idx_t)weight : 1;
        }
    }
    csr->offset[graph->vertices] = end;
}

static bool all_equal(const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (numbers[i] != numbers[0])
            return false;
    }
    return true;
}

/* METIS draws by rand(), whose state all threads share: plans would depend on each other. */
static pthread_mutex_t borrowing = PTHREAD_MUTEX_INITIALIZER;

/* What METIS takes from the process, and what a program that plans must find as it was: the state
 * of rand(), which is METIS's alone meanwhile, as large as the C library's own, and the handlers of
 * the signals that it raises for its errors. */
struct borrowed {
    char state[128];
    char *numbers;
    struct sigaction term, abort;
};

static void borrow(struct borrowed *borrowed)
{
    pthread_mutex_lock(&borrowing);
    sigaction(SIGTERM, NULL, &borrowed->term);
    sigaction(SIGABRT, NULL, &borrowed->abort);
    borrowed->numbers = initstate(1, borrowed->state, sizeof borrowed->state);
}

static void give_back(const struct borrowed *borrowed)
{
    if (borrowed->numbers)
        setstate(borrowed->numbers);
    sigaction(SIGABRT, &borrowed->abort, NULL);
    sigaction(SIGTERM, &borrowed->term, NULL);
    pthread_mutex_unlock(&borrowing);
}

static int run(struct csr *csr, uint32_t parts, real_t *shares, enum partition_method method,
               idx_t *options)
{
    idx_t constraints = 1, count = (idx_t)parts, cut = 0;

    if (method == PARTITION_KWAY)
        return METIS_PartGraphKway(&csr->vertices, &constraints, csr->offset, csr->target, NULL,
                                   NULL, csr->weight, &count, shares, NULL, options, &cut,
                                   csr->part);
    return METIS_PartGraphRecursive(&csr->vertices, &constraints, csr->offset, csr->target, NULL,
                                    NULL, csr->weight, &count, shares, NULL, options, &cut,
                                    csr->part);
}

/* METIS takes a SIGTERM for an error of its own, and gives up. Where memory did not run out, what
 * then does not happen again was a signal from elsewhere: it is handed on. */
static int csr_partition(struct csr *csr, uint32_t parts, const uint32_t *capacity,
                         enum partition_method method, uint64_t seed)
{
    real_t *shares = all_equal(capacity, parts) ? NULL : csr->share;
    idx_t options[METIS_NOPTIONS];
    struct borrowed borrowed;
    bool ended = false;
    int result;

    for (uint32_t p = 0; p < parts; p++)
        csr->share[p] = (real_t)((double)capacity[p] / csr->vertices);
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = (idx_t)(seed & INT32_MAX);
    options[METIS_OPTION_NCUTS] = 1;
    options[METIS_OPTION_NUMBERING] = 0;
    borrow(&borrowed);
    errno = 0;
    result = run(csr, parts, shares, method, options);
    if (result == METIS_ERROR && errno != ENOMEM) {
        result = run(csr, parts, shares, method, options);
        ended = result == METIS_OK;
    }
    give_back(&borrowed);
    if (ended)
        raise(SIGTERM);
    return result;
}

static void read_answer(const struct csr *csr, uint32_t parts, uint32_t *part)
{
    for (idx_t v = 0; v < csr->vertices; v++) {
        idx_t answer = csr->part[v];

        part[v] = answer >= 0 && (uint32_t)answer < parts ? (uint32_t)answer : 0;
    }
}

int partition_metis(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                    enum partition_method method, uint64_t seed, uint32_t *part,
                    struct topomap_error *error)
{
    size_t entries = graph->offset[graph->vertices];
    size_t *cursor;
    bool symmetric;
    struct csr csr;
    int answer;

    /* METIS divides by zero with one part and misbehaves with more parts than vertices. */
    if (parts < 2 || parts > graph->vertices)
        return error_set(error, TOPOMAP_INTERNAL, "%u vertices cannot be cut into %u parts",
                         graph->vertices, parts);
    if (entries > PARTITION_METIS_MAX_ENTRIES)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the graph has more edges than METIS can take");
    cursor = array_raw(graph->vertices, sizeof *cursor);
    if (!cursor)
        return error_memory(error);
    symmetric = is_symmetric(graph, cursor);
    free(cursor);
    if (!symmetric)
        return error_set(error, TOPOMAP_INTERNAL, "the graph to partition is not symmetric");
    if (csr_new(&csr, graph->vertices, entries, parts) < 0)
        return error_memory(error);
    csr_fill(&csr, graph);
    answer = csr_partition(&csr, parts, capacity, method, seed);
    if (answer == METIS_OK)
        read_answer(&csr, parts, part);
    csr_free(&csr);
    if (answer != METIS_OK)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "METIS gave up with status %d", answer);
    return 0;
}
