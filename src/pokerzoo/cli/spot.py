"""A game of hold'em on the command line, for ``solve`` and ``tree``: options, presets, configuration files, and node locks."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import click

from pokerzoo.envs.games.holdem_parameters import PARAMETERS
from pokerzoo.envs.games.spot_presets import PRESETS, SPOT_PRESETS, GamePreset, Params
from pokerzoo.envs.support.errors import InputError, ParameterError, brief

from .command import Function, option
from .options import parse_params
from .output import say

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.game import PokerGame

THE_SPOT, BETTING = "The spot", "Bet sizes and rules"
"""Headings of the options."""
NEEDED = ("board", "oop", "ip", "pot", "stack")
"""What a spot must have: none of it is filled in."""
RANGES = {"oop": 0, "middle": 1, "ip": -1}
"""Options of single ranges, with their places."""
KINDS: dict[str, dict[str, Any]] = {
    "board": {"metavar": "CARDS"},
    "number": {"metavar": "CHIPS"},
    "numbers": {"metavar": "CHIPS"},
    "sizes": {"metavar": "SIZES"},
    "lines": {"metavar": "LINE", "multiple": True},
    "sizes_at": {"metavar": "LINE SIZES", "multiple": True, "nargs": 2},
}
"""How an option is typed, by the kind of its parameter."""
SIZES = ("bet_sizes", "raise_sizes", "donk_sizes", "removed", "sizes_at")
"""Parameters that say what may be bet."""
STREETS = ("flop", "turn", "river")
MOST_HAND_BYTES = 100_000
MOST_BYTES = 32 << 20
"""The largest file of locks, or of a spot, that is read."""
Locks: TypeAlias = dict[str, dict[str, float]]
"""{infoset key: {action name: probability}}"""


def described(name: str, note: str = "", **attributes: Any) -> Callable[[Function], Function]:
    """The option of a parameter of hold'em, with the words beside the games' makers."""
    words = PARAMETERS[name]
    kind = KINDS.get(words.kind or "", {})
    flag = f"--{words.flag or name.replace('_', '-')}"
    return option(flag, name, help=f"{words.hint}{note}", **({"heading": BETTING} | kind | attributes))


def spot_options(*, hands: bool) -> Callable[[Function], Function]:
    """The decorator of a command with the options of a spot; with ``hands`` also of games from the blinds on.

    The function takes them by keyword; ``asked_game`` reads them.
    """
    presets = PRESETS if hands else SPOT_PRESETS
    parameter = "Another parameter, as --param raise_cap=2 or --param rake_rate=0.05; 'pokerzoo games holdem' lists them."
    options = [
        option("--preset", metavar="NAME", type=click.Choice([*presets]), heading=THE_SPOT,
               help=f"A spot to start from: {', '.join(f'{name} ({preset.about})' for name, preset in presets.items())}."),
        option("--config", metavar="FILE", heading=THE_SPOT, is_eager=True, callback=read_config,
               help="A TOML file with parameters of the game and options as its keys; options given here win."),
        described("board", heading=THE_SPOT),
        option("--oop", metavar="RANGE", heading=THE_SPOT,
               help="Range of the first player, out of position: 'JJ+, AKs, AJo:0.75' or random."),
        option("--ip", metavar="RANGE", heading=THE_SPOT, help="Range of the second player, in position."),
        described("pot", heading=THE_SPOT),
        described("stack", heading=THE_SPOT),
        option("--middle", metavar="RANGE", heading=THE_SPOT, rare=True,
               help="Range of a third player, who acts between OOP and IP, on a turn or a river."),
        option("--from-hand", metavar="FILE", heading=THE_SPOT, rare=True,
               help="Board, pot, stacks and bets of a hand history (PHH, or as a site writes it); options given here win."),
        option("--from-street", type=click.Choice(STREETS), metavar="STREET", heading=THE_SPOT, rare=True,
               help="The street of that hand on which the spot begins: flop, turn or river (river)."),
        described("bet_sizes", " Without it 50%."),
        described("raise_sizes", " Without it 50%."),
        described("donk_sizes", " Without it as --bet.", rare=True),
        described("removed", " Repeat for more.", rare=True),
        described("sizes_at", " Repeat for more: x '+25%,-75%', xb25 +3x, '' +a.", rare=True),
        option("--param", heading=BETTING, rare=True, help=parameter),
    ]  # fmt: skip

    def decorate(function: Function) -> Function:
        for decorate in reversed(options):
            function = decorate(function)
        return function

    return decorate


def read_config(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """Read a TOML file: keys that are parameters of a game are kept for ``asked_game``, others are defaults of the options."""
    if path is None or ctx.resilient_parsing:
        return path
    keys = {key.replace("-", "_"): value for key, value in read_object(path, Path(path), "TOML").items()}
    if isinstance(table := keys.get("option"), dict):
        keys["option"] = [f"{name}={json.dumps(value)}" for name, value in table.items()]
    options = {str(parameter.name) for parameter in ctx.command.params} - PARAMETERS.keys() - {"param"}
    ctx.default_map = {key: value for key, value in keys.items() if key in options}
    ctx.meta["pokerzoo.file"] = {key: value for key, value in keys.items() if key not in options | SOLVING}
    return path


SOLVING = {"until", "iterations", "option", "lock", "lock_at", "out", "precision", "streets"}
"""Options of ``solve`` that a file for ``tree`` may have."""


def asked_game(arguments: Mapping[str, Any]) -> PokerGame:
    """The game that a command's options, its file, and its preset or hand ask for: the first that has a parameter counts.

    Args:
        arguments: options by their names in Python.

    Raises:
        InputError: what is needed is missing, a value is wrong, or options do not go together.
    """
    from pokerzoo.envs.registry import game_parameters, make_game_from_params
    from pokerzoo.envs.typed_parameters import read_parameters

    context = click.get_current_context()
    file: Params = context.meta.get("pokerzoo.file", {})
    typed = {name: arguments[name] for name in PARAMETERS if arguments.get(name) not in (None, ())}
    if "sizes_at" in typed:
        typed["sizes_at"] = by_line(typed["sizes_at"])
    typed |= parse_params(arguments["param"])
    start = start_of(arguments, own_sizes=any(key in SIZES for key in file | typed))
    params = start.params | file | typed
    flags = {flag: arguments[flag] for flag in RANGES if arguments[flag] is not None}
    if not start.name:
        check_complete({*params, *flags})
    spellings = {name: f"--param {name}" for name in game_parameters(start.game) if name not in arguments}
    spellings |= {key: f"{arguments['config']}: {key} =" for key in file if key not in typed}
    if flags:
        if start.game != "holdem":
            raise InputError(f"--{min(flags)}: {start.game} begins at the blinds, with all hands")
        ranges = [*params.get("ranges", game_parameters("holdem")["ranges"])]
        if "middle" in flags and len(ranges) == 2:
            ranges.insert(1, "")
        for flag, text in flags.items():
            place = RANGES[flag] % len(ranges)
            ranges[place], spellings[f"ranges[{place}]"] = text, f"--{flag}"
        params["ranges"] = ranges
    context.meta["pokerzoo.spellings"] = spellings
    read, errors = read_parameters(start.game, params)
    if errors:
        raise errors[0]
    return cast("PokerGame", make_game_from_params(start.game, read))


def start_of(arguments: Mapping[str, Any], *, own_sizes: bool) -> GamePreset:
    """The preset or the played hand to start from; without one no parameters. ``own_sizes``: the hand's sizes are replaced."""
    preset, hand, street = arguments["preset"], arguments["from_hand"], arguments["from_street"]
    if hand is None and street is not None:
        raise InputError(f"--from-street {street}: only with --from-hand")
    if preset is not None:
        if hand is not None:
            raise InputError(f"--from-hand {hand}: a spot is from a hand or from a preset ({preset}), not from both")
        return PRESETS[preset]
    params = {} if hand is None else hand_params(hand, street or "river")
    if own_sizes:
        params.pop("raise_cap", None)  # the number of bets in the hand is for its own sizes
    return GamePreset("", "", "holdem", params)


