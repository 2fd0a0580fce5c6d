"""Configuration of a sweep: read from a TOML file or a dictionary, and checked.

docs/sweeps.md shows all of it by example.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pokerzoo.envs.games.spot_settings import SPOT_KEYS, check_keys, merged_settings, preset_settings
from pokerzoo.envs.poker.board_sets import AFTER, ANY_STREET
from pokerzoo.envs.support.extras import not_installed
from pokerzoo.envs.support.parameters import brief, check_nesting, did_you_mean
from pokerzoo.envs.support.units import WAYS, split_amount

try:
    from pydantic import (
        AfterValidator,
        BaseModel,
        ConfigDict,
        Field,
        ValidationError,
    )
except ImportError:
    raise not_installed("sweeps need pydantic", "sweeps") from None

APART = ("board", "oop", "ip", "pot", "stack", "rake-rate", "rake-cap", "max-nodes")
SIZE_KEYS = {key: kind for key, kind in SPOT_KEYS.items() if key not in APART}
"""Keys of a named set of sizes: all that say what may be bet."""
UNITS = {"MB": 10**6, "GB": 10**9, "TB": 10**12}


def _amount(value: float | str) -> float | str:
    number, _ = split_amount(value)
    if number is None or not number > 0:
        raise ValueError(f"must be above 0: {WAYS}")
    return value


def _bytes(text: str) -> str:
    bytes_of(text)
    return text


def _different(values: list[Any]) -> list[Any]:
    kept = [value.name if hasattr(value, "name") else value for value in values]
    twice = next((value for k, value in enumerate(kept) if value in kept[:k]), None)
    if twice is not None:
        raise ValueError(f"must be different, and {brief(twice)} occurs twice")
    return values


class ConfigTable(BaseModel):
    """A table of the file: no unknown keys, and no value is taken for one of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class RangesConfig(ConfigTable):
    """The players' ranges, with a name."""

    name: str
    oop: str
    ip: str


class SizesConfig(ConfigTable):
    """Bet sizes with a name: keys and values of a spot that replace the base's."""

    model_config = ConfigDict(extra="allow")

    name: str

    @property
    def settings(self) -> dict[str, Any]:
        return dict(self.model_extra or {})


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
    variant: str = "dcfr"
    precision: Literal["auto", "single", "half", "double"] = "auto"
    seconds: Annotated[float, Field(gt=0)] | None = None
    memory: Annotated[str, AfterValidator(_bytes)] | None = None

    def decides(self) -> dict[str, Any]:
        """All of it that decides what is in a row."""
        return self.model_dump()


TABLES: dict[str, type[ConfigTable]] = {"vary": VaryConfig, "keep": KeepConfig, "solve": SolveConfig}
ITEMS: dict[str, type[ConfigTable]] = {"ranges": RangesConfig, "sizes": SizesConfig, "rake": RakeConfig}
SEVERAL = {"keep.hands": "true, false or a list of lines", "vary.boards": "a string or a list of boards"}
"""Keys whose values may be of several types."""
TOP = {**dict.fromkeys(SPOT_KEYS), "preset": None, "rows_per_file": None, **dict.fromkeys(TABLES)}


class SweepConfig(ConfigTable):
    """A sweep."""

    spot: dict[str, Any]
    vary: VaryConfig = VaryConfig()
    keep: KeepConfig = KeepConfig()
    solve: SolveConfig = SolveConfig()
    rows_per_file: Annotated[int, Field(ge=1, le=10**6)] | None = None

    def record(self) -> dict[str, Any]:
        """The sweep as plain JSON values; ``from_record`` takes them."""
        return self.model_dump(mode="json", exclude_none=True)


