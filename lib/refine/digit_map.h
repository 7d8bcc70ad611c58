/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_DIGIT_MAP_H
#define REFINE_DIGIT_MAP_H

#include "map/map.h"

/* Numbers up to TOPOMAP_MAX_RANKS have at most so many prime factors. */
#define DIGIT_MAP_MOST 24

/* The most sides of a box: the slot on a node, its coordinates, and the node among those that share
 * them; a process grid has no more. */
#define DIGIT_MAP_SIDES (2 + NETWORK_MAX_DIMS)

_Static_assert(TOPOMAP_MAX_DIMENSIONS <= DIGIT_MAP_SIDES, "a process grid has too many sides");

/* A coordinate and its digits, the least significant one first. Each has a prime as its radix, in
 * any order. Reflected, consecutive coordinates differ in one digit, by 1: Gray code. */
struct digit_side {
    uint32_t length;
    uint32_t first, digits; /* range of the digits of the box */
    bool reflected;
};

struct digit_box {
    uint32_t sides;
    struct digit_side side[DIGIT_MAP_SIDES];
    uint32_t radix[DIGIT_MAP_MOST]; /* of all digits, side after side */
    uint32_t digits;
};

/*
 * A linear map of ranks to nodes with equally many tasks. A digit of the slot or of a coordinate of
 * the node is a sum of multiples of digits of the rank with the same radix, modulo the radix.
 * Permutations of digits are such maps, and so are shears of the process grid. Every map is a
 * bijection of ranks and slots.
 *
 * Permutations of binary digits: Nassimi and Sahni: An optimal routing algorithm for mesh-connected
 * parallel computers, J. ACM 27(1), 1980. Linear ones: Cormen, Sundquist, Wisniewski:
 * Asymptotically tight bounds for performing BMMC permutations on parallel disk systems, SIAM J.
 * Computing 28(1), 1998. Shears ("tilts") of process grids: Bhatele et al.: Mapping applications
 * with collectives over sub-communicators on torus networks, SC 2012 (Rubik).
 */
struct digit_map {
    uint32_t ranks;
    struct digit_box grid;  /* of the ranks */
    struct digit_box nodes; /* the first side is the slot on the node, the last one the node among
                             * those that share coordinates */
    uint32_t *at;           /* [ranks][grid.sides]: coordinates of ranks */
    uint32_t *digit;        /* [ranks][grid.digits]: their digits */
    uint32_t *node;         /* [places]: the node with these coordinates, the last one fastest */
    bool keeps_first;                 /* all ranks are shifted so that rank 0 is on this node: */
    uint32_t origin[DIGIT_MAP_SIDES]; /* its coordinates */
    uint32_t factor[DIGIT_MAP_MOST][DIGIT_MAP_MOST]; /* [digit of a node][digit of a rank] */
};

/* A change of a map. */
struct digit_move {
    enum { DIGIT_SWAP, DIGIT_ADD, DIGIT_REFLECT_NODES, DIGIT_REFLECT_RANKS } kind;
    uint32_t a, b; /* digits of nodes to swap; the digit to which another one is added; a side */
};

/* The map that assigns digits in their order. If job->keep_first, rank 0 stays where it is in the
 * placement [ranks].
 * TOPOMAP_IMPOSSIBLE: nodes have different numbers of tasks. */
int digit_map_init(struct digit_map *map, const struct map_job *job, const uint32_t *placement,
                   struct topomap_error *error);
void digit_map_free(struct digit_map *map);

/* The moves that a map has, at most `most` of them; returns how many. They are the same until it is
 * shuffled. */
size_t digit_map_moves(const struct digit_map *map, struct digit_move *moves, size_t most);

void digit_map_move(struct digit_map *map, const struct digit_move *move);
void digit_map_undo(struct digit_map *map, const struct digit_move *move);

/* A map at random: another order of the radices of each side, sides reflected or not, and a
 * permutation of the digits. */
void digit_map_shuffle(struct digit_map *map, struct random *random);

/* Fill placement [ranks]. */
void digit_map_place(const struct digit_map *map, uint32_t *placement);

#endif
