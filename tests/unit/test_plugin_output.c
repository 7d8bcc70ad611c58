/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that the plugin writes for the user: their names, and that no file is damaged. */
#include "unit/unit.h"

#include "srun_output.h"

#include <dirent.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void symbols_are_replaced(void **state)
{
    static const struct output_step step = {.job = 128, .step = 3, .job_name = "my job"};
    static const struct output_step array = {
        .job = 130, .step = 0, .job_name = "sweep", .array_job = "129", .array_task = "7"};
    static const struct {
        const struct output_step *step;
        const char *pattern, *name;
    } cases[] = {
        {&step, "plan", "plan"},
        {&step, "plan.%j", "plan.128"},
        {&step, "%x/plan-%J", "my job/plan-128.3"},
        {&step, "job%4j-%2s", "job0128-03"},
        {&step, "%4x%6J", "my job000128.3"},
        {&step, "%99s", "0000000003"},
        {&step, "%A_%a", "128_0"},
        {&array, "%A_%3a.%j.%x", "129_007.130.sweep"},
        {&step, "100%%j", "100%j"},
        {&step, "%n-%t-%N-%5t", "%n-%t-%N-%5t"},
        {&step, "%", "%"},
        {&step, "%12", "%12"},
        {&step, "%%", "%"},
        {&step, "a%é", "a%é"},
        {&step, "\\%j-%s", "%j-%s"},
        {&step, "%j\\", "%j"},
    };
    struct passwd *account = getpwuid(geteuid());
    struct output_step unnamed = step;
    char *name;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        name = output_name(cases[i].pattern, cases[i].step);
        assert_string_equal(name, cases[i].name);
        free(name);
    }
    unnamed.job_name = NULL;
    name = output_name("%x.", &unnamed);
    assert_string_equal(name, ".");
    free(name);
    if (account) {
        name = output_name("%u", &step);
        assert_string_equal(name, account->pw_name);
        free(name);
    }
}

/* ---- contents, each test in an empty folder ------------------------------------------------ */

static int enter(void **state)
{
    char *folder = strdup("/tmp/topomap-output.XXXXXX");

    *state = folder;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static unsigned clear_folder(void)
{
    DIR *folder = opendir(".");
    struct dirent *entry;
    unsigned count = 0;

    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        unlink(entry->d_name);
    }
    closedir(folder);
    return count;
}

static int leave(void **state)
{
    clear_folder();
    if (chdir("/") < 0 || rmdir(*state) < 0)
        return -1;
    free(*state);
    return 0;
}

static void make(const char *name, const char *data, mode_t mode)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    fputs(data, file);
    fclose(file);
    assert_int_equal(chmod(name, mode), 0);
}

static void assert_holds(const char *name, const char *data)
{
    char found[256] = "";
    FILE *file = fopen(name, "r");

    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, data);
}

static void assert_written(const char *name, const char *data)
{
    struct topomap_error error = {0};

    if (output_write(name, data, strlen(data), &error) < 0)
        fail_msg("%s", error.text);
    assert_holds(name, data);
}

