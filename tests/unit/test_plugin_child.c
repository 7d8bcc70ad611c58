/* SPDX-License-Identifier: BSD-3-Clause */
/* Helper programs as child processes: what they get, what they may do, how they end. */
#include "config.h" /* before the C library: asks it for Linux extensions */

#include "unit/unit.h"

#include "base/clock.h"
#include "child.h"
#include "srun_signals.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/topomap-child.XXXXXX";

static void path_of(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
}

/* A shell script as the program. */
static void script(const char *text)
{
    char path[128];
    FILE *file;

    path_of(path, sizeof path, "program");
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", text);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static struct child make(const char *text)
{
    script(text);
    return (struct child){
        .directory = folder,
        .program = "program",
        .deadline = 20,
        .output_limit = 1 << 20,
    };
}

/* Run the script and compare its output. */
static void says(const char *text, const char *expected)
{
    struct child child = make(text);

    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, expected);
    child_free(&child);
}

static void fails_with(const char *text, const char *complaint)
{
    struct child child = make(text);
    bool late = strstr(complaint, "0.5 s");

    if (late)
        child.deadline = 0.5;
    assert_int_equal(child_run(&child), late ? CHILD_LATE : CHILD_FAILED);
    assert_string_equal(child.complaint, complaint);
    child_free(&child);
}

static void much_goes_in_and_comes_out(void **state)
{
    struct child child = make("cat");
    char *input = malloc(1 << 20);

    (void)state;
    for (size_t i = 0; i < 1 << 20; i++)
        input[i] = (char)i;
    child.input = input;
    child.input_length = 1 << 20;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_int_equal(child.output_length, 1 << 20);
    assert_memory_equal(child.output, input, 1 << 20);
    child_free(&child);

    /* A child that reads nothing does no harm either. */
    child = make("echo done");
    child.input = input;
    child.input_length = 1 << 20;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "done\n");
    child_free(&child);
    free(input);
}

static void arguments_arrive(void **state)
{
    char *const arguments[] = {"one", "two words", NULL};
    struct child child = make("printf '%s|' \"$@\"");

    (void)state;
    child.arguments = arguments;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "one|two words|");
    child_free(&child);
}

static void it_inherits_nothing(void **state)
{
    int leaked[3];

    (void)state;
    for (int i = 0; i < 3; i++)
        leaked[i] = open("/dev/null", O_RDONLY);
    setenv("LD_PRELOAD_OF_SOMEBODY", "x", 1);
    says("ls -l /proc/self/fd | grep -c /dev/null; :", "0\n");
    says("env | grep -c SOMEBODY; :", "0\n");
    says("echo $PATH", "/usr/bin:/bin\n");
    /* hwloc must not load plugins: see start.c. */
    says("echo ${HWLOC_PLUGINS_PATH-unset}", "\n");
    for (int i = 0; i < 3; i++)
        close(leaked[i]);
}

static void signals_are_fresh(void **state)
{
    sigset_t all, before;

    (void)state;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    signal(SIGINT, SIG_IGN);
    /* Signals 32 and 33 belong to the C library, which lets nobody change them; whoever started
     * this test may have left them ignored. */
    says("grep -E '^Sig(Blk|Ign):' /proc/self/status | cut -f2 | sed s/0000000180000000/0000000000000000/",
         "0000000000000000\n0000000000000000\n");
    signal(SIGINT, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void limits_hold(void **state)
{
    struct child child = make("ulimit -f; ulimit -c; ulimit -v");

    (void)state;
    child.memory = 512 << 20;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "0\n0\n524288\n");
    child_free(&child);
    says("(echo x >\"$0.file\") 2>/dev/null; test -s \"$0.file\" || echo nothing written",
         "nothing written\n");
}

static void what_the_user_limits_stays_limited(void **state)
{
    struct child child = make("ulimit -S -n; ulimit -H -n; ulimit -S -f");
    struct rlimit files, bytes, least;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &bytes), 0);
    least = (struct rlimit){100, files.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &least), 0);
    least = (struct rlimit){1 << 20, bytes.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &least), 0);
    child.writes = true;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "100\n100\n2048\n");
    child_free(&child);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &bytes), 0);
}

