/* SPDX-License-Identifier: BSD-3-Clause */
/* The executable of a step. */
#include "unit/unit.h"

#include "srun_program.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void find(const char *command, const char *wanted)
{
    struct topomap_error error = {.text = ""};
    char *path = program_find(command, &error);

    if (wanted)
        assert_string_equal(path, wanted);
    else if (path)
        fail_msg("%s: %s", command ? command : "no command", path);
    else
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    free(path);
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
    find("new\nline", NULL);
    find(NULL, NULL);
    assert_true(unlink("c/app") == 0 && unlink("c/new\nline") == 0 && unlink("b/app") == 0);
    assert_true(rmdir("c") == 0 && rmdir("b") == 0 && rmdir("a/app") == 0 && rmdir("a") == 0);
    assert_true(chdir("/") == 0 && rmdir(top) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_the_first_executable_file_in_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
