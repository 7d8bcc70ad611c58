/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks, the nodes that a scheduler gives to a job, and launch requests. */
#include "bench/generate.h"

#include <inttypes.h>
#include <string.h>

static int request(int argc, char **argv)
{
    long nodes = atol(argv[2]), tasks = atol(argv[3]);

    (void)argc;
    printf("topomap-request 1\nranks %ld\nnodes %ld\nhosts n[0-%ld]\n", nodes * tasks, nodes,
           nodes - 1);
    for (long node = 0; node < nodes; node++) {
        if (tasks == 1)
            printf("node %ld\n", node);
        else
            printf("node %ld%c%ld\n", node * tasks, tasks == 2 ? ',' : '-', (node + 1) * tasks - 1);
    }
    printf("network file %s\ngraph file %s\nend\n", argv[1], argv[0]);
    return 0;
}

static int fattree(int argc, char **argv)
{
    long nodes = atol(argv[0]), leaf = atol(argv[1]), spine = atol(argv[2]);
    long leaves = (nodes + leaf - 1) / leaf, spines = (leaves + spine - 1) / spine;

    (void)argc;
    for (long i = 0; i < leaves; i++) {
        long last = (i + 1) * leaf < nodes ? (i + 1) * leaf : nodes;

        printf("SwitchName=l%ld Nodes=n[%ld-%ld]\n", i, i * leaf, last - 1);
    }
    for (long i = 0; i < spines; i++) {
        long last = (i + 1) * spine < leaves ? (i + 1) * spine : leaves;

        printf("SwitchName=s%ld Switches=l[%ld-%ld]\n", i, i * spine, last - 1);
    }
    printf("SwitchName=root Switches=s[0-%ld]\n", spines - 1);
    return 0;
}

/* Leaves of 8 to 24 nodes, spines of 2 to 8 leaves. */
static int uneventree(int argc, char **argv)
{
    uint32_t nodes = (uint32_t)atol(argv[0]), leaves = 0, spines = 0;
    struct random random;

    (void)argc;
    random_seed(&random, strtoull(argv[1], NULL, 10));
    for (uint32_t first = 0; first < nodes; leaves++) {
        uint32_t next = first + 8 + random_below(&random, 17);

        next = next < nodes ? next : nodes;
        printf("SwitchName=l%" PRIu32 " Nodes=n[%" PRIu32 "-%" PRIu32 "]\n", leaves, first,
               next - 1);
        first = next;
    }
    for (uint32_t first = 0; first < leaves; spines++) {
        uint32_t next = first + 2 + random_below(&random, 7);

        next = next < leaves ? next : leaves;
        printf("SwitchName=s%" PRIu32 " Switches=l[%" PRIu32 "-%" PRIu32 "]\n", spines, first,
               next - 1);
        first = next;
    }
    printf("SwitchName=root Switches=s[0-%" PRIu32 "]\n", spines - 1);
    return 0;
}

static int torus(int argc, char **argv)
{
    long nodes = atol(argv[0]) * atol(argv[1]) * atol(argv[2]);

    (void)argc;
    printf("network:\n  kind: torus\n  dims: [%s, %s, %s]\n  nodes: \"n[0-%ld]\"\n", argv[0],
           argv[1], argv[2], nodes - 1);
    return 0;
}

static int dragonfly(int argc, char **argv)
{
    long nodes = 1;

    for (int i = 0; i < argc; i++)
        nodes *= atol(argv[i]);
    printf("network:\n  kind: dragonfly\n  groups: %s\n  rows: %s\n  columns: %s\n"
           "  nodes_per_router: %s\n  node_links: true\n  nodes: \"n[0-%ld]\"\n",
           argv[0], argv[1], argv[2], argv[3], nodes - 1);
    return 0;
}

/*
 * The nodes that a busy scheduler gives to a job: COUNT of OF nodes, in runs of 1 to BLOCK
 * consecutive ones at random places, sorted by number as in Slurm.
 */
static int scattered(int argc, char **argv)
{
    uint32_t count = (uint32_t)atol(argv[0]), of = (uint32_t)atol(argv[1]);
    uint32_t block = (uint32_t)atol(argv[2]), taken = 0;
    const char *comma = "";
    struct random random;
    bool *take;

    (void)argc;
    if (count < 1 || count > of || block < 1)
        return generate_fail("COUNT is 1 to OF, BLOCK at least 1");
    take = generate_memory(of, sizeof *take);
    random_seed(&random, strtoull(argv[3], NULL, 10));
    while (taken < count) {
        uint32_t first = random_below(&random, of), run = 1 + random_below(&random, block);

        for (uint32_t i = first; i < of && i < first + run && taken < count; i++) {
            taken += !take[i];
            take[i] = true;
        }
    }
    printf("n[");
    for (uint32_t i = 0; i < of; i++) {
        uint32_t last = i;

        if (!take[i])
            continue;
        while (last + 1 < of && take[last + 1])
            last++;
        printf(last > i ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32, comma, i, last);
        comma = ",";
        i = last;
    }
    printf("]\n");
    free(take);
    return 0;
}

/* Uneven numbers of tasks, 1 to MOST, for nodes shared with other jobs. */
static int tasks(int argc, char **argv)
{
    uint32_t nodes = (uint32_t)atol(argv[0]), ranks = (uint32_t)atol(argv[1]);
    uint32_t most = (uint32_t)atol(argv[2]);
    struct random random;
    uint32_t *count;

    (void)argc;
    if (nodes < 1 || ranks < nodes || (uint64_t)nodes * most < ranks)
        return generate_fail("that many ranks do not fit");
    count = generate_memory(nodes, sizeof *count);
    random_seed(&random, strtoull(argv[3], NULL, 10));
    for (uint32_t i = 0; i < nodes; i++)
        count[i] = 1;
    for (uint32_t left = ranks - nodes; left > 0;) {
        uint32_t node = random_below(&random, nodes);
        uint32_t room = most - count[node], more;

        more = room ? random_below(&random, room) + 1 : 0;
        more = more < left ? more : left;
        count[node] += more;
        left -= more;
    }
    for (uint32_t i = 0; i < nodes; i++)
        printf("%s%" PRIu32, i ? "," : "", count[i]);
    printf("\n");
    free(count);
    return 0;
}

const struct generator network_generators[] = {
    {"request", "GRAPH NETWORK NODES TASKS", 4, 4, request},
    {"fattree", "NODES LEAF SPINE", 3, 3, fattree},
    {"uneventree", "NODES SEED", 2, 2, uneventree},
    {"torus", "X Y Z", 3, 3, torus},
    {"dragonfly", "GROUPS ROWS COLUMNS NODES-PER-ROUTER", 4, 4, dragonfly},
    {"scattered", "COUNT OF BLOCK SEED", 4, 4, scattered},
    {"tasks", "NODES RANKS MOST SEED", 4, 4, tasks},
    {0},
};
