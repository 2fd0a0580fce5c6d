"""Picture of a small game's tree with a strategy on its edges.

Histories that differ in hidden cards only are one node: Kuhn poker has nine. Each edge shows the strategy with each hand
of the player to act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game, State
from pokerzoo.envs.betting.line_labels import listed_words, move_in_words
from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import FAINT, INK, in_house_style, listed_texts, new_figure
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.support.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_DECISIONS = 12
MAX_HANDS = 12
LINE = 0.165
"""Inches a row of text takes."""
STEP = 2.75
"""Inches from a node to the next."""
SLANT = 0.55
"""Inches of these for the sloping part of the edge."""
ABOVE = 0.3
"""Inches above an edge for the action's name."""
BAR = 0.8
"""Inches of a bar of probability 1."""


@dataclass
class PublicNode:
    """Public state of the tree: the moves so far, and the player to act."""

    player: int | None  # to act; None where the game is over
    reach: float
    hands: list[str] = field(default_factory=list)  # of the player to act, in the order of the infosets
    actions: tuple[str, ...] = ()
    shares: list[list[float]] = field(default_factory=list)  # [actions][hands]: probabilities
    children: list[PublicNode] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)  # possible net chips of the first player at the end, ascending

    @property
    def leaves(self) -> int:
        """Number of ends at or below this node."""
        return sum(child.leaves for child in self.children) if self.children else 1

    @property
    def depth(self) -> int:
        """Longest path to an end, in moves."""
        return 1 + max(child.depth for child in self.children) if self.children else 0

    def walk(self) -> Iterator[PublicNode]:
        """This node and all below it, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()


def public_tree_of(policy: TabularPolicy) -> PublicNode:
    """Tree of public states with a policy on it; ValueError if it is too large or has public cards."""
    game = policy.game
    if game.name == "bet_fold" and len(game.infosets) > MAX_HANDS * game.num_players:
        raise too_large(policy, f"{len(game.infosets) // game.num_players} cards", f"{MAX_HANDS} cards")
    hands = hands_by_decision(game)
    if len(hands) > MAX_DECISIONS:
        raise too_large(policy, f"{len(hands)} decisions", f"{MAX_DECISIONS} decisions")
    if max(hands) > MAX_HANDS:
        raise too_large(policy, f"{max(hands)} hands at a decision", f"{MAX_HANDS} hands")
    root = node_of(policy, [(game.initial_state(), 1.0)])
    decisions = sum(bool(node.children) for node in root.walk())
    if decisions > MAX_DECISIONS:
        raise too_large(policy, f"{decisions} decisions", f"{MAX_DECISIONS} decisions")
    return root


def hands_by_decision(game: Game) -> list[int]:
    """Number of hands that the player to act may hold, by public decision."""
    if isinstance(game, PokerGame):  # large ones are refused without going through their infosets
        table: PokerInfosets = game.infosets
        return [int(count) for point in table.points for count in np.diff(point.places.first)]
    counts = Counter((row.player, row.key.partition("|")[2]) for row in game.infosets)
    return list(counts.values())


def too_large(policy: TabularPolicy, has: str, most: str) -> ValueError:
    """Error for a tree that cannot be drawn."""
    return InputError(f"{policy.game.name}: its tree has {has}, at most {most} can be drawn")


def node_of(policy: TabularPolicy, states: list[tuple[State, float]]) -> PublicNode:
    """PublicNode of indistinguishable states, each with its probability, and all below."""
    settled: list[tuple[State, float]] = []
    waiting = states[::-1]
    while waiting:
        state, p = waiting.pop()
        if state.is_chance:
            waiting += [(state.child(action), p * chance) for action, chance in reversed(state.chance_outcomes())]
        else:
            settled.append((state, p))
    reach = fsum(p for _, p in settled)  # sum() of floats differs between versions of Python
    first = settled[0][0]
    if any(state.current_player != first.current_player for state, _ in settled):
        raise InputError(f"{policy.game.name}: its moves depend on hidden cards, so that its tree cannot be drawn")
    if first.is_terminal:
        return PublicNode(None, reach, payoffs=sorted({round(state.returns()[0], 6) + 0.0 for state, _ in settled}))
    player = first.current_player
    table = policy.game.infosets
    places = sorted({table.index(state.infoset_key(player)) for state, _ in settled})
    hands = [table[place].key.partition("|")[0] for place in places]
    if len({table[place].key.partition("|")[2] for place in places}) > 1:
        raise InputError(f"{policy.game.name}: cards are turned up on the way; only trees without such cards can be drawn")
    actions = first.legal_actions()
    shares = [[policy.action_probabilities(table[place].key)[action] for place in places] for action in actions]
    children = []
    for action in actions:
        below = [(state.child(action), p * policy.action_probabilities(state)[action]) for state, p in settled]
        children.append(node_of(policy, below))
    return PublicNode(player, reach, hands, tuple(map(first.action_name, actions)), shares, children)


@in_house_style
def game_tree_picture(policy: TabularPolicy) -> Figure:
    """Draw a small game's tree from left to right. At each edge it shows how often the player to act goes there with each hand.

    The percentage beside an action's name is over all hands that get there. Edges that are taken more often are wider; an edge
    that is never taken is dashed. The first player's net chips are at the ends.

    Args:
        policy: of a game without public cards.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: the tree is too large to draw (over 12 decisions, or over 12 hands at one), or public cards come on the way.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import game_tree_picture
        >>> figure = game_tree_picture(CFR(make_game("kuhn"), "cfr+").run(100).average_policy())
        >>> figure.get_size_inches()
        array([10.5  ,  5.375])
    """
    root = public_tree_of(policy)
    hidden = any(node.hands != [f"player_{node.player}"] for node in root.walk() if node.children)
    rows = max(len(node.hands) for node in root.walk()) if hidden else 0
    tall = ABOVE + 0.12 + LINE * rows
    width, height = 0.9 + STEP * root.depth + 1.35, tall * root.leaves + 0.8
    figure = new_figure(width, height, constrained=False)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0.0, width)
    axes.set_ylim(0.0, height)
    axes.set_axis_off()
    phrases: list[str] = []
    draw_node(axes, root, 0.45, height - 0.75, tall, (), phrases)
    kind = str(policy.metadata.get("strategy", "")).strip()
    title = f"{kind} strategy in the tree of {policy.game.name}".strip().capitalize()
    axes.text(0.15, height - 0.12, title, fontsize=12, va="top")
    note = "Ends: net chips of player 0. Beside an action: how often it is taken"
    note += ", all hands together; below: by hand." if hidden else "."
    axes.text(0.15, height - 0.4, note, fontsize=9, va="top", color=FAINT)
    figure.set_label(f"{title}, from left to right: {listed_texts(phrases, 24)}.")
    return figure


def draw_node(
    axes: Any, node: PublicNode, x: float, top: float, tall: float, path: tuple[str, ...], phrases: list[str]
) -> float:
    """Draw a node and all below it, its part of the picture beginning at ``top``; return its height."""
    if not node.children:
        y = top - ABOVE
        axes.text(x + 0.07, y, payoff_text(node.payoffs), va="center", fontsize=9)
        return y
    where = f"after {listed_words([move_in_words(name) for name in path])}" if path else "at the start"
    for name, mixed in zip(node.actions, node.shares, strict=True):
        mix = ", ".join(f"{hand} {share:.1%}" for hand, share in zip(node.hands, mixed, strict=True))
        phrases.append(f"player {node.player} {where}, {name}: {mix}")
    heights, below = [], top
    for name, child in zip(node.actions, node.children, strict=True):
        heights.append(draw_node(axes, child, x + STEP, below, tall, (*path, name), phrases))
        below -= tall * child.leaves
    y = (heights[0] + heights[-1]) / 2
    for name, child, level, mixed in zip(node.actions, node.children, heights, node.shares, strict=True):
        often = child.reach / node.reach if node.reach > 0 else None
        draw_edge(axes, x, y, level, 1.0 if often is None else often, dashed=child.reach <= 1e-12)
        draw_label(axes, x + SLANT + 0.06, level, name, often, node, mixed)
    colour = PALETTE[(node.player or 0) % len(PALETTE)]
    from matplotlib.patches import Circle

    axes.add_patch(Circle((x, y), 0.2, facecolor=colour, edgecolor="white", linewidth=1.5, zorder=3))
    axes.text(x, y, f"P{node.player}", color="white", ha="center", va="center", fontsize=9, fontweight="bold", zorder=4)
    return y


def draw_edge(axes: Any, x: float, y: float, level: float, often: float, dashed: bool) -> None:
    """Draw the edge to a child: sloping to its level, then straight."""
    colour = "#b3b3b3" if dashed else "#595959"
    axes.plot(
        (x, x + SLANT, x + STEP),
        (y, level, level),
        color=colour,
        linewidth=1.0 if dashed else 0.8 + 3.2 * often,
        linestyle=(0, (3, 2)) if dashed else "-",
        solid_joinstyle="round",
        zorder=1,
    )


def draw_label(
    axes: Any, x: float, level: float, name: str, often: float | None, node: PublicNode, shares: list[float]
) -> None:
    """Write the action above the edge, draw a bar a hand below it."""
    from matplotlib.patches import Rectangle

    text = name if often is None else f"{name} {often:.1%}"
    axes.text(x, level + 0.05, text, va="bottom", fontsize=9.5, fontweight="bold")
    if node.hands == [f"player_{node.player}"]:
        return  # nothing is hidden but the choice: the percentage says all
    colour = PALETTE[(node.player or 0) % len(PALETTE)]
    start = x + 0.09 * max(map(len, node.hands)) + 0.05
    for row, (hand, share) in enumerate(zip(node.hands, shares, strict=True)):
        middle = level - 0.06 - LINE * (row + 0.55)
        axes.text(x, middle, hand, va="center", fontsize=8.5)
        axes.add_patch(Rectangle((start, middle - 0.05), BAR, 0.1, facecolor="#ececec", linewidth=0))
        axes.add_patch(Rectangle((start, middle - 0.05), BAR * share, 0.1, facecolor=colour, linewidth=0, gid="share"))
        axes.text(start + BAR + 0.07, middle, f"{share:.1%}", va="center", fontsize=8.5, color=INK)


def payoff_text(payoffs: list[float]) -> str:
    """Net chips that the first player may have won, as text.

    >>> payoff_text([1.0]), payoff_text([-2.0, 2.0]), payoff_text([-3.0, -1.0, 0.0, 2.5])
    ('+1', '-2 or +2', '-3 to +2.5')
    """
    texts = [f"{payoff:+g}" if payoff else "0" for payoff in payoffs]
    return " or ".join(texts) if len(texts) < 3 else f"{texts[0]} to {texts[-1]}"
