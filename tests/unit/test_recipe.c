/* SPDX-License-Identifier: BSD-3-Clause */
/* Recipes: the operations, their properties, and errors in texts. */
#include "unit/unit.h"

#include "base/random.h"
#include "base/text.h"
#include "io/recipe_yaml.h"
#include "recipe/recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_CELLS 4096

static struct topomap_recipe *parse(const char *text)
{
    struct topomap_error error;
    struct topomap_recipe *recipe = topomap_recipe_parse("r", text, strlen(text), &error);

    if (!recipe)
        fail_msg("%s\n%s", error.text, text);
    return recipe;
}

/* A box of ranks mapped unchanged to one of the same shape, then `steps`, separated by ';'. */
static struct topomap_recipe *permuted(const char *shape, const char *steps)
{
    char text[2048];
    size_t length = (size_t)snprintf(text, sizeof text,
                                     "recipe:\n  application: {box: [%s]}\n"
                                     "  network:\n    box: [%s]\n    steps:\n"
                                     "      - {map: application}\n",
                                     shape, shape);

    while (*steps) {
        size_t step = strcspn(steps, ";");

        length += (size_t)snprintf(text + length, sizeof text - length, "      - {%.*s}\n",
                                   (int)step, steps);
        steps += step + (steps[step] == ';');
    }
    return parse(text);
}

/* ---- what the operations do -------------------------------------------------------------- */

