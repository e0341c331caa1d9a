"""The ledger as a tool and a command: acts and figures listed, counted, added up, compared and told in order of time.

Turns arguments into a query of the ledger and its answer into lines. One by a private name is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Sized
from typing import NamedTuple

from mcp_server.app import Workshop
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.ledger import act_view, completeness_lines, disagreement_lines, holder_view, pair_view
from mcp_server.results.shapes import LedgerView
from mcp_server.tools.arguments import LedgerAsk, cursor_of
from pipeline.answer.acts import line_of, once
from pipeline.ask.listing import SAID, Listing, listing_of, named
from pipeline.types import Brief
from vault.errors import InputError
from vault.facts.types import ACTIONS, FATES, KINDS, OUTCOMES, STATUSES
from vault.holders import office_holders
from vault.ledger import ALL_ROWS, LedgerAnswer, LedgerQuery, LedgerRow, sum_of, surname_key, year_pairs
from vault.ports import Ledger
from vault.states.known import place_and_state
from vault.store.keys import body_among, plain_key
from vault.text.patterns import lazy_regex
from vault.types import Filters

__all__ = ["ledger_of", "listed_of", "query_of"]

_SHOWN = {"concise": 12, "detailed": 40}
_YEARS = lazy_regex(r"(?:19|20)\d\d")


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str | None:
    """The value as the ledger calls it; None for an empty one. "denying" is "deny", "approved" is "granted"."""
    if not value:
        return None
    found = named(name, value, known)
    if found is None:
        raise TryInsteadError(
            f"{name} {value!r} is not known.", code="E_CHOICE", valid=tuple(filter(None, known)), next_step="Pass one."
        )
    return found


def _body(shop: Workshop, ask: LedgerAsk) -> str:
    """The body as the vault calls it: "Board of Selectmen" is its Select Board."""
    if not ask.body:
        return ""
    held = shop.library.boards(Filters(towns=(ask.town,)) if ask.town else Filters())
    found = body_among(held, ask.body)
    if found:
        return found
    raise TryInsteadError(
        f"No records of {ask.body!r} are held.", code="E_CHOICE", valid=held[:20], next_step="Pass one of these bodies."
    )


class _Came(NamedTuple):
    """What came of it, as three filters of which one is set: of the matter, of the motion, of a figure."""

    outcome: str | None = None
    fate: str | None = None
    status: str | None = None


def _came(ask: LedgerAsk) -> _Came:
    """The one argument `outcome` may name what became of the matter ("denied"), of the motion ("failed") or the kind of
    a figure ("voted")."""
    plain = ask.outcome.casefold().strip()
    plain = SAID["fate"].get(plain, plain)
    status = _one_of("status", ask.status, STATUSES)
    if plain in FATES and plain not in OUTCOMES:
        return _Came(fate=plain, status=status)
    if plain in STATUSES and plain not in OUTCOMES:
        return _Came(status=status or plain or None)
    return _Came(outcome=_one_of("outcome", plain, OUTCOMES), status=status)


# "$1,000-$5,000", "1000-", "-500", "250"
_RANGE = lazy_regex(r"\s*(?P<least>\$?[\d,.]*)\s*(?P<dash>-|–|\bto\b)?\s*(?P<most>\$?[\d,.]*)\s*\Z")


def _range(text: str) -> tuple[float | None, float | None]:
    """The smallest and the largest sum asked for; one sum alone is both. Raises `TryInsteadError` for other words."""
    found = _RANGE.match(text)
    try:
        ends = [re.sub(r"[$,]", "", found[name] or "") for name in ("least", "most")] if found else ["x"]
        least, most = (float(end) if end else None for end in ends)
    except ValueError:
        raise TryInsteadError(
            f"amount {text!r} is not a sum.", code="E_CHOICE", next_step="Pass '500', '1000-5000' or '1000-'."
        ) from None
    return (least, most) if found and found["dash"] else (least, least)


def _town(shop: Workshop, ask: LedgerAsk) -> tuple[str, str]:
    """The town as the vault calls it, and its state. Raises `TryInsteadError` with the towns held for another one."""
    town, named = place_and_state(ask.town)
    state = ask.state or named
    held = {plain_key(name): name for name in shop.library.towns()}
    if town and plain_key(town) not in held:
        raise TryInsteadError(
            f"No records of {ask.town!r} are held.", code="E_CHOICE", valid=tuple(held.values())[:20],
            next_step=f"Pass one of the towns held: {', '.join(tuple(held.values())[:20])}.",
        )  # fmt: skip
    return held.get(plain_key(town), ""), state


def query_of(shop: Workshop, ask: LedgerAsk) -> LedgerQuery:
    """The query of the arguments. Raises `TryInsteadError` for an unknown value or when no filter is given."""
    given = (
        *(ask.town, ask.body, ask.matter, ask.words, ask.person, ask.article, ask.outcome, ask.action),
        *(ask.state, ask.status, ask.amount),
    )
    if not any(given):
        raise TryInsteadError("Nothing is asked.", next_step="Pass a town and a matter, a body, an outcome or words.")
    years = _YEARS.findall(ask.years)
    if len(years) > 1 and ask.do != "compare":
        raise TryInsteadError(
            "Rows are of one year; two are compared.",
            code="E_DATE",
            next_step=f"Pass years='{years[0]}' and ask once for each year, or do='compare' with two.",
        )
    least, most = _range(ask.amount)
    came = _came(ask)
    town, state = _town(shop, ask)
    return LedgerQuery.model_validate(
        {
            "town": town,
            "state": state,
            "body": _body(shop, ask),
            "kinds": (kind,) if (kind := _one_of("kind", ask.kind, KINDS)) else (),
            "matter": ask.matter,
            "words": ask.words,
            "person": ask.person,
            "action": _one_of("action", ask.action, ACTIONS),
            "outcome": came.outcome,
            "fate": came.fate,
            "status": came.status,
            "article": ask.article,
            "year": years[0] if len(years) == 1 else "",
            "date_from": ask.date_from,
            "date_to": ask.date_to,
            "amount_from": least,
            "amount_to": most,
        }
    )


def ledger_of(shop: Workshop, ask: LedgerAsk) -> LedgerView:
    """The answer of the ledger: rows with their pages, the true total, and how complete that is."""
    ledger, query = shop.library.ledger, query_of(shop, ask)
    try:
        if ask.do == "compare":
            return _compared(ledger, query, ask)
        if ask.do == "sum":
            return _summed(ledger, query, ask)
        if query.kinds == ("officer",) and ask.do in ("list", "count"):
            return _held(ledger, query, ask)
        return _listed(ledger, query, ask)
    except InputError as error:
        raise TryInsteadError(error.message, code="E_PERSON", next_step=error.next_step) from error


def _size(ask: LedgerAsk) -> int:
    return ask.limit or _SHOWN[ask.detail]


def _listed(ledger: Ledger, query: LedgerQuery, ask: LedgerAsk) -> LedgerView:
    offset = cursor_of(ask.cursor)[1] if ask.cursor else 0
    size = 0 if ask.do == "count" else _size(ask)
    answer = ledger.rows(query, limit=size, offset=offset, order="time" if ask.do == "timeline" else "place")
    end = offset + len(answer.rows)
    return LedgerView(
        mode=ask.do,
        total=answer.total,
        rows=tuple(map(act_view, answer.rows)),
        complete=(*disagreement_lines(answer.disagreements), *completeness_lines(answer.completeness)),
        next_cursor=f"rows.{end}" if size and end < answer.total else "",
        next_step="read_source with a row's doc_id and page shows its words."
        if answer.total
        else "Drop a filter, or use search_vault: the ledger lists motions, articles and figures only.",
    )


def _held(ledger: Ledger, query: LedgerQuery, ask: LedgerAsk) -> LedgerView:
    """Who holds which office, each person and office once; `timeline` lists the roll calls themselves."""
    answer = ledger.rows(query, limit=ALL_ROWS, order="time")
    holders = office_holders(answer.rows)
    offset = cursor_of(ask.cursor)[1] if ask.cursor else 0
    size = 0 if ask.do == "count" else _size(ask)
    shown = holders[offset : offset + size]
    end = offset + len(shown)
    return LedgerView(
        mode=ask.do,
        total=len(holders),
        rows=tuple(map(holder_view, shown)),
        complete=("As the roll calls held tell it; who came into office since is not known.",
                  *completeness_lines(answer.completeness.changed(likely=0))),
        next_cursor=f"rows.{end}" if size and end < len(holders) else "",
        next_step="read_source with a row's doc_id and page shows the roll call."
        if holders
        else "Drop a filter; offices are read from roll calls and titles in minutes.",
    )  # fmt: skip


def _summed(ledger: Ledger, query: LedgerQuery, ask: LedgerAsk) -> LedgerView:
    found = sum_of(ledger.rows(query, limit=ALL_ROWS, order="time"))
    notes = [f"The sum is over {len(found.rows)} rows; check them before use: a total row would count twice."]
    if found.left_out:
        notes.append(f"{found.left_out} rows without a sum in {found.unit} are left out.")
    if found.repeated:
        notes.append(f"{found.repeated} rows that repeat an act or figure are counted once.")
    return LedgerView(
        mode="sum",
        total=len(found.rows),
        sum=found.total,
        unit=found.unit,
        rows=tuple(map(act_view, found.rows[: _size(ask)])),
        complete=(*notes, *completeness_lines(found.completeness)),
        next_step="read_source with a row's doc_id and page shows its words.",
    )


def _compared(ledger: Ledger, query: LedgerQuery, ask: LedgerAsk) -> LedgerView:
    years = _YEARS.findall(ask.years)
    if len(years) != 2:
        raise TryInsteadError("compare needs two years.", code="E_DATE", next_step="Pass years such as '2024,2025'.")
    answer = ledger.rows(query.changed(kinds=("figure",), year=""), limit=ALL_ROWS)
    pairs = year_pairs(answer.rows, years[0], years[1])
    offset = cursor_of(ask.cursor)[1] if ask.cursor else 0
    shown = pairs[offset : offset + _size(ask)]
    end = offset + len(shown)
    return LedgerView(
        mode="compare",
        total=len(pairs),
        pairs=tuple(map(pair_view, shown)),
        complete=completeness_lines(answer.completeness),
        next_cursor=f"rows.{end}" if end < len(pairs) else "",
        next_step="read_source with a row's document and page shows the table.",
    )


def listed_of(shop: Workshop, brief: Brief, size: int) -> tuple[str, ...]:
    """The list or total of acts that a question asks for, in lines: how many, the first `size` of them oldest first,
    how complete that is; () for any other question, for a body without records and for the name of a private person."""
    asked = listing_of(brief.reading, brief.issue)
    if asked is None or brief.issue.town not in shop.library.towns():
        return ()
    held = shop.library.boards(Filters(towns=(brief.issue.town,)))
    body = next(filter(None, (body_among(held, name) for name in asked.bodies)), "")
    if brief.issue.boards and not body:
        return ()
    words = [word for word in asked.words if plain_key(word) not in plain_key(body).split()]
    try:
        answer, left = _acts(shop.library.ledger, asked.query.changed(body=body), words)
    except InputError:
        return ()
    rows = tuple(row for row in once(answer.rows) if not asked.part or _did(row, asked))
    if left and _ASKS_WHO.match(brief.reading.parts[0].text):
        return ()  # acts on some other matter
    if not rows and not asked.query.person and (asked.part or len(words) - len(left) > 1):
        return ()  # each word stands in some row: the words may stand apart; a vote may be told without names
    whole = completeness_lines(answer.completeness.changed(likely=0))
    if not rows and asked.mode == "exists" and not answer.completeness.meetings:
        return ()  # of a body whose minutes are not held
    if not rows:
        return ("No such act is in the ledger.", *whole)
    size = min(size, _EXISTING) if asked.mode == "exists" else size
    head = f"{_number(rows, 'act')} in the ledger, of {_number({row.date for row in rows}, 'day')}"
    cases = {matter.key for row in rows for matter in row.record.matters if matter.kind == "case"}
    head += f" and {_number(cases, 'case')}" if cases else ""
    if left:
        head = f"None says {' or '.join(f'“{word}”' for word in left)}; without that {head}"
    elif asked.mode == "exists":
        head = f"Yes: {head}"
    if asked.mode == "most":
        return (f"{head}; who {_DID[asked.part]}, how often:", *_by_name(rows, asked.part), *whole)
    if asked.mode == "sum":
        total = sum_of(answer.changed(rows=rows))
        together = f"{_number(total.rows, 'sum')} of {total.unit}{total.total:,.2f} together"
        head += f"; {together}" if total.rows else "; none of them tells one sum"
    shown = f", the first {size}:" if len(rows) > size else ":"
    return (head + shown, *(line_of(row, ()) for row in rows[:size]), *whole)


_ASKS_WHO = lazy_regex(r"\A\W*who\b", re.IGNORECASE)
_EXISTING = 6
"""Acts shown where it is asked whether there are any."""
_DID = {"mover": "moved", "seconder": "seconded", "abstaining": "abstained", "against": "voted against it"}


def _number(of: Sized, word: str) -> str:
    return f"{len(of)} {word}{'s'[: len(of) != 1]}"


def _acts(ledger: Ledger, query: LedgerQuery, words: Sequence[str]) -> tuple[LedgerAnswer, list[str]]:
    """The rows that hold all the words, oldest first, and the words that none of the rows of the query holds. What came
    of an article is told by its own result, else by its motion."""
    wide = query.changed(outcome=None, fate=None, action=None) if query.kinds == ("article",) else query
    left = [word for word in words if not ledger.rows(wide.changed(words=word), limit=0).total]
    kept = " ".join(word for word in words if word not in left)
    answer = ledger.rows(wide.changed(words=kept), limit=ALL_ROWS, order="time")
    if wide is query:
        return answer, left
    came = query.fate or query.outcome or query.action
    rows = tuple(row for row in answer.rows if not came or getattr(row.record, "result", "") == came)
    return (answer.changed(rows=rows), left) if rows else _acts(ledger, query.changed(kinds=("motion",)), words)


def _did(row: LedgerRow, asked: Listing) -> bool:
    """Whether somebody had the part asked about in an act, or the one who is asked about had."""
    names = _doers(row, asked.part)
    who = surname_key(asked.query.person) if asked.query.person else ""
    return any(surname_key(name) == who for name in names) if who else bool(names)


def _doers(row: LedgerRow, part: str) -> tuple[str, ...]:
    """Who had that part in an act: its mover, those against it; "not named" where they are only counted."""
    vote = row.record.vote if row.record.kind == "motion" else None
    names = getattr(row.record, part, "") or getattr(vote, part, ())
    counted = getattr(vote, {"against": "no", "abstaining": "abstained"}.get(part, ""), 0)
    return (names,) if isinstance(names, str) else tuple(names) or ("not named",) * bool(counted)


def _by_name(rows: Sequence[LedgerRow], part: str) -> Iterator[str]:
    """How often each official acted in that part, the most often first; one surname is one official."""
    acted: dict[str, list[str]] = defaultdict(list)
    for name in (name for row in rows for name in _doers(row, part)):
        acted[surname_key(name)].append(name)
    for names in sorted(acted.values(), key=lambda one: (-len(one), one[0])):
        yield f"{max(names, key=len)}: {len(names)}"
