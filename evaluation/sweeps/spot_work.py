"""A sweep over spots: a base spot, what varies, how each is solved, and its row."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.policies.policy_file import save_policy
from pokerzoo.envs.poker.board_sets import RandomBoards
from pokerzoo.envs.poker.sized_lines import follow_line, parse_line, what_is_there
from pokerzoo.envs.poker.textures import texture_columns
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.jobs.work import Record, Rows, Work, evenly_spaced, record_digest

from .spot_plan import Spot, SpotPlan
from .spot_rows import TABLES, Lines, kept_rows, root_columns, root_values, schema_of
from .sweep_config import SolveConfig, SweepConfig, bytes_of, read_config

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerzoo.agents import CFR, TabularPolicy
    from pokerzoo.envs.games.holdem import HoldemGame

CHECKED_COMBINATIONS = 16
"""Combinations of all but the boards that are checked for a kept line before a sweep begins."""
TRIED_BOARDS = 16
"""Boards on which a combination is tried before it is refused."""


class SpotWork(Work):
    """The work of a sweep over spots of hold'em (docs/howto/many_spots.md)."""

    kind = "sweep"

    def __init__(self, config: SweepConfig) -> None:
        """Take a sweep that was read."""
        self.config = config
        self._plan = SpotPlan(config)
        self.count, self.rows_per_file = self._plan.count, self._plan.rows_per_file
        keep = config.keep
        self._lines = _parsed([line for line in keep.lines if line], "keep.lines")
        self._next_cards = _parsed(keep.next_cards, "keep.next_cards")
        tables = ["", *self._lines] if keep.hands is True else keep.hands or []
        self._hands = _parsed(tables, "keep.hands")
        self._like: tuple[str, HoldemGame] | None = None
        self._alike = record_digest([self.kind, config.solve.model_dump(), keep.model_dump()])

    @classmethod
    def from_config(cls, config: Mapping[str, Any] | str | Path) -> SpotWork:
        """Read a sweep from a TOML file or a dictionary, and check it as far as that costs little."""
        name = "config" if isinstance(config, Mapping) else str(config)
        settings = read_config(config)
        try:
            work = cls(settings)
            work.check()
        except ValueError as error:
            raise ParameterError(name, problem=str(error)) from None
        return work

    @classmethod
    def from_record(cls, record: Record) -> SpotWork:
        return cls(read_config(record))

    def record(self) -> dict[str, Any]:
        return self.config.record()

    @property
    def tables(self) -> dict[str, pa.Schema]:
        kept = {"next_cards": bool(self._next_cards), "hands": bool(self._hands)}
        return {name: schema_of(name) for name in TABLES if kept.get(name, True)}

    @property
    def sampled(self) -> bool:
        """True if the boards are a random sample, so that means over them have a standard error."""
        return self.draws > 0

    @property
    def draws(self) -> int:
        """Number of boards drawn at random; 0 if they were chosen. Spot k has the draw k modulo this."""
        return len(self._plan.boards) if isinstance(self._plan.boards, RandomBoards) else 0

    def spot(self, index: int) -> Spot:
        """A spot by its number."""
        return self._plan.spot(index)

    def game(self, spot: Spot) -> HoldemGame:
        """The game of a spot."""
        from pokerzoo.envs import make_game

        if self._like is None or self._like[0] != spot.digest:
            game: Any = make_game("holdem", **spot.parameters)
            self._like = spot.digest, game
        return self._like[1].on_board(spot.board)  # never the game itself: what is kept is not to be compiled

    def memory(self, index: int) -> int:
        """Bytes that solving a spot takes; 0 where it cannot be made at all."""
        try:
            return spot_bytes(self.game(self.spot(index)), self.config.solve)
        except ValueError:
            return 0

    def key(self, index: int) -> str:
        return self._key(self.spot(index))

    def rows(self, index: int, folder: str) -> Rows:
        game = self.game(self.spot(index))
        solver = self.solve(game)
        policy = cache(solver.average_policy)
        root = root_values(game, solver)
        spot = self.spot_columns(index) | {"iterations": solver.iteration, **root_columns(root)}
        key, kept = spot["key"], kept_rows(root, policy, self._lines, self._next_cards, self._hands)
        if self.config.keep.policies:
            self.save(policy(), Path(folder) / "policies" / f"{key}.npz")
        return {"spots": [spot]} | {table: [{"key": key, **row} for row in rows] for table, rows in kept.items()}

    def save(self, policy: TabularPolicy, file: Path) -> None:
        """Write the policy file of a spot."""
        file.parent.mkdir(exist_ok=True)
        streets = self.config.keep.streets if self._plan.boards.num_cards < 5 else None
        save_policy(policy, file, self.config.keep.precision, streets, tidy=False)  # the folder may have a million

    def spot_columns(self, index: int) -> dict[str, Any]:
        """The columns of a row that need no solving."""
        spot = self.spot(index)
        return {
            "key": self._key(spot),
            "index": spot.index,
            "error": None,
            "weight": spot.weight,
            "board": spot.board,
            **texture_columns(spot.board),
            "pot": spot.pot,
            "stack": spot.stack,
            **spot.names,
        }

    def failed(self, index: int, error: str) -> dict[str, Any]:
        return self.spot_columns(index) | {"error": error}

    def solve(self, game: HoldemGame) -> CFR:
        """A spot solved, on one thread."""
        from pokerzoo.agents import CFR

        asked = self.config.solve
        check_memory(game, asked)
        solver = CFR(game, asked.variant, precision=asked.precision, threads=1)
        callbacks = []
        if asked.seconds is not None:
            last = time.monotonic() + asked.seconds
            callbacks.append(lambda _: time.monotonic() > last)
        solver.run(asked.iterations, until=asked.until, callbacks=callbacks)
        return solver

    def check(self) -> None:
        """Check that spots can be made, the variant is known, and each kept line is in some spot."""
        from pokerzoo.agents.cfr.variants import get_variant

        get_variant(self.config.solve.variant or "dcfr")
        for place, sizes in enumerate(self.config.vary.sizes or ()):
            try:
                self._example(self._plan.with_sizes(place))
            except ValueError as error:
                raise InputError(f"vary.sizes[{place}] ({sizes.name!r}): {error}") from None
        missing = {
            f"keep.{name}[{k}]={line!r}": pieces
            for name, lines in (("lines", self._lines), ("next_cards", self._next_cards), ("hands", self._hands))
            for k, (line, pieces) in enumerate((line, pieces) for line, pieces in lines.items() if line)
        }
        number = self._plan.combinations()
        for combination in range(min(number, CHECKED_COMBINATIONS)):
            root = self._example(combination).rules.root
            for what, pieces in list(missing.items()):
                public = follow_line(root, pieces, any_card=True)
                if public is not None and (public.card_due or not what.startswith("keep.next_cards")):
                    del missing[what]
            if not missing:
                return
        if missing and number <= CHECKED_COMBINATIONS:
            what, pieces = next(iter(missing.items()))
            if what.startswith("keep.next_cards") and follow_line(root, pieces, any_card=True) is not None:
                raise InputError(f"{what}: no card is due there in any spot")
            raise InputError(f"{what}: no spot has this line; {what_is_there(root, pieces)}")

    def _example(self, number: int) -> HoldemGame:
        """A spot of a combination: on its first board, or on another where that one leaves no hands of a range."""
        fault = None
        for place in dict.fromkeys([0, *evenly_spaced(len(self._plan.boards), TRIED_BOARDS)]):
            try:
                return self.game(self._plan.at(number, place))
            except ValueError as error:
                fault = fault or error
        assert fault is not None
        raise fault

    def _key(self, spot: Spot) -> str:
        return record_digest([self._alike, spot.digest, spot.board, spot.draw])


def spot_bytes(game: HoldemGame, asked: SolveConfig) -> int:
    """Bytes that solving a spot takes."""
    from pokerzoo.envs.compiled.street_size import solving_size

    size = solving_size(game, threads=1).bytes
    return size.get(asked.precision, max(size.values()))


def check_memory(game: HoldemGame, asked: SolveConfig) -> None:
    """ValueError where solving takes more memory than a spot may take."""
    from pokerzoo.envs.support.memory import gigabytes

    needed = spot_bytes(game, asked)
    if asked.memory is not None and needed > bytes_of(asked.memory):
        raise ParameterError("solve.memory", asked.memory, f"this spot takes about {gigabytes(needed)} to solve")


def _parsed(lines: list[str], name: str) -> Lines:
    return {line: parse_line(line, f"{name}[{k}]") for k, line in enumerate(lines)}
