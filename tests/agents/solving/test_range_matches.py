"""Matches between ranges: against sums over all pairs of hands, with luck taken off and without; against duplicate hands."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import COMBOS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.preflop_equities import disjoint_combos
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import head_to_head
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.long  # two minutes, of a program that is run by hand
range_matches: Any = load_program(ROOT / "benchmarks" / "range_matches.py")
BoardHands, RangeHand, match_between_ranges = (
    range_matches.BoardHands, range_matches.RangeHand, range_matches.match_between_ranges
)  # fmt: skip
MOST_LUCK, OUTCOMES, outcome_weights = range_matches.MOST_LUCK, range_matches.OUTCOMES, range_matches.outcome_weights

SMALL: dict[str, Any] = {"stack": 20, "bet_sizes": "50%,100%", "raise_sizes": "a"}
GAME: Any = make_game("texas_holdem", **SMALL)
RAKED: Any = make_game("texas_holdem", **SMALL, rake_rate=0.25, big_blind_ante=1)  # with odd chips
BLINDS: Any = make_game(
    "texas_holdem",
    stack=(12, 17),
    button=0,
    rewards="blinds",
    bet_sizes="50%",
    raise_sizes="a",
    ante=1,
    rake_rate=0.1,
    rake_cap=2,
)
FIXED: Any = make_game("texas_holdem", limit="fixed-limit", stack=9, raise_cap=2)
BOARD = (40, 13, 27, 2, 51)
ROYAL = (51, 47, 43, 39, 35)
ON_BOARD = BoardHands(BOARD)


class Mixed:
    """A player whose probabilities differ from hand to hand and from line to line."""

    def __init__(self, number: int, weight: float = 0.7) -> None:
        self.number, self.weight = number, weight

    def strategy(self, decision: TexasHoldemState, hands: Any = None) -> Floats:
        return mixed(len(decision.legal_actions()), self.number, self.weight, decision.line)


@lru_cache
def mixed(actions: int, number: int, weight: float, line: str) -> Floats:
    seed = [number, *line.encode()]
    return np.asarray(np.random.default_rng(seed).dirichlet(np.full(actions, weight), len(COMBOS)).T)


MIXED = Mixed(1), Mixed(2)


def hand_of(game: Any, players: tuple[Any, Any], seed: int = 0) -> Any:
    rng = np.random.default_rng(seed)
    return RangeHand(game, ON_BOARD, [player.strategy for player in players], [rng, rng])


def test_outcomes_are_sums_over_all_pairs_of_hands() -> None:
    rng = np.random.default_rng(1)
    reach = ON_BOARD.free * rng.random(1326), ON_BOARD.free * rng.random(1326) ** 4
    strengths = np.asarray(board_strength(BOARD, COMBOS), dtype=np.int64)
    signs = np.sign(strengths[:, None] - strengths[None])
    pairs = disjoint_combos() * np.outer(*reach)
    wanted = [pairs.sum(), (pairs * (signs > 0)).sum(), (pairs * (signs < 0)).sum()]
    np.testing.assert_allclose(outcome_weights(ON_BOARD.order, ON_BOARD.cards, ON_BOARD.first, *reach), wanted, rtol=1e-9)
    np.testing.assert_allclose(ON_BOARD.outcomes(reach), np.array(wanted[1:]) / wanted[0], rtol=1e-9)
    aces = np.where(np.arange(1326) == ON_BOARD.order[-1], 1.0, 0.0)  # both players would hold the same cards
    assert ON_BOARD.outcomes((aces, aces)) == (0.0, 0.0)


def test_pairs_of_hands_for_each_outcome() -> None:
    for outcome in OUTCOMES:
        pair = ON_BOARD.pair(outcome)
        assert pair is not None and len({*pair[0].tolist(), *pair[1].tolist(), *BOARD}) == 9
        one, two = np.asarray(board_strength(BOARD, np.array(pair)), dtype=np.int64)
        assert np.sign(one - two) == outcome
    royal = BoardHands(ROYAL)
    assert royal.pair(0) is not None and royal.pair(1) is None is royal.pair(-1)


class CountedDraws:
    """A generator that counts its draws."""

    drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return 0.0


class Checks:
    """Checks and calls before the river, and mixes on it."""

    def __init__(self, weight: float) -> None:
        self.weight = weight

    def strategy(self, decision: TexasHoldemState, hands: Any = None) -> Floats:
        legal = decision.legal_actions()
        if len(decision.board) == 5:
            return mixed(len(legal), 3, self.weight, decision.line)
        return np.repeat([[float(action == 1)] for action in legal], len(COMBOS), axis=1)


def test_nothing_is_drawn_on_rivers_with_few_lines() -> None:
    hand, rng = hand_of(GAME, (Checks(0.7), Checks(0.7))), CountedDraws()
    hand.rngs = [rng, rng]  # type: ignore[list-item]
    hand.play()
    assert rng.drawn == 3  # the line to the next street, on three streets


def test_of_many_lines_on_rivers_some_are_drawn() -> None:
    """With 5,000 bets few lines are asked for."""
    game: Any = make_game("texas_holdem", stack=5000, bet_sizes="any", raise_sizes="any")
    asked = []

    class Counted(Checks):
        def strategy(self, decision: TexasHoldemState, hands: Any = None) -> Floats:
            asked.append(decision.line)
            return super().strategy(decision, hands)

    chips = [hand_of(game, (Counted(50.0), Counted(50.0)), seed).play()[0] for seed in range(3)]
    assert 3 * 7 < len(asked) < 3 * 100
    assert len({float(own[0]) for own in chips}) == 3


@lru_cache
def by_pairs(game: Any, players: tuple[Any, Any]) -> Floats:
    """float64 [2]: what all pairs of hands win together, by a matrix of all pairs, and payoffs written down from the rules."""
    hand, chip = hand_of(game, players), game.chip
    strengths = np.asarray(board_strength(BOARD, COMBOS), dtype=np.int64)
    signs = np.sign(strengths[:, None] - strengths[None])
    pairs = disjoint_combos() * np.outer(ON_BOARD.free, ON_BOARD.free)
    big_blind = game.posted.index(max(game.posted))
    unit = game.payoff_unit / chip

    def walk(state: TexasHoldemState, pairs: Floats) -> Floats:
        if any(state.folded):
            return np.asarray(pairs.sum() * np.array(state.returns()))
        if state.is_terminal:
            put, dead = min(state.contributions), np.zeros(2)
            dead[big_blind] = game.params["big_blind_ante"]
            pot = 2.0 * put + dead.sum()
            rake = np.floor(game.params["rake_rate"] * pot / chip) * chip
            if game.params["rake_cap"] is not None:
                rake = min(rake, game.params["rake_cap"])
            half = np.floor((pot - rake) / 2.0 / chip) * chip
            split = np.full(2, half)
            split[1 - game.button] = pot - rake - half  # an odd chip goes to the first seat after the button
            result = np.zeros(2)
            for outcome, shares in ((1, [pot - rake, 0.0]), (0, split), (-1, [0.0, pot - rake])):
                result += float((pairs * (signs == outcome)).sum()) * (np.array(shares) - put - dead) * unit
            return result
        answer = players[state.current_player].strategy(state)
        result = np.zeros(2)
        for share, action in zip(answer, state.legal_actions(), strict=True):
            own = share[:, None] if state.current_player == 0 else share[None]
            result += walk(hand.dealt(state.child(action)), pairs * own)
        return result

    return walk(hand.start(), pairs) / pairs.sum()


def mean_of_all_draws(game: Any, players: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> tuple[Floats, int]:
    """(float64 [3, 2]: chances, chips, chips without luck, in the mean over all that may be drawn; how many ways there are)."""
    total, ways = np.zeros((3, 2)), [[]]
    for way in ways:  # each finds the next ones
        tape = Tape(way)
        monkeypatch.setattr(range_matches, "drawn", tape.draw)
        chips, _, luck = hand_of(game, players).play()
        total += tape.chance * np.stack([np.ones(2), chips, chips - luck])
        ways += tape.others
    return total, len(ways)


class Tape:
    """Draws that are known beforehand, then the first one; ``others`` are the tapes that begin with another draw there."""

    def __init__(self, known: list[int]) -> None:
        self.known, self.made, self.chance = known, [], 1.0
        self.others: list[list[int]] = []

    def draw(self, chances: Floats, rng: Any) -> int:
        at = len(self.made)
        if at >= len(self.known):
            self.others += [[*self.made, other] for other in range(1, len(chances))]
        self.made.append(self.known[at] if at < len(self.known) else 0)
        self.chance *= float(chances[self.made[-1]] / chances.sum())
        return self.made[-1]


@pytest.mark.parametrize("game", [GAME, RAKED, BLINDS, FIXED], ids=["plain", "raked", "in blinds", "fixed"])
@pytest.mark.parametrize(
    ("least", "luck"), [((0.0,) * 4, MOST_LUCK), ((0.2, 0.3, 0.5, 0.1), MOST_LUCK), ((0.2, 0.3, 0.5, 0.1), 0.02)]
)
def test_a_line_counts_as_often_as_pairs_of_hands_play_it(
    game: Any, least: tuple[float, ...], luck: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mean over everything that might be drawn, with luck and without, is that of all pairs."""
    players = MIXED
    wanted = by_pairs(game, players)
    assert abs(wanted[0]) > 0.01
    monkeypatch.setattr(range_matches, "LEAST", least)
    monkeypatch.setattr(range_matches, "MOST_LUCK", luck)
    (whole, plain, without_luck), ways = mean_of_all_draws(game, players, monkeypatch)
    assert ways >= 5
    np.testing.assert_allclose(whole, 1.0, atol=1e-9)
    np.testing.assert_allclose(plain, wanted, atol=1e-8)
    np.testing.assert_allclose(without_luck, wanted, atol=1e-8)


