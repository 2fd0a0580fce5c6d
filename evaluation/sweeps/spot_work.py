"""A sweep over spots: a base spot, what varies, how each is solved, and its row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .work import Record, digest

if TYPE_CHECKING:
    import pyarrow as pa


class SpotWork:
    """Spots of hold'em on many boards. See ``Work``.

    Attributes:
        kind: "sweep".
        base: parameters of ``make_game("holdem", ...)`` that all spots share.
        boards: the boards, each with its weight.
        until: exploitability at which a spot is solved, as ``Trainer.run`` takes it.
        iterations: the most iterations.
    """

    kind = "sweep"

    def __init__(self, base: Record, boards: list[tuple[str, int]], until: str = "0.5%", iterations: int = 1000) -> None:
        self.base = dict(base)
        self.boards = boards
        self.until = until
        self.iterations = iterations
        self.count = len(boards)
        self.rows_per_file = 16

    @classmethod
    def from_record(cls, record: Record) -> SpotWork:
        boards = [(str(board), int(weight)) for board, weight in record["boards"]]
        return cls(record["base"], boards, record["until"], record["iterations"])

    def record(self) -> dict[str, Any]:
        return {"base": self.base, "boards": self.boards, "until": self.until, "iterations": self.iterations}

    @property
    def schema(self) -> pa.Schema:
        import pyarrow as pa

        texts = [pa.field(name, pa.string()) for name in ("key", "error", "board")]
        numbers = [pa.field(name, pa.int64()) for name in ("index", "weight", "iterations")]
        results = [pa.field(name, pa.float64()) for name in ("exploitability", "ev_oop", "ev_ip", "equity_oop", "equity_ip")]
        return pa.schema([*texts, *numbers, *results])

    def key(self, index: int) -> str:
        return digest([self.kind, self.base, self.boards[index][0], self.until, self.iterations])

    def row(self, index: int, folder: str) -> dict[str, Any]:
        from pokerzoo.agents import CFR
        from pokerzoo.envs import make_game
        from pokerzoo.evaluation.reports.spot_report import SpotReport

        params: Any = self.base | {"board": self.boards[index][0]}
        game: Any = make_game("holdem", **params)
        solver = CFR(game, "dcfr", threads=1)
        solver.run(self.iterations, until=self.until)
        root = SpotReport(game, solver.average_policy()).at()
        (ev_oop, ev_ip), (equity_oop, equity_ip) = root.mean_ev.tolist(), root.mean_equity.tolist()
        return self.failed(index, "") | {
            "error": None,
            "iterations": solver.iteration,
            "exploitability": solver.measure().exploitability,
            "ev_oop": ev_oop,
            "ev_ip": ev_ip,
            "equity_oop": equity_oop,
            "equity_ip": equity_ip,
        }

    def failed(self, index: int, error: str) -> dict[str, Any]:
        board, weight = self.boards[index]
        return {"key": self.key(index), "error": error, "board": board, "index": index, "weight": weight}
