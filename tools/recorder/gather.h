/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORDER_GATHER_H
#define RECORDER_GATHER_H

/* At MPI_Finalize: bring the records of all ranks together on rank 0, in a binomial tree of `comm`,
 * which writes the profile. What does not arrive in time is spilled by who has it. */
void gather(void *comm);

#endif
