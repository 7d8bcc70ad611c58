/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * seize HELPERS SECONDS: a process of a user who wants to escape from the job. It looks for node
 * helpers that run as the same user and tries to trace them, until there were HELPERS of them or
 * SECONDS have passed. Prints how many it saw and how many it seized.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <time.h>
#include <unistd.h>

#define NAME "topomap-node-helper"
#define NAME_LENGTH 15 /* the kernel keeps this much of a name */

static int is_helper(pid_t pid)
{
    char path[64], name[64] = "";
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    file = fopen(path, "r");
    if (!file)
        return 0;
    if (!fgets(name, sizeof name, file))
        name[0] = '\0';
    fclose(file);
    return strncmp(name, NAME, NAME_LENGTH) == 0;
}

static int memory_opens(pid_t pid)
{
    char path[64];
    int memory;

    snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
    memory = open(path, O_RDWR);
    if (memory >= 0)
        close(memory);
    return memory >= 0;
}

/* A process that may send signals could stop the helper, so it has as much time as it wants. A
 * helper of another user, or one that has just ended, does not count. */
static int try(pid_t pid, int *seized)
{
    int got = 0;

    if (kill(pid, SIGSTOP) < 0)
        return 0;
    for (int i = 0; i < 20 && !got; i++) {
        got = ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0 || memory_opens(pid);
        usleep(1000);
    }
    *seized += got;
    return kill(pid, SIGCONT) == 0;
}

int main(int argc, char **argv)
{
    int wanted = argc > 2 ? atoi(argv[1]) : 1, seen = 0, seized = 0;
    time_t end = time(NULL) + (argc > 2 ? atoi(argv[2]) : 10);
    pid_t last = 0;

    while (seen < wanted && time(NULL) < end) {
        DIR *folder = opendir("/proc");
        struct dirent *entry;

        while (folder && (entry = readdir(folder))) {
            pid_t pid = atoi(entry->d_name);

            if (pid > 0 && pid != last && is_helper(pid) && try(pid, &seized)) {
                last = pid;
                seen++;
            }
        }
        if (folder)
            closedir(folder);
        usleep(300);
    }
    printf("seen %d seized %d\n", seen, seized);
    return 0;
}
