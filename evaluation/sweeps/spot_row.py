"""The row of a solved spot: its columns, and how they are worked out. docs/sweeps.md tells what each is.

No number of a row is NaN or infinite: what is not known, or does not exist, is null.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pokerzoo.envs.compiled.public_tree import pair_weight
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS
from pokerzoo.evaluation.spots.next_cards import next_cards
from pokerzoo.evaluation.spots.spot_report import NodeReport, SpotReport
from pokerzoo.evaluation.spots.spot_tables import PLAYER_NAMES

from .root_values import Floats, RootValues
from .spot_actions import Piece, action_names, follow

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerzoo.agents import TabularPolicy

Lines = dict[str, tuple[Piece, ...]]
"""Lines that are kept, as they were written, and read."""

Policy: TypeAlias = "Callable[[], TabularPolicy]"


@cache
def row_schema() -> pa.Schema:
    """The columns."""
    import pyarrow as pa

    text, whole, number, single = pa.string(), pa.int64(), pa.float64(), pa.float32()
    kinds = {"str": text, "int": pa.int32(), "bool": pa.bool_(), "str | None": text}
    both = [(name, number) for name in ("ev_oop", "ev_ip", "equity_oop", "equity_ip")]
    ranges = [*both, *((name, number) for name in ("eqr_oop", "eqr_ip", "combos_oop", "combos_ip"))]
    action = pa.struct([("action", text), ("token", text), ("frequency", number), ("ev", number)])
    node = [("line", text), ("at", text), ("player", text), ("pot", number), ("to_call", number), ("probability", number)]
    next_action = pa.struct([("action", text), ("token", text), ("frequency", number)])
    card = [("line", text), ("card", text), ("probability", number), *both, ("player", text)]
    hand = [("line", text), ("player", text), ("hand", text), ("combos", single), ("ev", single), ("equity", single)]
    return pa.schema([
        ("key", text), ("index", whole), ("error", text), ("weight", whole), ("board", text),
        *((name, kinds[kind]) for name, kind in TEXTURE_COLUMNS.items()),
        ("pot", number), ("stack", number), ("ranges", text), ("rake", text), ("sizes", text),
        ("iterations", whole), ("exploitability", number), ("exploitability_percent", number),
        *ranges, ("deals", number),
        ("nodes", pa.list_(pa.struct([*node, *ranges, ("actions", pa.list_(action))]))),
        ("next_cards", pa.list_(pa.struct([*card, ("actions", pa.list_(next_action))]))),
        ("hands", pa.list_(pa.struct([*hand, ("frequencies", pa.list_(single))]))),
    ])  # fmt: skip


def known(number: float) -> float | None:
    """A number, or None where it is NaN or infinite.

    >>> known(0.5), known(float("nan"))
    (0.5, None)
    """
    number = float(number)
    return number if isfinite(number) else None


def equity_realisation(ev: float, equity: float, pot: float, put_in: float) -> float | None:
    """Equity realisation: the share of the pot that a range expects, divided by its equity."""
    return known((ev + put_in) / (equity * pot)) if equity > 0 else None


def range_columns(public: PublicState, ev: Floats, equity: Floats, combos: Floats) -> dict[str, float | None]:
    """Columns of both players' ranges in a public state."""
    columns: dict[str, float | None] = {}
    for player, name in enumerate(("oop", "ip")):
        own_ev, own_equity = float(ev[player]), float(equity[player])
        columns |= {
            f"ev_{name}": known(own_ev),
            f"equity_{name}": known(own_equity),
            f"eqr_{name}": equity_realisation(own_ev, own_equity, public.pot, public.contributions[player]),
            f"combos_{name}": known(combos[player]),
        }
    return columns


def root_columns(root: RootValues) -> dict[str, Any]:
    """The numbers of a spot."""
    found = root.measurement
    percent = found.exploitability_pot_percent
    return {
        "exploitability": known(found.exploitability),
        "exploitability_percent": None if percent is None else known(percent),
        **range_columns(root.game.rules.root, root.ev, root.equity, root.combos),
        "deals": pair_weight(root.game.rules),
    }


def root_node(root: RootValues) -> dict[str, Any]:
    """The start among the kept lines."""
    public = root.game.rules.root
    return {
        "line": "",
        "at": "",
        "player": player_name(public.actor),
        "pot": public.pot,
        "to_call": 0.0,
        "probability": 1.0,
        **range_columns(root.game.rules.root, root.ev, root.equity, root.combos),
        "actions": action_columns(public, root.frequencies, root.action_ev),
    }


def node_columns(line: str, node: NodeReport) -> dict[str, Any]:
    """A kept line."""
    return {
        "line": line,
        "at": node.line,
        "player": player_name(node.player),
        "pot": node.pot,
        "to_call": node.to_call,
        "probability": known(node.probability),
        **range_columns(node.public, node.mean_ev, node.mean_equity, node.combos),
        "actions": action_columns(node.public, node.frequencies, node.mean_action_ev),
    }


def action_columns(public: PublicState, frequencies: Floats, values: Floats) -> list[dict[str, Any]]:
    """Actions of the player to act."""
    moves = zip(action_names(public.betting), public.tokens, frequencies.tolist(), values.tolist(), strict=True)
    return [
        {"action": action, "token": token, "frequency": known(frequency), "ev": known(ev)}
        for action, token, frequency, ev in moves
    ]


def next_card_columns(line: str, report: SpotReport, public: PublicState) -> list[dict[str, Any]]:
    """Each card that may come after a kept line."""
    found = next_cards(report, public)
    after = public.deal(report.values.cards_due(public)[0])
    names = action_names(after.betting)
    cards = []
    for number, card in enumerate(found.cards):
        moves = zip(names, found.tokens, found.frequencies[:, number].tolist(), strict=True)
        (ev_oop, ev_ip), (equity_oop, equity_ip) = found.ev[:, number], found.equity[:, number]
        cards.append({
            "line": line,
            "card": card,
            "probability": known(found.probability[number]),
            "ev_oop": known(ev_oop),
            "ev_ip": known(ev_ip),
            "equity_oop": known(equity_oop),
            "equity_ip": known(equity_ip),
            "player": player_name(found.player),
            "actions": [{"action": action, "token": token, "frequency": known(share)} for action, token, share in moves],
        })  # fmt: skip
    return cards


def hand_columns(line: str, node: NodeReport) -> list[dict[str, Any]]:
    """Each hand of both players that can be at a kept line."""
    rows = []
    for player, name in enumerate(PLAYER_NAMES):
        acts = player == node.player
        for hand in np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0)).tolist():
            rows.append({
                "line": line,
                "player": name,
                "hand": node.hands[hand],
                "combos": float(node.reach[player, hand]),
                "ev": known(node.ev[player, hand]),
                "equity": known(node.equity[player, hand]),
                "frequencies": [known(share) for share in node.strategy[:, hand].tolist()] if acts else None,
            })  # fmt: skip
    return rows


def kept_columns(root: RootValues, policy: Policy, lines: Lines, cards: Lines, hands: Lines) -> dict[str, Any]:
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
    found = {line: follow(root, pieces) for line, pieces in lines.items()}
    return {line: public for line, public in found.items() if public is not None}


def player_name(player: int | None) -> str | None:
    """``OOP`` or ``IP``; None if no player is to act."""
    return None if player is None else PLAYER_NAMES[player]
