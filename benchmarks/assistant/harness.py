"""Puts a language model through questions, with our tools or with a shell over the same records; keeps the transcripts.

    python benchmarks/assistant/harness.py --vault VAULT --questions FILE --with tools --model "python my_model.py" \
        --out tools.jsonl
    python benchmarks/assistant/harness.py --vault VAULT --questions FILE --with shell --export FOLDER \
        --model "python my_model.py" --out shell.jsonl
    python benchmarks/assistant/harness.py score tools.jsonl shell.jsonl

The model is a command of the user's: it is started once a question and speaks JSON, one object a line. It reads
`{"instructions", "tools", "question"}`, then writes `{"tool", "arguments"}` or `{"answer"}`; each call is answered with
`{"result", "is_error"}`. The shell offers rg, grep, sed, awk, head, tail, cat, ls, wc, sort, uniq and cut over the
exported text and nothing else. It refuses to judge prose: facts are looked for as numbers, names and words of the key.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import anyio
from mcp.types import TextContent

from mcp_server.config import Config
from mcp_server.server import build_server
from mcp_server.worker import Crew
from vault.store.index import VaultIndex
from vault.text.words import content_words, stem
from vault.types import Filters

__all__ = [
    "Call",
    "Transcript",
    "export_text",
    "facts_stated",
    "main",
    "quotations",
    "quotes_held",
    "quotes_missing",
    "run_question",
    "shell",
]

_MOST_CALLS = 25
_SHELL_CHARS = 20_000
_SHELL_SECONDS = 15
_PROGRAMS = frozenset({"rg", "grep", "sed", "awk", "head", "tail", "cat", "ls", "wc", "sort", "uniq", "cut"})
_INSTRUCTIONS = (
    "Answer the question about town records and state law. State every fact that is asked for, say what the records do "
    "not hold, cite each statement (the label of a tool, or file and page), quote a few deciding words verbatim in "
    'double quotation marks. Use as few calls as you can. When you are done give {"answer": ...}.'
)
_FACT_SHARE = 0.6
"""A fact counts as stated when all its numbers and this share of its other words stand in the answer."""


class Call(NamedTuple):
    """One call: tool, arguments, the characters that came back, whether it failed."""

    tool: str
    arguments: dict[str, Any]
    chars: int
    failed: bool


class Transcript(NamedTuple):
    """What a model did with one question."""

    id: str
    question: str
    facts: tuple[str, ...]
    answer: str
    calls: tuple[Call, ...]
    read: str
    """All that the tools gave back: what a quotation of the answer must stand in."""


class Bench(Protocol):
    """What a model may use."""

    async def tools(self) -> list[dict[str, Any]]:
        """Name, description and input schema of each tool."""
        ...

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        """The text of a result, and whether it is an error."""
        ...


class McpBench:
    """Our own server, in this process."""

    def __init__(self, vault: Path) -> None:
        self._crew = Crew(Config(vault=vault))
        self._server = build_server(self._crew, owns_crew=False)

    async def tools(self) -> list[dict[str, Any]]:
        """The tools as `tools/list` gives them."""
        return [
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            for tool in await self._server.list_tools()
        ]

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        """The text blocks of the result."""
        result = await self._server.call_tool(name, arguments)
        text = "\n".join(block.text for block in result.content if isinstance(block, TextContent))
        return text, bool(result.is_error)

    def close(self) -> None:
        """Ends the worker."""
        self._crew.close()


class ShellBench:
    """A shell over the exported text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def tools(self) -> list[dict[str, Any]]:
        """One tool."""
        names = ", ".join(sorted(_PROGRAMS))
        told = f"Run a pipeline of {names} in the folder of records (one text file a document, pages marked)."
        return [{"name": "shell", "description": told, "input_schema": {"properties": {"command": {"type": "string"}}}}]

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        """What the pipeline printed, cut at 20,000 characters."""
        del name
        return await anyio.to_thread.run_sync(shell, str(arguments.get("command", "")), self._folder)


def shell(command: str, folder: Path) -> tuple[str, bool]:
    """The output of a pipeline of known programs in the folder, and whether it failed. No other program is started,
    nothing is redirected, no path leaves the folder."""
    try:
        stages = [shlex.split(stage) for stage in _stages(command)]
    except ValueError as error:
        return f"cannot read the command: {error}", True
    if not stages or any(not stage or stage[0] not in _PROGRAMS for stage in stages):
        return f"only pipelines of {', '.join(sorted(_PROGRAMS))}", True
    if any(word.startswith("/") or ".." in Path(word).parts or "system(" in word for stage in stages for word in stage):
        return "paths stay inside the folder", True
    data = b""
    for stage in stages:
        try:
            done = subprocess.run(
                stage, input=data, capture_output=True, cwd=folder, timeout=_SHELL_SECONDS, check=False
            )
        except (subprocess.TimeoutExpired, OSError) as error:
            return f"{stage[0]}: {error}", True
        data = done.stdout or (done.stderr if done.returncode > 1 else b"")
    return data.decode("utf-8", "replace")[:_SHELL_CHARS], False


