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
from pipeline.record.capsule import Capsule, diff_capsules, read_capsule
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
    """Replays and compares, or compares two recorded runs; 1 when they differ."""
    capsule = read_capsule(capsule_path(given.capsule, config))
    if given.against:
        return _compared(capsule, read_capsule(capsule_path(given.against, config)))
    done = anyio.run(replay, capsule)
    print_answer(done.result)
    say("The replayed answer is the recorded one to the byte." if done.same else "The replayed answer DIFFERS.")
    if done.gone:
        say(f"It was recorded with settings that are gone: {', '.join(done.gone)}.")
    return 0 if done.same else 1


def _compared(one: Capsule, other: Capsule) -> int:
    found = diff_capsules(one, other)
    for line in found:
        say(f"{line.kind}: {line.first!r}\n  against {line.second!r}")
    say("The two runs differ." if found else "Plans, searches, answers and audits of the two runs are the same.")
    return 1 if found else 0
