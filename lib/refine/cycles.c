/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/cycles.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A gain below this part of the costs it comes from may be rounding. */
#define ROUNDING 1e-12

/* The thing on a node that gains most on another one, or loses least, if all others stay. */
struct move {
    uint32_t thing;
    uint32_t from; /* node */
    uint32_t to;   /* node */
    double gain;
};

struct cycles {
    struct refine_level *level;
    size_t *away;       /* [nodes+1]: range of `move`, by the node that they lead away from */
    struct move *move;
    size_t *into;       /* [nodes+1]: range of `back`, by the node that they lead to */
    size_t *back;       /* numbers of moves */
    size_t *at;         /* [nodes]: the move to a node, while those of one node are gathered */
    const struct move **home; /* [nodes]: from there to where a cycle begins, or NULL */
    bool *changed;      /* [nodes]: by this pass, so that their moves are out of date */
};

/* Three moves, each away from the node that the one before leads to. */
struct cycle {
    const struct move *move[3];
    double gain;
};

/* ---- moves ------------------------------------------------------------------------------- */

static void add_move(struct cycles *c, uint32_t thing, uint32_t to, size_t *count)
{
    struct refine_level *level = c->level;
    uint32_t from = level->place[thing];
    size_t at = c->at[to];
    bool first = at < c->away[from] || at >= *count || c->move[at].to != to;
    double most, cost;

    if (to == from || thing == level->held || (level->kind && level->kind[to] != level->kind[from]))
        return;
    most = first ? INFINITY : level->cost[thing] - c->move[at].gain;
    cost = refine_level_cost_below(level, thing, to, most);
    if (cost >= most)
        return;
    if (first)
        at = c->at[to] = (*count)++;
    c->move[at] = (struct move){thing, from, to, level->cost[thing] - cost};
}

/* Things can move to where their partners are, and to what is near. */
static void gather_moves(struct cycles *c)
{
    const struct refine_level *level = c->level;
    uint32_t nodes = level->allocation->nodes;
    size_t count = 0;

    for (uint32_t node = 0; node < nodes; node++) {
        const uint32_t *near = search_near_of(level->near, node);

        c->away[node] = count;
        for (uint32_t i = level->contents.first[node]; i < level->contents.first[node + 1]; i++) {
            uint32_t thing = level->contents.member[i];
            const uint32_t *row = level->at + level->graph->offset[thing];

            for (uint32_t k = 0; k < level->length[thing]; k++)
                add_move(c, thing, row[k], &count);
            for (uint32_t k = 0; k < level->near->count; k++)
                add_move(c, thing, near[k], &count);
        }
    }
    c->away[nodes] = count;
}

/* Sort their numbers by where they lead to. */
static void sort_moves(struct cycles *c)
{
    uint32_t nodes = c->level->allocation->nodes;

    memset(c->into, 0, ((size_t)nodes + 1) * sizeof *c->into);
    for (size_t m = 0; m < c->away[nodes]; m++)
        c->into[c->move[m].to]++;
    for (uint32_t node = 0; node < nodes; node++)
        c->into[node + 1] += c->into[node];
    for (size_t m = c->away[nodes]; m-- > 0;)
        c->back[--c->into[c->move[m].to]] = m;
}

/* ---- cycles ------------------------------------------------------------------------------ */

/* What three moves gain together: one by one each was counted as if the others stayed. */
static double joint_gain(const struct refine_level *level, const struct cycle *cycle)
{
    double gain = 0;

    for (int i = 0; i < 3; i++) {
        const struct move *move = cycle->move[i];
        const struct move *next = cycle->move[(i + 1) % 3];
        double weight = refine_level_weight(level, move->thing, next->thing);

        gain += move->gain;
        if (weight > 0)
            gain -= weight * ((double)allocation_distance(level->allocation, move->from, move->to) +
                              allocation_distance(level->allocation, next->from, next->to) -
                              allocation_distance(level->allocation, next->to, move->from));
    }
    return gain;
}

/* The best cycle that begins with `first`. A cycle that pays can begin so that it pays after each
 * move. */
