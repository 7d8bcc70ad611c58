/* SPDX-License-Identifier: BSD-3-Clause */
/* The reader of sparse matrices, and the graphs of accepted matrices over a few ranks. */
#include "fuzz/target.h"

#include "topomap_internal.h"
#include "graph/matrix.h"

#define MAX_ROWS 4096 /* most rows of matrices that are partitioned */

static void check_graph(const struct topomap_matrix *matrix, uint32_t ranks)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct topomap_graph *graph = topomap_graph_from_matrix(matrix, ranks, 8, 1, &error);

    EXPECT(graph ? ranks <= matrix->rows
                 : error.code == TOPOMAP_IMPOSSIBLE && error.text[0]);
    if (graph) {
        EXPECT(topomap_graph_ranks(graph) == ranks);
        EXPECT(topomap_graph_messages(graph) == topomap_graph_edges(graph));
        EXPECT(topomap_graph_bytes(graph) <= 8 * (uint64_t)matrix->entries);
    }
    topomap_graph_destroy(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct topomap_matrix *matrix = topomap_matrix_parse("input", (const char *)data, size, &error);

    EXPECT(matrix || (error.code == TOPOMAP_INPUT && error.text[0]));
    if (matrix && matrix->rows <= MAX_ROWS) {
        for (uint32_t ranks = 1; ranks <= 64; ranks *= 4)
            check_graph(matrix, ranks);
    }
    topomap_matrix_destroy(matrix);
    return 0;
}
