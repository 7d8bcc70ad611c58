/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways to lay a grid on a box of nodes: each block has its own node, and the cost of a winding is
 * the cost of its places. */
#include "unit/unit.h"

#include "map/common/winding.h"

#include <math.h>
#include <string.h>

#define MOST_RANKS 4096

struct layout {
    const char *name;
    uint32_t axes, length[3];
    bool ring;         /* all axes */
    uint32_t sides, side[3];
    enum network_wrap wrap;
    uint32_t tasks;
    enum { NONE, SOME, ADJACENT } found; /* whether there is a winding, and one whose steps are
                                          * at most a hop */
};

static struct winding_task task_of(const struct layout *l)
{
    struct winding_task task = {.sides = l->sides, .tasks = l->tasks};

    task.grid.ranks = 1;
    task.grid.axes = l->axes;
    for (uint32_t d = 0; d < l->axes; d++) {
        task.grid.ranks *= l->length[d];
        task.grid.axis[d] = (struct ideal_axis){.length = l->length[d], .ring = l->ring};
    }
    for (uint32_t d = 0; d < l->axes; d++) {
        uint32_t lines = task.grid.ranks / l->length[d];

        task.grid.axis[d].weight = (double)lines * (l->length[d] - !l->ring);
    }
    for (uint32_t j = 0; j < l->sides; j++)
        task.side[j] = (struct winding_side){l->side[j], l->wrap, 1};
    return task;
}

static void coordinates(const struct layout *l, uint32_t rank, uint32_t *at)
{
    for (uint32_t d = 0; d < l->axes; d++, rank /= l->length[d - 1])
        at[d] = rank % l->length[d];
}

static uint32_t hops_between(const struct layout *l, const uint32_t *a, const uint32_t *b)
{
    uint32_t hops = 0;

    for (uint32_t j = 0; j < l->sides; j++) {
        uint32_t gap = a[j] < b[j] ? b[j] - a[j] : a[j] - b[j];

        hops += l->wrap == NETWORK_WRAP && l->side[j] - gap < gap ? l->side[j] - gap : gap;
    }
    return hops;
}

/* Add up the hops of all steps of the grid, and count those that leave nodes. */
static void add_steps(const struct layout *l, const struct winding_task *task,
                      const struct winding *winding, double *hops, double *leave)
{
    for (uint32_t rank = 0; rank < task->grid.ranks; rank++) {
        uint32_t at[3], from[3], to[3];

        coordinates(l, rank, at);
        winding_place(task, winding, at, from);
        for (uint32_t d = 0; d < l->axes; d++) {
            uint32_t held = at[d], between;

            if (held + 1 == l->length[d] && !l->ring)
                continue;
            at[d] = (held + 1) % l->length[d];
            winding_place(task, winding, at, to);
            at[d] = held;
            between = hops_between(l, from, to);
            *hops += between;
            *leave += between > 0;
        }
    }
}

/* Each node of the box gets as many ranks as it runs tasks. */
static void check_rooms(const struct layout *l, const struct winding_task *task,
                        const struct winding *winding)
{
    static uint32_t taken[MOST_RANKS];

    memset(taken, 0, sizeof taken);
    for (uint32_t rank = 0; rank < task->grid.ranks; rank++) {
        uint32_t at[3], place[3], node = 0;

        coordinates(l, rank, at);
        winding_place(task, winding, at, place);
        for (uint32_t j = 0; j < l->sides; j++) {
            assert_true(place[j] < l->side[j]);
            node = node * l->side[j] + place[j];
        }
        taken[node]++;
    }
    for (uint32_t node = 0; node < task->grid.ranks / l->tasks; node++)
        assert_int_equal(taken[node], l->tasks);
}

static void windings_keep_neighbours_near(void **state)
{
    static const struct layout layouts[] = {
        {"a box on itself", 3, {8, 8, 8}, false, 3, {8, 8, 8}, NETWORK_MESH, 1, ADJACENT},
        {"rings on a torus", 2, {8, 4}, true, 2, {8, 4}, NETWORK_WRAP, 1, ADJACENT},
        {"blocks of 8", 3, {16, 16, 16}, false, 3, {8, 8, 8}, NETWORK_MESH, 8, ADJACENT},
        {"a line winds through a box", 1, {64}, false, 3, {4, 4, 4}, NETWORK_MESH, 1, ADJACENT},
        {"a ring winds through a box", 1, {64}, true, 3, {4, 4, 4}, NETWORK_MESH, 1, SOME},
        {"a flat grid on a cube", 2, {64, 8}, false, 3, {8, 8, 8}, NETWORK_WRAP, 1, ADJACENT},
        {"five do not part eight", 2, {5, 8}, false, 2, {8, 8}, NETWORK_MESH, 1, NONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        const struct layout *l = &layouts[i];
        struct winding_task task = task_of(l);
        struct winding winding = {0};
        double hops = 0, leave = 0;

        if (winding_find(&task, &winding) != (l->found != NONE))
            fail_msg("%s: there should be %s winding", l->name, l->found == NONE ? "no" : "a");
        if (l->found == NONE)
            continue;
        check_rooms(l, &task, &winding);
        add_steps(l, &task, &winding, &hops, &leave);
        assert_true(fabs(winding.cost - hops) < 1e-6 * hops);
        assert_true(fabs(winding.cut - leave) < 1e-6 * leave);
        if ((l->found == ADJACENT) != (hops <= leave))
            fail_msg("%s: %g steps take %g hops", l->name, leave, hops);
    }
}

/* Also axes that lie inside nodes have an order of sides: else places are what memory holds. */
static void all_axes_have_an_order_of_sides(void **state)
{
    static const struct layout layout = {
        "2x9 on 3x3, two tasks a node", 2, {2, 9}, false, 2, {3, 3}, NETWORK_MESH, 2, SOME};
    struct winding_task task = task_of(&layout);
    struct winding winding;

    (void)state;
    assert_true(winding_find(&task, &winding));
    for (uint32_t d = 0; d < 2; d++)
        assert_int_equal(winding.winds[d][0] + winding.winds[d][1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windings_keep_neighbours_near),
        cmocka_unit_test(all_axes_have_an_order_of_sides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
