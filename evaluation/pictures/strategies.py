"""Heat map of a strategy: a panel for each public history, in it a row a hand and a column an action."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.merged_suits import merged_suits, without_suits
from pokerzoo.envs import Game
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.figures import FAINT, HEAT, in_house_style, ink_on, listed_texts, new_figure
from pokerzoo.envs.poker.infosets import CARD_MARK
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_index

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_ACROSS = 5
"""Panels side by side."""
MAX_ROWS = 6
"""Rows of panels on a page."""
MAX_HANDS = 100
WITH_NUMBERS = 20
"""Most hands of a panel with numbers written in its cells."""
TITLE = 26
"""Characters in a line of a panel's title, ..."""
TITLE_LINE = 0.16
"""... and inches that each line but the first takes."""


class StrategyPanel(NamedTuple):
    """Infosets of one player after one line of betting."""

    player: int
    history: str  # public part of the keys; ``?`` for each public card where all cards are in one panel
    actions: tuple[str, ...]
    hands: tuple[str, ...]  # a row each: ``K``, or ``K on J`` where the public cards differ
    infosets: tuple[int, ...]  # indices in the table of ``without_suits(game)``

    @property
    def title(self) -> str:
        """The player and the line."""
        return f"player {self.player} {line_heading(self.history)}"


def strategy_panels(game: Game, player: int | None = None) -> list[StrategyPanel]:
    """All panels without irrelevant suits: by betting round, by player, then in the order of the infosets."""
    if player is not None:
        player = check_index("player", player, game.num_players)
    groups: dict[tuple[int, str, tuple[str, ...]], list[tuple[str, str, int]]] = {}
    for index, row in enumerate(without_suits(game).infosets):
        if player in (None, row.player):
            hand, _, history = row.key.partition("|")
            betting = CARD_MARK.sub("/?|", history)
            groups.setdefault((row.player, betting, row.action_names), []).append((hand, history, index))
    panels = []
    for (owner, betting, actions), rows in groups.items():
        together = betting.count("?") == 0 or len(rows) <= WITH_NUMBERS
        for history in (betting,) if together else dict.fromkeys(history for _, history, _ in rows):
            kept = [(hand, there, index) for hand, there, index in rows if together or there == history]
            mixed = history == betting and "?" in betting
            hands = tuple(f"{hand} on {''.join(CARD_MARK.findall(there))}" if mixed else hand for hand, there, _ in kept)
            panels.append(StrategyPanel(owner, history, actions, hands, tuple(index for *_, index in kept)))
    return sorted(panels, key=lambda panel: (panel.history.count("/"), panel.player))


def strategy_pages(game: Game, player: int | None = None) -> list[list[list[StrategyPanel]]]:
    """The panels as pages of rows: at most 6 rows of 5 panels a page, each player and each betting round on rows of its own.

    Raises:
        ValueError: no such player.
    """
    rows: list[list[StrategyPanel]] = []
    before = None
    for panel in strategy_panels(game, player):
        section = (panel.history.count("/"), panel.player)
        if section != before or len(rows[-1]) == MAX_ACROSS:
            rows.append([])
        rows[-1].append(panel)
        before = section
    return [rows[start : start + MAX_ROWS] for start in range(0, len(rows), MAX_ROWS)]


@in_house_style
def strategy_picture(policy: TabularPolicy, *, player: int | None = None, page: int = 0) -> Figure:
    """Draw the probability of each action in each infoset as heat maps: one panel for each player and public history.

    Suits that never matter, as in Leduc, are left out: the cards of a rank are one row. ``K on J`` is a king with a jack turned
    up. A game with many infosets takes several pages; ``len(strategy_pages(game))`` of them.

    Args:
        policy: the policy.
        player: only this player's infosets; None: all.
        page: number of the page, from 0.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: no such player or page, or over 100 hands in a public history (``range_grid_picture`` and
            ``bet_fold_picture`` are for such games).

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import strategy_picture
        >>> figure = strategy_picture(CFR(make_game("kuhn"), "cfr+").run(100).average_policy(), player=0)
        >>> len(figure.axes)  # two panels and the colour bar
        3
    """
    pages = strategy_pages(policy.game, player)
    policy = merged_suits(policy)
    game = policy.game
    if page not in range(len(pages)):
        raise ParameterError("page", page, f"must be from 0 to {len(pages) - 1}")
    rows = pages[page]
    hands = max(len(panel.hands) for row in rows for panel in row)
    if hands > MAX_HANDS:
        raise InputError(f"{game.name}: {hands} hands in a public history, at most {MAX_HANDS} can be drawn as a heat map")
    return draw_page(policy, rows, f"page {page + 1} of {len(pages)}" if len(pages) > 1 else "")


