"""Hold'em spots with cards to come: sizes by street, cards that run out, chance, rake, removed lines, other boards."""

from __future__ import annotations

import json
import pickle
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.support.parameters import as_tuples
from pokerzoo_testing.cases import line_at as at

FEW = {"ranges": ("AsAh,KsKd", "QsQc,AcKc"), "pot": 20, "stack": 60}
PURE: dict[str, Any] = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}
TURN, FLOP = "Td9d6h5c", "Td9d6h"


def spot(board: str = TURN, **params: Any) -> Any:
    """A spot of few hands."""
    return make_game("holdem", board=board, **(FEW | params))


# Sizes by street.


def test_each_street_and_player_has_sizes_of_its_own() -> None:
    game = spot(
        bet_sizes={"turn": "50%", "river": ("25%", "75%,100%")},
        raise_sizes={"river": "20c", "turn": ("3x", "")},
        **PURE,
    )
    assert at(game, "").tokens == ("x", "b10")
    assert at(game, "b10").tokens == ("f", "c")  # the second player does not raise on the turn
    assert at(game, "x b10").tokens == ("f", "c", "r30")
    assert at(game, "x x").tokens == ("x", "b5")
    assert at(game, "x x x").tokens == ("x", "b15", "b20")
    assert at(game, "b10 c b10").tokens == ("f", "c", "r30")


def test_sizes_by_street_come_back_from_json_pickles_and_policy_files(tmp_path: Path) -> None:
    game = spot(bet_sizes={"river": ("25%", "a"), "turn": "50%"}, donk_sizes={"river": "30%"}, raise_sizes="a")
    assert game.params["bet_sizes"] == {"turn": "50%", "river": ("25%", "a")}
    assert game.params["donk_sizes"] == "30%"
    assert "bet_sizes={'turn': '50%', 'river': ('25%', 'a')}" in str(game)
    assert make_game("holdem", **as_tuples(json.loads(json.dumps(game.params)))) == game
    assert make_game("holdem", **game.params) == game == pickle.loads(pickle.dumps(game))
    TabularPolicy.uniform(game).save(tmp_path / "turn.npz")
    assert TabularPolicy.load(tmp_path / "turn.npz").game == game


# Cards.


def test_all_in_before_the_river_runs_the_cards_out() -> None:
    game = spot(FLOP, bet_sizes="a", rake_rate=0.05, rake_cap=3)
    state = game.initial_state()
    for hand in ("AsAh", "QsQc"):
        state = state.child(game.rules.deck.hand_names.index(hand))
    state = state.child(state.legal_actions()[-1]).child(1)
    assert state.is_chance and len(state.chance_outcomes()) == 45
    state = state.child(CARD_NAMES.index("2h"))
    assert state.is_chance and len(state.chance_outcomes()) == 44
    # 70 each, half of the pot of 20 included; 5% of 140 are 7, of which 3 are taken.
    assert state.child(CARD_NAMES.index("2c")).returns() == (67.0, -70.0)
    assert state.child(CARD_NAMES.index("Qh")).returns() == (-70.0, 67.0)
    assert state.child(CARD_NAMES.index("2c")).public.history == "b60c/2h|/2c|"


# Removed lines and locks.


def test_a_line_is_removed_on_every_card() -> None:
    whole = spot(removed=())
    game = spot(removed=["x b10 c / x b20", "B10R30"])
    assert game.params["removed"] == ("b10r30", "xb10cxb20")
    assert game == spot(removed=("xb10c/xb20", "b10r30"))
    assert at(whole, "x b10 c x").tokens == ("x", "b20", "b50")
    assert at(game, "x b10 c x").tokens == ("x", "b50")
    assert game.infosets.find("xb10c/2h|xb20") is None and game.infosets.find("xb10c/2h|xb50") is not None


@pytest.mark.parametrize("line", ["xb10c/2h|xb20", "xb10c/2h/xb20r50", "b10 r30", "b10r30c/2h/x"])
def test_a_lock_on_a_line_that_is_removed_says_so(line: str) -> None:
    game = spot(removed=["xb10c/xb20", "b10r30"], raise_sizes="50%,a")
    wanted = r"is not played in this game: removed has '(xb10cxb20|b10r30)'"
    with pytest.raises(ValueError, match=f"^line='{line.replace('|', '.')}': {wanted}"):
        lock_node(game, line, {"fold": 1.0})
    with pytest.raises(ValueError, match=rf"^locks\['AsAh.{line.replace('|', '.')}'\]: {wanted}"):
        CFR(game, locks={f"AsAh|{line}": {"fold": 1.0}})


def test_lines_with_cards_are_read_in_several_spellings() -> None:
    game = spot()
    keys = [set(lock_node(game, line, {"check": 1.0})) for line in ("xx/2h|x", "xx/2h/x", "X X / 2H / X")]
    assert keys[0] == keys[1] == keys[2] == {"QsQc|xx/2h|x", "AcKc|xx/2h|x"}


# Bad input.


