/* SPDX-License-Identifier: BSD-3-Clause */
/* Daemons of mpirun, and the line that reaches the user although srun is silenced. */
#define _GNU_SOURCE /* pipe2 */
#include "unit/unit.h"

#include "srun_daemons.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void daemons_are_known_by_their_names(void **state)
{
    static const char *const others[] = {"", "/", "./app", "/opt/orted/app", "orted2", "xorted",
                                         "orted/", "mpirun", "/usr/bin/env"};
    const char *format;

    (void)state;
    assert_string_equal(daemon_find("orted", &format), "orted");
    assert_string_equal(format, "rankfile");
    assert_string_equal(daemon_find("/opt/ompi/5.0/bin/prted", &format), "prted");
    assert_string_equal(format, "rankfile");
    assert_string_equal(daemon_find("/usr/bin/hydra_pmi_proxy", &format), "hydra_pmi_proxy");
    assert_string_equal(format, "hosts");
    assert_string_equal(daemon_find("./hydra_bstrap_proxy", &format), "hydra_bstrap_proxy");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(daemon_find(others[i], &format));
}

/* A process with standard error `parent` has a child, in srun's place, with `own`. */
static void tell(int parent, int own)
{
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid > 0) {
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
        return;
    }
    dup2(parent, STDERR_FILENO);
    pid = fork();
    if (pid == 0) {
        dup2(own, STDERR_FILENO);
        daemon_tell_parent("why", "so");
        _exit(0);
    }
    waitpid(pid, &status, 0);
    _exit(status != 0);
}

static void holds(int file, const char *expected)
{
    char got[128] = "";
    ssize_t length = pread(file, got, sizeof got - 1, 0);

    assert_true(length >= 0);
    assert_string_equal(got, expected);
}

static void a_line_reaches_the_parent(void **state)
{
    char name[] = "daemons.XXXXXX";
    int file = mkstemp(name), null = open("/dev/null", O_RDWR);
    int appending = open(name, O_WRONLY | O_APPEND), ends[2];
    char got[64] = "";

    (void)state;
    assert_true(file >= 0 && null >= 0 && appending >= 0);
    unlink(name);
    tell(appending, null);
    holds(file, "srun: topomap: why; so\n");
    /* The parent's next output would overwrite the line. */
    tell(file, null);
    holds(file, "srun: topomap: why; so\n");
    /* A user who sees srun's own errors needs no second line. */
    tell(appending, appending);
    holds(file, "srun: topomap: why; so\n");

    assert_int_equal(pipe(ends), 0);
    tell(ends[1], null);
    assert_true(read(ends[0], got, sizeof got - 1) > 0);
    assert_string_equal(got, "srun: topomap: why; so\n");
    /* Nobody reads: no signal must end the process. */
    close(ends[0]);
    tell(ends[1], null);
    close(ends[1]);
    close(appending);
    close(file);
    close(null);
}

static void a_full_pipe_holds_nothing_up(void **state)
{
    int ends[2], null = open("/dev/null", O_RDWR);
    char block[4096] = "";

    (void)state;
    assert_true(null >= 0);
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    while (write(ends[1], block, sizeof block) > 0)
        ;
    tell(ends[1], null);
    close(ends[0]);
    close(ends[1]);
    close(null);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(daemons_are_known_by_their_names),
        cmocka_unit_test(a_line_reaches_the_parent),
        cmocka_unit_test(a_full_pipe_holds_nothing_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
