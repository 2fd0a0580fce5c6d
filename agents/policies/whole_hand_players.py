"""Players of whole hands by name: baselines, blueprints and agents that solve at the table."""

from __future__ import annotations

from pathlib import Path

from pokerzoo.envs.environments.playable import Policy
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .baselines import BASELINES
from .whole_hand_baselines import WHOLE_HAND_BASELINES, WholeHandBaseline

BLUEPRINT, SOLVING = "blueprint", "solving"
WHOLE_HAND_PLAYERS = (*WHOLE_HAND_BASELINES, BLUEPRINT, SOLVING)
"""Names of players of whole hands; ``blueprint`` is the one that comes with the package, ``solving`` solves on top of it."""
SOLVING_ON = f"{SOLVING}:"
"""Before a blueprint file: the agent that plays it before the flop, and then solves at the table."""


def whole_hand_player(game: TexasHoldemGame, name: str) -> WholeHandBaseline | Policy:
    """A player of whole hands: a baseline, ``blueprint``, ``solving``, a blueprint file, or ``solving:FILE``.

    Args:
        game: what is played.
        name: the player.

    Raises:
        ValueError: no such player, or not for this game.
        OSError: a file cannot be read.
    """
    if name in WHOLE_HAND_BASELINES:
        return WholeHandBaseline(game, name)
    if name in (BLUEPRINT, SOLVING) or name.startswith(SOLVING_ON) or Path(name).is_file():
        solves = name == SOLVING or name.startswith(SOLVING_ON)
        file = BLUEPRINT if name == SOLVING else name.removeprefix(SOLVING_ON)
        policy: Policy = (
            load_object("pokerzoo.agents.blueprint.shipped_blueprint:shipped_blueprint")(game)
            if file == BLUEPRINT
            else load_object("pokerzoo.agents.blueprint.blueprint_file:load_blueprint")(file, game)
        )
        return load_object("pokerzoo.agents.solving.agent:SolvingAgent")(policy, game=game) if solves else policy
    if name in BASELINES:
        raise ValueError(f"{brief(name)}: not for {game.name}; players: {', '.join(WHOLE_HAND_PLAYERS)}")
    known = f"{', '.join(WHOLE_HAND_PLAYERS)}{did_you_mean(name, WHOLE_HAND_PLAYERS)}"
    raise ValueError(f"{brief(name)}: no such player for {game.name}, and no file; players: {known}, or a blueprint file")
