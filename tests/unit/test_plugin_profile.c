/* SPDX-License-Identifier: BSD-3-Clause */
/* How nodes learn that a step is recorded. */
#include "unit/unit.h"

#include "option/option.h"
#include "profile_text.h"

#include <stdio.h>
#include <stdlib.h>

static void a_node_reads_what_srun_wrote(void **state)
{
    const struct profile_text said = {.job = 7, .step = 3, .mpi = PROFILE_MPICH, .sample = 100,
                                      .slice = 0.123456789, .file = "/home/an a/run.prof"};
    struct profile_text read;
    char *text = profile_text_encode(&said);

    (void)state;
    assert_string_equal(text, "1 7 3 2 100 0.123456789 /home/an a/run.prof");
    assert_true(profile_text_decode(text, &read));
    assert_true(read.job == 7 && read.step == 3 && read.mpi == PROFILE_MPICH);
    assert_true(read.sample == 100 && read.slice == said.slice);
    assert_string_equal(read.file, said.file);
    free(text);
}

static void malformed_texts_are_refused(void **state)
{
    static const char *const texts[] = {
        "", "1", "1 7 3 0 1 0", "1 7 3 0 1 0 ", "1 7 3 0 1 0 run.prof", "2 7 3 0 1 0 /run.prof",
        "1 7 3 3 1 0 /run.prof", "1 7 3 -1 1 0 /run.prof", "1 7 3 0 0 0 /run.prof",
        "1 7 3 0 1000001 0 /run.prof", "1 7 3 0 1 -1 /run.prof", "1 7 3 0 1 inf /run.prof",
        "1 7 3 0 1 nan /run.prof", "1 7 3 openmpi 1 0 /run.prof",
    };
    struct profile_text read;

    (void)state;
    assert_true(profile_text_decode("1 7 3 0 1000000 0 /run.prof", &read));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (profile_text_decode(texts[i], &read))
            fail_msg("taken: %s", texts[i]);
    }
}

static void the_last_entry_of_its_name_is_unloaded(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"/x/r.so", ""},
        {"/y/r.so:/x/r.so", "/y/r.so"},
        {"/x/r.so /y/r.so", "/y/r.so"},
        {"a.so:/x/r.so:b.so", "a.so:b.so"},
        {"/x/r.so:a.so:/x/r.so:", "/x/r.so:a.so:"},
        {"/x/r.so.1:/x/r.s:r.so", "/x/r.so.1:/x/r.s:r.so"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char list[64];

        snprintf(list, sizeof list, "%s", cases[i][0]);
        profile_text_unload(list, "/x/r.so");
        assert_string_equal(list, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_reads_what_srun_wrote),
        cmocka_unit_test(malformed_texts_are_refused),
        cmocka_unit_test(the_last_entry_of_its_name_is_unloaded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
