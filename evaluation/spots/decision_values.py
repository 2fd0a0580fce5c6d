"""EV of each action at a decision, all playing given policies from there on; AIVAT's estimates follow from it.

An action's EV is the mean over all that the others may hold, by chance and by the policies with which they came here.
docs/aivat.md, "One unknown player", derives AIVAT's estimates from these numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.envs import Game, State
from pokerzoo.envs.core import replay_history, short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.histories import count_histories
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.poker.public_state import PublicState
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
    ev: Floats  # [actions]: net chips at the end of the hand; NaN where the others' policies never lead
    pot: float | None  # None where the game has no pot

    def lost(self, action: int) -> float:
        """Chips by which an action falls short of the best; NaN where EVs are not known."""
        return float(self.ev.max() - self.ev[self._place(action)])

    def gained(self, action: int) -> float:
        """Chips by which an action is better than the policy's mean here."""
        played = self.probabilities > 0
        return float(self.ev[self._place(action)] - self.ev[played] @ self.probabilities[played])

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

    def estimate(self, player: int, taken: Iterable[tuple[Decision, int]]) -> float:
        """Estimate a hand's value for a player by AIVAT, from that player's decisions and the actions taken."""
        return self.value(player) + sum(decision.gained(action) for decision, action in taken)

    @abstractmethod
    def value(self, player: int) -> float:
        """Net chips that a player expects at the start."""

    @abstractmethod
    def bounds(self, player: int) -> tuple[float, float]:
        """Least and greatest estimate that a hand can get."""

    @abstractmethod
    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        """(probabilities, EVs) at a decision, both [actions]."""


class TreeDecisions(DecisionValues):
    """Decisions of a game with a tree, all at once."""

    def __init__(self, game: Game, policy: TabularPolicy) -> None:
        super().__init__(game, policy)
        tree = game.tree()
        levels, table = levels_of(tree), game.infosets
        moves = move_probabilities(tree, policy.probabilities)
        worth = history_values(tree, levels, policy.probabilities)
        self._values = worth[:, 0]
        entry, parent = entries_of(tree), tree.node_parent
        self._ev, self._bounds = np.full(table.size, np.nan), []
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
            mean = np.bincount(owner, np.nan_to_num(ev) * policy.probabilities, len(table))
            gain = np.zeros(tree.num_nodes)
            gain[own] = (np.nan_to_num(ev) - mean[owner])[entry[own]]
            for level in levels:
                gain[level] += gain[parent[level]]
            ends = tree.terminal_node[reach[tree.terminal_node] > 0]
            self._bounds.append((float(worth[player, 0] + gain[ends].min()), float(worth[player, 0] + gain[ends].max())))

    def value(self, player: int) -> float:
        return float(self._values[player])

    def bounds(self, player: int) -> tuple[float, float]:
        return self._bounds[player]

    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        entries = self.game.infosets.slice(state.infoset_index())
        return self.policy.probabilities[entries], self._ev[entries]


class SpotDecisions(DecisionValues):
    """Decisions of a hold'em spot, computed street by street when asked for; not for several threads at once."""

    game: HoldemGame

    def __init__(self, report: SpotReport) -> None:
        super().__init__(report.game, report.policy)
        self.report = report

    @cached_property
    def _values(self) -> Floats:
        return self.report.at().mean_ev

    def value(self, player: int) -> float:
        return float(self._values[player])

    def bounds(self, player: int) -> tuple[float, float]:
        low, high = self._range(self.game.rules.root, player)
        return self.value(player) + float(low.min()), self.value(player) + float(high.max())

    def _range(self, public: PublicState, player: int) -> tuple[Floats, Floats]:
        """Least and greatest sum of gains from a public state on, each [hands]."""
        hands = len(self.game.rules.hands)
        if public.card_due:  # not looked into: no gain of a decision is more than the range of payoffs
            later = max_decisions(public, player) * (self.game.utility_range[1] - self.game.utility_range[0])
            return np.full(hands, -later), np.full(hands, later)
        if not public.moves:
            return np.zeros(hands), np.zeros(hands)
        low, high = map(np.array, zip(*(self._range(public.after(k), player) for k in range(len(public.moves))), strict=True))
        if public.actor == player:
            node = self.report.report(public)
            played = np.where(node.strategy > 0, node.strategy * node.action_ev, 0.0).sum(axis=0)
            gains = node.action_ev - played
            possible = np.isfinite(gains)
            low, high = np.where(possible, low + gains, 0.0), np.where(possible, high + gains, 0.0)
        return low.min(axis=0), high.max(axis=0)

    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        at = cast(
            PokerState, state if state.game is self.game else replay_history(self.game, state.history())
        )  # lines are objects
        node, hand = self.report.report(at.public), at.hands[at.current_player]
        return node.strategy[:, hand].copy(), node.action_ev[:, hand].copy()


def max_decisions(public: PublicState, player: int) -> int:
    """Most decisions that a player can have from a public state on; independent of the cards to come."""
    counts = {public.betting: 0}
    most = 0
    stack = [public.betting]
    while stack:
        line = stack.pop()
        most = max(most, counts[line])
        below = [line.deal()] if line.card_due else [line.after(k) for k in range(len(line.moves))]
        for child in below:
            counts[child] = counts[line] + (line.actor == player and not line.card_due)
            stack.append(child)
    return most


def has_decision_values(game: Game) -> bool:
    """True if a game has ``decision_values`` without a long wait."""
    return not game.needs_tree or has_small_tree(game)


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
    >>> decision.names, decision.ev.tolist(), decision.lost(1)
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
