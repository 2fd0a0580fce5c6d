"""Best-response gains in the bet/fold game, and its exact symmetric equilibria in thresholds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import GameLike, TabularPolicy
from pokerzoo.agents.cfr.bet_fold_learners import bet_fold_game
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.games.bet_fold import STEPS, BetFoldGame, prices_of
from pokerzoo.envs.games.bet_fold_exact import card_gains, common_values
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.records import Chips, Record

BET_FOLD_ARTICLE = {
    2: (49, 65, 72),
    3: (57, 70, 77),
    4: (64, 74, 79),
    5: (68, 76, 81),
    6: (71, 78, 83),
    7: (73, 80, 84),
    8: (75, 82, 85),
    9: (77, 83, 86),
    10: (79, 84, 87),
}
"""The article's thresholds (bet at or above) by number of players, for odds 2, 3 and 4: the last strategies of noisy runs."""


@dataclass(frozen=True)
class BetFoldGain:
    """Best-response gains of players of the bet/fold game, in chips a game.

    Attributes:
        per_card: float64 [cards], or [players, cards] for a profile: the gain when holding the card.
        measurement: what each player expects if all play the strategies, and what the player's best reply would make.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import bet_fold_gain
        >>> gain = bet_fold_gain(make_game("bet_fold", num_players=2), np.full(101, 0.5))
        >>> gain.per_card.shape, round(float(gain.per_card[100]), 3), round(gain.bb, 3)
        ((101,), 1.25, 0.544)
    """

    per_card: Floats
    measurement: Measurement

    @property
    def per_player(self) -> Floats:
        """The mean gain over cards in chips a game: one float, or float64 [players] for a profile."""
        return np.asarray(self.per_card.mean(axis=-1))

    @property
    def bb(self) -> float:
        """The largest gain of any player, in blinds a game."""
        return (self.measurement.game.stakes.mbb(float(self.per_player.max())) or 0.0) / 1000


@dataclass(frozen=True)
class BetFoldResult(Record):
    """The part of a training's result that only the bet/fold game has.

    Attributes:
        best_response_gain_bb: best-response gain of the average strategy, a game.
        best_response_gain_chips: the same in chips.
        threshold: the lowest card from which on all bet at least half of the time.
        bet_probabilities: the average strategy: probability of a bet with each card.
    """

    best_response_gain_bb: Annotated[float, "bb"]
    best_response_gain_chips: Chips
    threshold: int
    bet_probabilities: list[float]


def bet_fold_result(policy: TabularPolicy, gain: float) -> BetFoldResult | None:
    """A policy whose best-response gain in chips is given; None if players differ."""
    game = bet_fold_game(policy.game)
    bets = game.bets_of(policy.probabilities).tolist()
    if any(bet != bets[0] for bet in bets):
        return None
    return BetFoldResult(gain / game.blind, gain, threshold_of(bets[0]), bets[0])


def threshold_of(bet: Sequence[float]) -> int:
    """The lowest card from which on all bet at least half of the time. The highest, which cannot lose, always does.

    >>> threshold_of([0.9, 0.2, 0.5, 1.0]), threshold_of([1.0, 1.0])
    (2, 0)
    """
    return next((card + 1 for card in range(len(bet) - 1, -1, -1) if bet[card] < 0.5), 0)


def bet_fold_gain(game: GameLike, bet: npt.ArrayLike) -> BetFoldGain:
    """Best-response gain in the bet/fold game, exactly: 0 in an equilibrium, and only there.

    Args:
        game: the bet/fold game, or its environment.
        bet: the probability of a bet with each card: [cards] if all players play alike, or [players, cards].

    Returns:
        The gain for each card, and its mean over cards.

    Raises:
        ValueError: another game, a wrong shape, or no probabilities.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import bet_fold_gain
        >>> game = make_game("bet_fold", num_players=5, odds=3)
        >>> round(bet_fold_gain(game, np.arange(101) >= 76).bb, 6)
        0.000365
        >>> bet_fold_gain(game, np.arange(101) >= 77).bb
        0.0
    """
    game = bet_fold_game(game)
    players, cards = game.num_players, game.num_cards
    strategy = np.array(bet, dtype=np.float64)
    if strategy.shape not in ((cards,), (players, cards)):
        raise InputError(f"bet of shape {strategy.shape}: must be ({cards},), or ({players}, {cards}) for a profile")
    if not np.all((strategy >= 0.0) & (strategy <= 1.0)):
        raise ParameterError("bet", problem="must be probabilities, 0 to 1")
    entries = game.entries_of(strategy)
    gains = card_gains(game, game.bets_of(entries))
    return BetFoldGain(gains if strategy.ndim == 2 else gains[0], evaluator_of(game).measure(entries))


