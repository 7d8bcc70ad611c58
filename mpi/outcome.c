/* SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The pause between two looks doubles from the first to the last, in nanoseconds. */
#define FIRST_PAUSE 20000
#define LAST_PAUSE 2000000

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int keyval = MPI_KEYVAL_INVALID;

static void set(struct outcome *outcome, int code, const char *format, va_list arguments)
{
    outcome->code = code;
    outcome->kept = true;
    vsnprintf(outcome->text, sizeof outcome->text, format, arguments);
}

void outcome_keep(struct outcome *outcome, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set(outcome, MPI_SUCCESS, format, arguments);
    va_end(arguments);
}

void outcome_fail(struct outcome *outcome, int code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set(outcome, code, format, arguments);
    va_end(arguments);
}

/*
 * All others wait here while rank 0 plans. They sleep between looks: if there are more ranks than
 * CPUs, spinning as in a blocking broadcast would take the CPU that the planner needs.
 */
void outcome_share(struct outcome *outcome, MPI_Comm comm)
{
    struct timespec pause = {.tv_nsec = FIRST_PAUSE};
    MPI_Request request = MPI_REQUEST_NULL;
    int done = 0;

    PMPI_Ibcast(outcome, (int)sizeof *outcome, MPI_BYTE, 0, comm, &request);
    for (;;) {
        PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LAST_PAUSE)
            pause.tv_nsec *= 2;
    }
}

static int drop(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm;
    (void)key;
    (void)state;
    free(value);
    return MPI_SUCCESS;
}

static void make_keyval(void)
{
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &keyval, NULL);
}

void outcome_attach(const struct outcome *outcome, MPI_Comm comm)
{
    struct outcome *copy = malloc(sizeof *copy);

    pthread_once(&once, make_keyval);
    if (!copy)
        return;
    *copy = *outcome;
    if (PMPI_Comm_set_attr(comm, keyval, copy) != MPI_SUCCESS)
        free(copy);
}

static const struct outcome *attached(MPI_Comm comm)
{
    struct outcome *outcome = NULL;
    int found = 0;

    pthread_once(&once, make_keyval);
    PMPI_Comm_get_attr(comm, keyval, &outcome, &found);
    return found ? outcome : NULL;
}

int topomap_mpi_report(MPI_Comm comm, char *text, int size)
{
    const struct outcome *outcome;

    if (comm == MPI_COMM_NULL)
        return MPI_ERR_COMM;
    if (!text || size < 1)
        return MPI_ERR_ARG;
    outcome = attached(comm);
    snprintf(text, (size_t)size, "%s", outcome ? outcome->text : "");
    return MPI_SUCCESS;
}

int topomap_mpi_scores(MPI_Comm comm, double *before, double *after)
{
    const struct outcome *outcome;

    if (comm == MPI_COMM_NULL)
        return MPI_ERR_COMM;
    if (!before || !after)
        return MPI_ERR_ARG;
    outcome = attached(comm);
    *before = outcome ? outcome->before : 0;
    *after = outcome ? outcome->after : 0;
    return MPI_SUCCESS;
}
