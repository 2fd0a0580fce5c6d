"""Estimates of what agents win with luck taken out: AIVAT on a tree, and the luck of the cards in whole hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from pokerzoo.agents import Agent, Playable
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import short_name
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .aivat import aivat_estimates, terminal_reach
from .card_luck import luck_range
from .match_result import PlayedDeals, has_tree


class TreeEstimates:
    """AIVAT: a table by the terminal in which a hand ends.

    Attributes:
        bounds: the least and the most of each agent's estimate of a deal.
    """

    def __init__(self, table: Floats) -> None:
        """Take the table: float64 [rotations, agents, terminals], NaN where a hand cannot end."""
        self.table = table
        # A deal is the mean over rotations, and so is between the means of the bounds.
        ends = np.stack([np.nanmin(table, axis=2), np.nanmax(table, axis=2)]).mean(axis=1).T
        self.bounds = [(low, high) for low, high in ends.tolist()]

    def of(self, played: PlayedDeals) -> Floats:
        """float64 [deals, agents]."""
        assert played.ends is not None
        rotations = np.arange(played.ends.shape[1])
        block = np.stack([self.table[rotations, agent, played.ends].mean(axis=1) for agent in rotations], axis=1)
        if np.isnan(block).any():
            raise ParameterError(
                "aivat", problem="a hand took a course that the policy of a known agent never takes: it plays another"
            )
        return block


class LuckEstimates:
    """Winnings in whole hands, minus the luck of the cards.

    Attributes:
        bounds: the least and the most of each agent's estimate of a deal.
    """

    def __init__(self, game: TexasHoldemGame) -> None:
        self.game = game
        self.bounds = [luck_range(game)] * game.num_players

    def of(self, played: PlayedDeals) -> Floats:
        """float64 [deals, agents]."""
        assert played.luck is not None
        return np.asarray((played.chips - played.luck).mean(axis=1))


Estimator: TypeAlias = TreeEstimates | LuckEstimates


def estimator_of(game: Game, agents: Sequence[Agent], aivat: bool | Playable, known: Sequence[int] | None) -> Estimator | None:
    """The estimates that ``aivat`` and ``known`` of ``head_to_head`` ask for; None for the chips alone."""
    if aivat is False:
        if known is not None:
            raise ParameterError("known", list(known), "means something with aivat only")
        return None
    if isinstance(game, TexasHoldemGame):
        if aivat is not True or known:
            raise InputError(
                f"aivat={aivat!r}, known={known!r}: in {game.name} the luck of the cards is taken out, and nothing else; "
                "must be aivat=True, without known"
            )
        return LuckEstimates(game)
    if not has_tree(game):
        raise ParameterError("aivat", problem=f"{short_name(game)} has no tree that can be compiled, which AIVAT needs")
    return TreeEstimates(seat_estimates(game, agents, None if aivat is True else aivat, known))


def seat_estimates(game: Game, agents: Sequence[Agent], values: Playable | None, known: Sequence[int] | None) -> Floats:
    """AIVAT's estimates by rotation: float64 [rotations, agents, terminals], chips a hand."""
    players = len(agents)
    played = {i: policy for i, policy in enumerate(map(policy_of, agents)) if policy is not None}
    for i in known or ():
        check_int("known", i, 0, players - 1)
        if i not in played:
            raise InputError(f"known={list(known or ())}: agent {i} does not play a policy that could be asked")
    first = next(iter(played.values()), None)
    chosen = set(played if known is None else known)
    if known is None and len(chosen) == players:
        chosen = {0}  # with all strategies known nothing would be left to play for
    if not played and values is None:
        raise ParameterError("aivat", problem="no agent plays a policy; give one for the value function: aivat=policy")
    table = np.empty((players, players, tree_of(game).num_terminals))
    for rotation in range(players):
        who = [(seat + rotation) % players for seat in range(players)]
        policies = [played.get(a) for a in who]
        guess = values if values is not None else policies if chosen else [policy or first for policy in policies]
        seats = [seat for seat, a in enumerate(who) if a in chosen]
        table[rotation, who] = aivat_estimates(game, policies, known=seats, values=guess)
        if known is None and len(played) == players:  # hands that are never played must not make the bounds wider
            table[rotation][:, terminal_reach(game, [played[a] for a in who]) == 0.0] = np.nan
    return table
