"""A hold'em spot on the command line: its flags, presets and configuration files, for every command that takes one."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pokerzoo.envs.games.spot_presets import HAND_PRESETS, PRESETS, Settings
from pokerzoo.envs.games.spot_settings import (
    ALONE,
    BY_STREET,
    HAND_KEYS,
    PAIRS,
    PARAMETERS,
    SPOT_KEYS,
    THREE_KEYS,
    check_keys,
    hand_parameters,
    merged_settings,
    preset_settings,
    spot_parameters,
)
from pokerzoo.envs.support.errors import InputError

from . import completion
from .declarations import option
from .from_hand import settings_of_hand
from .option_names import as_typed
from .options import VARIANT_NAMES

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.game import PokerGame


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of a command, and a key of a configuration file."""

    kind: type[str] | type[int] | type[float] | type[list[str]] | type[PAIRS]
    metavar: str
    help: str
    heading: str = ""


SIZES = "50% of the pot, 100c chips, e, 2e or 3e200% geometric, a all-in"
THE_SPOT, BETTING, RULES, SOLVING, LOCKS, FILE = (
    "The spot", "Bet sizes", "Thresholds, limits and rake", "Solving", "Locks", "The file"
)  # fmt: skip
"""Headings of the options in the help."""

WORDS = {
    "board": ("CARDS", "Three to five public cards, as QsJh2h8d3c. The others are still to come (2d2s2c2h3d)."),
    "oop": ("RANGE", "Range of the first player, out of position: 'JJ+, AKs, AJo:0.75' or random (QQ+)."),
    "ip": ("RANGE", "Range of the second player, in position (QQ+)."),
    "pot": ("CHIPS", "Chips in the pot at the start (50)."),
    "stack": ("CHIPS", "Chips that each player has left (100)."),
    "bet": ("SIZES", f"Sizes of a bet: {SIZES}. By street: {BY_STREET} (50%)."),
    "raise": (
        "SIZES",
        "Sizes of a raise, in the same form; % is of the pot after the call. Also 2.5x, times the bet (50%).",
    ),
    "donk": ("SIZES", "Sizes of OOP's first bet on a street where IP bet or raised last on the street before (as --bet)."),
    "oop-bet": ("SIZES", "Bet sizes of OOP (from the blinds on: the big blind) alone, in place of --bet."),
    "ip-bet": ("SIZES", "Bet sizes of IP (the small blind) alone."),
    "oop-raise": ("SIZES", "Raise sizes of OOP (the big blind) alone, in place of --raise."),
    "ip-raise": ("SIZES", "Raise sizes of IP (the small blind) alone."),
    "add-allin-threshold": ("X", "Add all-in if it is at most X times the pot (1.5)."),
    "force-allin-threshold": ("X", "Make a size all-in if it would leave at most X times the pot (0.15)."),
    "merging-threshold": ("X", "Drop the smaller of two sizes that are this close (0.1)."),
    "raise-cap": ("N", "Most bets and raises on a street, all-in ones included (no cap)."),
    "min-bet": ("CHIPS", "Smallest bet, and smallest raise beyond the call (1)."),
    "chip": ("CHIPS", "Round bets to multiples of this (1)."),
    "rake-rate": ("X", "Share of the pot that the house takes, from 0 to 1 (0)."),
    "rake-cap": ("CHIPS", "Most chips that the house takes, with --rake-rate (no cap)."),
    "remove": ("LINE", "Leave out this line, as b25r100 or xx/b50. Repeat for more."),
    "sizes-at": (
        "LINE SIZES",
        "Add sizes at one point, or take some out: x '+25%,-75%', xb25 +3x, '' +a. Repeat for more.",
    ),
    "max-nodes": ("N", "Refuse a betting tree with more than N nodes (100,000)."),
}
"""Help on each key of a spot: metavar and description."""
UNDER = {
    name: heading
    for heading, names in {
        THE_SPOT: ("board", "oop", "ip", "pot", "stack"),
        BETTING: ("bet", "raise", "donk", "oop-bet", "ip-bet", "oop-raise", "ip-raise", "remove", "sizes-at"),
    }.items()
    for name in names
}
"""The heading of each of them; the others are rules."""
SPOT = {name: Flag(kind, *WORDS[name], UNDER.get(name, RULES)) for name, kind in SPOT_KEYS.items()}
"""Options that say which spot."""

