/* SPDX-License-Identifier: BSD-3-Clause */
/* Fabrics as their own tools print them: a description made of one is read. The routes come behind
 * a line "----". */
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <stdlib.h>
#include <string.h>

static const char mark[] = "\n----\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    const char *text = (const char *)data, *routes = NULL;
    size_t length = size, rest = 0;
    char *description;

    for (size_t i = 0; !routes && i + sizeof mark - 1 <= size; i++) {
        if (memcmp(text + i, mark, sizeof mark - 1) == 0) {
            length = i + 1;
            routes = text + i + sizeof mark - 1;
            rest = size - i - (sizeof mark - 1);
        }
    }
    description = topomap_fabric_import("input", text, length, "routes", routes, rest, &error);
    EXPECT(description || (error.code != TOPOMAP_OK && error.text[0]));
    if (description) {
        struct topomap_network *network =
            topomap_network_parse("description", description, strlen(description), &error);

        EXPECT(network);
        topomap_network_destroy(network);
    }
    free(description);
    return 0;
}