def test_streets_follow_from_the_board() -> None:
    names = [spot(board).environment for board in (FLOP, TURN, "Td9d6h5c2s")]
    assert names == ["holdem_flop", "holdem_turn", "holdem_river"]
    assert all(len(a.rules.betting.rounds) == len(b.rules.betting.rounds) + 1 for a, b in pairwise([spot(FLOP), spot(TURN)]))


# Deals of ranges with weights.

BOARD = "AhJs7c7d2h"
# AsKs comes up in both ranges; AhKh is on the board; QQ and JhJd have weights.
RANGES = ("AsKs,QQ:0.5,AdKd", "AKs,JhJd:0.25,QsQh")
WEIGHTS: tuple[dict[str, float], dict[str, float]] = (
    {"AsKs": 1.0, "AdKd": 1.0} | {f"Q{a}Q{b}": 0.5 for a, b in combinations("shdc", 2)},
    {"AsKs": 1.0, "AdKd": 1.0, "AcKc": 1.0, "JhJd": 0.25, "QsQh": 1.0},
)


def brute_force() -> dict[tuple[frozenset[str], frozenset[str]], float]:
    """The probability of each deal: proportional to the product of the weights, where no card occurs twice."""
    joint = {}
    for first, weight in WEIGHTS[0].items():
        for second, other in WEIGHTS[1].items():
            cards = [text[i : i + 2] for text in (first, second, BOARD) for i in range(0, len(text), 2)]
            if len(set(cards)) == len(cards):
                joint[frozenset(cards[:2]), frozenset(cards[2:4])] = weight * other
    total = sum(joint.values())
    return {deal: weight / total for deal, weight in joint.items()}


def dealt(state: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Both hands as sets of cards."""
    rules = make_game("holdem", board=BOARD, ranges=RANGES).rules  # type: ignore[attr-defined]
    first, second = (frozenset(CARD_NAMES[card] for card in rules.deck.hands[hand]) for hand in state.hands)
    return first, second


def test_chance_deals_each_pair_with_the_probability_of_brute_force() -> None:
    exact = {}
    root = make_game("holdem", board=BOARD, ranges=RANGES).initial_state()
    for first, p in root.chance_outcomes():
        for second, q in root.child(first).chance_outcomes():
            exact[dealt(root.child(first).child(second))] = p * q
    assert exact == pytest.approx(brute_force(), abs=1e-15)


SPOT: dict[str, Any] = {"pot": 60, "stack": 150, "bet_sizes": "33%,a", "raise_sizes": "60%", "removed": ("b20r80",)}
SMALL, WIDE = ("QQ+,AKs", "JJ+,AK"), ("22+,A2s+,KTs+,AJo+", "22+,A8s+,K9s+,ATo+")


@pytest.mark.parametrize(
    ("ranges", "first", "then", "iterations"),
    [
        (SMALL, "QsJh2h8d3c", ["AsKh2h8d3c", "QsQhQdAcAd"], 30),
        (WIDE, "QsJh2h8d3c", ["AsKh2h8d3c", "2s2h2d2cAs"], 30),
        (SMALL, "QsJh2h8d", ["AsKh2h8d"], 10),
        (WIDE, "QsJh2h8d", ["AsKs2s8s"], 3),
    ],
)
def test_it_equals_the_game_made_from_its_parameters(ranges: Any, first: str, then: list[str], iterations: int) -> None:
    start: Any = make_game("holdem", board=first, ranges=ranges, **SPOT)
    for board in [*then, first]:
        game, direct = start.on_board(board), make_holdem(board=board, ranges=ranges, **SPOT)
        assert game == direct and game.params == direct.params and game.size == direct.size
        assert game.rules == direct.rules and game.ranges == direct.ranges
        assert [line.text for line in game.rules.betting.lines] == [line.text for line in direct.rules.betting.lines]
        assert game.rules.betting is start.rules.betting
        assert game.infosets[-1].key == direct.infosets[-1].key and len(game.infosets) == len(direct.infosets)
        solvers = [CFR(spot, "dcfr", threads=1) for spot in (game, direct)]
        for solver in solvers:
            solver.run(iterations)
        policy, other = (solver.average_policy() for solver in solvers)
        assert np.array_equal(policy.probabilities, other.probabilities)
        assert solvers[0].measure().exploitability == solvers[1].measure().exploitability
        assert pickle.loads(pickle.dumps(game)) == direct
        start = game.on_board(first)  # also of one that was made so


def test_a_board_that_cannot_be_is_refused() -> None:
    game: Any = make_game("holdem", ranges=("AA", "KK"), board="QsJh2h8d3c")
    with pytest.raises(ValueError, match="has 4 cards, must have 5"):
        game.on_board("QsJh2h8d")
    with pytest.raises(ValueError, match=r"ranges\[0\]='AA': the board As Ah Ad Ac 2c leaves no hand of it"):
        game.on_board("AsAhAdAc2c")
    same: Any = make_game("holdem", ranges=("AA", "AA"), board="QsJh2h8d3c")
    with pytest.raises(
        ValueError,
        match=r"ranges=\('AA', 'AA'\): no hand of one can be dealt together with a hand of the other on As Kh Kd 2c 3c",
    ):
        same.on_board("AsKhKd2c3c")
