"""A policy's values and best responses by all that the package has for it, so that two ways can be compared."""

from __future__ import annotations

from math import fsum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import evaluator_of
from pokerzoo.envs.compiled.forms import fastest_form
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import BetFoldEvaluator
from pokerzoo.envs.games.push_fold import PushFoldGame
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation.measures.linear_program import MAX_HISTORIES

from .reference_settings import TOLERANCE

Floats: TypeAlias = npt.NDArray[np.float64]
Look: TypeAlias = tuple[Floats, Floats]
"""For each player what a policy is worth, and what the player's best response to the others is worth."""
SINGLE_TOLERANCE = 1e-5
"""Share of the starting pot that the sweeps in single precision may be off by."""


def exact_look(game: Game, probabilities: Floats) -> tuple[Look, str]:
    """A policy evaluated in double precision, and how."""
    if has_tree(game):
        return evaluator_of(game.tree()).evaluate_policy(probabilities), "best responses over all histories"
    if isinstance(game, BetFoldGame):
        return BetFoldEvaluator(game, alike=False).evaluate_policy(probabilities), "combinatorics for profiles"
    assert isinstance(game, PokerGame)
    return PlainWalk(game, probabilities).look(), "matrices over pairs of hands"


def second_look(game: Game, probabilities: Floats) -> tuple[Look, str, float] | None:
    """The same in another way, how, and the tolerance; None where the package has none."""
    if isinstance(game, MatrixGame):
        return matrix_look(game, probabilities), "the matrix alone", TOLERANCE
    if isinstance(game, BetFoldGame):
        alike = not has_tree(game)
        how = "combinatorics for a common strategy" if alike else "combinatorics for profiles"
        return BetFoldEvaluator(game, alike).evaluate_policy(probabilities), how, TOLERANCE
    if isinstance(game, PokerGame) and game.num_players == 2:
        if has_tree(game):
            return PlainWalk(game, probabilities).look(), "matrices over pairs of hands", TOLERANCE
        tolerance = SINGLE_TOLERANCE * fsum(game.rules.antes)
        return evaluator_of(fastest_form(game)).evaluate_policy(probabilities), "sweeps in single precision", tolerance
    if isinstance(game, PushFoldGame):
        return evaluator_of(fastest_form(game)).evaluate_policy(probabilities), "matrices over pairs of hands", TOLERANCE
    return None


def has_tree(game: Game) -> bool:
    """Whether the game is small enough to be walked history by history here."""
    return (game.num_histories or 0) <= MAX_HISTORIES


class PlainWalk:
    """Values and best responses in two-player poker by NumPy matrices over pairs of hands, in double precision.

    It shares the rules with the compiled games, and none of their code.
    """

    def __init__(self, game: PokerGame, probabilities: Floats) -> None:
        self.game, self.rules, self.probabilities = game, game.rules, probabilities
        size = len(self.rules.hands)
        self.pairs = np.zeros((size, size))
        for one, p_one in self.rules.deal_probabilities(()):
            for two, p_two in self.rules.deal_probabilities((one,)):
                self.pairs[one, two] = p_one * p_two

    def look(self) -> Look:
        """Both players' values."""
        sums = [self.below(self.rules.root, player, np.ones(len(self.pairs)), self.pairs) for player in range(2)]
        return np.array([own.sum() for own, _ in sums]), np.array([best.sum() for _, best in sums])

    def below(self, public: PublicState, player: int, reach: Floats, pairs: Floats) -> Look:
        """For each hand of ``player`` the value of the player's strategy and best response.

        Args:
            public: where.
            player: whose.
            reach: of the opponent, for each hand.
            pairs: chance's probability of each pair of hands, with the public cards so far.
        """
        if public.is_over:
            value = self.payoffs(public, player, pairs) @ reach
            return value, value
        if public.card_due:
            return total(
                [
                    self.below(public.deal(card), player, reach, self.with_card(public, card, pairs))
                    for card, _ in self.rules.card_probabilities(public.board)
                ]
            )
        strategy = self.strategy(public)
        if public.actor != player:
            return total([self.below(public.after(k), player, reach * share, pairs) for k, share in enumerate(strategy)])
        looks = [self.below(public.after(k), player, reach, pairs) for k in range(len(strategy))]
        mine = np.sum([share * own for share, (own, _) in zip(strategy, looks, strict=True)], axis=0)
        return mine, np.max([best for _, best in looks], axis=0)

    def strategy(self, public: PublicState) -> Floats:
        """float64 [moves, hands]: the policy here; zero for hands that cannot be held."""
        table = self.game.infosets
        shares = np.zeros((len(public.moves), len(self.pairs)))
        entries = table.entries(public)
        shares[entries >= 0] = self.probabilities[entries[entries >= 0]]
        return shares

    def payoffs(self, public: PublicState, player: int, pairs: Floats) -> Floats:
        """float64 [own hands, other's hands]: chips times chance's probability, where the hand is over."""
        if any(public.folded):
            matrix = pairs * public.payoffs((public.folded.index(False),))[player]
        else:
            strength = np.array(self.game.strengths(public.board))
            sign = np.sign(np.subtract.outer(strength, strength))
            win, tie, loss = (public.payoffs(winners)[player] for winners in ((0,), (0, 1), (1,)))
            matrix = pairs * np.where(sign > 0, win, np.where(sign < 0, loss, tie))
        return matrix if player == 0 else matrix.T

    def with_card(self, public: PublicState, card: int, pairs: Floats) -> Floats:
        """``pairs`` once ``card`` is turned up too."""
        hands, after = self.rules.hands, np.zeros_like(pairs)
        for one, two in np.argwhere(pairs):
            chance = dict(self.rules.card_probabilities(public.board + hands[one] + hands[two]))
            after[one, two] = pairs[one, two] * chance.get(card, 0.0)
        return after


def total(looks: list[Look]) -> Look:
    """The sums of values and of best responses' values."""
    return np.sum([own for own, _ in looks], axis=0), np.sum([best for _, best in looks], axis=0)


def matrix_look(game: MatrixGame, probabilities: Floats) -> Look:
    """A pair of mixed strategies from the matrix alone."""
    rows = game.payoffs.shape[0]
    first, second = probabilities[:rows], probabilities[rows:]
    won, lost = game.payoffs @ second, -(first @ game.payoffs)
    return np.array([first @ won, lost @ second]), np.array([won.max(), lost.max()])