static void operations_do_what_is_documented(void **state)
{
    static const struct {
        const char *shape, *steps;
        uint32_t cells;
        uint32_t rank[24];
    } cases[] = {
        /* Rows move along themselves, each further than the one before. */
        {"3, 3", "tilt: {plane: 1, along: 0}", 9, {0, 1, 2, 5, 3, 4, 7, 8, 6}},
        {"3, 3", "tilt: {plane: 0, along: 1, by: 2}", 9, {0, 4, 8, 3, 7, 2, 6, 1, 5}},
        {"3, 3", "tilt: {plane: 1, along: 0, by: -1}", 9, {0, 1, 2, 4, 5, 3, 8, 6, 7}},
        {"4, 2", "zigzag: {plane: 1, along: 0}", 8, {0, 1, 3, 2, 4, 5, 7, 6}},
        {"5, 4", "zigzag: {plane: 1, along: 0, depth: 2, stride: 2}", 20,
         {0, 1, 2, 3, 7, 4, 5, 6, 10, 11, 8, 9, 15, 12, 13, 14, 16, 17, 18, 19}},
        {"4, 4", "zorder: forward", 16, {0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15}},
        {"2, 3", "zorder: forward", 6, {0, 2, 4, 1, 3, 5}},
        {"2, 2, 2", "zorder: forward", 8, {0, 4, 2, 6, 1, 5, 3, 7}},
        {"5", "shift: {along: 0, by: 2}", 5, {3, 4, 0, 1, 2}},
        {"2, 3", "shift: {along: 0}", 6, {3, 4, 5, 0, 1, 2}},
        /* On children of the tree only. */
        {"4, 2", "div: [2, 1]; at: '1,0', shift: {along: 1}", 8, {0, 1, 2, 3, 5, 4, 7, 6}},
        {"4, 2", "mod: [2, 1]; at: '1,*', shift: {along: 0}", 8, {0, 1, 6, 7, 4, 5, 2, 3}},
        {"4, 4", "tile: [2, 4]; at: '*', div: [1, 2]; at: '0,0/0,1', shift: {along: 0}", 16,
         {0, 1, 6, 7, 4, 5, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}},
        /* The last part also gets the remainder. */
        {"7", "div: [2]; at: '1', shift: {along: 0}", 7, {0, 1, 2, 6, 3, 4, 5}},
        {"7", "mod: [2]; at: '0', shift: {along: 0}", 7, {6, 1, 0, 3, 2, 5, 4}},
        {"4, 4", "cut: {parts: [2, 2], by: [div, mod]}; at: '0,1', shift: {along: 1}", 16,
         {0, 3, 2, 1, 4, 7, 6, 5, 8, 9, 10, 11, 12, 13, 14, 15}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_recipe *recipe = permuted(cases[i].shape, cases[i].steps);

        assert_int_equal(recipe->ranks, cases[i].cells);
        for (uint32_t c = 0; c < recipe->ranks; c++) {
            if (recipe->rank[c] != cases[i].rank[c])
                fail_msg("%s: cell %u holds %u, not %u", cases[i].steps, c, recipe->rank[c],
                         cases[i].rank[c]);
        }
        topomap_recipe_destroy(recipe);
    }
}

/* Rubik's first example: planes of 9 x 3 ranks into cubes of 3 x 3 x 3. */
static void planes_map_on_cubes(void **state)
{
    struct topomap_recipe *recipe = parse("recipe:\n"
                                          "  application:\n"
                                          "    box: [9, 3, 8]\n"
                                          "    steps: [{tile: [9, 3, 1]}]\n"
                                          "  network:\n"
                                          "    box: [6, 6, 6]\n"
                                          "    steps: [{tile: [3, 3, 3]}, {map: application}]\n");

    (void)state;
    for (uint32_t cell = 0; cell < 216; cell++) {
        uint32_t x = cell / 36, y = cell / 6 % 6, z = cell % 6;
        uint32_t cube = x / 3 * 4 + y / 3 * 2 + z / 3;
        uint32_t inside = x % 3 * 9 + y % 3 * 3 + z % 3;

        assert_int_equal(recipe->rank[cell], inside * 8 + cube);
    }
    topomap_recipe_destroy(recipe);
}

static void subtrees_map_one_by_one(void **state)
{
    struct topomap_recipe *recipe = parse("recipe:\n"
                                          "  application:\n"
                                          "    box: [8]\n"
                                          "    steps: [{div: [2]}, {at: '1', shift: {along: 0}}]\n"
                                          "  network:\n"
                                          "    box: [2, 4]\n"
                                          "    names: [y, x]\n"
                                          "    steps:\n"
                                          "      - div: [2, 1]\n"
                                          "      - {at: '0,0', from: '1', map: application}\n"
                                          "      - {at: '1,0', from: '0', map: application}\n"
                                          "      - {at: '1,0', shift: {along: x, by: 5}}\n");
    static const uint32_t wanted[] = {7, 4, 5, 6, 3, 0, 1, 2};

    (void)state;
    assert_memory_equal(recipe->rank, wanted, sizeof wanted);
    topomap_recipe_destroy(recipe);
}

/* In column order ranks count along the first dimension first; steps scan the box as usual. */
static void ranks_may_be_numbered_by_column(void **state)
{
    struct topomap_recipe *recipe = parse("recipe:\n"
                                          "  application:\n"
                                          "    box: [3, 2, 2]\n"
                                          "    order: column\n"
                                          "    steps: [{tile: [3, 1, 1]}]\n"
                                          "  network:\n"
                                          "    box: [4, 3]\n"
                                          "    steps: [{tile: [1, 3]}, {map: application}]\n");
    static const uint32_t wanted[] = {0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11};

    (void)state;
    assert_memory_equal(recipe->rank, wanted, sizeof wanted);
    topomap_recipe_destroy(recipe);
}

/* ---- properties -------------------------------------------------------------------------- */

/* A random box of up to five dimensions and MAX_CELLS cells, and a part of it. */
static void random_boxes(struct random *random, struct box *whole, struct box *part)
{
    uint32_t size[5], parts[5], index[5], dims = 2 + random_below(random, 4);
    enum box_cut how[5];

    for (uint32_t d = 0; d < dims; d++) {
        size[d] = 1 + random_below(random, dims > 3 ? 5 : 12);
        parts[d] = 1 + random_below(random, size[d] < 3 ? size[d] : 3);
        index[d] = random_below(random, parts[d]);
        how[d] = random_below(random, 2) ? BOX_MOD : BOX_DIV;
    }
    box_whole(whole, dims, size, random_below(random, 2));
    box_part(whole, parts, how, index, part);
}

/* One random operation or its inverse, by the library's functions. */
static void operate(const struct box *box, uint32_t *cells, uint64_t seed, bool inverse)
{
    uint32_t work[MAX_CELLS], table[MAX_CELLS], plane, along;
    uint64_t codes[MAX_CELLS];
    struct random random;

    random_seed(&random, seed);
    plane = random_below(&random, box->dims);
    along = random_below(&random, box->dims);
    for (uint32_t x = 0; x < box->size[along]; x++) {
        table[x] = random_below(&random, box->size[plane]);
        if (plane == along)
            table[x] = table[0];
    }
    for (uint32_t x = 0; inverse && x < box->size[along]; x++)
        table[x] = (box->size[plane] - table[x]) % box->size[plane];
    if (random_below(&random, 3) == 0)
        box_zorder(box, cells, inverse, work, codes);
    else
        box_shift(box, cells, plane, along, table, work);
}

static void operations_permute_their_box_and_can_be_undone(void **state)
{
    struct random random;

    (void)state;
    random_seed(&random, 7);
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t cells[MAX_CELLS], count;
        uint8_t inside[MAX_CELLS] = {0}, seen[MAX_CELLS] = {0};
        uint32_t list[MAX_CELLS];
        struct box whole, part;

        random_boxes(&random, &whole, &part);
        count = box_cells(&whole);
        for (uint32_t i = 0; i < count; i++)
            cells[i] = i;
        box_get(&part, cells, list);
        for (uint32_t i = 0; i < box_cells(&part); i++)
            inside[list[i]] = 1;
        operate(&part, cells, round, false);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(inside[i] ? inside[cells[i]] : cells[i] == i);
            assert_false(seen[cells[i]]++);
        }
        operate(&part, cells, round, true);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(cells[i], i);
    }
}

