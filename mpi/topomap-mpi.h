/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap-mpi.h - reorder the ranks of a communicator so that its messages travel fewer hops.
 *
 * An application describes how its ranks communicate by a communicator with a topology: a
 * distributed graph with weights, a graph, or a process grid. The calls here find the node of each
 * process, take the network named by the settings, and give the processes new ranks. Processes stay
 * where they are; only ranks move.
 *
 * Conventions of all calls:
 *  - They return MPI_SUCCESS or an MPI error class, the same on all processes. They call no error
 *    handler for their own errors.
 *  - If planning is impossible or finds nothing better the old order stays. That is not an error:
 *    topomap_mpi_report says why.
 *  - Only rank 0 of the communicator plans. It reads the settings from `info` and then from the
 *    environment; those of other processes are ignored.
 *
 * Settings: keys of `info` (MPI_INFO_NULL: none), or variables of the same name in capitals.
 *    topomap_algorithm    "auto" (default), "tree", "bisect", or any list of `topomap list`
 *    topomap_network      path of a network's description; without one, the file from which srun's
 *                         plugin planned, Slurm's topology inside a job, or a flat network
 *    topomap_objective    "auto" (default), "hop-bytes", "congestion", "time"
 *    topomap_effort       "fast", "default", "best"
 *    topomap_time_budget  seconds after which the search ends; default 10
 *    topomap_min_gain     part, 0 to 1, by which the objective must fall; default 0
 * A wrong setting is MPI_ERR_INFO_VALUE if it comes from `info`; from the environment, it keeps the
 * old order. A key of `info` that begins with topomap_ and is no setting is MPI_ERR_INFO_KEY.
 */
#ifndef TOPOMAP_MPI_H
#define TOPOMAP_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TOPOMAP_MPI_REPORT 512 /* bytes that hold every report, with its NUL */

/*
 * The new rank of the calling process: the values of `*newrank` are a permutation of the ranks of
 * `comm`, the best placement found. Rank r of the new order is to do what rank r of `comm` does. An
 * edge from rank i to rank j with weight w counts as w bytes, or as 1 without weights. Collective
 * over `comm`, an intracommunicator with a topology.
 *
 * MPI_ERR_COMM: `comm` is null or an intercommunicator; MPI_ERR_TOPOLOGY: it has no topology;
 * MPI_ERR_ARG: `newrank` is null, or a weight is negative; MPI_ERR_INFO_VALUE and
 * MPI_ERR_INFO_KEY: see above.
 */
int topomap_mpi_newrank(MPI_Comm comm, MPI_Info info, int *newrank);

/*
 * A communicator of the same processes in the new order with the topology of `comm`: its rank r has
 * the neighbours and weights, or the coordinates, of rank r of `comm`. If the old order stays it is
 * a duplicate. Free it with MPI_Comm_free. Collective over `comm`. Errors are those of
 * topomap_mpi_newrank (`reordered` for `newrank`), and MPI_ERR_NO_MEM; `*reordered` is then
 * MPI_COMM_NULL.
 */
int topomap_mpi_reorder(MPI_Comm comm, MPI_Info info, MPI_Comm *reordered);

/*
 * What the last call with `comm` did, or the call that made it: one line in `text` of `size` bytes,
 * truncated if it is longer, "" if there was no call. Local. MPI_ERR_COMM, MPI_ERR_ARG: an argument
 * is null.
 */
int topomap_mpi_report(MPI_Comm comm, char *text, int size);

/* The objective's values of the old and the new order; 0 if they were not computed. Local. */
int topomap_mpi_scores(MPI_Comm comm, double *before, double *after);

#ifdef __cplusplus
}
#endif

#endif
