/* SPDX-License-Identifier: BSD-3-Clause */
/* The result of a call, the same on all processes, which is also attached to communicators. */
#ifndef MPI_OUTCOME_H
#define MPI_OUTCOME_H

#include "topomap-mpi.h"

#include <stdbool.h>

struct outcome {
    int code;             /* MPI_SUCCESS or an error class */
    bool kept;            /* the old order stays */
    double before, after; /* the objective's values; 0: not computed */
    char text[TOPOMAP_MPI_REPORT];
};

/* Note that the old order stays, and why. */
void outcome_keep(struct outcome *outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Note an error of this class, and a message. */
void outcome_fail(struct outcome *outcome, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Give the outcome of rank 0 to all processes of `comm`. */
void outcome_share(struct outcome *outcome, MPI_Comm comm);

/* Attach a copy to `comm`, in place of an older one, for as long as it lives. */
void outcome_attach(const struct outcome *outcome, MPI_Comm comm);

#endif
