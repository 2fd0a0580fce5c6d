"""Tables of reports on a spot: as files and for terminals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.tables import Column, Columns, Table

from .range_cells import make_grid
from .terminal_grid import action_marks, colour_style, grid_table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from .node_report import NodeReport

Floats: TypeAlias = npt.NDArray[np.float64]


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


@dataclass(frozen=True)
class EvUnit:
    """What tables tell of a hand: its EV or its net chips, in chips or in big blinds.

    Attributes:
        net: whether net chips stand in the tables of hands.
        big_blind: chips of a big blind in which amounts are told; None: in chips.
    """

    net: bool = True
    big_blind: float | None = None

    @property
    def factor(self) -> float:
        """Units in a chip."""
        return 1.0 if self.big_blind is None else 1.0 / self.big_blind

    def column(self, what: str) -> Column:
        """A column of amounts: EVs, net chips or pot shares."""
        name = f"{what}, bb" if self.big_blind is not None else f"{what} chips" if what == "net" else what
        return Column(name, "+.3f" if what == "net" else ".3f")


CHIPS = EvUnit()


def ranges_table(node: NodeReport, unit: EvUnit = CHIPS) -> Table:
    """The line of a node, and all ranges there: combos, equity, EV, net chips and pot share."""
    actor = node.ended if node.player is None else f"{node.game.player_names[node.player]} to act"
    call = f", {chips_text(node.to_call)} to call" if node.to_call else ""
    facts = f"{actor}, pot {chips_text(node.pot)}{call}, reached {number_text(node.probability, '~.2%')} of the time"
    often = ", ".join(f"{name} {number_text(p, '.1%')}" for name, p in zip(node.actions, node.frequencies, strict=True))
    columns = [
        (Column("player"), node.game.player_names),
        (Column("combos", ".2f"), node.combos),
        (Column("equity", ".2%"), node.mean_equity),
        (unit.column("EV"), unit.factor * node.mean_ev),
        (unit.column("net"), unit.factor * node.mean_net),
        (unit.column("pot share"), None if node.game.stakes.starting_pot is None else unit.factor * node.mean_pot_share),
    ]
    return Table.by_column(f"{line_title(node.line)}: {facts}", columns, [f"{actor}: {often}."] if often else [])


def line_title(line: str) -> str:
    """A line, and what it is in words."""
    return f"{line}, {line_heading(line)}" if line else "At the start"


def hands_table(node: NodeReport, player: int | None = None, unit: EvUnit = CHIPS) -> Table:
    """A player's hands, the best EV on top: reach, equity, what each expects, and what each action does.

    Args:
        node: the node.
        player: whose hands, by seat; None: the actor's.
        unit: of EVs.
    """
    player = node.player or 0 if player is None else player
    values, of_actions = (node.net, node.action_net) if unit.net else (node.ev, node.action_ev)
    worth = unit.column("net" if unit.net else "EV")
    columns = [Column("hand"), Column("reach", ".4f"), Column("equity", ".2%"), worth]
    for name in node.actions if player == node.player else ():
        columns += [Column(name, ".1%"), worth._replace(name=f"{name}: {worth.name}")]
    rows = []
    here = np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0))
    for hand in here[np.argsort(-node.ev[player, here], kind="stable")].tolist():
        row = [node.hands[hand], node.reach[player, hand], node.equity[player, hand], unit.factor * values[player, hand]]
        for share, value in zip(node.strategy[:, hand], of_actions[:, hand], strict=True) if len(columns) > len(row) else ():
            row += [share, unit.factor * value]
        rows.append(row)
    return Table(f"{node.game.player_names[player]}: each hand", columns, rows)


def classes_table(node: NodeReport, unit: EvUnit = CHIPS) -> Table:
    """The actor's hand classes: combos, net chips, and how often each takes each action."""
    grid = make_grid(node)
    columns = [
        Column("hand"),
        Column("combos", ".2f"),
        unit.column("net"),
        *(Column(name, ".1%") for name in grid.actions),
    ]
    cells = zip(CLASS_NAMES, grid.reach.ravel(), unit.factor * grid.net.ravel(), grid.frequencies.reshape(169, -1), strict=True)
    here = grid.share.ravel() > 0
    rows = [[name, reach, net, *often] for (name, reach, net, often), held in zip(cells, here, strict=True) if held]
    return Table(f"{node.game.player_names[grid.player]}: mean of each hand class", columns, rows)


def render_node(node: NodeReport, player: int | None = None, unit: EvUnit = CHIPS) -> RenderableType:
    """A node for a terminal of 80 columns: its line, all ranges, the actor's actions, and the grid."""
    from rich.console import Group
    from rich.table import Table as RichTable
    from rich.text import Text

    parts: list[RenderableType] = [replace(ranges_table(node, unit), notes=())]
    if node.player is not None:
        legend = RichTable.grid(padding=(0, 2, 0, 0))
        legend.add_column()
        legend.add_column()
        legend.add_column(justify="right")
        for name, frequency, (mark, colour) in zip(node.actions, node.frequencies, action_marks(node.tokens), strict=True):
            legend.add_row(Text(f" {mark} ", style=colour_style(colour)), name, number_text(frequency, ".1%"))
        parts += [Text(), legend]
    grid_owner = node.game.player_names[(node.player or 0) if player is None else player]
    return Group(*parts, Text(), Text(f"{grid_owner}'s range", style="bold"), grid_table(node, player))