static void assert_refused(const char *name, size_t length, const char *message)
{
    struct topomap_error error = {0};
    char *data = calloc(length, 1);

    assert_int_equal(output_write(name, data, length, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_string_equal(error.text, message);
    free(data);
}

static struct stat look(const char *name)
{
    struct stat status;

    assert_int_equal(lstat(name, &status), 0);
    return status;
}

static void what_is_there_is_replaced_with_its_rights(void **state)
{
    struct stat status;

    (void)state;
    assert_written("new", "a\n");
    make("old", "long, and to be replaced\n", 0640);
    if (geteuid() == 0)
        assert_int_equal(chown("old", 12, 34), 0);
    assert_written("old", "b\n");
    status = look("old");
    assert_int_equal(status.st_mode & 07777, 0640);
    if (geteuid() == 0)
        assert_true(status.st_uid == 12 && status.st_gid == 34);
    assert_int_equal(clear_folder(), 2);
}

/* Files that a killed process with the same id left do no harm. */
static void what_was_left_is_passed_over(void **state)
{
    char left[64];

    (void)state;
    snprintf(left, sizeof left, "kept.%ld-0.tmp", (long)getpid());
    make("kept", "old", 0640);
    make(left, "half", 0600);
    assert_written("kept", "new");
    assert_holds(left, "half");
    assert_int_equal(unlink(left), 0);
}

static void links_are_followed(void **state)
{
    struct stat status;

    (void)state;
    make("target", "old\n", 0600);
    assert_int_equal(symlink("target", "link"), 0);
    assert_int_equal(symlink("link", "chain"), 0);
    assert_written("chain", "through two links\n");
    assert_holds("target", "through two links\n");
    assert_true(S_ISLNK(look("chain").st_mode) && S_ISLNK(look("link").st_mode));
    assert_int_equal(look("target").st_mode & 07777, 0600);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_written("dangling", "made\n");
    assert_true(S_ISLNK(look("dangling").st_mode) && S_ISREG(look("nowhere").st_mode));

    assert_int_equal(link("target", "twin"), 0);
    assert_written("target", "both names\n");
    assert_holds("twin", "both names\n");
    status = look("twin");
    assert_int_equal(status.st_nlink, 2);
    assert_int_equal(clear_folder(), 6);
}

static void other_kinds_are_refused(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_refused("pipe", 3, "cannot write 'pipe': not a regular file");
    assert_refused(".", 3, "cannot write '.': not a regular file");
    assert_refused("no/such", 3, "cannot write 'no/such': No such file or directory");
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_refused("loop", 3, "cannot write 'loop': Too many levels of symbolic links");
}

/* As the output of the job, which srun has from the batch script. */
static void what_is_open_is_refused(void **state)
{
    FILE *output;

    (void)state;
    make("job.out", "said before\n", 0644);
    output = fopen("job.out", "a");
    assert_non_null(output);
    assert_int_equal(symlink("job.out", "stdout"), 0);
    assert_refused("stdout", 3, "cannot write 'stdout': not a regular file");
    assert_refused("job.out", 3, "cannot write 'job.out': not a regular file");
    assert_holds("job.out", "said before\n");
    fclose(output);
    assert_int_equal(clear_folder(), 2);
}

/* SIGXFSZ has its default effect here: the process would end. */
static void a_limit_on_file_sizes_is_an_error(void **state)
{
    struct rlimit before, limit;
    sigset_t pending;

    (void)state;
    make("old", "as it was\n", 0644);
    make("two", "names\n", 0644);
    assert_int_equal(link("two", "names"), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 100;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_refused("new", 1000, "cannot write 'new': File too large");
    assert_refused("old", 1000, "cannot write 'old': File too large");
    assert_refused("two", 1000, "cannot write 'two': File too large");
    assert_refused("dangling", 1000, "cannot write 'dangling': File too large");
    assert_written("small", "fits\n");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(sigpending(&pending), 0);
    assert_false(sigismember(&pending, SIGXFSZ));
    assert_holds("old", "as it was\n");
    assert_holds("names", "names\n");
    assert_int_equal(clear_folder(), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_are_replaced),
        cmocka_unit_test_setup_teardown(what_is_there_is_replaced_with_its_rights, enter, leave),
        cmocka_unit_test_setup_teardown(what_was_left_is_passed_over, enter, leave),
        cmocka_unit_test_setup_teardown(links_are_followed, enter, leave),
        cmocka_unit_test_setup_teardown(other_kinds_are_refused, enter, leave),
        cmocka_unit_test_setup_teardown(what_is_open_is_refused, enter, leave),
        cmocka_unit_test_setup_teardown(a_limit_on_file_sizes_is_an_error, enter, leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
