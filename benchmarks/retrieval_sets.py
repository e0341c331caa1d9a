"""Retrieval sets (a corpus, questions, gold ids) read from a folder and built into a throw-away vault.

Shared by the retrieval benchmarks. Reads files and writes one temporary vault; it measures nothing.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from vault.store.links import index_names, relink
from vault.store.schema import index_table, make_index, migrate, prepare_reader, prepare_writer
from vault.text.clean import clean

__all__ = ["Asked", "BuiltSet", "build", "find_docmap", "read_questions"]


class Asked(NamedTuple):
    """One question with the ids of its gold passages."""

    id: str
    text: str
    gold: tuple[str, ...]


class BuiltSet(NamedTuple):
    """A vault file with the chunk id of every passage id."""

    path: Path
    chunk_of: Mapping[str, int]


def _rows(path: Path) -> Iterator[dict[str, object]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def read_questions(path: Path) -> tuple[Asked, ...]:
    """The questions of a JSON Lines file (plain or .gz) with `id`, `question` and `gold`."""
    return tuple(
        Asked(str(row["id"]), str(row["question"]), tuple(map(str, row["gold"])))  # type: ignore[call-overload]
        for row in _rows(path)
    )


def find_docmap(folder: Path) -> dict[str, list[str]]:
    """`docmap.json` beside the corpus or one folder up: document key -> its names; empty when there is none."""
    for place in (folder / "docmap.json", folder.parent / "docmap.json"):
        if place.is_file():
            held: dict[str, list[str]] = json.loads(place.read_text(encoding="utf-8"))
            return held
    return {}


def _document_names(docmap: Mapping[str, list[str]]) -> dict[str, str]:
    names: dict[str, str] = {}
    for key, called in docmap.items():
        for name in called:
            for form in (name, re.sub(r"\s*\([^)]*\)$", "", name)):  # "Market Rules (MKT)" and "Market Rules"
                names.setdefault(form, key)
    return names


def build(folder: Path, path: Path) -> BuiltSet:
    """Build the folder's corpus into a new vault file; passages of one `doc` or `file` are one document."""
    connection = sqlite3.connect(path, isolation_level=None)
    prepare_writer(connection)
    migrate(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO scopes(no, state, place, lane) VALUES (1, 'NH', '', 'state')")
    make_index(connection, 1)
    table = index_table(1)
    chunk_of: dict[str, int] = {}
    documents: dict[str, int] = {}
    places: Counter[int] = Counter()
    for row in _rows(next(folder.glob("corpus.jsonl*"))):
        key = str(row.get("doc") or row.get("file") or row["id"])
        first = key not in documents
        doc_no = documents.setdefault(key, len(documents) + 1)
        places[doc_no] += 1
        chunk_id = (1 << 32) + len(chunk_of) + 1
        chunk_of[str(row["id"])] = chunk_id
        title, body = clean(str(row.get("title", ""))), clean(str(row["text"]))
        if first:
            _put_document(connection, doc_no, key, str(row.get("docname", title)))
        connection.execute(
            "INSERT INTO chunks VALUES (?, ?, ?, ?, '', ?, ?, NULL, NULL, 0, 0, 0, '', 1.0)",
            (chunk_id, doc_no, places[doc_no] - 1, title, body, str(row.get("loc", ""))),
        )
        connection.execute(
            f"INSERT INTO {table}(rowid, title, heading, body, aid) VALUES (?, ?, '', ?, '')", (chunk_id, title, body)
        )
    index_names(connection, chunk_of.values())
    relink(connection, documents.values(), document_names=_document_names(find_docmap(folder)))
    connection.execute("UPDATE documents SET chunks = (SELECT count(*) FROM chunks WHERE doc_no = documents.doc_no)")
    connection.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.close()
    return BuiltSet(path, chunk_of)


def _put_document(connection: sqlite3.Connection, doc_no: int, key: str, title: str) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO documents VALUES (?, ?, 1, 'state', 'NH', '', '', '', '', 'other', 'other', 'unknown',"
        " ?, '', '', '', '', '', '', '', 0, 0, 0, x'', 0, 0)",
        (doc_no, key, title),
    )


def open_reader(path: Path) -> sqlite3.Connection:
    """A reading connection set up as the vault's own readers are."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    prepare_reader(connection)
    return connection
