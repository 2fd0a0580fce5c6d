"""Matches: compiled play equals slow play, common random numbers, tests, intervals that may be looked at, round robins."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pokerzoo.agents import CFR, PolicyAgent, TabularPolicy, baseline_policy
from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import ConfidenceSequence, CrossTable, head_to_head, round_robin
from pokerzoo.evaluation.hands import read_hands
from pokerzoo.evaluation.matches.match_result import Moments, Observations
from pokerzoo.evaluation.matches.round_robin import elo_ratings, maximum_entropy_nash
from pokerzoo.evaluation.measures.intervals import alike_interval, observations_for, p_value, t_interval


class Asked:
    """A policy behind an agent's interface, so that it is asked hand by hand."""

    def __init__(self, policy: TabularPolicy, name: str) -> None:
        self._inner, self.name = PolicyAgent(policy), name
        self.seen: list[str] = []

    def act(self, observation: Any, action_mask: Any, info: Mapping[str, Any], rng: np.random.Generator) -> int:
        self.seen.append(info["infoset"]["key"])
        return self._inner.act(observation, action_mask, info, rng)


def random_policy(game: Game, seed: int) -> TabularPolicy:
    raw = np.random.default_rng(seed).random(game.infosets.size)
    first = game.infosets.first
    return TabularPolicy(game, raw / np.repeat(np.add.reduceat(raw, first[:-1]), np.diff(first)))


GAMES = [
    make_game("kuhn"),
    make_game("kuhn", num_players=3),
    make_game("leduc"),
    make_game("rps"),
    make_game("bet_fold", num_players=3, num_cards=5),
    make_game("holdem", ranges=("AsKs,QQ:0.5", "AKs,JhJd:0.25"), pot=10, stack=20, raise_cap=1),
]


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game)[:40])
def test_compiled_play_is_the_same_match_as_asking(game: Game, duplicate: bool) -> None:
    policies = [random_policy(game, seed) for seed in range(game.num_players)]
    fast = head_to_head(game, [PolicyAgent(p, f"agent {i}") for i, p in enumerate(policies)], 700, 3, duplicate)
    slow = head_to_head(game, [Asked(p, f"agent {i}") for i, p in enumerate(policies)], 700, 3, duplicate)
    assert slow.exact is None and fast.exact is not None
    assert fast.chips_per_hand == pytest.approx(slow.chips_per_hand, abs=1e-12)
    assert fast.standard_error == pytest.approx(slow.standard_error, abs=1e-12)
    assert fast.score == pytest.approx(slow.score) and sum(fast.score) > 0.0


def test_two_matches_with_one_seed_see_the_same_deals() -> None:
    """Whoever plays: a folder sees fewer public cards than a caller, and still the next deal is the same."""
    game = make_game("leduc")
    cards = []
    for other in ("always_fold", "always_raise"):
        spy = Asked(baseline_policy(game, "always_call"), "spy")
        head_to_head(game, [spy, other], 400, seed=8)
        cards.append([key for key in spy.seen if key.split("|")[1] == ""])  # first to act: his card
    assert cards[0] == cards[1] and len(set(cards[0])) == 6
    better = [head_to_head(game, [name, "always_call"], 20_000, seed=1) for name in ("honest", "random")]
    assert better[0].chips_per_hand[0] > better[1].chips_per_hand[0]


def test_a_million_hands_cover_the_exact_value() -> None:
    game = make_game("leduc")
    policies = [CFR(game, "cfr+").run(200).average_policy(), CFR(game).run(50).average_policy()]
    progress: list[Any] = []
    result = head_to_head(game, policies, 1_000_000, seed=4, progress=lambda *hands: progress.append(hands))
    assert result.exact is not None and result.hands == 1_000_000 and progress[-1] == (1_000_000, 1_000_000)
    assert abs(result.chips_per_hand[0] - result.exact[0]) < 4 * result.standard_error[0]


