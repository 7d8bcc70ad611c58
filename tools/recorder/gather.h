/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORDER_GATHER_H
#define RECORDER_GATHER_H

/* Called in MPI_Finalize: gather the records of all ranks on rank 0 along a binomial tree of
 * `comm`; rank 0 writes the profile. Records that do not arrive in time are spilled by the rank
 * that holds them. */
void gather(void *comm);

#endif
