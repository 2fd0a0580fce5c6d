"""AIVAT: unbiased to the last digits, the paper's definition in plain Python beside it, variances, and bad input."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.cfr.textbook import Table
from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import replay_history
from pokerzoo.evaluation import expected_values as exact_values
from pokerzoo.evaluation.matches.aivat import aivat_estimates
from pokerzoo_testing.aivat_variance import aivat_variance
from pokerzoo_testing.cases import every_game
from pokerzoo_testing.random_games import Node, TreeGame, tree_games

Floats = npt.NDArray[np.float64]
KUHN = make_game("kuhn")
LEDUC = make_game("leduc")


def random_policy(game: Game, rng: np.random.Generator, zeros: float = 0.0) -> TabularPolicy:
    """Any policy; a share ``zeros`` of the actions is never played."""
    values = rng.exponential(size=game.infosets.size)
    values[rng.random(len(values)) < zeros] = 0.0
    for i in range(len(game.infosets)):
        own = values[game.infosets.slice(i)]
        own += not own.any()
        own /= own.sum()
    return TabularPolicy(game, values)


def table_of(policy: TabularPolicy) -> Table:
    return {key: list(actions.values()) for key, actions in policy.items()}


def seat_sets(game: Game) -> list[tuple[int, ...]]:
    players = range(game.num_players)
    return [seats for size in range(game.num_players + 1) for seats in combinations(players, size)]


def play_of(game: Game, seats: Sequence[int], ours: TabularPolicy, theirs: TabularPolicy) -> list[TabularPolicy]:
    return [ours if seat in seats else theirs for seat in range(game.num_players)]


def check_unbiased(game: Game, ours: TabularPolicy, others: Sequence[TabularPolicy], values: Any) -> None:
    """The mean of the estimates is the mean of the payoffs, whatever the unknown players play."""
    for seats in seat_sets(game):
        policies = [ours if seat in seats else None for seat in range(game.num_players)]
        for imaginary in (True, False):
            estimates = aivat_estimates(game, policies, values=values, imaginary=imaginary)
            assert estimates.shape == tree_of(game).terminal_utility.shape and estimates.dtype == np.float64
            for theirs in others:
                played = play_of(game, seats, ours, theirs)
                result = aivat_variance(game, played, estimates)
                expected = exact_values(game, played)
                assert result.aivat_mean == pytest.approx(expected, abs=1e-10)
                assert result.mean == pytest.approx(expected, abs=1e-10)


@every_game
@pytest.mark.parametrize("zeros", [0.0, 0.4])
def test_estimates_are_unbiased_whatever_is_played_and_whatever_the_values_are(game: Game, zeros: float) -> None:
    rng = np.random.default_rng(1)
    others = [random_policy(game, rng), random_policy(game, rng, 0.5)]
    nonsense = rng.normal(scale=10.0, size=(game.num_players, tree_of(game).num_nodes))
    for values in (random_policy(game, rng), nonsense):
        check_unbiased(game, random_policy(game, rng, zeros), others, values)


def general_sum(node: Node, num_players: int, rng: np.random.Generator) -> Node:
    if not node.children:
        return replace(node, payoffs=tuple(rng.normal(size=num_players).tolist()))
    return replace(node, children=tuple(general_sum(child, num_players, rng) for child in node.children))


@settings(deadline=None, max_examples=12)
@given(tree_games(num_players=(2, 3), depth=5), st.integers(0, 1000))
def test_estimates_are_unbiased_in_random_games_of_any_sum(drawn: TreeGame, seed: int) -> None:
    rng = np.random.default_rng(seed)
    game = TreeGame(general_sum(drawn.root, drawn.num_players, rng), drawn.num_players)
    ours, theirs, values = (random_policy(game, rng, 0.2) for _ in range(3))
    check_unbiased(game, ours, [theirs], values)
    for seats in seat_sets(game):
        policies = [ours if seat in seats else None for seat in range(game.num_players)]
        by_hand = estimates_by_hand(game, seats, table_of(ours), table_of(values))
        np.testing.assert_allclose(aivat_estimates(game, policies, values=values), by_hand, atol=1e-10)


def test_estimates_are_unbiased_with_a_rake() -> None:
    game = make_game("holdem", board="AhJs7c7d2h", ranges=("AsKs,QQ:0.5", "AKs,JhJd:0.25"), pot=10, stack=40, rake_rate=0.05)
    rng = np.random.default_rng(2)
    assert np.abs(tree_of(game).terminal_utility.sum(axis=0)).max() > 0.4
    check_unbiased(game, random_policy(game, rng), [random_policy(game, rng)], random_policy(game, rng))


# Twins: plain Python over histories.


def moves(state: State, table: Table) -> list[tuple[int, float]]:
    if state.is_terminal:
        return []
    if state.is_chance:
        return list(state.chance_outcomes())
    return list(zip(state.legal_actions(), table[state.infoset_key(state.current_player)], strict=True))


def value(state: State, table: Table) -> Floats:
    """Expected value for each player from here on."""
    if state.is_terminal:
        return np.array(state.returns())
    return sum((p * value(state.child(a), table) for a, p in moves(state, table)), np.zeros(state.game.num_players))


class Mean:
    """A weighted mean under way."""

    def __init__(self) -> None:
        self.weight, self.sum = 0.0, np.zeros(1)

    def add(self, weight: float, number: Floats) -> None:
        self.weight += weight
        self.sum = self.sum + weight * number

    def get(self) -> Floats:
        return self.sum / self.weight if self.weight else 0.0 * self.sum


def paper_estimates(game: Game, known: Sequence[int], strategy: Table, values: Table, imaginary: bool) -> Floats:
    """AIVAT as its authors define it: a term for each single move of chance or of a known player, and the base value.

    The histories that are taken together are as long as the real one and the same to the unknown players in all they know.
    """
    unknown = [player for player in range(game.num_players) if player not in known]
    payoffs: dict[Any, Mean] = defaultdict(Mean)
    expected: dict[Any, Mean] = defaultdict(Mean)  # before a move, over what it may be
    observed: dict[Any, Mean] = defaultdict(Mean)  # after it
    known_reach: dict[Any, float] = {}
    own_moves: dict[Any, tuple[int, ...]] = {}  # what the unknown players did: some games' keys leave it out

    def group(state: State) -> Any:
        history = state.history()
        if not imaginary:
            return history
        if history not in own_moves:
            above = replay_history(game, history[:-1]) if history else None
            acted = own_moves[history[:-1]] if history else ()
            own_moves[history] = (*acted, history[-1]) if above is not None and above.current_player in unknown else acted
        return (len(history), own_moves[history], *map(state.infoset_key, unknown))

    def ours(state: State) -> bool:
        return state.is_chance or state.current_player in known

    def collect(state: State, reach: float) -> None:
        known_reach[state.history()] = reach
        group(state)
        if state.is_terminal:
            payoffs[group(state)].add(reach, np.array(state.returns()))
        for action, probability in moves(state, strategy):
            child = state.child(action)
            if ours(state):
                after = value(child, values)
                expected[group(state)].add(reach * probability, after)
                observed[group(state), group(child)].add(reach * probability, after)
                collect(child, reach * probability)
            else:
                collect(child, reach)

    estimates = []

    def estimate(state: State, terms: Floats) -> None:
        if state.is_terminal:
            impossible = known_reach[state.history()] == 0.0
            estimates.append(np.full(game.num_players, np.nan) if impossible else payoffs[group(state)].get() + terms)
        for action, _ in moves(state, strategy):
            child, term = state.child(action), np.zeros(game.num_players)
            if ours(state):
                term = expected[group(state)].get() - observed[group(state), group(child)].get()
            estimate(child, terms + term)

    collect(game.initial_state(), 1.0)
    estimate(game.initial_state(), np.zeros(game.num_players))
    return np.array(estimates).T


def estimates_by_hand(game: Game, known: Sequence[int], strategy: Table, values: Table) -> Floats:
    """The estimator of docs/explain/aivat.md: the start, and what came after each decision of an unknown player less before."""
    after: dict[Any, Mean] = defaultdict(Mean)
    before: dict[Any, Mean] = defaultdict(Mean)
    known_reach = []
    nothing = tuple((player, ()) for player in range(game.num_players) if player not in known)

    def collect(state: State, reach: float, done: Any) -> None:
        mover = state.current_player
        if state.is_terminal or (mover >= 0 and mover not in known):
            worth = value(state, values)
            after[done].add(reach, worth)
            before[done, None if state.is_terminal else state.infoset_key(mover)].add(reach, worth)
        if state.is_terminal:
            known_reach.append(reach)
        for action, probability in moves(state, strategy):
            if mover >= 0 and mover not in known:
                collect(state.child(action), reach, longer(state, action, done))
            else:
                collect(state.child(action), reach * probability, done)

    def longer(state: State, action: int, done: Any) -> Any:
        mover = state.current_player
        step = (state.infoset_key(mover), action)
        return tuple((player, (*steps, step) if player == mover else steps) for player, steps in done)

    estimates = []

    def estimate(state: State, total: Floats, done: Any) -> None:
        if state.is_terminal:
            estimates.append(total)
        for action, _ in moves(state, strategy):
            mover = state.current_player
            if mover >= 0 and mover not in known:
                then = longer(state, action, done)
                estimate(state.child(action), total + after[then].get() - before[done, state.infoset_key(mover)].get(), then)
            else:
                estimate(state.child(action), total, done)

    collect(game.initial_state(), 1.0, nothing)
    estimate(game.initial_state(), after[nothing].get(), nothing)
    table = np.array(estimates).T
    table[:, np.array(known_reach) == 0.0] = np.nan
    return table


SMALL = [make_game("kuhn"), make_game("kuhn", num_players=3), make_game("bet_raise", num_cards=3), make_game("rps")]


@pytest.mark.parametrize("game", SMALL, ids=str)
@pytest.mark.parametrize("zeros", [0.0, 0.3])
def test_the_same_as_twins_in_plain_python(game: Game, zeros: float) -> None:
    rng = np.random.default_rng(4)
    ours, values = random_policy(game, rng, zeros), random_policy(game, rng)
    for seats in seat_sets(game):
        policies = [ours if seat in seats else None for seat in range(game.num_players)]
        strategy, guess = table_of(ours), table_of(values)
        plain = aivat_estimates(game, policies, values=values, imaginary=False)
        np.testing.assert_allclose(plain, paper_estimates(game, seats, strategy, guess, False), atol=1e-12)
        full = aivat_estimates(game, policies, values=values)
        np.testing.assert_allclose(full, estimates_by_hand(game, seats, strategy, guess), atol=1e-12)


LEDUC_RANKS = pytest.param(make_game("leduc", suit_isomorphism=True), marks=pytest.mark.check)


@pytest.mark.parametrize("game", [*SMALL[:3], LEDUC_RANKS], ids=str)
def test_move_by_move_as_in_the_paper_is_the_same_with_the_known_players_own_values(game: Game) -> None:
    """With one unknown player, who sees each move at once, and values in which the known players play what they play."""
    rng = np.random.default_rng(5)
    ours, guess = random_policy(game, rng), random_policy(game, rng)
    owner = {row.key: row.player for row in game.infosets}
    for unknown in range(game.num_players) if game.num_players == 2 else (1,):
        policies = [None if seat == unknown else ours for seat in range(game.num_players)]
        values = [guess if seat == unknown else None for seat in range(game.num_players)]
        known = [seat for seat in range(game.num_players) if seat != unknown]
        both = {key: table_of(guess if owner[key] == unknown else ours)[key] for key in owner}
        paper = paper_estimates(game, known, table_of(ours), both, True)
        np.testing.assert_allclose(aivat_estimates(game, policies, values=values), paper, atol=1e-10)


# Variance.


@pytest.fixture(scope="module")
def agents() -> tuple[TabularPolicy, TabularPolicy]:
    return CFR(LEDUC, "cfr").run(100).average_policy(), CFR(LEDUC, "dcfr").run(1000).average_policy()


@pytest.mark.parametrize("swapped", [False, True])
def test_the_variance_between_cfr_agents_on_leduc_is_a_tenth_or_less(
    agents: tuple[TabularPolicy, TabularPolicy], swapped: bool
) -> None:
    played = agents[::-1] if swapped else agents
    for values in agents:  # a value function of either, for both seats
        for known in ((0,), (1,)):
            result = aivat_variance(LEDUC, played, aivat_estimates(LEDUC, played, known, values))
            assert min(result.ratio) > 25, (known, result)
        both = aivat_variance(LEDUC, played, aivat_estimates(LEDUC, played, values=values, imaginary=False))
        assert min(both.ratio) > 10
    assert 13 < result.variance[0] < 16


def test_both_parts_help(agents: tuple[TabularPolicy, TabularPolicy]) -> None:
    """Payoffs, chance alone, the known player's moves too, imaginary hands too: each has less variance than the one before."""
    tables = [
        tree_of(LEDUC).terminal_utility,
        aivat_estimates(LEDUC, agents, (), agents[0], imaginary=False),
        aivat_estimates(LEDUC, agents, (0,), agents[0], imaginary=False),
        aivat_estimates(LEDUC, agents, (0,), agents[0]),
    ]
    variances = [aivat_variance(LEDUC, agents, table).aivat_variance[0] for table in tables]
    assert all(less < 0.7 * more for more, less in pairwise(variances))


