"""Policies in notebooks: the first decision of a hold'em spot as a grid, of all other games a table of infosets."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.core import short_name
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.drawing.range_grid import grid_cells, grid_drawing, strategy_bar
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import combos_left
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.tables import Column, Markup, Table, html_paragraph, stacked_markup

if TYPE_CHECKING:
    from .policy import TabularPolicy

MOST_ROWS = 50
"""Infosets of which the table has a row."""
MOST_FACTS = 300
"""Most characters shown of how a policy was made."""
PLAYERS = ("OOP", "IP")


def policy_html(policy: TabularPolicy) -> Markup:
    """HTML of a policy for notebooks."""
    game = policy.game
    head = f"{type(policy).__name__} for {short_name(game)}: {len(policy):,} infosets"
    made = "; ".join(f"{key}={value}" for key, value in policy.metadata.items())
    if made:
        head += f"; {made if len(made) <= MOST_FACTS else made[: MOST_FACTS - 3] + '...'}"
    if isinstance(game, HoldemGame):
        board = " ".join(game.rules.deck.names[card] for card in game.rules.root.board)
        first = f"What {PLAYERS[game.rules.root.actor]} does first, on {board}; SpotReport(game, policy) has every node."
        return stacked_markup([html_paragraph(head), html_paragraph(first), root_grid(game, policy)])
    rows = []
    for row in islice(game.infosets, MOST_ROWS):
        strategy = policy[row.key]
        text = ", ".join(f"{name} {share:.1%}" for name, share in strategy.items())
        bar = to_svg(strategy_bar([*strategy.values()], named_colours([*strategy])))
        rows.append([row.key, str(row.player), text, Markup(bar)])
    columns = [Column(name, words=True) for name in ("infoset", "player", "strategy", "as a bar")]
    few = [f"The first {MOST_ROWS} of {len(policy):,} infosets; policy[key] has any of them."] * (len(policy) > MOST_ROWS)
    return Table(head, columns, rows, few).html()


def root_grid(game: HoldemGame, policy: TabularPolicy) -> Markup:
    """The first decision of a spot as a grid of hand classes."""
    rules = game.rules
    public = rules.root
    assert rules.weights is not None
    player, board = public.actor, " ".join(rules.deck.names[card] for card in public.board)
    in_range = np.array(rules.weights[player])
    dealt = in_range * np.array(
        rules.ranges.opposing_weight[player]
    )  # in proportion to how often the player is dealt each hand
    strategy = policy.strategy(public)
    kinds = rules.deck.hand_classes

    def by_kind(values: Floats) -> Floats:
        return np.bincount(kinds, values, minlength=169).reshape(13, 13).astype(np.float64)

    total = by_kind(dealt)
    frequencies = np.stack([by_kind(dealt * row) for row in strategy], axis=-1) / np.where(total > 0, total, 1.0)[..., None]
    held = np.where(total > 0, by_kind(in_range) / np.maximum(combos_left(public.board), 1.0), 0.0)
    names = public.line.action_names
    often = strategy @ dealt / dealt.sum()
    legend = [f"{name} {share:.1%}" for name, share in zip(names, often.tolist(), strict=True)]
    words = f"{PLAYERS[player]} at the start, on {board}: 13 by 13 grid of starting hands. All hands: {', '.join(legend)}."
    colours = named_colours(names)
    return Markup(to_svg(grid_drawing(words, grid_cells(frequencies, held, colours), colours, legend)))
