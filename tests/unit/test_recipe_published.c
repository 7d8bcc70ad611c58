/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shipped recipes of pF3D, Qbox and the figures of operations against Bhatele et al.
 * ("Mapping Applications with Collectives over Sub-communicators on Torus Networks", SC 2012,
 * table II, the listings and section III). The rank of each core is computed here without trees
 * and boxes.
 */
#include "unit/unit.h"

#include "recipe/recipe.h"

#include <stdio.h>
#include <stdlib.h>

enum { X, Y, Z, T };

struct tilt {
    uint32_t normal, along; /* the dimension in which planes tilt, and the one along which they
                             * do */
};

/* A row of table II. The application is 16 x 8 x planes, its tiles 16 x 8 x 1. */
struct row {
    const char *recipe;
    uint32_t torus[4], tile[4];
    uint32_t tilts;
    struct tilt tilt[2];
};

static const struct row table[] = {
    {"pf3d-2048-tiled", {8, 8, 8, 4}, {8, 8, 2, 1}, 0, {{0}}},
    {"pf3d-2048-tiltX", {8, 8, 8, 4}, {8, 8, 2, 1}, 1, {{Z, X}}},
    {"pf3d-2048-tiltXY", {8, 8, 8, 4}, {8, 8, 2, 1}, 2, {{Z, X}, {Z, Y}}},
    {"pf3d-4096", {8, 8, 16, 4}, {1, 8, 16, 1}, 2, {{X, Y}, {X, Z}}},
    {"pf3d-8192", {8, 8, 32, 4}, {8, 8, 2, 1}, 1, {{X, Y}}},
    {"pf3d-16384", {8, 16, 32, 4}, {8, 16, 1, 1}, 0, {{0}}},
    {"pf3d-32768", {8, 32, 32, 4}, {2, 8, 8, 1}, 2, {{X, Y}, {X, Z}}},
    {"pf3d-65536", {16, 32, 32, 4}, {1, 8, 16, 1}, 2, {{X, Y}, {X, Z}}},
};

static struct topomap_recipe *shipped(const char *name)
{
    struct topomap_error error;
    struct topomap_recipe *recipe;
    char path[512];

    snprintf(path, sizeof path, SOURCE_DIR "/../etc/recipes/%s.yaml", name);
    recipe = topomap_recipe_read(path, &error);
    if (!recipe)
        fail_msg("%s", error.text);
    return recipe;
}

/* The number of a place in scan order, the last dimension fastest. */
static uint32_t number(const uint32_t *size, const uint32_t *at)
{
    return ((at[X] * size[Y] + at[Y]) * size[Z] + at[Z]) * size[T] + at[T];
}

/* The rank at a core. A tilt moves cells at a along one dimension by a along the normal, so the
 * tilts are undone, the last one first. */
static uint32_t rank_at(const struct row *row, const uint32_t *core)
{
    uint32_t at[4], tile[4], inside[4], tiles[4], plane, position;

    for (uint32_t d = 0; d < 4; d++)
        at[d] = core[d];
    for (uint32_t i = row->tilts; i > 0; i--) {
        uint32_t normal = row->tilt[i - 1].normal, size = row->torus[normal];

        at[normal] = (at[normal] + size - at[row->tilt[i - 1].along] % size) % size;
    }
    for (uint32_t d = 0; d < 4; d++) {
        tile[d] = at[d] / row->tile[d];
        inside[d] = at[d] % row->tile[d];
        tiles[d] = row->torus[d] / row->tile[d];
    }
    plane = number(tiles, tile);
    position = number(row->tile, inside); /* p * 8 + q in the plane */
    return plane * 128 + position % 8 * 16 + position / 8;
}

static void pf3d_is_mapped_as_printed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct topomap_recipe *recipe = shipped(table[i].recipe);
        const uint32_t *size = table[i].torus;

        assert_int_equal(recipe->dims, 4);
        for (uint32_t d = 0; d < 4; d++)
            assert_int_equal(recipe->size[d], size[d]);
        for (uint32_t cell = 0; cell < recipe->ranks; cell++) {
            uint32_t core[4] = {cell / size[T] / size[Z] / size[Y], cell / size[T] / size[Z] % size[Y],
                                cell / size[T] % size[Z], cell % size[T]};

            if (recipe->rank[cell] != rank_at(&table[i], core))
                fail_msg("%s: core %u,%u,%u,%u holds rank %u, not %u", table[i].recipe, core[X],
                         core[Y], core[Z], core[T], recipe->rank[cell], rank_at(&table[i], core));
        }
        topomap_recipe_destroy(recipe);
    }
}

/* [256, 8] in tiles of [256, 1] to cut([2, 1, 4, 1], [mod, div, div, div]) of [8, 8, 8, 4]: part
 * x % 2, z / 2 is process column x % 2 * 4 + z / 2, its cores are counted through. */
