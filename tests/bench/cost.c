/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cost COMMAND... runs it and prints its CPU seconds, user and system, and its peak MiB. It is a
 * small program because a process starts with the peak of the process that forks it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t pid;

    if (argc < 2) {
        fprintf(stderr, "cost: no command\n");
        return 2;
    }
    pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);

        if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
            _exit(126);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || status != 0)
        return 1;
    printf("%.6f %.1f\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
           (double)usage.ru_maxrss / 1024);
    return 0;
}
