"""Regret matching in the n-player bet/fold game as the article does it: sampled, with one strategy for all players.

``CFR`` has exact values of all cards, and a strategy for each player. With more than two players no convergence to an
equilibrium is promised; the best-response gain measures how far a strategy is from one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.cfr_trainer import CFRTrainer
from pokerzoo.envs.compiled.arrays import Counter
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import net_chips_kernel
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import ParameterError, Shown
from pokerzoo.envs.support.kernels import kernel

from .variants import VARIANTS, Variant, get_variant

CardSums: TypeAlias = Floats
"""float64 [cards, 2]: a sum for folding (0) and betting (1) with each card."""


def bet_fold_game(game: GameLike) -> BetFoldGame:
    """The bet/fold game among several players; ValueError for any other game."""
    game = game_of(game)
    if not isinstance(game, BetFoldGame):
        raise ParameterError("game", game, "must be the bet/fold game, make_game('bet_fold')")
    return game


class SymmetricRegretMatching(CFRTrainer):
    """Sampled regret matching for the bet/fold game: all players share one strategy and add their regrets to it.

    A game is dealt and played, and each player's other action is weighed against the one taken.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use: ``cfr``.
        iteration: games so far.

    >>> from pokerzoo.envs import make_game
    >>> learner = SymmetricRegretMatching(make_game("bet_fold"), seed=1).run(100_000)
    >>> learner.average_strategy()[[60, 90]].round()  # a card that folds, and one that bets
    array([0., 1.])
    """

    _title = "Regret matching"
    game: BetFoldGame
    variant: Variant
    _chance = "sample"

    def __init__(self, game: GameLike, variant: str | Variant | None = None, *, seed: int | None = None) -> None:
        """Start at one half.

        Args:
            game: ``make_game("bet_fold", ...)`` or its environment.
            variant: ``cfr``, which None takes.
            seed: of the games; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: another game, or another variant.
        """
        game = game_of(game)
        if not isinstance(game, BetFoldGame):
            raise self._cannot("game", Shown(game), "it must be the bet/fold game, make_game('bet_fold')")
        row = get_variant(variant or "cfr")
        if row is not VARIANTS["cfr"]:
            raise self._cannot("variant", row.name, "it samples games with cfr; CFR has exact values and all variants")
        super().__init__(game, row, seed, draws=True)
        self._deck = np.arange(game.num_cards)
        self._regrets, self._cumulative_strategy = np.zeros((2, game.num_cards, 2))

    def advance(self, count: int) -> None:
        game = self.game
        assert self._rng is not None
        rules = game.num_players, game.blind, game.stake
        play_games(count, *rules, self._rng, self._deck, self._regrets, self._cumulative_strategy, self._iteration)

    def _next_check(self, iteration: int) -> int:
        return iteration + max(10_000, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"deck": self._deck, "regrets": self._regrets, "sums": self._cumulative_strategy}

    def identity(self) -> dict[str, Any]:
        return super().identity() | {"variant": self.variant.name, "schedule": self.variant.fingerprint}

    def measure(self) -> Measurement:
        """Values of the average strategy and of the best reply to it, in chips a game."""
        return evaluator_of(self.game).measure(self.game.entries_of(self.average_strategy()))

    def current_strategy(self) -> Floats:
        """float64 [cards]: probability of a bet under the current regrets. It need not converge."""
        return shares_along(np.maximum(self._regrets, 0.0), 1)[:, 1]

    def average_strategy(self) -> Floats:
        """float64 [cards]: average probability of a bet so far, which is what to report."""
        return shares_along(self._cumulative_strategy, 1)[:, 1]

    def current_policy(self) -> TabularPolicy:
        """The strategy of the current regrets as a policy for all players. It need not converge."""
        return TabularPolicy(self.game, self.game.entries_of(self.current_strategy()), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average strategy as a policy for all players."""
        return TabularPolicy(self.game, self.game.entries_of(self.average_strategy()), self._metadata("average"))

    def regrets(self) -> Floats:
        """Cumulative regrets in chips, float64 [entries]: the shared table is repeated for each player."""
        return np.tile(self._regrets.ravel(), self.game.num_players)


@kernel(nogil=True)
def play_games(
    games: int,
    players: int,
    blind: float,
    stake: float,
    rng: np.random.Generator,
    deck: Int64s,
    regrets: CardSums,
    cumulative: CardSums,
    iteration: Counter,
) -> None:
    """Deal, act by the current strategy, and add each player's regrets and strategy with the card to the shared table."""
    cards = regrets.shape[0]
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
            fold_regret, bet_regret = max(regrets[card, 0], 0.0), max(regrets[card, 1], 0.0)
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
            others = bettors - chosen[player]
            highest = best if not chosen[player] or card < best else second  # of the others
            fold = net_chips_kernel(False, False, others, players, blind, stake)
            bet_payoff = net_chips_kernel(True, card > highest, others, players, blind, stake)
            played = bet_payoff if chosen[player] else fold
            regrets[card, 0] += fold - played
            regrets[card, 1] += bet_payoff - played
            cumulative[card, 0] += 1.0 - bet[player]
            cumulative[card, 1] += bet[player]
        iteration[0] += 1  # here, so that Ctrl-C finds the count and the strategy in step
