"""A policy before the flop at a table of whole hands: it plays there until the flop, and another player plays on."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from pokerzoo.envs.betting.line import BET, CALL, FOLD, Line
from pokerzoo.envs.compiled.preflop_tree import FIRST
from pokerzoo.envs.core import GameLike, State, game_of, short_name
from pokerzoo.envs.environments.playable import Playable
from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBO_TABLE
from pokerzoo.envs.poker.deck_strengths import DECKS
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import state_at_key, steps_to
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .action_translation import bet_share, line_share, nearest_bet, total_of_share, translated_sizes
from .players import to_player
from .preflop_policy import PreflopPolicy


class PreflopPlayer:
    """Plays a policy before the flop in ``texas_holdem``, and hands over to another player on the flop.

    A raise between two of the policy's sizes stands for the likelier one by the pseudo-harmonic mapping. Where the hand has
    left the policy's tree (a limp or a caller that it does not have), the other player acts, too.

    Attributes:
        policy: the policy before the flop.
        game: what is played: a ``texas_holdem`` for as many players.
        name: what reports call it.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> from pokerzoo.preflop import PreflopPlayer, PreflopSolver, preflop_game
        >>> policy = PreflopSolver(preflop_game(2, stack=20, raise_sizes="2.5x | a"), seed=1).run(10).average_policy()
        >>> game = make_game("texas_holdem", blinds=(1, 2), stack=40, raise_sizes="2.5x,a")
        >>> head_to_head(game, [PreflopPlayer(policy, game), "always_call"], hands=10, seed=1).hands
        10
    """

    def __init__(self, policy: PreflopPolicy, game: GameLike, after: Playable = "equity") -> None:
        """Put a policy at a table.

        Args:
            policy: from ``PreflopSolver``.
            game: what is played.
            after: who plays from the flop on, and where the hand leaves the policy's tree: any player of the game.

        Raises:
            ValueError: another game, or another number of players.
        """
        table = game_of(game)
        if not isinstance(table, TexasHoldemGame) or table.num_players != policy.game.num_players:
            players = policy.game.num_players
            raise InputError(f"game={short_name(table)}: must be texas_holdem for {players} players, as the policy's")
        if table.params["deck"] != policy.game.params["deck"]:
            raise InputError(f"game={short_name(table)}: must have the policy's deck, {policy.game.params['deck']}")
        self.policy, self.game, self.name = policy, table, "preflop"
        self._after = to_player(table, after, "after")

    @cached_property
    def _classes(self) -> Int64s:
        """int64 [hands of the game]: the class of each."""
        cards = np.array(DECKS[self.game.params["deck"]])[np.array(self.game.rules.deck.hands)]
        return np.asarray(COMBO_CLASSES[COMBO_TABLE[cards[:, 0], cards[:, 1]]], dtype=np.int64)

    def strategy(self, decision: TexasHoldemState, hands: Int64s | None = None) -> Floats:
        """Probabilities of the player to act for each hand: float64 [legal actions, hands].

        Args:
            decision: a player is to act. Of its cards only the public ones are read.
            hands: the numbers of hands that are asked for; None: all.
        """
        at = self._find(decision) if decision.street == 0 else None
        if at is None:
            return self._after.strategy(decision, hands)
        node, line = at
        legal, shares = list(decision.legal_actions()), self.policy.strategy_at(node)[self._classes]
        result = np.zeros((len(legal), len(self._classes)))
        for k, (kind, total) in enumerate(line.moves):
            result[legal.index(played_as(decision, line, kind, total))] += shares[:, k]
        return result

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state, or the key of an infoset.
        """
        state = where if isinstance(where, TexasHoldemState) else state_at_key(self.game, str(where))
        hand = state.game.hand_index[state.hole_cards(state.current_player)]
        column = self.strategy(state, np.array([hand]))[:, hand]
        return dict(zip(state.legal_actions(), column.tolist(), strict=True))

    def _find(self, decision: TexasHoldemState) -> tuple[int, Line] | None:
        """(the policy's decision, its line) for a point of a hand; None where the hand has left the tree."""
        tree, ours = self.policy.tree, self.policy.game
        node, line = 0, ours.rules.betting.start
        players, places = ours.num_players, ours.button - decision.game.button
        if sum(stack > 0 for stack in decision.game.stacks) < players:
            return None
        for step in steps_to(decision):
            k = move_of(line, step.state, step.kind, step.total)
            if k is None or (step.state.current_player + places - line.actor) % players:
                return None
            node, line = int(tree.child[tree.nodes[node, FIRST] + k]), line.after(k, keep=False)
            if node < 0:
                return None
        return None if (decision.current_player + places - line.actor) % players else (node, line)

    def __repr__(self) -> str:
        return f"<PreflopPlayer for {self.game.num_players} players>"


def move_of(line: Line, state: Any, kind: int, total: float) -> int | None:
    """The move of a line to which a move of a hand corresponds; None if there is none."""
    kinds = [move for move, _ in line.moves]
    if kind != BET:
        return kinds.index(kind) if kind in kinds else None
    bets = [k for k, move in enumerate(kinds) if move == BET]
    if len(bets) < 2:
        return bets[0] if bets else None
    chances = translated_sizes(bet_share(state, total), [line_share(line, line.moves[k][1]) for k in bets])
    return bets[int(np.argmax(chances))]


def played_as(state: TexasHoldemState, line: Line, kind: int, total: float) -> int:
    """The action of a hand that a move of a line becomes."""
    legal = state.legal_actions()
    if kind == FOLD:
        return FOLD if FOLD in legal else CALL
    if kind == CALL:
        return CALL
    if total >= line.stack_of(line.actor):
        all_in = state.all_in_action()
        return (max((action for action in legal if action >= BET), default=CALL)) if all_in is None else all_in
    return nearest_bet(state, total_of_share(state, line_share(line, total)))