def read_config(config: Mapping[str, Any] | str | Path) -> SweepConfig:
    """Read a sweep from a TOML file or a dictionary."""
    if isinstance(config, Mapping):
        return parse_config(config, "config")
    name = str(config)
    try:
        found = tomllib.loads(Path(config).read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError(f"{name}: lists nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise ValueError(f"{name}: not a TOML file: {error}") from None
    return parse_config(found, name)


def parse_config(given: Mapping[str, Any], name: str) -> SweepConfig:
    """A sweep from what a file has; errors begin with ``name``."""
    check_nesting(name, dict(given))
    found = {(key if key in ("rows_per_file", *TABLES) else key.replace("_", "-")): value for key, value in given.items()}
    if "rows-per-file" in found:
        found["rows_per_file"] = found.pop("rows-per-file")
    for key in found:
        if key not in TOP:
            table = next((table for table, model in TABLES.items() if key.replace("-", "_") in model.model_fields), None)
            hint = f"; it stands under [{table}]" if table else did_you_mean(key, TOP)
            raise ValueError(f"{name}: unknown key {brief(key)}; allowed: {', '.join(TOP)}{hint}")
    tables: dict[str, Any] = {key: _table(f"{name}: {key}", found[key], model) for key, model in TABLES.items() if key in found}
    own = {key: value for key, value in found.items() if key in SPOT_KEYS}
    check_keys(name, own, SPOT_KEYS)
    preset = found.get("preset")
    if preset is not None:
        if not isinstance(preset, str):
            raise ValueError(f"{name}: preset = {brief(preset)}: must be a string")
        spot = merged_settings(preset_settings(preset, f"{name}: preset ="), own)
        boards = tables.get("vary", {}).get("boards")
        if boards is not None and not _needs_board(boards) and "board" not in own:
            spot.pop("board", None)  # other boards take its place
    else:
        spot = own
    rest = {"rows_per_file": found["rows_per_file"]} if "rows_per_file" in found else {}
    try:
        return SweepConfig.model_validate({"spot": spot, **tables, **rest})
    except ValidationError as error:
        raise ValueError(f"{name}: {_sentence(error)}") from None


def from_record(record: Mapping[str, Any]) -> SweepConfig:
    """The sweep that ``record()`` was taken from."""
    try:
        return SweepConfig.model_validate(dict(record))
    except ValidationError as error:
        raise ValueError(f"record: {_sentence(error)}") from None


def bytes_of(text: str) -> int:
    """Bytes of an amount of memory.

    >>> bytes_of("1.5 GB"), bytes_of("200MB")
    (1500000000, 200000000)

    Raises:
        ValueError: no such amount.
    """
    number, unit = text.strip()[:-2].strip(), text.strip()[-2:].upper()
    try:
        found = float(number) * UNITS[unit]
    except (KeyError, ValueError):
        found = -1.0
    if not 0 < found < 10**18:
        raise ValueError("must be an amount of memory, as '500 MB' or '4 GB'")
    return int(found)


def _needs_board(boards: Any) -> bool:
    """True if a set of boards follows ``board`` or takes its street."""
    return isinstance(boards, str) and (boards in AFTER or boards.strip().startswith(f"{ANY_STREET}:"))


def _table(name: str, given: Any, model: type[ConfigTable]) -> dict[str, Any]:
    """A table with its keys as the model has them, all of them known."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} = {brief(given)}: must be a table, as [{name.rpartition(' ')[2]}]")
    found = {str(key).replace("-", "_"): value for key, value in given.items()}
    for key, value in found.items():
        if key not in model.model_fields:
            allowed = ", ".join(model.model_fields)
            raise ValueError(f"{name}: unknown key {brief(key)}; allowed: {allowed}{did_you_mean(key, model.model_fields)}")
        if model is VaryConfig and key in ITEMS and isinstance(value, list | tuple):
            found[key] = [_item(f"{name}.{key}[{k}]", item, ITEMS[key]) for k, item in enumerate(value)]
        elif isinstance(value, tuple):
            found[key] = list(value)
    return found


def _item(name: str, item: Any, model: type[ConfigTable]) -> Any:
    if not isinstance(item, Mapping):
        raise ValueError(f"{name} = {brief(item)}: must be a table, as {{name = ...}}")
    if model is SizesConfig:
        found = {str(key).replace("_", "-"): value for key, value in item.items()}
        check_keys(name, found, {"name": str, **SIZE_KEYS})
        return found
    for key in item:
        if key not in model.model_fields:
            allowed = ", ".join(model.model_fields)
            raise ValueError(f"{name}: unknown key {brief(key)}; allowed: {allowed}{did_you_mean(key, model.model_fields)}")
    return dict(item)


def _sentence(error: ValidationError) -> str:
    """The first fault as a sentence that names the key, the value and what is allowed."""
    fault = error.errors(include_url=False)[0]
    where = ""
    for part in fault["loc"]:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part.isidentifier() and part not in ("bool", "float", "int", "str"):  # pydantic names the type that it tried
            where += f".{part}" if where else part
    if fault["type"] == "missing":
        key, _, missing = where.rpartition(".")
        return f"{key}: the key {brief(missing)} is missing"
    if where in SEVERAL:
        return f"{where} = {brief(fault['input'])}: must be {SEVERAL[where]}"
    if fault["type"] == "too_short":
        return f"{where} = {brief(fault['input'])}: must have one item at least"
    what = fault["msg"].removeprefix("Value error, ").replace("Input should", "must")
    return f"{where} = {brief(fault['input'])}: {what[0].lower()}{what[1:]}"
