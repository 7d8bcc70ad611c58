/* SPDX-License-Identifier: BSD-3-Clause */
/* What the ranks of a training job send, computed from its sizes alone. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/training.h"

#include <stdlib.h>

#define MAX_TOTAL 0x1p52

/* Matrices of a layer, in elements of hidden x hidden: attention and feed-forward. */
#define ATTENTION 4.0
#define FEED_FORWARD 8.0

/* The stride of each dimension in the numbers of ranks. */
struct numbering {
    uint32_t size[TRAINING_DIMENSIONS];
    uint32_t stride[TRAINING_DIMENSIONS];
};

struct volume {
    double bytes;
    double messages;
};

struct flow {
    uint32_t src;
    uint32_t dst;
    struct volume volume;
};

struct maker {
    const struct training *training;
    struct numbering dense;  /* of all traffic but that of experts; their dimension has size 1 */
    struct numbering expert; /* of experts: no context dimension, and a smaller one of data */
    struct flow *flows;
    size_t count;
    size_t capacity;
    bool failed;
};

static void number(struct numbering *numbering, const struct training *training)
{
    uint32_t stride = 1;

    for (uint32_t i = 0; i < TRAINING_DIMENSIONS; i++) {
        enum training_dimension d = training->order[i];

        numbering->stride[d] = stride;
        stride *= numbering->size[d];
    }
}

static uint32_t place(const struct numbering *numbering, uint32_t rank, enum training_dimension d)
{
    return rank / numbering->stride[d] % numbering->size[d];
}

static void add(struct maker *m, uint32_t src, uint32_t dst, struct volume volume)
{
    src /= m->training->local;
    dst /= m->training->local;
    if (src == dst || volume.bytes <= 0 || m->failed)
        return;
    m->failed = array_grow(&m->flows, &m->capacity, m->count + 1, sizeof *m->flows) < 0;
    if (!m->failed)
        m->flows[m->count++] = (struct flow){src, dst, volume};
}

/* A group of ranks along one or two dimensions. The faster dimension counts first, as in
 * communicators of consecutive ranks. */
struct group {
    uint32_t first;
    uint32_t size[2];
    uint32_t stride[2];
    uint32_t self; /* index of the rank at hand */
};

static struct group group_of(const struct numbering *n, uint32_t rank, enum training_dimension a,
                             enum training_dimension b)
{
    bool swap = n->stride[b] < n->stride[a];
    enum training_dimension fast = swap ? b : a, slow = swap ? a : b;
    struct group group = {
        .size = {n->size[fast], slow == fast ? 1 : n->size[slow]},
        .stride = {n->stride[fast], n->stride[slow]},
    };
    uint32_t at[2] = {place(n, rank, fast), slow == fast ? 0 : place(n, rank, slow)};

    group.first = rank - at[0] * group.stride[0] - at[1] * group.stride[1];
    group.self = at[1] * group.size[0] + at[0];
    return group;
}

static uint32_t members(const struct group *group)
{
    return group->size[0] * group->size[1];
}

static uint32_t member(const struct group *group, uint32_t index)
{
    return group->first + index % group->size[0] * group->stride[0] +
           index / group->size[0] * group->stride[1];
}

/* Send the next rank of a ring what a ring all-reduce of `bytes` moves, `times` over. */
static void add_ring(struct maker *m, uint32_t rank, const struct group *group, double bytes,
                     double times)
{
    uint32_t n = members(group);
    double steps = 2.0 * (n - 1);

    add(m, rank, member(group, (group->self + 1) % n),
        (struct volume){times * steps / n * bytes, times * steps});
}

/* The parent of `index` in the binary tree in which all odd numbers are leaves; `n` for the root,
 * 0. */
static uint32_t parent(uint32_t index, uint32_t n)
{
    uint32_t bit = index & -index;
    uint32_t up = (index & ~bit) | bit << 1;

    if (index == 0)
        return n;
    return up < n ? up : index & ~bit;
}

/* Each tree carries half of the sum up and half of the result down. The second tree has the members
 * of the first in reverse or, if their number is odd, shifted by one: so hardly any member is an
 * inner node of both. */
static void add_trees(struct maker *m, uint32_t rank, const struct group *group, double bytes)
{
    uint32_t n = members(group);
    struct volume half = {bytes / 2, 1};

    for (uint32_t tree = 0; tree < 2; tree++) {
        bool shifted = tree && n % 2, mirrored = tree && !shifted;
        uint32_t index = (group->self + n - shifted) % n;
        uint32_t up = parent(mirrored ? n - 1 - index : index, n);

        if (up == n)
            continue;
        up = mirrored ? n - 1 - up : (up + shifted) % n;
        add(m, rank, member(group, up), half);
        add(m, member(group, up), rank, half);
    }
}

static void add_gradients(struct maker *m, uint32_t rank, const struct group *group,
                          double elements)
{
    double bytes = elements * m->training->bytes;

    if (members(group) == 1)
        return;
    if (m->training->tree)
        add_trees(m, rank, group, bytes);
    else
        add_ring(m, rank, group, bytes, 1);
}

/* Bytes of one microbatch's activations on a rank of the context dimension. */
static double activation(const struct training *t)
{
    return (double)t->micro * t->sequence * t->hidden * t->bytes / t->size[TRAINING_CONTEXT];
}

