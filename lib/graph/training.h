/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_TRAINING_H
#define GRAPH_TRAINING_H

#include "topomap_internal.h"

/* The dimensions along which the training of a transformer is parallel. */
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
    enum training_dimension order[TRAINING_DIMENSIONS]; /* dimensions of rank numbers, fastest
                                                         * first */
    uint32_t ordered;   /* how many of them were named; the others have size 1 */
    uint32_t layers;
    uint32_t hidden;    /* width of an activation, in elements */
    uint32_t sequence;  /* tokens of a sequence */
    uint32_t micro;     /* sequences per microbatch */
    uint32_t batches;   /* microbatches per step, for each data-parallel replica */
    uint32_t bytes;     /* per element */
    uint32_t experts;   /* per layer, over all expert-parallel ranks */
    uint32_t topk;      /* experts per token */
    uint32_t local;     /* consecutive ranks that form one task */
    bool tree;          /* gradients are summed by a double binary tree instead of a ring */
    uint32_t ranks;     /* of the training job */
};

/*
 * Parse "KEY=VALUE,...", the rest of a pattern `train:...`. Keys that are left out get their
 * defaults. Returns -1 with TOPOMAP_INPUT if it is malformed or contradicts itself.
 */
int training_parse(struct training *training, const char *text, struct topomap_error *error);

/* Tasks: ranks / local. */
uint32_t training_tasks(const struct training *training);

/* An upper bound of the edges of one rank. */
uint64_t training_degree(const struct training *training);

/*
 * What the tasks send in one step, task by task. The caller frees *edges [*count], also after an
 * error. Pairs may occur several times. If all bytes together exceed 2^52, the edges have only a
 * part of the bytes and of the messages (but at least 1 of either): *part, else 1, is the largest
 * sufficient power of 1/2. Returns -1 when memory runs out.
 *
 * Sources, with t, c, e, d, p the sizes of the dimensions, and a microbatch of b sequences of s
 * tokens of h elements:
 * - tensor: all-reduces of b s h / c elements, four for each layer and microbatch, by rings
 *   (Narayanan et al., SC 2021, section 3.2: 8 b s h (t-1)/t for each rank);
 * - pipeline: b s h / (c t) elements forward and back between neighbours (there, 3.2 and 4.1);
 * - data: the sum of all gradients, 12 h^2 elements a layer (there, equation 2, without the
 *   embeddings), 2 (n-1)/n of them for each of the n = d c ranks of a ring (3.3), or by NCCL's
 *   double binary trees (Sanders, Speck and Traeff, Parallel Computing 35, 2009);
 * - context: keys and values go round a ring, in the backward pass with their gradients (Liu et
 *   al., Ring attention, arXiv:2310.01889): 6 b s h (c-1) / (c t) for each layer and microbatch;
 * - expert: all-to-alls of the tokens, each to `topk` experts, out and back in either pass
 *   (Lepikhin et al., GShard, arXiv:2006.16668).
 */
int training_edges(const struct training *training, struct topomap_edge **edges, size_t *count,
                   double *part);

#endif