def check_complete(names: Collection[str]) -> None:
    """InputError where a spot lacks what must not be filled in."""
    missing = [name for name in NEEDED if name not in names and not (name in RANGES and "ranges" in names)]
    if missing:
        needed = "a spot needs --board, --oop, --ip, --pot and --stack, or --preset, which has them"
        raise InputError(f"{', '.join(f'--{name}' for name in missing)}: missing; {needed}")


def by_line(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Pairs of a line and its sizes as a mapping; the sizes of a line that occurs more than once are joined.

    >>> by_line((("x", "+25%"), ("b25", "-a"), ("x", "+60%")))
    {'x': '+25%,+60%', 'b25': '-a'}
    """
    result: dict[str, str] = {}
    for line, sizes in pairs:
        result[line] = f"{result[line]},{sizes}" if line in result else sizes
    return result


def hand_params(path: str, street: str) -> Params:
    """Parameters of a spot from a street of a hand history on: board, pot, stacks, the sizes that were bet, and all hands."""
    from pokerzoo.evaluation.hands.site_hands import spot_of_file

    if Path(path).stat().st_size > MOST_HAND_BYTES:
        raise InputError(f"--from-hand {path}: must be one hand; the file has more than {MOST_HAND_BYTES:,} bytes")
    try:
        return spot_of_file(path, street)[0]
    except InputError as error:
        if isinstance(error, ParameterError) and error.parameter == "street":
            raise
        raise InputError(f"--from-hand {path}: {error}") from None


def say_warnings(game: Any) -> None:
    """Say what may be other than it was meant."""
    for warning in game.warnings():
        say(f"{warning}; --param chip=X and --param min_bet=X change that, as does a pot in smaller units")


class LockedInfosets(NamedTuple):
    """Locks from the command line, as ``CFR`` takes them, with their lines in the order given."""

    locks: Locks
    nodes: list[str]
    rivers: bool


def collect_locks(game: HoldemGame, file: str | None, at: Sequence[tuple[str, str]]) -> LockedInfosets:
    """The locks that ``--lock`` and ``--lock-at`` ask for."""
    from pokerzoo.agents.cfr.lock_text import add_locks, locks_at, locks_by_infoset
    from pokerzoo.envs.poker.spot_lines import line_of

    result: Locks = {}
    if file is not None:
        name = f"--lock {file}"
        add_locks(result, name, locks_by_infoset(game, name, read_object(name, Path(file))))
    for line, text in at:
        name = f"--lock-at {brief(line)}"
        for part, group in locks_at(game, name, line, text):
            add_locks(result, f"{name}: {brief(part)}", group)
    histories = dict.fromkeys(key.partition("|")[2] for key in result)
    nodes = [node for history in histories if (node := game.infosets.find(history)) is not None]
    return LockedInfosets(result, [line_of(node) for node in nodes], any(len(node.board) == 5 for node in nodes))


def read_object(name: str, path: Path, kind: str | None = None) -> dict[str, Any]:
    """Object in a JSON or TOML file, by its ending; InputError, which begins with ``name``, unless there is one."""
    from pokerzoo.envs.support.parameters import check_nesting

    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(f"{name}: larger than {MOST_BYTES >> 20} MiB")
    kind = kind or ("TOML" if path.suffix.lower() == ".toml" else "JSON")
    try:
        text = content.decode("utf-8")
        result = tomllib.loads(text) if kind == "TOML" else json.loads(text, object_pairs_hook=without_repeats)
        check_nesting(name, result)
    except RecursionError:
        raise InputError(f"{name}: nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(f"{name}: not a {kind} file: {error}") from None
    if not isinstance(result, dict):
        raise InputError(f"{name}: must be an object, {{key: value}}")
    return result


def without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object; InputError if a key occurs twice, which JSON itself lets pass."""
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [key for key, _ in pairs]
        raise InputError(f"{next(key for key in names if names.count(key) > 1)!r} occurs twice")
    return result
