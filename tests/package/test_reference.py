"""The reference results: up to date, and what linear programs, the literature, CFR and OpenSpiel say."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import list_games, make_game
from pokerzoo.evaluation import load_reference
from pokerzoo_testing import ROOT
from pokerzoo_testing.documents import parse_blocks, run_blocks
from pokerzoo_testing.programs import load_program
from pokerzoo_testing.reference_games import GameReference
from pokerzoo_testing.reference_settings import SETTINGS, ReferenceSetting

try:
    import pyspiel
except ImportError:
    pyspiel = None

reference: Any = load_program(ROOT / "docs" / "make_reference.py")
as_json, json_value = reference.as_json, reference.json_value
list_differences, main, reference_results = reference.list_differences, reference.main, reference.reference_results
KNOWN = load_reference()
ENTRIES = KNOWN["entries"]
CHEAP = [key for key in SETTINGS if key != "holdem full"]
OPENSPIEL = {
    "kuhn": ("kuhn_poker", {"players": 2}),
    "kuhn num_players=3": ("kuhn_poker", {"players": 3}),
    "kuhn num_players=4": ("kuhn_poker", {"players": 4}),
    "leduc": ("leduc_poker", {"players": 2}),
}


WITHOUT_ENTRY = {"texas_holdem", "fhp", "preflop_holdem", "push_fold"}
"""Whole hands are not solved, and games from the blinds on have their figures in docs/howto/before_the_flop.md."""


def test_every_registered_game_has_an_entry_with_its_defaults() -> None:
    assert list(ENTRIES) == list(SETTINGS)
    games = [make_game(row["game"], **row["params"]) for row in ENTRIES.values()]
    assert games == [make_game(setting.name, **setting.params) for setting in SETTINGS.values()]
    solved = [name for name in list_games() if name not in WITHOUT_ENTRY]
    assert all(make_game(name) in games for name in solved)


def test_the_file_is_as_it_is_written() -> None:
    written = (ROOT / "evaluation" / "reference.json").read_text(encoding="utf-8")
    assert files("pokerzoo.evaluation").joinpath("reference.json").read_text(encoding="utf-8") == written == as_json(KNOWN)


@pytest.mark.check
def test_the_page_has_every_game_and_its_code_runs(tmp_path: Path) -> None:
    page = load_program(ROOT / "docs" / "reference_page.py").as_markdown(KNOWN)
    assert all(page.count(f"| `{key}` |") >= 3 for key in SETTINGS)
    assert run_blocks(parse_blocks(page), tmp_path) == ["python"]


def test_the_header_is_up_to_date() -> None:
    assert {key: value for key, value in KNOWN.items() if key != "entries"} == {
        key: value for key, value in reference_results([]).items() if key != "entries"
    }


@pytest.mark.check
@pytest.mark.parametrize("key", CHEAP)
def test_cheap_entries_are_up_to_date(key: str) -> None:
    assert list_differences(ENTRIES[key], json_value(reference_results([key])["entries"][key])) == []


@pytest.mark.long
def test_everything_is_up_to_date_and_comes_out_alike_twice() -> None:
    once, twice = (as_json(reference_results()) for _ in range(2))
    assert once == twice
    assert list_differences(KNOWN, json.loads(once)) == []


@pytest.mark.parametrize(
    ("key", "value", "accuracy"),
    [
        ("kuhn", Fraction(-1, 18), 1e-11),  # Kuhn 1950
        ("bet_raise", Fraction(-2, 45), 1e-11),  # the tutorial's -4/45, in net chips
        ("leduc", -0.0856064240780, 1e-11),
        ("leduc suit_isomorphism", -0.0856064240780, 1e-11),
        ("rps", 0, 1e-11),
        ("rps 2x2", Fraction(1, 7), 1e-11),
        ("holdem", -1.225674434, 1e-9),
        ("bet_fold num_players=2", 0, 1e-11),
    ],
)
def test_values_of_the_literature(key: str, value: Fraction | float, accuracy: float) -> None:
    assert ENTRIES[key]["value"]["value"] == pytest.approx(float(value), abs=accuracy)
    assert float(Fraction(ENTRIES[key]["value"]["published"])) == pytest.approx(float(value), abs=accuracy)


@pytest.mark.parametrize(
    ("key", "infosets", "terminals"),
    [
        ("holdem full", [10 * 1081] * 2, 1081 * 990 * 37),  # 47 x 46 / 2 hands, 45 x 44 / 2 for the other; 37 ends
        ("bet_fold", [101] * 5, 101 * 100 * 99 * 98 * 97 * 2**5),
    ],
)
def test_counts_by_hand(key: str, infosets: list[int], terminals: int) -> None:
    assert ENTRIES[key]["counts"]["infosets"] == infosets
    assert ENTRIES[key]["counts"]["terminals"] == terminals


def test_the_value_of_the_full_river() -> None:
    """Other iterations of another variant, in float32, come to the same."""
    result = ENTRIES["holdem full"]["value"]
    game = make_game("holdem", **ENTRIES["holdem full"]["params"])
    solver = CFR(game, "cfr+").run(500)
    best = solver.measure().best_response_values
    assert -best[1] - 1e-3 <= result["low"] <= result["high"] <= best[0] + 1e-3
    assert best.sum() < 0.5
    assert result["high"] - result["low"] <= 2 * result["tolerance"] + 1e-9 < 1e-3


# OpenSpiel

needs_openspiel = pytest.mark.skipif(pyspiel is None, reason="OpenSpiel is not installed")


def openspiel_walk(game: Any, visit: Callable[[Any], None]) -> None:
    stack = [game.new_initial_state()]
    while stack:
        state = stack.pop()
        visit(state)
        if not state.is_terminal():
            stack += [state.child(action) for action in state.legal_actions()]


@pytest.mark.check
@needs_openspiel
@pytest.mark.parametrize("key", OPENSPIEL)
def test_counts_against_openspiel(key: str) -> None:
    game = pyspiel.load_game(*OPENSPIEL[key])
    result = dict.fromkeys(("histories", "chance_nodes", "decision_nodes", "terminals"), 0)
    infosets: list[set[str]] = [set() for _ in range(game.num_players())]
    sequences = [1] * game.num_players()

    def visit(state: Any) -> None:
        kind = "terminals" if state.is_terminal() else "chance_nodes" if state.is_chance_node() else "decision_nodes"
        result["histories"] += 1
        result[kind] += 1
        if kind == "decision_nodes":
            player, name = state.current_player(), state.information_state_string()
            sequences[player] += 0 if name in infosets[player] else len(state.legal_actions())
            infosets[player].add(name)

    openspiel_walk(game, visit)
    counts = ENTRIES[key]["counts"]
    assert {kind: counts[kind] for kind in result} == result
    assert counts["infosets"] == [len(keys) for keys in infosets]
    assert counts["sequences"] == sequences


# The program


def test_two_ways_that_disagree_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    look = GameReference.exact_look

    def wrong(self: GameReference, probabilities: Any) -> Any:
        (values, best), how = look(self, probabilities)
        return (values, best + np.array([1e-6, 0.0])), how

    monkeypatch.setattr(GameReference, "exact_look", wrong)
    with pytest.raises(RuntimeError, match="the best response to uniform is .* in one way, .* in another"):
        reference_results(["kuhn"])


def test_a_published_value_that_is_wrong_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = ReferenceSetting("kuhn", {}, "", "-1/17", "a misprint")
    monkeypatch.setitem(SETTINGS, "kuhn", setting)
    with pytest.raises(RuntimeError, match="the value is -0.0555"):
        reference_results(["kuhn"])
