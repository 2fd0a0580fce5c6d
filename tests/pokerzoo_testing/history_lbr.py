"""Local best response history by history, from the paper's words and the tree API alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import State


class HistoryLBR:
    """Local best response of one player.

    Attributes:
        chosen: the action at each infoset that is reached.
        value: expected chips.
    """

    def __init__(
        self, policy: TabularPolicy, player: int, start: State, worth: Callable[[TabularPolicy, int, State, int], float]
    ) -> None:
        """Choose; ``worth(policy, player, state, action)`` is what an action is taken to bring: expected chips."""
        self.policy, self.player = policy, player
        self.met: dict[str, list[tuple[State, float]]] = defaultdict(list)
        self.chosen: dict[str, int] = {}
        self.collect(start, 1.0)
        for key, histories in self.met.items():
            total = sum(weight for _, weight in histories)
            if total > 0:
                actions = histories[0][0].legal_actions()
                found = {a: sum(w * worth(policy, player, state, a) for state, w in histories) / total for a in actions}
                self.chosen[key] = next(a for a in sorted(found) if found[a] >= max(found.values()) - 1e-8)
        self.value = self.play(start)

    def shares(self, state: State) -> list[tuple[int, float]]:
        """Actions or cards that come next with their probabilities."""
        return list(state.chance_outcomes() if state.is_chance else self.policy.action_probabilities(state).items())

    def collect(self, state: State, weight: float) -> None:
        """Note the histories of each infoset of the player, by how likely the others make them."""
        if state.current_player == self.player:
            self.met[state.infoset_key(self.player)].append((state, weight))
            for action in state.legal_actions():
                self.collect(state.child(action), weight)
        elif not state.is_terminal:
            for action, share in self.shares(state):
                if share > 0.0:
                    self.collect(state.child(action), weight * share)

    def play(self, state: State) -> float:
        """Expected chips from a state on."""
        if state.is_terminal:
            return float(state.returns()[self.player])
        if state.current_player == self.player:
            return self.play(state.child(self.chosen[state.infoset_key(self.player)]))
        return sum(share * self.play(state.child(action)) for action, share in self.shares(state) if share)
