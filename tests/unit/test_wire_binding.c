/* SPDX-License-Identifier: BSD-3-Clause */
/* What slurmstepd asks the node helper, and its answer. */
#include "unit/unit.h"

#include "wire/binding.h"

#include <stdlib.h>
#include <string.h>

/* ---- the question ------------------------------------------------------------------------ */

static void a_question_comes_back_as_it_was(void **state)
{
    static const struct wire_binding asked = {
        .allowed = (char *)"0-3,8", .cores = 5, .tasks = 3, .pus = 2,
        .slot_order = TOPOMAP_SPREAD};
    struct wire_binding read = {0};
    struct topomap_error error;
    size_t length;
    char *text = wire_binding_print(&asked, &length);

    (void)state;
    assert_non_null(text);
    assert_int_equal(length, strlen(text));
    assert_int_equal(wire_binding_parse(&read, text, length, &error), 0);
    assert_string_equal(read.allowed, "0-3,8");
    assert_int_equal(read.cores, 5);
    assert_int_equal(read.tasks, 3);
    assert_int_equal(read.pus, 2);
    assert_int_equal(read.slot_order, TOPOMAP_SPREAD);
    wire_binding_free(&read);
    free(text);
}

static void wrong_questions_say_what_is_wrong(void **state)
{
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"", "does not start with 'topomap-binding 1'"},
        {"topomap-binding 2\nend\n", "does not start with 'topomap-binding 1'"},
        {"topomap-binding 1\nallowed 0-3\ntasks 2\n", "'end' is missing"},
        {"topomap-binding 1\ntasks 2\nend\n", "'allowed' or 'tasks' is missing"},
        {"topomap-binding 1\nallowed 0-3\nend\n", "'allowed' or 'tasks' is missing"},
        {"topomap-binding 1\nallowed 0-3\ntasks 2\nslot-order wide\nend\n", "unknown slot order"},
        {"topomap-binding 1\nallowed 0-3\ncolour 2\nend\n", "unknown keyword"},
        {"topomap-binding 1\nallowed 0-3\ntasks 65536\nend\n", "65535"},
        {"topomap-binding 1\nallowed 0-3\ntasks two\nend\n", "number"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_binding read = {0};
        struct topomap_error error;

        assert_int_equal(wire_binding_parse(&read, cases[i].text, strlen(cases[i].text), &error),
                         -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].wrong))
            fail_msg("%s: not '%s'", error.text, cases[i].wrong);
        assert_null(read.allowed);
    }
}

/* ---- the answer -------------------------------------------------------------------------- */

static void print_and_parse(const struct wire_slots *answer, struct wire_slots *read)
{
    struct topomap_error error;
    size_t length;
    char *text = wire_slots_print(answer, &length);

    assert_non_null(text);
    *read = (struct wire_slots){0};
    assert_int_equal(wire_slots_parse(read, text, length, 2, &error), 0);
    assert_int_equal(read->pus, answer->pus);
    assert_memory_equal(read->order, answer->order, answer->pus * sizeof *answer->order);
    free(text);
}

static void slots_come_back_as_they_were(void **state)
{
    uint32_t order[] = {0, 4, 1, 5};
    char *slots[] = {(char *)"0,4", (char *)"1,5"};
    struct wire_slots read;

    (void)state;
    print_and_parse(&(struct wire_slots){.order = order, .pus = 4, .slots = slots, .tasks = 2},
                    &read);
    assert_null(read.reason);
    assert_int_equal(read.tasks, 2);
    assert_string_equal(read.slots[0], "0,4");
    assert_string_equal(read.slots[1], "1,5");
    wire_slots_free(&read);

    print_and_parse(&(struct wire_slots){.order = order, .pus = 4,
                                         .reason = (char *)"the step sees more cores than it has"},
                    &read);
    assert_string_equal(read.reason, "the step sees more cores than it has");
    assert_null(read.slots);
    wire_slots_free(&read);
}

static void wrong_answers_say_what_is_wrong(void **state)
{
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"topomap-slots 2\nend\n", "does not start with 'topomap-slots 1'"},
        {"topomap-slots 1\norder 0-3\nslot 0\nslot 1\n", "'end' is missing"},
        {"topomap-slots 1\norder 0-3\nslot 0\nend\n", "incomplete"},
        {"topomap-slots 1\nslot 0\nslot 1\nend\n", "incomplete"},
        {"topomap-slots 1\norder 0-3\nslot 0\nslot 1\nslot 2\nend\n", "more slots than tasks"},
        {"topomap-slots 1\norder 0-3\norder 0-3\nend\n", "expected one list"},
        {"topomap-slots 1\norder 3-x\nend\n", "expected"},
        {"topomap-slots 1\norder 0-3\nslit 0\nend\n", "unknown keyword"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_slots read = {0};
        struct topomap_error error;

        assert_int_equal(wire_slots_parse(&read, cases[i].text, strlen(cases[i].text), 2, &error),
                         -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].wrong))
            fail_msg("%s: not '%s'", error.text, cases[i].wrong);
        assert_null(read.order);
        assert_null(read.slots);
        assert_null(read.reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_comes_back_as_it_was),
        cmocka_unit_test(wrong_questions_say_what_is_wrong),
        cmocka_unit_test(slots_come_back_as_they_were),
        cmocka_unit_test(wrong_answers_say_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
