"""Policies of a flop alone: its EVs against those of the whole, and turns solved on demand against spots of their own."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, DepthLimitedCFR, LaterValues, ResolvingPolicy, SpotPolicy, Subgame, TabularPolicy
from pokerzoo.agents.policies.spot_rows import rows_needed
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.errors import StoreError
from pokerzoo.evaluation import SpotReport, measure

RANGES = ("QQ+,AhKh,JTs,98s", "TT-88,AKs,QJs")


@cache
def flop() -> Any:
    """A flop on which two suits are alike; some of its lines are all-in."""
    return make_game("holdem", board="QsJh2h", ranges=RANGES, pot=20, stack=25, bet_sizes="60%,a", raise_sizes="a")


class Shares:
    """A made-up function: hands of higher numbers are worth more."""

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        shares = np.linspace(-0.5, 0.5, 1326, dtype=np.float32)
        return shares - (ranges[:, ::-1] @ shares)[:, :, None]


@cache
def solved() -> tuple[DepthLimitedCFR, ResolvingPolicy]:
    solver = DepthLimitedCFR(flop(), "dcfr", values=Shares(), threads=1).run(12)
    return solver, solver.average_policy()


def test_evs_on_the_flop_are_worked_out_from_values_of_turns() -> None:
    """With the values of a solution of all streets at their start they are the solution's own."""
    whole = CFR(flop(), threads=1).run(10).average_policy()
    assert isinstance(whole, SpotPolicy)
    form, report = whole.form, SpotReport(flop(), whole)
    values, rules = report.values, flop().rules
    boards, dealt = form.boards[1], len(rules.deck.board)
    by_hand = []
    for player in range(2):
        for board in boards.canonical:
            for dealt_line in LaterValues(form, 2, np.zeros(0, np.float32)).lines:
                assert dealt_line.above is not None
                start = PublicState(rules, dealt_line, rules.deck.board + board)
                above = PublicState(rules, dealt_line.above, rules.deck.board)
                place = values.cards_due(above).index(board[0])
                by_hand.append(values.card_values(above)[player, place, form.hands[player]])
                assert start.board[dealt:] == board
    numbers = np.concatenate(by_hand) * chance_reaches(rules, 2)[1] * values.unseen(0)
    rows = whole.rows[: rows_needed(form, 2)]
    alone = ResolvingPolicy(flop(), rows, streets=2, later_values=LaterValues(form, 2, numbers.astype(np.float32)))
    of_flop = SpotReport(flop(), alone)
    assert of_flop.values.has_values
    all_in = ("b25c/3c", "xb25c/4h", "b25c/3c/5c")  # no turn could be solved there
    for line in ("", "x", "xx", "xb12", "b12c", "b25", "b25c", "b25f", *all_in):
        np.testing.assert_allclose(of_flop.at(line).net, report.at(line).net, atol=1e-4, err_msg=line)
    for line in ("xx", "b12c", "b25c", "b25c/3c"):
        np.testing.assert_allclose(of_flop.next_cards(line).net, report.next_cards(line).net, atol=1e-4)
    assert np.isnan(of_flop.next_cards("xx").frequencies).all()  # no turn was solved for it


def test_evs_are_those_of_the_solver() -> None:
    solver, policy = solved()
    node, result = SpotReport(flop(), policy).at(""), solver.hand_values()
    for player in range(2):
        held = node.reach[player] > 0
        worth = result[player] / np.where(node.opponent_reach[player] > 0, node.opponent_reach[player], 1.0)
        deals = (node.reach[0] * node.opponent_reach[0]).sum()
        np.testing.assert_allclose(node.net[player][held], worth[held] * deals, atol=1e-3)


def test_a_turn_is_solved_for_the_ranges_that_come_there() -> None:
    _, policy = solved()
    start = flop().infosets.find("xb12c/4h|")
    assert not policy.is_at_hand(start)
    report = SpotReport(flop(), policy)
    node = report.at("xb12c/4h")
    assert policy.is_at_hand(start)
    assert list(policy.solved) == ["xb12c/4h|"]
    assert policy.solved["xb12c/4h|"] <= 0.5
    below = Subgame.reached_by(flop(), "xb12c/4h|", policy).spot
    of_turn = SpotReport(below, CFR(below).run(300, until="0.5%").average_policy())
    for line in ("", "x", "xb13", "xx/5c", "xx/5c/x"):
        there, alone = report.at("xb12c/4h" + (f"/{line}" if line else "")), of_turn.at(line)
        np.testing.assert_allclose(there.mean_net, alone.mean_net, atol=0.02, err_msg=line)
        np.testing.assert_allclose(there.frequencies, alone.frequencies, atol=0.02, err_msg=line)
        places = np.searchsorted(combo_numbers(flop()), combo_numbers(below))
        held = alone.reach > 1e-6
        np.testing.assert_allclose(there.net[:, places][held], alone.net[held], atol=0.05, err_msg=line)
    assert node.mean_net.sum() == pytest.approx(0.0, abs=1e-4)
    cards = report.next_cards("xb12c")
    assert np.isfinite(cards.frequencies[:, cards.cards.index("4h")]).all()


