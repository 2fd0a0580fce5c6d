"""Policies of a spot in a part of it."""

from __future__ import annotations

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.games.holdem import HoldemGame


def in_part(policy: TabularPolicy, part: HoldemGame, history: str) -> TabularPolicy:
    """A policy as it plays in the part that starts after a history."""
    numbers = {name: hand for hand, name in enumerate(policy.game.rules.deck.hand_names)}  # type: ignore[attr-defined]
    hands = [numbers[name] for name in part.rules.deck.hand_names]
    probabilities = part.infosets.uniform()
    for public in part.infosets.public_states():
        entries = part.infosets.entries(public)
        whole = policy.game.infosets.find(history + public.history)  # type: ignore[attr-defined]
        probabilities[entries[entries >= 0]] = policy.strategy(whole)[:, hands][entries >= 0]
    return TabularPolicy(part, probabilities)
