/* SPDX-License-Identifier: BSD-3-Clause */
/* Recipes on allocations: coordinates, boxes, slots; and their plans. */
#include "unit/unit.h"

#include "recipe/recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    struct topomap_recipe *recipe;
};

/* A recipe that maps ranks in scan order on a box. */
static void job_make(struct job *job, const char *network, const char *hosts, const char *tasks,
                     const char *box)
{
    struct topomap_error error;
    char text[512];
    int length = snprintf(text, sizeof text,
                          "recipe:\n  application: {box: [%s]}\n"
                          "  network: {box: [%s], steps: [{map: application}]}\n",
                          box, box);

    job->network = network ? topomap_network_parse("net", network, strlen(network), &error)
                           : topomap_network_flat(hosts, &error);
    if (!job->network)
        fail_msg("%s", error.text);
    job->allocation = topomap_allocation_create(job->network, hosts, tasks, &error);
    if (!job->allocation)
        fail_msg("%s", error.text);
    job->recipe = topomap_recipe_parse("recipe", text, (size_t)length, &error);
    if (!job->recipe)
        fail_msg("%s", error.text);
}

static void job_free(struct job *job)
{
    topomap_recipe_destroy(job->recipe);
    topomap_allocation_destroy(job->allocation);
    topomap_network_destroy(job->network);
}

#define TORUS "network:\n  kind: torus\n  dims: [4, 3, 2]\n  nodes: \"n[0-23]\"\n"
#define MESH "network:\n  kind: mesh\n  dims: [4, 3, 2]\n  nodes: \"n[0-23]\"\n"
#define DRAGONFLY                                                                                  \
    "network:\n  kind: dragonfly\n  groups: 3\n  rows: 2\n  columns: 2\n"                          \
    "  nodes_per_router: 2\n  nodes: \"n[0-23]\"\n"

