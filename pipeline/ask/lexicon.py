"""Words and tables of the planner: anchors, templates, verbs, document types, salience weights, names of states.

Words only, no behaviour, and nothing about a particular town, case or question. Topics and lay words, which are
longer, are in `pipeline/data` (see `pipeline.ask.topics`).
"""

from __future__ import annotations

from typing import Literal

from vault.states.names import CODE_WORDS, GOVERNING_BOARDS, GOVERNING_MEMBERS, GOVERNING_PLURALS
from vault.types import DocType

__all__ = [
    "ACTION_VERBS", "CHANGE_PHRASES", "COMMONPLACES", "DECISION_LABELS", "DOC_TYPE_WORDS", "FILLER_WORDS",
    "HIGH_STAKES", "LAW_CHANGE_WORDS", "LOCAL_HINTS", "LOCAL_TAX_WORDS", "LOCAL_TEMPLATES", "NEUTRAL_PHRASES",
    "NOT_NAMES", "OUTPUT_PHRASES", "PLACE_NOUNS", "PRONOUNS", "STATEWIDE_PHRASES", "STATE_INSTRUCTION",
    "STATE_TAX_WORDS", "STREET_NOUNS", "STRONG_TERMS", "TAX_COMPONENTS", "WEAK_TERMS", "RequestedOutput",
]  # fmt: skip

RequestedOutput = Literal["explain", "steps", "cite_laws", "risk", "process"]
"""What a user may ask an answer to be."""

LOCAL_HINTS = ("minutes", "warrant", "ordinance", "town report")
"""S0: document type hints of the local lane."""

STATE_INSTRUCTION = "ignore town-specific documents unless they explain statewide process"
"""S0: carried by the lane filter in this engine; words of it are never searched for."""

LOCAL_TEMPLATES = (
    "{town} {entity} minutes",
    "{town} select board vote {entity}",
    "{town} permit {legal_topic}",
    "{town} policy {legal_topic}",
    "{town} {place} {subject}",
    "{town} building inspector authority permit",
)

"""S1 part C. `{place}` is a park, building or road of the question and `{subject}` what is asked about it."""

HIGH_STAKES = (
    "liability", "negligence", "illegal", *CODE_WORDS, "lawsuit", "ADA", "compliance", "damages", "immunity", "permit",
    "building code", "select board",
)  # fmt: skip
"""S1: any of these in the question forces one second pass."""

STRONG_TERMS = (
    "liability", "liable", "negligence", "negligent", "lawsuit", "lawsuits", "sue", "sued", "suing", "illegal",
    "illegally", "unlawful", "unlawfully", "legal", "legally", "legality", "lawful", "lawfully", *CODE_WORDS,
    *(f"{word}s" for word in CODE_WORDS),
    "statute", "statutes", "statutory", "state law", "immunity", "immune", "damages", "ADA", "violate", "violated",
    "violates", "violation", "violating", "DOJ", "attorney general", "right-to-know", "indemnify", "indemnification",
    "constitutional", "unconstitutional", "injunction", "conflict of interest", "discrimination", "against the law",
    "open meeting law", "due process", "law", "laws",
)  # fmt: skip
"""Words that make a question legal by themselves."""

WEAK_TERMS = (
    "permit", "permits", "building code", "ordinance", "zoning", "variance", "authority", "authorized", "compliance",
    "comply", "required", "requirement", "must", "allowed", "deadline", "appeal", "nonpublic", "penalty", "fine",
    "hearing", "rights", "court", "courts", "regulation", "regulations", "enforce", "enforcement", "oath", "quorum",
    "recuse", "recusal", "eligible", "abatement", "default budget", "accessibility", "exempt", "refuse", "refused",
    "petition", "petitioned", "jurisdiction", "fiduciary", "public hearing", "insurance", "certificate of occupancy",
)  # fmt: skip
"""Words that lean towards law but often stand in plain questions about facts."""

