"""Settings of a hold'em spot: the keys of ``pokerzoo solve``'s flags and files, as arguments of ``make_holdem``.

Commands, files of a spot and files of a sweep share them.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from pokerzoo.envs.support.errors import InputError, ParameterError, brief, did_you_mean

from .spot_presets import HAND_PRESETS, PRESETS, Settings

PAIRS = list[tuple[str, str]]
"""The kind of a setting of pairs of strings."""
SPOT_KEYS: dict[str, Any] = {
    "board": str,
    "oop": str,
    "ip": str,
    "pot": float,
    "stack": float,
    "bet": str,
    "raise": str,
    "donk": str,
    "oop-bet": str,
    "ip-bet": str,
    "oop-raise": str,
    "ip-raise": str,
    "add-allin-threshold": float,
    "force-allin-threshold": float,
    "merging-threshold": float,
    "raise-cap": int,
    "min-bet": float,
    "chip": float,
    "rake-rate": float,
    "rake-cap": float,
    "remove": list[str],
    "sizes-at": PAIRS,
    "max-nodes": int,
}
"""Settings of a spot, each with the kind of its value."""

THREE_KEYS: dict[str, Any] = {"middle": str, "stacks": str}
"""More settings, of spots for three players, each with the kind of its value."""

HAND_KEYS: dict[str, Any] = {"blinds": str, "ante": float, "last-street": str, "showdown": str, "flops": str}
"""More settings, of games from the blinds on, each with the kind of its value."""
ONLY_SPOTS = ("board", "oop", "ip", "pot", "min-bet")
"""Settings of a spot that games from the blinds on do not have."""
ALONE = {"bet": ("oop-bet", "ip-bet"), "raise": ("oop-raise", "ip-raise")}
"""Keys for both players, with those for one of them: from the blinds on OOP is the big blind, who acts first after the flop."""
BOTH = {one: both for both, alone in ALONE.items() for one in alone}
"""For each key for one player that for both."""
PARAMETERS = {"bet": "bet_sizes", "raise": "raise_sizes", "donk": "donk_sizes", "remove": "removed", "sizes-at": "sizes_at"}
"""Parameters of ``make_holdem`` with other names."""
STREET_PARAMETERS = ("bet_sizes", "raise_sizes", "donk_sizes")
"""Parameters that may be given by street."""
BY_STREET = "'flop: 33%; turn: 60%,a; river: 60%,a'"


def merged_settings(*layers: Settings) -> Settings:
    """Settings one over the other: the last word counts, and a size for both players replaces those for one of them.

    >>> merged_settings({"bet": "33%", "ip-bet": "50%"}, {"bet": "75%"}), merged_settings({"bet": "33%"}, {"ip-bet": "50%"})
    ({'bet': '75%'}, {'bet': '33%', 'ip-bet': '50%'})
    """
    settings: Settings = {}
    for layer in layers:
        replaced = [one for both in layer if both in ALONE for one in ALONE[both]]
        settings = {key: value for key, value in settings.items() if key not in replaced} | layer
    return settings


def preset_settings(name: str, called: str) -> Settings:
    """The settings of a preset; errors call it ``called``."""
    if name in HAND_PRESETS:
        return HAND_PRESETS[name][1]
    if name not in PRESETS:
        raise InputError(f"{called} {brief(name)}: no such preset; allowed: {', '.join(PRESETS)}{did_you_mean(name, PRESETS)}")
    return PRESETS[name][1]


def check_keys(name: str, found: Mapping[str, Any], allowed: Mapping[str, Any]) -> None:
    """ValueError unless these are keys that there are, each with a value of its kind; errors begin with ``name``."""
    for key, value in found.items():
        if key not in allowed:
            raise ParameterError(
                name, problem=f"unknown key {brief(key)}; allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}"
            )
        check_type(f"{name}: {key}", value, allowed[key], number_too=key == "until")


def check_type(name: str, value: Any, kind: Any, *, number_too: bool = False) -> None:
    """ValueError unless ``value`` is of this kind."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind is str:
        good, wanted = isinstance(value, str) or (number and number_too), "a string" + (" or a number" if number_too else "")
    elif kind is float:
        good, wanted = number, "a number"
    elif kind is int:
        good, wanted = number and isinstance(value, int), "a whole number"
    elif kind is dict:
        good, wanted = isinstance(value, dict), "a table of names and values"
    elif kind == list[str]:
        good, wanted = isinstance(value, list) and all(isinstance(item, str) for item in value), "a list of strings"
    else:
        pairs = isinstance(value, list | tuple) and all(isinstance(item, list | tuple) for item in value)
        good = pairs and all([*map(type, item)] == [str, str] for item in value)
        example = '["xb25", "+60%"]' if name.endswith("sizes-at") else '["b25", "AA: call 1"]'
        wanted = f"a list of pairs of strings, as [{example}]"
    if not good:
        raise InputError(f"{name} = {brief(value)}: must be {wanted}")


def spot_parameters(settings: Settings) -> dict[str, Any]:
    """The arguments of ``make_game("holdem", ...)`` that settings ask for; what they leave open is not in it."""
    default = default_parameters("holdem")
    params: dict[str, Any] = {}
    for name, value in settings.items():
        if name in SPOT_KEYS and name not in ("oop", "ip") and name not in BOTH:
            parameter = PARAMETERS.get(name, name.replace("-", "_"))
            params[parameter] = by_street(parameter, value) if parameter in STREET_PARAMETERS else plain_numbers(value)
    if "sizes-at" in settings:
        params["sizes_at"] = by_line(settings["sizes-at"])
    params["ranges"] = tuple(settings.get(name, text) for name, text in zip(("oop", "ip"), default["ranges"], strict=True))
    if "middle" in settings:
        params["ranges"] = (params["ranges"][0], settings["middle"], params["ranges"][1])
    if "stacks" in settings:
        if "middle" not in settings:
            raise InputError("--stack: one each is for three players, with --middle; of two the smaller stack counts")
        params["stack"] = parse_stacks(settings["stacks"])
    return params | sizes_apart(settings, params, default)


