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

static void what_others_wrote_stays(void **state)
{
    static const char *const cases[][2] = {
        {NULL, "topomap: new"},
        {"", "topomap: new"},
        {"mine", "mine | topomap: new"},
        {"topomap: old", "topomap: new"},
        {"mine | topomap: old", "mine | topomap: new"},
        {"mine | topomap: old | later", "mine | later | topomap: new"},
        {"topomap: old | later", "later | topomap: new"},
        {"a | b", "a | b | topomap: new"},
        /* Not topomap's own line. */
        {"use topomap: good", "use topomap: good | topomap: new"},
        {"x topomap: y | topomap: old", "x topomap: y | topomap: new"},
        {"topomap", "topomap | topomap: new"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *once = comment_with(cases[i][0], "topomap: new"), *twice;

        assert_string_equal(once, cases[i][1]);
        /* Steps that say the same do not let the comment grow. */
        twice = comment_with(once, "topomap: new");
        assert_string_equal(twice, once);
        free(once);
        free(twice);
    }
}

static void a_comment_has_a_limit(void **state)
{
    char comment[COMMENT_LENGTH], *got;
    size_t most = COMMENT_LENGTH - 1 - strlen(" | topomap: new");

    (void)state;
    memset(comment, 'c', sizeof comment);
    comment[most] = '\0';
    got = comment_with(comment, "topomap: new");
    assert_int_equal(strlen(got), COMMENT_LENGTH - 1);
    free(got);
    comment[most] = 'c';
    comment[most + 1] = '\0';
    assert_null(comment_with(comment, "topomap: new"));
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
