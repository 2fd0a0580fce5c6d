"""Configuration of a sweep: read from a TOML file or a dictionary, and checked.

docs/howto/many_spots.md shows all of it by example.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pokerzoo.envs.descriptions import describe_parameters
from pokerzoo.envs.games.spot_presets import spot_preset
from pokerzoo.envs.poker.board_sets import AFTER, ANY_STREET
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, did_you_mean
from pokerzoo.envs.support.extras import not_installed
from pokerzoo.envs.support.units import WAYS, split_amount
from pokerzoo.envs.typed_parameters import read_parameters

try:
    from pydantic import (
        AfterValidator,
        BaseModel,
        ConfigDict,
        Field,
        ValidationError,
        model_validator,
    )
except ImportError:
    raise not_installed("sweeps need pydantic", "sweeps") from None

EXAMPLE = """\
# Flops after a raise from the button and a call in the big blind, at three stacks: 5,265 spots.
preset = "single-raised"         # a spot to start from; keys below replace what it has
bet_sizes = "flop: 33%,75%; turn: 75%; river: 75%"

[vary]                           # all combinations are solved
boards = "all-flops"             # or "flops:25", "random-rivers:1000", ["AsKs2h", "Td9d6h"], ...
stacks = [400, 975, 1950]

[keep]
lines = ["x", "b33%", "x/b33%"]  # besides the start
# hands = true                   # each hand at each of these lines
# policies = true                # a policy file for each spot

[solve]
until = "0.5%"                   # of the pot
"""
"""What ``pokerzoo sweep --example`` prints."""
GAME = "holdem"
SPOT_KEYS = tuple(info.name for info in describe_parameters(GAME))
APART = ("board", "ranges", "pot", "stack", "rake_rate", "rake_cap", "max_nodes")
SIZE_KEYS = tuple(key for key in SPOT_KEYS if key not in APART)
"""Keys of a named set of sizes: all that say what may be bet."""
UNITS = {"MB": 10**6, "GB": 10**9, "TB": 10**12}


def _amount(value: float | str) -> float | str:
    number, _ = split_amount(value)
    if number is None or not number > 0:
        raise InputError(f"must be above 0: {WAYS}")
    return value


def _bytes(text: str) -> str:
    bytes_of(text)
    return text


def _different(values: list[Any]) -> list[Any]:
    kept = [value.name if hasattr(value, "name") else value for value in values]
    twice = next((value for k, value in enumerate(kept) if value in kept[:k]), None)
    if twice is not None:
        raise InputError(f"must be different, and {brief(twice)} occurs twice")
    return values


class ConfigTable(BaseModel):
    """A table of the file: no unknown keys, and no value is taken for one of another type."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, allow_inf_nan=False, validate_by_name=True, validate_by_alias=True,
        alias_generator=lambda name: name.replace("_", "-"),
    )  # fmt: skip

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Keys that are none of its own, where it may have such: parameters of a spot, read."""
        return read_parameters(GAME, spot_keys(self))[0]


def spot_keys(table: ConfigTable) -> dict[str, Any]:
    """Keys of a table that are none of its own, with underscores."""
    return {key.replace("-", "_"): value for key, value in (table.model_extra or {}).items()}


def check_spot(table: ConfigTable, allowed: Sequence[str], more: Sequence[str] = ()) -> None:
    """InputError unless the keys of a table that are none of its own are parameters of a spot that can be read."""
    for key in spot_keys(table):
        if key not in allowed:
            own = next((name for name in TABLES if key in TABLES[name].model_fields), None)
            hint = f"; it belongs under [{own}]" if own and more else did_you_mean(key, [*allowed, *more])
            raise InputError(f"unknown key {brief(key)}; allowed: {', '.join([*allowed, *more])}{hint}")
    for error in read_parameters(GAME, spot_keys(table))[1]:
        raise error


class RangesConfig(ConfigTable):
    """The players' ranges, with a name."""

    name: str
    oop: str
    ip: str


class SizesConfig(ConfigTable):
    """Bet sizes with a name: keys and values of a spot that replace the base's."""

    model_config = ConfigDict(extra="allow")

    name: str

    @model_validator(mode="after")
    def _check_sizes(self) -> SizesConfig:
        check_spot(self, SIZE_KEYS)
        return self


class RakeConfig(ConfigTable):
    """A rake, with a name."""

    name: str
    rate: Annotated[float, Field(ge=0, le=1)] = 0.0
    cap: Annotated[float, Field(ge=0)] | None = None


Chips = Annotated[float, Field(gt=0)]


class VaryConfig(ConfigTable):
    """Varied settings: all combinations are solved."""

    boards: str | list[str] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    ranges: Annotated[list[RangesConfig], Field(min_length=1), AfterValidator(_different)] | None = None
    rake: Annotated[list[RakeConfig], Field(min_length=1), AfterValidator(_different)] | None = None
    sizes: Annotated[list[SizesConfig], Field(min_length=1), AfterValidator(_different)] | None = None
    pots: Annotated[list[Chips], Field(min_length=1), AfterValidator(_different)] | None = None
    stacks: Annotated[list[Chips], Field(min_length=1), AfterValidator(_different)] | None = None
    limit: Annotated[int, Field(ge=1)] | None = None


class KeepConfig(ConfigTable):
    """Optional columns of a row, and policy files."""

    lines: Annotated[list[str], AfterValidator(_different)] = []
    next_cards: Annotated[list[str], AfterValidator(_different)] = []
    hands: bool | Annotated[list[str], AfterValidator(_different)] = False
    policies: bool = False
    precision: Literal["full", "single", "half"] = "full"
    streets: Annotated[int, Field(ge=0, le=1)] = 0


