"""Regret matching in the n-player bet/fold game: sampled, as the article does it, and exact.

All players share one table (``SymmetricRegretMatching``), or each has one of its own (``ProfileRegretMatching``). With more
than two players no convergence to an equilibrium is promised; the best-response gain measures how far a strategy is from one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.trainer import Chance, Trainer
from pokerzoo.envs.compiled.arrays import Counter, Factors
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.games.bet_fold import BetFoldGame, Prices
from pokerzoo.envs.games.bet_fold_exact import (
    card_counts,
    check_profile_players,
    common_values_kernel,
    net_chips_kernel,
    profile_values_kernel,
)
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.parameters import check_choice

from .variants import DEFAULT_VARIANT, VARIANTS, Variant, get_variant

BetTables: TypeAlias = Floats
"""float64 [tables, cards]: the probability of a bet with each card; one table for all players, or one for each."""
ChoiceStrategy: TypeAlias = Floats
"""float64 [tables, cards, 2]: cumulative strategy of folding (0) and betting (1) with each card."""


def bet_fold_game(game: GameLike) -> BetFoldGame:
    """The bet/fold game meant; ValueError if it is another."""
    game = game_of(game)
    if not isinstance(game, BetFoldGame):
        raise ValueError(f"game={game}: must be the bet/fold game, make_game('bet_fold')")
    return game


class _BetFoldRegretMatching(Trainer):
    """Tables of regrets [tables, cards, (fold, bet)]: one for all players, or one for each, all cards of all at once."""

    _title = "Regret matching"
    game: BetFoldGame
    variant: Variant

    shared: bool

    def __init__(
        self, game: GameLike, variant: str | Variant | None = None, *, chance: Chance = "all", seed: int | None = None
    ) -> None:
        """Start at one half; where each player has a strategy, from small random regrets, or all would stay alike.

        Args:
            game: ``make_game("bet_fold", ...)`` or its environment.
            variant: as in ``CFR``, whose defaults it has; with ``chance="sample"`` it is ``cfr``.
            chance: ``"all"`` (expected values of all cards) or ``"sample"`` (games that are dealt and played).
            seed: of the first regrets and of the sampled games; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: another game, or another variant with ``chance="sample"``.
        """
        game = game_of(game)
        if not isinstance(game, BetFoldGame):
            raise self._cannot(f"game={game}", "it must be the bet/fold game, make_game('bet_fold')")
        tables = 1 if self.shared else game.num_players
        if chance == "all" and not self.shared:
            check_profile_players(game.num_players)
        check_choice("chance", chance, ("all", "sample"))
        row = get_variant(variant or DEFAULT_VARIANT[chance == "sample"])
        if chance == "sample" and row is not VARIANTS["cfr"]:
            raise self._cannot(f"variant={row.name!r}", "it takes cfr with chance='sample'")
        super().__init__(game, row, seed, draws=chance == "sample" or not self.shared)
        self.chance = self._chance = chance
        self.num_players, self.num_cards = game.num_players, game.num_cards
        self._deck = np.arange(self.num_cards)
        self._regrets = np.zeros((tables, self.num_cards, 2))
        self._cumulative_strategy = np.zeros((tables, self.num_cards, 2))
        if not self.shared:
            assert self._rng is not None
            self._regrets += self._rng.uniform(0.0, game.blind / game.num_cards, self._regrets.shape)
        self._bet: BetTables = np.ascontiguousarray(strategy_shares(self._regrets)[:, :, 1])  # played next with chance="all"
        self._ways, self._deals = card_counts(self.num_players, self.num_cards)

    def advance(self, count: int) -> None:
        """``count`` more games (``chance="sample"``), or updates of all cards."""
        game = self.game
        if self.chance == "sample":
            assert self._rng is not None
            rules = game.num_players, game.blind, game.stake
            play_games(count, *rules, self._rng, self._deck, self._regrets, self._cumulative_strategy, self._iteration)
        else:
            factors = self.variant.factors(self.iteration + 1, count)
            counts = self._ways, self._deals
            update_exactly(factors, game.prices, *counts, self._bet, self._regrets, self._cumulative_strategy, self._iteration)

    def _next_check(self, iteration: int) -> int:
        return iteration + max(100 if self.chance == "all" else 10_000, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        own = {"deck": self._deck, "regrets": self._regrets, "sums": self._cumulative_strategy, "bet": self._bet}
        return super().state() | own

    def _generator(self) -> np.random.Generator | None:
        return self._rng if self.chance == "sample" else None

    def identity(self) -> dict[str, Any]:
        return super().identity() | {
            "mode": "exact" if self.chance == "all" else "sampled",  # the name that checkpoints have for it
            "variant": self.variant.name,
            "schedule": self.variant.fingerprint,
        }

    def measure(self) -> Measurement:
        """Values of the average strategies and of the best replies to them, in chips a game."""
        return evaluator_of(self.game).measure(self.game.entries_of(self._average()))

    def current_policy(self) -> TabularPolicy:
        """The strategy of the present regrets, as a policy for all players. It need not settle."""
        return TabularPolicy(self.game, self.game.entries_of(self._current()), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average strategies as a policy for all players."""
        return TabularPolicy(self.game, self.game.entries_of(self._average()), self._metadata("average"))

    def regrets(self) -> Floats:
        """Cumulative (discounted) regrets in chips, float64 [entries]; a common table stands there once for each player."""
        return np.broadcast_to(self._regrets, (self.num_players, self.num_cards, 2)).ravel()

    def _current(self) -> Floats:
        return self._bet.copy() if self.chance == "all" else np.asarray(strategy_shares(self._regrets)[:, :, 1])

    def _average(self) -> Floats:
        return np.asarray(strategy_shares(self._cumulative_strategy)[:, :, 1])