def test_shares_of_both_players_add_up() -> None:
    played = [hand_of(GAME, MIXED, seed).play() for seed in range(20)]
    assert len({float(luck[0]) for *_, luck in played}) > 5
    shares = np.array([shares for _, shares, _ in played])
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-8)
    assert (shares > 0.0).all()


@pytest.mark.parametrize("params", [{"stack": 1}, {"stack": (1, 200)}, {"stack": (2, 1)}, {"stack": 4, "ante": 3}])
def test_hands_without_a_decision(params: Any) -> None:
    game = make_game("texas_holdem", short_stacks=True, **params)
    result = match_between_ranges(game, ["tight", "loose"], 40, seed=1)
    assert result.won.mean(axis=0) == pytest.approx(0.0) and result.estimates.shape == (20, 2)
    once = match_between_ranges(game, ["tight", "loose"], 40, seed=1, duplicate=False)
    assert once.scores.sum() == pytest.approx(40.0)


def test_luck_is_taken_off_up_to_a_bound() -> None:
    hand = hand_of(GAME, MIXED)
    hand.worth = lambda line: 1000.0 * crc32(line.state.line.encode())
    chips, _, luck = hand.play()
    assert (luck == 0.0).all() and (np.abs(chips) <= 20.0).all()


def test_a_match_between_ranges_has_a_smaller_error_than_duplicate_hands() -> None:
    game = make_game("texas_holdem")
    ranges = match_between_ranges(game, ["tight", "loose"], 600, seed=1)
    duplicate = head_to_head(game, ["tight", "loose"], hands=200_000, seed=1, aivat=True)
    mean, error = ranges.estimates[:, 0].mean(), ranges.estimates[:, 0].std(ddof=1) / 300**0.5
    assert abs(mean - duplicate.chips_per_hand[0]) < 4.5 * (error + duplicate.standard_error[0])
    assert abs(ranges.scores[0] / 600 - duplicate.score[0]) < 0.03 and ranges.scores.sum() == pytest.approx(600.0)
    of_600 = duplicate.standard_error[0] * (200_000 / 600) ** 0.5
    assert error < of_600 / 3 and error < ranges.won[:, 0].std(ddof=1) / 300**0.5


def test_a_match_replays_by_its_seed_and_a_player_is_even_with_itself() -> None:
    once, again, other = (match_between_ranges(GAME, ["tight", "loose"], 60, seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(once.estimates, again.estimates)
    assert (once.estimates != other.estimates).any()
    same = match_between_ranges(make_game("texas_holdem"), ["loose", "loose"], 600, 1).estimates[:, 0]
    assert 0.0 < abs(same.mean()) < 4.5 * same.std(ddof=1) / 300**0.5


def test_what_cannot_be_played_is_refused() -> None:
    class Silent:
        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return 1

    for game, agents, message in (
        (make_game("kuhn"), ["honest", "random"], "between ranges: the game must be a texas_holdem for two players"),
        (make_game("texas_holdem", num_players=3), ["tight"] * 3, "must be a texas_holdem for two players"),
        (GAME, ["tight", Silent()], "does not say with what probability it acts"),
    ):
        with pytest.raises(ValueError, match=message):
            match_between_ranges(game, agents, 4, seed=1)
