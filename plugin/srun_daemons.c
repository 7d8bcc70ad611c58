/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_daemons.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Hydra can only place ranks by the order of `hosts`. */
static const struct {
    const char *program, *format;
} daemons[] = {
    {"orted", "rankfile"},           /* Open MPI up to 4 */
    {"prted", "rankfile"},           /* PRRTE: Open MPI from 5 on */
    {"hydra_pmi_proxy", "hosts"},    /* MPICH, MVAPICH */
    {"hydra_bstrap_proxy", "hosts"}, /* Intel MPI */
    {"pmi_proxy", "hosts"},          /* Intel MPI up to 2018 */
};

const char *daemon_find(const char *program, const char **format)
{
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;

    for (size_t i = 0; i < sizeof daemons / sizeof *daemons; i++) {
        if (strcmp(name, daemons[i].program) == 0) {
            *format = daemons[i].format;
            return daemons[i].program;
        }
    }
    return NULL;
}

static bool is_silenced(void)
{
    struct stat error, null;

    return fstat(STDERR_FILENO, &error) == 0 && stat("/dev/null", &null) == 0 &&
           S_ISCHR(error.st_mode) && error.st_rdev == null.st_rdev;
}

/* Whether the parent's writes to its standard error are appended to the file. */
static bool parent_appends(void)
{
    char name[64], line[64];
    bool appends = false;
    FILE *info;

    snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", (int)getppid(), STDERR_FILENO);
    info = fopen(name, "re");
    while (info && fgets(line, sizeof line, info)) {
        if (strncmp(line, "flags:", strlen("flags:")) == 0)
            appends = strtoul(line + strlen("flags:"), NULL, 8) & O_APPEND;
    }
    if (info)
        fclose(info);
    return appends;
}

static int open_parent(void)
{
    struct stat status;
    char name[64];
    int file;

    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getppid(), STDERR_FILENO);
    file = open(name, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0 && (fstat(file, &status) < 0 || (S_ISREG(status.st_mode) && !parent_appends()))) {
        close(file);
        return -1;
    }
    return file;
}

/* Neither a closed pipe nor a terminal that stops background processes may end or stop srun. */
static void write_quietly(int file, const char *text)
{
    static const struct timespec at_once = {0, 0};
    sigset_t unwanted, before;

    sigemptyset(&unwanted);
    sigaddset(&unwanted, SIGPIPE);
    sigaddset(&unwanted, SIGTTOU);
    sigaddset(&unwanted, SIGXFSZ);
    if (pthread_sigmask(SIG_BLOCK, &unwanted, &before) != 0)
        return;
    if (write(file, text, strlen(text)) < 0) {
        while (sigtimedwait(&unwanted, NULL, &at_once) > 0)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void daemon_tell_parent(const char *reason, const char *outcome)
{
    int file = is_silenced() ? open_parent() : -1;
    char line[1024];

    if (file < 0)
        return;
    snprintf(line, sizeof line, "srun: topomap: %s; %s\n", reason, outcome);
    write_quietly(file, line);
    close(file);
}
