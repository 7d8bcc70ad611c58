/* SPDX-License-Identifier: BSD-3-Clause */
/* How nodes learn the slots of their tasks. */
#include "unit/unit.h"

#include "transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct transport header = {.job = 7, .step = 3, .order = TOPOMAP_SPREAD, .cpus = 2};

static void the_text_is_short(void **state)
{
    const uint32_t tasks[] = {4, 4, 4, 2, 2};
    const uint32_t slots[] = {0, 1, 2, 3, 0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 1, 0};
    char *text = transport_encode(&header, 5, tasks, slots);

    (void)state;
    assert_string_equal(text, "1 7 3 spread 2 2*0-3;1*2,3,0,1;2*1,0;");
    free(text);
}

static void every_node_finds_its_slots(void **state)
{
    uint32_t tasks[40], slots[40 * 8], got[8];
    uint32_t at = 0;
    char *text;

    (void)state;
    for (uint32_t node = 0; node < 40; node++) {
        tasks[node] = 1 + node / 3 % 8;
        for (uint32_t i = 0; i < tasks[node]; i++)
            slots[at++] = (i + node / 2) % tasks[node];
    }
    text = transport_encode(&header, 40, tasks, slots);
    at = 0;
    for (uint32_t node = 0; node < 40; node++) {
        struct transport told;
        struct topomap_error error;

        assert_int_equal(transport_decode(text, node, tasks[node], &told, got, &error), 0);
        assert_memory_equal(got, slots + at, tasks[node] * sizeof *got);
        assert_true(told.job == 7 && told.step == 3 && told.cpus == 2);
        assert_int_equal(told.order, TOPOMAP_SPREAD);
        at += tasks[node];
    }
    free(text);
}

static void malformed_texts_are_refused(void **state)
{
    static const char *const texts[] = {
        "", "1", "1 7", "x 7 3 spread 0 1*0,1;", "1 7 3 sideways 0 1*0,1;", "1 7 3 spread 0",
        "1 7 3 spread 0 ", "1 7 3 spread 0 1*0,1", "1 7 3 spread 0 1*0,2;",
        "1 7 3 spread 0 1*0,0;", "1 7 3 spread 0 1*0;", "1 7 3 spread 0 1*0-2;",
        "1 7 3 spread 0 1*;", "1 7 3 spread 0 0*0,1;", "1 7 3 spread 0 x*0,1;",
        "1 7 3 spread 99999 1*0,1;", "1 -7 3 spread 0 1*0,1;", "1 7 3 spread 0 1*0,1 ",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct transport told;
        struct topomap_error error;
        uint32_t slots[2];

        assert_int_equal(transport_decode(texts[i], 0, 2, &told, slots, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_string_equal(error.text, "the plan for node 0 is malformed");
    }
}

static void another_version_is_told(void **state)
{
    struct transport told;
    struct topomap_error error;
    uint32_t slots[2];

    (void)state;
    assert_int_equal(transport_decode("2 what follows", 0, 2, &told, slots, &error), -1);
    assert_string_equal(error.text, "the plan is of another version of topomap");
}

static void a_node_beyond_the_text_is_refused(void **state)
{
    struct transport told;
    struct topomap_error error;
    uint32_t slots[2];

    (void)state;
    assert_int_equal(transport_decode("1 7 3 spread 0 2*0,1;", 1, 2, &told, slots, &error), 0);
    assert_int_equal(transport_decode("1 7 3 spread 0 2*0,1;", 2, 2, &told, slots, &error), -1);
    assert_int_equal(transport_decode("1 7 3 spread 0 2*0,1;", 0, 0, &told, slots, &error), -1);
}

static void long_texts_go_in_parts(void **state)
{
    size_t length = TRANSPORT_PART * 2 + 5;
    char *text = malloc(length + 1), *joined = calloc(length + 1, 1);
    char name[64];

    (void)state;
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('a' + i % 26);
    text[length] = '\0';
    assert_int_equal(transport_export(text), 0);
    for (unsigned i = 0; i < 3; i++) {
        transport_name(name, sizeof name, i);
        assert_non_null(getenv(name));
        assert_true(strlen(getenv(name)) <= TRANSPORT_PART);
        strncat(joined, getenv(name), length);
    }
    assert_string_equal(joined, text);
    transport_clear();
    transport_name(name, sizeof name, 0);
    assert_null(getenv(name));
    free(joined);
    free(text);
}

static void too_long_a_text_is_not_sent(void **state)
{
    size_t length = (size_t)TRANSPORT_PART * TRANSPORT_PARTS + 1;
    char *text = malloc(length + 1);
    char name[64];

    (void)state;
    memset(text, 'x', length);
    text[length] = '\0';
    assert_int_equal(transport_export(text), -1);
    transport_name(name, sizeof name, 0);
    assert_null(getenv(name));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_short),
        cmocka_unit_test(every_node_finds_its_slots),
        cmocka_unit_test(malformed_texts_are_refused),
        cmocka_unit_test(another_version_is_told),
        cmocka_unit_test(a_node_beyond_the_text_is_refused),
        cmocka_unit_test(long_texts_go_in_parts),
        cmocka_unit_test(too_long_a_text_is_not_sent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