def _stages(command: str) -> Iterable[str]:
    lexer = shlex.shlex(command, posix=False, punctuation_chars="|")
    lexer.whitespace_split = True
    stage: list[str] = []
    for token in lexer:
        if token == "|":
            yield " ".join(stage)
            stage = []
        else:
            stage.append(token)
    yield " ".join(stage)


def export_text(vault: Path, folder: Path) -> int:
    """Writes each document as one text file with its pages marked; the number of files."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with VaultIndex.open(vault) as index:
        for summary in index.documents(Filters(), 100_000):
            document = index.document(summary.doc_id)
            if document is None:
                continue
            facts = document.metadata
            head = f"{facts.title}\n{facts.town} {facts.board} {facts.date}\n"
            pages = [f"\n=== page {page.number}\n{page.text}" for page in document.pages]
            sections = [f"\n=== {part.cite} {part.heading}\n{part.text}" for part in document.sections]
            name = re.sub(r"[^\w.-]+", "_", summary.doc_id)[:120]
            (folder / f"{name}.txt").write_text(head + "".join(sections or pages), "utf-8")
            count += 1
    return count


async def run_question(bench: Bench, row: Mapping[str, Any], command: Sequence[str]) -> Transcript:
    """One question put to the model command; at most 25 calls."""
    calls: list[Call] = []
    read: list[str] = []
    answer = ""
    place = f" (place: {row['town']})" if row.get("town") else ""
    opening = {"instructions": _INSTRUCTIONS, "tools": await bench.tools(), "question": f"{row['question']}{place}"}
    async with await anyio.open_process(command, stderr=None) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the model command has no pipes")
        lines = _lines(process.stdout)
        message: dict[str, Any] = opening
        while len(calls) <= _MOST_CALLS:
            await process.stdin.send((json.dumps(message) + "\n").encode())
            line = await anext(lines, "")
            if not line:
                break
            reply = json.loads(line)
            if "answer" in reply:
                answer = str(reply["answer"])
                break
            text, failed = await bench.call(str(reply.get("tool", "")), dict(reply.get("arguments") or {}))
            calls.append(Call(str(reply.get("tool", "")), dict(reply.get("arguments") or {}), len(text), failed))
            read.append(text)
            message = {"result": text, "is_error": failed}
        process.terminate()
    return Transcript(str(row["id"]), str(row["question"]), _facts(row), answer, tuple(calls), "\n".join(read))


async def _lines(stream: Any) -> Any:
    kept = b""
    async for part in stream:
        kept += part
        while b"\n" in kept:
            line, kept = kept.split(b"\n", 1)
            yield line.decode("utf-8", "replace")


def _facts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The key facts of a question: its answer key, else the clauses of its answer."""
    if row.get("answer_key"):
        return tuple(map(str, row["answer_key"]))
    return tuple(part.strip() for part in re.split(r"[;.]\s+", str(row.get("answer", ""))) if part.strip())


_NUMBER = re.compile(r"\d[\d,.]*\d|\d")  # "$1,250.00" gives 1,250.00


def facts_stated(facts: Sequence[str], answer: str) -> int:
    """How many of the facts stand in the answer: every number, and three fifths of the other words by stem."""
    numbers = {_plain(number) for number in _NUMBER.findall(answer)}
    stems = {stem(word) for word in content_words(answer)}
    return sum(_stated(fact, numbers, stems) for fact in facts)


def _plain(number: str) -> str:
    return number.replace(",", "").rstrip(".").removesuffix(".00")


def _stated(fact: str, numbers: set[str], stems: set[str]) -> bool:
    asked = {stem(word) for word in content_words(fact) if not word[0].isdigit()}
    if {_plain(number) for number in _NUMBER.findall(fact)} - numbers:
        return False
    return not asked or len(asked & stems) >= _FACT_SHARE * len(asked)


def quotations(answer: str) -> list[str]:
    """What an answer quotes in double quotation marks, each of three words and twelve characters or more; marks inside
    a quotation belong to it, and a mark that is never closed ends with its paragraph."""
    found = []
    for paragraph in re.split(r"\n\s*\n", answer):
        begin, depth = 0, 0
        for mark in re.finditer('["“”]', paragraph):
            before, after = paragraph[: mark.start()][-1:], paragraph[mark.end() :][:1]
            opens = mark[0] == "“" or (mark[0] == '"' and before in _BEFORE_A_QUOTE and bool(after.strip()))
            if opens and not depth:
                begin = mark.end()
            depth = max(depth + (1 if opens else -1), 0) if opens or depth else 0
            if not depth and not opens and begin:
                found.append(paragraph[begin : mark.start()])
                begin = 0
    return [quote for quote in found if len(quote) >= _LEAST_QUOTED and len(quote.split()) > 2]


