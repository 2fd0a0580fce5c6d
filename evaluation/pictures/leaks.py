"""Picture of the largest leaks as bars, the longest on top."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.evaluation.measures.leak_values import Grouping
from pokerzoo.evaluation.spots.leak_records import Leak
from pokerzoo.evaluation.spots.leaks import SHOWN, Leaks, strategy_text

from .figures import FAINT, in_house_style, listed_texts, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_BARS = 40
WORDS = 60
"""Characters in a line of a bar's name."""


@in_house_style
def leaks_picture(leaks: Leaks, top: int = SHOWN, each: Grouping = "infoset") -> Figure:
    """Draw the largest leaks as bars.

    The length is the EV lost. Beside the bar are the policy's and the best response's action there.

    Args:
        leaks: the result of ``leaks``.
        top: largest number of bars, 1 to 40.
        each: grouping of the bars, as in ``Leaks.ranked``: ``"hand_class"`` is the one to read in hold'em spots.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: ``top`` is not 1 to 40, another ``each``, or nothing is lost.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> from pokerzoo.evaluation.pictures import alt_text, leaks_picture
        >>> figure = leaks_picture(leaks(make_game("kuhn"), "random"), top=3)
        >>> alt_text(figure).partition(":")[0]
        'The 3 decisions that cost most'
    """
    check_int("top", top, 1, MOST_BARS)
    rows = leaks.ranked(top, each)
    if not rows:
        raise ValueError("nothing is lost: there are no leaks to draw")
    figure = new_figure(10.0, 1.3 + 0.36 * len(rows))
    axes = figure.add_subplot()
    players = sorted({leak.player for leak in rows})
    for player in players:
        bars = [(place, leak.chips) for place, leak in enumerate(rows) if leak.player == player]
        axes.barh(*zip(*bars, strict=True), color=PALETTE[player % len(PALETTE)], label=leaks.game.player_names[player])
    longest = rows[0].chips
    for place, leak in enumerate(rows):
        axes.text(leak.chips + 0.01 * longest, place, leak_text(leak), va="center", fontsize=8.5, color=FAINT)
    axes.set_yticks(range(len(rows)), [fill(decision_text(leak), WORDS) for leak in rows])
    axes.invert_yaxis()
    axes.set_xlim(0.0, longest * (1.15 if rows[0].policy is None else 2.3))  # room for the words
    axes.set_xlabel("chips a hand that the decision loses")
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.legend(loc="lower right")
    share = sum(leak.share for leak in rows)
    title = f"The {len(rows)} decisions that cost most: {share:.0%} of {leaks.nash_conv:.3g} chips a hand"
    axes.set_title(title)
    words = [f"{leaks.game.player_names[leak.player]}, {decision_text(leak)} loses {leak.chips:.3g}" for leak in rows]
    figure.set_label(f"{title}. {listed_texts(words)}.")
    return figure


def decision_text(leak: Leak) -> str:
    """Place of a decision: the hand and the betting, or the infoset."""
    if leak.line is None:
        return leak.infoset or ""
    return f"{leak.hand or 'all hands'} {line_heading(leak.line)}"


def leak_text(leak: Leak) -> str:
    """Loss of a leak, its strategy and the best response, as text."""
    amount = f"{leak.chips:.3g}"
    if leak.policy is None or leak.best is None:
        return amount
    return f"{amount}; best: {leak.best}, plays: {strategy_text(leak.policy)}"
