"""Runs on Ray are the runs of local processes, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import Training, training_runs
from pokerzoo.evaluation.runs.runs_work import RunsWork
from pokerzoo.evaluation.runs.training import look_iterations
from pokerzoo.evaluation.sweeps.folder import Folder

pytest.importorskip("ray")


@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray", "ignore::FutureWarning:ray", "ignore::ResourceWarning")
def test_runs_on_ray(tmp_path: Path) -> None:
    trainings = [Training(make_game("kuhn"), options={"sampling": sampling}) for sampling in ("external", "outcome")]
    runs = training_runs(trainings, tmp_path / "ray", 2, iterations=50, ray=True)
    assert (len(runs), runs.failed, runs.missing) == (4, 0, 0)
    here = Folder.make(tmp_path / "here", RunsWork(trainings, [0, 1], look_iterations(50)))
    for index, path in enumerate(runs.files):
        here.write(index, [here.work.row(index, "")])
        assert here.part(index).read_bytes() == path.read_bytes()
