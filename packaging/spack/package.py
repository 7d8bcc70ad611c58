# SPDX-License-Identifier: BSD-3-Clause
# For a repository of the site's own: packages/topomap/package.py.
import os

from spack.package import *


class Topomap(AutotoolsPackage):
    """Maps the ranks of MPI applications on the nodes and cores of a cluster: command, library,
    recorder of communication graphs, Slurm plugin."""

    # Put topomap-VERSION.tar.xz, as `make dist` writes it, into a mirror or beside this file.
    url = "file://{0}/topomap-0.1.0.tar.xz".format(os.path.dirname(__file__))

    license("BSD-3-Clause AND GPL-2.0-or-later")

    # sha256= is the site's to fill in: that of the tarball it made.
    version("0.1.0")

    variant("slurm", default=True, description="the Slurm plugin, for the Slurm that is used")
    variant("mpi", default=True, description="MPI interface, recorder and topomap-replay")
    variant("simgrid", default=False, description="prediction of times with SimGrid")
    variant("python", default=True, description="the Python module")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hwloc@2:")
    depends_on("libyaml@0.2:")
    depends_on("metis@5: +shared")
    depends_on("libdeflate")
    depends_on("zlib-api")
    depends_on("zstd@1.4:")
    depends_on("slurm@22-05-0-1:", when="+slurm")
    depends_on("mpi", when="+mpi")
    depends_on("simgrid@3.32:", when="+simgrid")
    depends_on("python@3.9:", when="+python", type=("build", "run"))

    extends("python", when="+python")

    def configure_args(self):
        spec = self.spec
        args = self.with_or_without("simgrid")
        args += self.with_or_without("mpi")
        args += self.with_or_without("interface", variant="mpi")
        args += self.with_or_without("recorder", variant="mpi")
        args += self.with_or_without("python")
        if spec.satisfies("+slurm"):
            args.append("--with-slurm={0}".format(spec["slurm"].prefix))
        else:
            args.append("--without-slurm")
        if spec.satisfies("+mpi"):
            args.append("MPICC={0}".format(spec["mpi"].mpicc))
        if spec.satisfies("+python"):
            args.append("PYTHON={0}".format(spec["python"].command.path))
        return args
