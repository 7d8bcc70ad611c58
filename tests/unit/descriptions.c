/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct topomap_network *description_parse(const char *text, struct topomap_error *error)
{
    return topomap_network_parse("t", text, strlen(text), error);
}

void descriptions_refused(const struct refused *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct topomap_error error = {.code = TOPOMAP_OK};

        assert_null(description_parse(cases[i].text, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].error))
            fail_msg("%zu: %s", i, error.text);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void descriptions_read_beside(const char *description, const char *name,
                              const struct beside *cases, size_t count,
                              void (*check)(const struct topomap_network *network))
{
    char folder[] = "descriptions.XXXXXX";
    char path[64], beside[64];

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/description", folder);
    snprintf(beside, sizeof beside, "%s/%s", folder, name);
    write_file(path, description);
    for (size_t i = 0; i < count; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network;

        write_file(beside, cases[i].lines);
        network = topomap_network_read(path, &error);
        if (cases[i].error ? !strstr(error.text, cases[i].error) : !network)
            fail_msg("%zu: %s", i, error.text);
        if (network)
            check(network);
        topomap_network_destroy(network);
    }
    unlink(path);
    unlink(beside);
    rmdir(folder);
}
