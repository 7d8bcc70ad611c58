/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * measure RUNS STDIN COMMAND... [--vs COMMAND...] runs the command this often, after one run that
 * does not count, with standard input from the file STDIN and output discarded; two commands
 * alternate. One line for each: median, minimum and maximum of wall clock and median CPU time in
 * milliseconds, peak memory in MiB; then the ratio and the difference of the first to the second,
 * pair by pair, as medians, and the difference of the two minima, which other work on the machine
 * disturbs least.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_RUNS 1000

struct series {
    char **command;
    double wall[MAX_RUNS], cpu[MAX_RUNS];
    long peak;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double milliseconds(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec * 1e-3;
}

static void child(char **command, const char *input)
{
    int in = open(input, O_RDONLY);
    int out = open("/dev/null", O_WRONLY);

    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(126);
    execvp(command[0], command);
    _exit(127);
}

/* Run once; store the figures at `index`, or discard them if it is negative. */
static void run(struct series *series, const char *input, int index)
{
    struct rusage usage;
    double start = now();
    pid_t pid = fork();
    int status;

    if (pid == 0)
        child(series->command, input);
    if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || status != 0) {
        fprintf(stderr, "measure: %s failed\n", series->command[0]);
        exit(1);
    }
    if (index < 0)
        return;
    series->wall[index] = now() - start;
    series->cpu[index] = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    if (usage.ru_maxrss > series->peak)
        series->peak = usage.ru_maxrss;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(const double *values, int runs)
{
    static double sorted[MAX_RUNS];

    memcpy(sorted, values, (size_t)runs * sizeof *values);
    qsort(sorted, (size_t)runs, sizeof *sorted, compare);
    return runs % 2 ? sorted[runs / 2] : (sorted[runs / 2 - 1] + sorted[runs / 2]) / 2;
}

static double extreme(const double *values, int runs, int sign)
{
    double best = values[0];

    for (int i = 1; i < runs; i++) {
        if (sign * values[i] > sign * best)
            best = values[i];
    }
    return best;
}

static void report(const struct series *s, int runs)
{
    printf("wall %.1f ms (min %.1f, max %.1f), cpu %.1f ms, peak %.1f MiB\n",
           median(s->wall, runs), extreme(s->wall, runs, -1), extreme(s->wall, runs, 1),
           median(s->cpu, runs), (double)s->peak / 1024);
}

int main(int argc, char **argv)
{
    static struct series a, b;
    static double ratio[MAX_RUNS], difference[MAX_RUNS];
    int runs = argc > 3 ? atoi(argv[1]) : 0;

    if (runs < 1 || runs > MAX_RUNS) {
        fprintf(stderr, "measure: wrong arguments\n");
        return 2;
    }
    a.command = argv + 3;
    for (int i = 4; i < argc; i++) {
        if (strcmp(argv[i], "--vs") == 0) {
            argv[i] = NULL;
            b.command = argv + i + 1;
        }
    }
    for (int i = -1; i < runs; i++) {
        run(&a, argv[2], i);
        if (b.command)
            run(&b, argv[2], i);
    }
    report(&a, runs);
    if (!b.command)
        return 0;
    report(&b, runs);
    for (int i = 0; i < runs; i++) {
        ratio[i] = a.wall[i] / b.wall[i];
        difference[i] = a.wall[i] - b.wall[i];
    }
    printf("ratio %.3f, difference %.1f ms (of minima %.1f)\n", median(ratio, runs),
           median(difference, runs), extreme(a.wall, runs, -1) - extreme(b.wall, runs, -1));
    return 0;
}