static void no_privilege_and_no_process_is_to_be_had(void **state)
{
    struct child child;

    (void)state;
    says("exec grep NoNewPrivs /proc/self/status", "NoNewPrivs:\t1\n");
    child = make("exec awk '/^Max processes/ { print $3, $4 }' /proc/self/limits");
    child.alone = true;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "0 0\n");
    child_free(&child);
}

static void it_is_alone_in_its_group(void **state)
{
    char expected[32];

    (void)state;
    snprintf(expected, sizeof expected, "%d\n", (int)getpid());
    says("test \"$(ps -o pgid= -p $$ | tr -d ' ')\" = $$ && ps -o ppid= -p $$ | tr -d ' '", expected);
}

static void failures_are_told(void **state)
{
    (void)state;
    fails_with("exit 3", "ended with status 3");
    fails_with("echo 'out of luck' >&2; echo more >&2; exit 1", "ended with status 1 (out of luck)");
    fails_with("printf 'a\\033[31mb\\n' >&2; exit 1", "ended with status 1 (a?[31mb)");
    fails_with("kill -SEGV $$", "was killed by signal 11");
    fails_with("sleep 100", "did not answer within 0.5 s");
    fails_with("exec >&-; sleep 100", "did not answer within 0.5 s");
    fails_with("head -c 2000000 /dev/zero", "answered with more than 1048576 bytes");
}

static void a_missing_program_is_told(void **state)
{
    struct child child = make("true");

    (void)state;
    child.program = "nosuch";
    assert_int_equal(child_run(&child), CHILD_FAILED);
    assert_string_equal(child.complaint, "could not be started: No such file or directory");
    child_free(&child);
}

/* Processes started by the child die with it. On a busy machine it may take long until there are
 * any. */
static void a_hanging_family_is_killed(void **state)
{
    struct child child = make("sleep 1234 & echo $!; exec sleep 1235");
    char stat[64], line[256] = "";
    FILE *file;

    (void)state;
    for (child.deadline = 0.5; !child.output_length; child.deadline *= 2) {
        double start = clock_seconds();

        child_free(&child);
        assert_int_equal(child_run(&child), CHILD_LATE);
        assert_true(clock_seconds() - start < 10 + child.deadline);
    }
    snprintf(stat, sizeof stat, "/proc/%ld/stat", strtol(child.output, NULL, 10));
    for (int i = 0; i < 50; i++) {
        file = fopen(stat, "r");
        if (!file || !fgets(line, sizeof line, file) || strstr(line, ") Z "))
            strcpy(line, "gone");
        if (file)
            fclose(file);
        if (strcmp(line, "gone") == 0)
            break;
        usleep(100000);
    }
    assert_string_equal(line, "gone");
    /* Nor is it left as a zombie. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    child_free(&child);
}

static enum wait_answer no_longer(void *data)
{
    (void)data;
    return WAIT_ENDS;
}

static void its_owner_can_stop_it(void **state)
{
    struct child child = make("sleep 100");

    (void)state;
    child.goes_on = no_longer;
    assert_int_equal(child_run(&child), CHILD_STOPPED);
    child_free(&child);
}

/* As slurmctld may. */
static enum wait_answer answers_late(void *data)
{
    (void)data;
    sleep(1000);
    return WAIT_GOES_ON;
}

static enum wait_answer answers_badly(void *data)
{
    (void)data;
    abort();
}

static void no_answer_holds_up_nothing(void **state)
{
    enum wait_answer (*const askers[])(void *) = {answers_late, answers_badly};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct child child = make("sleep 100");
        double start = clock_seconds();

        child.goes_on = askers[i];
        child.deadline = 2;
        assert_int_equal(child_run(&child), CHILD_LATE);
        assert_true(clock_seconds() - start < 10);
        child_free(&child);
        child = make("sleep 2; echo done");
        child.goes_on = askers[i];
        assert_int_equal(child_run(&child), CHILD_DONE);
        assert_string_equal(child.output, "done\n");
        child_free(&child);
    }
}

static bool after_three(void *data)
{
    return ++*(int *)data >= 3;
}