def test_the_p_value_is_scipys_and_behaves() -> None:
    values = np.random.default_rng(1).normal(0.1, 1.0, 50)
    expected = stats.ttest_1samp(values, 0.0)
    error = values.std(ddof=1) / np.sqrt(50)
    assert p_value(values.mean(), error, 50) == pytest.approx(expected.pvalue, rel=1e-9)
    low, high = expected.confidence_interval()
    assert tuple(t_interval(values.mean(), error, 50)) == pytest.approx((low, high))
    assert (p_value(0.0, 0.0, 10), p_value(1.0, 0.0, 10)) == (1.0, 0.0)
    result = head_to_head(make_game("kuhn"), ["honest", "random"], 20_000, seed=1)
    assert result.p_value is not None and result.p_value[0] < 1e-6 and result.interval[0].low > 0
    even = head_to_head(make_game("kuhn"), ["random", "random"], 2_000, seed=1)
    assert even.p_value is not None and even.p_value[0] > 0.01


def test_hands_for_a_width_give_that_width() -> None:
    game = make_game("leduc")
    first = head_to_head(game, ["honest", "random"], 20_000, seed=1)
    wanted = first.hands_for(0.05)
    again = head_to_head(game, ["honest", "random"], wanted, seed=2)
    assert again.interval[0].width == pytest.approx(0.05, rel=0.05)
    assert observations_for(0.1, 1.0) == pytest.approx((2 * 1.96 / 0.1) ** 2, rel=0.001)
    with pytest.raises(ValueError, match="width=0: must be above 0"):
        first.hands_for(0)
    assert first.hands_for(0.05, 1) == wanted  # what one wins the other loses
    with pytest.raises(ValueError, match="agent=2: must be an integer from 0 to 1"):
        first.hands_for(0.05, 2)


def test_moments_of_blocks_are_those_of_the_whole() -> None:
    values = np.random.default_rng(1).normal(5.0, 2.0, (1000, 2))
    moments = Moments(2)
    for start, end in ((0, 1), (1, 17), (17, 500), (500, 1000)):
        moments.add(values[start:end])
    assert moments.mean == pytest.approx(values.mean(axis=0), abs=1e-12)
    assert moments.standard_error == pytest.approx(values.std(axis=0, ddof=1) / np.sqrt(1000), abs=1e-12)


# Stopping by width


def test_until_width_stops_with_a_valid_interval() -> None:
    game = make_game("kuhn")
    result = head_to_head(game, ["honest", "random"], until_width=0.1, seed=1)
    assert result.stopped_by == "width" and result.interval_kind == "confidence sequence" and result.p_value is None
    assert all(interval.width <= 0.1 for interval in result.interval)
    assert result.exact is not None and result.interval[0].low <= result.exact[0] <= result.interval[0].high
    short = head_to_head(game, ["honest", "random"], 100, until_width=0.001, seed=1)
    assert (short.stopped_by, short.hands) == ("hands", 100) and short.interval[0].width > 0.001
    with pytest.raises(ValueError, match="until_width=0: must be a finite number"):
        head_to_head(game, ["honest", "random"], until_width=0)


def test_stopping_by_width_covers_and_peeking_at_a_plain_interval_does_not() -> None:
    game = make_game("kuhn")
    matches = [head_to_head(game, ["random", "random"], 4000, until_width=0.6, seed=seed) for seed in range(300)]
    missed = sum(not m.interval[0].low <= 0.0 <= m.interval[0].high for m in matches)
    assert missed <= 15  # 5% of 300
    # Stop as soon as a plain interval leaves out 0: most of what it then says is wrong far more often than 5%.
    rng = np.random.default_rng(1)
    wrong = 0
    sequence_wrong = 0
    for _ in range(300):
        values = rng.choice([-2.0, -1.0, 1.0, 2.0], 2000)
        counts = np.arange(20, 2001, 20)
        means, squares = values.cumsum()[counts - 1] / counts, (values**2).cumsum()[counts - 1] / counts
        errors = np.sqrt((squares - means**2) / (counts - 1))
        wrong += bool(np.any(np.abs(means) > 1.96 * errors))
        sequence = ConfidenceSequence(-2.0, 2.0)
        for start in range(0, 2000, 20):
            sequence.add(values[start : start + 20])
        sequence_wrong += not sequence.interval.low <= 0.0 <= sequence.interval.high
    assert wrong > 60 and sequence_wrong <= 15