THREE = {
    "middle": Flag(
        THREE_KEYS["middle"], "RANGE", "Range of a third player, who acts between OOP and IP, on a turn or a river (none).",
        THE_SPOT,
    ),
    "stacks": Flag(
        THREE_KEYS["stacks"], "X/Y/Z",
        "Chips that OOP, the middle player and IP have left, where they differ (as --stack).",
        THE_SPOT,
    ),
}  # fmt: skip
"""Options that make a spot one for three players."""

PLAYED = {
    "from-hand": Flag(
        str,
        "FILE",
        "Board, pot, stacks and bets of a hand history (PHH, or as a site writes it); options given here win.",
        THE_SPOT,
    ),
    "from-street": Flag(
        str, "STREET", "The street of that hand on which the spot begins: flop, turn, river (river).", THE_SPOT
    ),
}
"""Options that take the spot from a hand that was played."""

HAND = {
    "blinds": Flag(HAND_KEYS["blinds"], "S/B", "The small and the big blind, of presets from the blinds on (0.5/1).", RULES),
    "ante": Flag(HAND_KEYS["ante"], "CHIPS", "The ante of each player, of presets from the blinds on (0).", RULES),
    "last-street": Flag(
        HAND_KEYS["last-street"], "STREET", "The last street with betting: preflop, flop, turn or river.", RULES
    ),
    "showdown": Flag(
        HAND_KEYS["showdown"],
        "run_out|at_once",
        "After the last bets: the other cards come, or hands are shown (run_out).",
        RULES,
    ),
    "flops": Flag(
        HAND_KEYS["flops"], "all|flops:N", "Which flops are dealt: all, or N of 1,755 that stand for them (flops:25).", RULES
    ),
}
"""Options of games from the blinds on."""

SOLVER = {
    "variant": Flag(str, "NAME", f"The variant of CFR: {VARIANT_NAMES} (dcfr).", SOLVING),
    "until": Flag(
        str,
        "X",
        "Stop at this exploitability: 0.1% (of the starting pot) or 0.05 (chips a hand).",
        SOLVING,
    ),
    "iterations": Flag(int, "N", "Stop after N iterations.", SOLVING),
    "threads": Flag(
        int, "N", "Threads, with cards to come; the results are the same with any number (all processors).", SOLVING
    ),
    "solver-precision": Flag(
        str,
        "auto|single|half|double",
        "Precision of regrets and averages while it solves: 32, 16 or 64 bits. With cards to come, half takes half the "
        "memory (auto).",
        SOLVING,
    ),
    "lock": Flag(
        str,
        "FILE",
        "Keep these strategies fixed and solve the rest. JSON or TOML: {infoset key: {action: probability}}.",
        LOCKS,
    ),
    "lock-at": Flag(
        PAIRS,
        "LINE TEXT",
        "Fix hands at a line (as in 'show --at'): xb60c/2h/x 'AA,KQs: bet 0.75, check 0.25; QQ: check 1'. "
        "Without hands it fixes all of them. Repeat for more.",
        LOCKS,
    ),
    "out": Flag(str, "FILE", "Write the average strategy here; an old FILE is replaced.", FILE),
    "precision": Flag(
        str,
        "full|single|half",
        "Precision of the numbers in FILE: 64, 32 or 16 bits; with cards to come full is 32 (full).",
        FILE,
    ),
    "streets": Flag(
        int,
        "0|1",
        "How many of the last streets to leave out of FILE and to solve when asked: 1 leaves the rivers out (0).",
        FILE,
    ),
}
"""Options that say how it is solved."""