static void qbox_is_mapped_as_printed(void **state)
{
    struct topomap_recipe *recipe = shipped("qbox-2048-interleaved");

    (void)state;
    assert_int_equal(recipe->ranks, 2048);
    for (uint32_t cell = 0; cell < 2048; cell++) {
        uint32_t x = cell / 256, y = cell / 32 % 8, z = cell / 4 % 8, t = cell % 4;
        uint32_t column = x % 2 * 4 + z / 2;
        uint32_t row = ((x / 2 * 8 + y) * 2 + z % 2) * 4 + t;

        assert_int_equal(recipe->rank[cell], column * 256 + row);
    }
    topomap_recipe_destroy(recipe);
}

/* ---- the figures of operations, on cubes of 4x4x4 with the dimensions z, y, x ----------- */

/* The box of a cell as the figure shows it. The cubes' ranks stay where they are. */
static uint32_t div_box(uint32_t z, uint32_t y, uint32_t x)
{
    (void)y;
    return z / 2 * 4 + x;
}

static uint32_t mod_box(uint32_t z, uint32_t y, uint32_t x)
{
    return z % 2 * 4 + y % 2 * 2 + x % 2;
}

static uint32_t cut_box(uint32_t z, uint32_t y, uint32_t x)
{
    return z / 2 * 4 + y / 2 * 2 + x % 2;
}

/* Halves along x; in each of them halves along z, then along x. */
static uint32_t tree_box(uint32_t z, uint32_t y, uint32_t x)
{
    (void)y;
    return x / 2 * 4 + z / 2 * 2 + x % 2;
}

static void cuts_are_those_of_the_figures(void **state)
{
    static const struct {
        const char *recipe;
        uint32_t (*box)(uint32_t z, uint32_t y, uint32_t x);
    } figures[] = {
        {"rubik-div", div_box}, {"rubik-tile", div_box}, {"rubik-mod", mod_box},
        {"rubik-cut", cut_box}, {"rubik-tree", tree_box},
    };

    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        struct topomap_recipe *recipe = shipped(figures[i].recipe);

        assert_int_equal(recipe->ranks, 64);
        assert_int_equal(recipe->application.count, 8);
        assert_int_equal(recipe->network.count, 8);
        for (uint32_t cell = 0; cell < 64; cell++) {
            uint32_t box = figures[i].box(cell / 16, cell / 4 % 4, cell % 4);

            assert_int_equal(recipe->application.part[cell], box);
            assert_int_equal(recipe->network.part[cell], box);
            assert_int_equal(recipe->rank[cell], cell);
        }
        topomap_recipe_destroy(recipe);
    }
}

/* The rank at a cell after Z planes tilted along X, and X planes along Y. */
static uint32_t tilted(uint32_t z, uint32_t y, uint32_t x)
{
    x = (x + 4 - y) % 4;
    z = (z + 4 - x) % 4;
    return z * 16 + y * 4 + x;
}

/* The binary digits of the coordinates in turn, those of z lowest. */
static uint32_t morton(uint32_t z, uint32_t y, uint32_t x)
{
    uint32_t number = 0;

    for (uint32_t digit = 0; digit < 2; digit++)
        number |= (z >> digit & 1) << (3 * digit) | (y >> digit & 1) << (3 * digit + 1) |
                  (x >> digit & 1) << (3 * digit + 2);
    return number;
}

/* As tilted, but every second line moves by 1 and the others stay. */
static uint32_t zigzagged(uint32_t z, uint32_t y, uint32_t x)
{
    x = (x + 4 - y % 2) % 4;
    z = (z + 4 - x % 2) % 4;
    return z * 16 + y * 4 + x;
}

static void permutations_are_those_of_the_figures(void **state)
{
    static uint32_t (*const rank_at[])(uint32_t z, uint32_t y, uint32_t x) = {tilted, morton,
                                                                              zigzagged};
    struct topomap_recipe *tilts = shipped("rubik-tilt");
    struct topomap_recipe *three = shipped("rubik-permutations");

    (void)state;
    assert_int_equal(tilts->ranks, 64);
    assert_int_equal(three->ranks, 192);
    for (uint32_t cell = 0; cell < 192; cell++) {
        uint32_t z = cell / 16 % 4, y = cell / 4 % 4, x = cell % 4, cube = cell / 64;

        if (cube == 0)
            assert_int_equal(tilts->rank[cell], tilted(z, y, x));
        assert_int_equal(three->rank[cell], cube * 64 + rank_at[cube](z, y, x));
    }
    topomap_recipe_destroy(tilts);
    topomap_recipe_destroy(three);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pf3d_is_mapped_as_printed),
        cmocka_unit_test(qbox_is_mapped_as_printed),
        cmocka_unit_test(cuts_are_those_of_the_figures),
        cmocka_unit_test(permutations_are_those_of_the_figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
