"""Reports on games from the blinds on."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.evaluation import SpotReport, leaks, measure
from pokerzoo.evaluation.pictures import next_card_picture
from pokerzoo.evaluation.spots.node_steps import node_on_line


@pytest.fixture(scope="module")
def royal() -> PokerGame:
    return make_fhp(deck="royal", raise_cap=2)


@pytest.fixture(scope="module")
def report(royal: PokerGame) -> SpotReport:
    return SpotReport(royal, CFR(royal).run(20).average_policy())


def mean(report: SpotReport, lines: list[str]) -> np.ndarray:
    """EVs of nodes, weighted by how often they are reached."""
    nodes = [report.at(line) for line in lines]
    return np.asarray(sum(node.probability * node.mean_net for node in nodes))


@pytest.mark.check
def test_values_are_those_of_the_walk(royal: PokerGame, report: SpotReport) -> None:
    start = report.at()
    assert start.mean_net == pytest.approx(measure(royal, report.policy).values, abs=1e-3)
    assert start.player == 1 and start.probability == pytest.approx(1.0) and start.pot == 150.0
    assert mean(report, ["f", "c", "r"]) == pytest.approx(start.mean_net, abs=1e-6)
    limped = report.at("cx")
    result = sum(report.at(f"cx/{''.join(cards)}").probability for cards in flops(royal))
    assert result == pytest.approx(limped.probability)


def flops(game: PokerGame) -> list[tuple[str, ...]]:
    return [tuple(game.rules.deck.names[card] for card in cards) for cards in combinations(range(20), 3)]


@pytest.mark.long
def test_no_hand_draws_where_no_card_is_to_come(royal: PokerGame, report: SpotReport) -> None:
    """Two diamonds on a flop that is the last street are no draw; on the same flop of a spot they are."""
    node = report.at("cx/QdJhTd")
    assert not node.draws.any()
    spot = make_game("holdem", board="QdJhTd", ranges=("random", "AA"), pot=2, stack=2)
    diamonds = SpotReport(spot, "random").at()
    assert diamonds.draws[diamonds.hands.index("9d8d")] & 1


def test_equity_is_that_of_all_flops(royal: PokerGame, report: SpotReport) -> None:
    """Counted hand by hand: aces against all hands on all flops."""
    rules, aces = royal.rules, royal.rules.deck.hand_names.index("AsAh")
    won = pairs = 0.0
    for board in combinations(range(20), 3):
        strengths = np.array(royal.strengths(board))
        gone = np.isin(rules.deck.hand_cards, [*board, *rules.deck.hands[aces]]).any(axis=1)
        if not set(board) & set(rules.deck.hands[aces]):
            won += (strengths[aces] > strengths[~gone]).sum() + 0.5 * (strengths[aces] == strengths[~gone]).sum()
            pairs += (~gone).sum()
    assert report.at().equity[0, aces] == pytest.approx(won / pairs)


def test_flops_that_differ_by_more_than_suits(royal: PokerGame, report: SpotReport) -> None:
    cards = report.next_cards("cx")
    assert len(cards.cards) == 95 and sum(cards.counts) == 1140 and cards.probability.sum() == pytest.approx(1.0)
    assert cards.net @ cards.probability == pytest.approx(cards.mean_net, abs=1e-4)
    assert cards.equity @ cards.probability == pytest.approx(cards.mean_equity)
    for k in (0, 40, 94):
        node = report.at(f"cx/{cards.cards[k]}")
        assert node.mean_net == pytest.approx(cards.net[:, k], abs=1e-3)
        assert node.mean_equity == pytest.approx(cards.equity[:, k])
        assert node.frequencies == pytest.approx(cards.frequencies[:, k])
        assert cards.counts[k] * node.probability / report.at("cx").probability == pytest.approx(cards.probability[k])
    assert cards.table()["stands_for"] == list(cards.counts)
    with pytest.raises(ValueError, match="several cards come at once"):
        next_card_picture(report, "cx")


def test_lines(report: SpotReport) -> None:
    for line in ("cx/QsJhTd/x", "C X / jh Qs TD / x", "cx QsJhTd x"):
        assert report.at(line).line == "cx/QsJhTd/x"
    node = node_on_line(report, "cx/QsJhTd/xb")
    assert [step.card for step in node.steps if step.card] == ["QsJhTd"]
    assert node.board == ["Qs", "Jh", "Td"] and max(node.made) > 0
    assert set(report.at().made.tolist()) == {-1} and set(report.at().draws.tolist()) == {0}
    for line, message in (
        ("cx/Qs/x", "3 cards are due"),
        ("cx/QsQsTd", "comes twice"),
        ("cx/QsJh2d", "no card 2d in this game"),
        ("b", "no 'b' at the start; allowed: f, c, r"),
    ):
        with pytest.raises(ValueError, match=message):
            report.at(line)


def class_of(name: str) -> str:
    """The class of a hand: ``JTo`` of ``JcTd``."""
    same = "" if name[0] == name[2] else "s" if name[1] == name[3] else "o"
    return name[0] + name[2] + same


def test_leaks_are_listed_by_hand_class(royal: PokerGame, report: SpotReport) -> None:
    result = leaks(royal, report.policy)
    assert result.choices[0] == result.readable == "hand_class"
    rows = result.ranked(20)
    assert "" in {row.line for row in result.ranked(20, "hand_class")}
    assert len({class_of(str(row.hand)) for row in rows}) < len(rows)  # suits stand apart there
    for line in ("", "r", "cx/AsKhTd"):
        chips, summed = result.at(line), dict.fromkeys(map(class_of, royal.rules.deck.hand_names), 0.0)
        for name, own in zip(royal.rules.deck.hand_names, chips.tolist(), strict=True):
            summed[class_of(name)] += own
        on = result.on(line)
        told = {row.hand: row.chips for row in on.hand_classes}
        assert told == pytest.approx({name: summed[str(name)] for name in told})
        assert sum(told.values()) == pytest.approx(chips.sum())
        for row in result.ranked(20, "hand_class"):
            if row.line == line:
                assert row.chips == pytest.approx(summed[str(row.hand)])
                hand = next(name for name in royal.rules.deck.hand_names if class_of(name) == row.hand)
                if not line:  # suits are alike before the flop
                    assert row.policy == pytest.approx(report.policy[f"{hand}|"], abs=1e-4)


def test_leaks_before_the_flop_list_no_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 2.6 million boards of five cards."""

    def refuse(game: PokerGame) -> None:
        raise AssertionError("all boards")

    monkeypatch.setattr("pokerzoo.evaluation.spots.two_player_values.FullBoards", refuse)
    game = make_game("preflop_holdem", stack=10, raise_sizes="a")
    result = leaks(game, CFR(game).run(20).average_policy())
    (row,) = result.ranked(1, "hand_class")
    assert row.policy is not None and row.chips > 0
    assert sum(leak.chips for leak in result.ranked(None, "hand_class")) == pytest.approx(result.nash_conv, rel=1e-4)
    pair, suited = (result.on().hand_classes[k].weight or 0.0 for k in (0, 1))
    assert pair / suited == pytest.approx(6 / 4)


