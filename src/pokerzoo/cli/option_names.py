"""Errors that name what was typed: ``--max-nodes 3`` where Python says ``max_nodes=3``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from typer.core import TyperCommand

from pokerzoo.envs.support.errors import InputError

from .help_pages import write_options
from .plain_values import read_at_a_glance

PARAMETERS = {"name": "game", "line": "at", "names": "players", "ports": "port"}
"""Parameters of the package that commands have under another name."""


ADDRESS = "[ADDRESS]"
"""Metavar of an option that takes an address or nothing."""
LOCAL = "local"
"""The address where none is given."""


class Command(TyperCommand):
    """A command whose ValueErrors name its options and arguments, where they name the parameters that these became."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click; typer has no option of two words that may be repeated, and none whose value may be left out."""
        read_at_a_glance(self.get_params(ctx))
        flags = [parameter.opts[0] for parameter in self.params if len((parameter.metavar or "").split()) == 2]
        addresses = [parameter.opts[0] for parameter in self.params if parameter.metavar == ADDRESS]
        try:
            args = with_addresses(joined_pairs(args, flags), addresses)
        except ValueError:
            if not ctx.resilient_parsing:  # a shell asks how a command that is not finished may go on
                raise
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:  # of an option without its value typer does not say whose it is
                vars(error)["ctx"] = ctx
            raise

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """See click; options stand under their headings."""
        write_options(self.get_params(ctx), ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except ValueError as error:
            raise InputError(as_typed(str(error), self.written())) from error

    def written(self) -> dict[str, str]:
        """Parameters as they are typed: an option by its (first long) name, an argument by what the help calls it."""
        found = {}
        for parameter in self.params:
            flags = [flag for flag in parameter.opts if flag.startswith("--")]
            found[str(parameter.name)] = flags[0] if flags else str(parameter.metavar or parameter.name)
        return found | {theirs: found[ours] for theirs, ours in PARAMETERS.items() if ours in found and theirs not in found}


def as_typed(text: str, written: Mapping[str, str]) -> str:
    """An error's text with the name that it starts with, and names with underscores further on, as they are typed.

    >>> as_typed("max_nodes=3: more; give a raise_cap", {"max_nodes": "--max-nodes", "raise_cap": "--raise-cap"})
    '--max-nodes 3: more; give a --raise-cap'
    >>> as_typed("seed: is drawn for kuhn(seed=3)", {"seed": "--seed"})
    '--seed: is drawn for kuhn(seed=3)'
    >>> as_typed("bet_sizes['turn'][1]='5': not a size", {"bet_sizes[1]": "--ip-bet"})
    "--ip-bet (turn) '5': not a size"
    """
    start = re.match(r"(\w+)(?:\['([\w.]*)'\])?(\[\d\])?(=|(?=: ))", text)
    if start and (name := start[1] + (start[3] or "")) in written:
        part = "" if start[2] is None else f" ({start[2]})" if start[2] else " ('')"
        value = " " if start[4] else ""
        text = written[name] + part + value + text[start.end() :]
    long = "|".join(name for name, flag in written.items() if re.fullmatch(r"\w+_\w+", name) and flag.startswith("--"))
    return re.sub(rf"(?<![\w'\"-])(?:{long})\b(?![=\w'\"])", lambda found: written[found[0]], text) if long else text


def as_solver_precision(text: str) -> str:
    """An error's text in which the solver's precision, which is --solver-precision here, goes by that name.

    >>> as_solver_precision("precision='half': CFR cannot do this"), as_solver_precision("too large; give precision='half'")
    ("solver_precision='half': CFR cannot do this", 'too large; give --solver-precision half')
    """
    text = re.sub(r"^precision(?==)", "solver_precision", text)
    return re.sub(r"\bprecision='(\w+)'", r"--solver-precision \1", text)


def joined_pairs(args: Sequence[str], flags: Collection[str]) -> list[str]:
    """The words of a command in which the two after each of these flags are one, with a line break between them.

    >>> joined_pairs(["--lock-at", "b25", "fold 1", "--json"], ["--lock-at"])
    ['--lock-at', 'b25\\nfold 1', '--json']

    Raises:
        ValueError: one of the two is missing.
    """
    left = iter(args)
    found = []
    for word in left:
        found.append(word)
        if word == "--":
            return [*found, *left]
        flag, equals, value = word.partition("=")
        if flag in flags:
            first = value if equals else next(left, None)
            second = next(left, None)
            if first is None or second is None or second.startswith("--"):
                raise InputError(f"{flag}: takes two values")
            found[-1:] = [flag, f"{first}\n{second}"]
    return found


def with_addresses(args: Sequence[str], flags: Collection[str]) -> list[str]:
    """The words of a command in which each of these flags has an address: the next word if it is one, else ``local``.

    An address is ``local``, ``auto``, or has a colon: ``node1:6379``, ``ray://node1:10001``.

    >>> with_addresses(["a.toml", "--ray", "--out", "b"], ["--ray"]), with_addresses(["--ray", "node1:6379"], ["--ray"])
    (['a.toml', '--ray', 'local', '--out', 'b'], ['--ray', 'node1:6379'])
    """
    found: list[str] = []
    for place, word in enumerate(args):
        found.append(word)
        if word == "--":
            return found + list(args[place + 1 :])
        after = args[place + 1] if place + 1 < len(args) else ""
        if word in flags and (after.startswith("-") or not (after in (LOCAL, "auto") or ":" in after)):
            found.append(LOCAL)
    return found
