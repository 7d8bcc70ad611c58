/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "child.h"

#include "base/clock.h"
#include "start.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK 65536
#define CHECK_SECONDS 1.0
/* Longest time without a look at the clock. */
#define SLICE 0.25

/* A run under way. */
struct run {
    struct child *child;
    struct started process;
    double end;        /* when the deadline is over */
    double next_check;
    size_t written;
    size_t capacity;   /* of child->output */
    size_t said;       /* bytes of standard error kept in child->complaint */
    sigset_t wait_mask;
};

static volatile sig_atomic_t caught;

static void catch(int number)
{
    caught = number;
}

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define WATCHED (sizeof watched / sizeof *watched)

/*
 * srun blocks these signals in all threads and takes them with sigwait in one of its own, which
 * does nothing but note them while a step is not launched yet. So they are let through here, but
 * only while this thread sleeps in ppoll; at all other times srun keeps receiving them.
 */
static void watch_start(struct run *run, struct sigaction *saved)
{
    struct sigaction action = {.sa_handler = catch};

    pthread_sigmask(SIG_SETMASK, NULL, &run->wait_mask);
    caught = 0;
    if (!run->child->watch_signals)
        return;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < WATCHED; i++) {
        sigaction(watched[i], &action, &saved[i]);
        sigdelset(&run->wait_mask, watched[i]);
    }
}

static void watch_stop(const struct run *run, const struct sigaction *saved)
{
    for (size_t i = 0; run->child->watch_signals && i < WATCHED; i++)
        sigaction(watched[i], &saved[i], NULL);
}

static enum child_end fails(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum child_end fails(struct run *run, const char *format, ...)
{
    char text[128], said[160];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* The first line of what it said on standard error explains best. */
    run->child->complaint[run->said] = '\0';
    snprintf(said, sizeof said, "%.*s", (int)strcspn(run->child->complaint, "\r\n"),
             run->child->complaint);
    for (char *c = said; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
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

/* Read a part of the output. Returns -1 if there is too much of it. */
static int drain(struct run *run)
{
    struct child *child = run->child;
    ssize_t got;

    if (array_grow(&child->output, &run->capacity, child->output_length + CHUNK, 1) < 0)
        return -1;
    child->output[child->output_length] = '\0';
    got = read(run->process.output, child->output + child->output_length, CHUNK - 1);
    if (got > 0) {
        child->output_length += (size_t)got;
        child->output[child->output_length] = '\0';
        return child->output_length > child->output_limit ? -1 : 0;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        close_end(&run->process.output);
    return 0;
}

/* Keep the beginning of what it says on standard error. */
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

/* Has the time come to give up? Sets *end if so. */
static bool overdue(struct run *run, enum child_end *end)
{
    double now = clock_seconds();

    if (caught) {
        run->child->signal = caught;
        *end = CHILD_INTERRUPTED;
        return true;
    }
    if (now >= run->end) {
        *end = fails(run, "did not answer within %.3g s", run->child->deadline);
        return true;
    }
    if (run->child->goes_on && now >= run->next_check) {
        run->next_check = now + CHECK_SECONDS;
        if (!run->child->goes_on(run->child->goes_on_data)) {
            *end = CHILD_STOPPED;
            return true;
        }
    }
    return false;
}

/* Sleep until a descriptor is ready, a signal comes, or a little time has gone. */
static int sleep_on(struct run *run, struct pollfd *ends, nfds_t count, double longest)
{
    double left = run->end - clock_seconds();
    struct timespec slice = {0};

    if (left > longest)
        left = longest;
    if (left > 0)
        slice.tv_nsec = (long)(left * 1e9);
    return ppoll(ends, count, &slice, &run->wait_mask);
}

/* Talk to the child until it has closed its output. Returns false with *end set on failure. */
static bool converse(struct run *run, enum child_end *end)
{
    while (run->process.output >= 0) {
        struct pollfd ends[] = {
            {.fd = run->process.input, .events = POLLOUT},
            {.fd = run->process.output, .events = POLLIN},
            {.fd = run->process.error, .events = POLLIN},
        };

        if (overdue(run, end))
            return false;
        if (sleep_on(run, ends, 3, SLICE) <= 0)
            continue;
        if (ends[0].revents)
            feed(run);
        if (ends[1].revents && drain(run) < 0) {
            *end = fails(run, "answered with more than %zu bytes", run->child->output_limit);
            return false;
        }
        if (ends[2].revents)
            listen_to(run);
    }
    return true;
}

/* Wait for the end of a child that has closed its output; *status is how it ended. */
static bool await(struct run *run, int *status, enum child_end *end)
{
    double nap = 0.0002;

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
        nap = nap < SLICE / 2 ? nap * 2 : SLICE;
    }
}

static enum child_end judge(struct run *run, int status)
{
    if (WIFSIGNALED(status))
        return fails(run, "was killed by signal %d", WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) == START_FAILED)
        return fails(run, "could not be started");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fails(run, "ended with status %d", WEXITSTATUS(status));
    return CHILD_DONE;
}

/* Kill and reap what is still there, with everything that it may have started. */
static void clean_up(struct run *run)
{
    close_end(&run->process.input);
    close_end(&run->process.output);
    close_end(&run->process.error);
    if (run->process.pid <= 0)
        return;
    kill(-run->process.pid, SIGKILL);
    kill(run->process.pid, SIGKILL);
    while (waitpid(run->process.pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

enum child_end child_run(struct child *child)
{
    struct run run = {.child = child};
    struct sigaction saved[WATCHED];
    enum child_end end = CHILD_FAILED;
    double start = clock_seconds();
    int status = 0;

    run.end = start + child->deadline;
    run.next_check = start + CHECK_SECONDS;
    child->complaint[0] = '\0';
    if (start_process(child, &run.process) < 0)
        return fails(&run, "could not be started: %s", strerror(errno));
    watch_start(&run, saved);
    if (converse(&run, &end) && await(&run, &status, &end)) {
        /* A signal to the whole group ends both: take the one that waits for this process. */
        sleep_on(&run, NULL, 0, 0);
        if (!overdue(&run, &end) || end != CHILD_INTERRUPTED)
            end = judge(&run, status);
    }
    watch_stop(&run, saved);
    clean_up(&run);
    return end;
}

void child_free(struct child *child)
{
    free(child->output);
    child->output = NULL;
}
