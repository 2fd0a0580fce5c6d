"""Values after the next card under a policy that solves later streets when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.subgames.resolving_policy import ResolvingPolicy
from pokerzoo.agents.subgames.subgame import Subgame
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.games.subgames import can_be_dealt
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

from .spot_lines import end_payoffs

if TYPE_CHECKING:
    from .spot_values import SpotValues


def is_at_hand(policy: TabularPolicy, public: PublicState) -> bool:
    """False if a turn would have to be solved first to answer for a public state."""
    return not isinstance(policy, ResolvingPolicy) or policy.is_at_hand(public)


def values_of_parts(values: SpotValues, public: PublicState) -> Floats:
    """``SpotValues.card_values`` of a policy without rivers: NaN but where what follows was estimated or solved as a whole.

    After the flop they are the solver's estimates (``ResolvingPolicy.later_values``). After a turn its own solution gives them.
    Lines that are all-in are counted out.
    """
    cards, policy = values.cards_due(public), values.policy
    unknown = np.full((2, len(cards), len(values.game.rules.deck.hands)), np.nan)
    if not isinstance(policy, ResolvingPolicy) or policy.streets != 2:
        return unknown
    if public.line.num_deals == 0 and policy.later_values is None:
        return unknown
    if not public.deal(cards[0]).line.moves:
        return values_of_all_in(values, public, cards)
    if public.line.num_deals == 0:
        assert policy.later_values is not None
        scale = chance_reaches(values.game.rules, 2)[1] * values.unseen(0)
        return np.stack([policy.later_values.at(public.deal(card)) for card in cards], axis=1) / scale
    if not can_be_dealt(values.game, public.board):
        return np.zeros_like(unknown)
    part = policy.part(public)
    within = values_of_turn(type(values), part).card_values(part.place(public))
    found = np.zeros_like(unknown)
    found[:, :, part.hands] = within * part.scale[::-1, None, None]
    return found


def values_of_all_in(values: SpotValues, public: PublicState, cards: list[int]) -> Floats:
    """``SpotValues.card_values`` where all are all-in."""
    found = np.zeros((2, len(cards), len(values.game.rules.deck.hands)))
    for place, card in enumerate(cards):
        child = public.deal(card)
        reach = values.first_reach(child)
        met, ahead = values.opponent_reach(reach, child.board), values.ahead_after(child.board, reach)
        for player in range(2):
            mean, swing = end_payoffs(child, player)
            found[player, place] = mean * met[player] + swing * ahead[player]
    return found / values.unseen(len(values.dealt(public)))


TURNS: WeakKeyDictionary[Subgame, SpotValues] = WeakKeyDictionary()
"""Values of the spots of turns that are still kept."""


def values_of_turn(kind: type[SpotValues], part: Subgame) -> SpotValues:
    """Values of a turn's own spot."""
    assert part.policy is not None
    found = TURNS.get(part)
    if found is None:
        found = TURNS[part] = kind(part.spot, part.policy)
    return found
