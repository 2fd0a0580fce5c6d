"""``pokerzoo tree``: the betting tree of a hold'em spot, without cards, and what solving it will take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.betting.line_labels import line_children, line_label, node_object, seats_of, walk_lines

from .command import command
from .output import Result
from .spot import asked_game, say_warnings, spot_options

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

    from pokerzoo.envs.betting.line import Line
    from pokerzoo.envs.compiled.street_size import SolvingSize

COLOURS = ("cyan", "yellow", "magenta")

EXAMPLES = (
    "pokerzoo tree --preset river",
    "pokerzoo tree --preset river --pot 100 --stack 300 --bet '33%,75%,a' --raise '60%,a' --remove b33r133",
    "pokerzoo tree --board Td9d6h --oop 22+,AKs --ip 22+,AK --pot 60 --stack 970 --bet 'flop: 33%; turn: 60%; river: 60%,a'",
    "pokerzoo tree --config spot.toml --json",
)


@command(EXAMPLES)
@spot_options(hands=False)
def tree(**spot: Any) -> Result:
    """Print the betting tree of a hold'em spot, and what solving it takes.

    Each line of the tree shows who acts, the pot and the actions. A bet that waits for its answer is in the pot. Cards are
    left out. Below stand the number of nodes, public states and infosets, the memory at each precision, and the time of an
    iteration. They are computed without building the game. Options and files are as in 'pokerzoo solve'; --help-all shows
    all options. Defaults are in round brackets.
    """
    from pokerzoo.envs.compiled.street_size import solving_size

    game = asked_game(spot)
    say_warnings(game)
    root, size = game.rules.root.line, solving_size(game)
    nodes = list(walk_lines(root))
    ends = sum(node.is_over for node in nodes)

    def record() -> dict[str, Any]:
        counts = {"action_nodes": len(nodes) - ends, "terminal_nodes": ends, "solving": size}
        return {"game": game.name, "parameters": game.params, **counts, "nodes": [node_object(node) for node in nodes]}

    def parts() -> Iterator[Any]:
        yield from (drawn_tree(root), "")
        yield {"action nodes": f"{len(nodes) - ends:,}", "terminal nodes": f"{ends:,}"} | size_facts(size)

    return Result(record, parts())


def drawn_tree(root: Line) -> Tree:
    """The whole tree."""
    from rich.tree import Tree

    drawn = Tree(line_drawn(root))
    stack = [(root, drawn)]
    while stack:
        line, branch = stack.pop()
        below = [(child, branch.add(line_drawn(child))) for child in line_children(line)]
        stack += reversed(below)
    return drawn


def size_facts(size: SolvingSize) -> dict[str, str]:
    """Resources of solving, for display."""
    from pokerzoo.envs.support.memory import gigabytes

    facts = {"public states": f"{size.public_states:,}", "infosets": f"{size.infosets:,}"}
    facts["probabilities"] = f"{size.probabilities:,}"
    if size.boards[-1] > 1:
        facts["run-outs"] = f"{size.boards[-1]:,}, {size.distinct_boards[-1]:,} up to suit permutations"
    facts["memory"] = ", ".join(f"{gigabytes(needed)} in {precision} precision" for precision, needed in size.bytes.items())
    if size.seconds_per_iteration is not None:
        facts["an iteration"] = f"about {size.seconds_per_iteration:.2g} s on one core"
    return facts


def line_drawn(line: Line) -> Text:
    """One line of the drawing: ``b25  IP to act, pot 75: fold, call, raise to 100``."""
    from rich.text import Text

    from pokerzoo.envs.betting.line import chips_text

    text = Text(line_label(line) or "start", style="bold")
    pot = f"pot {chips_text(line.pot)}"
    if line.is_over:
        seats, live = seats_of(line), line.folded.count(False)
        how = f"{seats[line.folded.index(False)]} wins" if live == 1 else "showdown"
        if 1 < live < len(seats):
            how += f" of {' and '.join(name for name, out in zip(seats, line.folded, strict=True) if not out)}"
        return text.append(f"  {how}, {pot}", style="not bold dim")
    text.append(f"  {seats_of(line)[line.actor]}", style=f"not bold {COLOURS[line.actor]}")
    return text.append(f" to act, {pot}: {', '.join(line.action_names)}", style="not bold")