@every_game
def test_perfect_values_and_everybody_known_leave_no_variance(game: Game) -> None:
    rng = np.random.default_rng(6)
    played = [random_policy(game, rng) for _ in range(game.num_players)]
    expected = np.array(exact_values(game, played))
    for options in ({"imaginary": False}, {"imaginary": False, "values": played}, {"values": "random"}):
        estimates = aivat_estimates(game, played, **options)
        np.testing.assert_allclose(estimates, np.broadcast_to(expected[:, None], estimates.shape), atol=1e-10)
        result = aivat_variance(game, played, estimates)
        assert max(result.aivat_variance) < 1e-20
        assert all(r == float("inf") or v < 1e-20 for r, v in zip(result.ratio, result.variance, strict=True))


def test_no_variance_against_choices_that_are_worth_the_same() -> None:
    """In Kuhn's equilibrium with alpha = 1/3 the first player mixes only between equals, if the second one is known."""
    first = {"J|": 1 / 3, "Q|": 0.0, "K|": 1.0, "J|xb": 0.0, "Q|xb": 2 / 3, "K|xb": 1.0}
    second = {"J|x": 1 / 3, "Q|x": 0.0, "K|x": 1.0, "J|b": 0.0, "Q|b": 1 / 3, "K|b": 1.0}
    table = {}
    for row in KUHN.infosets:
        p = (first | second)[row.key]
        table[row.key] = dict(zip(row.action_names, (1.0 - p, p), strict=True))
    policy = TabularPolicy.from_dict(KUHN, table)
    for known in (0, 1):
        result = aivat_variance(KUHN, policy, aivat_estimates(KUHN, policy, (known,)))
        assert result.aivat_mean == pytest.approx((-1 / 18, 1 / 18)) and result.ratio == (float("inf"),) * 2
        assert min(aivat_variance(KUHN, policy, aivat_estimates(KUHN, policy, (known,), imaginary=False)).aivat_variance) > 0.1


