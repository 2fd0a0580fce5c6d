"""Training runs as a work: one row a run, made anew anywhere from its number, to the same bits."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.training.metrics import measured_numbers
from pokerzoo.envs import Game
from pokerzoo.envs.registry import MAKERS, maker_of
from pokerzoo.evaluation.jobs.work import Record, Rows, Work, record_digest

from .training import Training

if TYPE_CHECKING:
    import pyarrow as pa


class RunsWork(Work):
    """Independent training runs."""

    kind = "runs"
    rows_per_file = 1

    def __init__(self, trainings: list[Training], seeds: list[int], looks: list[int]) -> None:
        self.trainings, self.seeds, self.looks = trainings, seeds, looks
        self.runs: list[tuple[Training, int | None]] = [(one, None) for one in trainings if not one.draws]
        self.runs += [(one, seed) for seed in seeds for one in trainings if one.draws]
        self.count = len(self.runs)
        self.modules = modules_of(one.game for one in trainings)

    @classmethod
    def from_record(cls, record: Record) -> RunsWork:
        try:
            trainings = [Training.from_dict(one) for one in record["trainings"]]
            return cls(trainings, [int(seed) for seed in record["seeds"]], [int(look) for look in record["looks"]])
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a record of training runs: {type(error).__name__}: {error}") from None

    def record(self) -> dict[str, Any]:
        return {"trainings": [one.to_dict() for one in self.trainings], "seeds": self.seeds, "looks": self.looks}

    @property
    def tables(self) -> dict[str, pa.Schema]:
        import pyarrow as pa

        numbers = [("exploitability_chips", pa.float64()), ("nash_conv_chips", pa.float64())]
        lists = [("gains_chips", pa.list_(pa.float64())), ("values_chips", pa.list_(pa.float64()))]
        point = pa.struct([("iteration", pa.int64()), ("nodes_touched", pa.int64()), *numbers, *lists])
        texts = ("key", "error", "game", "parameters", "trainer", "variant", "sampling", "chance", "options", "name")
        runs = pa.schema([
            *((name, pa.string()) for name in texts),
            *((name, pa.int64()) for name in ("index", "seed", "iterations", "nodes_touched")),
            *numbers, *lists, ("points", pa.list_(point)),
        ])  # fmt: skip
        return {"runs": runs}

    def key(self, index: int) -> str:
        training, seed = self.runs[index]
        record = training.to_dict()
        del record["name"]
        return record_digest([self.kind, record, seed, self.looks])

    def rows(self, index: int, folder: str) -> Rows:
        training, seed = self.runs[index]
        trainer = training.make(seed)
        points = []
        for look in self.looks:
            trainer.run(look - trainer.iteration)
            point = {"iteration": look, "nodes_touched": getattr(trainer, "nodes_touched", None)}
            points.append(point | measured_numbers(trainer.measure()))
        kind = {"variant": training.options.get("variant"), "sampling": trainer._sampling, "chance": trainer._chance}
        last = {name: value for name, value in points[-1].items() if name != "iteration"}
        done = {"error": None, "iterations": trainer.iteration, "points": points}
        return {"runs": [self.failed(index, "") | kind | last | done]}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        training, seed = self.runs[index]
        told = training.to_dict()
        texts = {name: json.dumps(told[name], sort_keys=True) for name in ("parameters", "options")}
        plain = {name: told[name] for name in ("game", "trainer", "name")}
        return {"key": self.key(index), "error": error, "index": index, "seed": seed} | texts | plain


def modules_of(games: Iterable[Game]) -> list[str]:
    """The user's modules that register these games: imported where rows are made."""
    names = {maker_of(game.name).__module__ for game in games if game.name in MAKERS}
    return sorted(name for name in names if name != "__main__" and not name.startswith("pokerzoo."))