class SymmetricRegretMatching(_BetFoldRegretMatching):
    """Regret matching for the bet/fold game in which all players share one strategy, and all their regrets go into it.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use.
        chance: ``"sample"``: a game is dealt and played, and each player's other action is weighed against the one taken;
            ``"all"``: expected values of both actions with every card, given that all play the common strategy.
        iteration: games or updates so far.

    >>> from pokerzoo.envs import make_game
    >>> learner = SymmetricRegretMatching(make_game("bet_fold")).run(1000)
    >>> int(learner.average_strategy().round().argmax())  # the lowest card that bets
    77
    """

    shared = True

    def current_strategy(self) -> Floats:
        """float64 [cards]: probability of a bet that the regrets give now. It need not settle."""
        return np.asarray(self._current()[0])

    def average_strategy(self) -> Floats:
        """float64 [cards]: mean probability of a bet so far: what to report."""
        return np.asarray(self._average()[0])


class ProfileRegretMatching(_BetFoldRegretMatching):
    """Regret matching for the bet/fold game in which each player has a strategy: it may find asymmetric equilibria.

    It has the attributes of ``SymmetricRegretMatching``.

    >>> from pokerzoo.envs import make_game
    >>> learner = ProfileRegretMatching(make_game("bet_fold", num_players=2, num_cards=6), seed=1).run(100)
    >>> learner.average_strategies().shape
    (2, 6)
    """

    shared = False

    def current_strategies(self) -> Floats:
        """float64 [players, cards]: probability of a bet that the regrets give now."""
        return self._current()

    def average_strategies(self) -> Floats:
        """float64 [players, cards]: mean probability of a bet so far."""
        return self._average()


def strategy_shares(cumulative: Floats) -> Floats:
    """Positive parts as shares of their sum over the last axis; halves where there is none."""
    positive = np.maximum(cumulative, 0.0)
    total = positive.sum(axis=-1, keepdims=True)
    return np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), 0.5)


@kernel(nogil=True)
def update_exactly(
    factors: Factors,
    prices: Prices,
    ways: Floats,
    deals: float,
    bet: BetTables,
    regrets: ChoiceStrategy,
    cumulative: ChoiceStrategy,
    iteration: Counter,
) -> None:
    """One regret update of every card of every table a row of ``factors`` (see ``Variant.factors``)."""
    tables, cards = regrets.shape[0], regrets.shape[1]
    for t in range(factors.shape[0]):
        positive, negative, discount, prediction = factors[t, 0], factors[t, 1], factors[t, 2], factors[t, 3]
        if tables == 1:
            bets, folds = common_values_kernel(prices, bet[0], ways, deals)
            bets, folds = bets.reshape((1, cards)), folds.reshape((1, cards))
        else:
            bets, folds = profile_values_kernel(prices, bet)
        for table in range(tables):
            for card in range(cards):
                p = bet[table, card]
                mean = p * bets[table, card] + (1.0 - p) * folds[table, card]
                total = 0.0
                bet_share = 0.0
                for action in range(2):
                    value = bets[table, card] if action else folds[table, card]
                    gain = (value - mean) / cards  # a card comes with probability 1 / cards
                    regret = regrets[table, card, action] + gain
                    regret *= positive if regret > 0.0 else negative
                    regrets[table, card, action] = regret
                    cumulative[table, card, action] = cumulative[table, card, action] * discount + (p if action else 1.0 - p)
                    bet_share = max(regret + prediction * gain, 0.0)
                    total += bet_share
                bet[table, card] = bet_share / total if total > 0.0 else 0.5
        iteration[0] += 1


@kernel(nogil=True)
def play_games(
    games: int,
    players: int,
    blind: float,
    stake: float,
    rng: np.random.Generator,
    deck: Int64s,
    regrets: ChoiceStrategy,
    cumulative: ChoiceStrategy,
    iteration: Counter,
) -> None:
    """Deal, act by the present strategy, and add each player's regrets and strategy with the card to the player's table."""
    tables, cards = regrets.shape[0], regrets.shape[1]
    bet = np.empty(players)
    chosen = np.empty(players, np.int64)
    for _ in range(games):
        bettors = 0
        best = -1  # highest and second highest card that bets
        second = -1
        for player in range(players):
            swap = player + int(rng.random() * (cards - player))
            deck[player], deck[swap] = deck[swap], deck[player]
            card = deck[player]
            table = player if tables > 1 else 0
            fold_regret, bet_regret = max(regrets[table, card, 0], 0.0), max(regrets[table, card, 1], 0.0)
            total = fold_regret + bet_regret
            bet[player] = bet_regret / total if total > 0.0 else 0.5
            chosen[player] = 1 if rng.random() < bet[player] else 0
            if chosen[player]:
                bettors += 1
                if card > best:
                    best, second = card, best
                elif card > second:
                    second = card
        for player in range(players):
            card = deck[player]
            table = player if tables > 1 else 0
            others = bettors - chosen[player]
            highest = best if not chosen[player] or card < best else second  # of the others
            fold = net_chips_kernel(False, False, others, players, blind, stake)
            bet_payoff = net_chips_kernel(True, card > highest, others, players, blind, stake)
            played = bet_payoff if chosen[player] else fold
            regrets[table, card, 0] += fold - played
            regrets[table, card, 1] += bet_payoff - played
            cumulative[table, card, 0] += 1.0 - bet[player]
            cumulative[table, card, 1] += bet[player]
        iteration[0] += 1  # here, so that Ctrl-C finds the count and the strategy in step