def test_the_confidence_sequence_is_that_of_the_paper() -> None:
    """Waudby-Smith and Ramdas 2024, theorem 2, term by term."""
    values = np.random.default_rng(2).beta(2.0, 5.0, 300)
    sequence = ConfidenceSequence(0.0, 1.0, confidence=0.9)
    log_term = np.log(2 / 0.1)
    bets: list[float] = []
    costs: list[float] = []
    for t in range(1, 301):
        before = values[: t - 1]
        means = (0.5 + before.cumsum()) / (np.arange(1, t) + 1)
        mean = means[-1] if t > 1 else 0.5
        variance = (0.25 + ((before - means) ** 2).sum()) / t
        bet = min(np.sqrt(2 * log_term / (variance * t * np.log(1 + t))), 0.5)
        psi = (-np.log(1 - bet) - bet) / 4
        bets.append(bet)
        costs.append(4 * (values[t - 1] - mean) ** 2 * psi)
        centre = np.dot(bets, values[:t]) / sum(bets)
        half = (log_term + sum(costs)) / sum(bets)
        sequence.add(values[t - 1 : t])
        assert tuple(sequence.interval) == pytest.approx((max(0.0, centre - half), min(1.0, centre + half)), abs=1e-12)
    assert sequence.count == 300 and sequence.interval.width < 0.3
    turned = ConfidenceSequence(0.0, 1.0)  # a mean that changes: no promise, but no nonsense either
    turned.add(np.zeros(1000))
    turned.add(np.ones(5000))
    assert turned.interval.low <= turned.interval.high


def test_bad_observations() -> None:
    with pytest.raises(ValueError, match="must be in \\[0.0, 1.0\\]"):
        ConfidenceSequence(0.0, 1.0).add(np.array([0.5, 1.5]))
    with pytest.raises(ValueError, match="must be finite and in order"):
        ConfidenceSequence(1.0, 0.0)
    with pytest.raises(ValueError, match="confidence=1.0"):
        ConfidenceSequence(0.0, 1.0, 1.0)
    point = ConfidenceSequence(2.0, 2.0)
    point.add(np.full(3, 2.0))
    assert point.interval == (2.0, 2.0)


# AIVAT in matches


def test_aivat_estimates_the_same_mean_with_less_luck() -> None:
    game = make_game("leduc")
    agents = [CFR(game, "cfr").run(100).average_policy(), CFR(game, "dcfr").run(1000).average_policy()]
    result = head_to_head(game, agents, 20_000, seed=1, aivat=True)
    assert result.estimator == "aivat" and result.chips is not None and result.chips.estimator == "chips"
    assert result.chips == head_to_head(game, agents, 20_000, seed=1)
    assert (result.chips.standard_error[0] / result.standard_error[0]) ** 2 > 10
    assert result.exact is not None
    for i in range(2):
        assert abs(result.chips_per_hand[i] - result.exact[i]) < 4 * result.standard_error[i]
    # An agent that is asked, with no policy to be seen: only the other's is known.
    asked = head_to_head(game, [agents[0], Asked(agents[1], "asked")], 2000, seed=1, aivat=True)
    assert asked.chips is not None and asked.standard_error[0] < asked.chips.standard_error[0] / 3
    # Whatever the value function, the mean is right.
    silly = head_to_head(game, agents, 20_000, seed=1, aivat="random")
    assert abs(silly.chips_per_hand[0] - result.exact[0]) < 4 * silly.standard_error[0]
    sequential = head_to_head(game, agents, until_width=0.05, seed=1, aivat=True)
    assert sequential.stopped_by == "width" and sequential.interval[0].low <= result.exact[0] <= sequential.interval[0].high
    plain = head_to_head(game, agents, until_width=0.05, seed=1)
    assert sequential.hands < plain.hands / 2


