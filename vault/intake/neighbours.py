"""The town of a document that names none, and the state of a town, by the records it lies among.

Runs after the files of a job are stored, over what the vault then holds of their folders. It changes only documents
without a town: where the others of the folder, or of one above, agree, or where a town that several records are of
stands before a board; a folder of several towns settles nothing but what a board of it shows, and a paper of another
state gets no town. A record that names its town and no state gets the one that the town's other records there name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final

from vault.intake.admit import admit
from vault.intake.classify import retitled
from vault.intake.doctypes import title_lines
from vault.intake.prepare import prepared
from vault.states.issuers import is_of_another, names_state
from vault.states.places import find_boards, towns
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
_BESIDE: Final = 30
"""Characters after a town's name in which its board begins."""
_LAST: Final = chr(0x10FFFF)
"""Sorts after every path."""


def _agreed(records: Sequence[Metadata], least: int, share: float) -> Metadata | None:
    """The facts of a record of the town that so many and such a share of the records name; None when they do not."""
    counts = Counter((one.town, one.state) for one in records)
    if not counts:
        return None
    place, count = counts.most_common(1)[0]
    if count < least or count < share * len(records):
        return None
    return next(one for one in records if (one.town, one.state) == place)


def _town_for(lost: Metadata, others: Sequence[Metadata]) -> Metadata | None:
    board = [one for one in others if lost.board and one.board == lost.board]
    return _agreed(board, _SAME_BOARD, 1.0) or _agreed(others, _FOLDER, _NEARLY_ALL)


def _lying_in(index: VaultIndex, folder: str) -> list[Metadata]:
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
        Metadata(doc_id=doc_id, town=town, state=state, board=board, note=note)
        for path, doc_id, town, state, board, note in rows
        if str(PurePath(path).parent) == folder
    ]


def _telling(index: VaultIndex, folder: str) -> list[Metadata]:
    """The records of the folder that name a town; where none does, those that lie in the folder above, or the next."""
    for place in (folder, *map(str, PurePath(folder).parents[:_ABOVE])):
        others = [one for one in _lying_in(index, place) if one.town and one.note != NEIGHBOURS]
        if others:
            return others
    return []


def _confirmed(index: VaultIndex) -> list[Metadata]:
    """The towns, each with its state, that several records of the vault are of."""
    with index.reading() as connection:
        rows = connection.execute(
            "SELECT town, state FROM documents WHERE lane = 'local' AND town <> ''"
            " GROUP BY town, state HAVING count(*) >= ?",
            (_FOLDER,),
        )
        return [Metadata(town=town, state=state) for town, state in rows]


def _said(document: Document, places: Sequence[Metadata]) -> Metadata | None:
    """The one of these towns that a title line names right before a board: "the Alder Falls Zoning Board"."""
    lines = title_lines(document.pages)
    found = [one for one in places if any(find_boards(line.partition(one.town)[2][:_BESIDE]) for line in lines)]
    return found[0] if len(found) == 1 else None


def _store(index: VaultIndex, document: Document, place: Metadata) -> None:
    facts = document.metadata.changed(town=place.town, state=place.state, note=document.metadata.note or NEIGHBOURS)
    named = retitled(document, facts)
    with index.reading() as connection:
        (path,) = connection.execute("SELECT path FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
    ready = prepared(named)
    with index.writing() as connection:
        admit(connection, ready, Path(path))
    index.trim_log()


def _astray(index: VaultIndex, records: Sequence[Metadata]) -> Iterator[tuple[Document, Metadata]]:
    """The records of a town whose words name no state, with the facts of one of those that all name another."""
    named: dict[str, list[Metadata]] = defaultdict(list)
    for one in records:
        named[one.town].append(one)
    for town, held in named.items():
        if not town or len({one.state for one in held}) == 1:
            continue
        read = [(document, one) for one in held if (document := index.document(one.doc_id))]
        telling = [facts for document, facts in read if names_state(facts.state, document.pages)]
        if len(telling) >= (_SAME_BOARD if town in towns() else 1) and len({facts.state for facts in telling}) == 1:
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
        lost_ones = [one for one in records if not one.town]
        others = _telling(index, folder) if lost_ones else []
        for lost in lost_ones:
            document = index.document(lost.doc_id)
            place = _town_for(lost, others) or (_said(document, _confirmed(index)) if document else None)
            if not place or not document or is_of_another(place.state, document.pages):
                continue
            if lost.state == place.state or not names_state(lost.state, document.pages):
                _store(index, document, place)
                changed += 1
    return changed