def by_line(pairs: Sequence[Sequence[str]]) -> dict[str, str]:
    """Pairs of a line and its sizes as a mapping; the sizes of a line that occurs more than once are joined.

    >>> by_line([("x", "+25%"), ("b25", "-a"), ("x", "+60%")])
    {'x': '+25%,+60%', 'b25': '-a'}
    """
    result: dict[str, str] = {}
    for line, sizes in pairs:
        result[line] = f"{result[line]},{sizes}" if line in result else sizes
    return result


def parse_stacks(text: str) -> tuple[Any, ...]:
    """Stacks as they are typed, in the order in which players act.

    >>> parse_stacks("100/60/35.5")
    (100, 60, 35.5)
    """
    try:
        result = tuple([plain_numbers(float(part)) for part in text.split("/")])
    except ValueError:
        result = ()
    if len(result) != 3:
        raise InputError(f"--stack {brief(text)}: must be as 100/60/35, the stacks of OOP, the middle player and IP")
    return result


def sizes_apart(settings: Settings, params: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    """The parameters for which one player has sizes alone; the other player's are as ``params``, or the defaults, have them."""
    result: dict[str, Any] = {}
    for both, alone in ALONE.items():
        if any(one in settings for one in alone):
            name = PARAMETERS[both]
            rest = params.get(name, default[name])
            given = [by_street(f"{name}[{k}]", settings[one]) if one in settings else rest for k, one in enumerate(alone)]
            if "middle" in settings:
                given.insert(1, rest)
            result[name] = pair_of_sizes(name, given)
    return result


def hand_parameters(settings: Settings) -> dict[str, Any]:
    """The arguments of ``make_game`` for a game from the blinds on that settings ask for.

    >>> hand_parameters({"game": "preflop_holdem", "blinds": "1/2", "raise": "3x", "oop-raise": "4x", "until": "1"})
    {'blinds': (1, 2), 'raise_sizes': ('4x', '3x')}

    Raises:
        ValueError: a setting that the game does not have.
    """
    game, params = settings["game"], dict[str, Any]()
    known = default_parameters(game)
    for name, value in settings.items():
        if name not in SPOT_KEYS and name not in HAND_KEYS:
            continue
        key = BOTH.get(name, name)
        parameter = PARAMETERS.get(key, key.replace("-", "_"))
        if name in ONLY_SPOTS or parameter not in known:
            raise InputError(f"--{name}: {game} has no such setting; it begins at the blinds")
        if name == "blinds":
            params[parameter] = blinds_of(value)
        elif name not in BOTH:
            params[parameter] = by_street(parameter, value) if parameter in STREET_PARAMETERS else plain_numbers(value)
    return params | sizes_apart(settings, params, known)


def default_parameters(game: str) -> dict[str, Any]:
    """The parameters of a game of hold'em with their defaults."""
    from .fhp import make_fhp
    from .holdem import make_holdem
    from .preflop_holdem import make_preflop_holdem

    makers: dict[str, Any] = {"holdem": make_holdem, "fhp": make_fhp, "preflop_holdem": make_preflop_holdem}
    return {name: parameter.default for name, parameter in inspect.signature(makers[game]).parameters.items()}


def blinds_of(text: str) -> tuple[Any, ...]:
    """Blinds as they are typed, the small one first.

    >>> blinds_of("0.5/1")
    (0.5, 1)
    """
    try:
        small, big = (plain_numbers(float(part)) for part in text.split("/"))
    except ValueError:
        raise ParameterError("blinds", text, "must be as 0.5/1, the small and the big blind") from None
    return small, big


def by_street(name: str, text: str) -> str | dict[str, str]:
    """Sizes as they are typed: for all streets, or by street as a mapping.

    >>> by_street("bet_sizes", "flop: 33%,75%; turn: 60%, a"), by_street("bet_sizes", "50%")
    ({'flop': '33%,75%', 'turn': '60%, a'}, '50%')

    Raises:
        ValueError: a part without a street, or a street twice.
    """
    if ":" not in text:
        return text
    result: dict[str, str] = {}
    for part in text.split(";"):
        street, colon, sizes = part.partition(":")
        street = street.strip().lower()
        if not part.strip():
            continue
        if not colon:
            raise ParameterError(name, text, f"{brief(part.strip())} names no street; must be as {BY_STREET}")
        if street in result:
            raise ParameterError(name, text, f"the {street} occurs twice")
        result[street] = sizes.strip()
    return result


def pair_of_sizes(name: str, both: Sequence[Any]) -> Any:
    """The sizes of both players as one parameter: a pair, or by street a mapping to pairs.

    >>> pair_of_sizes("bet_sizes", ["50%", {"turn": "33%", "river": "a"}])
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
                raise ParameterError(
                    f"{name}[{player}]", sizes, f"no sizes for the {street}, for which the other player has some"
                )
    return {street: tuple(sizes[street] if isinstance(sizes, dict) else sizes for sizes in both) for street in streets}


def plain_numbers(value: Any) -> Any:
    """Whole numbers as integers, lists as tuples: 50 chips are ``50`` however they were typed.

    >>> plain_numbers(50.0), plain_numbers(0.5), plain_numbers(["b25"]), plain_numbers("a")
    (50, 0.5, ('b25',), 'a')
    """
    if isinstance(value, list):
        return tuple(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