def test_aivat_of_fixed_size_has_intervals_of_fixed_size() -> None:
    game = make_game("kuhn")
    equilibrium = CFR(game, "cfr+").run(2000).average_policy()
    for other in ("honest", "always_call", "random"):  # against the first two no luck is left
        result = head_to_head(game, [equilibrium, other], 1000, seed=1, aivat=True)
        plain = head_to_head(game, [equilibrium, other], 1000, seed=1)
        assert (result.interval_kind, result.stopped_by) == ("t", "hands") and result.p_value is not None
        assert result.exact is not None
        for i in range(2):
            assert result.interval[i].width < plain.interval[i].width / 1.5
            assert result.interval[i].low <= result.exact[i] <= result.interval[i].high
    even = head_to_head(game, ["always_call", "always_call"], 1000, seed=1, aivat=True)
    assert even.interval[0].width < 1e-9 and even.p_value == (1.0, 1.0)
    # An agent that may do otherwise, and did not: what has not been seen in 500 deals may come in one of 167.
    callers: list[Any] = ["always_call", Asked(baseline_policy(game, "always_call"), "x")]
    asked = head_to_head(game, callers, 1000, seed=1, duplicate=False, aivat=True)
    plain = head_to_head(game, callers, 1000, seed=1, duplicate=False)
    assert asked.interval_kind == "all alike" and asked.p_value is None and asked.standard_error[0] < 1e-12
    assert 0.001 < asked.interval[0].width < plain.interval[0].width / 2
    assert (
        head_to_head(game, [equilibrium, "random"], until_width=0.2, seed=1, aivat=True).interval_kind == "confidence sequence"
    )


def test_the_interval_of_deals_that_were_all_alike() -> None:
    """By the beta quantile of Clopper and Pearson: the upper end for none of n."""
    for count in (30, 1000):
        unseen = stats.beta.ppf(0.95, 1, count)
        assert alike_interval(0.5, count, -2.0, 3.0) == pytest.approx((0.5 - 2.5 * unseen, 0.5 + 2.5 * unseen), rel=1e-9)
    assert alike_interval(1.0, 50, 1.0, 1.0) == (1.0, 1.0)


def test_a_match_that_is_stopped_keeps_its_hands(tmp_path: Path) -> None:
    game, path = make_game("kuhn"), tmp_path / "hands.jsonl"
    asked = 0

    def third_time() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    result = head_to_head(game, ["honest", "random"], 100_000, seed=1, log=path, stop=third_time)
    assert (result.stopped_by, result.interval_kind, result.p_value) == ("interrupt", "confidence sequence", None)
    assert 2 < result.hands < 100_000
    whole = head_to_head(game, ["honest", "random"], result.hands, seed=1)  # the same hands, fixed beforehand
    assert whole.chips_per_hand == pytest.approx(result.chips_per_hand) and whole.interval_kind == "t"
    assert whole.interval[0].width < result.interval[0].width
    score = read_hands(path)
    assert score.problems == () and len(score.hands) == result.hands
    again = score.as_match()
    assert (again.stopped_by, again.interval_kind, again.p_value) == ("interrupt", "confidence sequence", None)
    assert tuple(again.interval[0]) == pytest.approx(tuple(result.interval[0]))
    first = head_to_head(game, ["honest", "random"], 1000, seed=1, stop=lambda: True)
    assert (first.hands, first.stopped_by) == (512, "interrupt")
    done = head_to_head(game, ["honest", "random"], 10, seed=1, stop=lambda: True)
    assert (done.hands, done.stopped_by) == (10, "hands")  # there was nothing left to stop


def last_legal(game: Game) -> TabularPolicy:
    """Always the last legal action."""
    rows = {row.key: {name: float(name == row.action_names[-1]) for name in row.action_names} for row in game.infosets}
    return TabularPolicy.from_dict(game, rows)


class Liar(PolicyAgent):
    """Plays something else than its policy, which nobody must take on trust."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        return int(np.flatnonzero(action_mask)[-1])


class Twofaced:
    """A policy that says one thing when it is made a table of, and another at the table."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def action_probabilities(self, where: Any) -> dict[int, float]:
        table = last_legal(self.game) if isinstance(where, str) else baseline_policy(self.game, "always_fold")
        return table.action_probabilities(where)


