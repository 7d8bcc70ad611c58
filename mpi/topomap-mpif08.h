! SPDX-License-Identifier: BSD-3-Clause
! The MPI interface of topomap for programs that use mpi_f08: to be included where declarations
! stand. The calls are those of topomap-mpi.h, see topomap_mpi_reorder(3).
! Characters that hold every report: TOPOMAP_MPI_REPORT of C, where names differ in case.
      integer, parameter :: topomap_mpi_report_length = 512
      interface
      subroutine topomap_mpi_newrank(comm, info, newrank, ierror)       &
     &    bind(C, name='topomap_mpi_newrank_f')
      import :: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, intent(out) :: newrank, ierror
      end subroutine
      subroutine topomap_mpi_reorder(comm, info, reordered, ierror)     &
     &    bind(C, name='topomap_mpi_reorder_f')
      import :: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: reordered
      integer, intent(out) :: ierror
      end subroutine
      subroutine topomap_mpi_report(comm, text, size, ierror)           &
     &    bind(C, name='topomap_mpi_report_f')
      use, intrinsic :: iso_c_binding, only: c_char
      import :: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      character(kind=c_char), intent(out) :: text(*)
      integer, intent(in) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine topomap_mpi_scores(comm, before, after, ierror)        &
     &    bind(C, name='topomap_mpi_scores_f')
      use, intrinsic :: iso_c_binding, only: c_double
      import :: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      real(c_double), intent(out) :: before, after
      integer, intent(out) :: ierror
      end subroutine
      end interface