static void it_can_be_called_away(void **state)
{
    struct child child = make("sleep 100");
    int asked = 0;

    (void)state;
    child.is_called = after_three;
    child.wait_data = &asked;
    assert_int_equal(child_run(&child), CHILD_CALLED);
    assert_int_equal(asked, 3);
    child_free(&child);
}

/* A call, and what the question whether to go on finds out about it. */
struct call {
    enum wait_answer answer;
    bool waits;
    int forgotten;
};

static bool call_waits(void *data)
{
    return ((const struct call *)data)->waits;
}

static enum wait_answer call_means(void *data)
{
    return ((const struct call *)data)->answer;
}

/* Lets the program end. */
static void forget_call(void *data)
{
    struct call *call = data;
    char path[128];
    FILE *file;

    path_of(path, sizeof path, "program.told");
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    call->waits = false;
    call->forgotten++;
}

static void what_a_call_means_is_asked(void **state)
{
    static const struct {
        enum wait_answer answer;
        enum child_end end;
        int forgotten;
    } cases[] = {
        {WAIT_GOES_ON, CHILD_DONE, 1},
        {WAIT_UNSURE, CHILD_CALLED, 0},
        {WAIT_ENDS, CHILD_STOPPED, 0},
    };
    char path[128];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct child child = make("until test -e \"$0.told\"; do sleep 0.1; done");
        struct call call = {.answer = cases[i].answer, .waits = true};

        child.goes_on = call_means;
        child.is_called = call_waits;
        child.forgets_call = forget_call;
        child.wait_data = &call;
        assert_int_equal(child_run(&child), cases[i].end);
        assert_int_equal(call.forgotten, cases[i].forgotten);
        child_free(&child);
        path_of(path, sizeof path, "program.told");
        unlink(path);
    }
}

/* An asker that dies has found out nothing. */
static void a_call_that_nobody_explains_counts(void **state)
{
    struct child child = make("sleep 100");
    struct call call = {.waits = true};

    (void)state;
    child.goes_on = answers_badly;
    child.is_called = call_waits;
    child.forgets_call = forget_call;
    child.wait_data = &call;
    assert_int_equal(child_run(&child), CHILD_CALLED);
    child_free(&child);
}

static int speaks_for_itself(void *data)
{
    const char *text = data;

    return write(1, text, strlen(text)) < 0 ? 1 : 0;
}

static void a_function_is_a_child_too(void **state)
{
    struct child child = {.function = speaks_for_itself, .function_data = "hello",
                          .deadline = 20, .output_limit = 100};

    (void)state;
    assert_int_equal(child_run(&child), CHILD_DONE);
    assert_string_equal(child.output, "hello");
    child_free(&child);
}

/* Seizes the other child of its parent and holds it. Writes a byte when it has it. */
static void trace(pid_t parent, int tell)
{
    char path[64], line[256];

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    for (;;) {
        FILE *file = fopen(path, "r");
        pid_t pid = 0;

        if (file && fgets(line, sizeof line, file)) {
            for (char *next = line; *next && *next != '\n' && !pid; next++) {
                pid = (pid_t)strtol(next, &next, 10);
                pid = pid == getpid() ? 0 : pid;
            }
        }
        if (file)
            fclose(file);
        /* Possible once it executes its program; before that it cannot be reached. */
        if (pid && ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_TRACEEXIT) == 0 &&
            write(tell, "", 1) == 1)
            break;
        usleep(1000);
    }
    for (;;)
        pause();
}

/* A killed child that is traced stays until the tracer releases it. */
static void a_tracer_holds_up_nothing(void **state)
{
    struct child child = make("exec sleep 100");
    double start = clock_seconds();
    int ends[2];
    char byte;
    pid_t tracer;

    (void)state;
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    tracer = fork();
    assert_true(tracer >= 0);
    if (tracer == 0)
        trace(getppid(), ends[1]);
    child.deadline = 2;
    assert_int_equal(child_run(&child), CHILD_LATE);
    assert_true(clock_seconds() - start < 20);
    kill(tracer, SIGKILL);
    assert_int_equal(waitpid(tracer, NULL, 0), tracer);
    /* Some systems let only root trace processes that are not its children. */
    if (read(ends[0], &byte, 1) != 1 && geteuid() != 0)
        skip();
    /* Now it can end; like any child of this process it is reaped here. */
    assert_true(waitpid(-1, NULL, 0) > 0);
    close(ends[0]);
    close(ends[1]);
    child_free(&child);
}

