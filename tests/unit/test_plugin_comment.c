/* SPDX-License-Identifier: BSD-3-Clause */
/* The line about a decision in a job's comment, and what else stands there. */
#include "unit/unit.h"

#include "srun_comment_text.h"

#include <stdlib.h>
#include <string.h>

static void says(const struct wire_decision *decision, const char *expected)
{
    char *line = comment_line(decision);

    assert_string_equal(line, expected);
    free(line);
}

static void a_line_says_what_was_decided(void **state)
{
    char reason[600];
    struct wire_decision d = {.job = 7, .step = 2, .nodes = 4, .ranks = 16,
                              .outcome = DECISION_PLACED, .algorithm = "rcb",
                              .network = "switches", .scored = true, .score = 0.714};
    char *line;

    (void)state;
    says(&d, "topomap: step 2 placed, 0.71 of Slurm's, 16 ranks on 4 nodes, rcb on switches");
    d.scored = false;
    says(&d, "topomap: step 2 placed, 16 ranks on 4 nodes, rcb on switches");
    d.outcome = DECISION_KEPT;
    d.reason = "no better placement was found";
    says(&d, "topomap: step 2 kept, 16 ranks on 4 nodes: no better placement was found");
    d = (struct wire_decision){.outcome = DECISION_DECLINED, .nodes = 1, .ranks = 3,
                               .reason = "a | b\nc || d"};
    says(&d, "topomap: step 0 declined, 3 ranks on 1 node: a / b?c // d");
    d = (struct wire_decision){.outcome = DECISION_OFF};
    says(&d, "topomap: step 0 off");
    memset(reason, 'r', sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    d.reason = reason;
    line = comment_line(&d);
    assert_int_equal(strlen(line), strlen("topomap: step 0 off: ") + 200);
    free(line);
}

#define OLD "topomap: step 3 placed, 0.71 of Slurm's"
#define NEW "topomap: step 4 kept"

static void what_others_wrote_stays(void **state)
{
    static const char *const cases[][2] = {
        {NULL, NEW},
        {"", NEW},
        {"mine", "mine | " NEW},
        {OLD, NEW},
        {"mine | " OLD, "mine | " NEW},
        {"mine | " OLD " | later", "mine | later | " NEW},
        {OLD " | later", "later | " NEW},
        {"a | b", "a | b | " NEW},
        {"topomap: step 12 off", NEW},
        {"topomap: step 0 declined: why", NEW},
        /* Not topomap's own line. */
        {"use " OLD, "use " OLD " | " NEW},
        {"x topomap: y | " OLD, "x topomap: y | " NEW},
        {"topomap", "topomap | " NEW},
        {"topomap: my experiment 5", "topomap: my experiment 5 | " NEW},
        {"topomap: step ", "topomap: step  | " NEW},
        {"topomap: step 5", "topomap: step 5 | " NEW},
        {"topomap: step 5 of mine", "topomap: step 5 of mine | " NEW},
        {"topomap: step placed | " OLD, "topomap: step placed | " NEW},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *once = comment_with(cases[i][0], NEW), *twice;

        assert_string_equal(once, cases[i][1]);
        /* Steps that say the same do not let the comment grow. */
        twice = comment_with(once, NEW);
        assert_string_equal(twice, once);
        free(once);
        free(twice);
    }
}

static void a_comment_has_a_limit(void **state)
{
    char comment[COMMENT_LENGTH], *got;
    size_t most = COMMENT_LENGTH - 1 - strlen(" | " NEW);

    (void)state;
    memset(comment, 'c', sizeof comment);
    comment[most] = '\0';
    got = comment_with(comment, NEW);
    assert_int_equal(strlen(got), COMMENT_LENGTH - 1);
    free(got);
    comment[most] = 'c';
    comment[most + 1] = '\0';
    assert_null(comment_with(comment, NEW));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_what_was_decided),
        cmocka_unit_test(what_others_wrote_stays),
        cmocka_unit_test(a_comment_has_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