NEUTRAL_PHRASES = (
    "legal fees", "legal fee", "legal budget", "legal expenses", "legal expense", "legal costs", "legal services",
    "legal notice", "legal notices", "legal holiday", "legal line", "law enforcement", "law firm", "legal bills",
    "in-law",
)  # fmt: skip
"""Phrases in which "legal" and "law" are the name of a budget line, a notice or a service."""

STATEWIDE_PHRASES = (
    "statute", "statutes", "state law", "statewide",
    "administrative rule", "right to know", "default budget", "what governs", "legal requirement",
    "state requirement", "legislature", "house bill", "senate bill", "supreme court", "superior court", "constitution",
    "under the law", "by law", "legally", "lawful", "illegal", "the law", "what law", "what laws",
)  # fmt: skip
"""S0's statewide patterns, as words."""

TAX_COMPONENTS = ("town tax", "school tax", "county tax", "state education tax")
"""S0: the components every tax question has, each needing its own evidence."""

LOCAL_TAX_WORDS = (
    "town appropriations amount to be raised by taxation",
    "school district assessment local education tax rate",
)
STATE_TAX_WORDS = ("municipal county school tax rates", "statewide education tax warrant county apportionment")
"""How the records of a town and the tables of the state put these components."""

_PRONOUNS = """
    it its this that these those they them their he she his her here there such one same so then
"""
PRONOUNS = frozenset(_PRONOUNS.split())
"""Words that point back at what was said before."""

_FILLER_WORDS = """
    now currently please tell explain know want need find give show help understand wondering question questions
    answer info information anything something thing things really actually just also many much get got gets
    getting make made happen happened happens say says said mean means like way ways lot let us ok okay hi hello
    thanks thank yes no may might must shall summarize summary describe detail details list look see go going
    went put kind sort type regarding concerning whether since still ever never yet today about someone somebody
    anyone ask asked including called whole entire exactly
"""
FILLER_WORDS = frozenset(_FILLER_WORDS.split())
"""Words that carry no subject in a question although they are not function words."""

_NOT_NAMES = """
    what who where when why how which whose whom can could would should shall may might must will do does did is
    are was were am be been has have had if in on at of to for from by with the a an and or but not no yes so
    please tell explain describe list show give find summarize compare i my me we our us you your it its this
    that these those they them their he she there here any some all each every both either rsa rsas nh usa us
    new hampshire town towns city state county board boards select
    article articles map lot case hb sb cacr fy ty pm am january february march april june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday
    friday saturday sunday chapter section title part according under after before during between since until
    also then because while although however
"""
NOT_NAMES = frozenset(
    (*_NOT_NAMES.split(), *GOVERNING_BOARDS, *GOVERNING_MEMBERS, *(f"{plural}'s" for plural in GOVERNING_PLURALS))
)
"""Capitalised words that are not names by themselves."""

COMMONPLACES = ("board", "law", "meeting", "need", "require", *GOVERNING_PLURALS, "state", "town", "vote")
"""Words that nearly every record, statute and question holds: sharing one is no sign of the matter."""

PLACE_NOUNS = (
    "park", "pond", "lake", "river", "brook", "beach", "hall", "library", "school", "bridge", "dam", "cemetery",
    "forest", "trail", "station", "building", "barn", "garage", "field", "complex", "center", "centre",
    "common", "property", "island", "mountain", "hill", "harbor", "landing", "airport", "landfill",
)  # fmt: skip
STREET_NOUNS = (
    "road", "rd", "street", "st", "lane", "ln", "avenue", "ave", "drive", "dr", "way", "circle", "court", "ct",
    "highway", "hwy", "turnpike", "trail", "terrace", "place", "route", "rte", "path", "extension",
)  # fmt: skip

DECISION_LABELS = (
    (r"votes?|voted|voting", "vote"),
    (r"decisions?|decided", "decision"),
    (r"rulings?|ruled", "ruling"),
    (r"orders?|ordered", "order"),
    (r"approvals?|approved", "approval"),
    (r"denials?|denied", "denial"),
    (r"agreements?|agreed", "agreement"),
    (r"settlements?|settled", "settlement"),
    (r"resolutions?", "resolution"),
    (r"motions?", "motion"),
    (r"hearings?", "hearing"),
)
"""Pattern of a decision word -> the noun of the event label ("voted on Jan 6" -> "Jan 6 vote")."""

