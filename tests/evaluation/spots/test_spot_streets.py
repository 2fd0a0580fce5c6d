"""Reports on turns and flops: against single histories, plain recursion, the solver's own evaluation and eval7."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from pokerzoo.agents import ResolvingPolicy, TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.drawing.figures import house_style
from pokerzoo.envs.poker.spot_lines import find_line, line_of
from pokerzoo.evaluation import expected_values
from pokerzoo.evaluation.pictures.next_cards import next_card_picture
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo.evaluation.spots.two_player_values import TwoPlayerValues
from pokerzoo_testing.packages import peer

TINY: dict[str, Any] = {
    "board": "2d2s2c3h",
    "pot": 10,
    "stack": 10,
    "bet_sizes": "a",
    "raise_sizes": "a",
    "rake_rate": 0.05,
    "rake_cap": 0.8,
}
TINY["ranges"] = ("AsAd,KsKc:0.5,QsJd", "KhKd,QsQc:0.7,AsKs:0.25")
TURN: dict[str, Any] = {"board": "QsJh2h8d", "pot": 100, "stack": 250, "bet_sizes": "60%", "raise_sizes": "60%", "raise_cap": 2}
TURN["ranges"] = ("88+,A9s+,KTs+,QJs,ATo+", "77+,A8s+,KTs+,QTs+,AJo+,JTs:0.5")
FLOP: dict[str, Any] = {"board": "Td9d6h", "pot": 20, "stack": 30, "bet_sizes": "a", "raise_sizes": "a"}
FLOP["ranges"] = ("QQ+,AKs,87s,TT:0.5,KQs", "JJ+,AQs,T9s,66,ATs-A8s,KJs,QJs")


def random_play(params: Any, seed: Any = 1) -> SpotReport:
    game = make_game("holdem", **params)
    table = game.infosets
    weights = np.random.default_rng(seed).random(table.size) ** 3 + 1e-3
    return SpotReport(game, TabularPolicy(game, weights / np.repeat(table.sums(weights), table.counts())))


@pytest.fixture(scope="module")
def tiny() -> SpotReport:
    return random_play(TINY)


@pytest.fixture(scope="module")
def turn() -> SpotReport:
    return random_play(TURN)


@pytest.fixture(scope="module")
def flop() -> SpotReport:
    return random_play(FLOP)


class PlainValues(TwoPlayerValues):
    """Value of a card by going on to every card, in double precision, without kernels for values."""

    def card_values(self, public: Any) -> Any:
        below = [self.values_from(public.deal(card))[:, 0] for card in self.cards_due(public)]
        return np.stack(below, axis=1) / self.unseen(len(self.dealt(public)))


def plainly(report: SpotReport) -> SpotReport:
    plain = SpotReport(report.game, report.policy)
    plain.values = PlainValues(report.game, report.policy)
    return plain


def walk(report: SpotReport) -> Any:
    """{(line, player, hand): [reach, net chips, wins]} by playing every deal to every end."""
    game = report.game
    sums: dict[Any, Any] = defaultdict(lambda: np.zeros(3))

    def visit(state: Any, reach: Any) -> Any:
        if state.is_terminal:
            strengths = [game.strength(hand, state.public.board) if len(state.public.board) == 5 else 0 for hand in state.hands]
            wins = (np.sign(strengths[0] - strengths[1]) + 1) / 2
            result = np.array([*state.returns(), wins, 1 - wins])
        else:
            chances = dict(state.chance_outcomes()) if state.is_chance else report.policy.action_probabilities(state)
            result = sum(p * visit(state.child(action), reach * p) for action, p in chances.items())
        if len(state.hands) == 2:
            for player, hand in enumerate(state.hands):
                own = result[[player, 2 + player]]
                sums[line_of(state.public), player, game.rules.deck.hand_names[hand]] += reach * np.array([1.0, *own])
        return result

    visit(game.initial_state(), 1.0)
    return sums


def test_every_ev_equals_a_walk_over_single_histories(tiny: SpotReport) -> None:
    sums = walk(tiny)
    lines = sorted({line for line, _, _ in sums})
    after_cards = [line for line in lines if "/3c" in line or "/Kd" in line]
    assert len(after_cards) >= 20
    for line in [line for line in lines if "/" not in line] + after_cards:
        node = tiny.at(line)
        for player in range(2):
            reach, net, wins = np.array([sums[line, player, hand] for hand in node.hands]).T
            assert node.share[player] * node.probability == pytest.approx(reach, abs=1e-12), line
            here = reach > 0
            assert node.net[player][here] == pytest.approx((net / np.where(here, reach, 1))[here], abs=1e-5), line
            if "b" in line and line.endswith("c") and "/" not in line:  # all-in: every run-out is a showdown
                assert node.equity[player][here] == pytest.approx((wins / np.where(here, reach, 1))[here], abs=1e-9), line
    assert tiny.at("b10c").public.card_due


@pytest.mark.parametrize("line", ["", "x", "b60", "xx", "xb60c", "xb60c/2c", "xx/As/b60", "xx/Ah/b60r250"])
def test_a_turn_equals_plain_recursion(turn: SpotReport, line: str) -> None:
    node, plain = turn.at(line), plainly(turn).at(line)
    for name in ("reach", "opponent_reach", "equity", "strategy"):
        np.testing.assert_array_equal(getattr(node, name), getattr(plain, name))
    np.testing.assert_allclose(node.net, plain.net, atol=1e-3)
    np.testing.assert_allclose(node.action_net, plain.action_net, atol=1e-3)
    assert np.isfinite(node.net).sum() > 100


def test_a_policy_on_rows_has_the_same_report(turn: SpotReport) -> None:
    rows = SpotPolicy.of(turn.policy)
    report = SpotReport(make_game("holdem", **TURN), rows)
    for line in ("xx", "xb60c/2c"):
        np.testing.assert_allclose(report.at(line).net, turn.at(line).net, atol=1e-3)
        np.testing.assert_allclose(report.at(line).strategy, turn.at(line).strategy, atol=1e-6)
    assert "probabilities" not in vars(rows)  # no array over all infosets was made


def test_a_policy_without_rivers_has_evs_on_the_river_only(turn: SpotReport) -> None:
    report = SpotReport(turn.game, ResolvingPolicy.of(turn.policy))
    before, river = report.at("xx"), report.at("xx/2c")
    assert np.isnan(before.mean_net).all() and before.mean_equity.sum() == pytest.approx(1.0)
    assert report.at("b60").action_net[0, before.hands.index("9d9c")] == pytest.approx(-50.0)  # a fold is worth what it is
    assert river.mean_net.sum() == pytest.approx(0.0, abs=1e-9) and np.isfinite(river.mean_net).all()
    cards = report.next_cards("xx")
    assert np.isnan(cards.net).all() and (cards.probability * cards.equity).sum(axis=1) == pytest.approx(before.mean_equity)
    assert "2c" in printed(cards)
    with house_style("a test"):
        assert len(next_card_picture(report, "b60c").axes) == 1 + len(cards.actions)


def test_values_are_those_of_the_solvers_evaluation(tiny: SpotReport, turn: SpotReport, flop: SpotReport) -> None:
    for report in (tiny, turn, flop):
        root = report.at()
        assert root.mean_net == pytest.approx(expected_values(report.game, report.policy), abs=1e-4)
        assert abs(root.mean_net[0]) > 0.01  # else there was nothing to compare


@pytest.mark.parametrize(("line", "card"), [("xx", "2d"), ("xx", "Th"), ("b30c", "7c")])
def test_a_flop_equals_plain_recursion_below_a_turn_card(flop: SpotReport, line: str, card: str) -> None:
    """The value of going on after a card is worked out on the way to the river, and anew by plain recursion from that card."""
    public = find_line(flop.game, f"{line}/{card}")
    due = find_line(flop.game, line)
    number = flop.values.cards_due(due).index(public.board[-1])
    own = flop.values.card_values(due)[:, number] * flop.values.unseen(0)
    held = flop.values.dealable
    plain = plainly(flop).values.values_from(public)[:, 0][held]
    np.testing.assert_allclose(own[held], plain, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(flop.values.values_from(public)[:, 0][held], plain, rtol=1e-5, atol=1e-4)
    assert np.abs(plain).max() > 1.0


@pytest.mark.parametrize(("line", "hand"), [("", "QdQc"), ("xx/Qh", "QdQc"), ("xx/Qh", "8h7h"), ("xx/Qh/b30c/2c", "TsTc")])
def test_equity_equals_eval7_on_every_run_out(flop: SpotReport, line: str, hand: str) -> None:
    eval7 = peer("eval7")
    node, cards = flop.at(line), {name: eval7.Card(name) for name in flop.game.rules.deck.names}
    table = [flop.game.rules.deck.names[card] for card in node.public.board]
    own = re.findall("..", hand)
    total = won = 0.0
    for other, weight in zip(node.hands, node.reach[1], strict=True):
        theirs = re.findall("..", other)
        if weight > 0 and not set(own) & set(theirs):
            left = [card for name, card in cards.items() if name not in {*own, *theirs, *table}]
            wins = []
            for run in combinations(left, 5 - len(table)):
                board = [*(cards[name] for name in table), *run]
                mine, yours = (eval7.evaluate([cards[name] for name in held] + board) for held in (own, theirs))
                wins.append((np.sign(mine - yours) + 1) / 2)
            won += weight * np.mean(wins)
            total += weight
    assert node.opponent_reach[0, node.hands.index(hand)] == pytest.approx(total)
    assert node.equity[0, node.hands.index(hand)] == pytest.approx(won / total, abs=1e-12)


def test_means_before_a_card_are_those_after_it(turn: SpotReport, flop: SpotReport) -> None:
    for report, line in ((turn, "xb60c"), (flop, "xx"), (flop, "b30c"), (flop, "xx/2c/xx"), (flop, "b30c/As")):
        node, cards = report.at(line), report.next_cards(line)
        assert node.player is None and node.tokens == () and node.card_due
        assert cards.probability.sum() == pytest.approx(1.0)
        assert (cards.probability * cards.equity).sum(axis=1) == pytest.approx(node.mean_equity, abs=1e-12)
        assert (cards.probability * cards.net).sum(axis=1) == pytest.approx(node.mean_net, abs=1e-9)
        assert cards.mean_net == pytest.approx(node.mean_net)
        assert cards.mean_equity == pytest.approx(node.mean_equity)
        for card in ("3h", "Ac", "7s"):
            after, number = report.at(f"{line}/{card}"), cards.cards.index(card)
            assert after.probability == pytest.approx(node.probability * cards.probability[number])
            assert after.mean_equity == pytest.approx(cards.equity[:, number], abs=1e-12)
            assert after.mean_net == pytest.approx(cards.net[:, number], abs=1e-4)
            assert (after.player, after.tokens) == (cards.player, cards.tokens)
            assert after.frequencies == pytest.approx(cards.frequencies[:, number])
        if cards.player is not None:
            assert cards.mean_frequencies.sum() == pytest.approx(1.0)


def test_cards_are_rarer_where_the_ranges_hold_them() -> None:
    """Two players with an ace each leave two aces in 44 cards; one who holds both black ones leaves no black ace."""
    game = make_game("holdem", board="2d2s2c3h", ranges=("AsKs,AcKc", "AhQh,AdQd"), pot=10, stack=10)
    cards = SpotReport(game, TabularPolicy.uniform(game)).next_cards("xx")
    chance = dict(zip(cards.cards, cards.probability.tolist(), strict=True))
    assert len(chance) == 48 and "2d" not in chance
    assert chance["5c"] == pytest.approx(1 / 44) and chance["As"] == chance["Qh"] == pytest.approx(0.5 / 44)
    held = make_game("holdem", board="2d2s2c3h", ranges=("AsKs", "QhQd"), pot=10, stack=10)
    cards = SpotReport(held, TabularPolicy.uniform(held)).next_cards("xx")
    number = cards.cards.index("As")
    assert cards.probability[number] == 0.0 and np.isnan(cards.equity[:, number]).all()
    assert SpotReport(held, TabularPolicy.uniform(held)).at("xx/As").probability == 0.0


def test_lines_in_every_form(turn: SpotReport) -> None:
    for line in ("xb60c/2c/x", "xb60c/2c|x", "x b60 c 2c x", "XB60C/2C/X", "xb60c2cx", "/x/b60/c/2c|x/"):
        node = turn.at(line)
        assert (node.line, node.public.history, node.player) == ("xb60c/2c/x", "xb60c/2c|x", 1)
    assert turn.at("xx").line == turn.at("xx/").line == "xx" and turn.at("xx/2c|").line == "xx/2c"
    assert repr(turn.at("xx")) == "<NodeReport 'xx': a card is due, pot 100>"
    assert all(turn.at(line).line == line for line in turn.lines)
    assert [node.line for node in turn.nodes("xx/2c", ends=False)][:3] == ["xx/2c", "xx/2c/x", "xx/2c/xb60"]


LINES_NOT_THERE = """
xx/Qs: the card Qs is on the board already; allowed: all but Qs Jh 2h 8d
xb60c/x: a card is due after 'xb60c', not 'x'; give one, as xb60c/2c
xx/1h: a card is due after 'xx', not '1h'; give one, as xx/2c
x/2c: no '2c' after 'x'; allowed: x, b60
xx/2c/q: no 'q' after 'xx/2c'; allowed: x, b60
xx/2c/xx/3c: the hand is over after 'xx/2c/xx'; nothing may follow, not '3c'
"""


@pytest.mark.parametrize("case", LINES_NOT_THERE.strip().splitlines())
def test_lines_that_are_not_there(turn: SpotReport, case: Any) -> None:
    line, message = case.split(": ", maxsplit=1)
    with pytest.raises(ValueError, match=re.escape(f"line={line!r}: {message}")):
        turn.at(line)


@pytest.mark.parametrize(("line", "message"), [("x", "no card is due after 'x'; allowed: x"), ("b60f", "the hand is over")])
def test_next_cards_where_none_is_due(turn: SpotReport, line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        turn.next_cards(line)


def test_next_cards_as_files_and_values(turn: SpotReport, tmp_path: Path) -> None:
    cards = turn.next_cards("xx")
    cards.to_csv(tmp_path / "cards.csv")
    with open(tmp_path / "cards.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(cards.table()) and len(rows) == len(cards.cards) == 48
    assert [float(row["equity OOP"]) for row in rows] == cards.equity[0].tolist()
    cards.to_parquet(tmp_path / "cards.parquet")
    assert pd.read_parquet(tmp_path / "cards.parquet").equals(cards.to_dataframe())
    result = cards.to_dict()
    json.dumps(result, allow_nan=False)
    assert result["cards"] == list(cards.cards) and [action["name"] for action in result["action_means"]] == list(cards.actions)
    assert [row[3] for row in result["frequencies"]] == cards.frequencies[:, 3].tolist()
    text = printed(cards)
    assert "xx, after a check and a check: each card that can come, pot 100" in text and text.count("\n2c ") == 1
    assert "-" in printed(turn.next_cards("xb60c"))


def printed(what: Any) -> str:
    file = io.StringIO()
    Console(width=120, file=file).print(what)
    return file.getvalue()
