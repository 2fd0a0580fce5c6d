"""Reach of each infoset under a policy, and the value of each action there (Zinkevich et al. 2007).

Let pi be the policy, I an infoset of player i, and h its histories. Then ``others_reach`` is the sum over h of pi_-i(h).
``counterfactual`` is the sum over h of pi_-i(h) times what player i expects after h and the action. ``actions`` is the
latter divided by the former: what the player expects there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import entries_of, history_values, levels_of, move_probabilities, reach_of
from pokerzoo.envs.support.arrays import Floats


@dataclass(frozen=True, eq=False)
class InfosetValues:
    """Numbers of a policy at every infoset, in the order of ``game.infosets``; net chips of who acts there."""

    reach: Floats  # [infosets]: own_reach x others_reach
    own_reach: Floats  # [infosets]
    others_reach: Floats  # [infosets]: of chance and the other players
    counterfactual: Floats  # [entries]
    actions: Floats  # [entries]: NaN where the others never lead


def infoset_values(policy: TabularPolicy) -> InfosetValues:
    """Compute the numbers of a policy that all players play, by a walk over all histories."""
    tree, table = tree_of(policy.game), policy.game.infosets
    levels, entry, parent = levels_of(tree), entries_of(tree), tree.node_parent
    moves, values = move_probabilities(tree, policy.probabilities), history_values(tree, levels, policy.probabilities)
    own_reach, others_reach, counterfactual = np.zeros(len(table)), np.zeros(len(table)), np.zeros(table.size)
    for player in range(policy.game.num_players):
        chosen = (parent >= 0) & (tree.node_player[parent] == player)
        others = reach_of(tree, levels, np.where(chosen, 1.0, moves))
        alone = reach_of(tree, levels, np.where(chosen, moves, 1.0))
        here, after = np.flatnonzero(tree.node_player == player), np.flatnonzero(chosen)
        own_reach[tree.node_infoset[here]] = alone[here]  # the same in all histories of an infoset: players remember
        others_reach += np.bincount(tree.node_infoset[here], others[here], len(table))
        counterfactual += np.bincount(entry[after], others[parent[after]] * values[player, after], table.size)
    weights = np.repeat(others_reach, table.counts())
    actions = np.divide(counterfactual, weights, out=np.full(table.size, np.nan), where=weights > 0.0)
    return InfosetValues(own_reach * others_reach, own_reach, others_reach, counterfactual, actions)
