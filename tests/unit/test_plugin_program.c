/* SPDX-License-Identifier: BSD-3-Clause */
/* The executable of a step. */
#include "unit/unit.h"

#include "srun_program.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void find_in(const char *folder, const char *command, const char *wanted)
{
    struct topomap_error error = {.text = ""};
    char *path = program_find(command, folder, &error);

    if (wanted)
        assert_string_equal(path, wanted);
    else if (path)
        fail_msg("%s: %s", command ? command : "no command", path);
    else
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    free(path);
}

static void find(const char *command, const char *wanted)
{
    char folder[PATH_MAX];

    assert_non_null(getcwd(folder, sizeof folder));
    find_in(folder, command, wanted);
}

static void make(const char *name, mode_t mode)
{
    int file = open(name, O_WRONLY | O_CREAT, mode);

    assert_true(file >= 0 && close(file) == 0);
}

/* PATH has a folder with a folder of the program's name, one with a file that cannot be executed,
 * and one with the program. */
static void a_command_is_the_first_executable_file_in_path(void **state)
{
    char top[] = "/tmp/topomap-program-XXXXXX", path[256], wanted[64];
    struct topomap_error error;

    (void)state;
    assert_non_null(mkdtemp(top));
    assert_int_equal(chdir(top), 0);
    assert_true(mkdir("a", 0755) == 0 && mkdir("a/app", 0755) == 0);
    assert_true(mkdir("b", 0755) == 0 && mkdir("c", 0755) == 0);
    make("b/app", 0644);
    make("c/app", 0755);
    make("c/new\nline", 0755);
    snprintf(path, sizeof path, "%s/nowhere:%s/a:%s/b:%s/c", top, top, top, top);
    assert_int_equal(setenv("PATH", path, 1), 0);
    snprintf(wanted, sizeof wanted, "%s/c/app", top);
    find("app", wanted);
    find("c/app", wanted);
    find(wanted, wanted);
    find("other", NULL);
    assert_null(program_find("new\nline", top, &error));
    assert_non_null(strstr(error.text, "has a line break in its path"));
    find(NULL, NULL);
    assert_true(unlink("c/app") == 0 && unlink("c/new\nline") == 0 && unlink("b/app") == 0);
    assert_true(rmdir("c") == 0 && rmdir("b") == 0 && rmdir("a/app") == 0 && rmdir("a") == 0);
    assert_true(chdir("/") == 0 && rmdir(top) == 0);
}

/* The same name in the test's folder, in that of the tasks, and in a folder of PATH. */
static void relative_names_count_from_the_folder_of_the_tasks(void **state)
{
    char top[] = "/tmp/topomap-program-XXXXXX", folder[64], wanted[80], other[80], path[128];

    (void)state;
    assert_non_null(mkdtemp(top));
    assert_int_equal(chdir(top), 0);
    assert_true(mkdir("a", 0755) == 0 && mkdir("a/sub", 0755) == 0);
    assert_true(mkdir("sub", 0755) == 0 && mkdir("x", 0755) == 0 && mkdir("x/sub", 0755) == 0);
    make("sub/app", 0755);
    make("a/sub/app", 0755);
    make("x/sub/app", 0755);
    snprintf(folder, sizeof folder, "%s/a", top);
    snprintf(wanted, sizeof wanted, "%s/a/sub/app", top);
    snprintf(other, sizeof other, "%s/x/sub/app", top);
    snprintf(path, sizeof path, "%s/x", top);
    assert_int_equal(setenv("PATH", "/nowhere:sub", 1), 0);
    find_in(folder, "./sub/app", wanted);
    find_in(folder, "sub/app", wanted);
    find_in(folder, "app", wanted);
    find_in(folder, other, other);
    find_in(NULL, other, other);
    find_in(NULL, "./sub/app", NULL);
    find_in(NULL, "app", NULL);
    assert_int_equal(setenv("PATH", "", 1), 0);
    find_in(folder, "sub/app", wanted);
    assert_int_equal(setenv("PATH", path, 1), 0);
    find_in(folder, "sub/app", other);
    find_in(folder, "./sub/app", wanted);
    /* Slurm passes over empty entries. */
    snprintf(folder, sizeof folder, "%s/a/sub", top);
    snprintf(path, sizeof path, ":%s/x/sub", top);
    assert_int_equal(setenv("PATH", path, 1), 0);
    find_in(folder, "app", other);
    assert_true(unlink("sub/app") == 0 && unlink("a/sub/app") == 0 && unlink("x/sub/app") == 0);
    assert_true(rmdir("sub") == 0 && rmdir("a/sub") == 0 && rmdir("a") == 0);
    assert_true(rmdir("x/sub") == 0 && rmdir("x") == 0);
    assert_true(chdir("/") == 0 && rmdir(top) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_the_first_executable_file_in_path),
        cmocka_unit_test(relative_names_count_from_the_folder_of_the_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