static void parts_are_disjoint_and_cover_their_box(void **state)
{
    struct random random;

    (void)state;
    random_seed(&random, 8);
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t parts[5], index[5] = {0}, list[MAX_CELLS], cells[MAX_CELLS];
        uint8_t seen[MAX_CELLS] = {0};
        enum box_cut how[5];
        struct box whole, inner;
        uint32_t covered = 0;

        random_boxes(&random, &whole, &inner);
        for (uint32_t i = 0; i < box_cells(&whole); i++)
            cells[i] = i;
        for (uint32_t d = 0; d < inner.dims; d++) {
            parts[d] = 1 + random_below(&random, inner.size[d]);
            how[d] = random_below(&random, 2) ? BOX_MOD : BOX_DIV;
        }
        do {
            struct box part;

            box_part(&inner, parts, how, index, &part);
            box_get(&part, cells, list);
            covered += box_cells(&part);
            for (uint32_t i = 0; i < box_cells(&part); i++)
                assert_false(seen[list[i]]++);
        } while (box_next(inner.dims, parts, index));
        assert_int_equal(covered, box_cells(&inner));
    }
}

static void opposite_shifts_are_the_identity(void **state)
{
    static const char *const steps[] = {
        "tilt: {plane: 0, along: 2, by: 3}; tilt: {plane: 0, along: 2, by: -3}",
        "tilt: {plane: 2, along: 1}; tilt: {plane: 2, along: 1, by: -1}",
        "zigzag: {plane: 0, along: 1, depth: 3, stride: 2}; "
        "zigzag: {plane: 0, along: 1, depth: -3, stride: 2}",
        "shift: {along: 1, by: 9}; shift: {along: 1, by: -9}",
        "zorder: forward; zorder: inverse",
        "zorder: inverse; zorder: forward",
        "tile: [2, 3, 2]; at: '*', tilt: {plane: 0, along: 1}; "
        "at: '*', tilt: {plane: 0, along: 1, by: -1}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct topomap_recipe *recipe = permuted("4, 6, 10", steps[i]);

        for (uint32_t c = 0; c < recipe->ranks; c++)
            assert_int_equal(recipe->rank[c], c);
        topomap_recipe_destroy(recipe);
    }
}

