"""The row of a solved spot: its columns, and how they are worked out. docs/sweeps.md tells what each is.

No number of a row is NaN or infinite: what is not known, or does not exist, is null.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    TypeAlias,
    TypedDict,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import numpy as np

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.textures import Texture
from pokerzoo.evaluation.spots.next_cards import next_cards
from pokerzoo.evaluation.spots.node_parts import number_or_none
from pokerzoo.evaluation.spots.node_report import NodeReport
from pokerzoo.evaluation.spots.spot_report import SpotReport

from .root_values import Floats, RootValues
from .spot_actions import Piece, action_names, follow_line

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerzoo.agents import TabularPolicy

PLAYERS = tuple(name.lower() for name in SEATS)
"""Players as the names of columns have them."""
Lines = dict[str, tuple[Piece, ...]]
"""Lines that are kept, as they were written, and read."""

Policy: TypeAlias = "Callable[[], TabularPolicy]"


Single: TypeAlias = Annotated[float, "single precision"]
"""A number of a hand: there are thousands in a row."""


class ActionColumns(TypedDict):
    """An action of the player to act after a card."""

    action: str
    token: str
    frequency: float | None


class NodeActionColumns(ActionColumns):
    """An action of the player to act at a line."""

    net: float | None


class ValueColumns(TypedDict):
    """Net chips and equity of the ranges."""

    net_oop: float | None
    net_ip: float | None
    equity_oop: float | None
    equity_ip: float | None


class RangeColumns(ValueColumns):
    """The ranges in a public state."""

    eqr_oop: float | None
    eqr_ip: float | None
    combos_oop: float | None
    combos_ip: float | None


class LineColumns(TypedDict):
    """A kept line: where it is in the betting."""

    line: str
    at: str
    player: str | None
    pot: float
    to_call: float
    probability: float | None


class NodeColumns(LineColumns, RangeColumns):
    """A kept line."""

    actions: list[NodeActionColumns]


class CardColumns(TypedDict):
    """A card that may come after a kept line."""

    line: str
    card: str
    probability: float | None


class NextCardColumns(CardColumns, ValueColumns):
    """A card that may come after a kept line, and what comes of it."""

    player: str | None
    actions: list[ActionColumns]


class HandColumns(TypedDict):
    """A hand of a player at a kept line."""

    line: str
    player: str
    hand: str
    combos: Single
    net: Single | None
    equity: Single | None
    frequencies: list[Single | None] | None


class BoardColumns(TypedDict):
    """A spot and its board; the board's texture stands after it."""

    key: str
    index: int
    error: str | None
    weight: int
    board: str


class SpotColumns(TypedDict):
    """A spot besides its board, and how long it was solved."""

    pot: float
    stack: float
    ranges: str | None
    rake: str | None
    sizes: str | None
    iterations: int


class SolutionColumns(TypedDict):
    """Exploitability of a spot's solution."""

    exploitability: float | None
    exploitability_percent: float | None


class KeptColumns(TypedDict):
    """Lines, next cards and hands that are kept."""

    nodes: list[NodeColumns]
    next_cards: list[NextCardColumns]
    hands: list[HandColumns]


class ResultColumns(SolutionColumns, RangeColumns):
    """Numbers of a solved spot."""

    deals: float


@cache
def row_schema() -> pa.Schema:
    """The columns of a row."""
    import pyarrow as pa

    textures = [(name, arrow_type(kind, whole=pa.int32())) for name, kind in get_type_hints(Texture).items()]
    parts = (SpotColumns, ResultColumns, KeptColumns)
    return pa.schema([*columns_of(BoardColumns), *textures, *(column for part in parts for column in columns_of(part))])


def columns_of(columns: type) -> list[tuple[str, pa.DataType]]:
    """Names of columns with their types."""
    return [(name, arrow_type(kind)) for name, kind in get_type_hints(columns, include_extras=True).items()]


def arrow_type(kind: Any, whole: pa.DataType | None = None) -> pa.DataType:
    """Arrow type of a column that is annotated so; whole numbers have 64 bits unless said."""
    import pyarrow as pa

    if is_typeddict(kind):
        return pa.struct(columns_of(kind))
    if get_origin(kind) is Annotated:
        return pa.float32()
    if get_origin(kind) is list:
        return pa.list_(arrow_type(get_args(kind)[0]))
    if NoneType in get_args(kind):
        return arrow_type(get_args(kind)[0], whole)
    return {str: pa.string(), int: whole or pa.int64(), float: pa.float64(), bool: pa.bool_()}[kind]


def equity_realisation(net: float, equity: float, pot: float, put_in: float) -> float | None:
    """Equity realisation: the share of the pot that a range expects, divided by its equity."""
    return number_or_none((net + put_in) / (equity * pot)) if equity > 0 else None


