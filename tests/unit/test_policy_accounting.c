/* SPDX-License-Identifier: BSD-3-Clause */
/* Dumps of Slurm's accounting: which rows are steps, what they take over from their job, and what
 * is refused. */
#include "unit/unit.h"

#include "policy/accounting.h"

#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "JobID|JobName|Partition|Account|User|Constraints|NNodes|NTasks|NodeList|Layout|Elapsed\n"

static int parse(struct accounting *accounting, const char *text, struct topomap_error *error)
{
    return accounting_parse(accounting, "dump", text, strlen(text), error);
}

static struct accounting need(const char *text)
{
    struct topomap_error error = {.text = ""};
    struct accounting accounting;

    if (parse(&accounting, text, &error) < 0)
        fail_msg("%s", error.text);
    return accounting;
}

static void steps_have_what_their_job_says(void **state)
{
    struct accounting a = need(HEAD "7|job.sh|batch|phys|ann|a&b|2||n[0-1]||01:00:00\n"
                                    "7.batch|batch||phys|||1|1|n0|Unknown|01:00:00\n"
                                    "7.0|app||other|||2|8|n[0-1]|Block|00:30:00\n"
                                    "8.0|app||phys|||2|8|n[0-1]|Block|1-02:03:04\n"
                                    "9_3|x|debug||bob||1||None assigned||00:00:00\n"
                                    "9_3.1|x|||||1|2|n0||12:34\n");

    (void)state;
    assert_int_equal(a.count, 3);
    assert_int_equal(a.jobs, 2);
    assert_int_equal(a.others, 1);
    assert_true(a.timed);
    assert_string_equal(a.step[0].id, "7.0");
    assert_string_equal(a.step[0].name, "app");
    assert_string_equal(a.step[0].partition, "batch");
    assert_string_equal(a.step[0].account, "other");
    assert_string_equal(a.step[0].user, "ann");
    assert_string_equal(a.step[0].constraint, "a&b");
    assert_string_equal(a.step[0].hosts, "n[0-1]");
    assert_string_equal(a.step[0].layout, "Block");
    assert_true(a.step[0].nodes == 2 && a.step[0].tasks == 8 && a.step[0].seconds == 1800);
    assert_int_equal(a.step[0].line, 4);
    /* Its job has no row. */
    assert_null(a.step[1].partition);
    assert_string_equal(a.step[1].account, "phys");
    assert_null(a.step[1].user);
    assert_true(a.step[1].seconds == 93784);
    assert_string_equal(a.step[2].partition, "debug");
    assert_string_equal(a.step[2].account, "");
    assert_true(a.step[2].seconds == 754);
    accounting_free(&a);
}

static void columns_may_stand_anywhere(void **state)
{
    struct accounting a = need("NodeList@@NTasks@@ElapsedRaw@@Comment@@NNodes@@JobIDRaw@@\r\n"
                               "n[0-3]@@16@@90@@a|b@@4@@5.0@@\r\n\r\n"
                               "None assigned@@@@INVALID@@@@@@6.0@@");

    (void)state;
    assert_int_equal(a.count, 2);
    assert_string_equal(a.step[0].id, "5.0");
    assert_string_equal(a.step[0].hosts, "n[0-3]");
    assert_null(a.step[0].name);
    assert_null(a.step[0].partition);
    assert_true(a.step[0].tasks == 16 && a.step[0].seconds == 90);
    assert_null(a.step[1].hosts);
    assert_true(a.step[1].tasks == 0 && a.step[1].nodes == 0 && a.step[1].seconds == 0);
    accounting_free(&a);
    a = need("JobID|NNodes|NTasks|NodeList\n");
    assert_true(a.count == 0 && !a.timed);
    accounting_free(&a);
}

static void wrong_dumps_say_where(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "dump: is empty"},
        {"JobID NNodes NTasks NodeList\n", "dump:1: no columns; "},
        {"7.0|1|1|n0\n", "dump:1: no column JobID; "},
        {"JobID|NTasks|NodeList\n", "dump:1: no column NNodes; "},
        {"User|NNodes|NTasks|NodeList\n", "dump:1: no column JobID; "},
        {HEAD "7.0|app||||||8|n[0-1]|Block\n", "dump:2: fewer than the 11 columns"},
        {HEAD "7|a|b|c|d|e|2||n0||00:01\n7.0|a|b|||||2|8|n[0-1]|Block|00:01\n",
         "dump:3: more than the 11 columns"},
        {HEAD "7.0|app|||||x|8|n0|Block|00:01\n", "dump:2: NNodes needs a whole number"},
        {HEAD "7.0|app|||||1|8x|n0|Block|00:01\n", "dump:2: NTasks needs a whole number"},
        {HEAD "7.0|app|||||1|99999999999|n0|Block|00:01\n", "dump:2: NTasks needs"},
        {HEAD "7.0|app|||||1|8|n0|Block|soon\n", "dump:2: Elapsed needs a time, not 'soon'"},
        {HEAD "7.0|app|||||1|8|n0|Block|1:2:3:4\n", "dump:2: Elapsed needs a time"},
        {HEAD "|app|||||1|8|n0|Block|1\n", "dump:2: the job's number is missing"},
    };
    struct topomap_error error;
    struct accounting a;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(parse(&a, cases[i].text, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (strncmp(error.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("'%s' instead of '%s'", error.text, cases[i].message);
    }
    assert_int_equal(accounting_parse(&a, "dump", "JobID\0|x\n", 9, &error), -1);
    assert_string_equal(error.text, "dump:1: a NUL byte");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_what_their_job_says),
        cmocka_unit_test(columns_may_stand_anywhere),
        cmocka_unit_test(wrong_dumps_say_where),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
