/* SPDX-License-Identifier: BSD-3-Clause */
/* What came of a call, the same on all processes, and kept with communicators. */
#ifndef MPI_OUTCOME_H
#define MPI_OUTCOME_H

#include "topomap-mpi.h"

#include <stdbool.h>

struct outcome {
    int code;             /* MPI_SUCCESS or an error class */
    bool kept;            /* the old order stays */
    double before, after; /* what the objective says; 0: not computed */
    char text[TOPOMAP_MPI_REPORT];
};

/* The old order stays, because of that. */
void outcome_keep(struct outcome *outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An error of that class, with what to say of it. */
void outcome_fail(struct outcome *outcome, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* All processes of `comm` get that of rank 0. */
void outcome_share(struct outcome *outcome, MPI_Comm comm);

/* Keep a copy with `comm`, in the place of an older one, for as long as it lives. */
void outcome_attach(const struct outcome *outcome, MPI_Comm comm);

#endif