def quotes_held(answer: str, read: str) -> tuple[int, int]:
    """How many quotations of the answer stand in what was read, and how many there are."""
    return len(quotations(answer)) - len(quotes_missing(answer, read)), len(quotations(answer))


def quotes_missing(answer: str, read: str) -> list[tuple[str, str]]:
    """Each quotation that does not stand in what was read, with the words of it that stand nearest.

    What a writer put in square brackets or left out ("…") is no part of a quotation. Words may run on from the end of a
    line to the beginning of another: searches print a file and a line number before each, a source breaks at a page."""
    lines = [_folded(_WHERE.sub("", line)) for line in _MARKS.sub(" ", read).split("\n")]
    text = f" {' '.join(line for line in lines if line)} "
    missing = []
    for quote in quotations(answer):
        parts = [_folded(part) for part in _LEFT_OUT.split(_CAPITAL.sub(r"\1", quote))]
        lost = [part for part in parts if part and f" {part} " not in text and not _runs_on(part.split(), lines)]
        if lost:
            missing.append((quote, _nearest(lost[0].split(), text.split())))
    return missing


def _runs_on(words: Sequence[str], lines: Sequence[str]) -> bool:
    return any(
        any(f" {line}".endswith(f" {' '.join(words[:cut])}") for line in lines)
        and any(f"{line} ".startswith(f"{' '.join(words[cut:])} ") for line in lines)
        for cut in range(2, len(words) - 1)
    )


def _nearest(words: Sequence[str], text: Sequence[str]) -> str:
    """The stretch of the text, as long as the words, that has most of them."""
    wanted, width = set(words), len(words)
    starts = range(max(len(text) - width, 0) + 1)
    best = max(starts, key=lambda start: len(wanted & set(text[start : start + width])), default=0)
    return " ".join(text[best : best + width])


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


_LEAST_QUOTED = 12
_BEFORE_A_QUOTE = ("", " ", "\n", "\t", "(", "[", "—", "–", "-", "/", '"', "“", "*", ":")
_LEFT_OUT = re.compile(r"…|\.\.\.|\[[^\]]*\]")
_CAPITAL = re.compile(r"\[(\w)\](?=\w)")  # "[N]one of it"
# "minutes.txt:12:", "12-", "12 p55: ", "minutes.txt:12 page 3: " before a line found
_WHERE = re.compile(r"^(?:[\w./-]+\.txt[:-]?)?(?:\d+[:-]?)?(?:\s*\[?p(?:age |\.)?\s?\d+\]?)?[:-]\s?")
_MARKS = re.compile(r"\[p\. \d+\]")  # a page turn inside a window


def _score(paths: Sequence[str]) -> None:
    print(f"{'file':<28}{'n':>4}{'facts':>9}{'whole':>7}{'quotes':>9}{'calls':>7}{'median':>8}{'chars':>9}")
    for path in paths:
        rows = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
        stated = [(facts_stated(row["facts"], row["answer"]), len(row["facts"])) for row in rows]
        held = [quotes_held(row["answer"], row["read"]) for row in rows]
        calls = [len(row["calls"]) for row in rows]
        chars = [sum(call["chars"] for call in row["calls"]) for row in rows]
        facts = f"{sum(a for a, _ in stated)}/{sum(b for _, b in stated)}"
        quotes = f"{sum(a for a, _ in held)}/{sum(b for _, b in held)}"
        print(
            f"{Path(path).name:<28}{len(rows):>4}{facts:>9}{sum(a == b for a, b in stated):>7}{quotes:>9}"
            f"{sum(calls):>7}{statistics.median(calls):>8.1f}{statistics.median(chars):>9.0f}"
        )


def _as_row(made: Transcript) -> str:
    return json.dumps({**made._asdict(), "calls": [call._asdict() for call in made.calls]}, ensure_ascii=False)


async def _all(given: argparse.Namespace, rows: Sequence[Mapping[str, Any]]) -> None:
    bench: McpBench | ShellBench = McpBench(given.vault) if given.bench == "tools" else ShellBench(given.export)
    with given.out.open("w", encoding="utf-8") as out:
        for number, row in enumerate(rows, 1):
            out.write(_as_row(await run_question(bench, row, shlex.split(given.model))) + "\n")
            out.flush()
            print(f"{number}/{len(rows)} {row['id']}", file=sys.stderr)
    if isinstance(bench, McpBench):
        bench.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs or scores."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["score"]:
        _score(words[1:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--with", dest="bench", choices=["tools", "shell"], default="tools")
    parser.add_argument("--export", type=Path, default=Path("exported"), help="folder of text files (made if missing)")
    parser.add_argument("--model", required=True, help="command that speaks the protocol above")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(words)
    rows = [json.loads(line) for line in given.questions.read_text("utf-8").splitlines() if line.strip()]
    if given.bench == "shell" and not given.export.exists():
        print(f"{export_text(given.vault, given.export)} documents exported", file=sys.stderr)
    anyio.run(_all, given, rows[: given.limit] if given.limit else rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
