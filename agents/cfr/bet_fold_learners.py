"""Regret matching in the n-player bet/fold game: sampled, as the article does it, and exact.

All players share one table (``SymmetricRegretMatching``), or each has one of its own (``ProfileRegretMatching``). With more
than two players no convergence to an equilibrium is promised; the deviation gain measures how far a strategy is from one.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self, TypeAlias

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.loop import Callback, train
from pokerzoo.agents.training.measurement import Measures
from pokerzoo.envs.compiled.arrays import Counter, Factors
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
from pokerzoo.envs.support.parameters import check_choice

from .solver import game_of
from .variants import DEFAULT_VARIANT, Variant, get_variant

BetTables: TypeAlias = Floats
"""float64 [tables, cards]: the probability of a bet with each card; one table for all players, or one for each."""
ChoiceSums: TypeAlias = Floats
"""float64 [tables, cards, 2]: sums for folding (0) and betting (1) with each card."""


def bet_fold_game(game: Any) -> BetFoldGame:
    """The bet/fold game meant; ValueError if it is another."""
    game = game_of(game)
    if not isinstance(game, BetFoldGame):
        raise ValueError(f"game={game}: must be the bet/fold game, make_game('bet_fold')")
    return game


class _RegretMatching(Measures):
    """Tables of regrets [tables, cards, (fold, bet)]: one for all players, or one for each. A ``training.Trainable``."""

    game: BetFoldGame
    alternating = False  # all cards of all tables at once

    def __init__(self, game: Any, tables: int, mode: str, variant: str | Variant | None, seed: int | None) -> None:
        check_choice("mode", mode, ("exact", "sampled"))
        self.game = bet_fold_game(game)
        self.num_players, self.num_cards = self.game.num_players, self.game.num_cards
        self.mode = mode
        self.variant = get_variant(variant or DEFAULT_VARIANT[mode == "sampled"])
        if mode == "sampled" and self.variant.name != "cfr":
            raise ValueError(f"variant={self.variant.name!r}: sampled regret matching takes 'cfr' only")
        self.seed, self.seed_given = seed, seed is not None
        if seed is None and (mode == "sampled" or tables > 1):
            self.seed = int(np.random.SeedSequence().generate_state(1)[0])
        self.seconds = 0.0
        self.planned = 0
        self._iteration = np.zeros(1, dtype=np.int64)
        self._rng = np.random.default_rng(self.seed)
        self._deck = np.arange(self.num_cards)
        self._regrets = np.zeros((tables, self.num_cards, 2))
        self._sums = np.zeros((tables, self.num_cards, 2))
        self._bet = np.full((tables, self.num_cards), 0.5)  # what exact mode plays next
        self._ways, self._deals = card_counts(self.num_players, self.num_cards)

    @property
    def iteration(self) -> int:
        """Games or updates so far."""
        return int(self._iteration[0])

    def run(
        self,
        iterations: int | None = None,
        *,
        until: float | None = None,
        callbacks: Iterable[Callback] = (),
        every: int | None = None,
        checkpoint: str | Path | None = None,
    ) -> Self:
        """So many more (games in sampled mode, updates of all cards in exact mode), or until the deviation gain is ``until``.

        As ``CFR.run``, whose checkpoints and errors it has; ``until`` is in chips.
        """
        train(self, iterations, until=until, callbacks=callbacks, every=every, checkpoint=checkpoint)
        return self

    def advance(self, count: int) -> None:
        """``count`` more games or updates."""
        game = self.game
        if self.mode == "sampled":
            rules = game.num_players, game.blind, game.stake
            play_games(count, *rules, self._rng, self._deck, self._regrets, self._sums, self._iteration)
        else:
            factors = self.variant.factors(self.iteration + 1, count)
            update_exactly(factors, game.prices, self._ways, self._deals, self._bet, self._regrets, self._sums, self._iteration)

    def next_check(self, iteration: int) -> int:
        """When to look at the deviation gain again."""
        return iteration + max(100 if self.mode == "exact" else 10_000, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes, as the live arrays."""
        return {
            "iteration": self._iteration,
            "deck": self._deck,
            "regrets": self._regrets,
            "sums": self._sums,
            "bet": self._bet,
        }

    def generator(self) -> np.random.Generator | None:
        """The source of random numbers, in sampled mode."""
        return self._rng if self.mode == "sampled" else None

    def identity(self) -> dict[str, Any]:
        """What another run must share to go on from this one's checkpoint."""
        return {
            "solver": type(self).__name__,
            "game": self.game.name,
            "params": self.game.params,
            "mode": self.mode,
            "variant": self.variant.name,
            "schedule": self.variant.fingerprint,
        }

    @property
    def chance(self) -> str:
        """``"all"`` in exact mode, ``"sample"`` in sampled mode: the words of ``CFR``."""
        return "all" if self.mode == "exact" else "sample"

    def measure(self) -> Measurement:
        """What the average strategies are worth to each player, and what the best reply would be, in chips a game."""
        return self.game.evaluator().measure(self._average_probabilities())

    def average_policy(self) -> TabularPolicy:
        """The average strategies as a policy for all players."""
        made = {
            "strategy": "average",
            "variant": self.variant.name,
            "iterations": self.iteration,
            "alternating": self.alternating,
            "chance": self.chance,
            "seed": self.seed,
        }
        return TabularPolicy(self.game, self._average_probabilities(), made)

    def _average_probabilities(self) -> Floats:
        bet = np.broadcast_to(self._average(), (self.num_players, self.num_cards))
        return np.stack((1.0 - bet, bet), axis=2).ravel()

    def _last(self) -> Floats:
        return self._bet.copy() if self.mode == "exact" else np.asarray(shares(self._regrets)[:, :, 1])

    def _average(self) -> Floats:
        return np.asarray(shares(self._sums)[:, :, 1])