/* The same steps in a box with dimensions of length 1 in between. */
static void unit_dimensions_change_nothing(void **state)
{
    static const struct {
        const char *steps, *wider;
    } cases[] = {
        {"tilt: {plane: 0, along: 1}", "tilt: {plane: 1, along: 3}"},
        {"zigzag: {plane: 2, along: 0, depth: 2, stride: 3}",
         "zigzag: {plane: 4, along: 1, depth: 2, stride: 3}"},
        {"zorder: forward", "zorder: forward"},
        {"div: [2, 3, 1]; at: '*,1,0', zorder: inverse",
         "div: [1, 2, 1, 3, 1, 1]; at: '0,*,0,1,0,0', zorder: inverse"},
        {"mod: [2, 3, 5]; at: '1,*,3', shift: {along: 1}",
         "mod: [1, 2, 1, 3, 5, 1]; at: '0,1,0,*,3,0', shift: {along: 3}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_recipe *recipe = permuted("4, 6, 10", cases[i].steps);
        struct topomap_recipe *wider = permuted("1, 4, 1, 6, 10, 1", cases[i].wider);

        assert_memory_equal(recipe->rank, wider->rank, recipe->ranks * sizeof *recipe->rank);
        topomap_recipe_destroy(recipe);
        topomap_recipe_destroy(wider);
    }
}

/* The same steps with renamed axes, (a, b, c) called (c, a, b). */
static void the_order_of_axes_does_not_matter(void **state)
{
    static const char *const cases[][2] = {
        {"tilt: {plane: 0, along: 1}", "tilt: {plane: 1, along: 2}"},
        {"tilt: {plane: 0, along: 1}; tilt: {plane: 2, along: 0, by: 2}",
         "tilt: {plane: 1, along: 2}; tilt: {plane: 0, along: 1, by: 2}"},
        {"zigzag: {plane: 2, along: 1, depth: 3, stride: 2}",
         "zigzag: {plane: 0, along: 2, depth: 3, stride: 2}"},
        {"cut: {parts: [2, 3, 5], by: [div, mod, div]}; at: '1,2,*', shift: {along: 1}",
         "cut: {parts: [5, 2, 3], by: [div, div, mod]}; at: '*,1,2', shift: {along: 2}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_recipe *recipe = permuted("4, 6, 10", cases[i][0]);
        struct topomap_recipe *turned = permuted("10, 4, 6", cases[i][1]);

        for (uint32_t cell = 0; cell < 240; cell++) {
            uint32_t rank = recipe->rank[cell];

            assert_int_equal(turned->rank[cell % 10 * 24 + cell / 10], rank % 10 * 24 + rank / 10);
        }
        topomap_recipe_destroy(recipe);
        topomap_recipe_destroy(turned);
    }
}

/* ---- what is wrong with a text ----------------------------------------------------------- */

static const char good[] = "recipe:\n"
                           "  application:\n"
                           "    box: [4, 6]\n"
                           "    steps:\n"
                           "      - tile: [4, 1]\n"
                           "  network:\n"
                           "    box: [4, 6]\n"
                           "    names: [y, x]\n"
                           "    steps:\n"
                           "      - div: [2, 3]\n"
                           "      - map: application\n"
                           "      - {at: '1,*', tilt: {plane: x, along: y, by: 1}}\n";

static void wrong_recipes_name_the_line(void **state)
{
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"recipe:", "receipt:", "unknown key 'receipt'"},
        {"  network:\n", "  network: 3\n  net:\n", "unknown key 'net'"},
        {"    names: [y, x]", "    name: [y, x]", "r:8: unknown key 'name'"},
        {"box: [4, 6]", "box: [4, 0]", "r:3: a dimension of a box must not be empty"},
        {"box: [4, 6]", "box: [4096, 4097]", "r:3: 'box' has more than 16777216 cells"},
        {"box: [4, 6]", "box: []", "r:3: 'box' has 1 to 16 dimensions, not 0"},
        {"box: [4, 6]", "box: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "dimensions, not 17"},
        {"box: [4, 6]", "box: 24", "r:3: 'box' is not a list"},
        {"box: [4, 6]", "box: [4, x]", "r:3: 'x' is not a whole number"},
        {"box: [4, 6]", "box: [4, 7]", "the network's box has 24 places, the application's 28"},
        {"    steps:\n      - tile", "    order: diagonal\n    steps:\n      - tile",
         "r:4: 'order' is row or column, not 'diagonal'"},
        {"    names: [y, x]", "    order: column", "r:8: unknown key 'order'"},
        {"[y, x]", "[y]", "r:8: 'names' has 1 items, the box has 2 dimensions"},
        {"[y, x]", "[y, y]", "r:8: two dimensions are called 'y'"},
        {"[y, x]", "[y, 1]", "r:8: '1' is not a name"},
        {"tile: [4, 1]", "tile: [4]", "r:5: 'tile' has 1 items, the box has 2 dimensions"},
        {"tile: [4, 1]", "tile: [3, 1]", "r:5: dimension 0 has length 4, which is not a multiple"},
        {"tile: [4, 1]", "tile: [0, 1]", "r:5: dimension 0 has length 4, which is not a multiple"},
        {"tile: [4, 1]", "div: [5, 1]", "r:5: dimension 0 has length 4 and cannot be cut into 5"},
        {"tile: [4, 1]", "mod: [0, 1]", "r:5: dimension 0 has length 4 and cannot be cut into 0"},
        {"tile: [4, 1]", "slice: [4, 1]", "r:5: there is no operation 'slice'"},
        {"tile: [4, 1]", "{}", "r:5: the step has no operation"},
        {"tile: [4, 1]", "map: application", "r:5: 'map' is a step of the network's box"},
        {"tile: [4, 1]", "{tile: [4, 1], div: [1, 1]}", "r:5: 'tile' and 'div' are two steps"},
        {"tile: [4, 1]", "{tile: [4, 1], from: '0'}", "r:5: 'from' goes with 'map' only"},
        {"tile: [4, 1]", "cut: {parts: [2, 2], by: [div, die]}", "r:5: 'by' has div or mod"},
        {"tile: [4, 1]", "cut: {parts: [2, 2]}", "r:5: the key 'by' is missing"},
        {"div: [2, 3]", "div: [2, 1]",
         "r:11: the trees are not compatible: the application's is 4x6 in 1x6 boxes of 4x1 (6 "
         "leaves), the network's is 4x6 in 2x1 boxes of 2x6 (2 leaves)"},
        {"div: [2, 3]", "div: [1, 6]\n      - {at: '0,0', div: [2, 1]}",
         "the network's is 4x6 in 1x6 boxes of several shapes (7 leaves)"},
        {"div: [2, 3]", "mod: [4, 1]\n      - {at: '3,0', div: [1, 3]}",
         "and leaf 0 has 4 ranks there and 6 places here"},
        {"map: application", "map: network", "r:11: 'map' is application"},
        {"map: application", "{map: application, at: '0,*'}", "'from' names 1 boxes, 'at' 3"},
        {"map: application", "{map: application, at: '0,0', from: '0,0'}",
         "r:12: there are no ranks here yet: 'map' comes before 'tilt'"},
        {"      - map: application\n", "", "r:11: there are no ranks here yet"},
        {"- {at: '1,*', tilt: {plane: x, along: y, by: 1}}",
         "- {at: '0,0', map: application, from: '0,0'}\n"
         "      - {at: '0,1', map: application, from: '0,0'}",
         "r:6: 'map' puts rank 0 in cells"},
        {"'1,*'", "'1'", "r:12: the subscript '1' is neither"},
        {"'1,*'", "'1,2,3'", "r:12: the subscript '1,2,3' is neither"},
        {"'1,*'", "'1,3'", "r:12: there is no child 3 in dimension 1, which is cut into 3"},
        {"'1,*'", "'1,*/0,0'", "r:12: '0,0': the box is not cut into boxes"},
        {"'1,*'", "'1,*/'", "r:12: '': the box is not cut into boxes"},
        {"'1,*'", "[1, 0]", "r:12: 'at' is not a plain value"},
        {"plane: x", "plane: z", "r:12: 'z' is not a dimension: these are their names or 0 to 1"},
        {"plane: x", "plane: 2", "r:12: '2' is not a dimension"},
        {"plane: x", "plane: y", "r:12: 'plane' and 'along' are the same dimension"},
        {"plane: x, ", "", "r:12: the key 'plane' is missing"},
        {"by: 1", "by: 1.5", "r:12: 'by' is not a whole number"},
        {"by: 1", "by: 99999999", "r:12: 'by' is not a whole number"},
        {"by: 1", "times: 1", "r:12: unknown key 'times'"},
        {"tilt: {plane: x, along: y, by: 1}", "zigzag: {plane: x, along: y, stride: 0}",
         "r:12: 'stride' is less than 1"},
        {"tilt: {plane: x, along: y, by: 1}", "zorder: backwards",
         "r:12: 'zorder' must be forward or inverse"},
        {"recipe:\n", "recipe:\n  graph: []\n", "r:2: 'graph' is not a plain value"},
        {"recipe:\n", "recipe:\n  graph: ''\n", "r:2: 'graph' is empty"},
    };

    (void)state;
    topomap_recipe_destroy(parse(good));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = strstr(good, cases[i].from);
        struct topomap_error error = {0};
        struct topomap_recipe *recipe;
        char text[1024];

        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, cases[i].to,
                 at + strlen(cases[i].from));
        recipe = topomap_recipe_parse("r", text, strlen(text), &error);
        assert_null(recipe);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].message))
            fail_msg("'%s' -> '%s': %s", cases[i].from, cases[i].to, error.text);
    }
}

