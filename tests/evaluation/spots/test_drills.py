"""Drills: how often questions come, what they are about, and what an answer loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import product

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.decision_values import tree_decisions
from pokerzoo.evaluation.spots.drills import (
    DrillFilter,
    DrillSpot,
    ask_question,
    draw_question,
    judge_answer,
    streets_with_bets,
)
from pokerzoo.evaluation.spots.verdicts import INACCURACY, MISTAKE, error_of_losses, verdict_of

RIVER = {"board": "QsJh2h8d3c", "ranges": ("QQ+,AKs,T9s", "JJ+,AK"), "pot": 50, "stack": 100, "bet_sizes": "50%,a"}


@pytest.fixture(scope="module")
def report() -> SpotReport:
    game = make_game("holdem", **RIVER)
    return SpotReport(game, CFR(game, "dcfr").run(40).average_policy())


@pytest.fixture(scope="module")
def turn() -> SpotReport:
    game = make_game("holdem", **RIVER | {"board": "QsJh2h8d", "bet_sizes": "50%"})
    return SpotReport(game, "random")


def set_of(*reports: SpotReport, weights: tuple[float, ...] = (1.0, 1.0)) -> list[DrillSpot]:
    return [
        DrillSpot(f"spot {k}", weight, lambda one=one: nullcontext(one))  # type: ignore[misc]
        for k, (one, weight) in enumerate(zip(reports, weights, strict=False))
    ]


def chances_by_hands(report: SpotReport) -> Counter[tuple[str, str]]:
    """The chance of each (line, hand) when hands are dealt and played, by a walk over all pairs of hands and all lines."""
    game, found = report.game, Counter[tuple[str, str]]()
    policy = report.policy

    def walk(state, chance):  # type: ignore[no-untyped-def]
        if state.is_terminal:
            return
        if state.is_chance:
            for action, probability in state.chance_outcomes():
                walk(state.child(action), chance * probability)
            return
        hand = state.hands[state.current_player]
        found[state.public.history.replace("/", ""), game.rules.hand_names[hand]] += chance
        for action, probability in zip(state.legal_actions(), policy.strategy(state.public)[:, hand], strict=True):
            walk(state.child(action), chance * probability)

    walk(game.initial_state(), 1.0)
    return found


@pytest.mark.parametrize("close", [None, 5.0])
def test_a_check_that_is_all_that_can_be_done_is_no_question(close: float | None) -> None:
    game = make_game("holdem", **RIVER | {"bet_sizes": ("", "50%")})
    only = SpotReport(game, "random")
    assert len(only.at("").actions) == 1
    drawn = [draw_question(set_of(only), DrillFilter(close=close), 3, number) for number in range(12)]
    assert all(len(question.actions) > 1 for question in drawn) and {question.line for question in drawn} >= {"x"}


def test_questions_come_as_often_as_their_decisions(report: SpotReport) -> None:
    chances = chances_by_hands(report)
    wanted = DrillFilter(positions=("IP",))
    draws = 1_000
    drawn = [draw_question(set_of(report), wanted, 7, number) for number in range(draws)]
    ip = {key: chance for key, chance in chances.items() if report.at(key[0]).player == 1}
    total = sum(ip.values())
    for of in (lambda line, hand: line, lambda line, hand: hand[0] + hand[2]):
        expected = Counter[str]()
        for key, chance in ip.items():
            expected[of(*key)] += chance / total
        seen = Counter(of(one.line, one.hand) for one in drawn)
        assert set(seen) <= set(expected)
        for kind, chance in expected.items():
            assert abs(seen[kind] / draws - chance) < 4.5 * np.sqrt(chance * (1 - chance) / draws) + 1e-9, kind
    one = drawn[0]  # reach x opponent's reach is the chance, up to a factor of the spot
    node = report.at(one.line)
    assert one.share * node.probability == pytest.approx(chances[one.line, one.hand], rel=1e-9)
    assert one.reach == node.reach[1, node.hands.index(one.hand)]


def test_the_same_seed_and_number_ask_the_same(report: SpotReport, turn: SpotReport) -> None:
    spots = set_of(report, turn)
    first = [draw_question(spots, DrillFilter(), 3, number) for number in range(30)]
    assert first == [draw_question(spots, DrillFilter(), 3, number) for number in range(30)]
    assert first != [draw_question(spots, DrillFilter(), 4, number) for number in range(30)]
    assert {one.spot for one in first} == {"spot 0", "spot 1"}
    assert {draw_question(set_of(report, turn, weights=(1.0, 0.0)), DrillFilter(), 3, k).spot for k in range(20)} == {"spot 0"}


@pytest.mark.parametrize(
    "wanted",
    [
        DrillFilter(streets=("turn",)),
        DrillFilter(streets=("river",), positions=("OOP",)),
        DrillFilter(made=("set", "overpair")),
        DrillFilter(draws=("flush draw", "gutshot")),
        DrillFilter(hands="KK, AKs"),
        DrillFilter(close=2.0),
    ],
    ids=str,
)
def test_filters_let_through_what_they_name(turn: SpotReport, wanted: DrillFilter) -> None:
    for number in range(8):
        one = draw_question(set_of(turn), wanted, 1, number)
        assert not wanted.streets or one.street in wanted.streets
        assert not wanted.positions or one.position in wanted.positions
        assert not wanted.made or one.made in wanted.made
        assert not wanted.draws or set(wanted.draws) & set(one.draws)
        if wanted.hands:
            assert one.hand[0] + one.hand[2] == "KK" or (one.hand[0] + one.hand[2] == "AK" and one.hand[1] == one.hand[3])
        if wanted.close is not None:
            losses = sorted(option.lost for option in judge_answer(turn, one.line, one.hand, one.actions[0].token).options)
            assert 100 * losses[1] / one.pot <= wanted.close


def test_a_spot_is_held_for_a_moment_only(report: SpotReport, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others who wait for it have a turn between hands, and the question is the same however often that is."""
    holds: list[int] = []

    @contextmanager
    def opened() -> Iterator[SpotReport]:
        holds.append(1)
        yield report

    spots, rare = [DrillSpot("one", 1.0, opened)], DrillFilter(hands="AKs", positions=("OOP",), close=0.5)
    asked = draw_question(spots, rare, 3, 0)
    monkeypatch.setattr("pokerzoo.evaluation.spots.drills.LONGEST_HELD", 0.0)
    holds.clear()
    assert draw_question(spots, rare, 3, 0) == asked
    once = len(holds)
    with pytest.raises(ValueError, match="came up in 3,000 hands"):
        draw_question(spots, DrillFilter(hands="22"), 3, 0)
    assert once >= 1 and len(holds) == once + 3_000