static void try_cycles(struct cycles *c, const struct move *first, struct cycle *best)
{
    for (size_t m = c->away[first->to]; m < c->away[first->to + 1]; m++) {
        const struct move *second = &c->move[m];
        const struct move *third = c->home[second->to];
        struct cycle cycle = {{first, second, third}, first->gain + second->gain};

        if (cycle.gain <= 0 || !third || cycle.gain + third->gain <= best->gain)
            continue;
        cycle.gain = joint_gain(c->level, &cycle);
        if (cycle.gain > best->gain)
            *best = cycle;
    }
    c->level->work += c->away[first->to + 1] - c->away[first->to];
}

/* Count the moves of a cycle again: things that they talk to may have moved since. */
static double recount(struct cycles *c, const struct cycle *cycle)
{
    struct refine_level *level = c->level;
    struct move move[3];
    struct cycle fresh = {{&move[0], &move[1], &move[2]}, 0};

    for (int i = 0; i < 3; i++) {
        move[i] = *cycle->move[i];
        move[i].gain = level->cost[move[i].thing] -
                       refine_level_cost(level, move[i].thing, move[i].to);
    }
    return joint_gain(level, &fresh);
}

/* Turn a cycle if it pays. */
static bool turn(struct cycles *c, const struct cycle *cycle)
{
    double gain = recount(c, cycle);
    uint32_t thing[3];
    double costs = 0;

    for (int i = 0; i < 3; i++) {
        thing[i] = cycle->move[i]->thing;
        costs += c->level->cost[thing[i]];
    }
    if (gain <= ROUNDING * costs)
        return false;
    for (int i = 0; i < 3; i++)
        c->changed[cycle->move[i]->from] = true;
    refine_level_rotate(c->level, thing, 3, gain);
    return true;
}

/* Turn the best cycle that begins at `node`, if one pays. */
static bool try_node(struct cycles *c, uint32_t node)
{
    struct cycle best = {.gain = 0};

    for (size_t i = c->into[node]; i < c->into[node + 1]; i++) {
        const struct move *move = &c->move[c->back[i]];

        c->home[move->from] = c->changed[move->from] ? NULL : move;
    }
    for (size_t m = c->away[node]; m < c->away[node + 1]; m++) {
        if (c->move[m].gain > 0 && !c->changed[c->move[m].to])
            try_cycles(c, &c->move[m], &best);
    }
    for (size_t i = c->into[node]; i < c->into[node + 1]; i++)
        c->home[c->move[c->back[i]].from] = NULL;
    return best.gain > 0 && turn(c, &best);
}

/* ---- passes ------------------------------------------------------------------------------ */

static bool run_pass(struct cycles *c, const struct map_job *job, uint64_t limit)
{
    uint32_t nodes = c->level->allocation->nodes;
    bool turned = false;

    gather_moves(c);
    sort_moves(c);
    memset(c->changed, 0, nodes * sizeof *c->changed);
    for (uint32_t node = 0; node < nodes && c->level->work < limit && !map_late(job); node++) {
        if (!c->changed[node])
            turned |= try_node(c, node);
    }
    return turned;
}

static int cycles_init(struct cycles *c, struct refine_level *level)
{
    size_t nodes = level->allocation->nodes;
    size_t moves = nodes * level->near->count + level->graph->offset[level->graph->vertices];

    *c = (struct cycles){
        .level = level,
        .away = array_raw(nodes + 1, sizeof *c->away),
        .move = array_raw(moves, sizeof *c->move),
        .into = array_raw(nodes + 1, sizeof *c->into),
        .back = array_raw(moves, sizeof *c->back),
        .at = array_new(nodes, sizeof *c->at),
        .home = array_new(nodes, sizeof *c->home),
        .changed = array_raw(nodes, sizeof *c->changed),
    };
    return c->away && c->move && c->into && c->back && c->at && c->home && c->changed ? 0 : -1;
}

static void cycles_free(struct cycles *c)
{
    free(c->away);
    free(c->move);
    free(c->into);
    free(c->back);
    free(c->at);
    free(c->home);
    free(c->changed);
}

int refine_cycles_run(struct refine_level *level, const struct map_job *job, uint64_t limit,
                      bool *turned, struct topomap_error *error)
{
    struct cycles c;
    int result = cycles_init(&c, level);

    *turned = false;
    while (result == 0 && level->work < limit && !map_late(job) && run_pass(&c, job, limit))
        *turned = true;
    cycles_free(&c);
    return result < 0 ? error_memory(error) : 0;
}
