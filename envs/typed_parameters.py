"""Parameters of games as text, each read by itself, so that every fault can be shown with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text, did_you_mean

from .betting.sizes import parse_size_lists
from .betting.street_sizes import HAND_STREETS, KINDS
from .descriptions import ParameterInfo, describe_parameters
from .poker.cards import parse_board
from .poker.ranges import parse_range
from .support.parameters import as_tuples, python_number

NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
SWITCHES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
ANY_SIZE = "any"
BY_STREET = "'flop: 33%; turn: 60%,a; river: 60%,a'"


def read_parameters(name: str, typed: Mapping[str, Any]) -> tuple[dict[str, Any], list[InputError]]:
    """(the parameters of a game that can be read, an error for each that cannot).

    Texts are read as ``read_parameter`` says; what is no text is as ``make_game`` takes it. A number, a choice or a text that
    is empty or null is left out, and so has its default. Slashes separate players: ``100/60``, ``33%,a / 50%``.

    Args:
        name: the game's name.
        typed: values by the parameters' names.

    >>> read_parameters("preflop_holdem", {"blinds": "1/2", "rake_rate": "5%", "raise_sizes": "preflop: 3x; flop: a / 2x"})
    ({'blinds': (1, 2), 'rake_rate': 0.05, 'raise_sizes': {'preflop': '3x', 'flop': ('a', '2x')}}, [])
    """
    known = {info.name: info for info in describe_parameters(name)}
    params: dict[str, Any] = {}
    errors: list[InputError] = []
    for key, value in typed.items():
        if key not in known:
            allowed = f"allowed: {', '.join(known)}{did_you_mean(key, known)}"
            errors.append(ParameterError(cut_text(key, 60), value, f"no such parameter; {allowed}"))
            continue
        try:
            read = read_parameter(known[key], value)
            if read is not LEFT_OUT:
                params[key] = read
        except InputError as error:
            errors.append(error)
    return params, errors + _faults_of_texts(known, params)


LEFT_OUT = object()
"""The value of a field that is empty."""


def read_parameter(info: ParameterInfo, typed: Any) -> Any:
    """One parameter: a text by its kind, lists as tuples; ``LEFT_OUT`` for an empty number, choice or text.

    Args:
        info: the parameter.
        typed: text, or a value as ``make_game`` takes it.

    Raises:
        ValueError: it cannot be read; what it allows beyond its kind is checked by the game's maker.
    """
    if typed is None and not info.optional:
        return LEFT_OUT
    value = as_tuples(typed) if isinstance(typed, list | dict) else typed
    if info.kind == "sizes":
        return _read_sizes(info, value)
    if info.kind in ("numbers", "ranges", "lines") and isinstance(value, tuple):
        return (
            tuple([_read_number(f"{info.name}[{k}]", item) for k, item in enumerate(value)])
            if info.kind == "numbers"
            else value
        )
    if not isinstance(value, str):
        return value
    text = value.strip()
    if not text and info.kind not in ("board", "ranges", "lines", "json"):
        return LEFT_OUT
    read: Callable[[str, str], Any] | None = READERS.get(info.kind)
    return value if read is None else read(info.name, value)


def _read_sizes(info: ParameterInfo, value: Any) -> Any:
    """Sizes in any of their forms; a text may name streets and have a part for each player, and "none" are no sizes."""
    if isinstance(value, str) and ":" in value:
        value = by_street(info.name, value)

    def plain(sizes: Any) -> Any:
        if isinstance(sizes, Mapping):
            return {street: plain(item) for street, item in sizes.items()}
        if isinstance(sizes, tuple):
            return tuple(map(plain, sizes))
        if isinstance(sizes, str) and "/" in sizes:
            return tuple([plain(part.strip()) for part in sizes.split("/")])
        return "" if isinstance(sizes, str) and sizes.strip().lower() == "none" else sizes

    return plain(value)


def by_street(name: str, text: str) -> dict[str, str]:
    """Sizes by street as they are typed.

    >>> by_street("bet_sizes", "flop: 33%,75%; turn: 60%, a")
    {'flop': '33%,75%', 'turn': '60%, a'}

    Raises:
        ParameterError: a part without a street, or a street twice.
    """
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


def _read_number(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not NUMBER.fullmatch(value.strip()):
        raise ParameterError(name, value, "must be a number")
    return python_number(float(value))


def _read_numbers(name: str, text: str) -> Any:
    parts = text.split("/")
    return _read_number(name, text) if len(parts) == 1 else tuple([_read_number(name, part) for part in parts])


def _read_percent(name: str, text: str) -> Any:
    bare = text.strip().removesuffix("%").strip()
    if not NUMBER.fullmatch(bare):
        raise ParameterError(name, text, "must be a number or a percentage, as 5%")
    if not text.strip().endswith("%"):
        return python_number(float(bare))
    return python_number(float(f"{bare}e-2") if "e" not in bare.lower() else float(bare) / 100)


def _read_switch(name: str, text: str) -> Any:
    if text.strip().lower() not in SWITCHES:
        raise ParameterError(name, text, "must be yes or no")
    return SWITCHES[text.strip().lower()]


def _read_lines(name: str, text: str) -> Any:
    return tuple(filter(None, re.split(r"[,\s]+", text)))


def _read_json(name: str, text: str) -> Any:
    try:
        return as_tuples(json.loads(text))
    except (ValueError, RecursionError):
        return text  # the game's maker says what is allowed


READERS: dict[str, Callable[[str, str], Any]] = {
    "integer": _read_number,
    "number": _read_number,
    "numbers": _read_numbers,
    "percent": _read_percent,
    "switch": _read_switch,
    "lines": _read_lines,
    "json": _read_json,
}


def _faults_of_texts(known: Mapping[str, ParameterInfo], params: Mapping[str, Any]) -> list[InputError]:
    """Errors of boards, ranges and sizes, each of which the game's maker would find only after the one before is mended."""
    errors: list[InputError] = []

    def check(parse: Callable[..., Any], text: Any, *arguments: Any, **named: Any) -> None:
        try:
            if isinstance(text, str):
                parse(text, *arguments, **named)
        except InputError as error:
            errors.append(error)

    blinds = "blinds" in known or params.get("big_blind") is not None
    for key, value in params.items():
        if known[key].kind == "board":
            check(parse_board, value, (3, 4, 5), key)
        elif known[key].kind == "ranges" and isinstance(value, tuple):
            for player, text in enumerate(value):
                check(parse_range, text, f"{key}[{player}]")
        elif known[key].kind == "sizes" and key in KINDS:
            for where, text in _texts_of(key, value):
                if text != ANY_SIZE:
                    check(parse_size_lists, text, where, KINDS[key], blinds=blinds)
    return errors


def _texts_of(name: str, value: Any) -> list[tuple[str, Any]]:
    """Each text of sizes with its place: ``bet_sizes['turn'][1]``."""
    if isinstance(value, Mapping):
        named = {street: f"{name}[{brief(street)}]" if street in HAND_STREETS else name for street in value}
        return [pair for street, item in value.items() for pair in _texts_of(named[street], item)]
    if isinstance(value, tuple):
        return [pair for player, item in enumerate(value) for pair in _texts_of(f"{name}[{player}]", item)]
    return [(name, value)]