@pytest.mark.long
def test_some_flops_stand_for_all() -> None:
    """Values, next flops and leaks are those of the walk, which the plain twin checks."""
    game = make_game("fhp", flops="flops:5", raise_cap=2)
    solver = CFR(game).run(30)
    report, result = SpotReport(game, solver.average_policy()), solver.measure()
    start = report.at()
    np.testing.assert_allclose(start.mean_net, result.values, atol=2e-3)
    assert start.probability == pytest.approx(1.0)
    flops = report.next_cards("c x")
    assert sum(flops.counts) == 22_100 and len(flops.cards) == 5
    assert np.nansum(flops.probability) == pytest.approx(1.0)
    np.testing.assert_allclose((flops.net * flops.probability).sum(axis=1), flops.mean_net, atol=2e-3)
    nodes = [report.at(f"c x / {flop}") for flop in flops.cards]
    assert [node.mean_equity.sum() for node in nodes] == pytest.approx([1.0] * 5)
    np.testing.assert_allclose(np.array([node.mean_net for node in nodes]).T, flops.net, atol=2e-3)
    weight = np.array(flops.counts) / 22_100
    assert np.abs(flops.probability - weight).max() < 0.1 < weight.max()
    costs = leaks(game, solver.average_policy())
    assert sum(one.chips for one in costs.ranked(None, "line")) == pytest.approx(result.nash_conv, rel=1e-3)
