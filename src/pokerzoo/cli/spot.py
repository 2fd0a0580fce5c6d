"""A hold'em spot on the command line: its options, presets and configuration files, for ``solve`` and ``tree``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.games.holdem_parameters import PARAMETERS as WORDS
from pokerzoo.envs.games.spot_presets import HAND_PRESETS, PRESETS, Settings
from pokerzoo.envs.games.spot_settings import (
    ALONE,
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

from .command import Function, option
from .completion import config_files
from .from_hand import STREETS, settings_of_hand
from .options import typed_params
from .output import say

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.game import PokerGame

THE_SPOT, BETTING = "The spot", "Bet sizes and rules"
"""Headings of the options."""
NEEDED = ("board", "oop", "ip", "pot", "stack")
"""What a spot must have: none of it is filled in."""
KINDS: dict[str, dict[str, Any]] = {
    "board": {"metavar": "CARDS"},
    "number": {"metavar": "CHIPS", "type": float},
    "sizes": {"metavar": "SIZES"},
    "lines": {"metavar": "LINE", "multiple": True},
    "sizes_at": {"metavar": "LINE SIZES", "multiple": True, "nargs": 2},
}
"""How an option is typed, by the kind of its parameter."""
SIZES = ("bet", "raise", "donk", "remove", "sizes-at", *(one for alone in ALONE.values() for one in alone))
"""Settings that say what may be bet."""
RULES = set(SPOT_KEYS) - set(SIZES) - {*NEEDED}
"""Settings without an option of their own: ``--param`` has them."""
SOLVER_KEYS: dict[str, Any] = {
    "until": str, "iterations": int, "option": dict, "lock": str, "lock-at": PAIRS, "out": str, "precision": str,
    "streets": int,
}  # fmt: skip
"""Keys of a file that say how it is solved, each with the kind of its value."""


def described(name: str, note: str = "", **attributes: Any) -> Callable[[Function], Function]:
    """The option of a parameter of hold'em, with the words that stand beside the games' makers."""
    words = WORDS[name]
    kind = KINDS.get(words.kind or "", {})
    flag = words.flag or name.replace("_", "-")
    return option(f"--{flag}", help=f"{words.hint}{note}", **({"heading": BETTING} | kind | attributes))


def sizes_of(player: str, what: str) -> Callable[[Function], Function]:
    """The option of the sizes of one player alone."""
    seat = "OOP (from the blinds on: the big blind)" if player == "oop" else "IP (the small blind)"
    text = f"{what.capitalize()} sizes of {seat} alone, in place of --{what}."
    return option(f"--{player}-{what}", metavar="SIZES", help=text, heading=BETTING, rare=True)


def spot_options(*, hands: bool) -> Callable[[Function], Function]:
    """The decorator of a command with the options of a spot; with ``hands`` also of games from the blinds on.

    The function takes them by keyword; ``collect_settings`` reads them.
    """
    presets = PRESETS | HAND_PRESETS if hands else PRESETS
    parameter = "Another parameter, as --param raise_cap=2 or --param rake_rate=0.05; 'pokerzoo games holdem' lists them."
    options = [
        option("--preset", metavar="NAME", type=click.Choice([*presets]), heading=THE_SPOT,
               help=f"A spot to start from: {', '.join(f'{name} ({about})' for name, (about, _) in presets.items())}."),
        option("--config", metavar="FILE", heading=THE_SPOT, shell_complete=config_files,
               help="A TOML file with options as its keys; options given here win."),
        described("board", heading=THE_SPOT),
        option("--oop", metavar="RANGE", heading=THE_SPOT,
               help="Range of the first player, out of position: 'JJ+, AKs, AJo:0.75' or random."),
        option("--ip", metavar="RANGE", heading=THE_SPOT, help="Range of the second player, in position."),
        described("pot", heading=THE_SPOT),
        option("--stack", metavar="CHIPS", heading=THE_SPOT,
               help="Chips that each player has left; of three players also 100/60/60."),
        option("--middle", metavar="RANGE", heading=THE_SPOT, rare=True,
               help="Range of a third player, who acts between OOP and IP, on a turn or a river."),
        option("--from-hand", metavar="FILE", heading=THE_SPOT, rare=True,
               help="Board, pot, stacks and bets of a hand history (PHH, or as a site writes it); options given here win."),
        option("--from-street", type=click.Choice(STREETS), metavar="STREET", heading=THE_SPOT, rare=True,
               help="The street of that hand on which the spot begins: flop, turn or river (river)."),
        described("bet_sizes", " Without it 50%."),
        described("raise_sizes", " Without it 50%."),
        described("donk_sizes", " Without it as --bet.", rare=True),
        *(sizes_of(player, what) for what in ("bet", "raise") for player in ("oop", "ip")),
        described("removed", " Repeat for more.", rare=True),
        described("sizes_at", " Repeat for more: x '+25%,-75%', xb25 +3x, '' +a.", rare=True),
        option("--param", metavar="NAME=VALUE", multiple=True, heading=BETTING, rare=True, help=parameter),
    ]  # fmt: skip

    def decorate(function: Function) -> Function:
        for one in reversed(options):
            function = one(function)
        return function

    return decorate


def collect_settings(given: Mapping[str, Any], *, hands: bool = False) -> Settings:
    """Settings of a spot from a command's options, its file, and its preset or hand: the first that has one counts.

    Args:
        given: options by their names in Python; ``param`` becomes a setting of its own, of the game's parameters.
        hands: whether presets from the blinds on are allowed.

    Raises:
        InputError: a spot without a board, ranges, a pot or stacks, or options that do not go together.
    """
    asked = {name.replace("_", "-"): value for name, value in given.items() if value not in (None, ())}
    config, preset, hand, street = (asked.pop(name, None) for name in ("config", "preset", "from-hand", "from-street"))
    texts = asked.pop("param", ())
    if "stack" in asked:
        asked |= read_stack(asked.pop("stack"))
    asked |= {name: list(value) for name, value in asked.items() if isinstance(value, tuple)}
    file = {} if config is None else read_config(config)
    name = file.pop("preset", None) if preset is None else preset
    file.pop("preset", None)
    if "stack" in asked:
        file.pop("stacks", None)
    if name in HAND_PRESETS and not hands:
        raise InputError(f"--preset {name}: begins at the blinds; only 'pokerzoo solve' takes it")
    if hand is None and street is not None:
        raise InputError(f"--from-street {street}: only with --from-hand")
    if hand is not None and name is not None:
        raise InputError(f"--from-hand {hand}: a spot is from a hand or from a preset ({name}), not from both")
    start = {} if name is None else preset_settings(name, "--preset")
    if hand is not None:
        start = settings_of_hand(hand, street or "river")
        if any(key in SIZES for key in file | asked):
            start.pop("raise-cap", None)  # the number of bets in the hand is for its own sizes
    settings = merged_settings(start, file, asked)
    settings |= {"param": typed_params(settings.get("game", "holdem"), texts)} if texts else {}
    for key in (*THREE_KEYS, *HAND_KEYS):
        if key in settings and ("game" in settings) != (key in HAND_KEYS):
            only = "with a preset from the blinds on" if key in HAND_KEYS else "on a turn or a river, not from the blinds on"
            raise InputError(f"--{key}: only {only}")
    if name is None:
        check_complete(settings)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta["pokerzoo.spellings"] = spelled_parameters(settings, asked, config)
    return settings


def check_complete(settings: Settings) -> None:
    """InputError where a spot lacks what must not be filled in."""
    stands_for = {"oop": "ranges", "ip": "ranges"}
    params = settings.get("param", {})
    missing = [
        f"--{key}"
        for key in NEEDED
        if key not in settings and stands_for.get(key, key) not in params and not (key == "stack" and "stacks" in settings)
    ]
    if missing:
        raise InputError(
            f"{', '.join(missing)}: missing; a spot needs --board, --oop, --ip, --pot and --stack, or --preset, which has them"
        )


def read_stack(text: str) -> Settings:
    """``--stack`` as a setting: a number, or for three players one each.

    >>> read_stack("100"), read_stack("100/60/60")
    ({'stack': 100.0}, {'stacks': '100/60/60'})
    """
    if "/" in text:
        return {"stacks": text}
    try:
        return {"stack": float(text)}
    except ValueError:
        raise InputError(f"--stack {text[:60]!r}: must be chips, as 100, or for three players as 100/60/60") from None


def spelled_parameters(settings: Settings, asked: Settings, config: str | None) -> dict[str, str]:
    """Spelling of each parameter: as an option, or as a key of the configuration file.

    >>> names = spelled_parameters({"bet": "33%", "ip-bet": "x", "pot": 5}, {"bet": "33%", "ip-bet": "x"}, "spot.toml")
    >>> names["bet_sizes"], names["bet_sizes[0]"], names["bet_sizes[1]"], names["pot"], names["raise_cap"]
    ('--bet', '--bet', '--ip-bet', 'spot.toml: pot =', '--param raise_cap')
    """
    three = "middle" in settings
    keys = {"ranges[0]": ["oop"], "ranges[1]": ["middle" if three else "ip"], "ranges[2]": ["ip"]}
    keys |= {PARAMETERS.get(name, name.replace("-", "_")): [name] for name in SPOT_KEYS}
    keys |= {f"stack[{player}]": ["stack"] for player in range(3)}
    for both, alone in ALONE.items():
        players = [[alone[0], both], [both], [alone[1], both]] if three else [[one, both] for one in alone]
        keys |= {f"{PARAMETERS[both]}[{player}]": own for player, own in enumerate(players)}
        keys[PARAMETERS[both]] = [both, *alone, both]
    names = {parameter: next((key for key in own if key in settings), own[-1]) for parameter, own in keys.items()}
    params = settings.get("param", {})

    def spelling(parameter: str, key: str) -> str:
        if config is not None and key in settings and key not in asked:
            return f"{config}: {key} ="
        return f"--{key}" if key not in RULES and parameter not in params else f"--param {parameter}"

    return {parameter: spelling(parameter, key) for parameter, key in names.items()}


def read_config(path: str) -> Settings:
    """The settings in a TOML file: the names of options, their values as TOML has them, and ``preset``."""
    from pokerzoo.envs.support.parameters import check_nesting

    try:
        result: Settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        check_nesting(path, result)
    except RecursionError:
        raise InputError(f"{path}: lists nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(f"{path}: not a TOML file: {error}") from None
    check_keys(path, result, SPOT_KEYS | THREE_KEYS | HAND_KEYS | SOLVER_KEYS | {"preset": str})
    return result | ({"until": str(result["until"])} if "until" in result else {})


def make_spot(settings: Settings) -> HoldemGame:
    """The spot that the settings ask for; bet sizes and rules that they leave open are as ``make_holdem`` has them."""
    from pokerzoo.envs.registry import make_game_from_params

    game: Any = make_game_from_params("holdem", spot_parameters(settings) | settings.get("param", {}))
    spot: HoldemGame = game
    return spot


def make_hand(settings: Settings) -> PokerGame:
    """The game from the blinds on that the settings ask for."""
    from pokerzoo.envs.registry import make_game_from_params

    game: Any = make_game_from_params(settings["game"], hand_parameters(settings) | settings.get("param", {}))
    hand: PokerGame = game
    return hand


def say_warnings(game: HoldemGame) -> None:
    """Say what may be other than it was meant."""
    for warning in game.warnings():
        say(f"{warning}; --param chip=X and --param min_bet=X change that, as does a pot in smaller units")