def draw_page(policy: TabularPolicy, rows: list[list[StrategyPanel]], which: str) -> Figure:
    """Draw a page, with panels placed in inches: a layout engine takes long with many."""
    from matplotlib.cm import ScalarMappable

    panels = [panel for row in rows for panel in row]
    longest = max(len(hand) for panel in panels for hand in panel.hands)
    names = max(len(name) for panel in panels for name in panel.actions)
    slanted = names > 8
    most_actions = max(len(panel.actions) for panel in panels)
    cell = 0.56 if not slanted else 0.5
    widest = max(cell * most_actions, 0.065 * min(TITLE, max(len(panel.title) for panel in panels)))
    left, between = 0.2 + 0.075 * longest, 0.3
    column = left + widest + between
    heights = [min(5.0, 0.23 * max(len(panel.hands) for panel in row)) for row in rows]
    lines = [max(wrapped_title(panel).count("\n") for panel in row) for row in rows]
    above, below = 0.32, 0.3 + (0.055 * names if slanted else 0.0)
    head, foot, bar = 0.5, 0.1, 0.95
    width = column * max(len(row) for row in rows) + bar
    height = head + sum(heights) + (above + below) * len(rows) + TITLE_LINE * sum(lines) + foot
    figure = new_figure(max(width, 4.5), height, constrained=False)
    width = max(width, 4.5)
    top = height - head
    for row, tall, more in zip(rows, heights, lines, strict=True):
        top -= above + TITLE_LINE * more
        for number, panel in enumerate(row):
            across = cell * len(panel.actions)
            down = tall * len(panel.hands) / max(len(p.hands) for p in row)
            place = ((number * column + left) / width, (top - down) / height, across / width, down / height)
            draw_panel(figure.add_axes(place), policy, panel, slanted)
        top -= tall + below
    bar_height = min(2.0, height - head - 0.6)
    place = (
        (width - bar + 0.2) / width,
        (height - head - above - TITLE_LINE * lines[0] - bar_height) / height,
        0.15 / width,
        bar_height / height,
    )
    scale = ScalarMappable(cmap=HEAT)
    scale.set_clim(0.0, 1.0)
    figure.colorbar(scale, cax=figure.add_axes(place), label="probability")
    kind = str(policy.metadata.get("strategy", "")).strip()
    title = f"{kind} strategy of {policy.game.name}".strip().capitalize() + (f", {which}" if which else "")
    figure.suptitle(title, x=0.1 / width, y=1 - 0.15 / height, ha="left", va="top")
    phrases = []
    for panel in panels:
        for hand, infoset in zip(panel.hands, panel.infosets, strict=True):
            shares = policy.probabilities[policy.game.infosets.slice(infoset)]
            likely = ", ".join(f"{name} {share:.0%}" for name, share in zip(panel.actions, shares, strict=True))
            phrases.append(f"{hand}, {panel.title}: {likely}")
    content = f"heat map of the probability of each action, {len(panels)} panels by player and public history"
    figure.set_label(f"{title}: {content}. {listed_texts(phrases)}.")
    return figure


def wrapped_title(panel: StrategyPanel) -> str:
    """Break a panel's title into lines that fit."""
    return fill(panel.title, TITLE)


def draw_panel(axes: Any, policy: TabularPolicy, panel: StrategyPanel, slanted: bool) -> None:
    """Draw one public history: hands down, actions across."""
    import numpy as np

    table = policy.game.infosets
    values = np.array([policy.probabilities[table.slice(index)] for index in panel.infosets])
    image = axes.imshow(values, cmap=HEAT, vmin=0.0, vmax=1.0, aspect="auto", interpolation="nearest")
    hands, actions = values.shape
    if hands <= WITH_NUMBERS:
        for row in range(hands):
            for column in range(actions):
                share = float(values[row, column])
                text = f"{share:.2f}"
                axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink_on(image.cmap(share)))
    step = -(-hands // 24)
    boards = [hand.partition(" on ")[2] for hand in panel.hands]
    for row in range(1, hands):
        if boards[row] != boards[row - 1]:
            axes.axhline(row - 0.5, color="white", linewidth=2.5)
    axes.set_yticks(range(0, hands, step), panel.hands[::step], fontsize=8.5)
    names = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    axes.set_xticks(range(actions), panel.actions, fontsize=8.5, **names)
    axes.tick_params(length=0, pad=2)
    axes.set_title(wrapped_title(panel), fontsize=9, loc="left", pad=3)
    axes.spines[:].set_visible(True)
    axes.spines[:].set_color(FAINT)
    axes.spines[:].set_linewidth(0.5)
