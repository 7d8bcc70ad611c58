/* SPDX-License-Identifier: BSD-3-Clause */
/* Every rank sends 100 bytes to the next one; then rank 1, or all ranks, end in the given way. With
 * `late SECONDS RANKS` those ranks, a digit each, come later to MPI_Finalize. */
#include <mpi.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Use more pairs, each in its own phase, than fit into a rank's part of the file. */
static void count_much(int me)
{
    char out[1] = "", in[1];

    for (int phase = 2; phase < 20000; phase++) {
        MPI_Pcontrol(phase);
        MPI_Sendrecv(out, 1, MPI_CHAR, me, 0, in, 1, MPI_CHAR, me, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

/* A program that handles signals goes on after them. */
static void go_on(int number, int me, int messages)
{
    char out[1] = "", in[1];

    raise(number);
    for (int i = 0; handled == number && i < messages; i++)
        MPI_Sendrecv(out, 1, MPI_CHAR, me, 0, in, 1, MPI_CHAR, me, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

static void end(const char *how, int me)
{
    if (strcmp(how, "handled") == 0 || strcmp(how, "once") == 0)
        go_on(SIGTERM, me, 7);
    if (strcmp(how, "twice") == 0) {
        go_on(SIGTERM, me, 7);
        raise(SIGTERM);
    }
    if (strncmp(how, "handled-", 8) == 0) {
        if (strcmp(how, "handled-much") == 0)
            count_much(me);
        go_on(SIGSEGV, me, 7);
        raise(SIGKILL);
    }
    if (strncmp(how, "much", 4) == 0)
        count_much(me);
    if (strcmp(how, "much-kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "fault") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "child") == 0 && fork() == 0)
        exit(0);
    if (strcmp(how, "never") == 0)
        sleep(600);
}

/* What another process of the user may do to the files of counters. */
static void cut_files(void)
{
    char path[4096];
    struct dirent *entry;
    DIR *folder;

    snprintf(path, sizeof path, "%s.ranks", getenv("TOPOMAP_PROFILE"));
    folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s.ranks/%s", getenv("TOPOMAP_PROFILE"), entry->d_name);
        if (*entry->d_name != '.' && truncate(path, 0) == 0)
            printf("cut\n");
    }
}

static void send_around(int me, int ranks)
{
    char out[100] = "", in[100];

    MPI_Sendrecv(out, 100, MPI_CHAR, (me + 1) % ranks, 0, in, 100, MPI_CHAR,
                 (me + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Sleep, and say how long MPI_Finalize takes then. */
static void come_late(unsigned seconds)
{
    time_t begin;

    sleep(seconds);
    begin = time(NULL);
    MPI_Finalize();
    printf("MPI_Finalize took %ld s\n", (long)(time(NULL) - begin));
}

int main(int argc, char **argv)
{
    int me, ranks;

    if (argc > 1 && strncmp(argv[1], "handled", 7) == 0) {
        signal(SIGTERM, handle);
        signal(SIGSEGV, handle);
    }
    /* The first SIGTERM asks the program to end, the second one ends it. */
    if (argc > 1 && (strcmp(argv[1], "once") == 0 || strcmp(argv[1], "twice") == 0))
        sigaction(SIGTERM, &(struct sigaction){.sa_handler = handle, .sa_flags = (int)SA_RESETHAND},
                  NULL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    send_around(me, ranks);
    printf("preload of rank %d: %s\n", me, getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "");
    fflush(stdout);
    if (argc > 1 && strcmp(argv[1], "cut") == 0) {
        if (me == 1)
            cut_files();
        MPI_Barrier(MPI_COMM_WORLD);
        send_around(me, ranks);
    }
    if (argc > 1 && (me == 1 || strcmp(argv[1], "kill") == 0))
        end(argv[1], me);
    if (argc > 3 && strcmp(argv[1], "late") == 0 && strchr(argv[3], '0' + me)) {
        come_late((unsigned)atoi(argv[2]));
        return 0;
    }
    /* mpirun ends the ranks that would wait for rank 1. */
    MPI_Finalize();
    return 0;
}
