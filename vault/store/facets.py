"""How the matches of a search spread over documents, years and bodies, counted whole.

One pass over the matches of a query; nothing is ranked and no text is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vault.store.filters import parts_of
from vault.store.index import VaultIndex
from vault.store.schema import index_table
from vault.store.search import TEXT_ONLY, match_any, terms_of
from vault.types import Filters, Query, Value

__all__ = ["Facets", "facets_of"]


class Facets(Value):
    """Matching passages and documents in all, and the passages by document id, year and body, most first."""

    passages: int = 0
    documents: int = 0
    by_document: tuple[tuple[str, int], ...] = ()
    by_year: tuple[tuple[str, int], ...] = ()
    by_body: tuple[tuple[str, int], ...] = ()


def facets_of(index: VaultIndex, query: Query, filters: Filters, without: Sequence[str] = ()) -> Facets:
    """The spread of all passages that match the query and hold none of the words `without`."""
    wanted = match_any(terms_of(query))
    if not wanted:
        return Facets()
    unwanted = match_any(terms_of(Query(terms=tuple(without))))
    match = f"{TEXT_ONLY}({wanted})" + (f" NOT {TEXT_ONLY}({unwanted})" if unwanted else "")
    documents: Counter[str] = Counter()
    years: Counter[str] = Counter()
    bodies: Counter[str] = Counter()
    with index.reading() as connection:
        for part in parts_of(connection, filters):
            table = index_table(part.scope_no)
            rows = connection.execute(
                "SELECT d.doc_id, substr(d.date, 1, 4), d.board, count(*) FROM chunks AS c JOIN documents AS d"  # noqa: S608
                f" USING(doc_no) WHERE c.id IN (SELECT rowid FROM {table} WHERE {table} MATCH ? AND {part.where.sql})"
                " GROUP BY c.doc_no",
                (match, *part.where.parameters),
            )
            for doc_id, year, body, count in rows:
                documents[doc_id] += count
                years[year or "undated"] += count
                bodies[body or "none"] += count
    return Facets(
        passages=documents.total(),
        documents=len(documents),
        by_document=_most_first(documents),
        by_year=tuple(sorted(years.items(), reverse=True)),
        by_body=_most_first(bodies),
    )


def _most_first(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0])))
