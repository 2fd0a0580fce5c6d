"""Spots in prize money: values by a loop over all deals and lines with prizes from their definition, and what is refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MCCFR, MMD, CircuitCFR, DepthLimitedCFR, TabularPolicy, Trainer, UnsupportedError, subgame
from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.core import Game, State
from pokerzoo.envs.poker.tournament import make_tournament
from pokerzoo.evaluation import (
    SpotReport,
    best_response,
    head_to_head,
    leaks,
    measure,
    round_robin,
    simplify,
    solve_lp,
)
from pokerzoo.evaluation.pictures.next_card_picture import next_card_picture
from pokerzoo.evaluation.spots.decision_values import decision_values, tree_decisions
from pokerzoo.evaluation.sweeps.sweep_config import parse_config

PAYOUTS = (50.0, 30.0, 20.0)
# With a board of four to a straight and two pair hands often tie.
RIVER: dict[str, Any] = {
    "board": "9s8h7d6c2c", "ranges": ("AA,T9s,A5s,KQs", "KK,T8s,K5s:0.5,QJs"), "pot": 40, "stack": (90, 60),
    "bet_sizes": "50%,a", "raise_sizes": "a",
}  # fmt: skip
TOURNAMENT: dict[str, Any] = {"payouts": PAYOUTS, "others": (150.0, 20.0)}


def worth_by_orders(stacks: list[float]) -> list[float]:
    """Prize money by the definition: all finishing orders, those without chips last and one of them at most."""
    held = [k for k, chips in enumerate(stacks) if chips > 0]
    out = [k for k, chips in enumerate(stacks) if chips == 0]
    assert len(out) <= 1
    found = [0.0] * len(stacks)
    for order in permutations(held):
        share, left = 1.0, sum(stacks)
        for player in order:
            share *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate((*order, *out)):
            found[player] += share * (PAYOUTS[place] if place < len(PAYOUTS) else 0.0)
    return found


def net_chips(game: Game, state: Any) -> list[float]:
    """Net chips at the end of a hand, from what was put in and the hands' strengths."""
    put, hands = state.public.contributions, state.hands
    least = min(put)
    if any(state.public.folded):
        winner = state.public.folded.index(False)
        return [least if player == winner else -least for player in (0, 1)]
    one, two = (game.strength(hand, state.public.board) for hand in hands)  # type: ignore[attr-defined]
    sign = (one > two) - (one < two)
    return [sign * least, -sign * least]


def values_by_hand(game: Game, policy: Any) -> list[float]:
    """Each player's gain in prize money when both play a policy, over all histories."""
    held = [110.0, 80.0]  # behind, and half of the pot
    before = worth_by_orders([*held, *TOURNAMENT["others"]])
    kept: dict[tuple[float, ...], list[float]] = {}

    def walk(state: State) -> np.ndarray[Any, Any]:
        if state.is_terminal:
            net = tuple(net_chips(game, state))
            if net not in kept:
                after = worth_by_orders([*(a + b for a, b in zip(held, net, strict=True)), *TOURNAMENT["others"]])
                kept[net] = [after[k] - before[k] for k in (0, 1)]
            return np.array(kept[net])
        if state.is_chance:
            return sum((p * walk(state.child(action)) for action, p in state.chance_outcomes() if p > 0), np.zeros(2))
        shares = policy.action_probabilities(state)
        return sum((shares[action] * walk(state.child(action)) for action in state.legal_actions()), np.zeros(2))

    return walk(game.initial_state()).tolist()


def test_values_against_all_histories() -> None:
    game = make_game("holdem", **RIVER, **TOURNAMENT)
    policy = CFR(game).run(10).average_policy()
    assert measure(game, policy).values == pytest.approx(values_by_hand(game, policy), abs=1e-9)


@pytest.mark.parametrize("board", ["9s8h7d6c2c", "9s8h7d6c"])
def test_hands_side_by_side_against_the_flat_tree(board: str) -> None:
    ranges = ("AcAd,Tc9c,Kh5h", "KsKd,Td8d,Ks5s:0.5") if len(board) == 8 else RIVER["ranges"]
    game = make_game("holdem", **RIVER | {"board": board, "ranges": ranges}, **TOURNAMENT)
    policy = CFR(game).run(5).average_policy().probabilities
    rows, flat = (Evaluator(form).evaluate_policy(policy) for form in (compile_public_tree(game), game.tree()))  # type: ignore[arg-type]
    assert np.concatenate(rows) == pytest.approx(np.concatenate(flat), abs=1e-9)
    assert rows[0].sum() < -0.01  # the others gain what the two lose together


def test_winner_takes_all_with_two_left_is_the_game_in_chips() -> None:
    own = RIVER | {"stack": 60}
    prizes = make_game("holdem", **own, payouts=(16,), prize_model="winner_takes_all")
    assert solve_lp(prizes).value == pytest.approx(solve_lp(make_game("holdem", **own)).value / 10, abs=1e-9)


