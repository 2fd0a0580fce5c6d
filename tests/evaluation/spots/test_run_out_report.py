"""Reports on games in which all cards that are left come without betting."""

from __future__ import annotations

from io import StringIO
from itertools import combinations

import numpy as np
import pytest
from rich.console import Console

from pokerzoo.agents import CFR
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled.forms import form_evaluator
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.evaluation import SpotReport, measure
from pokerzoo.evaluation.spots.node_steps import node_on_line
from pokerzoo.evaluation.spots.spot_tables import render_node
from pokerzoo_testing.short_holdem import short_game


@pytest.fixture(scope="module", params=[0, 1], ids=["before the flop", "to the flop"])
def report(request: pytest.FixtureRequest) -> SpotReport:
    game = short_game(request.param, stack=4.0)
    return SpotReport(game, CFR(game, "cfr+").run(10).average_policy())


@pytest.fixture(scope="module")
def preflop() -> SpotReport:
    game = make_game("preflop_holdem", stack=20, raise_sizes="2.5x,a", rake_rate=0.05)
    return SpotReport(game, CFR(game).run(20).average_policy())


def brute_equity(game: PokerGame, board: tuple[int, ...], hand: int, weights: np.ndarray) -> float:
    """Equity of a hand against weighted hands, counted board by board."""
    cards, won, pairs = game.rules.deck.hand_cards, 0.0, 0.0
    left = [card for card in range(len(game.rules.deck.names)) if card not in (*board, *game.rules.deck.hands[hand])]
    for more in combinations(left, 5 - len(board)):
        strengths = np.array(game.strengths((*board, *more)))
        there = weights * ~np.isin(cards, [*board, *more, *game.rules.deck.hands[hand]]).any(axis=1)
        won += there @ (strengths[hand] > strengths) + 0.5 * there @ (strengths[hand] == strengths)
        pairs += there.sum()
    return float(won / pairs)


def test_values_are_those_of_the_walk_over_all_cards(report: SpotReport) -> None:
    """The other way: every run-out walked, in the street engine, without matrices."""
    walked = compile_street_tree(report.game, settled=False)
    values, _ = form_evaluator(walked, threads=1).evaluate_policy(report.policy.probabilities)
    start = report.at()
    assert start.mean_net == pytest.approx(values, abs=1e-5)
    after = [report.at(token) for token in start.tokens]
    assert sum(node.probability * node.mean_net for node in after) == pytest.approx(start.mean_net, abs=1e-6)


def test_equity_is_counted_over_all_boards(report: SpotReport) -> None:
    game, node = report.game, report.at("c")
    for name, player in (("AsAh", 0), ("KdJc", 1), ("JsJh", 1)):
        hand = game.rules.deck.hand_names.index(name)
        assert node.equity[player, hand] == pytest.approx(brute_equity(game, (), hand, node.reach[1 - player]))


def test_equity_on_a_flop_is_counted_over_its_run_outs(report: SpotReport) -> None:
    game = report.game
    if game.rules.betting.deals_with_betting == 0:
        with pytest.raises(ValueError, match="the other cards come without betting after 'cx'; nothing may follow"):
            report.at("cx/QsJhKd")
        return
    for flop in ("AhQdQc", "KsQhJd", "QsJsJh"):  # two of them stand for others: suits are exchanged on the way
        node = report.at(f"cx/{flop}/xx")
        board = tuple(game.rules.deck.names.index(flop[k : k + 2]) for k in (0, 2, 4))
        held = np.flatnonzero(~np.isin(game.rules.deck.hand_cards, board).any(axis=1))
        for hand in held[::29].tolist():
            for player in range(2):
                equity = brute_equity(game, board, hand, node.reach[1 - player])
                assert node.equity[player, hand] == pytest.approx(equity)
                assert node.net[player, hand] == pytest.approx(equity * node.pot - node.pot / 2)
        assert node.over and not node.card_due and node.ended == "the other cards come without betting"


def test_flops_and_all_in(report: SpotReport) -> None:
    """Values of flops have the mean of the value before them, with betting to come and all-in."""
    game = report.game
    for line in ("cx", "crc"):
        if game.rules.betting.deals_with_betting == 0:
            with pytest.raises(ValueError, match="no card is due after .*; all cards come without betting"):
                report.next_cards(line)
            continue
        cards = report.next_cards(line)
        assert cards.probability.sum() == pytest.approx(1.0)
        assert cards.equity @ cards.probability == pytest.approx(cards.mean_equity)
        assert cards.net @ cards.probability == pytest.approx(cards.mean_net, abs=1e-5)
        node = report.at(f"{line}/{cards.cards[3]}")
        assert node.mean_net == pytest.approx(cards.net[:, 3], abs=1e-4)
        assert node.mean_equity == pytest.approx(cards.equity[:, 3])


def test_known_equities(preflop: SpotReport) -> None:
    """Against all hands: aces 85.2%, 7-2 offsuit 34.6%, as tables of hold'em have them."""
    node = preflop.at()
    equities = {name: node.equity[1, node.hands.index(name)] for name in ("AsAh", "7h2c", "KsKh")}
    assert equities == pytest.approx({"AsAh": 0.852, "7h2c": 0.346, "KsKh": 0.824}, abs=5e-4)


def test_values_are_measured_and_raked(preflop: SpotReport) -> None:
    start = preflop.at()
    assert start.mean_net == pytest.approx(measure(preflop.game, preflop.policy).values, abs=1e-5)
    assert start.mean_net.sum() < -1e-3  # the rake is taken of pots that see the flop
    called = preflop.at("r20c")
    assert called.mean_net == pytest.approx((called.mean_equity * 0.95 * 40) - 20)
    assert preflop.at("r2.5f").mean_net.tolist() == pytest.approx([-1.0, 1.0])


def test_lines_end_where_no_player_acts(preflop: SpotReport) -> None:
    assert "cx" in preflop.lines and not any("/" in line for line in preflop.lines)
    node = node_on_line(preflop, "r2.5c")
    assert [step.kind for step in node.steps] == ["decision", "decision", "end"] and node.over
    assert [one.player for one in node.players] == ["BB", "SB"] and node.stacks == [17.5, 17.5]
    out = Console(width=100, record=True, file=StringIO())
    out.print(render_node(node))
    told = out.export_text()
    assert "the other cards come without betting" in told and "pot share" not in told and "card is due" not in told
