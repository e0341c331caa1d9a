"""The command line: one parser, one small module for each command, loaded when it is asked for.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 not done (the reason is
printed), 2 wrong usage, 3 done but some files were refused, 130 interrupted. It holds no work of its own.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn, cast

from mcp_server.config import VERSION, Config, read_config
from mcp_server.late import load
from vault.errors import InputError, OpenCouncilError
from vault.text.patterns import lazy_regex

__all__ = ["COMMANDS", "main", "parser"]

_OF_A_CLUSTER = frozenset(
    (
        *("ask", "audit", "call", "completion", "copy", "demo", "documents", "eval", "export", "fix", "ledger"),
        *("ingest", "notes", "replay", "search", "serve", "status"),
    )
)
"""Commands that read a cluster, or no vault at all; the others need the file."""
_PRINT_ONLY = frozenset({"completion", "copy", "ledger", "serve"})
"""Commands whose result is no JSON, or that offer it beside another form."""
Runner = Callable[[argparse.Namespace, Config], int]


def _question_flags(command: argparse.ArgumentParser) -> None:
    command.add_argument("--town", default="", help="the town meant, e.g. Ossipee")
    command.add_argument("--board", action="append", default=[], metavar="NAME", help="a board meant; may be repeated")


def _days(command: argparse.ArgumentParser) -> None:
    command.add_argument("--from", dest="date_from", default="", metavar="DATE", help="from this day, month or year on")
    command.add_argument("--to", dest="date_to", default="", metavar="DATE", help="up to this day, month or year")


def _facts_of_files(command: argparse.ArgumentParser) -> None:
    command.add_argument("--town", default="", help="town of all these files")
    command.add_argument("--board", default="", help="board of all these files")
    command.add_argument("--lane", choices=("local", "state"), help="lane of all these files")
    command.add_argument("--type", dest="doc_type", default="", help="document type of all these files, e.g. minutes")


def _ingest(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
    _facts_of_files(command)
    command.add_argument("--manifest", type=Path, help="JSON Lines file that describes the files")
    command.add_argument("--again", action="store_true", help="read files that have not changed, too")
    command.add_argument("--quiet", action="store_true", help="no progress and no list of files")


def _documents(command: argparse.ArgumentParser) -> None:
    actions = ("list", "show", "open", "remove", "restore")
    command.add_argument("action", nargs="?", default="list", choices=actions, help="what to do; left out: list")
    command.add_argument("target", nargs="?", default="", metavar="ID", help="the document meant")
    command.add_argument("--town", default="", help="list: of this town")
    command.add_argument("--board", default="", help="list: of this board")
    command.add_argument("--type", dest="doc_type", default="", help="list: of this type, e.g. minutes")
    command.add_argument("--limit", type=int, default=100_000, help="list: at most so many, newest first")
    command.add_argument("--page", type=int, default=0, help="show, open: this page")
    command.add_argument("--yes", action="store_true", help="remove without asking")


def _fix(command: argparse.ArgumentParser) -> None:
    command.add_argument("target", metavar="FILE", help="the file, or the id of its document")
    command.add_argument("--title", default="", help='e.g. "Planning Board minutes, 2025-03-11"')
    command.add_argument("--town", default="", help="the town it is of")
    command.add_argument("--board", default="", help="the board it is of")
    command.add_argument("--type", dest="doc_type", default="", help="document type, e.g. minutes")
    command.add_argument("--date", default="", help="2025-03-11, 2025-03 or 2025")
    command.add_argument("--lane", choices=("local", "state"), help="the lane it belongs to")


def _law(command: argparse.ArgumentParser) -> None:
    command.add_argument("action", choices=("add", "missing"), help="fetch chapters, or list what is missing")
    command.add_argument("chapters", nargs="*", metavar="CHAPTER", help="e.g. 91-A 31 673")
    command.add_argument("--limit", type=int, default=20, help="missing: at most so many, most cited first")


def _watch(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", type=Path, metavar="FOLDER", help="the folder to look at")
    command.add_argument("--every", type=float, default=10.0, metavar="SECONDS", help="how often to look (10)")
    command.add_argument("--once", action="store_true", help="look one time and end")
    _facts_of_files(command)


def _digest(command: argparse.ArgumentParser) -> None:
    command.add_argument("--since", required=True, metavar="DATE", help="2025-03-11; that day is included")
    command.add_argument("--town", default="", help="only this town")


def _export(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where to write")
    command.add_argument("--town", default="", help="only this town")


def _completion(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to write for")


def _copy(command: argparse.ArgumentParser) -> None:
    command.add_argument("source", type=Path, metavar="VAULT", help="the vault file")
    command.add_argument("target", metavar="TARGET", help="opensearch+https://HOST:9200/PREFIX")


def _backup(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", type=Path, help="new file or a folder; left out: beside the vault")


def _restore(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="the backup")


def _ask(command: argparse.ArgumentParser) -> None:
    command.add_argument("question", nargs="+", help='e.g. "How many signatures does a petitioned article need?"')
    _question_flags(command)
    command.add_argument(
        "--also", action="append", default=[], metavar="WORDS", help="other words for it; may be repeated, at most 6"
    )
    command.add_argument("--session", default="", metavar="ID", help="go on with a conversation and its pasted texts")
    command.add_argument(
        "--format",
        choices=("simple", "overview", "analysis"),
        default="",
        help="the form of the answer; chosen by the question when left out",
    )
    command.add_argument(
        "--depth",
        choices=("quick", "standard", "deep", "exhaustive"),
        default="",
        help="how far to search; chosen by the question when left out",
    )
    command.add_argument(
        "--writer",
        choices=("auto", "extract", "model"),
        default="auto",
        help="who writes: verbatim extracts, the model, or the model where there is one",
    )
    command.add_argument("--graph", type=Path, metavar="FILE.svg", help="draw parts, hops and passages into a file")
    command.add_argument("--html", type=Path, metavar="FILE", help="write the answer with pictures of the cited pages")
    command.add_argument("--docx", type=Path, metavar="FILE", help="the same as a Word file with footnotes")
    command.add_argument("--continue", dest="continue_", action="store_true", help="go on about the last question")
    command.add_argument("--why", action="store_true", help="show parts, searches, and what was left out and why")
    command.add_argument("--open", dest="open_", action="store_true", help="open the cited pages in the browser")
    command.add_argument("--debug", action="store_true", help="show what was decided on the way")
    command.add_argument("--save", action="store_true", help="keep the answer as a note in the vault")


def _search(command: argparse.ArgumentParser) -> None:
    command.add_argument("query", nargs="+", help='words; "quoted phrases" stand together, one "word" as written')
    _question_flags(command)
    command.add_argument("--lane", choices=("local", "state"), default="", help="only this lane")
    command.add_argument(
        "--type",
        dest="doc_types",
        action="append",
        default=[],
        metavar="TYPE",
        help="only this document type; may be repeated",
    )
    _days(command)
    command.add_argument("--all", action="store_true", help="every match that holds all the words, in order")
    command.add_argument("--limit", type=int, default=10, help="at most so many (10)")


def _status(command: argparse.ArgumentParser) -> None:
    command.add_argument("--town", default="", help="only this town")


def _notes(command: argparse.ArgumentParser) -> None:
    command.add_argument("action", choices=("list", "show", "save", "export"), help="what to do")
    command.add_argument("target", nargs="?", default="", help="note id (show), title (save) or folder (export)")
    command.add_argument("--file", type=Path, help="text of the note to save; standard input when left out")
    command.add_argument("--tag", action="append", default=[], help="tag to save with, or to list by")


def _audit(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="text file, or - for standard input")
    command.add_argument("--html", type=Path, metavar="FILE", help="write verdicts, words and pages into a file")


def _eval(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "questions", type=Path, metavar="QUESTIONS.jsonl", help="questions with the passages that answer them"
    )
    command.add_argument("--limit", type=int, default=0, help="only the first so many questions")
    command.add_argument(
        "--without-queries", action="store_true", help="leave out the phrasings that the file gives beside a question"
    )


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("capsule", help="capsule file, or a run id")
    command.add_argument(
        "--export", type=Path, metavar="FILE", help="write the capsule with its passages into one file"
    )


def _serve(command: argparse.ArgumentParser) -> None:
    command.add_argument("--http", type=int, metavar="PORT", help="serve streamable HTTP on loopback instead of stdio")
    command.add_argument("--host", default="127.0.0.1", help="address for --http; others than loopback need more flags")
    command.add_argument("--allow-remote", action="store_true", help="allow --host beyond loopback (needs a token)")
    command.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="further Host name to accept"
    )
    command.add_argument("--read-only", action="store_true", help="never change the vault")
    told = "full: show the controller's inner state, too"
    command.add_argument("--toolset", choices=("default", "full"), default="default", help=told)


def _call(command: argparse.ArgumentParser) -> None:
    command.add_argument("tool", nargs="?", default="", help="name of the tool; left out: list them")
    command.add_argument("arguments", nargs="?", default="{}", help="""JSON object, e.g. '{"query":"warrant"}'""")


def _doctor(command: argparse.ArgumentParser) -> None:
    command.add_argument("--full", action="store_true", help="check every text and index of the vault, too")
    command.add_argument("--repair", action="store_true", help="build the indexes anew; damaged documents are named")


def _ledger(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", nargs="*", help="words of the act or the row; all must occur")
    command.add_argument("--town", default="", help="the town meant, e.g. Ossipee")
    command.add_argument("--state", default="", help="e.g. NH, for a town name that two states have")
    command.add_argument("--body", "--board", default="", help='e.g. "Planning Board"')
    command.add_argument(
        "--kind",
        default="",
        metavar="KIND",
        help="motion, figure, article, rule, notice, officer (who holds which office) or utterance",
    )
    command.add_argument("--matter", default="", help='a case, article, parcel or fund, e.g. "Case #25-02-V"')
    command.add_argument("--person", default="", help="an official who moved, seconded or voted")
    command.add_argument("--action", default="", help="approve, deny, table, continue, recommend …")
    command.add_argument("--outcome", default="", help="granted, denied, tabled, recommended …")
    command.add_argument("--status", default="", help="of figures: proposed, recommended, voted, actual …")
    command.add_argument("--article", default="", metavar="NUMBER", help="article number")
    command.add_argument("--year", dest="years", default="", help="year of the column or of the meeting")
    _days(command)
    command.add_argument("--amount", default="", metavar="RANGE", help='"500", "1000-5000", "1000-" for at least')
    how = command.add_mutually_exclusive_group()
    how.add_argument("--count", action="store_const", dest="do", const="count", help="only how many")
    how.add_argument("--sum", action="store_const", dest="do", const="sum", help="add up the sums, each act once")
    how.add_argument("--timeline", action="store_const", dest="do", const="timeline", help="oldest first")
    how.add_argument("--compare", metavar="YEARS", default="", help="two years, e.g. 2024,2025")
    command.add_argument("--limit", type=int, default=50, help="at most so many (50)")
    out = command.add_mutually_exclusive_group()
    out.add_argument("--json", action="store_true")
    out.add_argument("--csv", action="store_true", help="print the rows as CSV")


def _demo(command: argparse.ArgumentParser) -> None:
    command.add_argument("--keep", type=Path, metavar="FILE", help="keep the demo vault in this file")


def _store(command: argparse.ArgumentParser) -> None:
    command.add_argument("action", choices=("sync", "status", "delete"), help="what to do")
    command.add_argument("--yes", action="store_true", help="do what was announced without asking")


COMMANDS: dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "demo": ("mcp_server.cli.demo:run", "try it on a small invented town, without network", _demo),
    "ingest": ("mcp_server.cli.ingest:run", "bring files and folders into the vault", _ingest),
    "documents": ("mcp_server.cli.documents:run", "list, show, open, take out or bring back documents", _documents),
    "fix": ("mcp_server.cli.documents:run_fix", "set right what was detected of a file, for good", _fix),
    "ask": ("mcp_server.cli.ask:run_ask", "answer a question with citations", _ask),
    "search": ("mcp_server.cli.search:run", "find passages by words", _search),
    "ledger": ("mcp_server.cli.ledger:run", "list, count, add up and compare motions, articles and figures", _ledger),
    "status": ("mcp_server.cli.ask:run_status", "what the vault holds and what is missing", _status),
    "notes": ("mcp_server.cli.notes:run", "list, show, save or export findings", _notes),
    "audit": ("mcp_server.cli.ask:run_audit", "check a text against the vault", _audit),
    "eval": ("mcp_server.cli.eval:run", "score retrieval on a question file, beside plain BM25", _eval),
    "replay": ("mcp_server.cli.replay:run", "run a recorded research again, without vault or network", _replay),
    "serve": ("mcp_server.cli.serve:run", "serve the tools to an assistant (stdio, or --http PORT)", _serve),
    "call": ("mcp_server.cli.call:run", "call one tool as an assistant would", _call),
    "law": ("mcp_server.cli.clerk.law:run", "add chapters of state law from official pages; list missing ones", _law),
    "watch": ("mcp_server.cli.clerk.watch:run", "bring new and changed files of a folder in as they appear", _watch),
    "digest": ("mcp_server.cli.clerk.digest:run", "what is new since a day, by matter", _digest),
    "export": ("mcp_server.cli.clerk.export:run", "write the records as Markdown and the ledger as CSV", _export),
    "doctor": ("mcp_server.cli.doctor:run", "check the installation and the vault", _doctor),
    "copy": ("mcp_server.cli.clerk.backup:run_copy", "bring a vault file into a cluster, compared", _copy),
    "backup": ("mcp_server.cli.clerk.backup:run_backup", "copy the vault into one checked file", _backup),
    "restore": (
        "mcp_server.cli.clerk.backup:run_restore",
        "put a backup in the vault's place; the old one goes aside",
        _restore,
    ),
    "completion": (
        "mcp_server.cli.clerk.completion:run",
        "print a script that completes commands in a shell",
        _completion,
    ),
    "store": ("mcp_server.cli.store:run", "copy the vault to a hosted search store", _store),
}
"""The runner of each command, what it does, and what gives its parser its arguments."""


# "argument COMMAND: invalid choice: 'serch' (choose from 'demo', 'ingest')", "unrecognized arguments: --jsn"
_WRONG_CHOICE = lazy_regex(r"invalid choice: '(?P<said>[^']*)' \(choose from (?P<known>.*)\)")
_UNKNOWN_FLAG = lazy_regex(r"unrecognized arguments: (?P<said>--[\w-]+)")


class _Parser(argparse.ArgumentParser):
    """A parser that asks whether a near word was meant."""

    def error(self, message: str) -> NoReturn:
        wrong, flag = _WRONG_CHOICE.search(message), _UNKNOWN_FLAG.search(message)
        if wrong:
            known = re.findall(r"[\w-]+", wrong["known"])
            near = get_close_matches(wrong["said"], known, 1) or [one for one in known if one.startswith(wrong["said"])]
            if near and wrong["said"]:
                message = f"there is no {wrong['said']!r}; did you mean {near[0]!r}?"
        elif flag:
            near = get_close_matches(flag["said"], sorted(self._all_flags()), 1)
            said = f"{self.prog} has no {flag['said']}"
            message = (
                f"{said}; did you mean {near[0]!r}?" if near and near[0] != flag["said"] else f"{said}; see --help"
            )
        super().error(message)

    def _all_flags(self) -> set[str]:
        """The flags of this parser and of its commands."""
        flags = {name for action in self._actions for name in action.option_strings}
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                flags |= {n for sub in action.choices.values() for one in sub._actions for n in one.option_strings}
        return flags


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; `--vault` may stand before or after the command."""
    top = _Parser(
        prog="opencouncil", description="Cited answers about local government from town records and state law."
    )
    top.add_argument("--version", action="version", version=f"opencouncil {VERSION}")
    top.add_argument("--vault", type=Path, default=None, metavar="FILE", help="vault file (or OPENCOUNCIL_VAULT)")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, about, arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--vault", type=Path, default=argparse.SUPPRESS, metavar="FILE", help="vault file")
        arguments(command)
        if name not in _PRINT_ONLY:
            command.add_argument("--json", action="store_true", help="print JSON")
    return top


def _utf8() -> None:
    """Output is UTF-8 whatever the terminal's code page; what it cannot show is replaced, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    _utf8()
    given = parser().parse_args(argv)
    config = read_config(vault=given.vault, read_only=bool(getattr(given, "read_only", False)))
    try:
        if config.cluster and given.command not in _OF_A_CLUSTER:
            raise InputError(
                f"{given.command} works on a vault file; {config.cluster} is a cluster.",
                next_step="Name the file with --vault, then bring it there: opencouncil copy VAULT TARGET.",
            )
        return cast(Runner, load(COMMANDS[given.command][0]))(given, config)
    except OpenCouncilError as error:
        print(f"{error.code}: {error.message}", file=sys.stderr)
        if error.next_step:
            print(f"-> {error.next_step}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
