/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inputs of the benches, made from nothing:
 *   generate stencil X Y Z 7|27       edge list of a 3-D stencil code, rows of x first
 *   generate request GRAPH NETWORK NODES TASKS   launch request of a block layout
 *   generate fattree NODES LEAF SPINE topology.conf: LEAF nodes a leaf, SPINE leaves a spine
 *   generate torus X Y Z              network file of a torus
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Faces carry most, edges less, corners least: what a halo of width one of an 8x8x8 block has. */
static unsigned volume(int kinds)
{
    return kinds == 1 ? 4096 : kinds == 2 ? 512 : 64;
}

static void stencil_point(int x, int y, int z, const int *size, int points)
{
    for (int dz = -1; dz <= 1; dz++) {
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int kinds = (dx != 0) + (dy != 0) + (dz != 0);
                int a = x + dx, b = y + dy, c = z + dz;

                if (!kinds || (points == 7 && kinds > 1) || a < 0 || b < 0 || c < 0 ||
                    a >= size[0] || b >= size[1] || c >= size[2])
                    continue;
                printf("%d %d %u 1\n", x + size[0] * (y + size[1] * z),
                       a + size[0] * (b + size[1] * c), volume(kinds));
            }
        }
    }
}

static int stencil(char **argv)
{
    int size[3] = {atoi(argv[0]), atoi(argv[1]), atoi(argv[2])};

    printf("# n=%d\n", size[0] * size[1] * size[2]);
    for (int z = 0; z < size[2]; z++) {
        for (int y = 0; y < size[1]; y++) {
            for (int x = 0; x < size[0]; x++)
                stencil_point(x, y, z, size, atoi(argv[3]));
        }
    }
    return 0;
}

static int request(char **argv)
{
    long nodes = atol(argv[2]), tasks = atol(argv[3]);

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

static int fattree(char **argv)
{
    long nodes = atol(argv[0]), leaf = atol(argv[1]), spine = atol(argv[2]);
    long leaves = (nodes + leaf - 1) / leaf, spines = (leaves + spine - 1) / spine;

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

static int torus(char **argv)
{
    long nodes = atol(argv[0]) * atol(argv[1]) * atol(argv[2]);

    printf("network:\n  kind: torus\n  dims: [%s, %s, %s]\n  nodes: \"n[0-%ld]\"\n", argv[0],
           argv[1], argv[2], nodes - 1);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "stencil") == 0)
        return stencil(argv + 2);
    if (argc == 6 && strcmp(argv[1], "request") == 0)
        return request(argv + 2);
    if (argc == 5 && strcmp(argv[1], "fattree") == 0)
        return fattree(argv + 2);
    if (argc == 5 && strcmp(argv[1], "torus") == 0)
        return torus(argv + 2);
    fprintf(stderr, "generate: wrong arguments\n");
    return 2;
}
