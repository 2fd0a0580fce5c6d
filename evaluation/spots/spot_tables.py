"""Reports on a spot as files, as plain values and as the 13 x 13 grid of starting hands in colour."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.files import write_atomically
from pokerzoo.envs.poker.cards import CLASS_NAMES, read_only
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.poker.public_state import chips

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from .spot_report import NodeReport

Floats: TypeAlias = npt.NDArray[np.float64]
Columns: TypeAlias = dict[str, Any]
"""Column name to its values, all of the same length: a list or an array."""

PLAYER_NAMES = ("OOP", "IP")
"""Out of position, who acts first, and in position."""


class Export:
    """Base of results with a ``table``: data frames and files."""

    def table(self) -> Columns:
        """Rows as columns; NaN for numbers that do not exist."""
        raise NotImplementedError

    def to_dataframe(self) -> pd.DataFrame:
        """Convert ``table`` to a pandas data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        _need("to_dataframe", "pandas")
        import pandas as pd

        return pd.DataFrame(self.table())

    def csv_text(self) -> str:
        """``table`` as CSV in full precision, nothing for NaN."""
        columns = self.table()
        buffer = io.StringIO(newline="")
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(columns)
        lists = [np.asarray(column).tolist() for column in columns.values()]
        writer.writerows(["" if value != value else value for value in row] for row in zip(*lists, strict=True))
        return buffer.getvalue()

    def to_csv(self, path: str | Path) -> None:
        """Write ``csv_text`` to a file. An old file stays if writing fails."""
        write_atomically(Path(path), self.csv_text().encode())

    def to_parquet(self, path: str | Path) -> None:
        """Write ``table`` as Parquet. An old file stays if writing fails.

        Raises:
            ImportError: pandas or pyarrow is not installed.
        """
        _need("to_parquet", "pandas", "pyarrow")
        buffer = io.BytesIO()
        self.to_dataframe().to_parquet(buffer, engine="pyarrow", index=False)
        write_atomically(Path(path), buffer.getvalue())


def _need(method: str, *packages: str) -> None:
    try:
        for package in packages:
            import_module(package)
    except ImportError:
        raise ImportError(f"{method} needs {' and '.join(packages)}: pip install {' '.join(packages)}") from None


def hand_columns(node: NodeReport) -> Columns:
    """``NodeReport.table``."""
    hands = len(node.hands)
    columns: Columns = {
        "line": [node.line] * 2 * hands,
        "player": [name for name in PLAYER_NAMES for _ in range(hands)],
        "hand": list(node.hands) * 2,
        "hand_class": [CLASS_NAMES[number] for number in node.hand_classes.tolist()] * 2,
        "reach": node.reach.ravel(),
        "opponent_reach_combos": node.opponent_reach.ravel(),
        "share": node.share.ravel(),
        "equity": node.equity.ravel(),
        "ev_net_chips": node.ev.ravel(),
        "pot_share_chips": node.pot_share.ravel(),
    }
    for title, rows in (("frequency", node.strategy), ("ev_net_chips", node.action_ev)):
        for name, row in zip(node.actions, rows, strict=True):
            column = np.full((2, hands), np.nan)
            column[node.player or 0] = row
            columns[f"{title} {name}"] = column.ravel()
    return columns


def plain(values: Floats) -> list[float | None]:
    """Plain numbers; None for NaN."""
    return [None if value != value else value for value in values.tolist()]


@dataclass(frozen=True, eq=False)
class Grid:
    """A player's range by hand class, as ``CLASS_NAMES`` lies: AA top left, suited above the diagonal."""

    player: int
    actions: tuple[str, ...]  # empty if the other acts
    frequencies: Floats  # [13, 13, actions], by ``share`` of the combos; NaN for a class that is never here
    ev: Floats  # [13, 13]: mean net chips by ``share``; NaN for a class that is never here
    reach: Floats  # [13, 13]: combos weighted by reach
    share: Floats  # [13, 13]: probability given that the game is here; the sum is 1


