"""Commands on click: options under headings, results that are printed in one place, errors that name what was typed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

import click

from pokerzoo.envs.support.errors import InputError, ParameterError, brief

from .output import Result

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")

OTHERS = "Other options"
"""Heading of the options without one, where others have one."""
WIDEST_EXAMPLE = 75
"""Columns of an example before it is broken."""
IMPORT_HELP = "Import a module that registers games of your own, from this folder or installed. Repeat for more."
THE_GAME = "The game"
"""Heading of the options of a game."""
PATH = click.Path()
"""The type of files and folders, whose names the shell completes."""
TYPES = {"N": click.IntRange(min=1), "FILE": PATH, "DIR": PATH}
"""Types of options that do not say otherwise, by what the help calls their values."""
COMMON: dict[str, dict[str, Any]] = {
    "--at": {"metavar": "LINE"},
    "--big-blind": {"metavar": "CHIPS", "type": float},
    "--checkpoint": {
        "metavar": "DIR", "help": "Keep checkpoints here. The same command resumes where an earlier one stopped.",
    },
    "--game": {"metavar": "GAME", "heading": THE_GAME, "help": "The game, if no policy file names it."},
    "--iterations": {"metavar": "N", "help": "Stop after N iterations."},
    "--log": {"metavar": "FILE", "help": "Write every hand here, as lines of JSON."},
    "--option": {"metavar": "NAME=VALUE", "multiple": True},
    "--out": {"metavar": "FILE", "help": "Write the average strategy here; an old FILE is replaced."},
    "--param": {
        "metavar": "NAME=VALUE", "multiple": True, "heading": THE_GAME,
        "help": "A parameter of the game; 'pokerzoo games GAME' lists them. Repeat for more. VALUE is JSON or a string.",
    },
    "--payouts": {"metavar": "PRIZES", "help": "Prizes, as 50,30,20: payoffs are prize money. Without it: chips."},
    "--picture": {"metavar": "FILE"},
    "--processes": {
        "metavar": "N",
        "help": "Processes at a time, one thread each. Without it one for each processor.",
    },
    "--ray": {
        "metavar": "ADDRESS", "callback": lambda ctx, param, address: ray_address(address),
        "help": "Run on the Ray cluster at ADDRESS, as auto or node1:6379; local starts one here.",
    },
    "--seed": {"metavar": "N", "type": click.IntRange(min=0)},
    "--until": {"metavar": "X"},
}  # fmt: skip
"""What options of these names are in every command that does not say otherwise."""
PLACE = re.compile(r"(\w+)(?:\['([^']*)'\])?(?:\[(\d+)\])?")
"""A parameter, or a place in it: ``bet_sizes['turn'][1]``."""
PARAMETERS = {"name": "game", "line": "at", "names": "players", "ports": "port", "street": "from_street"}
"""Parameters of the package that commands have under another name."""


class Option(click.Option):
    """An option under a heading of the help; a rare one is in ``--help-all`` only."""

    def __init__(self, *names: Any, heading: str = "", rare: bool = False, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.heading, self.rare = heading, rare

    def get_help_extra(self, ctx: click.Context) -> Any:
        """See click. Limits are words: ``x>=1`` is ``at least 1``."""
        extra = super().get_help_extra(ctx)
        if limits := extra.get("range"):
            extra["range"] = re.sub(r"^([\d.]+)<=x<=([\d.]+)$", r"\1 to \2", limits.replace("x>=", "at least "))
        return extra


def option(*names: str, **attributes: Any) -> Callable[[Function], Function]:
    """The decorator of a command with an option; what the attributes leave out is as in ``COMMON``."""
    described = COMMON.get(names[0], {}) | attributes
    return click.option(*names, cls=Option, **{"type": TYPES.get(described.get("metavar", ""))} | described)


def is_asked(flag: str) -> bool:
    """True if ``--json`` or ``--quiet`` was given to the command that runs."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(f"pokerzoo.{flag}"))


