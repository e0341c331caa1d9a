"""One ingest job at a time: an advisory lock in a file beside the vault.

The operating system drops the lock when its process ends, however it ends. It keeps out other ingest jobs only;
readers and single writes go on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from vault.errors import VaultBusy

__all__ = ["ingest_lock"]

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PAUSE_S = 0.05


def _try_lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def ingest_lock(vault: Path, *, wait_s: float = 10.0) -> Iterator[None]:
    """Holds the lock of this vault for the block. Raises `VaultBusy` when another job keeps it past `wait_s`."""
    end = time.monotonic() + wait_s
    with vault.with_name(vault.name + ".lock").open("ab") as file:
        while not _try_lock(file):
            if time.monotonic() >= end:
                raise VaultBusy(
                    f"Another ingest of {vault} is running.", next_step="Wait until it has finished and run this again."
                )
            time.sleep(_PAUSE_S)
        yield