static void work_is_bounded(void **state)
{
    static const char head[] = "recipe:\n  application: {box: [4096, 4096]}\n  network:\n"
                               "    box: [4096, 4096]\n    steps:\n      - map: application\n";
    static const char step[] = "      - {at: '*', div: [4096, 256]}\n";
    struct topomap_error error = {0};
    char text[8192];
    size_t length = (size_t)snprintf(text, sizeof text, "%s      - div: [1, 1]\n", head);

    (void)state;
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", step);
    snprintf(text + length, sizeof text - length, "%s", step);
    assert_null(topomap_recipe_parse("r", text, strlen(text), &error));
    assert_non_null(strstr(error.text, "r:8: there are more than 1048576 boxes"));

    length = (size_t)snprintf(text, sizeof text, "%s", head);
    for (int i = 0; i < 16; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "      - map: application\n");
    assert_null(topomap_recipe_parse("r", text, strlen(text), &error));
    assert_non_null(strstr(error.text, "r:22: the steps move more than"));
}

/* The CPU time of a recipe that cuts its box into 2^19 parts and then takes many steps in one part. */
static clock_t time_of(unsigned steps)
{
    struct topomap_recipe *recipe;
    struct text text = {0};
    clock_t begin = clock();
    char *whole;

    text_puts(&text, "recipe:\n  application: {box: [524288]}\n  network:\n"
                     "    box: [524288]\n    steps:\n"
                     "      - map: application\n      - div: [524288]\n");
    for (unsigned i = 0; i < steps; i++)
        text_puts(&text, "      - {at: '5', zorder: forward}\n");
    whole = text_take(&text);
    assert_non_null(whole);
    recipe = topomap_recipe_parse("r", whole, strlen(whole), NULL);
    assert_non_null(recipe);
    topomap_recipe_destroy(recipe);
    free(whole);
    return clock() - begin;
}

