"""A blueprint at the table: a strategy by hand class for whole hands, with bets between its sizes translated.

A bet that is not among the sizes of the betting tree stands for the two sizes beside it, each with the probability of the
pseudo-harmonic mapping. So a hand may be on several lines of the tree at once. Each has a weight: how likely the bets are
translated so, times how likely the player's own actions were on this line, hand by hand. The strategy is the mean over lines
by these weights. That is what a player does who draws each translation and keeps to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.agents.policies.action_translation import (
    bet_share,
    line_share,
    nearest_bet,
    total_of_share,
    translated_sizes,
)
from pokerzoo.envs.betting.line import BET, CALL, FOLD, Line, Move
from pokerzoo.envs.core import State
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.registry import make_game
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import row_at, steps_to
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .blueprint_file import differences, read_blueprint, write_blueprint
from .class_strategy import ClassStrategy

Bets: TypeAlias = list[tuple[float, int]]
"""Bets that may be made, from the least on: the player's chips in the round after one, and its row among the moves."""
KEPT = 256
"""Public states whose answers are kept, and lines whose strategies are."""
UNLIKELY = 1e-4
"""Translations that are less likely than this are dropped, but for the likeliest."""


class BlueprintPolicy:
    """A blueprint for whole hands of ``texas_holdem`` for two.

    Where the hand has left the betting tree (a raise where the tree has none, bets after its all-in), it checks or calls.

    Attributes:
        game: what is played.
        metadata: how it was made: iterations, hand classes, sizes.

    >>> from pokerzoo.agents.blueprint import Blueprint
    >>> from pokerzoo.envs import make_game
    >>> game = make_game("texas_holdem", deck="royal", stack=20)
    >>> blueprint = Blueprint(game, hand_classes={"flop": 5, "turn": 5, "river": 5}, seed=1).run(10)
    >>> policy = blueprint.average_policy()
    >>> policy.strategy(game.initial_state().after_chance(np.random.default_rng(1))).shape
    (5, 190)
    """

    def __init__(self, game: TexasHoldemGame, strategy: ClassStrategy, metadata: Mapping[str, Any]) -> None:
        """Put a strategy by hand class at a table.

        Args:
            game: what is played.
            strategy: of the betting tree (``betting_tree``) of this game.
            metadata: how it was made.
        """
        self.game, self.metadata = game, dict(metadata)
        self.class_strategy = strategy
        self.name = "blueprint"
        self._answers: Cache[Floats] = Cache(KEPT)
        self._strategies: Cache[Floats] = Cache(KEPT)

    @cached_property
    def _hands(self) -> Int64s:
        """int64 [hands of the game]: the same hand in the betting tree."""
        number = {tuple(sorted(cards)): k for k, cards in enumerate(self.class_strategy.tree.game.rules.deck.hands)}
        return np.array([number[tuple(sorted(cards))] for cards in self.game.rules.deck.hands])

    def strategy(self, decision: TexasHoldemState, hands: Int64s | None = None) -> Floats:
        """Probabilities of the player to act for each hand: float64 [legal actions, hands].

        Args:
            decision: a player is to act. Of its cards only the public ones are read.
            hands: ignored: the answer has all hands.
        """
        game = decision.game
        key = (decision.moves, decision.board, game.stacks, game.button, game.rules.betting.menus)
        return self._answers.get(key, lambda: self._actions(decision))

    def probabilities_of_move(self, state: TexasHoldemState, kind: int, total: float) -> Floats:
        """Probability of a move of the player to act for each hand: float64 [hands], 0 where the hand has left the tree.

        A bet between two sizes is as likely as these are, each times the probability that the bet stands for it.

        Args:
            state: a player is to act.
            kind: 0 a fold, 1 a check or call, 2 a bet or raise.
            total: the player's chips in the round after it; it need not be an action of the game.
        """
        result, together = np.zeros((2, len(self._hands)))
        for line, weights in self._lines(state, state.current_player, None):
            shares = self._strategy(line, state.board, None)
            together += weights
            for k, part in self._taken(line, state, kind, total):
                result += part * shares[k] * weights
        return result / np.where(together > 0.0, together, 1.0)

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state, or the key of an infoset.
        """
        if not isinstance(where, TexasHoldemState):
            where = TexasHoldemState(self.game, row_at(self.game, str(where)))
        game = where.game
        hand = game.hand_index[where.hole_cards(where.current_player)]
        known = self._answers.peek((where.moves, where.board, game.stacks, game.button, game.rules.betting.menus))
        shares = self._actions(where, hand)[:, 0] if known is None else known[:, hand]
        return dict(zip(where.legal_actions(), shares.tolist(), strict=True))

    def probabilities_on(self, state: TexasHoldemState, moves: Sequence[Move]) -> Floats:
        """Probabilities of given moves of the player to act for each hand, float64 [moves, hands].

        Args:
            state: a player is to act.
            moves: (kind, chips in the round after it), in place of the game's actions: kinds are 0 a fold, 1 a check or call,
                2 a bet or raise. A check or call must be among them.
        """
        bets = sorted((total, row) for row, (kind, total) in enumerate(moves) if kind == BET)
        return self._answer(state, [kind for kind, _ in moves], bets)

    def _actions(self, state: TexasHoldemState, hand: int | None = None) -> Floats:
        """float64 [legal actions, hands]: for all hands, or for one alone."""
        legal = state.legal_actions()
        if state.game.any_amount:
            return self._answer(state, legal, None, hand)
        bets = sorted((state.total_of(action), row) for row, action in enumerate(legal) if action >= BET)
        return self._answer(state, legal, bets, hand)

    def _answer(self, state: TexasHoldemState, kinds: Sequence[int], bets: Bets | None, hand: int | None = None) -> Floats:
        """float64 [moves, hands] over moves: their kinds, and their bets; None: every amount, as the state's actions."""
        lines = self._lines(state, state.current_player, hand)
        result = np.zeros((len(kinds), len(self._hands) if hand is None else 1))
        for line, weights in lines:
            shares = self._strategy(line, state.board, hand)
            for (kind, total), share in zip(line.moves, shares, strict=True):
                for row, part in played(state, kinds, bets, line, kind, total):
                    result[row] += part * share * weights
        total = result.sum(axis=0)
        result[kinds.index(CALL)] += total <= 0.0  # also for hands that the board rules out
        return result / np.where(total > 0.0, total, 1.0)

    def _strategy(self, line: Line, board: Sequence[int], hand: int | None) -> Floats:
        """float64 [actions, hands of the game]: the shares in a line of the tree, of all hands or of one."""
        public = PublicState(self.class_strategy.tree.game.rules, line, tuple(board))
        if hand is not None:
            return self.class_strategy.strategy(public, int(self._hands[hand]))
        return self._strategies.get((line, public.board), lambda: self.class_strategy.strategy(public)[:, self._hands])

    def _lines(self, state: TexasHoldemState, seat: int, hand: int | None) -> list[tuple[Line, Floats]]:
        """The lines of the tree that the hand may be on, with their weights by hand of the player to act."""
        ones = np.ones(len(self._hands) if hand is None else 1)
        lines = [(self.class_strategy.tree.game.rules.root.line, 1.0, ones)]
        for before, kind, total in steps_to(state):
            following: list[tuple[Line, float, Floats]] = []
            for earlier, chance, weights in lines:
                line = on_street(earlier, before.street)
                if line is None:
                    continue
                taken = self._taken(line, before, kind, total)
                strategy = self._strategy(line, before.board, hand) if before.current_player == seat and taken else None
                for k, part in taken:
                    following.append((line.after(k), chance * part, weights if strategy is None else weights * strategy[k]))
            most = max((chance for _, chance, _ in following), default=0.0)
            lines = [kept for kept in following if kept[1] >= min(UNLIKELY, most)]
        result = []
        for earlier, chance, weights in lines:
            line = on_street(earlier, state.street)
            if line is not None:
                result.append((line, chance, weights))
        if len(result) == 1:  # the weight of one line says nothing
            return [(result[0][0], ones)]
        together = sum((weights * chance for _, chance, weights in result), np.zeros(len(ones)))
        # Hands that would never have come here follow the translations alone.
        return [(line, chance * np.where(together > 0.0, weights, 1.0)) for line, chance, weights in result]

    def _taken(self, line: Line, before: TexasHoldemState, kind: int, total: float) -> list[tuple[int, float]]:
        """(a move of the line, its probability) for each move to which a real one may be mapped."""
        kinds = [move for move, _ in line.moves]
        if kind != BET:
            return [(kinds.index(kind), 1.0)] if kind in kinds else []
        bets = [k for k, move in enumerate(kinds) if move == BET]
        if not bets:
            return []
        if len(bets) == 1:
            return [(bets[0], 1.0)]
        parts = translated_sizes(bet_share(before, total), [line_share(line, line.moves[k][1]) for k in bets])
        return [(k, part) for k, part in zip(bets, parts, strict=True) if part > 0.0]

    def save(self, path: str | Path) -> int:
        """Write the blueprint to a compressed file: probabilities in 65,535ths, the sizes, and the recipe of its classes.

        Args:
            path: of the file, which is replaced whole.

        Returns:
            The size in bytes.

        Raises:
            OSError: it cannot be written.
        """
        return write_blueprint(path, self.game, self.class_strategy, self.metadata)

    @classmethod
    def load(cls, path: str | Path, game: TexasHoldemGame | None = None) -> BlueprintPolicy:
        """Read a blueprint from a file. Nothing is unpickled.

        Args:
            path: of the file.
            game: the ``texas_holdem`` to play; None: the one that it was trained with. Its actions, button and unit of rewards
                may differ from that one's.

        Raises:
            ValueError: not a blueprint, damaged, or for another game.
            OSError: it cannot be read.
        """
        return cls(*read_blueprint(path, game))

    def __repr__(self) -> str:
        return f"<BlueprintPolicy of {self.metadata.get('iterations', 0):,} iterations>"


