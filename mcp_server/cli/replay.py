"""`opencouncil replay`: a recorded research run again, from its capsule alone."""

from __future__ import annotations

import argparse
from pathlib import Path

import anyio

from mcp_server.cli.ask import print_answer
from mcp_server.cli.terminal import say, say_either, say_json
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from pipeline.record.capsule import Capsule, Genuine, export_capsule, held_chunks, read_capsule
from pipeline.record.replay import replay
from pipeline.record.seal import key_beside
from vault.store.index import VaultIndex
from vault.text.patterns import lazy_regex

__all__ = ["run"]

_RUN_ID = lazy_regex(r"run_[\w-]{1,64}\Z")  # "run_1LZN5cLCH_WHb2QuhvP6hA"


_SEALS: dict[Genuine, str] = {
    "genuine": "Every line bears the seal of this vault: nothing in the capsule was changed.",
    "unsealed": "The capsule bears no seal: whether it was edited cannot be told.",
    "no key": "This vault has no key: whether the capsule was edited cannot be told.",
    "edited": "A line of the capsule is not as this vault wrote it.",
}
_CHANGED = "a document was replaced since, or the capsule is not of this vault."


def _runs_of(config: Config) -> Path:
    return config.vault.with_name(f"{config.vault.name}-runs")


def _changed_passages(capsule: Capsule, config: Config) -> int:
    """How many passages of the capsule the vault holds under the same id with another text; 0 without a vault."""
    if not config.vault.is_file():
        return 0
    held = held_chunks(capsule)
    with VaultIndex.open(config.vault, read_only=True) as vault:
        return sum(chunk.text != held[chunk.id].text for chunk in vault.get(tuple(held)))


def capsule_path(named: str, config: Config) -> Path:
    """The capsule file: a path, or the id of a run of this vault. Raises `TryInsteadError` when there is none."""
    path = _runs_of(config) / f"{named}.jsonl" if _RUN_ID.match(named) else Path(named)
    if not path.is_file():
        raise TryInsteadError(
            f"There is no capsule {named!r}.",
            code="E_CAPSULE",
            next_step="Give a capsule file or a run id of this vault.",
        )
    return path


def run(given: argparse.Namespace, config: Config) -> int:
    """Replays and compares, or writes the capsule into one file; 1 when the answers differ."""
    capsule = read_capsule(capsule_path(given.capsule, config))
    if given.export:
        export_capsule(capsule, given.export)
        say_either({"file": str(given.export)}, [f"Written: {given.export}"], as_json=given.json)
        return 0
    done = anyio.run(replay, capsule, key_beside(_runs_of(config), make=False))
    changed = _changed_passages(capsule, config)
    if given.json:
        told = {"same": done.same, "genuine": done.genuine, "changed_passages": changed, "gone": done.gone}
        say_json({**told, "answer": done.result.answer.model_dump(mode="json")})
        return 0 if done.same else 1
    print_answer(done.result)
    say("The replayed answer is the recorded one to the byte." if done.same else "The replayed answer DIFFERS.")
    say(_SEALS[done.genuine])
    if changed:
        say(f"{changed} of its passages read otherwise in the vault today: {_CHANGED}")
    if done.gone:
        say(f"It was recorded with settings that are gone: {', '.join(done.gone)}.")
    return 0 if done.same else 1