def range_columns(public: PublicState, net: Floats, equity: Floats, combos: Floats) -> RangeColumns:
    """Columns of the players' ranges in a public state."""
    columns: dict[str, float | None] = {}
    for player, name in enumerate(PLAYERS):
        own_net, own_equity = float(net[player]), float(equity[player])
        columns |= {
            f"net_{name}": number_or_none(own_net),
            f"equity_{name}": number_or_none(own_equity),
            f"eqr_{name}": equity_realisation(own_net, own_equity, public.line.pot, public.line.contributions[player]),
            f"combos_{name}": number_or_none(combos[player]),
        }
    return cast("RangeColumns", columns)


def root_columns(root: RootValues) -> ResultColumns:
    """The numbers of a spot."""
    found = root.measurement
    percent = found.exploitability_pot_percent
    return {
        "exploitability": number_or_none(found.exploitability),
        "exploitability_percent": None if percent is None else number_or_none(percent),
        **range_columns(root.game.rules.root, root.net, root.equity, root.combos),
        "deals": pair_weight(root.game.rules),
    }


def root_node(root: RootValues) -> NodeColumns:
    """The start among the kept lines."""
    public = root.game.rules.root
    return {
        "line": "",
        "at": "",
        "player": actor_name(public),
        "pot": public.line.pot,
        "to_call": 0.0,
        "probability": 1.0,
        **range_columns(root.game.rules.root, root.net, root.equity, root.combos),
        "actions": action_columns(public, root.frequencies, root.action_net),
    }


def node_columns(line: str, node: NodeReport) -> NodeColumns:
    """A kept line."""
    return {
        "line": line,
        "at": node.line,
        "player": actor_name(node.public),
        "pot": node.pot,
        "to_call": node.to_call,
        "probability": number_or_none(node.probability),
        **range_columns(node.public, node.mean_net, node.mean_equity, node.combos),
        "actions": action_columns(node.public, node.frequencies, node.mean_action_net),
    }


def action_columns(public: PublicState, frequencies: Floats, values: Floats) -> list[NodeActionColumns]:
    """Actions of the player to act."""
    moves = zip(action_names(public.line), public.line.tokens, frequencies.tolist(), values.tolist(), strict=True)
    return [
        {"action": action, "token": token, "frequency": number_or_none(frequency), "net": number_or_none(net)}
        for action, token, frequency, net in moves
    ]


def next_card_columns(line: str, report: SpotReport, public: PublicState) -> list[NextCardColumns]:
    """Each card that may come after a kept line."""
    found = next_cards(report, public)
    after = public.deal(report.values.cards_due(public)[0])
    names = action_names(after.line)
    cards: list[NextCardColumns] = []
    for number, card in enumerate(found.cards):
        moves = zip(names, found.tokens, found.frequencies[:, number].tolist(), strict=True)
        values = {
            f"{what}_{name}": number_or_none(own)
            for what, numbers in (("net", found.net), ("equity", found.equity))
            for name, own in zip(PLAYERS, numbers[:, number], strict=True)
        }
        cards.append({
            "line": line,
            "card": card,
            "probability": number_or_none(found.probability[number]),
            **cast("ValueColumns", values),
            "player": actor_name(after),
            "actions": [
                {"action": action, "token": token, "frequency": number_or_none(share)} for action, token, share in moves
            ],
        })  # fmt: skip
    return cards


def hand_columns(line: str, node: NodeReport) -> list[HandColumns]:
    """Each hand of the players that can be at a kept line."""
    rows: list[HandColumns] = []
    for player, name in enumerate(SEATS):
        acts = player == node.player
        for hand in np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0)).tolist():
            rows.append({
                "line": line,
                "player": name,
                "hand": node.hands[hand],
                "combos": float(node.reach[player, hand]),
                "net": number_or_none(node.net[player, hand]),
                "equity": number_or_none(node.equity[player, hand]),
                "frequencies": [number_or_none(share) for share in node.strategy[:, hand].tolist()] if acts else None,
            })  # fmt: skip
    return rows


def kept_columns(root: RootValues, policy: Policy, lines: Lines, cards: Lines, hands: Lines) -> KeptColumns:
    """All that is kept besides the numbers of the spot; lines that the spot does not have are left out."""
    nodes = [root_node(root)]
    if not (lines or cards or hands):
        return {"nodes": nodes, "next_cards": [], "hands": []}
    start, report = root.game.rules.root, SpotReport(root.game, policy())
    found = {line: report.report(public) for line, public in _there(start, lines).items()}
    tables = {line: found[line] if line in found else report.report(public) for line, public in _there(start, hands).items()}
    due = {line: public for line, public in _there(start, cards).items() if public.card_due}
    return {
        "nodes": nodes + [node_columns(line, node) for line, node in found.items()],
        "next_cards": [row for line, public in due.items() for row in next_card_columns(line, report, public)],
        "hands": [row for line, node in tables.items() for row in hand_columns(line, node)],
    }


def _there(root: PublicState, lines: Lines) -> dict[str, PublicState]:
    found = {line: follow_line(root, pieces) for line, pieces in lines.items()}
    return {line: public for line, public in found.items() if public is not None}


def actor_name(public: PublicState) -> str | None:
    """``OOP`` or ``IP``; None if no player is to act."""
    return SEATS[public.actor] if public.line.moves else None