def on_street(line: Line, street: int) -> Line | None:
    """The line on a street of the hand, its cards dealt; None where the tree's hand is not there."""
    while line.card_due and line.num_deals < street:
        line = line.deal()
    return line if line.num_deals == street and not line.is_over and not line.card_due else None


def played(
    state: TexasHoldemState, kinds: Sequence[int], bets: Bets | None, line: Line, kind: int, total: float
) -> list[tuple[int, float]]:
    """(row, its probability) of the moves that a move of the tree becomes; see ``BlueprintPolicy._answer``."""
    passive = kinds.index(CALL)
    if kind == FOLD:
        return [(kinds.index(FOLD) if FOLD in kinds else passive, 1.0)]
    if kind == CALL or (not bets if bets is not None else kinds[-1] < BET):
        return [(passive, 1.0)]
    all_in = line.betting.max_contribution - line.before[line.actor]
    if total >= all_in * (1.0 - 1e-9):
        return [(len(kinds) - 1 if bets is None else bets[-1][1], 1.0)]
    share = line_share(line, total)
    if bets is None:
        return [(kinds.index(nearest_bet(state, total_of_share(state, share))), 1.0)]
    if len(bets) == 1:
        return [(bets[0][1], 1.0)]
    parts = translated_sizes(share, [bet_share(state, total) for total, _ in bets])
    return [(row, part) for (_, row), part in zip(bets, parts, strict=True) if part > 0.0]


FILE = Path(__file__).with_name("blueprint.npz")
"""Made by ``make data FILE=blueprint``: see docs/howto/whole_hand_agent.md."""


def shipped_blueprint(game: TexasHoldemGame | None = None) -> BlueprintPolicy:
    """The blueprint that comes with the package: heads-up no-limit hold'em with stacks of 100 big blinds.

    Args:
        game: the ``texas_holdem`` to play; None: the one with the default parameters.

    Raises:
        ValueError: a game with other stacks, blinds or limit.
    """
    made = make_game("texas_holdem")
    assert isinstance(made, TexasHoldemGame)
    if game is not None and (other := differences(made, game)):
        raise InputError(
            f"the blueprint that comes with pokerzoo is of another game; yours has {other}. "
            "'pokerzoo blueprint --out FILE' makes one for it"
        )
    return BlueprintPolicy.load(FILE, game or made)
