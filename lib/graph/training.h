/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_TRAINING_H
#define GRAPH_TRAINING_H

#include "topomap_internal.h"

/* The ways in which the training of a transformer is spread over ranks. */
enum training_dimension {
    TRAINING_TENSOR,
    TRAINING_CONTEXT,
    TRAINING_EXPERT,
    TRAINING_DATA,
    TRAINING_PIPELINE,
    TRAINING_DIMENSIONS,
};

/* A training job and its model. Sizes are at least 1. */
struct training {
    uint32_t size[TRAINING_DIMENSIONS];
    enum training_dimension order[TRAINING_DIMENSIONS]; /* in the number of a rank, fastest first */
    uint32_t ordered;   /* so many of them were named; the others have size 1 */
    uint32_t layers;
    uint32_t hidden;    /* width of an activation, in elements */
    uint32_t sequence;  /* tokens of a sequence */
    uint32_t micro;     /* sequences of a microbatch */
    uint32_t batches;   /* microbatches of a step, for each data-parallel replica */
    uint32_t bytes;     /* of an element */
    uint32_t experts;   /* of a layer, in all expert-parallel ranks together */
    uint32_t topk;      /* experts that a token goes to */
    uint32_t local;     /* consecutive ranks that are one task */
    bool tree;          /* gradients are summed by a double binary tree, not by a ring */
    uint32_t ranks;     /* of the training job */
};

/*
 * Parse "KEY=VALUE,..." (up to the end of `text`, a whole pattern `train:...`). What is not said
 * gets its default. Returns -1 with TOPOMAP_INPUT for what is malformed or contradicts itself.
 */
int training_parse(struct training *training, const char *text, struct topomap_error *error);

/* Tasks: ranks / local. */
uint32_t training_tasks(const struct training *training);

/* An upper limit of the edges of one rank. */
uint64_t training_degree(const struct training *training);

/*
 * What the tasks send in one step, in bytes, task by task; *edges [*count] is the caller's to free,
 * also after an error. Pairs may come several times. If all bytes together exceed 2^52, they are
 * divided by the smallest power of two that mends it. Returns -1 when memory is out.
 *
 * Sources, with t, c, e, d, p the sizes of the dimensions, and a microbatch of b sequences of s
 * tokens of h elements:
 * - tensor: all-reduces of b s h / c elements, four for each layer and microbatch, by rings
 *   (Narayanan et al., SC 2021, section 3.2: 8 b s h (t-1)/t for each rank);
 * - pipeline: b s h / (c t) elements forth and back between neighbours (there, 3.2 and 4.1);
 * - data: the sum of all gradients, 12 h^2 elements a layer (there, equation 2, without the
 *   embeddings), 2 (n-1)/n of them for each of the n = d c ranks of a ring (3.3), or by NCCL's
 *   double binary trees (Sanders, Speck and Traeff, Parallel Computing 35, 2009);
 * - context: keys and values go round a ring, in the backward pass with their gradients (Liu et
 *   al., Ring attention, arXiv:2310.01889): 6 b s h (c-1) / (c t) for each layer and microbatch;
 * - expert: all-to-alls of the tokens, each to `topk` experts, out and back in either pass
 *   (Lepikhin et al., GShard, arXiv:2006.16668).
 */
int training_edges(const struct training *training, struct topomap_edge **edges, size_t *count);

#endif