def test_bad_aivat() -> None:
    game = make_game("kuhn")
    lying = head_to_head(game, [Liar(baseline_policy(game, "always_fold")), "random"], 400, seed=1)
    assert lying.exact is None
    assert lying.chips_per_hand == head_to_head(game, [last_legal(game), "random"], 400, seed=1).chips_per_hand
    with pytest.raises(ValueError, match="it plays another"):
        head_to_head(game, [PolicyAgent(Twofaced(game)), "random"], 50, seed=1, aivat=True)
    with pytest.raises(ValueError, match="known=\\[0\\]: means something with aivat only"):
        head_to_head(game, ["random", "random"], 10, known=[0])
    with pytest.raises(ValueError, match="known=\\[1\\]: agent 1 does not play a policy"):
        head_to_head(game, ["random", Asked(TabularPolicy.uniform(game), "x")], 10, aivat=True, known=[1])
    nobody: list[Any] = [Asked(TabularPolicy.uniform(game), "x")] * 2
    with pytest.raises(ValueError, match="no agent plays a policy"):
        head_to_head(game, nobody, 10, aivat=True)
    alone = head_to_head(game, nobody, 400, seed=1, duplicate=False, aivat="random")  # the luck of the cards
    assert alone.chips is not None and alone.standard_error[0] < alone.chips.standard_error[0]
    with pytest.raises(ValueError, match="has no tree that can be compiled, which AIVAT needs"):
        head_to_head(make_game("bet_fold"), ["random"] * 5, 10, aivat=True)


# What is claimed


def test_short_matches_and_matches_without_spread_claim_no_certainty() -> None:
    game = make_game("kuhn")
    one = head_to_head(game, ["honest", "random"], 2, seed=2215413440)
    assert one.interval_kind == "confidence sequence" and one.p_value is None and one.interval[0].width > 3.0
    missed = 0
    for seed in range(200):
        match = head_to_head(game, ["honest", "random"], 6, seed=seed)
        assert match.exact is not None
        missed += not match.interval[0].low <= match.exact[0] <= match.interval[0].high
    assert missed <= 10
    alike = head_to_head(game, ["always_call", "always_call"], 2000, seed=1)
    assert alike.standard_error[0] == 0.0 and alike.p_value is None and 0.0 < alike.interval[0].width < 0.1
    with pytest.raises(ValueError, match="went alike for always_call: no spread to go by"):
        alike.hands_for(0.1)
    with pytest.raises(ValueError, match="agent=5"):
        head_to_head(game, ["honest", "random"], 200, seed=1).hands_for(0.1, 5)


@pytest.mark.parametrize(
    ("bounds", "step", "kind"),
    [
        ((-1e6, 0.0), 1e-8, "all alike"),  # rounding, where a deal may cost a million
        ((0.0, 1e6), 1e-8, "all alike"),
        ((-1e6, 0.0), 1e-4, "t"),
        ((0.0, 1e6), 1e-4, "t"),
        ((-1.0, 1.0), 1e-8, "t"),
        ((-1.0, 1.0), 1e-12, "all alike"),
        ((0.0, 0.0), 0.0, "t"),  # nothing can be won: the interval is that point
    ],
)
def test_a_spread_counts_by_what_can_be_won(bounds: tuple[float, float], step: float, kind: str) -> None:
    """Deals that differ by ``step``: the standard error is about step / 11, held against 1e-12 of the largest payoff."""
    game: Any = SimpleNamespace(utility_range=bounds)
    observed = Observations(game, 1, None)
    deals = sum(bounds) / 2 + step * np.resize([0.0, 1.0], (30, 1))
    observed.add(deals[:29], np.zeros(1))
    assert observed.chips.fixed() is None  # too few
    observed.add(deals[29:], np.zeros(1))
    result = observed.chips.fixed()
    assert result is not None and result[0] == kind


