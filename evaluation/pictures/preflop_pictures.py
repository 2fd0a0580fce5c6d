"""Charts before the flop with raises: the strategy with each hand, by position and line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokerzoo.agents.policies.preflop_policy import PreflopPolicy
from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.drawing.figures import in_house_style
from pokerzoo.envs.drawing.painted_grid import grids_figure
from pokerzoo.envs.drawing.range_grid import grid_cells
from pokerzoo.envs.support.errors import ParameterError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CHARTS = 24


@in_house_style
def preflop_picture(policy: PreflopPolicy, lines: Sequence[str] | None = None) -> Figure:
    """Draw strategies before the flop by hand class: a 13 x 13 chart for each decision.

    Pairs are on the diagonal, suited hands above it, offsuit hands below it. A cell is filled as high as the player still has
    the hand, and coloured from the left by how often each action is taken.

    Args:
        policy: from ``PreflopSolver`` or ``PushFoldSolver``.
        lines: the decisions to draw, by the moves before them: ``("", "f", "fr2.5")``. None: the decision of each player if all
            before have folded, and of push/fold that of the big blind after each push.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: moves after which no player has a decision, no lines, or more than 24.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation.pictures import preflop_picture
            from pokerzoo.preflop import PreflopSolver, preflop_game

            policy = PreflopSolver(preflop_game(3, stack=20, raise_sizes="2x | a")).run(200).average_policy()
            preflop_picture(policy).savefig("opens.png")
    """
    if isinstance(lines, str):
        raise ParameterError("lines", lines, f"must be a list of lines, as ['{lines[:9]}']")
    chosen = default_lines(policy) if lines is None else list(lines)
    if not 0 < len(chosen) <= MOST_CHARTS:
        raise ParameterError("lines", problem=f"{len(chosen)} of them: must be 1 to {MOST_CHARTS}")
    grids, phrases = [], []
    for line in chosen:
        decision = policy.decision(line)
        often = ", ".join(f"{name} {share:.0%}" for name, share in zip(decision.actions, decision.frequencies, strict=True))
        colours = action_colours(decision.tokens)
        cells = grid_cells(decision.probabilities.reshape(13, 13, -1), decision.reach.reshape(13, 13), colours)
        where = f"{decision.position} after {decision.line}" if decision.line else f"{decision.position}, first to act"
        grids.append((f"{where}\n{often}", cells))
        phrases.append(f"{where}: {often}")
    title = f"Before the flop: {', '.join(policy.game.facts())}"
    words = (
        "Blue: fold. Green: check or call. Orange to brown: raises, darker for larger ones. "
        "Width: frequency. Height: share of the hand in the range."
    )
    figure = grids_figure(title, grids, words, min(3, len(chosen)))
    figure.set_label(f"{title}. 13 by 13 grids of starting hands. {'. '.join(phrases)}.")
    return figure


def default_lines(policy: PreflopPolicy) -> list[str]:
    """Each player's decision if all before have folded; of push/fold the big blind's after each push, too."""
    last = policy.game.num_players - 1
    opens = ["f" * k for k in range(last)]
    if not policy.game.is_push_fold:
        return opens
    return opens + [line + policy.decision(line).tokens[1] + "f" * (last - len(line) - 1) for line in opens]
