"""Tables of a report: ranges, hand classes, next cards, cards of the bet/fold game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.core import Game
from pokerzoo.envs.drawing.html import Markup, html_table
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.evaluation.spots.next_cards import NextCards, best_first
from pokerzoo.evaluation.spots.node_report import NodeReport
from pokerzoo.evaluation.spots.range_grid import make_grid
from pokerzoo.evaluation.spots.spot_tables import percent_text

Floats: TypeAlias = npt.NDArray[np.float64]

SHOWN_FLOPS = 30
"""Of flops the best and the worst are shown, as many each."""


@dataclass(frozen=True)
class EvUnit:
    """Unit of the EVs in tables: what the game counts in, or big blinds.

    Attributes:
        net: of EVs, in words.
        share: of pot shares, in words.
        factor: units in a chip.
    """

    net: str
    share: str = "chips"
    factor: float = 1.0

    @classmethod
    def of(cls, game: Game, big_blind: float | None = None) -> EvUnit:
        """The unit of a game, or big blinds where the chips of one are given."""
        return cls("net chips") if big_blind is None else cls("net big blinds", "big blinds", 1 / big_blind)


def ranges_table(node: NodeReport, where: str, unit: EvUnit | None = None) -> Markup:
    """Table of the ranges at a node: combos, equity, EV."""
    unit = unit or EvUnit.of(node.game)
    rows, shared = [], node.game.starting_pot is not None
    for player, name in enumerate(node.game.player_names):
        equity, value, share = node.mean_equity[player], node.mean_net[player], node.mean_pot_share[player]
        amounts = [
            text_or_none(equity, f"{equity:.2%}"),
            text_or_none(value, f"{unit.factor * value:+.3f}"),
            *[text_or_none(share, f"{unit.factor * share:.3f}")] * shared,
        ]
        rows.append([name, f"{node.combos[player]:.2f}", *amounts])
    often = ", ".join(f"{name} {text_or_none(p, f'{p:.1%}')}" for name, p in zip(node.actions, node.frequencies, strict=True))
    facts = f"pot {chips_text(node.pot)} chips, reached {percent_text(node.probability)} of the time"
    caption = f"{'Both' if len(rows) == 2 else 'All'} ranges {where} ({facts}): {often}"
    columns = ("player", "combos", "equity", f"expects, {unit.net}", *[f"pot share, {unit.share}"] * shared)
    return html_table(caption, columns, rows)


def kinds_table(node: NodeReport, unit: EvUnit) -> Markup:
    """Table of the actor's hand classes."""
    grid = make_grid(node)
    rows = []
    for kind, name in enumerate(CLASS_NAMES):
        row, column = divmod(kind, 13)
        if grid.share[row, column] > 0:
            shares = [f"{100 * p:.1f}" for p in grid.frequencies[row, column]]
            rows.append([name, f"{grid.reach[row, column]:.2f}", f"{unit.factor * grid.net[row, column]:+.3f}", *shares])
    columns = ("hand", "combos", f"expects, {unit.net}", *(f"{name}, %" for name in grid.actions))
    return html_table(f"{node.game.player_names[grid.player]}: mean of each hand class", columns, rows)


def hands_table(node: NodeReport, player: int, unit: EvUnit) -> Markup:
    """Table of a player's hands at a node, the best EV on top."""
    names = node.actions if player == node.player else ()
    columns = ["hand", "reach", "equity", f"expects, {unit.net}"]
    columns += [column for name in names for column in (f"{name}, %", f"{name} is worth, {unit.net}")]
    here = np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0))
    rows = []
    for hand in here[np.argsort(-node.net[player, here], kind="stable")].tolist():
        equity, value = node.equity[player, hand], node.net[player, hand]
        row = [node.hands[hand], f"{node.reach[player, hand]:.4f}"]
        row += [text_or_none(equity, f"{equity:.2%}"), text_or_none(value, f"{unit.factor * value:+.3f}")]
        for share, worth in zip(node.strategy[:, hand], node.action_net[:, hand], strict=True) if names else ():
            row += [f"{100 * share:.1f}", text_or_none(worth, f"{unit.factor * worth:+.3f}")]
        rows.append(row)
    return html_table(f"{node.game.player_names[player]}: each hand", columns, rows)


def cards_table(cards: NextCards, unit: EvUnit | None = None) -> Markup:
    """Table of the next cards, the best for the first player on top; of flops the best and the worst."""
    names, unit = cards.game.player_names, unit or EvUnit.of(cards.game)
    worth = f"pot share, {unit.share}" if cards.game.starting_pot is not None else f"expectation, {unit.net}"
    told = cards.seats_told
    columns = ["card", "probability"]
    columns += [
        column for seat in told for column in (f"{names[seat]}'s equity", "change", f"{names[seat]}'s {worth}", "change")
    ]
    columns += [f"{names[cards.player or 0]}: {name}, %" for name in cards.actions]
    rows, order = [], best_first(cards)
    for k in order if len(order) <= 2 * SHOWN_FLOPS else [*order[:SHOWN_FLOPS], *order[-SHOWN_FLOPS:]]:
        row = [cards.cards[k], f"{cards.probability[k]:.2%}"]
        for seat in told:
            own = (unit.factor * cards.pot_share[seat, k], unit.factor * cards.ev_change[seat, k])
            numbers = (cards.equity[seat, k], cards.equity_change[seat, k], *own)
            forms = ("{:.2%}", "{:+.2%}", "{:.3f}", "{:+.3f}")
            row += [text_or_none(value, form.format(value)) for form, value in zip(forms, numbers, strict=True)]
        rows.append(row + [text_or_none(share, f"{100 * share:.1f}") for share in cards.frequencies[:, k]])
    return html_table("Each card that can come", columns, rows)


def distance_digits(amount: float) -> str:
    """Format a distance with three digits, however small; zero after rounding is zero.

    >>> distance_digits(0.00231779), distance_digits(-1e-17), distance_digits(1469.3)
    ('0.00232', '0', '1,469')
    """
    if amount < 1e-14:
        return "0"
    return f"{amount:,.0f}" if amount >= 999.5 else f"{amount:.3g}"


def text_or_none(amount: float, text: str) -> str:
    """The text, or "none" if the amount is NaN."""
    return "none" if amount != amount else text


def parameter_digits(value: object, name: str = "") -> str:
    """Format a parameter or a fact: whole numbers in groups of three, except seeds.

    >>> parameter_digits(1000), parameter_digits(1000, "seed"), parameter_digits(3.0), parameter_digits((0.5, 1.0))
    ('1,000', '1000', '3', '0.5; 1')
    >>> parameter_digits(True)
    'yes'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if name == "seed" else f"{value:,}"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(map(parameter_digits, value)) or "none"
    return str(value)