class SymmetricRegretMatching(_RegretMatching):
    """Regret matching in which all players share one strategy, and all their regrets go into it.

    Attributes:
        game: the game.
        mode: ``"sampled"``: a game is dealt and played, and each player's other action is weighed against the one taken;
            ``"exact"``: expected values of both actions with every card, given that all play the common strategy.
        variant: the row of ``variants.VARIANTS`` in use (exact mode).
        iteration: games or updates so far.
    """

    def __init__(self, game: Any, mode: str = "sampled", variant: str | Variant | None = None, seed: int | None = None) -> None:
        """Start without regrets, at one half.

        Args:
            game: ``make_game("bet_fold", ...)`` or its environment.
            mode: ``"sampled"`` or ``"exact"``.
            variant: as in ``CFR``, whose defaults it has; sampled mode takes ``cfr`` only.
            seed: of the sampled games.

        Raises:
            ValueError: an argument is not allowed.
        """
        super().__init__(game, 1, mode, variant, seed)

    def last_strategy(self) -> Floats:
        """float64 [cards]: probability of a bet that the regrets give now. It need not settle."""
        return np.asarray(self._last()[0])

    def average_strategy(self) -> Floats:
        """float64 [cards]: mean probability of a bet so far: what to report."""
        return np.asarray(self._average()[0])


class ProfileRegretMatching(_RegretMatching):
    """Regret matching in which each player has a strategy of its own: it may find asymmetric equilibria.

    Attributes: as ``SymmetricRegretMatching``'s.
    """

    def __init__(self, game: Any, mode: str = "exact", variant: str | Variant | None = None, seed: int | None = None) -> None:
        """Start with small random regrets, drawn with ``seed``: from equal ones all players would stay alike.

        Raises:
            ValueError: an argument is not allowed.
        """
        players = bet_fold_game(game).num_players
        if mode == "exact":
            check_profile_players(players)
        super().__init__(game, players, mode, variant, seed)
        self._regrets += self._rng.uniform(0.0, self.game.blind / self.num_cards, self._regrets.shape)
        self._bet[:] = shares(self._regrets)[:, :, 1]

    def last_strategies(self) -> Floats:
        """float64 [players, cards]: probability of a bet that the regrets give now."""
        return self._last()

    def average_strategies(self) -> Floats:
        """float64 [players, cards]: mean probability of a bet so far."""
        return self._average()


def shares(sums: Floats) -> Floats:
    """Positive parts as shares of their sum over the last axis; halves where there is none."""
    positive = np.maximum(sums, 0.0)
    total = positive.sum(axis=-1, keepdims=True)
    return np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), 0.5)


@nb.njit(cache=True, nogil=True)
def update_exactly(
    factors: Factors,
    prices: Prices,
    ways: Floats,
    deals: float,
    bet: BetTables,
    regrets: ChoiceSums,
    sums: ChoiceSums,
    iteration: Counter,
) -> None:
    """One regret update of every card of every table a row of ``factors`` (see ``Variant.factors``).

    ``bet`` [tables, cards] is the probability of a bet now, on entry and on return.
    """
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
                    sums[table, card, action] = sums[table, card, action] * discount + (p if action else 1.0 - p)
                    bet_share = max(regret + prediction * gain, 0.0)
                    total += bet_share
                bet[table, card] = bet_share / total if total > 0.0 else 0.5
        iteration[0] += 1


@nb.njit(cache=True, nogil=True)
def play_games(
    games: int,
    players: int,
    blind: float,
    stake: float,
    rng: np.random.Generator,
    deck: Int64s,
    regrets: ChoiceSums,
    sums: ChoiceSums,
    iteration: Counter,
) -> None:
    """Deal, act by the present strategy, and add each player's regrets and strategy with the card to the player's table.

    ``deck`` holds all cards in any order, and is shuffled on: with it and ``rng`` a later call goes on where this one ends.
    """
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
            sums[table, card, 0] += 1.0 - bet[player]
            sums[table, card, 1] += bet[player]
        iteration[0] += 1  # here, so that Ctrl-C finds the count and the sums in step
