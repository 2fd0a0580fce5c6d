"""A blueprint at the table: a strategy by hand class for whole hands, with bets between its sizes translated.

A bet that is not among the sizes of the betting tree stands for the two sizes beside it, each with the probability of the
pseudo-harmonic mapping. So a hand may be on several lines of the tree at once. Each has a weight: how likely the bets are
translated so, times how likely the player's own actions were on this line, hand by hand. The strategy is the mean over lines
by these weights. That is what a player does who draws each translation and keeps to it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents.policies.action_translation import bet_share, total_of_share, translated_sizes
from pokerzoo.agents.policies.past_moves import steps_to
from pokerzoo.agents.policies.whole_hand_baselines import row_at
from pokerzoo.envs.core import State
from pokerzoo.envs.poker.lines import BET, CALL, FOLD, Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .class_strategy import ClassStrategy

KEPT = 256
"""Public states whose answers are kept."""
UNLIKELY = 1e-4
"""Translations that are less likely than this are dropped, but for the likeliest."""


class BlueprintPolicy:
    """A blueprint for whole hands of ``texas_holdem`` for two.

    Where the hand has left the betting tree (a raise where the tree has none, bets after its all-in), it checks or calls.

    Attributes:
        game: what is played.
        metadata: how it was made: iterations, hand classes, sizes.

    >>> from pokerzoo.agents import Blueprint
    >>> from pokerzoo.envs import make_game
    >>> game = make_game("texas_holdem", deck="royal", stacks=20)
    >>> blueprint = Blueprint(game, hand_classes={"flop": 5, "turn": 5, "river": 5}, seed=1).run(10)
    >>> policy = blueprint.average_policy()
    >>> policy.probabilities_for_hands(game.initial_state().after_chance(np.random.default_rng(1))).shape
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
        self._answers: OrderedDict[tuple[Any, ...], Floats] = OrderedDict()

    @cached_property
    def _hands(self) -> Int64s:
        """int64 [hands of the game]: the same hand in the betting tree."""
        number = {tuple(sorted(cards)): k for k, cards in enumerate(self.class_strategy.tree.game.rules.hands)}
        return np.array([number[tuple(sorted(cards))] for cards in self.game.rules.hands])

    def probabilities_for_hands(self, state: TexasHoldemState, wanted: Floats | None = None) -> Floats:
        """Probabilities of the player to act for each hand: float64 [legal actions, hands].

        Args:
            state: a player is to act. Of its cards only the public ones are read.
            wanted: not looked at: all hands are answered for.
        """
        game = state.game
        key = (state.moves, state.board, game.stacks, game.button)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._answer(state)
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        return found

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state, or the key of an infoset.
        """
        if not isinstance(where, TexasHoldemState):
            where = TexasHoldemState(self.game, row_at(self.game, str(where)))
        game = where.game
        hand = game.hand_index[where.hole_cards(where.current_player)]
        known = self._answers.get((where.moves, where.board, game.stacks, game.button))
        shares = self._answer(where, hand)[:, 0] if known is None else known[:, hand]
        return dict(zip(where.legal_actions(), shares.tolist(), strict=True))

    def _answer(self, state: TexasHoldemState, hand: int | None = None) -> Floats:
        """float64 [legal actions, hands]: for all hands, or for one alone."""
        legal, seat = state.legal_actions(), state.current_player
        lines = self._lines(state, seat, hand)
        found = np.zeros((len(legal), len(self._hands) if hand is None else 1))
        for line, weights in lines:
            shares = self._strategy(line, state.board, hand)
            for (kind, total), share in zip(line.moves, shares, strict=True):
                for action, part in self._played(state, legal, line, kind, total):
                    found[legal.index(action)] += part * share * weights
        total = found.sum(axis=0)
        passive = legal.index(CALL)
        found[passive] += total <= 0.0  # also for hands that the board rules out
        return found / np.where(total > 0.0, total, 1.0)

    def _strategy(self, line: Line, board: Sequence[int], hand: int | None) -> Floats:
        """float64 [actions, hands of the game]: the shares in a line of the tree, of all hands or of one."""
        public = PublicState(line, tuple(board))
        if hand is None:
            return self.class_strategy.strategy(public)[:, self._hands]
        return self.class_strategy.strategy(public, int(self._hands[hand]))

    def _lines(self, state: TexasHoldemState, seat: int, hand: int | None) -> list[tuple[Line, Floats]]:
        """The lines of the tree that the hand may be on, with their weights by hand of the player to act."""
        ones = np.ones(len(self._hands) if hand is None else 1)
        lines = [(self.class_strategy.tree.game.rules.root.betting, 1.0, ones)]
        for before, kind, total in steps_to(state):
            following: list[tuple[Line, float, Floats]] = []
            for one, chance, weights in lines:
                line = on_street(one, before.street)
                if line is None:
                    continue
                taken = self._taken(line, before, kind, total)
                own = self._strategy(line, before.board, hand) if before.current_player == seat and taken else None
                for k, part in taken:
                    following.append((line.after(k), chance * part, weights if own is None else weights * own[k]))
            most = max((chance for _, chance, _ in following), default=0.0)
            lines = [kept for kept in following if kept[1] >= min(UNLIKELY, most)]
        found = []
        for one, chance, weights in lines:
            line = on_street(one, state.street)
            if line is not None:
                found.append((line, chance, weights))
        if len(found) == 1:  # the weight of one line says nothing
            return [(found[0][0], ones)]
        together = sum((weights * chance for _, chance, weights in found), np.zeros(len(ones)))
        # Hands that would never have come here follow the translations alone.
        return [(line, chance * np.where(together > 0.0, weights, 1.0)) for line, chance, weights in found]

    def _taken(self, line: Line, before: TexasHoldemState, kind: int, total: float) -> list[tuple[int, float]]:
        """(which move of the line, its probability) for each move that a real one may stand for."""
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

    def _played(
        self, state: TexasHoldemState, legal: Sequence[int], line: Line, kind: int, total: float
    ) -> list[tuple[int, float]]:
        """(action, its probability) for a move of the tree."""
        if kind == FOLD:
            return [(FOLD if FOLD in legal else CALL, 1.0)]
        bets = [action for action in legal if action >= BET]
        if kind == CALL or not bets:
            return [(CALL, 1.0)]
        all_in = line.rules.max_contribution - line.before[line.actor]
        if total >= all_in * (1.0 - 1e-9):
            return [(bets[-1], 1.0)]
        share = line_share(line, total)
        if self.game.any_amount:
            wanted = total_of_share(state, share)
            return [(min(bets, key=lambda action: abs(state.total_of(action) - wanted)), 1.0)]
        if len(bets) == 1:
            return [(bets[0], 1.0)]
        parts = translated_sizes(share, [bet_share(state, state.total_of(action)) for action in bets])
        return [(action, part) for action, part in zip(bets, parts, strict=True) if part > 0.0]

    def save(self, path: str | Path) -> int:
        """Write the blueprint to a file, compressed: probabilities in parts of 65,535, the sizes and how its classes are made.

        Args:
            path: of the file, which is replaced whole.

        Returns:
            The size in bytes.

        Raises:
            OSError: it cannot be written.
        """
        return int(load_object("pokerzoo.agents.blueprint.blueprint_file:save_blueprint")(self, path))

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
        found: BlueprintPolicy = load_object("pokerzoo.agents.blueprint.blueprint_file:load_blueprint")(path, game)
        return found

    def __repr__(self) -> str:
        return f"<BlueprintPolicy of {self.metadata.get('iterations', 0):,} iterations>"


def on_street(line: Line, street: int) -> Line | None:
    """The line on a street of the hand, its cards dealt; None where the tree's hand is not there."""
    while line.card_due and line.num_deals < street:
        line = line.deal()
    return line if line.num_deals == street and not line.is_over and not line.card_due else None


def line_share(line: Line, total: float) -> float:
    """A bet or raise in a line as a share of the pot after the call, as ``bet_share`` has it of a hand."""
    return (total - max(line.round_contributions)) / (line.pot + line.to_call)