@pytest.mark.check
def test_all_turns_are_solved_at_once_as_the_solver_completes_them() -> None:
    solver, policy = solved()
    calls: list[Any] = []
    whole = policy.expanded(progress=lambda *now: calls.append(now))
    assert measure(flop(), whole).exploitability_pot_percent == pytest.approx(
        measure(flop(), solver.completed(100)).exploitability_pot_percent, abs=0.01
    )
    assert calls[0][0] == 0 and calls[-1][0] == calls[-1][1] > 0
    with pytest.raises(ValueError, match="target=1.0: turns are solved in 100 iterations"):
        policy.expanded(1.0)
    with pytest.raises(ValueError, match="holds a flop only"):
        measure(flop(), policy)
    with pytest.raises(ValueError, match="holds a flop only, and no turns"):
        ResolvingPolicy.of(policy)


def test_nothing_is_solved_on_cards_that_leave_a_player_no_hand() -> None:
    """The ace of hearts takes all of IP's hands: the same holds there as where all streets are held."""
    ranges = ("QQ+,JTs,98s,TT-99", "AhKh,Ah9h,AhTh")
    game: Any = make_game("holdem", board="QsJh2h", ranges=ranges, pot=20, stack=25, bet_sizes="a", raise_sizes="")
    whole = CFR(game, threads=1).run(2).average_policy()
    assert isinstance(whole, SpotPolicy)
    flop_alone = ResolvingPolicy(game, whole.rows[: rows_needed(whole.form, 2)], streets=2)
    no_rivers = ResolvingPolicy(game, whole.rows[: rows_needed(whole.form, 1)], streets=1)
    cases = (("xx/Ah", flop_alone), ("xx/Ah/xx/3c", flop_alone), ("xx/Ah/xx/3c", no_rivers), ("xx/3c/xx/Ah", no_rivers))
    for line, some in cases:
        result, held = SpotReport(game, some).at(line), SpotReport(game, whole).at(line)
        assert np.isnan(result.mean_net).all() and np.isnan(held.mean_net).all()
        np.testing.assert_array_equal(some.strategy(result.public), whole.strategy(result.public))
        assert not some.solved
    turn: Any = make_game("holdem", board="QsJh2h8d", ranges=ranges, pot=20, stack=25, bet_sizes="a", raise_sizes="")
    again = ResolvingPolicy.of(CFR(turn, threads=1).run(50).average_policy()).expanded(1.0)
    assert again.streets == 0 and 0.0 < again.metadata["rivers_solved_to_percent"] <= 1.0


def test_files_have_the_flop_and_the_values(tmp_path: Path) -> None:
    _, policy = solved()
    policy.save(tmp_path / "flop.npz")
    result = TabularPolicy.load(tmp_path / "flop.npz")
    assert isinstance(result, ResolvingPolicy)
    assert result == policy == pickle.loads(pickle.dumps(policy))
    assert (result.streets, result.metadata["streets"]) == (2, 2)
    assert result.later_values == policy.later_values
    policy.save(tmp_path / "half.npz", precision="half")
    half = TabularPolicy.load(tmp_path / "half.npz")
    assert isinstance(half, ResolvingPolicy) and half.stored.dtype == np.uint16 and half.later_values == policy.later_values
    for line in ("", "xb12"):
        rounded, exact = SpotReport(flop(), half).at(line), SpotReport(flop(), policy).at(line)
        np.testing.assert_allclose(rounded.frequencies, exact.frequencies, atol=1e-5)
        np.testing.assert_allclose(rounded.mean_net, exact.mean_net, rtol=5e-4, atol=1e-3)
    SpotReport(flop(), half).at("xb12c/4h")
    assert half.is_at_hand(flop().infosets.find("xb12c/4h|")) and list(half.solved) == ["xb12c/4h|"]
    bare = ResolvingPolicy(flop(), policy.stored, streets=2)
    assert bare != policy
    assert np.isnan(SpotReport(flop(), bare).at("").net).all()
    with pytest.raises(ValueError, match="streets=1: the policy holds a flop only"):
        policy.save(tmp_path / "x.npz", streets=1)
    turn = make_game("holdem", board="QsJh2h8d", ranges=RANGES, pot=20, stack=25)
    with pytest.raises(ValueError, match="streets=2: must be an integer from 0 to 1"):
        ResolvingPolicy(turn, np.zeros(5, np.float32), streets=2)
    bad = ResolvingPolicy(flop(), policy.stored, streets=2, later_values=LaterValues(policy.form, 2, np.zeros(7, np.float32)))
    bad.save(tmp_path / "bad.npz")
    with pytest.raises(StoreError, match="later_values of .*must be float32"):
        TabularPolicy.load(tmp_path / "bad.npz")
