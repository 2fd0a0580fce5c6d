"""A decision of a table before the flop, and the way to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerzoo.agents.policies.preflop_policy import PreflopDecision, PreflopPolicy
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.records import Record

from .node_parts import actions_on
from .node_steps import Step


@dataclass(frozen=True)
class PreflopNode(Record):
    """A decision before the flop, or the end of the betting.

    Attributes:
        steps: the decisions from the start; the last one is this decision, or the end.
        decision: the strategy here; null where the betting is over.
        ranges: the range of each player who is left, by position, as far as own actions make it; empty where one has none.
        spot: the parameters of the spot after the flop without its board; null unless two players with chips behind are left.
    """

    steps: list[Step]
    decision: PreflopDecision | None
    ranges: dict[str, str]
    spot: dict[str, Any] | None


def preflop_node(policy: PreflopPolicy, line: str) -> PreflopNode:
    """A policy's decision after some moves.

    Args:
        policy: from ``PreflopSolver``.
        line: the moves, every fold included.

    Raises:
        ValueError: moves that cannot be made.
    """
    node, end = policy.tree.find(line)
    return PreflopNode(
        steps=steps_to(policy, end, node),
        decision=policy.decision(line) if node >= 0 else None,
        ranges=ranges_after(policy, line),
        spot=spot_after(policy, line) if node < 0 else None,
    )


def steps_to(policy: PreflopPolicy, end: Line, node: int) -> list[Step]:
    """The decisions on the way, with all that branches off there; ``node`` is the last, -1 where the betting is over."""
    way = [end]
    while way[0].above is not None:
        way.insert(0, way[0].above)
    return [step_at(policy, here, after, node) for here, after in zip(way, [*way[1:], None], strict=True)]


def step_at(policy: PreflopPolicy, here: Line, after: Line | None, node: int) -> Step:
    """A line on the way, and the action that leads to the one after it."""
    acts, text = after is not None or node >= 0, here.bare_moves
    afters = [(text + token, here.after(k)) for k, token in enumerate(here.tokens)] if acts else []
    return Step(
        line=text,
        kind="decision" if acts else "end",
        player=here.actor if acts else None,
        pot=here.pot,
        stacks=[here.left_of(seat) for seat in range(policy.game.num_players)],
        board=[],
        actions=actions_on(here, afters, policy.decision(text).frequencies) if acts else [],
        chosen=None if after is None or after.action is None else here.legal_actions.index(after.action),
        card=None,
        locked=False,
    )


def ranges_after(policy: PreflopPolicy, line: str) -> dict[str, str]:
    """Ranges as text, by position."""
    try:
        return {position: str(weights) for position, weights in policy.ranges(line).items()}
    except InputError:  # a player never plays so
        return {}


def spot_after(policy: PreflopPolicy, line: str) -> dict[str, Any] | None:
    """The parameters of the spot after the flop, without its board."""
    try:
        spot = policy.spot(line, "")
    except InputError:
        return None
    return {name: value for name, value in spot.items() if name != "board"}
