/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/forecast.h"

#include "common/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int fail(struct topomap_error *error, enum topomap_code code, const char *what)
{
    error->code = code;
    snprintf(error->text, sizeof error->text, "%s", what);
    return -1;
}

/* Messages inside a node do not use the network, and are left out. */
static bool crosses(const struct simulation *s, size_t edge)
{
    struct topomap_edge e = topomap_graph_edge(s->graph, edge);

    return s->placement[e.src] != s->placement[e.dst];
}

/* Write the exchange in the format of topomap-simgrid. */
static int write_exchange(FILE *out, const struct simulation *s)
{
    uint32_t ranks = topomap_graph_ranks(s->graph);
    size_t messages = 0;

    for (size_t i = 0; i < topomap_graph_edges(s->graph); i++)
        messages += crosses(s, i);
    fprintf(out, "topomap-exchange 2\nranks %u phases %u messages %zu\n", ranks, s->phases,
            messages);
    for (uint32_t r = 0; r < ranks; r++)
        fprintf(out, "%s\n", topomap_allocation_host(s->allocation, s->placement[r]));
    for (size_t i = 0; i < topomap_graph_edges(s->graph); i++) {
        struct topomap_edge e = topomap_graph_edge(s->graph, i);

        if (crosses(s, i))
            fprintf(out, "%u %u %llu %.17g\n", e.src, e.dst, (unsigned long long)e.bytes,
                    topomap_graph_rounds(s->graph, i));
    }
    return fflush(out) || ferror(out) ? -1 : 0;
}

/* A file without a name, which vanishes with the last process that has it open. */
static FILE *nameless(const char *name)
{
    int fd = memfd_create(name, 0);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (fd >= 0 && !file)
        close(fd);
    return file;
}

/* Start the program with both files; `output` receives the reading end of a pipe. */
static int start(const char *program, FILE *platform, FILE *exchange, pid_t *child, int *output)
{
    char paths[2][32];
    char *argv[] = {"topomap-simgrid", paths[0], paths[1], NULL};
    posix_spawn_file_actions_t actions;
    int ends[2], result;

    snprintf(paths[0], sizeof paths[0], "/proc/self/fd/%d", fileno(platform));
    snprintf(paths[1], sizeof paths[1], "/proc/self/fd/%d", fileno(exchange));
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    result = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (result == 0)
        result = posix_spawn(child, program, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (result != 0)
        close(ends[0]);
    *output = ends[0];
    return result == 0 ? 0 : -1;
}

/* Collect the child's output until it closes it. */
static void collect(int output, char *text, size_t size)
{
    size_t length = 0;

    for (;;) {
        ssize_t got = read(output, text + length, size - 1 - length);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || length + (size_t)got == size - 1)
            break;
        length += (size_t)got;
    }
    text[length] = '\0';
}

static int simulate(const char *program, FILE *platform, FILE *exchange, double *seconds,
                    struct topomap_error *error)
{
    char text[64], *line;
    int output, status = 0;
    pid_t child;

    if (start(program, platform, exchange, &child, &output) < 0)
        return fail(error, TOPOMAP_INTERNAL, "topomap-simgrid cannot be started");
    collect(output, text, sizeof text);
    close(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    line = strchr(text, '\n');
    if (line)
        *line = '\0';
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !line || cli_real(text, seconds) < 0)
        return fail(error, TOPOMAP_INTERNAL, "the simulation with SimGrid failed");
    return 0;
}

int simulation_run(const struct simulation *simulation, double *seconds,
                   struct topomap_error *error)
{
    FILE *platform = nameless("platform"), *exchange = nameless("exchange");
    char *text = topomap_time_platform(simulation->graph, simulation->allocation,
                                       simulation->placement, error);
    int result = -1;

    if (!text || !platform || !exchange || fputs(text, platform) < 0 || fflush(platform) ||
        write_exchange(exchange, simulation) < 0) {
        if (text)
            fail(error, TOPOMAP_INTERNAL, "the input of the simulation cannot be written");
    } else {
        result = simulate(simulation->program, platform, exchange, seconds, error);
    }
    free(text);
    if (platform)
        fclose(platform);
    if (exchange)
        fclose(exchange);
    return result;
}