def test_leaks_are_gains_in_prize_money() -> None:
    game = make_game("holdem", **RIVER, **TOURNAMENT)
    policy = CFR(game).run(3).average_policy()
    gains = measure(game, policy).gains
    assert min(gains) > 1e-4
    assert leaks(game, policy).gains == pytest.approx(gains, abs=1e-9)


@pytest.mark.parametrize(("more", "share"), [({}, 1.0), ({"payouts": (1, 1, 1), "others": (80, 80)}, 0.0)])
def test_a_call_that_chips_make_and_prizes_do_not(more: dict[str, Any], share: float) -> None:
    """IP may call an all-in of 60 into 40 with even chances: chips ask for 37.5%, the bubble for 64.7%."""
    own = {"board": "2d2s2c7h3d", "ranges": ("AA,QQ", "KK"), "pot": 40, "stack": 60, "bet_sizes": "a", "raise_sizes": "a"}
    game = make_game("holdem", **own, **more)
    response = best_response(game, "always_raise", player=1).policy
    assert response["KsKh|b60"]["call"] == pytest.approx(share)


def test_what_needs_sums_of_zero_is_refused() -> None:
    game = make_game("holdem", **RIVER, **TOURNAMENT)
    with pytest.raises(ValueError, match="is not zero-sum"):
        solve_lp(game)
    refused: dict[str, Callable[[], Any]] = {
        "a match": lambda: head_to_head(game, ["random", "always_call"], hands=100, aivat=True),
        "a round robin": lambda: round_robin(game, ["random", "always_call"]),
        "simplify": lambda: simplify(game, "0.2%"),
        "a subgame": lambda: subgame(game, "xx/2h|", "random"),
    }
    for what, call in refused.items():
        with pytest.raises(ValueError, match=f"{what} is for payoffs in chips, not in prize money"):
            call()
    with pytest.raises(UnsupportedError, match="values at the end of a street are in chips, not in prize money"):
        DepthLimitedCFR(make_game("holdem", **RIVER | {"board": "9s8h7d6c"}, **TOURNAMENT))
    with pytest.raises(ValueError, match="payouts: a sweep is in chips; 'pokerzoo solve' solves a spot in prize money"):
        parse_config({"board": "9s8h7d6c2c", "payouts": "50,30"}, "sweep")


def test_other_learners_solve_it() -> None:
    """Payoffs of both players are each their own, also where hands are sampled."""
    game = make_game("holdem", **RIVER | {"bet_sizes": "a"}, **TOURNAMENT)
    start = max(measure(game, "random").gains)
    learners: list[tuple[Trainer, int]] = [(MCCFR(game, seed=1), 30_000), (MMD(game), 1000), (CircuitCFR(game), 50)]
    for learner, iterations in learners:
        assert max(learner.run(iterations).measure().gains) < 0.02 * start, learner


@pytest.mark.parametrize("until", [0.002, "0.002%", "0.002"])
def test_until_is_prize_money_or_a_share_of_all_prizes(until: float | str) -> None:
    game = make_game("holdem", **RIVER, **TOURNAMENT)
    assert game.prize_pool == 100
    solver = CFR(game).run(until=until)
    assert solver.measure().largest_gain <= 0.002 < CFR(game).run(solver.iteration // 2).measure().largest_gain


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rake_rate": 0.05}, "rake_rate=0.05: must be 0 with payouts"),
        ({"board": "9s8h7d"}, "payouts: must be empty with a flop"),
        ({"others": (0.0,)}, "others="),
        ({"others": ()}, "3 prizes for 2 players"),
        ({"payouts": ()}, "only with payouts"),
    ],
)
def test_bad_values(more: dict[str, Any], message: str) -> None:
    stack = {"stack": 60} if more.get("payouts") == () else {}
    with pytest.raises(ValueError, match=message):
        make_game("holdem", **RIVER | TOURNAMENT | stack | more)


