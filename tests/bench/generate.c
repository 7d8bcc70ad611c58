/* SPDX-License-Identifier: BSD-3-Clause */
/* Generates inputs of the benches; the same arguments give the same output. */
#include "bench/generate.h"

#include <string.h>

static const struct generator *const tables[] = {graph_generators, matrix_generators,
                                                 mesh_generators, network_generators};

int generate_fail(const char *why)
{
    fprintf(stderr, "generate: %s\n", why);
    return 2;
}

void *generate_memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory) {
        fprintf(stderr, "generate: out of memory\n");
        exit(1);
    }
    return memory;
}

static int usage(void)
{
    fprintf(stderr, "Usage: generate WHAT ARGUMENT...\n");
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const struct generator *g = tables[t]; g->name; g++)
            fprintf(stderr, "  %s %s\n", g->name, g->arguments);
    }
    return 2;
}

static int finish(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "generate: cannot write\n");
        return 1;
    }
    return code;
}

int main(int argc, char **argv)
{
    for (size_t t = 0; argc > 1 && t < sizeof tables / sizeof *tables; t++) {
        for (const struct generator *g = tables[t]; g->name; g++) {
            if (strcmp(argv[1], g->name) == 0 && argc - 2 >= g->least && argc - 2 <= g->most)
                return finish(g->make(argc - 2, argv + 2));
        }
    }
    return usage();
}
