"""A node of a solved spot, and the public states on the way to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokerzoo.envs.poker.game_facts import board_names, stacks_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import is_run_out, line_of, walk_line
from pokerzoo.envs.support.records import Chips, Record, as_a

from .node_parts import Action, actions_at
from .node_report import NodeReport
from .spot_report import SpotReport


@dataclass(frozen=True)
class Step(Record):
    """A public state on the way to a node, with all that branches off there.

    Attributes:
        line: line of the public state.
        kind: ``decision``, ``card`` (one is due) or ``end``.
        player: who acts, 0 (OOP) or 1 (IP); of three 0, 1 (MP) or 2 (IP).
        pot: all chips in the middle.
        stacks: [players] chips behind each player; null without a limit.
        board: public cards there.
        actions: legal actions.
        chosen: index of the action that leads on; null where the way ends, or a card leads on.
        card: the card that leads on.
        locked: whether hands were locked there when it was solved.
    """

    line: str
    kind: Literal["decision", "card", "end"]
    player: int | None
    pot: Chips
    stacks: list[Chips | None]
    board: list[str]
    actions: list[Action]
    chosen: int | None
    card: str | None
    locked: bool


@dataclass(frozen=True, eq=False, repr=False)
class NodeOnLine(NodeReport):
    """A node of a solved spot, and the way to it. Arrays by hand are in the order of the spot's ``hands``.

    Attributes:
        steps: the public states from the start, this one the last.
    """

    steps: list[Step]


def node_on_line(report: SpotReport, line: str) -> NodeOnLine:
    """Report on a line and on the way to it: what else could be done at each public state.

    Args:
        report: the spot.
        line: as ``SpotReport.at`` takes it.

    Raises:
        ValueError: no such line.
    """
    return as_a(NodeOnLine, report.at(line), steps=steps_to(report, line))


def steps_to(report: SpotReport, line: str) -> list[Step]:
    """Each public state on a line, this line's own the last; ValueError as in ``SpotReport.at``."""
    game, way = report.game, list(walk_line(report.game, line))
    return [
        Step(
            line=line_of(public),
            kind="decision" if public.line.moves else "card" if public.card_due and not is_run_out(public) else "end",
            player=public.actor if public.line.moves else None,
            pot=public.line.pot,
            stacks=stacks_at(game, public),
            board=board_names(game, public),
            actions=actions_at(public, report.frequencies(public)),
            chosen=chosen_at(public, after),
            card="".join(board_names(game, after)[len(public.board) :]) if after is not None and public.card_due else None,
            locked=bool(report.policy.locked_hands(public.history)),
        )
        for public, after in zip(way, [*way[1:], None], strict=True)
    ]


def chosen_at(public: PublicState, after: PublicState | None) -> int | None:
    """Index of the action that leads from a public state to the next one."""
    if after is None or not public.line.moves:
        return None
    return next(k for k in range(len(public.line.moves)) if public.after(k) == after)
