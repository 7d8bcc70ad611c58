! SPDX-License-Identifier: BSD-3-Clause
! A ring on 4 ranks by each of the Fortran bindings: see fortran() in expected.py.
program ring
#if defined BINDING_F08
    use mpi_f08
#elif defined BINDING_MPI
    use mpi
#endif
    implicit none
#ifdef BINDING_MPIF
    include 'mpif.h'
#endif
    integer, parameter :: ranks = 4, steps = 3
    integer :: me, right, left, step, ierror
    integer :: mine(1), all(ranks)
    double precision :: out(100), in(100), total(1), part(1)
#ifdef BINDING_F08
    type(MPI_Request) :: request(2)
#else
    integer :: request(2)
#endif

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
    right = modulo(me + 1, ranks)
    left = modulo(me - 1, ranks)
    out = me
    do step = 1, steps
        call MPI_Irecv(in, 100, MPI_DOUBLE_PRECISION, left, 0, MPI_COMM_WORLD, request(1), ierror)
        call MPI_Isend(out, 100, MPI_DOUBLE_PRECISION, right, 0, MPI_COMM_WORLD, request(2), ierror)
        call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierror)
        part(1) = in(1)
        call MPI_Allreduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    end do
    call MPI_Sendrecv(out, 50, MPI_DOUBLE_PRECISION, left, 1, in, 50, MPI_DOUBLE_PRECISION, &
                      right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    mine(1) = me
    ! In place at the root: what it would send is not there to be counted.
    if (me == 0) then
        call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    else
        call MPI_Gather(mine, 1, MPI_INTEGER, all, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    end if
    call MPI_Finalize(ierror)
end program ring