/* Passes of a microbatch through a layer of one stage, in a step. */
static double passes(const struct training *t)
{
    return (double)t->layers / t->size[TRAINING_PIPELINE] * t->batches;
}

static void add_tensor(struct maker *m, uint32_t rank)
{
    const struct training *t = m->training;
    struct group group = group_of(&m->dense, rank, TRAINING_TENSOR, TRAINING_TENSOR);

    if (members(&group) > 1)
        add_ring(m, rank, &group, activation(t), 4 * passes(t));
}

static void add_context(struct maker *m, uint32_t rank)
{
    const struct training *t = m->training;
    struct group group = group_of(&m->dense, rank, TRAINING_CONTEXT, TRAINING_CONTEXT);
    uint32_t n = members(&group);
    double steps = 2 * passes(t) * (n - 1); /* forward and backward */

    if (n > 1)
        add(m, rank, member(&group, (group.self + 1) % n),
            (struct volume){3 * steps * activation(t) / t->size[TRAINING_TENSOR], steps});
}

static void add_pipeline(struct maker *m, uint32_t rank)
{
    const struct training *t = m->training;
    uint32_t stride = m->dense.stride[TRAINING_PIPELINE];
    struct volume volume = {t->batches * activation(t) / t->size[TRAINING_TENSOR], t->batches};

    if (place(&m->dense, rank, TRAINING_PIPELINE) + 1 == t->size[TRAINING_PIPELINE])
        return;
    add(m, rank, rank + stride, volume);
    add(m, rank + stride, rank, volume);
}

static void add_data(struct maker *m, uint32_t rank)
{
    const struct training *t = m->training;
    struct group all = group_of(&m->dense, rank, TRAINING_CONTEXT, TRAINING_DATA);
    struct group experts = group_of(&m->expert, rank, TRAINING_DATA, TRAINING_DATA);
    double square = (double)t->hidden * t->hidden * t->layers /
                    ((double)t->size[TRAINING_PIPELINE] * t->size[TRAINING_TENSOR]);
    bool has_experts = t->experts > 1;

    add_gradients(m, rank, &all, square * (has_experts ? ATTENTION : ATTENTION + FEED_FORWARD));
    if (has_experts)
        add_gradients(m, rank, &experts,
                      square * FEED_FORWARD * t->experts / t->size[TRAINING_EXPERT]);
}

static void add_experts(struct maker *m, uint32_t rank)
{
    const struct training *t = m->training;
    struct group group = group_of(&m->expert, rank, TRAINING_EXPERT, TRAINING_EXPERT);
    uint32_t n = members(&group);
    double times = 4 * passes(t); /* dispatch and combine, in both passes */
    double bytes = times * t->topk * activation(t) / t->size[TRAINING_TENSOR] / n;

    for (uint32_t i = 1; i < n; i++)
        add(m, rank, member(&group, (group.self + i) % n), (struct volume){bytes, times});
}

static void set_numbering(struct maker *m)
{
    const struct training *t = m->training;

    for (uint32_t d = 0; d < TRAINING_DIMENSIONS; d++)
        m->dense.size[d] = m->expert.size[d] = t->size[d];
    m->dense.size[TRAINING_EXPERT] = 1;
    m->expert.size[TRAINING_CONTEXT] = 1;
    m->expert.size[TRAINING_DATA] = t->ranks / (t->size[TRAINING_TENSOR] *
                                                t->size[TRAINING_EXPERT] *
                                                t->size[TRAINING_PIPELINE]);
    number(&m->dense, t);
    number(&m->expert, t);
}

/* A whole number, at least 1. */
static uint64_t whole(double value)
{
    return value < 1 ? 1 : (uint64_t)(value + 0.5);
}

/* Round to whole bytes and messages; see training_edges for the part. */
static int round_edges(const struct maker *m, struct topomap_edge **edges, size_t *count,
                       double *part)
{
    double total = 0;

    for (size_t i = 0; i < m->count; i++)
        total += m->flows[i].volume.bytes;
    for (*part = 1; total * *part > MAX_TOTAL; *part /= 2)
        ;
    *edges = calloc(m->count ? m->count : 1, sizeof **edges);
    if (!*edges)
        return -1;
    for (size_t i = 0; i < m->count; i++) {
        struct volume volume = m->flows[i].volume;

        (*edges)[i] = (struct topomap_edge){
            m->flows[i].src, m->flows[i].dst, whole(volume.bytes * *part),
            whole(volume.messages * *part)};
    }
    *count = m->count;
    return 0;
}

uint32_t training_tasks(const struct training *training)
{
    return training->ranks / training->local;
}

uint64_t training_degree(const struct training *training)
{
    return (uint64_t)training->local * (16 + training->size[TRAINING_EXPERT]);
}

int training_edges(const struct training *training, struct topomap_edge **edges, size_t *count,
                   double *part)
{
    struct maker m = {.training = training};
    int result = -1;

    set_numbering(&m);
    for (uint32_t rank = 0; rank < training->ranks && !m.failed; rank++) {
        add_tensor(&m, rank);
        add_context(&m, rank);
        add_pipeline(&m, rank);
        add_data(&m, rank);
        add_experts(&m, rank);
    }
    *edges = NULL;
    *count = 0;
    if (!m.failed)
        result = round_edges(&m, edges, count, part);
    free(m.flows);
    return result;
}
