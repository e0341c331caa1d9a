"""`opencouncil completion SHELL`: a script that completes commands, flags and their choices; printed, never installed.

Made from the parser itself, so that no command can be forgotten.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

from mcp_server.cli.main import COMMANDS, parser
from mcp_server.cli.terminal import say
from mcp_server.config import Config

__all__ = ["run", "script"]

_BASH = """_opencouncil() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" word words="{commands}"
  for word in "${{COMP_WORDS[@]:1:$((COMP_CWORD - 1))}}"; do
    case "$word" in
{cases}
    esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _opencouncil opencouncil"""


def _words(command: argparse.ArgumentParser) -> Iterator[str]:
    """Flags of a command and the choices of what stands without a flag."""
    for action in command._actions:
        yield from action.option_strings
        if not action.option_strings and action.choices is not None:
            yield from map(str, action.choices)


def _commands(top: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _bash(words: Mapping[str, Sequence[str]]) -> str:
    cases = "\n".join(f'      {name}) words="{" ".join(flags)}" ;;' for name, flags in words.items())
    return _BASH.format(commands=" ".join((*words, "--vault", "--version", "--help")), cases=cases)


def _fish(words: Mapping[str, Sequence[str]], about: Mapping[str, str]) -> str:
    lines = [
        "complete -c opencouncil -n __fish_use_subcommand -l vault -r",
        "complete -c opencouncil -f -n __fish_use_subcommand -l version",
    ]
    for name, flags in words.items():
        told = about[name].replace("'", "")
        lines.append(f"complete -c opencouncil -f -n __fish_use_subcommand -a {name} -d '{told}'")
        here = f"'__fish_seen_subcommand_from {name}'"
        for flag in flags:
            name, dashes = flag.lstrip("-"), len(flag) - len(flag.lstrip("-"))
            lines.append(f"complete -c opencouncil -n {here} {('-f -a', '-s', '-l')[dashes]} {name}")
    return "\n".join(lines)


def script(shell: str, top: argparse.ArgumentParser, about: Mapping[str, str]) -> str:
    """The script for "bash", "zsh" or "fish"."""
    words = {name: tuple(dict.fromkeys(_words(command))) for name, command in _commands(top).items()}
    if shell == "fish":
        return _fish(words, about)
    head = (
        "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    )
    return head + _bash(words)


def run(given: argparse.Namespace, config: Config) -> int:
    """Prints the script."""
    say(script(given.shell, parser(), {name: about for name, (_, about, _) in COMMANDS.items()}))
    return 0
