"""EV of each action at a decision, all playing given policies from there on.

An action's EV is the mean over all that the others may hold, by chance and by the policies with which they came here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import cast

import numpy as np

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.agents.cfr.infoset_values import infoset_values
from pokerzoo.envs import Game, State
from pokerzoo.envs.core import replay_history, short_name
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import action_values
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.infosets import count_histories
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief

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
            raise InputError(f"action {brief(action)} is not legal at {brief(self.infoset)}; legal: {self.actions}")
        return self.actions.index(action)


@dataclass(frozen=True, eq=False)
class DecisionValues:
    """Values of all decisions of a game under a policy; made by ``decision_values``.

    Attributes:
        game: the game.
        policy: the policy of all players.
        numbers: from a state with a player to act to (probabilities, EVs), both float64 [actions].
    """

    game: Game
    policy: TabularPolicy
    numbers: Callable[[State], tuple[Floats, Floats]]

    def at(self, state: State) -> Decision:
        """Return the decision of the player to act."""
        player, actions = state.current_player, state.legal_actions()
        if player < 0:
            raise ParameterError("state", state, "no player is to act")
        probabilities, ev = self.numbers(state)
        names = tuple(state.action_name(action) for action in actions)
        return Decision(player, state.infoset_key(player), actions, names, probabilities, ev, state.pot)


def has_decision_values(game: Game) -> bool:
    """True if a game has ``decision_values`` without a long wait: by a function of its class, or by a small tree."""
    return decision_values.dispatch(type(game)) is not decision_values.dispatch(Game) or has_small_tree(game)


def has_small_tree(game: Game) -> bool:
    """True if a game's tree is made within some seconds."""
    histories = count_histories(game, MOST_HISTORIES)
    return histories is not None and histories <= MOST_HISTORIES


@singledispatch
def decision_values(game: Game, policies: Playable | Sequence[Playable]) -> DecisionValues:
    """Compute the EV of each action at every decision.

    A class of games of your own may have another way: ``decision_values.register(YourGame, your_function)``.

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
    if not has_small_tree(game):
        raise InputError(
            f"{short_name(game)}: too large; values of decisions are for games with up to {MOST_HISTORIES:,} histories"
        )
    policy = profile(game, policies)
    ev = infoset_values(policy).actions

    def numbers(state: State) -> tuple[Floats, Floats]:
        entries = game.infosets.slice(state.infoset_index())
        return policy.probabilities[entries], ev[entries]

    return DecisionValues(game, policy, numbers)


@decision_values.register(HoldemGame)
def spot_decisions(game: HoldemGame, policies: Playable | Sequence[Playable]) -> DecisionValues:
    """Values of all decisions of a hold'em spot."""
    return report_decisions(SpotReport(game, policies))


def report_decisions(report: SpotReport) -> DecisionValues:
    """Values of all decisions of a spot, computed street by street on demand; not thread-safe."""

    def numbers(state: State) -> tuple[Floats, Floats]:
        same = state if state.game is report.game else replay_history(report.game, state.history())  # lines are objects
        at = cast(PokerState, same)
        node, hand = report.report(at.public), at.hands[at.current_player]
        return node.strategy[:, hand].copy(), node.action_net[:, hand].copy()

    return DecisionValues(report.game, report.policy, numbers)


@decision_values.register(BetFoldGame)
def bet_fold_decisions(game: BetFoldGame, policies: Playable | Sequence[Playable]) -> DecisionValues:
    """Values of all decisions of the bet/fold game, by combinatorics for any number of cards."""
    policy = profile(game, policies)
    shares = policy.probabilities.reshape(game.num_players, game.num_cards, 2)
    bets, folds = action_values(game, shares[:, :, 1])
    ev = np.stack([folds, bets], axis=2)

    def numbers(state: State) -> tuple[Floats, Floats]:
        player = state.current_player
        card = game.infosets.index(state.infoset_key(player)) - player * game.num_cards
        return shares[player, card], ev[player, card]

    return DecisionValues(game, policy, numbers)