def with_flags(*tables: Mapping[str, Flag]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The decorator of a command ``(settings, ...)``: ``settings`` comes from options for all flags, a file or a preset."""
    flags = {name: flag for table in tables for name, flag in table.items()}
    hands = "blinds" in flags  # a command that takes games from the blinds on, too
    presets = PRESETS | HAND_PRESETS if hands else PRESETS
    listed = ", ".join(f"{name} ({about})" for name, (about, _) in presets.items())
    preset = option("NAME", f"A spot to start from: {listed}.", THE_SPOT, name="--preset", complete=completion.one_of(*presets))
    config = option(
        "FILE", "A TOML file with options as its keys; options given here win.", THE_SPOT, name="--config",
        complete=completion.config_files,
    )  # fmt: skip

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(config: str | None, preset: str | None, **given: Any) -> None:
            own = {name: given.pop(python_name(name)) for name in flags}
            asked = {name: value for name, value in own.items() if value is not None and value != []}
            for name in asked:
                if flags[name].kind == PAIRS:
                    asked[name] = [tuple(text.split("\n", 1)) for text in asked[name]]
            hand, street = (asked.pop(name, None) for name in PLAYED)
            settings = collect_settings(config, preset, asked, hands, hand, street)
            try:
                command(settings, **given)
            except ValueError as error:
                raise InputError(as_typed(str(error), spelled_parameters(settings, asked, config))) from error

        def parameter(name: str, kind: Any, info: Any) -> inspect.Parameter:
            annotation = Annotated[kind | None, info]
            return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)

        options = [parameter("preset", str, preset), parameter("config", str, config)]
        for name, flag in flags.items():
            info = option(flag.metavar, flag.help, flag.heading, name=f"--{name}")
            # typer knows no list of pairs: ``Command`` joins them to texts
            options.append(parameter(python_name(name), list[str] if flag.kind == PAIRS else flag.kind, info))
        _, *others = inspect.signature(command, eval_str=True).parameters.values()
        others = [other.replace(kind=inspect.Parameter.KEYWORD_ONLY) for other in others]
        run.__signature__ = inspect.Signature([*options, *others])  # type: ignore[attr-defined]
        run.__annotations__ = {}
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        return run

    return decorate


def spelled_parameters(settings: Settings, asked: Settings, config: str | None) -> dict[str, str]:
    """Spelling of each parameter: as a flag, or as a key of the configuration file.

    >>> names = spelled_parameters({"bet": "33%", "ip-bet": "x", "pot": 5}, {"bet": "33%", "ip-bet": "x"}, "spot.toml")
    >>> names["bet_sizes"], names["bet_sizes[0]"], names["bet_sizes[1]"], names["pot"], names["raise_cap"]
    ('--bet', '--bet', '--ip-bet', 'spot.toml: pot =', '--raise-cap')
    """
    given = {"ranges[0]": ["oop"], "ranges[1]": ["ip"]}
    if "middle" in settings:
        given |= {"ranges[1]": ["middle"], "ranges[2]": ["ip"]}
    for name in SPOT | SOLVER:
        given[PARAMETERS.get(name, name.replace("-", "_"))] = [name]
    given |= {f"stack[{player}]": ["stacks", "stacks"] for player in range(3)}
    for both, alone in ALONE.items():
        players = [[alone[0], both], [both], [alone[1], both]] if "middle" in settings else [[one, both] for one in alone]
        given |= {f"{PARAMETERS[both]}[{player}]": own for player, own in enumerate(players)}
        given[PARAMETERS[both]] = [both, *alone, both]
    names = {parameter: next((flag for flag in flags if flag in settings), flags[-1]) for parameter, flags in given.items()}
    in_file = [flag for flag in settings if flag not in asked] if config is not None else []
    return {parameter: f"{config}: {flag} =" if flag in in_file else f"--{flag}" for parameter, flag in names.items()}


def python_name(flag: str) -> str:
    """A flag's name as Python takes it: ``raise`` is none.

    >>> python_name("oop-raise"), python_name("raise")
    ('oop_raise_', 'raise_')
    """
    return flag.replace("-", "_") + "_"


def collect_settings(
    config: str | None,
    preset: str | None,
    asked: Settings,
    hands: bool = False,
    hand: str | None = None,
    street: str | None = None,
) -> Settings:
    """Settings of a spot: flags go before the file, and the file before the preset or the hand that was played."""
    file = {} if config is None else read_config(config)
    named = file.pop("preset", None)
    name = preset or named
    if name in HAND_PRESETS and not hands:
        raise InputError(f"--preset {name}: begins at the blinds; only 'pokerzoo solve' takes it")
    if hand is None and street is not None:
        raise InputError(f"--from-street {street}: only with --from-hand")
    if hand is not None and name is not None:
        raise InputError(f"--from-hand {hand}: a spot is from a hand or from a preset ({name}), not from both")
    start = {} if name is None else preset_settings(name, "--preset")
    if hand is not None:
        start = settings_of_hand(hand, street or "river")
        if any(UNDER.get(key) == BETTING for key in file | asked):
            start.pop("raise-cap", None)  # the number of bets in the hand is for its own sizes
    settings = merged_settings(start, file, asked)
    for key in THREE_KEYS:
        if key in settings and "game" in settings:
            raise InputError(f"--{key}: only on a turn or a river, not with a preset from the blinds on")
    for key in HAND_KEYS:
        if key in settings and "game" not in settings:
            raise InputError(f"--{key}: only with a preset from the blinds on: {', '.join(HAND_PRESETS)}")
    return settings


def read_config(path: str) -> Settings:
    """The settings in a TOML file: the names of flags, their values as TOML has them, and ``preset``."""
    from pokerzoo.envs.support.parameters import check_nesting

    allowed = SPOT | THREE | HAND | SOLVER | {"preset": Flag(str, "", "")}
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        check_nesting(path, found)
    except RecursionError:
        raise InputError(f"{path}: lists nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(f"{path}: not a TOML file: {error}") from None
    check_keys(path, found, {name: flag.kind for name, flag in allowed.items()})
    pairs = [tuple(pair) for pair in found.get("lock-at", ())]
    return {key: str(value) if key == "until" else pairs if key == "lock-at" else value for key, value in found.items()}


def make_spot(settings: Settings) -> HoldemGame:
    """The game that the settings ask for; what they leave open is as ``make_holdem`` has it."""
    from pokerzoo.envs import make_game

    game: Any = make_game("holdem", **spot_parameters(settings))
    spot: HoldemGame = game
    return spot


def say_rounding(game: HoldemGame) -> None:
    """Say which players' bets into the starting pot differ by 5% or more from their share of it, as chips are no smaller."""
    from pokerzoo.envs.betting.bets import SizedBets
    from pokerzoo.envs.betting.engine import MILLION, rounded_to
    from pokerzoo.envs.betting.line import chips_text

    from .output import say

    line, betting = game.rules.root.line, game.rules.betting
    streets = [one.bets for one in betting.rounds if isinstance(one.bets, SizedBets)]
    if not streets:
        return
    bets, pot, everyone, told = streets[0], line.pot, range(game.num_players), []
    behind = max(map(line.stack_of, everyone))
    chip, most = betting.units(bets.chip), betting.units(behind)
    for size in dict.fromkeys(size for one in streets for player in everyone for size in one.bet[player]):
        if size.unit != "%" or size.amount is None:
            continue
        wanted = size.amount * pot / 100
        total = rounded_to(betting.units(pot) * round(size.amount * MILLION), 100 * MILLION, chip, most)
        bet = max(betting.chips(total), bets.min_bet)
        if wanted < behind and abs(bet - wanted) >= 0.05 * wanted:
            told.append(f"{size} of {chips_text(pot)} is {chips_text(bet)} ({bet / pot:.0%})")
    if told:
        units = f"multiples of {chips_text(bets.chip)} and at least {chips_text(bets.min_bet)}"
        say(f"bets are {units}: {', '.join(told)}; --chip and --min-bet change that, as does a pot in smaller units")


def make_hand(settings: Settings) -> PokerGame:
    """The game from the blinds on that the settings ask for."""
    from pokerzoo.envs import make_game

    game: Any = make_game(settings["game"], **hand_parameters(settings))
    found: PokerGame = game
    return found
