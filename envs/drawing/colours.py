"""The colours of actions, the same in pictures, grids and tables."""

from __future__ import annotations

from collections.abc import Sequence

FOLD, CALL, HELD = "#56B4E9", "#009E73", "#8C8C8C"
LIGHTEST, DARKEST = (253, 190, 115), (127, 39, 4)
ONE_SIZE = "#E8743B"
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
"""Okabe and Ito's, which the colour-blind tell apart: for lines, players, and actions of games that are not poker."""


def action_colours(tokens: Sequence[str]) -> list[str]:
    """Fold is sky blue, check and call are green, bets and raises go from light orange to dark brown as they grow.

    >>> action_colours(("f", "c", "r75"))
    ['#56B4E9', '#009E73', '#E8743B']
    """
    sizes = [token for token in tokens if token[0] in "br"]
    colours = []
    for token in tokens:
        if token not in sizes:
            colours.append(FOLD if token == "f" else CALL)
        elif len(sizes) == 1:
            colours.append(ONE_SIZE)
        else:
            part = sizes.index(token) / (len(sizes) - 1)
            mixed = (round(a + part * (b - a)) for a, b in zip(LIGHTEST, DARKEST, strict=True))
            colours.append("#{:02X}{:02X}{:02X}".format(*mixed))
    return colours


TOKENS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r"}


def named_colours(names: Sequence[str]) -> list[str]:
    """The colours of actions by their names, of poker or of any game.

    >>> named_colours(("fold", "call", "raise to 75")) == action_colours(("f", "c", "r75"))
    True
    """
    words = [name.partition(" ")[0] for name in names]
    if all(word in TOKENS for word in words):
        return action_colours(
            [TOKENS[word] if word not in ("bet", "raise") else name for word, name in zip(words, names, strict=True)]
        )
    return [PALETTE[k % len(PALETTE)] for k in range(len(names))]