def refuse(flags: Iterable[str], problem: str) -> None:
    """InputError for those of these options that were typed, or set by a file."""
    context = click.get_current_context()
    by_flag = {flag: parameter for parameter in context.command.params for flag in (*parameter.opts, *parameter.secondary_opts)}
    values = ((flag, by_flag[flag], context.params[str(by_flag[flag].name)]) for flag in flags)
    typed = [flag for flag, parameter, value in values if value not in (None, (), parameter.get_default(context))]
    if typed:
        raise InputError(f"{', '.join(typed)}: {problem}")


def ray_address(address: str | None) -> str | None:
    """An address of a Ray cluster; InputError for what is none, such as the next argument."""
    if address not in (None, "auto", "local") and ":" not in str(address):
        raise InputError(f"--ray {brief(address)}: must be auto, local, or an address as node1:6379")
    return address


def _note(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[f"pokerzoo.{param.name}"] = value


def _show_all(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta["pokerzoo.all"] = True
        click.echo(ctx.get_help())
        ctx.exit()


class Command(click.Command):
    """A command whose function returns a ``Result``, which it prints; its errors name options as they were typed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See click, which does not say which command an option without its value belongs to."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See click. Options are under their headings."""
        everything = ctx.meta.get("pokerzoo.all", False)
        records = [
            (getattr(parameter, "heading", ""), parameter.get_help_record(ctx))
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (everything or not getattr(parameter, "rare", False))
        ]
        sections = under_headings((heading, record) for heading, record in records if record is not None)
        sections.sort(key=lambda section: not section[0])  # those without a heading last
        for heading, rows in sections:
            with formatter.section(heading or (OTHERS if len(sections) > 1 else "Options")):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> int:
        """Run the command, print its result, and return the exit code."""
        try:
            result = super().invoke(ctx)
            return 0 if result is None else self.print_result(ctx, result)
        except ParameterError as error:
            raise InputError(as_typed(error, self.spellings(ctx))) from error

    def print_result(self, ctx: click.Context, result: Result) -> int:
        """Print a result: its object, or unless ``--quiet`` its parts."""
        if ctx.meta.get("pokerzoo.json"):
            result.print_json()
        elif not ctx.meta.get("pokerzoo.quiet"):
            result.print_parts()
        return result.exit_code

    def spellings(self, ctx: click.Context) -> dict[str, str]:
        """Parameters as they are typed: an option by its long name, an argument by what the help calls it."""
        typed: dict[str, str] = {}
        for parameter in self.params:
            flags = [flag for flag in parameter.opts if flag.startswith("--")]
            typed[str(parameter.name)] = flags[0] if flags else parameter.human_readable_name.strip("[].")
        typed |= {theirs: typed[ours] for theirs, ours in PARAMETERS.items() if ours in typed and theirs not in typed}
        for name in ("option", "param"):
            for text in ctx.params.get(name) or ():
                typed[text.partition("=")[0]] = f"--{name} {text.partition('=')[0]}"
        return {**typed, **ctx.meta.get("pokerzoo.spellings", {})}


def command(
    examples: Sequence[str], *, any_game: bool = False, quiet: bool = False
) -> Callable[[Callable[..., Result | None]], Command]:
    """The decorator that makes a command of a function.

    Args:
        examples: for the end of its help.
        any_game: whether it takes games of the user's, too, by ``--import``.
        quiet: whether it has ``--quiet``.
    """

    def decorate(function: Callable[..., Result | None]) -> Command:
        flags: dict[str, Any] = {"is_flag": True, "expose_value": False, "is_eager": True, "callback": _note}
        made: Command = click.command(cls=Command, epilog=examples_text(examples))(function)
        has_rare = any(getattr(parameter, "rare", False) for parameter in made.params)
        added = [Option(["--json"], help="Print one JSON object on stdout and nothing else.", **flags)]
        added += [Option(["--quiet"], help="No progress and no summary.", rare=has_rare, **flags)] if quiet else []
        if any_game:
            made.params.append(
                Option(
                    ["--import"], metavar="MODULE", help=IMPORT_HELP, multiple=True, expose_value=False, callback=import_modules
                )
            )
        made.params += added
        if has_rare:
            everything = {**flags, "callback": _show_all}
            made.params.append(Option(["--help-all"], help="Show all options, the rare ones too.", **everything))
        return made

    return decorate


def import_modules(ctx: click.Context, param: click.Parameter, names: Sequence[str]) -> None:
    """Import the modules of ``--import``, from the working directory too. Nothing else is ever imported by name.

    Raises:
        InputError: no such module, or its import fails.
    """
    if ctx.resilient_parsing:
        return
    if names and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that no file here hides an installed module
    for name in names:
        if name.endswith(".py") or not all(part.isidentifier() for part in name.split(".")):
            raise InputError(f"--import {brief(name)}: must be the name of a module, as my_games (not of a file)")
        try:
            import_module(name)
        except Exception as error:  # whatever the module does
            if isinstance(error, ModuleNotFoundError) and error.name == name:
                raise InputError(f"--import {name}: no such module, here or installed") from None
            raise InputError(f"--import {name}: {type(error).__name__}: {error}") from error


def as_typed(error: ParameterError, written: Mapping[str, str]) -> str:
    """An error's text with the parameter as it was typed; ``written`` has parameters, or places in them, as they are typed.

    >>> as_typed(ParameterError("max_nodes", 3, "the tree has more"), {"max_nodes": "--param max_nodes"})
    '--param max_nodes=3: the tree has more'
    >>> as_typed(ParameterError("seed", problem="is drawn"), {"seed": "--seed"})
    '--seed: is drawn'
    >>> as_typed(ParameterError("bet_sizes['turn'][1]", "5", "not a size"), {"bet_sizes": "--bet"})
    "--bet (turn) '5': not a size"
    >>> as_typed(ParameterError("rake_cap", 3, "needs rake_rate"), {"rake_cap": "--rake-cap", "rake_rate": "--param rake_rate"})
    '--rake-cap 3: needs --param rake_rate'
    >>> as_typed(ParameterError("hands[1]", "KX", "not a hand"), {"hands": "HAND"})
    "HAND 2 'KX': not a hand"
    """
    hint = re.sub(r"\b[a-z]+_[a-z_]+\b", lambda name: written.get(name[0], name[0]), error.problem)
    text = str(error).removesuffix(error.problem) + hint
    place = PLACE.fullmatch(error.parameter)
    if place is None:
        return text
    name, street, player = place[1], place[2], place[3]
    flag = written.get(f"{name}[{player}]") if player is not None else None
    if flag is None:
        flag = written.get(name, name)
        if player is not None and flag.endswith(" ="):  # a key of a file
            flag = f"{flag[:-2]}[{player}] ="
        elif player is not None and not flag.startswith("-"):  # one of several arguments
            flag += f" {int(player) + 1}"
    if flag == name:
        return text
    rest = text.removeprefix(error.parameter)
    if rest.startswith("="):
        rest = ("=" if flag.startswith("--") and " " in flag else " ") + rest[1:]
    return flag + ("" if street is None else f" ({street or repr(street)})") + rest


def examples_text(lines: Sequence[str]) -> str:
    """The end of a help text: commands on lines of their own, none wider than a terminal."""
    return "\b\nExamples:\n" + "\n".join(f"  {part}" for line in lines for part in broken(line))


def broken(line: str) -> list[str]:
    """A command in lines that fit, broken before options, as a shell takes them.

    >>> broken("pokerzoo match " + "a " * 30 + "--hands 10 --seed 1")[1]
    '    --hands 10 --seed 1'
    """
    if len(line) <= WIDEST_EXAMPLE:
        return [line]
    parts = [""]
    for word in re.split(r" (?=--)", line):
        if parts[-1] and len(parts[-1]) + len(word) > WIDEST_EXAMPLE - 3:
            parts[-1] += " \\"
            parts.append("    " + word)
        else:
            parts[-1] += (" " if parts[-1] else "") + word
    return parts


def under_headings(items: Iterable[tuple[str, Item]]) -> list[tuple[str, list[Item]]]:
    """(heading, items) in the order of the first item of each heading.

    >>> under_headings([("a", 1), ("", 2), ("a", 3)])
    [('a', [1, 3]), ('', [2])]
    """
    sections: dict[str, list[Item]] = {}
    for heading, item in items:
        sections.setdefault(heading, []).append(item)
    return list(sections.items())