def test_a_street_that_no_spot_has_is_told(report: SpotReport) -> None:
    assert streets_with_bets(report.game) == ("river",)
    with pytest.raises(ValueError, match="no spot of the set has decisions on these streets"):
        draw_question(set_of(report), DrillFilter(streets=("flop",)), 1, 0)
    with pytest.raises(ValueError, match="no such decision came up in 3,000 hands"):
        draw_question(set_of(report), DrillFilter(made=("flush",)), 1, 0)
    with pytest.raises(ValueError, match="spots: there are none"):
        draw_question([], DrillFilter(), 1, 0)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"streets": ("ocean",)}, "streets"),
        ({"made": ("pair",)}, "made"),
        ({"hands": "XX"}, "hands"),
        ({"close": -1.0}, "close"),
    ],
)
def test_a_filter_that_says_nothing_is_refused(fields: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=field):
        DrillFilter(**fields)  # type: ignore[arg-type]


def test_losses_are_those_of_a_walk_over_the_tree(report: SpotReport) -> None:
    """Values of the same decisions by all histories, without ranges."""
    by_tree = tree_decisions(report.game, report.policy)
    hands = report.game.rules.hand_names
    for line, hand, other in (("", "KsKh", "AdAc"), ("x", "AdAc", "KsKh"), ("xb25", "AsKs", "JsJc")):
        state = report.game.initial_state()
        for one in (hand, other) if len(line.replace("25", "")) % 2 == 0 else (other, hand):
            state = state.child(hands.index(one))
        for token in {"": (), "x": ("x",), "xb25": ("x", "b25")}[line]:
            state = state.child(state.legal_actions()[state.public.tokens.index(token)])  # type: ignore[attr-defined]
        expected = by_tree.at(state)
        question = ask_question(report, line, hand)
        for action, one in zip(expected.actions, question.actions, strict=True):
            answer = judge_answer(report, line, hand, one.token)
            assert answer.lost == pytest.approx(expected.lost(action), abs=1e-9)
            assert answer.lost_pot_percent == pytest.approx(100 * expected.lost(action) / state.pot)
        np.testing.assert_allclose([option.ev for option in answer.options], expected.ev, atol=1e-9)
        np.testing.assert_allclose([option.frequency for option in answer.options], expected.probabilities, atol=1e-6)
        if question.to_call:
            assert answer.options[0].token == "f" and answer.options[0].ev_from_here == pytest.approx(0.0)


def test_what_cannot_be_asked_is_told(report: SpotReport) -> None:
    for line, hand, told in (("xx", "KsKh", "the hand is over"), ("", "7s7c", "OOP has no such hand"), ("b99", "KsKh", "b99")):
        with pytest.raises(ValueError, match=told):
            ask_question(report, line, hand)
    with pytest.raises(ValueError, match="action"):
        judge_answer(report, "", "KsKh", "b26")


def test_verdicts_by_their_limits() -> None:
    pot, largest = 80.0, 150.0
    for share, above in ((MISTAKE, "mistake"), (INACCURACY, "inaccuracy")):
        assert verdict_of(share * pot * 1.001, pot, largest) == above
        assert verdict_of(share * pot * 0.999, pot, largest) != above
    error = error_of_losses(3.0)
    for lost, mistake in product((5.9, 6.1), (None, error)):
        assert verdict_of(lost, pot, largest, mistake) == ("unsure" if lost < 6 and mistake else "mistake")
    assert verdict_of(6.1, None, 1000.0) == "inaccuracy"  # without a pot, of the largest payoff