def test_payoffs_themselves_have_ratio_one() -> None:
    result = aivat_variance(KUHN, "random", tree_of(KUHN).terminal_utility)
    assert result.ratio == (1.0, 1.0) and result.mean == result.aivat_mean
    # 30 equally dealt ends by hand: E = 1/8; payoffs are 1 in 1/2 of the hands (xx, and folds) or 2.
    assert result.mean[0] == pytest.approx(0.125)
    assert result.variance[0] == pytest.approx(1 * 5 / 8 + 4 * 3 / 8 - 0.125**2)


def test_what_unknown_seats_are_given_is_not_read() -> None:
    rng = np.random.default_rng(8)
    ours, theirs = random_policy(KUHN, rng), random_policy(KUHN, rng)
    table = aivat_estimates(KUHN, [ours, None])
    np.testing.assert_array_equal(table, aivat_estimates(KUHN, [ours, theirs], (0,)))
    np.testing.assert_array_equal(table, aivat_estimates(KUHN, [ours, None], values=ours))
    np.testing.assert_array_equal(table, aivat_estimates(KUHN, [ours, None], values=[None, ours]))
    np.testing.assert_array_equal(aivat_estimates(KUHN, ours), aivat_estimates(KUHN, [ours, ours], (1, 0)))
    assert not np.array_equal(table, aivat_estimates(KUHN, [ours, None], values=[None, theirs]))


