"""What is said in other words is no altered copy; what is said of another limit, or turned round, is one."""

from __future__ import annotations

import pytest

from pipeline.check.rules.support import near_copy

SAME = [
    ("The lender may not sign more than one note a year.", "No lender shall sign more than one note a year."),
    ("Nobody may drive a cart on the town green at night.", "No person shall drive a cart on the town green at night."),
    ("A loan so made may be at most the sum so lost.", "A loan so made shall not exceed the sum so lost."),
    ("Requests must come in at least ten days before it.", "Requests must come in not less than ten days before it."),
    ("The hall may be let only if the board approves it.", "The hall shall not be let unless the board approves it."),
    ("The town may not let the hall until it is heated.", "The town may let the hall only after it is heated."),
    ("The owner must file it no later than 30 days after.", "The owner must file it within 30 days after."),
    (
        "The clerk need not keep the second set of keys.",
        "The clerk shall not be required to keep the second set of keys.",
    ),
    ("The hall was let on 17 May 2031 to the fire company.", "The hall was let on May 17, 2031 to the fire company."),
    ("The police budget of the town is about $1.4 million.", "The police budget of the town is $1,437,001.00."),
    ("E. The board shall keep a list of the town's trees.", "The board shall keep a list of the town's trees."),
]
ALTERED = [
    ("A loan so made shall exceed the sum so lost.", "A loan so made shall not exceed the sum so lost."),
    ("Requests must come in at most ten days before it.", "Requests must come in not less than ten days before it."),
    ("The hall may be let unless the board approves it.", "The hall shall not be let unless the board approves it."),
    ("The hall may be let unless the board approves it.", "The hall may be let only if the board approves it."),
    ("The lender may sign more than one note a year.", "No lender shall sign more than one note a year."),
    ("The clerk shall not keep the second keys.", "The clerk shall not be required to keep the second keys."),
    ("The police budget of the town is about $1.7 million.", "The police budget of the town is $1,437,001.00."),
    ("The hall was let on 18 May 2031 to the fire company.", "The hall was let on May 17, 2031 to the fire company."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "record"), SAME)
def test_the_same_rule_in_other_words_is_no_alteration(claim: str, record: str) -> None:
    copy = near_copy(claim, record)
    assert copy is None or not copy.alterations


@pytest.mark.parametrize(("claim", "record"), ALTERED)
def test_another_rule_in_nearly_the_same_words_is_an_alteration(claim: str, record: str) -> None:
    copy = near_copy(claim, record)
    assert copy is not None
    assert copy.alterations