static void *interrupt(void *data)
{
    usleep(300000);
    kill(getpid(), *(int *)data);
    return NULL;
}

/* As in srun: the signals are blocked, and another thread could take them by sigwait. */
static void signals_end_the_wait(void **state)
{
    int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t set, before;
    pthread_t thread;

    (void)state;
    sigemptyset(&set);
    for (size_t i = 0; i < 4; i++)
        sigaddset(&set, numbers[i]);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    for (size_t i = 0; i < 4; i++) {
        struct child child = make("sleep 100");
        struct sigaction action, found;
        double start = clock_seconds();

        child.watch_signals = true;
        sigaction(numbers[i], NULL, &found);
        assert_int_equal(pthread_create(&thread, NULL, interrupt, &numbers[i]), 0);
        signals_watch();
        assert_int_equal(child_run(&child), CHILD_INTERRUPTED);
        assert_int_equal(signals_caught(), numbers[i]);
        assert_int_equal(signals_unwatch(), numbers[i]);
        assert_true(clock_seconds() - start < 10);
        pthread_join(thread, NULL);
        sigaction(numbers[i], NULL, &action);
        assert_true(action.sa_handler == found.sa_handler);
        child_free(&child);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"program", "program.file", "program.told"};
    char path[128];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path_of(path, sizeof path, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

/* Open a pipe of this name, which both sides wait for. */
static int open_pipe(const char *name, int flags)
{
    char path[128];
    int file;

    path_of(path, sizeof path, name);
    file = open(path, flags);
    assert_true(file >= 0);
    return file;
}

/* The process is stopped for longer than the deadline, as those of a suspended job are. */
static void time_in_which_all_are_stopped_does_not_count(void **state)
{
    char ready[128], go[128], letter;
    pid_t runner;
    int status, file;

    (void)state;
    path_of(ready, sizeof ready, "ready");
    path_of(go, sizeof go, "go");
    assert_int_equal(mkfifo(ready, 0600), 0);
    assert_int_equal(mkfifo(go, 0600), 0);
    runner = fork();
    assert_true(runner >= 0);
    if (runner == 0) {
        struct child child = make("cd \"${0%/*}\"; echo ready >ready; read -r word <go; echo $word");

        child.deadline = 4;
        _exit(child_run(&child) == CHILD_DONE && strcmp(child.output, "on\n") == 0 ? 0 : 1);
    }
    file = open_pipe("ready", O_RDONLY);
    assert_int_equal(read(file, &letter, 1), 1);
    close(file);
    assert_int_equal(kill(runner, SIGSTOP), 0);
    sleep(6);
    assert_int_equal(kill(runner, SIGCONT), 0);
    file = open_pipe("go", O_WRONLY);
    assert_int_equal(write(file, "on\n", 3), 3);
    close(file);
    assert_int_equal(waitpid(runner, &status, 0), runner);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    unlink(ready);
    unlink(go);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(much_goes_in_and_comes_out),
        cmocka_unit_test(arguments_arrive),
        cmocka_unit_test(it_inherits_nothing),
        cmocka_unit_test(signals_are_fresh),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(what_the_user_limits_stays_limited),
        cmocka_unit_test(no_privilege_and_no_process_is_to_be_had),
        cmocka_unit_test(it_is_alone_in_its_group),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(a_missing_program_is_told),
        cmocka_unit_test(a_hanging_family_is_killed),
        cmocka_unit_test(its_owner_can_stop_it),
        cmocka_unit_test(no_answer_holds_up_nothing),
        cmocka_unit_test(it_can_be_called_away),
        cmocka_unit_test(what_a_call_means_is_asked),
        cmocka_unit_test(a_call_that_nobody_explains_counts),
        cmocka_unit_test(a_function_is_a_child_too),
        cmocka_unit_test(a_tracer_holds_up_nothing),
        cmocka_unit_test(time_in_which_all_are_stopped_does_not_count),
        cmocka_unit_test(signals_end_the_wait),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
