"""`opencouncil replay`: a recorded research run again, from its capsule alone."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import anyio

from mcp_server.cli.ask import print_answer
from mcp_server.cli.terminal import say
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from pipeline.record.capsule import read_capsule
from pipeline.record.replay import replay

__all__ = ["capsule_path", "run"]

_RUN_ID = re.compile(r"run_[\w-]{1,64}\Z")  # "run_1LZN5cLCH_WHb2QuhvP6hA"


def capsule_path(named: str, config: Config) -> Path:
    """The capsule file: a path, or the id of a run of this vault. Raises `TryInsteadError` when there is none."""
    folder = config.vault.with_name(f"{config.vault.name}-runs")
    path = folder / f"{named}.jsonl" if _RUN_ID.match(named) else Path(named)
    if not path.is_file():
        raise TryInsteadError(
            f"There is no capsule {named!r}.",
            code="E_CAPSULE",
            next_step="Give a capsule file or a run id of this vault.",
        )
    return path


def run(given: argparse.Namespace, config: Config) -> int:
    """Replays and compares; 1 when the answer differs by a byte."""
    done = anyio.run(replay, read_capsule(capsule_path(given.capsule, config)))
    print_answer(done.result)
    say("The replayed answer is the recorded one to the byte." if done.same else "The replayed answer DIFFERS.")
    return 0 if done.same else 1
