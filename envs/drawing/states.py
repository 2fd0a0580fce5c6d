"""Pictures of states: the table, visible cards, chips, the player to act, the winner."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import State

from .pixels import to_pixels
from .svg import to_svg
from .table import table_drawing


def state_svg(state: State, player: int | None = None, *, bottom: int | None = None) -> str:
    """A state as SVG, 480 x 320: one element to put into a page, with what is seen in words as its ``<title>``.

    It has no scripts, styles, ids, or anything from outside, and looks the same on light and dark pages. Notebooks show it
    for a state by itself. A game that is not of this package is shown by what ``State.describe`` says, unless it is made of
    ``PokerRules``.

    Args:
        state: of any game.
        player: the player who sees it: the others' cards are face down, and not in the text either. None: all cards are shown.
        bottom: the player in front; None: ``player``, or the first player.

    Raises:
        ValueError: there is no such player.

    >>> from pokerzoo.envs import make_game
    >>> svg = state_svg(make_game("kuhn").initial_state().child(2).child(1), player=0)
    >>> svg.partition("<title>")[2].partition("</title>")[0]
    'kuhn, seen by player 0. player 0: K, to act. player 1: face down. pot 2.'
    """
    return to_svg(table_drawing(state.view(player), player or 0 if bottom is None else bottom))


def state_pixels(
    state: State, player: int | None = None, *, bottom: int | None = None, scale: float = 1.5
) -> npt.NDArray[np.uint8]:
    """A state as pixels, uint8 [height, width, 3]: the picture of ``state_svg``, of one size for all states.

    Args:
        state: of any game.
        player: the player who sees it: the others' cards are face down. None: all cards are shown.
        bottom: the player in front; None: ``player``, or the first player.
        scale: pixels a unit: 480 x 320 at 1, 720 x 480 at 1.5.

    Raises:
        ValueError: there is no such player.
        ImportError: Pillow is not installed; says how to get it.

    .. code-block:: python

        from PIL import Image
        from pokerzoo.envs import make_game, state_pixels

        state = make_game("kuhn").initial_state().child(2).child(1)
        Image.fromarray(state_pixels(state, player=0)).save("kuhn.png")  # 720 x 480
    """
    return to_pixels(table_drawing(state.view(player), player or 0 if bottom is None else bottom), scale)
