"""Strategy of a player of two-player poker with all hands of a public state, checked and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.participants import Participant
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import infoset_key
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.parameters import brief

Floats = npt.NDArray[np.float64]
Strategy: TypeAlias = Callable[[PublicState], Floats]
"""(public state) -> float64 [actions, hands]: the strategy of who is to act there."""
KEPT_ANSWERS = 2048
"""Public states whose strategies a sampled LBR keeps (40 kB each with four actions and all hands)."""


def checked_strategy(game: PokerGame, player: Participant, seat: int) -> Strategy:
    """The strategy of a player in ``seat``, checked when it is asked for; the last answers are kept."""
    ask = player.on_hands()

    def checked(public: PublicState) -> Floats:
        if public.actor != seat:
            raise ValueError(f"public state {public.history!r}: player {public.actor} acts there, not {seat}")
        answer, shape = np.asarray(ask(public), dtype=np.float64), (len(public.moves), len(game.rules.hands))
        if answer.shape != shape:
            raise ValueError(f"public state {public.history!r}: probabilities of shape {answer.shape}, must be {shape}")
        held = game.infosets.hands(public)
        own = answer[:, held]
        wrong = ~np.isfinite(own).all(axis=0) | (own < 0.0).any(axis=0) | ~(np.abs(own.sum(axis=0) - 1.0) <= 1e-6)
        if wrong.any():
            at = int(np.argmax(wrong))
            key = infoset_key(game.rules, held[at], public)
            raise ValueError(
                f"infoset {brief(key)}: probabilities {own[:, at].tolist()}: must not be negative and must sum to 1"
            )
        result = np.zeros(shape)
        result[:, held] = own
        return result

    return lru_cache(KEPT_ANSWERS)(checked)
