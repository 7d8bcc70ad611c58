! SPDX-License-Identifier: BSD-3-Clause
! The Fortran bindings, by mpi_f08 or mpi: a grid is reordered, and wrong calls are refused.
program bindings
#ifdef BINDING_F08
    use mpi_f08
    implicit none
    include 'topomap-mpif08.h'
    type(MPI_Comm) :: grid, made
    type(MPI_Info) :: info
#else
    use mpi
    implicit none
    include 'topomap-mpif.h'
    integer :: grid, made, info
#endif
    integer :: ierror, ranks, rank, newrank
    character(len=topomap_mpi_report_length) :: text
    double precision :: before, after

    call MPI_Init(ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., grid, ierror)
    call MPI_Comm_rank(grid, rank, ierror)
    call topomap_mpi_newrank(grid, MPI_INFO_NULL, newrank, ierror)
    if (ierror /= MPI_SUCCESS .or. newrank /= rank) error stop 'topomap_mpi_newrank'
    call topomap_mpi_reorder(grid, MPI_INFO_NULL, made, ierror)
    if (ierror /= MPI_SUCCESS .or. made == MPI_COMM_NULL) error stop 'topomap_mpi_reorder'
    call topomap_mpi_report(made, text, len(text), ierror)
    if (index(text, 'on 1 node: the old order stays') == 0) error stop 'topomap_mpi_report'
    if (text(len(text):) /= ' ') error stop 'no blanks at the end'
    call topomap_mpi_scores(made, before, after, ierror)
    if (ierror /= MPI_SUCCESS .or. after > before) error stop 'topomap_mpi_scores'
    call topomap_mpi_reorder(MPI_COMM_WORLD, MPI_INFO_NULL, made, ierror)
    if (ierror /= MPI_ERR_TOPOLOGY .or. made /= MPI_COMM_NULL) error stop 'without a topology'
    call topomap_mpi_newrank(MPI_COMM_NULL, MPI_INFO_NULL, newrank, ierror)
    if (ierror /= MPI_ERR_COMM) error stop 'without a communicator'
    if (rank == 0) print '(a)', trim(text)
    call MPI_Finalize(ierror)
end program
