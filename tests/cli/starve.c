/* SPDX-License-Identifier: BSD-3-Clause */
/* To be preloaded: runs the program in one child after the other, of whose allocations the first fails,
 * the second, and so on, until five in a row end well all the same. Each has to do so, or to end with
 * exit code 1 and say that it is out of memory. Children begin where the loader has finished, which
 * takes longer than most commands do. Programs that a child starts have STARVE_AT, the number of the
 * allocation that fails in them, too. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WHOLE = 5, LEAST = 20, MOST = 2000 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static long left;
static char said[65536];

/* In a child: allocation number `at` fails from here on, and what is said goes to this file. */
static void begin(int at, int told)
{
    char number[16];
    int null = open("/dev/null", O_WRONLY);

    if (null < 0 || dup2(null, 1) < 0 || dup2(told, 2) < 0)
        _exit(125);
    close(null);
    close(told);
    snprintf(number, sizeof number, "%d", at);
    if (setenv("STARVE_AT", number, 1) != 0)
        _exit(125);
    left = at;
}

/* What a child says, as far as there is room, up to its end. */
static void listen_to(int told)
{
    char rest[4096];
    size_t length = 0;
    ssize_t got;

    do {
        char *to = length < sizeof said - 1 ? said + length : rest;

        got = read(told, to, to == rest ? sizeof rest : sizeof said - 1 - length);
        if (got > 0 && to != rest)
            length += (size_t)got;
    } while (got > 0 || (got < 0 && errno == EINTR));
    said[length] = '\0';
}

__attribute__((constructor)) static void start(void)
{
    const char *given = getenv("STARVE_AT");
    int at = 0, whole = 0;

    if (given) {
        left = atol(given);
        return;
    }
    while (whole < WHOLE && at < MOST) {
        int ends[2], status;
        pid_t child;

        at++;
        if (pipe2(ends, O_CLOEXEC) != 0 || (child = fork()) < 0)
            _exit(125);
        if (child == 0) {
            begin(at, ends[1]);
            return;
        }
        close(ends[1]);
        listen_to(ends[0]);
        close(ends[0]);
        if (waitpid(child, &status, 0) != child)
            _exit(125);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            whole++;
        } else if (WIFEXITED(status) && WEXITSTATUS(status) == 1 && strstr(said, "out of memory")) {
            whole = 0;
        } else {
            dprintf(1, "allocation %d: %s %d, '%s'\n", at, WIFEXITED(status) ? "status" : "signal",
                    WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), said);
            _exit(1);
        }
    }
    dprintf(1, "%d allocations\n", at);
    _exit(at > LEAST && at < MOST ? 0 : 1);
}

static int starves(void)
{
    if (left == 0 || --left > 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return starves() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return starves() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return starves() ? NULL : __libc_realloc(old, size);
}
