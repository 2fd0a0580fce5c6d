"""Counterfactual values of situations, against brute force, a report and a linear program."""

from __future__ import annotations

from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pokerzoo.agents import CFR, DepthLimitedCFR
from pokerzoo.agents.cfr.river_betting import river_betting
from pokerzoo.agents.training.trainer import UnsupportedError
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.public_tree import walk_public
from pokerzoo.envs.compiled.showdown_pass import make_batches
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import COMBO_TABLE, COMBOS, parse_board
from pokerzoo.envs.poker.game_size import count_lines
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.evaluation import SpotReport, measure, solve_lp
from pokerzoo.evaluation.sweeps.situation_values import AS_GIVEN, game_of_situation, solve_situation
from pokerzoo.evaluation.sweeps.situations import Situation, random_situation

SIZES = {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}
Floats = npt.NDArray[np.float64]


def brute_force(situation: Situation, best: int | None = None, iterations: int = 1000, until: str | None = "0.5%") -> Floats:
    """[2, 1326]: values on the river pair by pair, of the strategies that a solve found; or one player plays best."""
    game = game_of_situation(situation, **SIZES)
    policy = CFR(game, threads=1).run(iterations, until=until).average_policy()
    cards, strength = game.rules.hand_cards, np.array(game.strengths(game.rules.board))
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    ahead = np.sign(strength[:, None] - strength) * apart
    number = COMBO_TABLE[cards[:, 0], cards[:, 1]]
    weights = np.array(game.rules.weights)
    weights /= weights.sum(axis=1, keepdims=True)

    def values(public, reach: Floats, player: int) -> Floats:  # type: ignore[no-untyped-def]
        """[hands] of a player: what the opponent's ``reach`` makes of net chips."""
        if any(public.folded):
            return public.payoffs((public.folded.index(False),))[player] * (apart @ reach)
        if public.is_over:
            return public.payoffs((player,))[player] * (ahead @ reach)
        below = [public.after(k) for k in range(len(public.moves))]
        strategy = policy.strategy(public)
        if public.actor != player:
            return sum(values(after, reach * own, player) for after, own in zip(below, strategy, strict=True))
        found = np.array([values(after, reach, player) for after in below])
        return found.max(axis=0) if best == player else (strategy * found).sum(axis=0)

    found = np.zeros((2, 1326))
    for player in range(2):
        found[player, number] = values(game.rules.root, weights[1 - player], player) / situation.pot
    return found


@pytest.mark.parametrize(("ranges", "pots"), [("deepstack", "4000:18000"), ("top", "100:60")])
def test_values_are_those_of_all_pairs_of_hands(ranges, pots):
    situation = random_situation("river", 1, 0, ranges, pots)
    solved = solve_situation(situation, **SIZES)
    assert np.abs(solved.values - brute_force(situation)).max() < 1e-5
    shares = situation.ranges.astype(np.float64)
    assert abs((shares * solved.values).sum()) < 1e-5
    assert not solved.values[:, np.isin(COMBOS, situation.board).any(axis=1)].any()
    assert solved.exploitability <= 0.005


def test_hands_outside_a_range_play_as_well_as_those_in_it():
    """Without a weight they would play at random, and lose a third of the pot against a best response."""
    situation = random_situation("river", 1, 0, "top", "100:60")
    values = solve_situation(situation, **SIZES).values
    for player in range(2):
        outside = situation.ranges[player] == 0
        assert outside.sum() > 300
        lost = brute_force(situation, best=player)[player] - values[player]
        assert lost[outside].mean() < 0.01
        assert lost[outside].max() < 0.06
        assert lost.min() > -1e-5


@pytest.mark.parametrize("ranges", ["deepstack", "classes"])
def test_turn_values_are_those_of_a_report(ranges):
    situation = random_situation("turn", 1, 3, ranges, "100:30")
    solved = solve_situation(situation, **SIZES)
    game = game_of_situation(situation, **SIZES)
    root = SpotReport(game, CFR(game, threads=1).run(1000, until="0.5%").average_policy()).at()
    total = np.array(game.rules.weights).sum(axis=1)
    expected = np.nan_to_num(root.ev) * root.opponent_reach / total[::-1, None] / situation.pot
    assert (
        np.abs(solved.values[:, COMBO_TABLE[game.rules.hand_cards[:, 0], game.rules.hand_cards[:, 1]]] - expected).max() < 1e-5
    )
    assert abs((situation.ranges.astype(np.float64) * solved.values).sum()) < 1e-5


