"""Environments by hands an episode: one hand, or a session, which is loaded on demand."""

from __future__ import annotations

from pokerzoo.envs.core import Game

from .aec import GameAECEnv
from .dealer import Illegal, MaskIn, check_hands


def is_one_hand(hands: int | None) -> bool:
    """True if an episode is one hand; ValueError unless ``hands`` is None or a number."""
    check_hands(hands)
    return hands == 1


def turn_env(game: Game, hands: int | None, render_mode: str | None, mask_in: MaskIn, illegal: Illegal) -> GameAECEnv:
    """The AEC environment with ``hands`` hands an episode: of one hand for any game, else a session."""
    if is_one_hand(hands):
        return GameAECEnv(game, render_mode, mask_in, illegal)
    from .session import SessionAECEnv  # compiled functions come with it

    return SessionAECEnv(game, hands, render_mode, mask_in, illegal)
