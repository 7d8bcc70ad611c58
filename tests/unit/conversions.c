/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/conversions.h"

#include <stdlib.h>
#include <string.h>

char *convert(const char *name, const char *text, const char *from, const char *to,
              struct topomap_error *error)
{
    struct topomap_graph *graph = topomap_graph_parse(name, text, strlen(text), from, error);
    char *printed = graph ? topomap_graph_print(graph, to, NULL, error) : NULL;

    topomap_graph_destroy(graph);
    return printed;
}

void conversions_give(const struct conversion *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct topomap_error error = {.text = ""};
        char *printed = convert("g", cases[i].text, cases[i].format, "edges", &error);

        if (!printed)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(printed, cases[i].result);
        free(printed);
    }
}

void conversions_refused(const struct conversion *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct topomap_error error = {.code = TOPOMAP_OK};

        char *printed = convert("g", cases[i].text, cases[i].format, "edges", &error);

        if (printed)
            fail_msg("%zu: '%s' is accepted", i, cases[i].text);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].result))
            fail_msg("%zu: %s", i, error.text);
    }
}