def test_values_of_few_hands_are_those_of_a_linear_program():
    board, names = "QsJh2h8d3c", ("KK,JTs,A4s", "QQ,KTs,A5s")
    ranges = np.array([parse_range(name).without(parse_board(board)).weights for name in names])
    ranges /= ranges.sum(axis=1, keepdims=True)
    situation = Situation(parse_board(board), 100.0, 150.0, ranges.astype(np.float32))
    solved = solve_situation(situation, until="0.02%", iterations=20_000, **SIZES)
    small = game_of_situation(situation, **SIZES).params | {"ranges": tuple(Range(own) for own in ranges)}
    game = make_game("holdem", **small)
    cards = game.rules.hand_cards
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    one, two = np.array(game.rules.weights)
    met = one @ apart @ two / one.sum() / two.sum()
    assert met < 0.99  # some hands block each other: the value is a mean over the other pairs
    value = (situation.ranges[0].astype(np.float64) * solved.values[0]).sum() / met
    assert value == pytest.approx(solve_lp(game).value / 100, abs=2 * 0.0002)


def test_hand_values_need_many_hands():
    solver = CFR(make_game("holdem"))
    with pytest.raises(UnsupportedError, match="more than 64 hands"):
        solver.hand_values()
    with pytest.raises(UnsupportedError, match="poker for two"):
        CFR(make_game("rps")).hand_values()


def by_cfr(situation: Situation, **settings: Any) -> tuple[npt.NDArray[np.float32], int, float]:
    """Values, iterations and exploitability of a river by a game made for it."""
    game = game_of_situation(situation, **SIZES)
    solver = CFR(game, settings.get("variant"), threads=1)
    solver.run(settings.get("iterations", 1000), until=settings.get("until", "0.5%"))
    weights = np.array(game.rules.weights)
    scale = game.rules.pair_weight / situation.pot / np.array([[fsum(own)] for own in weights[::-1].tolist()])
    values = np.zeros((2, 1326), dtype=np.float32)
    values[:, COMBO_TABLE[game.rules.hand_cards[:, 0], game.rules.hand_cards[:, 1]]] = solver.hand_values() * scale
    return values, solver.iteration, solver.exploitability / situation.pot


@pytest.mark.parametrize(
    ("ranges", "pots", "settings"),
    [
        ("classes", "ratio", {}),
        ("deepstack", "cash", {"until": "2%"}),
        ("top", "100:60", {"until": None, "iterations": 7}),
        ("simplex", "ratio", {"variant": "pcfr+", "until": "1%", "iterations": 300}),
    ],
)
def test_a_river_has_the_bits_of_a_game_made_for_it(ranges, pots, settings):
    for index in range(3):
        situation = random_situation("river", 8, index, ranges, pots)
        solved = solve_situation(situation, **SIZES, **settings)
        values, iterations, exploitability = by_cfr(situation, **settings)
        assert np.array_equal(solved.values, values)
        assert (solved.iterations, solved.exploitability) == (iterations, exploitability)


@pytest.mark.parametrize("sizes", [("100%,a", "100%,a"), ("33%,75%,2e,a", "2.5x,60%"), ("50%", "50%,a"), ("10%,33c", "3x,20c")])
@pytest.mark.parametrize(("pot", "stack"), [(1000.0, 9000.0), (37.5, 125.5), (1234.567, 333.33), (200.0, 0.3)])
def test_the_betting_of_a_river_is_that_of_its_game(sizes, pot, stack):
    """The short walk against the public states of the game: trees, questions and chips, to the bit."""
    for thresholds in ((), tuple(AS_GIVEN.items()), (("raise_cap", 3),)):
        found = river_betting(pot, stack, *sizes, thresholds)
        walk = walk_public(found.game)
        assert found.states == walk.visited
        assert found.game.rules.amounts == count_lines(found.game.rules).amounts
        for player in range(2):
            asked = make_batches(walk.terminals, {found.game.rules.board: 0}, player, chips_as=np.float64)
            both = ((found.plexes[player], walk.treeplexes[player]), (found.batches[player], asked))
            for own, wanted in both:
                assert all(map(np.array_equal, own, wanted))


def test_rivers_of_one_pot_share_their_betting():
    before = river_betting.cache_info()
    for index in range(3):
        solve_situation(random_situation("river", 9, index, "top", "100:70"), iterations=1, **SIZES)
    after = river_betting.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 2)


def test_hands_of_the_ranges_alone_have_nearly_the_same_values():
    """Hands outside weigh 2**-40 otherwise: so after as many iterations only rounding differs."""
    for index in (2, 15):
        situation = random_situation("river", 8, index, "classes", "100:150")
        held = situation.ranges > 0
        assert 100 < held.any(axis=0).sum() < 700
        some = solve_situation(situation, hands="held", until=None, iterations=60, **SIZES)
        whole = solve_situation(situation, until=None, iterations=60, **SIZES)
        assert np.abs(some.values - whole.values)[held].max() < 1e-5
        assert abs(some.exploitability - whole.exploitability) < 1e-6
        assert abs((situation.ranges.astype(np.float64) * some.values).sum()) < 1e-5