def test_a_report_has_the_values_of_the_flat_tree() -> None:
    """EVs of actions by hand and node, against sums over all histories."""
    game = make_game("holdem", **RIVER, **TOURNAMENT)
    policy = CFR(game).run(10).average_policy()
    report = SpotReport(game, policy)
    found, wanted = decision_values(game, policy), tree_decisions(game, policy)
    seen, stack = 0, [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.is_chance:
            stack += [state.child(outcome) for outcome, _ in state.chance_outcomes()][::3]
        elif not state.is_terminal:
            np.testing.assert_allclose(found.at(state).ev, wanted.at(state).ev, atol=1e-9)
            seen += 1
            stack += [state.child(action) for action in state.legal_actions()]
    assert seen > 100
    assert report.at().mean_ev == pytest.approx(measure(game, policy).values, abs=1e-9)


def test_a_report_on_a_turn_where_the_winner_takes_all_is_that_in_chips() -> None:
    own: dict[str, Any] = {"board": "9s8h7d6c", "ranges": ("AcAd,Tc9c,Kh5h", "KsKd,Td8d,Ks5s:0.5"), "pot": 40, "stack": 60}
    own["bet_sizes"] = "50%,a"
    chips = make_game("holdem", **own)
    prizes = make_game("holdem", **own, payouts=(16,), prize_model="winner_takes_all")
    policy = CFR(chips).run(10).average_policy()
    reports = SpotReport(chips, policy), SpotReport(prizes, TabularPolicy(prizes, np.array(policy.probabilities)))
    for line in ("", "x", "b20", "b60c", "xx/2h", "xx/8cxb20"):
        one, two = (report.at(line) for report in reports)
        for name, factor in (("ev", 10.0), ("action_ev", 10.0), ("equity", 1.0), ("opponent_reach", 1.0)):
            np.testing.assert_allclose(getattr(one, name), factor * getattr(two, name), atol=1e-4, err_msg=f"{line} {name}")
    cards = [report.next_cards("xx") for report in reports]
    np.testing.assert_allclose(cards[0].ev, 10.0 * cards[1].ev, atol=1e-4)
    assert f"an EV of {cards[1].mean_ev[0]:.3g} prize money" in str(next_card_picture(reports[1], "xx").get_label())
    assert "ev_prize OOP" in cards[1].table() and "pot_share_chips OOP" not in cards[1].table()


@pytest.mark.parametrize("more", [{}, {"ranges": ("AA,T9s", "KK,T8s", "QQ,Th9h"), "stack": (90, 60, 40)}])
def test_batches_of_hands_pay_prizes(more: dict[str, Any]) -> None:
    game = make_game("holdem", **RIVER | {"bet_sizes": "a"} | TOURNAMENT | more)
    batched = BatchedGame(game, 50_000, seed=1, autoreset=False)
    batched.reset()
    total = np.zeros((50_000, game.num_players))
    for _ in range(8):
        total += batched.step(batched.random_actions()).rewards
    error = total.std(axis=0) / np.sqrt(len(total))
    assert (np.abs(total.mean(axis=0) - measure(game, "random").values) < 4.5 * error).all()


def test_the_range_of_payoffs_and_whether_others_gain() -> None:
    rng, sums = np.random.default_rng(2), set()
    for _ in range(400):
        players, elsewhere = int(rng.integers(2, 4)), int(rng.integers(0, 3))
        held, others = rng.choice([10.0, 20.0, 50.0], players), tuple(rng.choice([10.0, 30.0], elsewhere))
        prizes = np.sort(rng.choice([0.0, 10.0, 30.0, 50.0], int(rng.integers(1, players + elsewhere + 1))))[::-1]
        if not prizes.any():
            continue
        model = str(rng.choice(["icm", "proportional", "winner_takes_all"]))
        tournament, most = make_tournament(prizes, tuple(held.tolist()), others, model), float(np.sort(held)[-2])
        least, greatest = tournament.gains_range(most)
        for shares in product((-1.0, -0.5, 0.0, 0.3, 1.0), repeat=players - 1):
            net = [share * min(most, own) for share, own in zip(shares, held, strict=False)]
            net.append(-sum(net))
            if all(-min(most, own) <= chips for chips, own in zip(net, held, strict=True)):
                gains = tournament.gains(tuple(map(float, net)))
                assert least - 1e-9 <= min(gains) and max(gains) <= greatest + 1e-9, (tournament, net)
                assert not tournament.is_zero_sum or abs(sum(gains)) < 1e-9, (tournament, net)
                sums.add((tournament.is_zero_sum, abs(sum(gains)) < 1e-9))
    assert sums == {(True, True), (False, True), (False, False)}
    low, high = make_game(
        "holdem", **RIVER | TOURNAMENT | {"stack": 100, "prize_model": "proportional", "others": (1,)}
    ).utility_range
    assert low < -29.7 and high >= 31.12  # a terminal after a bet of 55 pays that much


@pytest.mark.parametrize(
    ("board", "ranges", "bets"),
    [
        ("9s8h7d6c", ("22+,T9s,98s,A5s", "22+,T8s,K5s,A5s"), "50%,a"),
        ("9s8h7d6c", ("22+,A2s+", "QQ"), "a"),
        ("9s8h7d6c2c", ("22+,A2s+,K2s+", "22+,A2s+,QTs+"), "a"),
    ],
)
def test_memory_is_told_as_it_is_taken(board: str, ranges: tuple[str, str], bets: str) -> None:
    game = make_game("holdem", **RIVER | TOURNAMENT | {"board": board, "ranges": ranges, "bet_sizes": bets})
    (told,) = solving_size(game).bytes.values()
    tracemalloc.start()
    try:
        CFR(game).run(1).measure()
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 0.9 * taken < told < 1.5 * taken
