"""Data sets for value networks: random public situations, each with both players' counterfactual values of all hands.

docs/datasets.md has the columns and what they mean.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from pokerzoo.agents.cfr.variants import DEFAULT_VARIANT, get_variant
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.poker.bet_sizes import bet_options
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.support.parameters import brief, check_choice, check_int
from pokerzoo.envs.support.units import split_amount

from .network_in_use import check_digest, network_fault, recorded_digest, shipped_digest
from .situation_values import HANDS, VALUES, game_of_situation, solve_situation
from .situations import CARDS, MOST, Situation, pots_of, random_situation, range_shares, source_of
from .work import Record, record_digest

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_PER_FILE = {"river": 256, "turn": 32}
"""Five megabytes and some ten seconds of a river; a turn takes hundreds of times as long."""
RIVER_BYTES = 20 * 10**6
MAX_ITERATIONS = 10**6


@dataclass(frozen=True, kw_only=True)
class DatasetWork:
    """The situations ``first`` to ``first + spots - 1`` of a seed, or a part of them (docs/datasets.md)."""

    kind: ClassVar[str] = "dataset"

    street: str
    spots: int
    seed: int = 0
    first: int = 0
    part: tuple[int, int] = (1, 1)
    ranges: str = "deepstack"
    pots: str = "deepstack"
    bet_sizes: str = "100%,a"
    raise_sizes: str = "100%,a"
    until: float | str | None = "0.5%"
    iterations: int = 1000
    variant: str = DEFAULT_VARIANT[False]
    hands: str = "all"
    values: str = "solve"
    network: str | None = None
    rows_per_file: int = 0

    def __post_init__(self) -> None:
        check_choice("street", self.street, tuple(CARDS))
        check_int("spots", self.spots, 1, MOST)
        check_int("seed", self.seed, 0, MOST - 1)
        check_int("first", self.first, 0, MOST - self.spots)
        check_part(self.part)
        if self.count == 0:
            raise ValueError(f"part={self.part[0]}/{self.part[1]}: {self.spots} spots do not make {self.part[1]} parts")
        range_shares(self.ranges)
        pots_of(self.pots)
        bet_options(self.bet_sizes, self.raise_sizes)
        get_variant(self.variant)
        check_choice("hands", self.hands, HANDS)
        check_choice("values", self.values, VALUES)
        if self.values == "network":
            self._check_network()
            if self.network is None:
                object.__setattr__(self, "network", shipped_digest(5))
            check_digest(self.network)
        elif self.network is not None:
            raise ValueError(f"network={brief(self.network)}: must be left out with values={self.values!r}")
        check_int("iterations", self.iterations, 1, MAX_ITERATIONS)
        if self.until is not None:
            number, unit = split_amount(self.until)
            if number is None or unit == "mbb" or not 0 < number < inf:
                raise ValueError(f"until={self.until!r}: must be chips (0.05) or percent of the pot ('0.5%'), above 0")
        check_int("rows_per_file", self.rows_per_file, 0, 10**6)
        if self.rows_per_file == 0:
            object.__setattr__(self, "rows_per_file", ROWS_PER_FILE[self.street])

    def _check_network(self) -> None:
        """ValueError unless a network can say what comes after these situations."""
        why = None
        if self.street != "turn":
            why = f"is for turns, not for a {self.street}: it says what rivers are worth"
        elif self.hands != "all":
            why = f"solves all hands: hands={self.hands!r} must be 'all'"
        elif self.until is not None:
            why = "needs a number of iterations and no until: to measure, all rivers would be solved"
        elif get_variant(self.variant).predicts:
            why = f"needs a variant that does not predict, not {self.variant!r}"
        if why is not None:
            raise ValueError(f"values='network': {why}")

    @classmethod
    def from_record(cls, record: Record) -> DatasetWork:
        unknown = set(record) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"record: unknown key {brief(min(unknown))}")
        if record.get("values") == "network":
            recorded_digest(record)
        part = record.get("part", (1, 1))
        return cls(**{**record, "part": tuple(part) if isinstance(part, list) else part})

    def record(self) -> dict[str, Any]:
        found = asdict(self) | {"part": list(self.part)}
        for name, default in (("hands", "all"), ("values", "solve"), ("network", None)):
            if found[name] == default:  # left out, so that keys of versions without it stay as they are
                del found[name]
        return found

    @property
    def _range(self) -> range:
        """The numbers of this part's situations."""
        own, parts = self.part
        return range(self.first + self.spots * (own - 1) // parts, self.first + self.spots * own // parts)

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self._range)

    @property
    def schema(self) -> pa.Schema:
        """The columns, as docs/datasets.md has them."""
        import pyarrow as pa

        def each(name: str, kind: Any, length: int, nullable: bool = False) -> Any:
            return pa.field(name, pa.list_(pa.field("element", kind, nullable=False), length), nullable=nullable)

        ranges = [each(name, pa.float32(), NUM_COMBOS) for name in ("range_oop", "range_ip")]
        values = [each(name, pa.float32(), NUM_COMBOS, nullable=True) for name in ("cfv_oop", "cfv_ip")]
        return pa.schema([
            pa.field("key", pa.string(), nullable=False),
            pa.field("error", pa.string()),
            pa.field("seed", pa.int64(), nullable=False),
            pa.field("index", pa.int64(), nullable=False),
            pa.field("board", pa.string(), nullable=False),
            each("cards", pa.uint8(), CARDS[self.street]),
            *self._source_fields(),
            pa.field("pot", pa.float64(), nullable=False),
            pa.field("stack", pa.float64(), nullable=False),
            pa.field("iterations", pa.int64()),
            pa.field("exploitability", pa.float64()),
            *ranges,
            *values,
        ])  # fmt: skip

    @property
    def _has_shares(self) -> bool:
        """True if situations are of several sources, which a column names."""
        return len(range_shares(self.ranges)) > 1

    def _source_fields(self) -> list[pa.Field]:
        import pyarrow as pa

        return [pa.field("ranges", pa.string(), nullable=False)] if self._has_shares else []

    def key(self, index: int) -> str:
        own = self.record()
        for name in ("spots", "first", "part", "rows_per_file"):  # they decide which rows there are, not what is in them
            del own[name]
        return record_digest([self.kind, own, self._range[index]])

    def network_fault(self) -> str | None:
        """The reason why no rows can be added: the package's network has changed; None if it has not."""
        return network_fault(self.network, 5)

    def row(self, index: int, folder: str) -> dict[str, Any]:
        situation = self.situation(index)
        solved = solve_situation(
            situation, until=self.until, iterations=self.iterations, variant=self.variant,
            bet_sizes=self.bet_sizes, raise_sizes=self.raise_sizes, hands=self.hands,
            values=self.values,
        )  # fmt: skip
        return self._drawn_columns(index, situation) | {
            "error": None,
            "cfv_oop": solved.values[0],
            "cfv_ip": solved.values[1],
            "iterations": solved.iterations,
            "exploitability": solved.exploitability,
        }

    def failed(self, index: int, error: str) -> dict[str, Any]:
        return self._drawn_columns(index, self.situation(index)) | {"error": error}

    def memory(self, index: int) -> int:
        """About how many bytes making row ``index`` takes."""
        if self.street == "river":
            return RIVER_BYTES
        game = game_of_situation(self.situation(index), bet_sizes=self.bet_sizes, raise_sizes=self.raise_sizes)
        return RIVER_BYTES + solving_size(game).bytes["single"]

    def situation(self, index: int) -> Situation:
        """The situation of row ``index``."""
        return random_situation(self.street, self.seed, self._range[index], self.ranges, self.pots)

    def _drawn_columns(self, index: int, situation: Situation) -> dict[str, Any]:
        source = {"ranges": source_of(self.seed, self._range[index], self.ranges)} if self._has_shares else {}
        return source | {
            "key": self.key(index),
            "seed": self.seed,
            "index": self._range[index],
            "board": situation.board_name,
            "cards": situation.board,
            "pot": situation.pot,
            "stack": situation.stack,
            "range_oop": situation.ranges[0],
            "range_ip": situation.ranges[1],
        }


def check_part(part: object) -> None:
    """ValueError unless it is a pair (I, N) of whole numbers, 1 <= I <= N."""
    pair = part if isinstance(part, tuple) and len(part) == 2 else (0, 0)
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in pair) or not 1 <= pair[0] <= pair[1]:
        raise ValueError(f"part={brief(part)}: must be two whole numbers, (1, 4) up to (4, 4)")