ACTION_VERBS = (
    "vote", "approve", "deny", "accept", "adopt", "reject", "pass", "fail", "table", "grant", "refuse", "fund",
    "appropriate", "spend", "release", "pay", "hire", "fire", "appoint", "remove", "demolish", "sell", "buy",
    "purchase", "lease", "build", "construct", "repair", "fix", "close", "open", "ban", "allow", "permit",
    "prohibit", "enforce", "fine", "tax", "assess", "abate", "raise", "cut", "borrow", "bond", "sue", "settle",
    "appeal", "petition", "amend", "repeal", "post", "publish", "notify", "record", "seal", "recuse", "resign",
    "elect", "certify", "count", "recount", "register", "license", "inspect", "plow", "pave", "discontinue",
    "merge", "subdivide", "rezone", "donate", "transfer", "withdraw", "lapse", "award", "waive", "change",
    "require", "decide", "handle", "increase", "reduce", "calculate", "name", "move", "install", "replace",
)  # fmt: skip
"""Verbs of town business; any form of them in a question is an action."""

CHANGE_PHRASES = (
    "go up", "went up", "gone up", "go down", "went down", "increase", "increased", "decrease", "decreased",
    "rise", "rose", "risen", "drop", "dropped", "higher than last", "lower than last", "change from",
    "changed from", "jump", "jumped",
)  # fmt: skip
"""Words that ask for a change over the year before."""

LAW_CHANGE_WORDS = ("change", "changed", "amend", "amended", "repeal", "repealed", "new law", "enacted", "introduced")
"""Beside a word for law, these ask about legislation."""

OUTPUT_PHRASES: tuple[tuple[RequestedOutput, str], ...] = (
    ("risk", "liability|liable|exposure|lawsuit|sued|sue|legal risk|risk|illegal|legally|was it legal|is it legal"),
    ("cite_laws", "what rsa|which rsa|what law|which law|what statute|which statute|cite|citation|what laws"),
    ("steps", "how do i|how can i|what do i do|what can i do|do next|next steps|steps|what are my options|where do i"),
    ("process", "process|procedure|how is|how are|who decides|how does|what happens if|adopted|governs"),
    ("explain", "why|explain|what does it mean|how come|understand|compare|difference"),
)
"""Requested output -> phrases, first match wins."""

DOC_TYPE_WORDS: tuple[tuple[DocType, str], ...] = (
    ("minutes", "minutes|meeting|vote|voted|motion|decide|decided|approve|approved|deny|denied|discuss|discussed|said"),
    ("agenda", "agenda|agendas"),
    ("warrant", "warrant|article|articles|petition article|town meeting|voters approve|ballot question"),
    ("results", "results|passed|vote count|election results|voters approve|did voters"),
    ("ordinance", "ordinance|ordinances|bylaw|bylaws|zoning|banned|prohibited|allowed|fine|leash|setback|regulation"),
    ("budget", "budget|default budget|appropriation|expenditures|revenue|fy"),
    ("report", "tax rate|tax rates|annual report|town report|equalization|ratio|audit report|valuation"),
    ("policy", "policy|policies|rules of procedure|procedures"),
    ("form", "form|application|fee schedule|fee|cost of a permit"),
    ("notice", "notice|posting|public notice"),
    ("bill", "bill|house bill|senate bill|legislation|law change|law changed|hb|sb"),
    ("court", "court|judge|ruling|lawsuit|order of the court|superior court|supreme court|opinion"),
    ("statute", "rsa|statute|state law|law"),
    ("rule", "administrative rule|administrative rules|state rules"),
    ("constitution", "constitution"),
    ("guidance", "handbook|guidance|guide|manual"),
    ("news", "news|article in the paper|newspaper|reporter"),
)
"""Document type -> words that point at it."""
