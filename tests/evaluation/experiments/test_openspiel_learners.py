"""OpenSpiel's learners, as far as can be told without torch and JAX; `make nightly PARTS=peers` runs them."""

from __future__ import annotations

import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import Entrant
from pokerzoo_testing import ROOT

FOLDER = ROOT / "benchmarks" / "learners"


@pytest.mark.parametrize("name", ["openspiel_ppo", "openspiel_nfsp", "openspiel_rnad"])
def test_the_benchmark_finds_each(name: str) -> None:
    entrant = Entrant(str(FOLDER / f"{name}.py"))
    assert entrant.name == name and entrant.known is None


@pytest.mark.parametrize("name", ["openspiel_ppo", "openspiel_rnad"])
def test_wrong_settings_are_refused(name: str) -> None:
    learner = Entrant(str(FOLDER / f"{name}.py"), options={"settings": "best"})
    with pytest.raises(ValueError, match=r"settings='best': allowed: \w+, \w+$"):
        learner.make(make_game("kuhn"), 0)