def test_a_log_of_a_match_that_stopped_by_its_width_is_scored_so(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    result = head_to_head(make_game("kuhn"), ["honest", "random"], until_width=1.0, seed=1, log=path)
    again = read_hands(path).as_match()
    assert again.interval_kind == "confidence sequence" and again.p_value is None
    assert tuple(again.interval[0]) == pytest.approx(tuple(result.interval[0]))


# Round robins


@pytest.fixture(scope="module")
def table() -> CrossTable:
    game = make_game("leduc", suit_isomorphism=True)
    return round_robin(game, {"cfr+": CFR(game, "cfr+").run(300).average_policy(), "r": "random", "c": "always_call"}, seed=1)


def test_a_round_robin_is_exact_where_it_can_be(table: CrossTable) -> None:
    assert table.exact.all() and table.hands == 0
    assert np.array_equal(table.chips, -table.chips.T) and np.array_equal(table.low, table.chips)
    assert table.names == ("cfr+", "r", "c")
    played = round_robin(
        table.game, {"cfr+": CFR(table.game, "cfr+").run(300).average_policy(), "r": "random"}, 200_000, 1, exact=False
    )
    assert not played.exact[0, 1] and played.hands == 200_000
    assert played.interval(0, 1).low < table.chips[0, 1] < played.interval(0, 1).high
    assert played.score[0, 1] == pytest.approx(table.score[0, 1], abs=0.01)
    assert played.interval(1, 0) == (-played.interval(0, 1).high, -played.interval(0, 1).low)
    assert played.mean_chips == pytest.approx([played.chips[0, 1], played.chips[1, 0]])


def test_small_means_keep_their_sign_in_all_columns(table: CrossTable) -> None:
    small = dataclasses.replace(table, chips=table.chips * 1e-6)
    for line, mean in zip(str(small).splitlines()[2:], small.mean_chips, strict=True):
        assert line.split()[-1] == f"{mean:+.2g}"


def test_a_rake_is_paid_by_both() -> None:
    game = make_game("holdem", rake_rate=0.1)
    table = round_robin(game, ["random", "honest"], seed=1)
    match = head_to_head(game, ["random", "honest"], 10, seed=1)
    assert match.exact is not None
    assert [table.chips[0, 1], table.chips[1, 0]] == pytest.approx(match.exact) and sum(match.exact) < -1.0
    assert table.nash == pytest.approx([0.0, 1.0]) and np.isfinite(table.elo).all()
    played = round_robin(game, ["random", "honest"], 4000, seed=1, exact=False)
    assert played.interval(1, 0).low < match.exact[1] < played.interval(1, 0).high


def test_nash_average_of_a_cycle_of_copies_and_of_a_best_agent(table: CrossTable) -> None:
    rps = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    assert maximum_entropy_nash(rps) == pytest.approx([1 / 3] * 3, abs=1e-6)
    # Copies of rock share its part, and nothing else changes.
    copied = rps[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert maximum_entropy_nash(copied) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-5)
    assert maximum_entropy_nash(np.zeros((4, 4))) == pytest.approx([0.25] * 4, abs=1e-6)
    weighted = np.array([[0.0, 2.0, -1.0], [-2.0, 0.0, 1.0], [1.0, -1.0, 0.0]])
    assert maximum_entropy_nash(weighted) == pytest.approx([0.25, 0.25, 0.5], abs=1e-6)
    assert table.nash == pytest.approx([1.0, 0.0, 0.0])
    assert table.nash_average == pytest.approx(table.chips[:, 0]) and table.nash_average[1] < 0
    with pytest.raises(ValueError, match="must be square and antisymmetric"):
        maximum_entropy_nash(np.ones((2, 2)))


def test_elo_fits_the_scores() -> None:
    true = np.array([100.0, 0.0, -100.0])
    score = 1.0 / (1.0 + 10.0 ** ((true[None, :] - true[:, None]) / 400.0))
    assert elo_ratings(score) == pytest.approx(true, abs=1e-4)
    certain = np.array([[0.5, 1.0], [0.0, 0.5]])
    assert np.isfinite(elo_ratings(certain)).all() and elo_ratings(certain)[0] > 500
    with pytest.raises(ValueError, match="add up to 1"):
        elo_ratings(np.ones((2, 2)))


@pytest.mark.parametrize(
    ("game", "agents", "message"),
    [
        (make_game("kuhn", num_players=3), ["random", "honest"], "a round robin is for two"),
        (make_game("kuhn"), ["random"], "needs at least two"),
        (make_game("kuhn"), ["random", "random"], "two have the same name"),
        (make_game("kuhn"), {"a": "random", "b": "shark"}, "no such baseline"),
    ],
)
def test_bad_round_robins(game: Game, agents: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        round_robin(game, agents)
