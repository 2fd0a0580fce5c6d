"""The blueprint that comes with the package."""

from __future__ import annotations

from pathlib import Path

from pokerzoo.envs.registry import make_game
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .blueprint_file import differences
from .blueprint_policy import BlueprintPolicy

FILE = Path(__file__).with_name("blueprint.npz")
"""Made by ``make data FILE=blueprint``: see docs/howto/whole_hand_agent.md."""


def shipped_blueprint(game: TexasHoldemGame | None = None) -> BlueprintPolicy:
    """The blueprint that comes with the package: heads-up no-limit hold'em with stacks of 100 big blinds.

    Args:
        game: the ``texas_holdem`` to play; None: the one with the default parameters.

    Raises:
        ValueError: a game with other stacks, blinds or limit.
    """
    made = make_game("texas_holdem")
    assert isinstance(made, TexasHoldemGame)
    if game is not None and (other := differences(made, game)):
        raise InputError(
            f"the blueprint that comes with pokerzoo is of another game; yours has {other}. "
            "'pokerzoo blueprint --out FILE' makes one for it"
        )
    return BlueprintPolicy.load(FILE, game or made)