static void a_box_is_found_without_looking_at_all(void **state)
{
    (void)state;
    assert_true(time_of(8000) < 4 * time_of(1));
}

static void graphs_are_beside_the_recipe(void **state)
{
    static const struct {
        const char *path, *graph, *wanted;
    } cases[] = {
        {"/a/b.yaml", "c.el", "/a/c.el"}, {"/a/b.yaml", "/c.el", "/c.el"},
        {"b.yaml", "c.el", "c.el"},       {"/a/b.yaml", "grid:4x6", "grid:4x6"},
        {"/a/b.yaml", "order", "order"},  {"a/b.yaml", "./order", "a/./order"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        struct topomap_recipe *recipe;
        struct source source = {.name = cases[i].path, .path = cases[i].path, .text = text};

        source.length = (size_t)snprintf(text, sizeof text, "recipe:\n  graph: %s\n%s",
                                         cases[i].graph, good + strlen("recipe:\n"));
        recipe = recipe_yaml_parse(&source, NULL);
        assert_non_null(recipe);
        assert_string_equal(topomap_recipe_graph(recipe), cases[i].wanted);
        topomap_recipe_destroy(recipe);
    }
}

/* A program may ask for a graph that the recipe does not have. */
static void no_recipe_has_no_graph(void **state)
{
    (void)state;
    assert_null(topomap_recipe_graph(NULL));
}

static void operations_are_listed(void **state)
{
    const char *name, *summary;
    size_t count = 0;

    (void)state;
    while (topomap_recipe_operation_get(count, &name, &summary)) {
        assert_true(*name && *summary);
        count++;
    }
    assert_int_equal(count, 9);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_do_what_is_documented),
        cmocka_unit_test(planes_map_on_cubes),
        cmocka_unit_test(subtrees_map_one_by_one),
        cmocka_unit_test(operations_permute_their_box_and_can_be_undone),
        cmocka_unit_test(parts_are_disjoint_and_cover_their_box),
        cmocka_unit_test(opposite_shifts_are_the_identity),
        cmocka_unit_test(unit_dimensions_change_nothing),
        cmocka_unit_test(the_order_of_axes_does_not_matter),
        cmocka_unit_test(ranks_may_be_numbered_by_column),
        cmocka_unit_test(wrong_recipes_name_the_line),
        cmocka_unit_test(work_is_bounded),
        cmocka_unit_test(a_box_is_found_without_looking_at_all),
        cmocka_unit_test(graphs_are_beside_the_recipe),
        cmocka_unit_test(no_recipe_has_no_graph),
        cmocka_unit_test(operations_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
