"""Words of a claim that are bound by more than a word of the record in their own place: the one list of such rules.

It refuses to hold a rule of its own.
"""

from __future__ import annotations

from pipeline.check.bind.forms import told_in_another_form
from pipeline.check.bind.paraphrase import light
from pipeline.check.bind.sequence import told_in_order
from pipeline.check.read.evidence import Held, Said
from pipeline.check.slots.acts import told_by_record
from pipeline.check.slots.conditions import proposed_by_bill
from pipeline.check.slots.counts import read_off
from pipeline.check.slots.tables import told_in_rows
from pipeline.check.slots.ways import rounds_rightly

__all__ = ["bound_otherwise"]


def bound_otherwise(said: Said, held: Held) -> frozenset[int]:
    """Where the tokens of a claim start that the whole of the attached words binds: light words, those of a row, an
    order, a count or a rounding, and what a record tells of itself."""
    by_whole = (told_by_record, told_in_rows, read_off, rounds_rightly, told_in_order, proposed_by_bill)
    rules = (light, told_in_another_form, *by_whole)
    return frozenset(start for rule in rules for start in rule(said, held))
