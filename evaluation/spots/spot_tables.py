"""Tables of reports on a spot: as files and for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.colours import HELD, action_colours
from pokerzoo.envs.drawing.range_grid import GridCell, grid_cells, grid_drawing
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.poker.cards import CLASS_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.tables import Column, Columns, Markup, Table, html_paragraph, stacked_markup

from .range_cells import make_grid, range_cells

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.style import Style
    from rich.table import Table as RichTable
    from rich.text import Text

    from .node_report import NodeReport
    from .spot_report import SpotReport

Mark: TypeAlias = tuple[str, str]
"""Letter and colour of an action."""
NOT_HELD = "#000000"
CELL = 5
"""Characters a cell; with the blank between, 13 of them fit 78 columns."""


def action_marks(tokens: tuple[str, ...]) -> list[Mark]:
    """A letter and a colour for each action.

    Fold is ``F``, check ``X`` and call ``C``; a bet or raise is ``B`` or ``R`` if it has one size, else ``1``, ``2``, ...

    >>> [mark for mark, _ in action_marks(("f", "c", "r75", "r100"))]
    ['F', 'C', '1', '2']
    """
    sizes = [token for token in tokens if token[0] in "br"]
    letters = sizes[0][0].upper() if len(sizes) == 1 else "123456789abdeghijklmnopqstuvwyz"
    marks = [letters[sizes.index(token) % len(letters)] if token in sizes else token[0].upper() for token in tokens]
    return [*zip(marks, action_colours(tokens), strict=True)]


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


def terminal_cells(node: NodeReport, player: int | None = None) -> list[GridCell[Mark]]:
    """Cells of a range; without actions split by the part of the board's combos that the player still holds."""
    grid = make_grid(node, player)
    frequencies, marks = grid.frequencies, action_marks(node.tokens)
    if not grid.actions:
        rules = node.game.rules
        free = unblocked(rules.deck.hand_cards, node.public.board)
        weights = free * (np.array(rules.weights[grid.player]) if rules.weights else 1.0)
        full = np.bincount(node.hand_classes, weights, minlength=len(CLASS_NAMES))
        left = np.divide(grid.reach, full.reshape(13, 13), out=np.zeros((13, 13)), where=grid.reach > 0)
        frequencies, marks = np.stack([left, 1.0 - left], axis=-1), [("#", HELD), (" ", NOT_HELD)]
    return grid_cells(frequencies, np.where(grid.share > 0, 1.0, 0.0), marks)


def grid_table(node: NodeReport, player: int | None = None) -> RichTable:
    """The 13 x 13 grid for a terminal: each hand class over a bar of its actions, by colour and by letter."""
    return cells_table(terminal_cells(node, player))


def cells_table(cells: Sequence[GridCell[Mark]]) -> RichTable:
    """A grid of cells for a terminal."""
    from rich.table import Table as RichTable

    table = RichTable.grid(padding=(0, 1, 0, 0))
    for _ in range(13):
        table.add_column(width=CELL, no_wrap=True)
    texts = [_cell_text(cell) for cell in cells]
    for row in range(13):
        table.add_row(*texts[13 * row : 13 * (row + 1)])
    return table


def _cell_text(cell: GridCell[Mark]) -> Text:
    from rich.text import Text

    text = Text(no_wrap=True)
    if not cell.height:
        return text.append(f"{cell.name:<{CELL}}\n{'.':<{CELL}}", style="dim")
    counts = split_cells(np.array([share for share, _ in cell.parts]), CELL)
    bar = [mark for (_, mark), count in zip(cell.parts, counts, strict=True) for _ in range(count)]
    for line in (f"{cell.name:<{CELL}}", "".join(letter for letter, _ in bar)):
        for character, (_, colour) in zip(line, bar, strict=True):
            text.append(character, style=colour_style(colour))
        text.append("\n")
    text.right_crop(1)
    return text


def colour_style(colour: str) -> Style:
    """Style with this background, and black or white letters."""
    from rich.color import Color
    from rich.style import Style

    background = Color.parse(colour)
    red, green, blue = background.get_truecolor()
    ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"
    return Style(color=Color.parse(ink), bgcolor=background, bold=True)


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
    for title, rows in (("frequency", node.strategy), ("ev_chips", node.action_ev), ("net_chips", node.action_net)):
        for name, row in zip(node.actions, rows, strict=True):
            column = np.full((players, hands), np.nan)
            column[node.player or 0] = row
            columns[f"{title} {name}"] = column.ravel()
    return columns


@dataclass(frozen=True)
class EvUnit:
    """What tables show of a hand: its EV or its net chips, in chips or in big blinds.

    Attributes:
        net: whether the tables of hands have net chips.
        big_blind: chips of a big blind in which amounts are shown; None: in chips.
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


def node_html(node: NodeReport) -> Markup:
    """HTML of a node."""
    board = " ".join(node.game.rules.deck.names[card] for card in node.public.board)
    where = f"on {board}, {line_heading(node.line)}"
    return stacked_markup([ranges_table(node).html(), node_grid(node, where)])


def node_grid(node: NodeReport, where: str) -> Markup:
    """HTML of the grid of the player to act; of both players where none acts."""
    grids = []
    for player in (0, 1) if node.player is None else (node.player,):
        drawn = range_cells(node, player)
        note = f"Heights are stretched {drawn.times:,.3g} times." if drawn.times > 1 else ""
        words = (
            f"{node.game.player_names[player]} {where}: 13 by 13 grid of starting hands. All hands: {', '.join(drawn.legend)}."
        )
        grids.append(to_svg(grid_drawing(words, drawn.cells, drawn.colours, drawn.legend, note)))
    return Markup("\n".join(grids))


def spot_html(report: SpotReport) -> Markup:
    """HTML of a spot: its first decision."""
    lines = report.lines
    sentence = f"{len(lines)} lines of the first betting round; report.at(line) has any of them and those after: "
    return stacked_markup(
        [node_html(report.at()), html_paragraph(sentence + ", ".join(repr(line) for line in lines[1:9]) + " ...")]
    )
