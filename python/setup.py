# SPDX-License-Identifier: BSD-3-Clause
"""Wheels know their version, so that they refuse the library of another one."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


def version() -> str:
    """Of the sources around this folder, or of the archive that it is in."""
    info = HERE / "PKG-INFO"
    if info.exists():
        lines = info.read_text().splitlines()
        return next(line.split()[1] for line in lines if line.startswith("Version: "))
    return (HERE.parent / "VERSION").read_text().strip()


class Build(build_py):
    def run(self) -> None:
        super().run()
        build = f'LIBRARY = "libtopomap-python.so"\nVERSION = "{version()}"\n'
        (Path(self.build_lib) / "topomap" / "_build.py").write_text(build)


setup(version=version(), cmdclass={"build_py": Build})