class SolveConfig(ConfigTable):
    """Settings of the solver."""

    until: Annotated[float | str, AfterValidator(_amount)] = "0.5%"
    iterations: Annotated[int, Field(ge=1, le=10**9)] = 10_000
    variant: str | None = None
    precision: Literal["auto", "single", "half", "double"] = "auto"
    seconds: Annotated[float, Field(gt=0)] | None = None
    memory: Annotated[str, AfterValidator(_bytes)] | None = None


class SweepConfig(ConfigTable):
    """A sweep: the parameters of a spot beside its tables."""

    model_config = ConfigDict(extra="allow")

    preset: str | None = None
    vary: VaryConfig = VaryConfig()
    keep: KeepConfig = KeepConfig()
    solve: SolveConfig = SolveConfig()
    rows_per_file: Annotated[int, Field(ge=1, le=10**6)] | None = None

    @property
    def spot(self) -> dict[str, Any]:
        """Parameters of the spot, its preset's included."""
        given = self.parameters
        if self.preset is None:
            return given
        spot = spot_preset(self.preset).params | given
        if self.vary.boards is not None and not _needs_board(self.vary.boards) and "board" not in given:
            spot.pop("board", None)  # other boards take its place
        return spot

    @model_validator(mode="after")
    def _check_spot(self) -> SweepConfig:
        check_spot(self, SPOT_KEYS, [*SweepConfig.model_fields])
        _ = self.spot  # a preset that there is not
        return self

    def record(self) -> dict[str, Any]:
        """The sweep as plain JSON values, which make the same sweep again."""
        return self.model_dump(mode="json", exclude_none=True, by_alias=False)


TABLES: dict[str, type[ConfigTable]] = {"vary": VaryConfig, "keep": KeepConfig, "solve": SolveConfig}
SEVERAL = {"keep.hands": "true, false or a list of lines", "vary.boards": "a string or a list of boards"}
"""Keys whose values may be of several types."""


def read_config(config: Mapping[str, Any] | str | Path) -> SweepConfig:
    """Read a sweep from a TOML file or a dictionary; errors begin with the file, or ``config``."""
    name, value = "config", config
    try:
        if not isinstance(config, Mapping):
            name = str(config)
            value = tomllib.loads(Path(config).read_text(encoding="utf-8"))
        plain = json.loads(json.dumps(value))  # tuples are lists, and nothing is a number or a text but numbers and texts
    except RecursionError:
        raise ParameterError(name, problem="lists nested too deep") from None
    except (TypeError, ValueError) as error:  # UnicodeDecodeError is one too
        what = "not a TOML file" if isinstance(error, ValueError) else "not plain values"
        raise ParameterError(name, problem=f"{what}: {error}") from None
    try:
        return SweepConfig.model_validate(plain)
    except ValidationError as error:
        raise ParameterError(name, problem=_sentence(error)) from None


def bytes_of(text: str) -> int:
    """Bytes of an amount of memory.

    >>> bytes_of("1.5 GB"), bytes_of("200MB")
    (1500000000, 200000000)

    Raises:
        ValueError: no such amount.
    """
    number, unit = text.strip()[:-2].strip(), text.strip()[-2:].upper()
    try:
        size = float(number) * UNITS[unit]
    except (KeyError, ValueError):
        size = -1.0
    if not 0 < size < 10**18:
        raise InputError("must be an amount of memory, as '500 MB' or '4 GB'")
    return int(size)


def _needs_board(boards: Any) -> bool:
    """True if a set of boards follows ``board`` or takes its street."""
    return isinstance(boards, str) and (boards in AFTER or boards.strip().startswith(f"{ANY_STREET}:"))


def _sentence(error: ValidationError) -> str:
    """The first fault as a sentence that names the key, the value and what is allowed."""
    fault = error.errors(include_url=False)[0]
    where = ""
    for part in fault["loc"]:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part.isidentifier() and part not in ("bool", "float", "int", "str"):  # pydantic names the type that it tried
            where += f".{part}" if where else part
    message, value = fault["msg"].removeprefix("Value error, "), brief(fault["input"])
    if fault["type"] == "missing":
        key, _, missing = where.rpartition(".")
        return f"{key}: the key {brief(missing)} is missing"
    if fault["type"] == "extra_forbidden":
        table, _, key = where.rpartition(".")
        items: dict[str, type[ConfigTable]] = {"ranges": RangesConfig, "rake": RakeConfig}
        model = items.get(table.partition(".")[2].partition("[")[0]) or TABLES[table]
        allowed = list(model.model_fields)
        return f"{table}: unknown key {brief(key)}; allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}"
    if fault["type"] in ("model_type", "model_attributes_type"):
        return f"{where} = {value}: must be a table, as " + ("{name = ...}" if "[" in where else f"[{where}]")
    if fault["type"] == "too_short":
        return f"{where} = {value}: must have one item at least"
    if where in SEVERAL:
        return f"{where} = {value}: must be {SEVERAL[where]}"
    if fault["type"] == "value_error" and isinstance(fault["input"], dict):  # ours, of all keys together
        return f"{where}: {message.removeprefix(': ')}".removeprefix(": ")
    message = message.replace("Input should", "must")
    return f"{where} = {value}: {message[0].lower()}{message[1:]}"