def threshold_strategy(threshold: int, num_cards: int = 101) -> Floats:
    """The strategy that bets with one card and all higher ones, and folds the others.

    Args:
        threshold: the lowest card that bets, from 0 (all cards bet) to ``num_cards`` (none does).
        num_cards: in the deck.

    Returns:
        float64 [num_cards]: the probability of a bet with each card, 0 or 1.

    Example:
        >>> threshold_strategy(2, num_cards=4)
        array([0., 0., 1., 1.])
    """
    return (np.arange(num_cards) >= threshold).astype(np.float64)


def bet_fold_thresholds(
    num_players: Iterable[int] = range(2, 11),
    odds: Iterable[float] = (2, 3, 4),
    num_cards: int = 101,
    progress: Callable[[int, int], Any] | None = None,
) -> dict[tuple[int, float], list[int]]:
    """All symmetric equilibria of the bet/fold game in which a player bets from some card on, exactly.

    They are found in floating point and confirmed in exact arithmetic, in which odds are the decimal fractions that they are
    written as. Where a card does as well by a bet as by a fold, there
    are two thresholds.

    Args:
        num_players: the numbers of players to solve.
        odds: the odds to solve: what a bet that does not win costs, in blinds.
        num_cards: cards in the deck.
        progress: called with (thresholds tried, all there are to try).

    Returns:
        For each (players, odds) the lowest cards that bet, one for each equilibrium.

    Raises:
        ValueError: parameters that the game does not have.

    Example:
        >>> from pokerzoo.evaluation import bet_fold_thresholds
        >>> bet_fold_thresholds(num_players=[2, 5], odds=[3])
        {(2, 3): [67], (5, 3): [77]}
    """
    table: dict[tuple[int, float], list[int]] = {(n, alpha): [] for n, alpha in product(num_players, odds)}
    for number, ((n, alpha), result) in enumerate(table.items()):
        game = bet_fold_game(make_game("bet_fold", num_players=n, odds=alpha, num_cards=num_cards))
        for threshold in range(num_cards + 1):
            if nearly_stable(game, threshold) and is_stable(game, threshold):
                result.append(threshold)
            if progress is not None:
                progress(number * (num_cards + 1) + threshold + 1, len(table) * (num_cards + 1))
    return table


def card_runs(bet: Sequence[float] | Floats, digits: int) -> list[tuple[int, int, str]]:
    """(first card, last card, probability of a bet) of neighbours that round to the same.

    >>> card_runs([0.0, 1e-9, 0.25, 1.0, 1.0], 3)
    [(0, 1, '0.000'), (2, 2, '0.250'), (3, 4, '1.000')]
    """
    texts = [f"{p:.{digits}f}" for p in bet]
    starts = [card for card, text in enumerate(texts) if card == 0 or text != texts[card - 1]]
    return [(a, b - 1, texts[a]) for a, b in zip(starts, [*starts[1:], len(texts)], strict=True)]


def nearly_stable(game: BetFoldGame, threshold: int) -> bool:
    """True if no card gains more than rounding, that of the game's amounts included."""
    bets, folds = common_values(game, threshold_strategy(threshold, game.num_cards))
    better, rounding = bets - folds, 1e-9 + game.num_players / STEPS
    return bool(np.all(better[threshold:] >= -rounding) and np.all(better[:threshold] <= rounding))


def is_stable(game: BetFoldGame, threshold: int) -> bool:
    """Test if betting at or above ``threshold`` is a best reply to itself, in exact arithmetic: odds of 5.1 are 51/10."""
    odds = Fraction(repr(game.params["odds"]))
    for card in range(game.num_cards):
        better = bet_minus_fold(game.num_players, odds, threshold, card, game.num_cards)
        if (better < 0) if card >= threshold else (better > 0):
            return False
    return True


def bet_minus_fold(players: int, odds: Fraction, threshold: int, card: int, num_cards: int) -> Fraction:
    """By how many blinds a bet with ``card`` beats a fold if all others bet at or above ``threshold``, exactly."""
    others = players - 1
    folding_above = max(0, threshold - 1 - card)
    betting_below = max(0, card - threshold)
    deals = comb(num_cards - 1, others)
    win = sum(comb(card, k) * comb(folding_above, others - k) for k in range(others + 1))
    beaten = sum(betting_below * comb(card - 1, k - 1) * comb(folding_above, others - k) for k in range(1, others + 1) if card)
    all_fold = comb(threshold - (card < threshold), others)
    prices = prices_of(players, Fraction(1), odds)
    bet = prices.beaten * beaten + prices.won * win + prices.lost * (deals - win)
    difference: Fraction = (bet - prices.fold * (deals - all_fold)) / deals
    return difference
