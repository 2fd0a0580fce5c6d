"""Picture of the next cards: four suits by thirteen ranks, a panel for each number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.figures import FAINT, HEAT, INK, in_house_style, ink_on, listed_texts, new_figure
from pokerzoo.envs.poker.cards import RANKS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.units import check_big_blind
from pokerzoo.evaluation.spots.next_cards import NextCards, best_first
from pokerzoo.evaluation.spots.spot_report import SpotReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


SUITS = "shdc"
SYMBOLS = {"s": "\N{BLACK SPADE SUIT}", "h": "\N{BLACK HEART SUIT}", "d": "\N{BLACK DIAMOND SUIT}", "c": "\N{BLACK CLUB SUIT}"}
SUIT_COLOURS = {"s": INK, "h": "#c0392b", "d": "#1f5fa8", "c": "#2e7d32"}
"""Four colours, as four-colour decks have them."""
CHANGE = "PuOr_r"
"""Colour map of changes: purple below, white for none, orange above."""
CELL = 0.42
"""Inches."""


@in_house_style
def next_card_picture(policy: TabularPolicy | SpotReport, line: str = "", *, big_blind: float | None = None) -> Figure:
    """Draw how equity, pot share and the next player's actions change with each card that can come.

    A panel has a row for each suit and a column for each rank. Colours of equity and pot share show the difference from the
    mean over all cards. Colours of actions show how often they are taken.

    Args:
        policy: of a hold'em spot, or the report on it (which saves working it out again).
        line: a line after which a card is due, as ``SpotReport.next_cards`` takes it.
        big_blind: chips of a big blind; pot shares are then in big blinds.

    Returns:
        The picture, a matplotlib ``Figure``; equities are percent, pot shares chips or big blinds.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: another game, no such line, no card is due there, or a big blind not from 1e-6 to 1e12.

    Example:
        .. code-block:: python

            from pokerzoo.agents import CFR
            from pokerzoo.envs import make_game
            from pokerzoo.evaluation.pictures import next_card_picture

            turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100)
            policy = CFR(turn).run(100).average_policy()
            next_card_picture(policy, "xx").savefig("rivers.png")
    """
    if big_blind is not None:
        check_big_blind(big_blind)
    report = policy if isinstance(policy, SpotReport) else SpotReport(policy.game, policy)
    cards = report.next_cards(line)
    if any(len(name) > 2 for name in cards.cards):
        raise ParameterError("line", line, "several cards come at once, and the picture is of single cards")
    names = cards.game.player_names
    worth, digits, factor = "pot share, chips", ".1f", 1.0
    if big_blind is not None:
        worth, digits, factor = "pot share, big blinds", ".2f", 1 / big_blind
    panels: list[tuple[str, Floats, float | None]] = []
    for seat in cards.seats_shown:
        equity, share = 100 * float(cards.mean_equity[seat]), factor * float(cards.mean_pot_share[seat])
        panels.append((f"{names[seat]}'s equity, % ({equity:.1f} before the card)", 100 * cards.equity[seat], equity))
        if not np.isnan(share):  # of a policy without rivers no EV is known
            panels.append((f"{names[seat]}'s {worth} ({share:{digits}} before)", factor * cards.pot_share[seat], share))
    often = cards.mean_frequencies
    for name, mean, row in zip(cards.actions, often.tolist(), cards.frequencies, strict=True):
        panels.append((f"{names[cards.player or 0]}: {name}, % ({100 * mean:.1f} over all cards)", 100 * row, None))
    across = min(2, len(panels))
    down = -(-len(panels) // across)
    wide, tall = CELL * len(RANKS), CELL * len(SUITS)
    left, between, head, above, foot = 0.45, 0.55, 0.62, 0.52, 0.4
    width, height = left + across * wide + (across - 1) * between + 0.2, head + down * (tall + above) + foot
    figure = new_figure(width, height, constrained=False)
    for number, (title, values, centre) in enumerate(panels):
        column, row = number % across, number // across
        corner = (left + column * (wide + between), height - head - (row + 1) * (tall + above))
        axes = figure.add_axes((corner[0] / width, corner[1] / height, wide / width, tall / height))
        draw_panel(axes, cards, title, values, centre)
    board = " ".join(cards.game.rules.deck.names[card] for card in cards.public.board)
    title = f"The next card on {board}, {line_heading(cards.line)}"
    figure.text(left / width, 1 - 0.1 / height, title, fontsize=12.5, va="top", fontweight="bold")
    start, rake = chips_text(cards.game.rules.betting.pot), ", less the rake" if cards.game.rules.betting.rake_rate else ""
    pot = chips_text(cards.public.line.pot)
    facts = f"pot {pot} chips"
    if len(names) == 2:
        facts += f"; IP has the rest of 100% equity and of the {start} chips of the first pot{rake}"
    figure.text(left / width, 1 - 0.37 / height, facts, fontsize=10, va="top", color=FAINT)
    note = "Equity and pot share: orange is more than before the card, purple is less. Grey: cannot come."
    figure.text(left / width, 0.14 / height, note, fontsize=9, color=FAINT)
    figure.set_label(describe_next_cards(title, cards))
    return figure


def draw_panel(axes: Axes, cards: NextCards, title: str, values: Floats, centre: float | None) -> None:
    """Draw one number of each card, coloured by the difference from ``centre`` or the share of 100."""
    from matplotlib import colormaps

    shown = {card: value for card, value in zip(cards.cards, values.tolist(), strict=True) if value == value}
    away = max((abs(value - (centre or 0.0)) for value in shown.values()), default=0.0) or 1.0
    digits = (
        1 if max((len(f"{value:.1f}") for value in shown.values()), default=0) <= 5 else 0
    )  # a cell has room for five characters
    colours = colormaps[HEAT if centre is None else CHANGE]
    image = np.ones((len(SUITS), len(RANKS), 4))
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(reversed(RANKS)):
            value = shown.get(rank + suit)
            if value is None:
                image[row, column] = (0.85, 0.85, 0.85, 1.0)
                continue
            part = value / 100 if centre is None else 0.5 + 0.42 * (value - centre) / away
            image[row, column] = colours(part)
            ink = ink_on(image[row, column].tolist())
            axes.text(column, row, f"{value:.{digits}f}", ha="center", va="center", fontsize=8.5, color=ink)
    axes.imshow(image, aspect="auto", interpolation="nearest")
    axes.set_xticks(range(len(RANKS)), list(reversed(RANKS)))
    axes.set_yticks(range(len(SUITS)), [SYMBOLS[suit] for suit in SUITS], fontsize=13)
    for label, suit in zip(axes.get_yticklabels(), SUITS, strict=True):
        label.set_color(SUIT_COLOURS[suit])
    axes.tick_params(length=0, pad=3)
    axes.xaxis.tick_top()
    axes.set_xticks(np.arange(0.5, len(RANKS) - 1), minor=True)
    axes.set_yticks(np.arange(0.5, len(SUITS) - 1), minor=True)
    axes.grid(which="minor", color="white", linewidth=1.2)
    axes.tick_params(which="minor", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title(title, loc="left", fontsize=10.5, pad=4)


def describe_next_cards(title: str, cards: NextCards) -> str:
    """Describe the picture in words: the best and worst cards of the first player shown."""
    seat = cards.seats_shown[0]
    name = cards.game.player_names[seat]
    order = [k for k in best_first(cards) if cards.probability[k] > 0]

    def phrase(k: int) -> str:
        acts = ", ".join(f"{action} {p:.0%}" for action, p in zip(cards.actions, cards.frequencies[:, k], strict=True))
        numbers = f"equity {cards.equity[seat, k]:.1%}, pot share {cards.pot_share[seat, k]:.1f}"
        return f"{cards.cards[k]} {numbers}" + (f" ({acts})" if acts else "")

    had = f"equity {cards.mean_equity[seat]:.1%} and a pot share of {cards.mean_pot_share[seat]:.1f} chips"
    before = f"Before the card {name} has {had}"
    best, worst = listed_texts([phrase(k) for k in order[:5]]), listed_texts([phrase(k) for k in reversed(order[-5:])])
    return f"{title}: four suits by thirteen ranks. {before}. {name}'s best cards: {best}. The worst: {worst}."
