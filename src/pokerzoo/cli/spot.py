"""A hold'em spot on the command line: its flags, presets and configuration files, for every command that takes one."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerzoo.envs.games.spot_presets import PRESETS, Settings

from .option_names import as_typed
from .options import VARIANT_NAMES

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame


PAIRS = list[tuple[str, str]]
"""The kind of a flag that takes two texts and may be repeated."""


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of a command, and a key of a configuration file.

    Attributes:
        kind: type of its value; ``list`` is a list of texts, or of pairs of them.
        metavar: what stands for the value in the help.
        help: the help.
    """

    kind: type[str] | type[int] | type[float] | type[list[str]] | type[list[tuple[str, str]]]
    metavar: str
    help: str


SIZES = "50% of the pot, 100c chips, e, 2e or 3e200% geometric, a all-in"
BY_STREET = "'flop: 33%; turn: 60%,a; river: 60%,a'"

SPOT = {
    "board": Flag(str, "CARDS", "Three to five cards, as QsJh2h8d3c; the others are to come (2d2s2c2h3d)."),
    "oop": Flag(str, "RANGE", "Range of the first player, out of position: 'JJ+, AKs, AJo:0.75', or random (QQ+)."),
    "ip": Flag(str, "RANGE", "Range of the second player, in position (QQ+)."),
    "pot": Flag(float, "CHIPS", "In the pot (50)."),
    "stack": Flag(float, "CHIPS", "What each player has behind (100)."),
    "bet": Flag(str, "SIZES", f"Sizes of a bet: {SIZES}; by street: {BY_STREET} (50%)."),
    "raise": Flag(str, "SIZES", "Sizes of a raise: likewise, % of the pot after the call; 2.5x times the bet, 20c3r (50%)."),
    "donk": Flag(str, "SIZES", "Sizes of a bet into the aggressor of the street before; else as --bet."),
    "oop-bet": Flag(str, "SIZES", "Of one player, in place of --bet."),
    "ip-bet": Flag(str, "SIZES", "Likewise."),
    "oop-raise": Flag(str, "SIZES", "Of one player, in place of --raise."),
    "ip-raise": Flag(str, "SIZES", "Likewise."),
    "add-allin-threshold": Flag(float, "X", "All-in is added where it is at most X times the pot (1.5)."),
    "force-allin-threshold": Flag(float, "X", "A size is all-in where it would leave at most X times the pot (0.15)."),
    "merging-threshold": Flag(float, "X", "Of two sizes this close the smaller is dropped (0.1)."),
    "raise-cap": Flag(int, "N", "The most bets and raises on a street (no cap)."),
    "min-bet": Flag(float, "CHIPS", "The smallest bet, and the smallest raise beyond the call (1)."),
    "chip": Flag(float, "CHIPS", "Bets are rounded to multiples of this; 0: not rounded (1)."),
    "rake-rate": Flag(float, "X", "Share of the pot that the house takes, 0 to 1 (0)."),
    "rake-cap": Flag(float, "CHIPS", "The most that it takes (no cap)."),
    "remove": Flag(list[str], "LINE", "A line that is not played, as b25r100 or xx/b50; repeat for more."),
    "max-nodes": Flag(int, "N", "Refuse a betting tree with more nodes (100,000)."),
}
"""What says which spot."""

SOLVER = {
    "variant": Flag(str, "NAME", f"{VARIANT_NAMES} (dcfr)."),
    "until": Flag(str, "X", "Stop at this exploitability: 0.1% (of the starting pot), or 0.05 (chips a hand)."),
    "iterations": Flag(int, "N", "Stop after so many iterations."),
    "threads": Flag(int, "N", "With cards to come: over so many threads; the results are the same bits (all processors)."),
    "sums": Flag(
        str,
        "auto|single|half|double",
        "Of regrets and averages while it solves: 32, 16 or 64 bits; half the memory with half, with cards to come (auto).",
    ),
    "lock": Flag(str, "FILE", "JSON or TOML: {infoset key: {action: probability}}, kept as they are while the rest is solved."),
    "lock-at": Flag(
        list[tuple[str, str]],
        "LINE TEXT",
        "The same for hands at a line (as in 'show --at'): xb60c/2h/x 'AA,KQs: bet 0.75, check 0.25; QQ: check 1'; "
        "without hands all of them. Repeat for more.",
    ),
    "out": Flag(str, "FILE", "Write the average strategy here (an old FILE is replaced)."),
    "precision": Flag(
        str, "full|single|half", "Of the numbers in FILE: 64, 32 or 16 bits; with cards to come full is 32 (full)."
    ),
    "rivers": Flag(str, "all|solve", "Keep them in FILE, or solve each anew when it is asked for: a small FILE (all)."),
}
"""What says how it is solved."""