static void recipes_find_the_nodes(void **state)
{
    static const struct {
        const char *network, *hosts, *tasks, *box;
        const char *wanted; /* host/slot of each rank */
    } cases[] = {
        /* No coordinates: the order of the allocation, with any numbers of tasks. */
        {NULL, "n3,n1,n2", "2,1,3", "2, 3", "n3/0 n3/1 n1/0 n2/0 n2/1 n2/2"},
        /* Node i is at x = i % 4, y = i / 4 % 3, z = i / 12; the last dimension counts fastest. */
        {TORUS, "n[0-1,4-5]", "1", "2, 2, 1", "n0/0 n4/0 n1/0 n5/0"},
        {TORUS, "n[0,12]", "2", "1, 1, 2, 2", "n0/0 n0/1 n12/0 n12/1"},
        {TORUS, "n12,n0", "4", "1, 1, 2, 2, 2",
         "n0/0 n0/1 n0/2 n0/3 n12/0 n12/1 n12/2 n12/3"},
        /* Across the end of a ring: x is 3, 0. */
        {TORUS, "n[0,3]", "1", "2, 1, 1", "n3/0 n0/0"},
        {TORUS, "n[0-1,3]", "1", "3, 1, 1", "n3/0 n0/0 n1/0"},
        /* Two nodes on each router; rows, columns and groups. */
        {DRAGONFLY, "n[8-11]", "2", "1, 2, 1, 4",
         "n8/0 n8/1 n9/0 n9/1 n10/0 n10/1 n11/0 n11/1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t placement[32], slots[32];
        struct topomap_error error = {0};
        char text[512] = "";
        struct job job;

        job_make(&job, cases[i].network, cases[i].hosts, cases[i].tasks, cases[i].box);
        if (topomap_recipe_place(job.recipe, job.allocation, placement, slots, &error) < 0)
            fail_msg("%s: %s", cases[i].hosts, error.text);
        assert_int_equal(topomap_placement_check(job.allocation, placement, &error), 0);
        for (uint32_t r = 0; r < job.recipe->ranks; r++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s/%u", r ? " " : "",
                     topomap_allocation_host(job.allocation, placement[r]), slots[r]);
        assert_string_equal(text, cases[i].wanted);
        job_free(&job);
    }
}

static void other_allocations_are_refused(void **state)
{
    static const struct {
        const char *network, *hosts, *tasks, *box, *message;
    } cases[] = {
        {NULL, "n[0-3]", "2", "3, 3", "the recipe is for 9 ranks, the number of tasks is 8"},
        {TORUS, "n[0-3]", "1", "2, 2, 1", "the recipe's box is 2x2x1, the allocated nodes are a "
                                          "box of 4x1x1 places"},
        {TORUS, "n[0-3]", "1", "4, 1", "the recipe's box is 4x1, the allocated nodes are a box of "
                                       "4x1x1 places"},
        {TORUS, "n[0-3]", "2", "4, 2, 1", "the recipe's box is 4x2x1, the allocated nodes are a "
                                          "box of 4x1x1"},
        {TORUS, "n[0,2]", "1", "2, 1, 1", "a box: in dimension 0 there is a gap before 2"},
        {MESH, "n[0,3]", "1", "2, 1, 1", "a box: in dimension 0 there is a gap before 3"},
        {TORUS, "n[0-1,4]", "1", "3, 1, 1", "a box: there are nodes at 3 of its 4 places"},
        {TORUS, "n[0-1]", "3,1", "2, 1, 1, 2", "there are 3 tasks at the place of 'n0', the "
                                               "recipe's box has 2"},
        {TORUS, "n[0-1]", "4,0", "2, 1, 1, 2", "there are 4 tasks at the place of 'n0'"},
        {TORUS, "n[0-1]", "0,4", "2, 1, 1, 2", "there are 0 tasks at the place of 'n0'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t placement[32], slots[32];
        struct topomap_error error = {0};
        struct job job;

        job_make(&job, cases[i].network, cases[i].hosts, cases[i].tasks, cases[i].box);
        assert_int_equal(
            topomap_recipe_place(job.recipe, job.allocation, placement, slots, &error), -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        if (!strstr(error.text, cases[i].message))
            fail_msg("%s: %s", cases[i].hosts, error.text);
        job_free(&job);
    }
}

/* ---- shipped examples -------------------------------------------------------------------- */

/* A torus of the first three dimensions of the box. */
static void torus_for(struct job *job)
{
    const uint32_t *size = job->recipe->size;
    uint32_t nodes = size[0] * size[1] * size[2];
    char text[256], hosts[32], tasks[16];
    int length = snprintf(text, sizeof text,
                          "network:\n  kind: torus\n  dims: [%u, %u, %u]\n  nodes: \"n[1-%u]\"\n",
                          size[0], size[1], size[2], nodes);

    snprintf(hosts, sizeof hosts, "n[1-%u]", nodes);
    snprintf(tasks, sizeof tasks, "%u", job->recipe->ranks / nodes);
    job->network = topomap_network_parse("net", text, (size_t)length, NULL);
    assert_non_null(job->network);
    job->allocation = topomap_allocation_create(job->network, hosts, tasks, NULL);
    assert_non_null(job->allocation);
}

/* Each group of ranks lies in a box of the torus: the most hops between two of its nodes. */
static uint32_t diameter(const struct job *job, const uint32_t *placement, uint32_t first,
                         uint32_t count, uint32_t stride)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            uint32_t hops = topomap_allocation_distance(job->allocation,
                                                        placement[first + i * stride],
                                                        placement[first + j * stride]);

            most = hops > most ? hops : most;
        }
    }
    return most;
}