def make_grid(node: NodeReport, player: int | None = None) -> Grid:
    """``NodeReport.grid``."""
    if player is None:
        player = node.player or 0
    if player not in (0, 1):
        raise ValueError(f"player={player!r}: must be 0 (OOP) or 1 (IP)")
    here = node.share[player] > 0

    def total(values: Floats) -> Floats:
        sums = np.bincount(node.hand_classes[here], values[here], minlength=len(CLASS_NAMES))
        return np.asarray(sums, dtype=np.float64).reshape(13, 13)

    held = node.share[player]
    share = total(held)
    divisor = np.where(share > 0, share, np.nan)
    acts = player == node.player
    rows = [total(held * row) / divisor for row in node.strategy] if acts else []
    return Grid(
        player=player,
        actions=node.actions if acts else (),
        frequencies=read_only(np.stack(rows, axis=-1) if rows else np.zeros((13, 13, 0))),
        ev=read_only(total(held * node.ev[player]) / divisor),
        reach=read_only(total(node.reach[player])),
        share=read_only(share),
    )


Colour: TypeAlias = tuple[int, int, int]
BLUE, GREEN, GREY = (45, 100, 190), (60, 145, 75), (95, 95, 95)
LIGHT_RED, DARK_RED = (244, 140, 130), (120, 0, 20)
CELL = 5
"""Characters a cell; with the blank between, 13 of them fit 78 columns."""


def action_marks(tokens: tuple[str, ...]) -> list[tuple[str, Colour]]:
    """A letter and a colour for each action.

    Fold is ``F`` and blue, check ``X`` or call ``C`` green, bets and raises are shades of red, darker as they grow: ``B`` or
    ``R`` where there is one size, else ``1``, ``2``, ...

    >>> [mark for mark, _ in action_marks(("f", "c", "r75", "r100"))]
    ['F', 'C', '1', '2']
    """
    sizes = [token for token in tokens if token[0] in "br"]
    letters = [sizes[0][0].upper()] if len(sizes) == 1 else list("123456789abdeghijklmnopqstuvwyz")
    marks = []
    for token in tokens:
        if token not in sizes:
            marks.append((token[0].upper(), BLUE if token == "f" else GREEN))
            continue
        rank = sizes.index(token)
        part = rank / max(1, len(sizes) - 1) if len(sizes) > 1 else 0.5
        red, green, blue = (round(light + part * (dark - light)) for light, dark in zip(LIGHT_RED, DARK_RED, strict=True))
        marks.append((letters[rank % len(letters)], (red, green, blue)))
    return marks


def split_cells(frequencies: Floats, cells: int) -> list[int]:
    """Characters for each frequency, out of ``cells``; rounded so that they add up.

    >>> split_cells(np.array([0.55, 0.0, 0.45]), 5)
    [3, 0, 2]
    """
    exact = frequencies * cells
    counts = np.floor(exact + 1e-9).astype(int)
    for index in np.argsort(counts - exact, kind="stable")[: cells - counts.sum()]:
        counts[index] += 1
    return [int(count) for count in counts]


def grid_table(node: NodeReport, player: int | None = None) -> Table:
    """The 13 x 13 grid for a terminal: each hand class over a bar of its actions, by colour and by letter."""
    from rich.table import Table

    table = Table.grid(padding=(0, 1, 0, 0))
    grid = make_grid(node, player)
    marks = action_marks(node.tokens) if grid.actions else [("#", GREY), (" ", (0, 0, 0))]
    frequencies = grid.frequencies
    if not grid.actions:  # the bar shows the part of the board's combos that the player still holds
        assert node.game.rules.weights is not None
        free = ~np.isin(node.game.rules.hand_cards, node.public.board).any(axis=1)
        weights = np.array(node.game.rules.weights[grid.player]) * free
        full = np.bincount(node.hand_classes, weights, minlength=len(CLASS_NAMES))
        left = np.divide(grid.reach, full.reshape(13, 13), out=np.zeros((13, 13)), where=grid.reach > 0)
        frequencies = np.stack([left, 1.0 - left], axis=-1)
    for _ in range(13):
        table.add_column(width=CELL, no_wrap=True)
    for row in range(13):
        cells = []
        for column in range(13):
            name = CLASS_NAMES[13 * row + column]
            held = grid.share[row, column] > 0
            cells.append(_cell(name, frequencies[row, column] if held else None, marks))
        table.add_row(*cells)
    return table


def _cell(name: str, frequencies: Floats | None, marks: list[tuple[str, Colour]]) -> Text:
    from rich.text import Text

    text = Text(no_wrap=True)
    if frequencies is None:
        return text.append(f"{name:<{CELL}}\n{'.':<{CELL}}", style="dim")
    counts = split_cells(frequencies, CELL)
    bar = [mark for mark, count in zip(marks, counts, strict=True) for _ in range(count)]
    for line in (f"{name:<{CELL}}", "".join(letter for letter, _ in bar)):
        for character, (_, colour) in zip(line, bar, strict=True):
            text.append(character, style=_style(colour))
        text.append("\n")
    text.right_crop(1)
    return text


