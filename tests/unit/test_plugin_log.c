/* SPDX-License-Identifier: BSD-3-Clause */
/* The administrator's log: whole lines, in the user's own files, and not too many. */
#include "unit/unit.h"

#include "policy/decisions.h"
#include "srun_log.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[PATH_MAX], file[PATH_MAX + 64], other[PATH_MAX + 64];

static int begin(void **state)
{
    const char *temporary = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder, "%s/topomap-log-XXXXXX",
             temporary && *temporary == '/' ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/%lu.log", folder, (unsigned long)geteuid());
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    unlink(file);
    unlink(other);
    return 0;
}

static int finish(void **state)
{
    clean(state);
    return rmdir(folder);
}

static int put(struct wire_decision *decision)
{
    const struct settings settings = {.log = folder};

    return log_decision(&settings, decision);
}

/* The lines of the file; the last one is in `last`. */
static unsigned count_lines(struct decision_read *last)
{
    FILE *in = fopen(file, "r");
    char line[WIRE_DECISION_LINE + 2];
    unsigned count = 0;

    *last = (struct decision_read){.reason = NULL};
    while (in && fgets(line, sizeof line, in)) {
        decision_free(last);
        assert_int_equal(decision_parse(last, line, strlen(line)), 1);
        count++;
    }
    if (in)
        fclose(in);
    return count;
}

static void a_decision_comes_back_as_it_was(void **state)
{
    struct wire_decision decision = {
        .job = 7, .step = 3, .nodes = 16, .ranks = 64, .asked = true,
        .outcome = DECISION_DECLINED, .code = TOPOMAP_IMPOSSIBLE,
        .reason = "two\nlines \"quoted\" {braces}: x", .algorithm = "tree+swap", .scored = true,
        .score = 0.25, .milliseconds = 1.5};
    struct decision_read read;

    (void)state;
    assert_int_equal(put(&decision), 0);
    assert_int_equal(count_lines(&read), 1);
    assert_true(read.decision.job == 7 && read.decision.step == 3 && read.decision.nodes == 16);
    assert_true(read.decision.ranks == 64 && read.decision.asked && read.decision.scored);
    assert_int_equal(read.decision.user, geteuid());
    assert_true(read.decision.time + 600 > (uint64_t)time(NULL));
    assert_int_equal(read.decision.outcome, DECISION_DECLINED);
    assert_int_equal(read.decision.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(read.reason, "two?lines \"quoted\" {braces}: x");
    assert_string_equal(read.algorithm, "tree+swap");
    assert_true(read.decision.score == 0.25 && read.decision.milliseconds == 1.5);
    decision_free(&read);
}

static void lines_are_short_whatever_is_in_them(void **state)
{
    char text[4096];
    struct wire_decision decision = {.outcome = DECISION_KEPT, .reason = text, .algorithm = text,
                                     .network = text, .source = text, .rule = text};
    size_t length;
    char *line;

    (void)state;
    memset(text, '"', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    line = wire_decision_print(&decision, &length);
    assert_true(line && length < WIRE_DECISION_LINE && line[length - 1] == '\n');
    assert_ptr_equal(strchr(line, '\n'), line + length - 1);
    free(line);
}

static void a_minute_has_so_many_lines(void **state)
{
    struct wire_decision decision = {.outcome = DECISION_PLACED};
    struct decision_read read;

    (void)state;
    for (int i = 0; i < 3 * LOG_PER_MINUTE; i++)
        assert_int_equal(put(&decision), 0);
    /* If the machine stood still for a minute meanwhile there may be more. */
    assert_uint_in_range(count_lines(&read), LOG_PER_MINUTE, 2 * LOG_PER_MINUTE);
    assert_true(read.decision.limited);
    decision_free(&read);
}

static void only_ones_own_file_is_written(void **state)
{
    struct wire_decision decision = {.outcome = DECISION_PLACED};
    struct stat status;
    int made = open(other, O_WRONLY | O_CREAT, 0644);

    (void)state;
    assert_true(made >= 0);
    close(made);
    assert_int_equal(symlink(other, file), 0);
    assert_int_equal(put(&decision), -1);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(link(other, file), 0);
    assert_int_equal(put(&decision), -1);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0644), 0);
    assert_int_equal(put(&decision), -1);
    assert_int_equal(stat(other, &status), 0);
    assert_int_equal(status.st_size, 0);
    if (geteuid() != 0)
        return;
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rename(other, file), 0);
    assert_int_equal(chown(file, 1, 1), 0);
    assert_int_equal(put(&decision), -1);
}

static void limits_on_files_end_nobody(void **state)
{
    struct wire_decision decision = {.outcome = DECISION_PLACED};
    struct rlimit limit, before;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(put(&decision), -1);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(put(&decision), 0);
    assert_int_equal(truncate(file, WIRE_DECISION_FILE), 0);
    assert_int_equal(put(&decision), -1);
}

static void other_lines_hold_no_decision(void **state)
{
    static const char *const lines[] = {
        "", "x", "{", "{}", "[1]", "{\"time\": 1}",
        "{\"time\": 1, \"job\": 2, \"step\": 0, \"user\": 0, \"nodes\": 4, \"ranks\": 16, "
        "\"outcome\": \"lost\"}",
        "{\"time\": -1, \"job\": 2, \"step\": 0, \"user\": 0, \"nodes\": 4, \"ranks\": 16, "
        "\"outcome\": \"kept\"}",
        "{\"time\": 1, \"job\": {}, \"step\": 0, \"user\": 0, \"nodes\": 4, \"ranks\": 16, "
        "\"outcome\": \"kept\"}",
    };
    static const char good[] = "Nov 22 host topomap[1]: {\"time\": 1, \"job\": 2, \"step\": 0, "
                               "\"user\": 0, \"nodes\": 4, \"ranks\": 16, \"outcome\": \"kept\"}";
    struct decision_read read;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(decision_parse(&read, lines[i], strlen(lines[i])), 0);
    assert_int_equal(decision_parse(&read, good, sizeof good - 1), 1);
    assert_int_equal(read.decision.outcome, DECISION_KEPT);
    decision_free(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_decision_comes_back_as_it_was, clean),
        cmocka_unit_test(lines_are_short_whatever_is_in_them),
        cmocka_unit_test_teardown(a_minute_has_so_many_lines, clean),
        cmocka_unit_test_teardown(only_ones_own_file_is_written, clean),
        cmocka_unit_test_teardown(limits_on_files_end_nobody, clean),
        cmocka_unit_test(other_lines_hold_no_decision),
    };

    return cmocka_run_group_tests(tests, begin, finish);
}
