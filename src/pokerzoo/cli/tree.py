"""``pokerzoo tree``: the betting tree of a hold'em spot, without cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .options import Json
from .output import console, print_facts, print_json
from .spot import SPOT, Settings, make_spot, with_flags

if TYPE_CHECKING:
    from rich.text import Text

    from pokerzoo.envs.poker.public_state import PublicState

SEATS = ("OOP", "IP")
COLOURS = ("cyan", "yellow")

EXAMPLES = (
    "pokerzoo tree",
    "pokerzoo tree --pot 100 --stack 300 --bet '33%,75%,a' --raise '60%,a' --remove b33r133",
    "pokerzoo tree --config spot.toml --json",
)


@with_flags(SPOT)
def tree(settings: Settings, as_json: Json = False) -> None:
    """Print the betting tree of a hold'em spot.

    For each line: who acts, the pot (a bet that waits for its answer included) and the actions; then how many nodes
    there are. The options are those of 'pokerzoo solve' (defaults in brackets), and so are the files of --config.
    """
    game = make_spot(settings)
    root = game.rules.root
    nodes = list(walk(root))
    ends = sum(node.is_over for node in nodes)
    if as_json:
        print_json(
            {
                "game": game.name,
                "parameters": game.params,
                "action_nodes": len(nodes) - ends,
                "terminal_nodes": ends,
                "nodes": [node_object(node) for node in nodes],
            }
        )
        return
    from rich.tree import Tree

    drawn = Tree(label(root))
    stack = [(root, drawn)]
    while stack:
        public, branch = stack.pop()
        below = [(child, branch.add(label(child))) for child in children(public)]
        stack += reversed(below)
    out = console()
    out.print(drawn, soft_wrap=True)
    out.print()
    print_facts(out, {"action nodes": f"{len(nodes) - ends:,}", "terminal nodes": f"{ends:,}"})


def children(public: PublicState) -> list[PublicState]:
    """The states after each of the moves."""
    return [public.after(k) for k in range(len(public.moves))]


def walk(root: PublicState) -> Iterator[PublicState]:
    """Every public state, depth first."""
    stack = [root]
    while stack:
        public = stack.pop()
        yield public
        stack += reversed(children(public))


def ending(public: PublicState) -> str | None:
    """How the hand ends here: ``fold``, ``showdown``, or None where it goes on."""
    if not public.is_over:
        return None
    return "fold" if any(public.folded) else "showdown"


def action_names(public: PublicState) -> list[str]:
    """What the actor may do."""
    return [public.action_name(action) for action in public.legal_actions]


def node_object(public: PublicState) -> dict[str, Any]:
    """A node as the documented object."""
    return {
        "line": public.history,
        "pot": public.pot,
        "contributions": list(public.round_contributions),
        "player": None if public.is_over else public.actor,
        "actions": {name: child.history for name, child in zip(action_names(public), children(public), strict=True)},
        "end": ending(public),
    }


def label(public: PublicState) -> Text:
    """One line of the drawing: ``b25  IP to act, pot 75: fold, call, raise to 100``."""
    from rich.text import Text

    from pokerzoo.envs.poker.public_state import chips

    text = Text(public.history or "start", style="bold")
    pot = f"pot {chips(public.pot)}"
    if public.is_over:
        how = f"{SEATS[1 - public.folded.index(True)]} wins" if any(public.folded) else "showdown"
        return text.append(f"  {how}, {pot}", style="not bold dim")
    text.append(f"  {SEATS[public.actor]}", style=f"not bold {COLOURS[public.actor]}")
    return text.append(f" to act, {pot}: {', '.join(action_names(public))}", style="not bold")