def _style(colour: Colour) -> Style:
    from rich.color import Color
    from rich.style import Style

    red, green, blue = colour
    bright = 0.3 * red + 0.59 * green + 0.11 * blue > 140
    ink = Color.from_rgb(0, 0, 0) if bright else Color.from_rgb(255, 255, 255)
    return Style(color=ink, bgcolor=Color.from_rgb(red, green, blue), bold=True)


def hand_table(node: NodeReport, player: int | None = None) -> Table:
    """Table of hands for a terminal, the best EV on top: reach, equity, EV, and the EV of each action.

    Args:
        node: the node.
        player: whose hands, 0 (OOP) or 1 (IP); None: the actor's.
    """
    from rich import box
    from rich.table import Table

    if player is None:
        player = node.player or 0
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    acts = player == node.player
    names = node.actions if acts else ()
    for title in ("hand", "reach", "equity", "EV", *(part for name in names for part in (name, "EV"))):
        table.add_column(title, justify="left" if title == "hand" else "right", no_wrap=True)

    def cell(form: str, value: float) -> str:
        return "-" if value != value else form.format(value)

    here = np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0))
    for hand in here[np.argsort(-node.ev[player, here], kind="stable")].tolist():
        cells = [node.hands[hand], f"{node.reach[player, hand]:.4f}"]
        cells += [cell("{:.2%}", node.equity[player, hand]), cell("{:+.3f}", node.ev[player, hand])]
        for k in range(len(names)):
            cells += [cell("{:.1%}", node.strategy[k, hand]), cell("{:+.3f}", node.action_ev[k, hand])]
        table.add_row(*cells)
    return table


def render(node: NodeReport, player: int | None = None) -> RenderableType:
    """A node for a terminal of 80 columns: its line, both ranges, the actor's actions, and the grid."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = [render_head(node)]
    if node.player is not None:
        legend = Table.grid(padding=(0, 2, 0, 0))
        legend.add_column()
        legend.add_column()
        legend.add_column(justify="right")
        for name, frequency, (mark, colour) in zip(node.actions, node.frequencies, action_marks(node.tokens), strict=True):
            swatch = Text(f" {mark} ", style=_style(colour))
            legend.add_row(swatch, name, "-" if frequency != frequency else f"{frequency:.1%}")
        parts += [Text(), legend]
    grid_owner = PLAYER_NAMES[(node.player or 0) if player is None else player]
    return Group(*parts, Text(), Text(f"{grid_owner}'s range", style="bold"), grid_table(node, player))


def render_head(node: NodeReport) -> RenderableType:
    """The line of a node, and both ranges there: combos, equity, EV."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    over = node.player is None
    ended = "a card is due" if node.card_due else "the hand is over"
    head = Text(node.line or "start", style="bold")
    head.append(f": {ended if over else f'{PLAYER_NAMES[node.player or 0]} to act'}, ", style="not bold")
    head.append(f"pot {chips(node.pot)}", style="not bold")
    head.append(f", {chips(node.to_call)} to call" if node.to_call else "", style="not bold")
    head.append(f", reached {node.probability:.2%} of the time", style="not bold")

    ranges = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", "combos", "equity", "EV (net chips)", "pot share (chips)"):
        ranges.add_column(title, justify="right" if title else "left")
    for seat, name in enumerate(PLAYER_NAMES):
        equity, ev, share = node.mean_equity[seat], node.mean_ev[seat], node.mean_pot_share[seat]
        cells = (("-" if x != x else form.format(x)) for x, form in ((equity, "{:.2%}"), (ev, "{:+.3f}"), (share, "{:.3f}")))
        ranges.add_row(name, f"{node.combos[seat]:.2f}", *cells)
    words = [Text(line_heading(node.line), style="dim")] if node.line else []
    return Group(head, *words, ranges)


def percent(share: float, decimals: int = 2) -> str:
    """Share in percent, with two digits where all those decimals would be zero.

    >>> percent(0.12345), percent(0.0000123), percent(0.0)
    ('12.35%', '0.0012%', '0.00%')
    """
    return f"{share:.{decimals}%}" if not share or round(100 * share, decimals) else f"{100 * share:.2g}%"
