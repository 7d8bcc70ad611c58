/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every function that libtopomap exports is called while each allocation fails once: those that can
 * fail report it, the others answer as ever. A function that is exported but not called here fails
 * the test.
 */
#include "unit/refuse.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 100

static const char *called[MOST];
static unsigned called_count;

static void note(const char *name)
{
    for (unsigned i = 0; i < called_count; i++) {
        if (strcmp(called[i], name) == 0)
            return;
    }
    assert_true(called_count < MOST);
    called[called_count++] = name;
}

/* CALL(function)(...): a call that counts. */
#define CALL(function) (note(#function), function)

/* What a user of the library makes, in this order. */
struct session {
    char graph_file[40], network_file[40];
    struct topomap_graph *graph[4];
    struct topomap_network *network[6];
    struct topomap_allocation *allocation[2];
    struct topomap_request *request;
    struct topomap_plan *plan;
    struct topomap_metrics *metrics;
    char *text;
};

static const char graph_text[] = "# n=4\n0 2 7\n1 3 7\n";
static const char network_text[] = "network:\n  kind: torus\n  dims: [2]\n  nodes: 'n[0-1]'\n";
static const char *const names[] = {"n0", "n1"};

static void write_file(char *path, size_t size, const char *text)
{
    int fd;

    snprintf(path, size, "/tmp/topomap-memory.XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

/* ---- steps: 0, or -1 where memory ran out -------------------------------------------------- */

static int check_versions(struct session *s, struct topomap_error *error)
{
    struct topomap_error other;

    (void)s;
    assert_true(strlen(CALL(topomap_version)()) > 0);
    assert_int_equal(CALL(topomap_api_version)(), TOPOMAP_API_VERSION);
    assert_int_equal(CALL(topomap_api_check)(TOPOMAP_API_VERSION + (1U << 16), &other), -1);
    assert_int_equal(other.code, TOPOMAP_IMPOSSIBLE);
    return CALL(topomap_api_check)(TOPOMAP_API_VERSION, error);
}

static int make_graphs(struct session *s, struct topomap_error *error)
{
    static const struct topomap_edge edges[] = {{0, 2, 7, 1}, {1, 3, 7, 1}};
    static const size_t offsets[] = {0, 1, 2, 2, 2};
    static const uint32_t targets[] = {2, 3};
    static const uint64_t bytes[] = {7, 7};

    if (!(s->graph[0] = CALL(topomap_graph_create)(4, edges, 2, error)) ||
        !(s->graph[1] = CALL(topomap_graph_from_csr)(4, offsets, targets, bytes, NULL, error)) ||
        !(s->graph[2] = CALL(topomap_graph_read)(s->graph_file, NULL, error)) ||
        !(s->graph[3] = CALL(topomap_graph_pattern)("grid:2x2", 0, error)))
        return -1;
    for (size_t i = 0; i < 3; i++) {
        struct topomap_edge copy[2];

        assert_int_equal(CALL(topomap_graph_ranks)(s->graph[i]), 4);
        assert_int_equal(CALL(topomap_graph_edges)(s->graph[i]), 2);
        CALL(topomap_graph_copy_edges)(s->graph[i], 0, 2, copy);
        assert_true(copy[1].src == 1 && copy[1].dst == 3 && copy[1].bytes == 7);
    }
    return 0;
}

static uint32_t one_hop(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a != b;
}

static int make_networks(struct session *s, struct topomap_error *error)
{
    static const uint32_t ends[] = {0, 1}, hops[] = {0, 1, 1, 0};
    struct topomap_network **network = s->network;

    if (!(network[0] = CALL(topomap_network_open)(s->network_file, error)) ||
        !(network[1] = CALL(topomap_network_parse)("n", network_text, strlen(network_text),
                                                   error)) ||
        !(network[2] = CALL(topomap_network_flat)("n[0-1]", error)) ||
        !(network[3] = CALL(topomap_network_from_links)(2, names, 0, ends, 1, error)) ||
        !(network[4] = CALL(topomap_network_from_matrix)(2, names, hops, error)) ||
        !(network[5] = CALL(topomap_network_from_distances)(2, names, one_hop, NULL, error)))
        return -1;
    for (size_t i = 0; i < 6; i++) {
        assert_true(strlen(CALL(topomap_network_kind)(network[i])) > 0);
        assert_int_equal(CALL(topomap_network_nodes)(network[i]), 2);
        assert_string_equal(CALL(topomap_network_node_name)(network[i], 1), "n1");
        assert_int_equal(CALL(topomap_network_find)(network[i], "n1"), 1);
        assert_int_equal(CALL(topomap_network_distance)(network[i], 0, 1), 1);
    }
    return 0;
}

static int allocate(struct session *s, struct topomap_error *error)
{
    static const uint32_t tasks[] = {2, 2};

    if (!(s->allocation[0] = CALL(topomap_allocation_create)(s->network[0], "n[0-1]", "2",
                                                             error)) ||
        !(s->allocation[1] = CALL(topomap_allocation_from)(s->network[0], 2, names, tasks, error)))
        return -1;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(CALL(topomap_allocation_nodes)(s->allocation[i]), 2);
        assert_int_equal(CALL(topomap_allocation_ranks)(s->allocation[i]), 4);
        assert_string_equal(CALL(topomap_allocation_host)(s->allocation[i], 1), "n1");
    }
    return 0;
}

static int ask(struct session *s, struct topomap_error *error)
{
    static const uint32_t layout[] = {0, 0, 1, 1};
    static const double values[] = {0, 1, 2, 3};

    s->request = CALL(topomap_request_new)(s->graph[0], s->allocation[0], error);
    if (!s->request)
        return -1;
    assert_non_null(CALL(topomap_request_option)(0));
    if (CALL(topomap_request_set)(s->request, "algorithm", "tree", error) < 0 ||
        CALL(topomap_request_set)(s->request, "node-tree", "core:2 pu:1", error) < 0 ||
        CALL(topomap_request_set)(s->request, "objective", "hop-bytes", error) < 0 ||
        CALL(topomap_request_set_coordinates)(s->request, 1, values, error) < 0 ||
        CALL(topomap_request_set_layout)(s->request, layout, error) < 0)
        return -1;
    return 0;
}

/* Ranks 0 and 2 beside each other, and 1 and 3: nothing leaves a node. */
static int plan(struct session *s, struct topomap_error *error)
{
    const uint32_t *placement;

    s->plan = CALL(topomap_plan_create)(s->request, error);
    if (!s->plan)
        return -1;
    placement = CALL(topomap_plan_placement)(s->plan);
    assert_true(placement[0] == placement[2] && placement[1] == placement[3] &&
                placement[0] != placement[1]);
    assert_non_null(CALL(topomap_plan_slots)(s->plan));
    assert_string_equal(CALL(topomap_plan_quantity)(s->plan), "hop-bytes");
    assert_string_equal(CALL(topomap_plan_algorithm)(s->plan), "tree");
    assert_true(CALL(topomap_metrics_get)(CALL(topomap_plan_before)(s->plan),
                                          TOPOMAP_HOP_BYTES) == 14);
    assert_true(topomap_metrics_get(CALL(topomap_plan_after)(s->plan), TOPOMAP_HOP_BYTES) == 0);
    s->metrics = CALL(topomap_metrics_create)(s->request, placement, NULL, error);
    s->text = s->metrics ? CALL(topomap_plan_print)(s->plan, "rankfile", error) : NULL;
    return s->text ? 0 : -1;
}

static int (*const steps[])(struct session *, struct topomap_error *) = {
    check_versions, make_graphs, make_networks, allocate, ask, plan,
};

/* All steps, with allocation `n` failing. Returns 0, or -1 where a step failed. */
static int run(struct session *s, unsigned long n, struct topomap_error *error)
{
    int result = 0;

    calls = 0;
    countdown = n;
    for (size_t i = 0; result == 0 && i < sizeof steps / sizeof *steps; i++)
        result = steps[i](s, error);
    countdown = 0;
    return result;
}

/* What was not made is NULL, which may be released. */
static void release(struct session *s)
{
    free(s->text);
    CALL(topomap_metrics_destroy)(s->metrics);
    CALL(topomap_plan_destroy)(s->plan);
    CALL(topomap_request_destroy)(s->request);
    for (size_t i = 0; i < sizeof s->allocation / sizeof *s->allocation; i++)
        CALL(topomap_allocation_destroy)(s->allocation[i]);
    for (size_t i = 0; i < sizeof s->network / sizeof *s->network; i++)
        CALL(topomap_network_destroy)(s->network[i]);
    for (size_t i = 0; i < sizeof s->graph / sizeof *s->graph; i++)
        CALL(topomap_graph_destroy)(s->graph[i]);
}

static void every_allocation_may_fail(void **state)
{
    struct session files = {.plan = NULL}, s;
    struct topomap_error error = {0};
    unsigned long total;

    (void)state;
    write_file(files.graph_file, sizeof files.graph_file, graph_text);
    write_file(files.network_file, sizeof files.network_file, network_text);
    s = files;
    if (run(&s, 0, &error) < 0)
        fail_msg("%s", error.text);
    total = calls;
    release(&s);
    assert_true(total > 100);
    for (unsigned long n = 1; n <= total; n++) {
        s = files;
        error = (struct topomap_error){0};
        if (run(&s, n, &error) < 0 &&
            (error.code != TOPOMAP_INTERNAL || !strstr(error.text, "out of memory")))
            fail_msg("allocation %lu of %lu: code %d, %s", n, total, (int)error.code, error.text);
        release(&s);
    }
    unlink(files.graph_file);
    unlink(files.network_file);
}

/* The list of what is exported. Not one of the functions above may be missing in it, either. */
static void all_that_is_exported_was_called(void **state)
{
    FILE *list = fopen(SOURCE_DIR "/../lib/libtopomap.map", "r");
    unsigned exported = 0;
    char line[256], name[256];

    (void)state;
    assert_non_null(list);
    while (fgets(line, sizeof line, list)) {
        unsigned i = 0;

        if (sscanf(line, " %255[a-z_];", name) != 1 || strncmp(name, "topomap_", 8) != 0)
            continue;
        exported++;
        while (i < called_count && strcmp(called[i], name) != 0)
            i++;
        if (i == called_count)
            fail_msg("%s is exported, but not called here", name);
    }
    fclose(list);
    assert_int_equal(exported, called_count);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(all_that_is_exported_was_called),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
