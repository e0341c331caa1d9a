"""The town of a document that names none, and the state of a town, by the records it lies among.

Runs after the files of a job are stored, over what the vault then holds of their folders. It changes only documents
without a town, and only where the others of the folder agree; a folder of several towns settles nothing but what a
board of it shows. A record that names its town and no state gets the one state that the town's other records in the
folder name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from vault.intake.admit import admit
from vault.intake.classify import retitled
from vault.intake.prepare import prepared
from vault.states.issuers import is_of_another, names_state
from vault.store.index import VaultIndex
from vault.types import Document, Metadata

__all__ = ["NEIGHBOURS", "settle_towns"]

NEIGHBOURS: Final = "its town is that of the other records in its folder"
"""Stands in the note of a document whose own words name no town."""
_SAME_BOARD: Final = 2
"""Records of the same board that must agree, all of them."""
_FOLDER: Final = 3
_NEARLY_ALL: Final = 0.9
"""Records of the folder that must name one town, and their share of those that name any: a stray letter from a
neighbour changes nothing, a box of scans from two towns is left alone."""


_ABOVE: Final = 2
"""Folders above one whose records name no town: "Select Board/2026" below that of the town's records."""
_LAST: Final = chr(0x10FFFF)
"""Sorts after every path."""


class _Record(NamedTuple):
    doc_id: str
    facts: Metadata


def _agreed(records: Sequence[_Record], least: int, share: float) -> Metadata | None:
    """The facts of a record of the town that so many and such a share of the records name; None when they do not."""
    counts = Counter((one.facts.town, one.facts.state) for one in records)
    if not counts:
        return None
    place, count = counts.most_common(1)[0]
    if count < least or count < share * len(records):
        return None
    return next(one.facts for one in records if (one.facts.town, one.facts.state) == place)


def _town_for(lost: _Record, others: Sequence[_Record]) -> Metadata | None:
    board = [one for one in others if lost.facts.board and one.facts.board == lost.facts.board]
    return _agreed(board, _SAME_BOARD, 1.0) or _agreed(others, _FOLDER, _NEARLY_ALL)


def _lying_in(index: VaultIndex, folder: str) -> list[_Record]:
    """The local records whose files lie in the folder itself."""
    below = str(PurePath(folder, "_"))[:-1]  # "" for the folder ".", in which all relative paths lie
    after = below[:-1] + chr(ord(below[-1]) + 1) if below else _LAST
    with index.reading() as connection:
        rows = connection.execute(
            "SELECT path, doc_id, town, state, board, note FROM documents WHERE lane = 'local'"
            " AND path >= ? AND path < ? ORDER BY date = '', date DESC, doc_id",
            (below, after),
        ).fetchall()
    return [
        _Record(doc_id, Metadata(town=town, state=state, board=board, note=note))
        for path, doc_id, town, state, board, note in rows
        if str(PurePath(path).parent) == folder
    ]


def _telling(index: VaultIndex, folder: str) -> list[_Record]:
    """The records of the folder that name a town; where none does, those that lie in the folder above, or the next."""
    for place in (folder, *map(str, PurePath(folder).parents[:_ABOVE])):
        others = [one for one in _lying_in(index, place) if one.facts.town and one.facts.note != NEIGHBOURS]
        if others:
            return others
    return []


def _store(index: VaultIndex, document: Document, place: Metadata) -> None:
    facts = document.metadata.changed(town=place.town, state=place.state, note=document.metadata.note or NEIGHBOURS)
    named = retitled(document, facts)
    with index.reading() as connection:
        (path,) = connection.execute("SELECT path FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
    ready = prepared(named)
    with index.writing() as connection:
        admit(connection, ready, Path(path))
    index.trim_log()


def _astray(index: VaultIndex, records: Sequence[_Record]) -> Iterator[tuple[Document, Metadata]]:
    """The records of a town whose words name no state, with the facts of one of those that all name another."""
    towns: dict[str, list[_Record]] = defaultdict(list)
    for one in records:
        towns[one.facts.town].append(one)
    for town, held in towns.items():
        if not town or len({one.facts.state for one in held}) == 1:
            continue
        read = [(document, one.facts) for one in held if (document := index.document(one.doc_id))]
        telling = [facts for document, facts in read if names_state(facts.state, document.pages)]
        if len(telling) >= _SAME_BOARD and len({facts.state for facts in telling}) == 1:
            yield from ((document, telling[0]) for document, facts in read if facts.state != telling[0].state)


def settle_towns(index: VaultIndex, folders: Iterable[str]) -> int:
    """Gives documents of these folders without a town that of their folder, and those of a town the state its records
    name; returns how many were changed. What lies elsewhere costs nothing."""
    changed = 0
    for folder in sorted(folders):
        records = _lying_in(index, folder)
        for astray, named in list(_astray(index, records)):
            _store(index, astray, astray.metadata.changed(state=named.state))
            changed += 1
        lost_ones = [one for one in records if not one.facts.town]
        others = _telling(index, folder) if lost_ones else []
        for lost in lost_ones:
            place = _town_for(lost, others)
            document = index.document(lost.doc_id) if place else None
            if place and document and not is_of_another(place.state, document.pages):
                _store(index, document, place)
                changed += 1
    return changed
