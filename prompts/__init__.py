"""Prompt texts and their loader: one Markdown file per prompt, with a header (name, version, used_by, slots).

Holds what a model is told and nothing about when it is told. A file whose `$slots` differ from its header is refused
when it is loaded, and a rendering with a missing or an unknown slot is refused when it is asked for. Prompt texts are
never built by concatenating strings elsewhere, so that a change of wording is a change of one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

__all__ = ["PROMPT_NAMES", "Prompt", "PromptError", "load_prompt", "parse_prompt"]

PROMPT_NAMES: tuple[str, ...] = (
    "complex_synthesis", "envelope", "evidence", "format_rules", "host_writer", "no_dead_end", "plan", "plan_input",
    "repair", "repair_input", "simple_answer", "tier_a", "tier_b", "tier_c",
)  # fmt: skip
"""Every prompt of the package, in alphabetical order."""

_HEADER_KEYS = ("name", "version", "used_by", "slots")


class PromptError(ValueError):
    """A prompt file or a rendering is wrong: a fault of the program, never of its user."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt. `slots` are the names `render` needs, sorted; `sha256` is of the text as stored."""

    name: str
    version: int
    used_by: str
    slots: tuple[str, ...]
    text: str
    sha256: str

    def render(self, slots: Mapping[str, str] | None = None) -> str:
        """The text with its slots filled.

        Values are inserted as they are and never expanded again, so a `$` in a document stays a `$`.

        Raises:
            PromptError: a slot is missing or unknown; both lists are named.
        """
        given = dict(slots or {})
        missing = sorted(set(self.slots) - set(given))
        unknown = sorted(set(given) - set(self.slots))
        if missing or unknown:
            raise PromptError(f"prompt {self.name!r}: missing slots {missing}, unknown slots {unknown}")
        return Template(self.text).substitute(given)


def parse_prompt(source: str, *, name: str) -> Prompt:
    """The prompt held in one file: a header between two `---` lines, then the text.

    Raises:
        PromptError: no header, a missing or unknown key, another name than the file's, a version that is not a number,
            a stray `$`, or slots in the text that differ from those declared.
    """
    head, text = _split_header(source, name=name)
    if sorted(head) != sorted(_HEADER_KEYS) or head["name"] != name:
        raise PromptError(f"prompt {name!r}: header must hold exactly {_HEADER_KEYS} and name this file, not {head}")
    if not head["version"].isdigit():
        raise PromptError(f"prompt {name!r}: version {head['version']!r} is not a whole number")
    template = Template(text)
    if not template.is_valid():
        raise PromptError(f"prompt {name!r}: a stray '$' in the text; write '$$' for a dollar sign")
    declared, used = sorted(head["slots"].split()), sorted(template.get_identifiers())
    if declared != used:
        raise PromptError(f"prompt {name!r}: header declares slots {declared}, the text uses {used}")
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return Prompt(name, int(head["version"]), head["used_by"], tuple(used), text, digest)


def _split_header(source: str, *, name: str) -> tuple[dict[str, str], str]:
    opening, _, rest = source.partition("---\n")
    header, fence, text = rest.partition("\n---\n")
    if opening or not fence:
        raise PromptError(f"prompt {name!r}: the file must start with a header between two '---' lines")
    pairs = (line.partition(":") for line in header.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}, text.rstrip("\n")


@cache
def load_prompt(name: str) -> Prompt:
    """The stored prompt of that name, read once.

    Raises:
        PromptError: there is no such prompt (the known names are listed), or its file is wrong.
    """
    if name not in PROMPT_NAMES:
        raise PromptError(f"there is no prompt {name!r}; known prompts: {', '.join(PROMPT_NAMES)}")
    return parse_prompt((files("prompts") / f"{name}.md").read_text(encoding="utf-8"), name=name)
