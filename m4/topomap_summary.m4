dnl SPDX-License-Identifier: BSD-3-Clause
dnl What will be built, what not, and why.
AC_DEFUN([TOPOMAP_SUMMARY], [
    AS_IF([test $have_slurm = yes],
        [sum_slurm="yes, for Slurm $slurm_version$slurm_note"], [sum_slurm="no: $slurm_why"])
    AS_IF([test $have_mpi = yes], [sum_mpi="yes, with $MPICC"], [sum_mpi="no: $mpi_why"])
    AS_IF([test -n "$record_names"], [sum_record="yes, for $record_names"],
        [test "x$with_recorder" = xno], [sum_record="no: not wanted"],
        [sum_record="no: no compiler of Open MPI or MPICH (Debian: libopenmpi-dev, libmpich-dev)"])
    AS_IF([test -n "$interface_names"], [sum_interface="yes, for $interface_names"],
        [test "x$with_interface" = xno], [sum_interface="no: not wanted"],
        [sum_interface="no: no compiler of Open MPI or MPICH (Debian: libopenmpi-dev, libmpich-dev)"])
    AS_IF([test $have_simgrid = yes],
        [sum_simgrid="yes, with SimGrid $($PKG_CONFIG --modversion simgrid)"],
        [sum_simgrid="no: $simgrid_why; topomap simulate has its analytic model"])
    AS_IF([test $have_python = yes],
        [sum_python="yes, for $PYTHON (version $PYTHON_VERSION)"], [sum_python="no: $python_why"])
    AS_CASE([$have_zlib$have_zstd],
        [yesyes], [sum_packed="gzip and zstd"],
        [yesno], [sum_packed="gzip; not zstd: libzstd not found (Debian: libzstd-dev)"],
        [noyes], [sum_packed="zstd; not gzip: zlib not found (Debian: zlib1g-dev)"],
        [sum_packed="no: neither zlib nor libzstd found (Debian: zlib1g-dev, libzstd-dev)"])
    AS_IF([test $have_cmocka = yes], [sum_unit=yes],
        [sum_unit="no: cmocka not found (Debian: libcmocka-dev)"])
    AS_IF([test $have_slurm$have_mpi = yesyes],
        [sum_cluster="yes, when run as root with slurmctld, slurmd and munged installed"],
        [sum_cluster="no: they need the Slurm plugin and MPI"])
    AC_MSG_NOTICE([
    topomap $PACKAGE_VERSION
      library, topomap command:           yes
      compressed files:                   $sum_packed
      Slurm plugin (spank_topomap):       $sum_slurm
      topomap-replay:                     $sum_mpi
      recorder of profiles:               $sum_record
      MPI interface (libtopomap-mpi):     $sum_interface
      simulation (topomap-simgrid):       $sum_simgrid
      Python module:                      $sum_python
      unit tests:                         $sum_unit
      cluster tests:                      $sum_cluster
    ])
])
