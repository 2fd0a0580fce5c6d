"""Tables of reports on a spot: as files and for terminals."""

from __future__ import annotations

import csv
import io
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.extras import not_installed

from .terminal_grid import action_marks, colour_style, grid_table

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType
    from rich.table import Table

    from .node_report import NodeReport

Floats: TypeAlias = npt.NDArray[np.float64]
Columns: TypeAlias = dict[str, Any]
"""Column name to its values, all of the same length: a list or an array."""


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
        return csv_of(self.table())

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


def csv_of(columns: Columns) -> str:
    """Columns as CSV in full precision, nothing for NaN."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    lists = [np.asarray(column).tolist() for column in columns.values()]
    writer.writerows(["" if value != value else value for value in row] for row in zip(*lists, strict=True))
    return buffer.getvalue()


def _need(method: str, *packages: str) -> None:
    try:
        for package in packages:
            import_module(package)
    except ImportError:
        raise not_installed(f"{method} needs {' and '.join(packages)}", "tables") from None


def hand_columns(node: NodeReport) -> Columns:
    """``NodeReport.table``."""
    hands, players = len(node.hands), len(node.reach)
    columns: Columns = {
        "line": [node.line] * players * hands,
        "player": [name for name in node.game.player_names for _ in range(hands)],
        "hand": list(node.hands) * players,
        "hand_class": [CLASS_NAMES[number] for number in node.hand_classes.tolist()] * players,
        "reach": node.reach.ravel(),
        "opponent_reach_combos": node.opponent_reach.ravel(),
        "share": node.share.ravel(),
        "equity": node.equity.ravel(),
        "ev_chips": node.ev.ravel(),
        "net_chips": node.net.ravel(),
        "pot_share_chips": node.pot_share.ravel(),
    }
    for title, rows in (("frequency", node.strategy), ("ev_chips", node.action_ev)):
        for name, row in zip(node.actions, rows, strict=True):
            column = np.full((players, hands), np.nan)
            column[node.player or 0] = row
            columns[f"{title} {name}"] = column.ravel()
    return columns


def plain_numbers(values: Floats) -> list[float | None]:
    """Plain numbers; None for NaN."""
    return [None if value != value else value for value in values.tolist()]


def hand_table(node: NodeReport, player: int | None = None, net: bool = False) -> Table:
    """Table of hands for a terminal, the best EV on top: reach, equity, EV, and the EV of each action.

    Args:
        node: the node.
        player: whose hands, by seat; None: the actor's.
        net: whether net chips are shown in place of EVs.
    """
    from rich import box
    from rich.table import Table

    if player is None:
        player = node.player or 0
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    acts = player == node.player
    names = node.actions if acts else ()
    worth, values, of_actions = ("net", node.net, node.action_net) if net else ("EV", node.ev, node.action_ev)
    for title in ("hand", "reach", "equity", worth, *(part for name in names for part in (name, worth))):
        table.add_column(title, justify="left" if title == "hand" else "right", no_wrap=True)

    form = "{:+.3f}" if net else "{:.3f}"

    def cell(form: str, value: float) -> str:
        return "-" if value != value else form.format(value)

    here = np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0))
    for hand in here[np.argsort(-node.ev[player, here], kind="stable")].tolist():
        cells = [node.hands[hand], f"{node.reach[player, hand]:.4f}"]
        cells += [cell("{:.2%}", node.equity[player, hand]), cell(form, values[player, hand])]
        for k in range(len(names)):
            cells += [cell("{:.1%}", node.strategy[k, hand]), cell(form, of_actions[k, hand])]
        table.add_row(*cells)
    return table


def render_node(node: NodeReport, player: int | None = None) -> RenderableType:
    """A node for a terminal of 80 columns: its line, all ranges, the actor's actions, and the grid."""
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
            swatch = Text(f" {mark} ", style=colour_style(colour))
            legend.add_row(swatch, name, "-" if frequency != frequency else f"{frequency:.1%}")
        parts += [Text(), legend]
    grid_owner = node.game.player_names[(node.player or 0) if player is None else player]
    return Group(*parts, Text(), Text(f"{grid_owner}'s range", style="bold"), grid_table(node, player))


def render_head(node: NodeReport) -> RenderableType:
    """The line of a node, and all ranges there: combos, equity, EV."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    over = node.player is None
    head = Text(node.line or "start", style="bold")
    head.append(f": {node.ended if over else f'{node.game.player_names[node.player or 0]} to act'}, ", style="not bold")
    head.append(f"pot {chips_text(node.pot)}", style="not bold")
    head.append(f", {chips_text(node.to_call)} to call" if node.to_call else "", style="not bold")
    head.append(f", reached {node.probability:.2%} of the time", style="not bold")

    ranges = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", "combos", "equity", "EV", "net chips"):
        ranges.add_column(title, justify="right" if title else "left")
    for seat, name in enumerate(node.game.player_names):
        equity, ev, net = node.mean_equity[seat], node.mean_ev[seat], node.mean_net[seat]
        amounts = ((equity, "{:.2%}"), (ev, "{:.3f}"), (net, "{:+.3f}"))
        cells = ("-" if x != x else form.format(x) for x, form in amounts)
        ranges.add_row(name, f"{node.combos[seat]:.2f}", *cells)
    words = [Text(line_heading(node.line), style="dim")] if node.line else []
    return Group(head, *words, ranges)


def percent_text(share: float, decimals: int = 2) -> str:
    """Share in percent, with two digits where all those decimals would be zero.

    >>> percent_text(0.12345), percent_text(0.0000123), percent_text(0.0)
    ('12.35%', '0.0012%', '0.00%')
    """
    return f"{share:.{decimals}%}" if not share or round(100 * share, decimals) else f"{100 * share:.2g}%"