def test_an_array_of_values_is_as_good_as_the_policy_it_is_made_of() -> None:
    rng = np.random.default_rng(9)
    ours, guess = random_policy(KUHN, rng), random_policy(KUHN, rng)
    tree = tree_of(KUHN)
    array = np.empty((2, tree.num_nodes))
    stack = [(KUHN.initial_state(), 0)]
    while stack:
        state, node = stack.pop()
        array[:, node] = value(state, table_of(guess))
        stack += [(state.child(action), tree.first_child[node] + k) for k, action in enumerate(state.legal_actions())]
    for imaginary in (True, False):
        expected = aivat_estimates(KUHN, [ours, None], values=guess, imaginary=imaginary)
        given = array.copy()
        given[:, tree.terminal_node] = np.nan  # not read
        np.testing.assert_allclose(aivat_estimates(KUHN, [ours, None], values=given, imaginary=imaginary), expected, atol=1e-14)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policies": ["random"]}, "1 policies for 2 players"),
        ({"policies": ["random", None], "known": (0, 2)}, r"known=\(0, 2\): seats are from 0 to 1"),
        ({"policies": ["random", None], "known": (1,)}, r"known=\(1,\): the policy of seat 1 is None"),
        ({"policies": [None, None]}, "values: there must be some if no player is known"),
        ({"policies": [None, None], "values": [None, "random"]}, "values: there must be some if no player is known"),
        ({"policies": ["random", "random"], "known": ()}, "values: there must be some if no player is known"),
        ({"policies": ["nobody", None]}, "nobody"),
        ({"policies": [TabularPolicy.uniform(LEDUC), None]}, "a policy for leduc"),
        ({"policies": "random", "values": np.zeros((2, 30))}, r"values of shape \(2, 30\): must be \(2, 58\)"),
        ({"policies": "random", "values": np.full((2, 58), np.inf)}, "values: must be finite"),
        ({"policies": "random", "values": ["random"]}, "1 policies for 2 players"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        aivat_estimates(KUHN, **arguments)


def test_a_game_without_a_tree_is_refused() -> None:
    game = make_game("kuhn", num_cards=100, num_players=4)
    with pytest.raises(ValueError, match="too large to compile"):
        aivat_estimates(game, "random", values=np.zeros((2, 1)))
