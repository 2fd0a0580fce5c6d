"""OpenSpiel's learners, as far as can be told without torch and JAX; `make test-peers` runs them."""

from __future__ import annotations

import re

import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import Entrant
from pokerzoo.evaluation.benchmark.search import drawn_configurations
from pokerzoo_testing import ROOT

FOLDER = ROOT / "benchmarks" / "learners"
PAGE = (ROOT / "docs" / "rl_benchmark.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["openspiel_ppo", "openspiel_nfsp", "openspiel_rnad"])
def test_the_benchmark_finds_each_and_can_tune_it(name: str) -> None:
    entrant = Entrant(str(FOLDER / f"{name}.py"))
    assert entrant.name == name
    assert f"| `{name}` |" in PAGE
    drawn = [one.options for one in drawn_configurations(entrant, 4)]
    assert drawn[0] == {}
    assert len({str(options) for options in drawn}) == 4


@pytest.mark.parametrize("name", ["openspiel_ppo", "openspiel_rnad"])
def test_wrong_settings_are_refused(name: str) -> None:
    make = Entrant(str(FOLDER / f"{name}.py")).source.load()
    with pytest.raises(ValueError, match=r"settings='best': allowed: \w+, \w+$"):
        make(make_game("kuhn"), 0, settings="best")


def test_the_page_tells_the_versions_that_are_installed() -> None:
    names = {
        "open_spiel": "OpenSpiel",
        "jax": "JAX",
        "torch": "torch",
        "dm-haiku": "dm-haiku",
        "optax": "optax",
        "chex": "chex",
    }
    for file, rows in (("openspiel.txt", ["ppo", "nfsp"]), ("openspiel_rnad.txt", ["rnad"])):
        pins = dict(re.findall(r"^([\w-]+)==([\d.]+)$", (FOLDER / file).read_text(encoding="utf-8"), flags=re.MULTILINE))
        for row in rows:
            (line,) = re.findall(rf"^\| `openspiel_{row}` \| OpenSpiel .*$", PAGE, flags=re.MULTILINE)
            for package in set(pins) & set(names):
                assert f"{names[package]} {pins[package]}" in line, (row, package)