ALONE = {"bet": ("oop-bet", "ip-bet"), "raise": ("oop-raise", "ip-raise")}
"""Flags for both players, with those for one of them."""
PARAMETERS = {"bet": "bet_sizes", "raise": "raise_sizes", "donk": "donk_sizes", "remove": "removed"}
"""Parameters of ``make_holdem`` that are called otherwise."""
STREET_PARAMETERS = ("bet_sizes", "raise_sizes", "donk_sizes")
"""Those that may be given by street."""


def with_flags(*tables: Mapping[str, Flag]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The decorator of a command ``(settings, ...)``: ``settings`` comes from options for all flags, a file or a preset."""
    flags = {name: flag for table in tables for name, flag in table.items()}
    listed = ", ".join(f"{name} ({about})" for name, (about, _) in PRESETS.items())
    config = typer.Option("--config", metavar="FILE", help="A TOML file with flags as its keys; flags given here win.")
    preset = typer.Option("--preset", metavar="NAME", help=f"A spot to start from: {listed}.")

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(config: str | None, preset: str | None, **given: Any) -> None:
            own = {name: given.pop(python_name(name)) for name in flags}
            asked = {name: value for name, value in own.items() if value is not None and value != []}
            for name in asked:
                if flags[name].kind == PAIRS:
                    asked[name] = [tuple(text.split("\n", 1)) for text in asked[name]]
            settings = collect(config, preset, asked)
            try:
                command(settings, **given)
            except ValueError as error:
                raise ValueError(as_typed(str(error), written(settings, asked, config))) from error

        def option(name: str, kind: Any, info: Any) -> inspect.Parameter:
            annotation = Annotated[kind | None, info]
            return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)

        options = [  # typer knows no list of pairs: ``Command`` joins them to texts
            option(
                python_name(name),
                list[str] if flag.kind == PAIRS else flag.kind,
                typer.Option(f"--{name}", metavar=flag.metavar, help=flag.help),
            )
            for name, flag in flags.items()
        ]
        options += [option("preset", str, preset), option("config", str, config)]
        _, *others = inspect.signature(command, eval_str=True).parameters.values()
        others = [other.replace(kind=inspect.Parameter.KEYWORD_ONLY) for other in others]
        run.__signature__ = inspect.Signature([*options, *others])  # type: ignore[attr-defined]
        run.__annotations__ = {}
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        return run

    return decorate


def written(settings: Settings, asked: Settings, config: str | None) -> dict[str, str]:
    """How each parameter was written: as a flag, or as a key of the configuration file.

    >>> names = written({"bet": "33%", "ip-bet": "x", "pot": 5}, {"bet": "33%", "ip-bet": "x"}, "spot.toml")
    >>> names["bet_sizes"], names["bet_sizes[0]"], names["bet_sizes[1]"], names["pot"], names["raise_cap"]
    ('--bet', '--bet', '--ip-bet', 'spot.toml: pot =', '--raise-cap')
    """
    given = {"ranges[0]": ["oop"], "ranges[1]": ["ip"]}
    for name in SPOT | SOLVER:
        given[PARAMETERS.get(name, name.replace("-", "_"))] = [name]
    for both, alone in ALONE.items():
        given |= {f"{PARAMETERS[both]}[{player}]": [one, both] for player, one in enumerate(alone)}
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


def collect(config: str | None, preset: str | None, asked: Settings) -> Settings:
    """What was asked for: the flags' word goes before the file's, and the file's before the preset's.

    Raises:
        OSError: the file cannot be read.
        ValueError: no such preset, or something is wrong in the file.
    """
    from pokerzoo.envs.support.parameters import did_you_mean

    file = {} if config is None else read_config(config)
    named = file.pop("preset", None)
    name = preset or named
    if name is not None and name not in PRESETS:
        raise ValueError(f"--preset {name!r}: no such preset; allowed: {', '.join(PRESETS)}{did_you_mean(name, PRESETS)}")
    settings: Settings = {}
    for layer in ({} if name is None else PRESETS[name][1], file, asked):
        replaced = [one for both in layer if both in ALONE for one in ALONE[both]]
        settings = {key: value for key, value in settings.items() if key not in replaced} | layer
    return settings


def read_config(path: str) -> Settings:
    """The settings in a TOML file: the names of flags, their values as TOML has them, and ``preset``.

    Raises:
        OSError: it cannot be read.
        ValueError: not TOML (with the position), an unknown key, or a value of the wrong type.
    """
    from pokerzoo.envs.support.parameters import check_nesting, did_you_mean

    allowed = SPOT | SOLVER | {"preset": Flag(str, "", "")}
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        check_nesting(path, found)
    except RecursionError:
        raise ValueError(f"{path}: lists nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise ValueError(f"{path}: not a TOML file: {error}") from None
    for key, value in found.items():
        if key not in allowed:
            raise ValueError(f"{path}: unknown key {key!r}; allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}")
        check_type(f"{path}: {key}", value, allowed[key].kind, number_too=key == "until")
    pairs = [tuple(pair) for pair in found.get("lock-at", ())]
    return {key: str(value) if key == "until" else pairs if key == "lock-at" else value for key, value in found.items()}


def check_type(name: str, value: Any, kind: Any, *, number_too: bool = False) -> None:
    """ValueError unless ``value`` is of this kind."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind is str:
        good, wanted = isinstance(value, str) or (number and number_too), "a text" + (" or a number" if number_too else "")
    elif kind is float:
        good, wanted = number, "a number"
    elif kind is int:
        good, wanted = number and isinstance(value, int), "a whole number"
    elif kind == list[str]:
        good, wanted = isinstance(value, list) and all(isinstance(item, str) for item in value), "a list of texts"
    else:
        good = isinstance(value, list) and all(isinstance(item, list) and [*map(type, item)] == [str, str] for item in value)
        wanted = 'a list of pairs of texts, as [["b25", "AA: call 1"]]'
    if not good:
        raise ValueError(f"{name} = {value!r}: must be {wanted}")


def make_spot(settings: Settings) -> HoldemGame:
    """The game that the settings ask for; what they leave open is as ``make_holdem`` has it.

    Raises:
        ValueError: a value is not allowed.
    """
    from pokerzoo.envs import make_game
    from pokerzoo.envs.registry import game_parameters

    default = game_parameters("holdem")
    params: dict[str, Any] = {}
    for name, value in settings.items():
        if name in SPOT and not name.startswith(("oop", "ip")):
            parameter = PARAMETERS.get(name, name.replace("-", "_"))
            params[parameter] = by_street(parameter, value) if parameter in STREET_PARAMETERS else whole(value)
    params["ranges"] = tuple(settings.get(name, text) for name, text in zip(("oop", "ip"), default["ranges"], strict=True))
    for both, alone in ALONE.items():
        if any(one in settings for one in alone):
            name = PARAMETERS[both]
            rest = params.get(name, default[name])
            given = [by_street(f"{name}[{k}]", settings[one]) if one in settings else rest for k, one in enumerate(alone)]
            params[name] = paired(name, given)
    game: Any = make_game("holdem", **params)
    spot: HoldemGame = game
    return spot


def by_street(name: str, text: str) -> str | dict[str, str]:
    """Sizes as they are typed: for all streets, or by street as a mapping.

    >>> by_street("bet_sizes", "flop: 33%,75%; turn: 60%, a"), by_street("bet_sizes", "50%")
    ({'flop': '33%,75%', 'turn': '60%, a'}, '50%')

    Raises:
        ValueError: a part without a street, or a street twice.
    """
    if ":" not in text:
        return text
    found: dict[str, str] = {}
    for part in text.split(";"):
        street, colon, sizes = part.partition(":")
        street = street.strip().lower()
        if not part.strip():
            continue
        if not colon:
            raise ValueError(f"{name}={text!r}: {part.strip()!r} is of no street; must be as {BY_STREET}")
        if street in found:
            raise ValueError(f"{name}={text!r}: the {street} is there twice")
        found[street] = sizes.strip()
    return found


def paired(name: str, both: Sequence[Any]) -> Any:
    """The sizes of both players as one parameter: a pair, or by street a mapping to pairs.

    >>> paired("bet_sizes", ["50%", {"turn": "33%", "river": "a"}])
    {'turn': ('50%', '33%'), 'river': ('50%', 'a')}

    Raises:
        ValueError: one player has sizes for a street, and the other for other streets.
    """
    streets = list(dict.fromkeys(street for sizes in both if isinstance(sizes, dict) for street in sizes))
    if not streets:
        return tuple(both)
    for player, sizes in enumerate(both):
        for street in streets:
            if isinstance(sizes, dict) and street not in sizes:
                raise ValueError(f"{name}[{player}]={sizes!r}: no sizes for the {street}, for which the other player has some")
    return {street: tuple(sizes[street] if isinstance(sizes, dict) else sizes for sizes in both) for street in streets}


def whole(value: Any) -> Any:
    """Whole numbers as integers, lists as tuples: 50 chips are ``50`` however they were typed.

    >>> whole(50.0), whole(0.5), whole(["b25"]), whole("a")
    (50, 0.5, ('b25',), 'a')
    """
    if isinstance(value, list):
        return tuple(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
