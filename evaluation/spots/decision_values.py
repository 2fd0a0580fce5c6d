"""EV of each action at a decision, all playing given policies from there on.

An action's EV is the mean over all that the others may hold, by chance and by the policies with which they came here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.envs import Game, State
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import replay_history, short_name
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.histories import count_histories
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief
from pokerzoo.evaluation.matches.aivat import entries_of, history_values, levels_of, move_probabilities, reach_of

from .spot_report import SpotReport

MOST_HISTORIES = 200_000
"""Other games with more histories are refused: their trees take more than some seconds."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A state with a player to act, seen with no more than that player knows."""

    player: int
    infoset: str
    actions: tuple[int, ...]
    names: tuple[str, ...]
    probabilities: Floats  # [actions]: the policy's
    net: Floats  # [actions]: net chips at the end of the hand; NaN where the others' policies never lead
    pot: float | None  # None where the game has no pot

    def lost(self, action: int) -> float:
        """Chips by which an action falls short of the best; NaN where EVs are not known."""
        return float(self.net.max() - self.net[self._place(action)])

    def _place(self, action: int) -> int:
        if action not in self.actions:
            raise ValueError(f"action {brief(action)} is not legal at {brief(self.infoset)}; legal: {self.actions}")
        return self.actions.index(action)


class DecisionValues(ABC):
    """Values of all decisions of a game under policies; made by ``decision_values``."""

    def __init__(self, game: Game, policy: TabularPolicy) -> None:
        self.game, self.policy = game, policy

    def at(self, state: State) -> Decision:
        """Return the decision of the player to act."""
        player, actions = state.current_player, state.legal_actions()
        if player < 0:
            raise ValueError(f"state={state!r}: no player is to act")
        probabilities, ev = self._numbers(state)
        names = tuple(state.action_name(action) for action in actions)
        return Decision(player, state.infoset_key(player), actions, names, probabilities, ev, state.pot)

    @abstractmethod
    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        """(probabilities, EVs) at a decision, both [actions]."""


class TreeDecisions(DecisionValues):
    """Decisions of a game with a tree, all at once."""

    def __init__(self, game: Game, policy: TabularPolicy) -> None:
        super().__init__(game, policy)
        tree = tree_of(game)
        levels, table = levels_of(tree), game.infosets
        moves = move_probabilities(tree, policy.probabilities)
        worth = history_values(tree, levels, policy.probabilities)
        entry, parent = entries_of(tree), tree.node_parent
        self._ev = np.full(table.size, np.nan)
        owner = np.repeat(np.arange(len(table)), np.diff(table.first))
        for player in range(game.num_players):
            own = np.flatnonzero((parent >= 0) & (tree.node_player[parent] == player))
            others = moves.copy()
            others[own] = 1.0
            reach = reach_of(tree, levels, others)
            here = np.flatnonzero(tree.node_player == player)
            total = np.bincount(tree.node_infoset[here], reach[here], len(table))[owner]
            chips = np.bincount(entry[own], reach[parent[own]] * worth[player, own], table.size)
            ours = np.bincount(entry[own], minlength=table.size) > 0
            ev = np.divide(chips, total, out=np.full(table.size, np.nan), where=total > 0)
            self._ev[ours] = ev[ours]

    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        entries = self.game.infosets.slice(state.infoset_index())
        return self.policy.probabilities[entries], self._ev[entries]


class SpotDecisions(DecisionValues):
    """Decisions of a hold'em spot, computed street by street when asked for; not for several threads at once."""

    game: HoldemGame

    def __init__(self, report: SpotReport) -> None:
        super().__init__(report.game, report.policy)
        self.report = report

    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        at = cast(
            PokerState, state if state.game is self.game else replay_history(self.game, state.history())
        )  # lines are objects
        node, hand = self.report.report(at.public), at.hands[at.current_player]
        return node.strategy[:, hand].copy(), node.action_net[:, hand].copy()


def has_decision_values(game: Game) -> bool:
    """True if a game has ``decision_values`` without a long wait."""
    return isinstance(game, HoldemGame | BetFoldGame) or has_small_tree(game)


def has_small_tree(game: Game) -> bool:
    """True if a game's tree is made within some seconds."""
    histories = count_histories(game, MOST_HISTORIES)
    return histories is not None and histories <= MOST_HISTORIES


def decision_values(game: Game, policies: Playable | Sequence[Playable]) -> DecisionValues:
    """Compute the EV of each action at every decision.

    Args:
        game: a hold'em spot, the bet/fold game, or a game with at most ``MOST_HISTORIES`` histories.
        policies: one that all play, or one for each player; anything that ``profile`` takes.

    Raises:
        ValueError: a larger game, or a policy that does not fit.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("kuhn")
    >>> state = game.initial_state().child(2).child(0)  # a king against a jack
    >>> decision = decision_values(game, "always_call").at(state)
    >>> decision.names, decision.net.tolist(), decision.lost(1)
    (('check', 'bet'), [1.0, 2.0], 1.0)
    """
    if not has_decision_values(game):
        raise ValueError(
            f"{short_name(game)}: too large; values of decisions are for games with up to {MOST_HISTORIES:,} histories"
        )
    found: DecisionValues = load_object(game.handlers.decision_values)(game, policies)
    return found


def tree_decisions(game: Game, policies: Playable | Sequence[Playable]) -> TreeDecisions:
    """Values of all decisions by the tree."""
    return TreeDecisions(game, profile(game, policies))


def spot_decisions(game: HoldemGame, policies: Playable | Sequence[Playable]) -> SpotDecisions:
    """Values of all decisions of a hold'em spot, street by street."""
    return SpotDecisions(SpotReport(game, policies))
