/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "child.h"

#include "base/clock.h"
#include "base/text.h"
#include "srun_signals.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK 65536
#define CHECK_SECONDS 1
/* The longest time between two looks at the clock, and the first of ever longer pauses. */
#define SLICE 0.25
#define SHORT_NAP 0.0002

/* The longest wait for a killed process: a tracer can hold it for ever. */
#define REAP_SECONDS 1.0

/* If nobody has looked at the clock for longer, this process was stopped, as those of suspended
 * jobs are, and so was the child: that time does not count. */
#define STOPPED_SECONDS 2.0

/* The state of a run. */
struct run {
    struct child *child;
    struct started process;
    struct started asker; /* the process that asks whether to go on; it writes its answer */
    double end;           /* when the deadline ends */
    double looked;        /* at the clock, last */
    double ask;           /* when to start the next asker */
    double look;          /* when to call is_called again */
    bool called;          /* the asker asks about a call */
    size_t written;
    size_t capacity;      /* of child->output */
    size_t said;          /* bytes of standard error kept in child->complaint */
};

static enum child_end fails(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum child_end fails(struct run *run, const char *format, ...)
{
    char text[128], said[160];
    va_list args;

    va_start(args, format);
    text_vformat(text, sizeof text, format, args);
    va_end(args);
    /* The first line on standard error explains best. */
    run->child->complaint[run->said] = '\0';
    snprintf(said, sizeof said, "%.*s", (int)strcspn(run->child->complaint, "\r\n"),
             run->child->complaint);
    text_hide_controls(said);
    snprintf(run->child->complaint, sizeof run->child->complaint, "%s%s%s%s", text,
             *said ? " (" : "", said, *said ? ")" : "");
    return CHILD_FAILED;
}

static void close_end(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

static void feed(struct run *run)
{
    struct child *child = run->child;
    ssize_t sent;

    if (run->written < child->input_length) {
        sent = send(run->process.input, child->input + run->written,
                    child->input_length - run->written, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            run->written += (size_t)sent;
        if (sent >= 0 || errno == EAGAIN || errno == EINTR)
            return;
    }
    close_end(&run->process.input);
}

/* Read what output there is. Returns false with *end set if there is too much of it. */
static bool drain(struct run *run, enum child_end *end)
{
    struct child *child = run->child;
    ssize_t got;

    if (array_grow(&child->output, &run->capacity, child->output_length + CHUNK, 1) < 0) {
        *end = fails(run, "could not be listened to: out of memory");
        return false;
    }
    child->output[child->output_length] = '\0';
    got = read(run->process.output, child->output + child->output_length, CHUNK - 1);
    if (got > 0) {
        child->output_length += (size_t)got;
        child->output[child->output_length] = '\0';
        if (child->output_length > child->output_limit) {
            *end = fails(run, "answered with more than %zu bytes", child->output_limit);
            return false;
        }
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_end(&run->process.output);
    }
    return true;
}

/* Keep the beginning of standard error. */
static void listen_to(struct run *run)
{
    struct child *child = run->child;
    size_t room = sizeof child->complaint - 1 - run->said;
    char waste[256];
    ssize_t got = room ? read(run->process.error, child->complaint + run->said, room)
                       : read(run->process.error, waste, sizeof waste);

    if (got > 0 && room)
        run->said += (size_t)got;
    else if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&run->process.error);
}

static double longer(double nap)
{
    return nap < SLICE / 2 ? nap * 2 : SLICE;
}

/* A process that cannot be reaped in time is left to its tracer, and in the end to init. */
static void reap(pid_t pid)
{
    double end = clock_seconds() + REAP_SECONDS, nap = SHORT_NAP;

    while (waitpid(pid, NULL, WNOHANG) == 0 && clock_seconds() < end) {
        struct timespec time = {.tv_nsec = (long)(nap * 1e9)};

        ppoll(NULL, 0, &time, NULL);
        nap = longer(nap);
    }
}

/* Kill the process if it is still there, with everything that it may have started. */
static void clean_up(struct started *process)
{
    close_end(&process->input);
    close_end(&process->output);
    close_end(&process->error);
    if (process->pid <= 0)
        return;
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    reap(process->pid);
}

static int answer(enum wait_answer word)
{
    char byte = (char)word;

    return write(STDOUT_FILENO, &byte, 1) == 1 ? 0 : 1;
}

/* Runs in a process of its own: an answer may take long, even longer than the deadline. */
static int keep_asking(void *data)
{
    const struct child *child = data;

    while (child->goes_on(child->wait_data) != WAIT_ENDS)
        sleep(CHECK_SECONDS);
    return answer(WAIT_ENDS);
}

static int ask_about_call(void *data)
{
    const struct child *child = data;

    return answer(child->goes_on(child->wait_data));
}

static void end_asker(struct run *run)
{
    clean_up(&run->asker);
    run->asker = (struct started)STARTED_NONE;
}

/* If no asker can be started the question counts as unanswered. */
static void start_asker(struct run *run, int (*function)(void *))
{
    struct child asker = {.function = function, .function_data = run->child};

    end_asker(run);
    run->ask = HUGE_VAL;
    if (start_process(&asker, &run->asker) < 0)
        return;
    close_end(&run->asker.input);
    close_end(&run->asker.error);
}

/* Whether the asker has answered. */
static bool has_answered(struct run *run, enum wait_answer *word)
{
    char byte;
    ssize_t got = run->asker.output < 0 ? 0 : read(run->asker.output, &byte, 1);

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&run->asker.output);
    if (got > 0)
        *word = (enum wait_answer)byte;
    return got > 0;
}

/* Call is_called a few times a second, whatever else wakes this process. */
static bool is_called(struct run *run, double now)
{
    if (!run->child->is_called || run->called || now < run->look)
        return false;
    run->look = now + SLICE;
    return run->child->is_called(run->child->wait_data);
}

/* Whether the asker or a call ends the wait; if so *end is set. */
static bool is_over(struct run *run, double now, enum child_end *end)
{
    const struct child *child = run->child;
    enum wait_answer word;

    if (is_called(run, now)) {
        run->called = true;
        if (child->goes_on)
            start_asker(run, ask_about_call);
    } else if (child->goes_on && now >= run->ask) {
        start_asker(run, keep_asking);
    }
    if (has_answered(run, &word)) {
        *end = word == WAIT_ENDS ? CHILD_STOPPED : CHILD_CALLED;
        if (word != WAIT_GOES_ON)
            return true;
        end_asker(run);
        run->called = false;
        run->ask = now + CHECK_SECONDS;
        child->forgets_call(child->wait_data);
    }
    *end = CHILD_CALLED;
    return run->called && run->asker.output < 0;
}

/* Whether to give up; if so *end is set. Nothing here may block. */
static bool overdue(struct run *run, enum child_end *end)
{
    double now = clock_seconds();

    if (now - run->looked > STOPPED_SECONDS)
        run->end += now - run->looked;
    run->looked = now;
    if (run->child->watch_signals && signals_caught()) {
        *end = CHILD_INTERRUPTED;
        return true;
    }
    if (now >= run->end) {
        fails(run, "did not answer within %.3g s", run->child->deadline);
        *end = CHILD_LATE;
        return true;
    }
    return is_over(run, now, end);
}

/* Sleep until a descriptor is ready, a signal arrives, or a short time has passed. */
static int sleep_on(const struct run *run, struct pollfd *ends, nfds_t count, double longest)
{
    double left = run->end - clock_seconds();
    struct timespec slice = {0};

    if (left > longest)
        left = longest;
    if (left > 0)
        slice.tv_nsec = (long)(left * 1e9);
    return ppoll(ends, count, &slice, NULL);
}

/* Talk to the child until it closes its output. Returns false with *end set on failure. */
static bool converse(struct run *run, enum child_end *end)
{
    while (run->process.output >= 0) {
        struct pollfd ends[] = {
            {.fd = run->process.input, .events = POLLOUT},
            {.fd = run->process.output, .events = POLLIN},
            {.fd = run->process.error, .events = POLLIN},
            {.fd = run->asker.output, .events = POLLIN},
        };

        if (overdue(run, end))
            return false;
        if (sleep_on(run, ends, 4, SLICE) <= 0)
            continue;
        if (ends[0].revents)
            feed(run);
        if (ends[1].revents && !drain(run, end))
            return false;
        if (ends[2].revents)
            listen_to(run);
    }
    return true;
}

/* Wait for the end of a child that has closed its output; *status is its exit status. */
static bool await(struct run *run, int *status, enum child_end *end)
{
    double nap = SHORT_NAP;

    for (;;) {
        pid_t pid = waitpid(run->process.pid, status, WNOHANG);

        if (pid > 0)
            run->process.pid = -1;
        if (pid > 0)
            return true;
        if (pid < 0 && errno != EINTR) {
            run->process.pid = -1;
            *end = fails(run, "was reaped by another");
            return false;
        }
        if (overdue(run, end))
            return false;
        sleep_on(run, NULL, 0, nap);
        nap = longer(nap);
    }
}

static enum child_end judge(struct run *run, int status)
{
    run->child->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFSIGNALED(status))
        return fails(run, "was killed by signal %d", WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) == START_FAILED)
        return fails(run, "could not be started");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fails(run, "ended with status %d", WEXITSTATUS(status));
    return CHILD_DONE;
}

enum child_end child_run(struct child *child)
{
    struct run run = {.child = child, .asker = STARTED_NONE};
    enum child_end end = CHILD_FAILED;
    double start = clock_seconds();
    int status = 0;

    run.end = start + child->deadline;
    run.looked = start;
    run.ask = start + CHECK_SECONDS;
    child->complaint[0] = '\0';
    child->status = 0;
    if (start_process(child, &run.process) < 0)
        return fails(&run, "could not be started: %s", strerror(errno));
    if (converse(&run, &end) && await(&run, &status, &end)) {
        /* A signal to the whole process group ends both; the signal is then what counts. */
        if (!overdue(&run, &end) || end != CHILD_INTERRUPTED)
            end = judge(&run, status);
    }
    clean_up(&run.asker);
    clean_up(&run.process);
    return end;
}

void child_free(struct child *child)
{
    free(child->output);
    child->output = NULL;
}