def test_hands_of_a_turns_ranges_alone() -> None:
    """Hands held have about the values of the whole; one outside exactly that of its best play, in a game of this hand."""
    ranges = np.stack([parse_range(text).weights for text in ("TT,AKs,76s,QJs,J9s,A5s,AQo", "KK,JJ,KQs,T9s,A4s,66,55,QTs,J8s")])
    board = "Kd8h5c2s"
    cards = parse_board(board, (4,))
    ranges[:, np.isin(COMBOS, cards).any(axis=1)] = 0.0
    ranges = (ranges / ranges.sum(axis=1, keepdims=True)).astype(np.float32)
    situation = Situation(tuple(sorted(cards)), 100.0, 120.0, ranges)
    settings: dict[str, Any] = {"until": None, "iterations": 30, "bet_sizes": "a", "raise_sizes": ""}
    some, whole = solve_situation(situation, hands="held", **settings), solve_situation(situation, **settings)
    held = ranges > 0
    assert np.abs(some.values - whole.values)[held].max() < 0.01
    assert abs((ranges.astype(np.float64) * some.values).sum()) < 1e-5
    sizes = {"bet_sizes": "a", "raise_sizes": ""}
    policy = CFR(game_of_situation(situation, "held", **sizes), threads=1).run(30).average_policy()

    class Kept:
        """The strategies found; anything where there are none."""

        def action_probabilities(self, state: Any) -> dict[int, float]:
            key = state.infoset_key(state.current_player)
            return policy.action_probabilities(key) if key in policy else {state.legal_actions()[0]: 1.0}

    params: dict[str, Any] = {"board": board, "pot": 100.0, "stack": 120.0} | AS_GIVEN | sizes
    for player, name in ((0, "AcAd"), (1, "9c9d"), (0, "5d5h")):
        alone = Range(parse_range(name).weights)
        rest = Range(ranges[1 - player].astype(np.float64))
        game = make_game("holdem", ranges=(alone, rest) if player == 0 else (rest, alone), **params)
        best = measure(game, Kept()).best_response_values[player] / 100.0
        number = int(parse_range(name).weights.argmax())
        apart = ~np.isin(COMBOS, COMBOS[number]).any(axis=1)
        assert not held[player, number]
        assert some.values[player, number] == pytest.approx(best * ranges[1 - player][apart].sum(), abs=1e-3)


def test_hands_outside_have_the_value_of_their_best_play():
    situation = random_situation("river", 1, 0, "top", "100:60")
    settings: dict[str, Any] = {"until": None, "iterations": 40}
    values = solve_situation(situation, hands="held", **settings, **SIZES).values
    for player in range(2):
        outside = situation.ranges[player] == 0
        best = brute_force(situation, best=player, **settings)[player]
        assert np.abs(values[player] - best)[outside].max() < 1e-4


class NoBets:
    """Rivers where nobody bets: exact values, from all pairs of these hands."""

    def __init__(self, held: npt.NDArray[np.int64]) -> None:
        self.held = held

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        found, held = np.zeros_like(ranges), self.held
        apart = ~(COMBOS[held][:, None, :, None] == COMBOS[held][None, :, None, :]).any(axis=(2, 3))
        for k, board in enumerate(boards):
            strength = board_strength(tuple(board.tolist()))[held]
            shows = np.sign(strength[:, None] - strength) * apart * 0.5
            for player in range(2):
                found[k, player, held] = shows @ ranges[k, 1 - player, held]
        return found


def test_values_of_a_turn_alone_are_those_of_the_turn_where_rivers_are_known_exactly():
    sizes = {"turn": "50%,a", "river": ""}
    game = make_game(
        "holdem",
        board="QsJh2h8d",
        ranges=("77+,ATs+,KQs,AK", "66+,A9s+,KJs+"),
        pot=20,
        stack=50,
        bet_sizes=sizes,
        raise_sizes=sizes,
    )
    whole = CFR(game, threads=1).run(12)
    alone = DepthLimitedCFR(game, values=NoBets(combo_numbers(game))).run(12)
    found, expected = alone.hand_values(), whole.hand_values()
    assert np.abs(expected).max() > 0.01
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()


def test_a_turn_by_the_network_is_near_the_turn_solved():
    situation = random_situation("turn", 1, 3, "classes", "100:30")
    fast = solve_situation(situation, until=None, iterations=8, values="network", **SIZES)
    solved = solve_situation(situation, until=None, iterations=100, **SIZES)
    held = situation.ranges > 0
    assert (fast.iterations, fast.exploitability) == (8, None)
    assert np.abs(fast.values - solved.values)[held].mean() < 0.06
    assert np.corrcoef(fast.values[held], solved.values[held])[0, 1] > 0.95
    assert abs((situation.ranges.astype(np.float64) * fast.values).sum()) < 1e-4