static void shipped_recipes_give_valid_placements(void **state)
{
    static const struct {
        const char *name;
        uint32_t ranks, groups, count, stride;
        uint32_t diameter; /* of a group of ranks; 0: they are all over the torus */
    } cases[] = {
        {"planes-on-cubes", 216, 8, 27, 8, 6},    {"pf3d-2048-tiled", 2048, 16, 128, 1, 9},
        {"pf3d-2048-tiltX", 2048, 16, 128, 1, 0}, {"pf3d-2048-tiltXY", 2048, 16, 128, 1, 0},
        {"pf3d-4096", 4096, 32, 128, 1, 0},       {"pf3d-8192", 8192, 64, 128, 1, 0},
        {"pf3d-16384", 16384, 128, 128, 1, 12},   {"pf3d-32768", 32768, 256, 128, 1, 0},
        {"pf3d-65536", 65536, 512, 128, 1, 0},    {"qbox-2048-interleaved", 2048, 8, 256, 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        struct topomap_error error;
        uint32_t *placement = malloc(2 * cases[i].ranks * sizeof *placement);
        struct job job;

        snprintf(path, sizeof path, SOURCE_DIR "/../etc/recipes/%s.yaml", cases[i].name);
        job.recipe = topomap_recipe_read(path, &error);
        if (!job.recipe)
            fail_msg("%s", error.text);
        assert_int_equal(job.recipe->ranks, cases[i].ranks);
        torus_for(&job);
        assert_non_null(placement);
        if (topomap_recipe_place(job.recipe, job.allocation, placement,
                                 placement + cases[i].ranks, &error) < 0)
            fail_msg("%s: %s", path, error.text);
        assert_int_equal(topomap_placement_check(job.allocation, placement, &error), 0);
        for (uint32_t g = 0; cases[i].diameter && g < cases[i].groups; g++) {
            uint32_t first = cases[i].stride > 1 ? g : g * cases[i].count;

            assert_int_equal(diameter(&job, placement, first, cases[i].count, cases[i].stride),
                             cases[i].diameter);
        }
        free(placement);
        job_free(&job);
    }
}

/* ---- plans ------------------------------------------------------------------------------- */

static struct topomap_plan *plan(const struct job *job, const struct topomap_graph *graph,
                                 const char *algorithms)
{
    struct topomap_request request = {.graph = graph, .allocation = job->allocation,
                                      .recipe = job->recipe, .algorithms = algorithms,
                                      .effort = TOPOMAP_EFFORT_DEFAULT, .seed = 1};
    struct topomap_error error;
    struct topomap_plan *made = topomap_plan_create(&request, &error);

    if (!made)
        fail_msg("%s", error.text);
    return made;
}

static void without_a_graph_the_recipe_is_taken(void **state)
{
    static const uint32_t wanted[] = {1, 0};
    struct topomap_request request = {0};
    struct topomap_error error;
    struct topomap_plan *made;
    struct job job;

    (void)state;
    job_make(&job, TORUS, "n[0,3]", "1", "2, 1, 1");
    made = plan(&job, NULL, NULL);
    assert_false(topomap_plan_scored(made));
    assert_false(topomap_plan_kept(made));
    assert_string_equal(topomap_plan_algorithm(made), "recipe");
    assert_memory_equal(topomap_plan_placement(made), wanted, sizeof wanted);
    topomap_plan_destroy(made);
    request.allocation = job.allocation;
    assert_null(topomap_plan_create(&request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    job_free(&job);
}

static void with_a_graph_the_layout_is_to_be_beaten(void **state)
{
    struct topomap_graph *ring = topomap_graph_pattern("grid:8:periodic", 8, NULL);
    struct topomap_plan *made;
    struct topomap_error error;
    struct job job;

    (void)state;
    /* Pairs of ranks on neighbouring nodes, as in block. */
    job_make(&job, TORUS, "n[0-3]", "2", "4, 1, 1, 2");
    made = plan(&job, ring, NULL);
    assert_true(topomap_plan_scored(made));
    assert_true(topomap_plan_kept(made));
    assert_string_equal(topomap_plan_candidate(made, 0)->algorithm, "recipe");
    assert_null(topomap_plan_candidate(made, 1));
    topomap_plan_destroy(made);
    job_free(&job);

    /* The allocation's order does not follow the ring; the recipe's does. */
    job_make(&job, TORUS, "n0,n2,n1,n3", "2", "4, 1, 1, 2");
    made = plan(&job, ring, "inorder,recipe+swap");
    assert_string_equal(topomap_plan_algorithm(made), "recipe");
    assert_true(topomap_plan_after(made)->hop_bytes < topomap_plan_before(made)->hop_bytes);
    assert_string_equal(topomap_plan_candidate(made, 1)->algorithm, "inorder");
    assert_string_equal(topomap_plan_candidate(made, 2)->algorithm, "recipe+swap");
    for (uint32_t rank = 0; rank < 8; rank++)
        assert_int_equal(topomap_plan_slots(made)[rank], rank % 2);
    topomap_plan_destroy(made);

    topomap_recipe_destroy(job.recipe);
    job.recipe = NULL;
    assert_null(topomap_plan_create(&(struct topomap_request){.graph = ring,
                                                              .allocation = job.allocation,
                                                              .algorithms = "recipe"},
                                    &error));
    assert_string_equal(error.text, "there is no recipe");
    job_free(&job);
    topomap_graph_destroy(ring);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(recipes_find_the_nodes),
        cmocka_unit_test(other_allocations_are_refused),
        cmocka_unit_test(shipped_recipes_give_valid_placements),
        cmocka_unit_test(without_a_graph_the_recipe_is_taken),
        cmocka_unit_test(with_a_graph_the_layout_is_to_be_beaten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
