# SPDX-License-Identifier: BSD-3-Clause
"""Files are written whole or not at all."""

from __future__ import annotations

import os
from typing import Union

from ._binding import Code, Error, encode_path

Path = Union[str, "os.PathLike[str]"]


def write(path: Path, data: bytes) -> None:
    """Write through a file beside it; what is no plain file is written in place."""
    target = os.path.realpath(os.fsdecode(encode_path(path)))
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:
                file.write(data)
            return
        temporary = f"{target}.{os.getpid()}.new"
        try:
            with open(temporary, "xb") as file:
                file.write(data)
            if os.path.exists(target):
                os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise
    except OSError as why:
        raise Error(Code.INPUT, f"{os.fspath(path)}: cannot be written: {why.strerror}") from why
