"""The rows of a solved spot: the tables, their columns, and how they are computed. docs/sweep_tables.md defines each.

No number of a row is NaN or infinite: what is not known, or does not exist, is null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.run_outs import FullBoards
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.sized_lines import Piece, action_names, follow_line
from pokerzoo.envs.poker.spot_lines import line_of
from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation.spots.node_parts import number_or_none
from pokerzoo.jobs.work import Rows

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerzoo.agents import TabularPolicy
    from pokerzoo.evaluation.spots.node_report import NodeReport
    from pokerzoo.evaluation.spots.spot_report import SpotReport


@dataclass(frozen=True, eq=False)
class RootValues:
    """The start of a spot under the average policy of a solver. Means and frequencies are as in ``NodeReport``."""

    game: HoldemGame
    measurement: Measurement
    net: Floats
    equity: Floats
    combos: Floats
    frequencies: Floats
    action_net: Floats


def root_values(game: HoldemGame, solver: CFR) -> RootValues:
    """The start of a spot that was solved."""
    if len(game.rules.deck.board) == 5:
        return of_river(game, solver)
    from pokerzoo.evaluation.spots.spot_report import SpotReport  # starts of rivers do without it

    root = SpotReport(game, solver.average_policy()).at()
    return RootValues(
        game, solver.measure(), root.mean_net, root.mean_equity, root.combos, root.frequencies, root.mean_action_net
    )


def of_river(game: HoldemGame, solver: CFR) -> RootValues:
    """Compute them from the rows of a solver on a river."""
    rules, evaluator, measurement = game.rules, solver._evaluator, solver.measure()
    assert isinstance(evaluator, Evaluator)
    form, rows = evaluator.form, evaluator.shares
    actions = len(rules.root.line.moves)
    taken = unpack_rows(form.lanes, rows[0], form.num_lanes)[1 : 1 + actions].astype(np.float64)
    worth = form.root_reach[0] * evaluator.utilities(0, rows)[1 : 1 + actions]  # times the probability of the hand
    weights, dealable = rules.ranges.weight_rows, rules.ranges.dealable_rows
    joint = weights * rules.ranges.opposing_rows
    share = joint[0] / joint[0].sum()
    held = (taken * share).sum(axis=1)
    chips = (taken * worth).sum(axis=1)
    ahead = FullBoards(game).ahead((), weights * dealable)
    return RootValues(
        game=game,
        measurement=measurement,
        net=measurement.values,
        equity=0.5 + 0.5 * (weights * dealable * ahead).sum(axis=1) / joint.sum(axis=1),
        combos=(weights * dealable).sum(axis=1),
        frequencies=held,
        action_net=np.divide(chips, held, out=np.full(actions, np.nan), where=held > 0),
    )


Row: TypeAlias = dict[str, Any]
Lines: TypeAlias = dict[str, tuple[Piece, ...]]
"""Lines that are kept, as they were written, and read."""
Policy: TypeAlias = "Callable[[], TabularPolicy]"

PLAYERS = tuple(name.lower() for name in SEATS)
"""Players as the names of columns have them."""
VALUES = tuple(f"{what}_{name}" for what in ("net", "equity") for name in PLAYERS)
RANGES = (*VALUES, *(f"{what}_{name}" for what in ("eqr", "combos") for name in PLAYERS))
TABLES: dict[str, dict[str, str]] = {
    "spots": {
        "key": "string", "index": "int64", "error": "string", "weight": "int64", "board": "string",
        **{name: {"int": "int32", "bool": "bool"}.get(kind, "string") for name, kind in TEXTURE_COLUMNS.items()},
        "pot": "double", "stack": "double", "ranges": "string", "rake": "string", "sizes": "string", "iterations": "int64",
        **dict.fromkeys(("exploitability", "exploitability_percent", *RANGES, "deals"), "double"),
    },
    "nodes": {
        "key": "string", "line": "string", "tokens": "string", "player": "string",
        **dict.fromkeys(("pot", "to_call", "probability", *RANGES), "double"),
    },
    "actions": {
        "key": "string", "line": "string", "action": "string", "token": "string", "frequency": "double", "net": "double",
    },
    "next_cards": {
        "key": "string", "line": "string", "card": "string", **dict.fromkeys(("probability", *VALUES), "double"),
        "player": "string", "action": "string", "token": "string", "frequency": "double",
    },
    "hands": {
        "key": "string", "line": "string", "player": "string", "hand": "string",
        **dict.fromkeys(("combos", "net", "equity"), "float"), "action": "string", "frequency": "float",
    },
}  # fmt: skip
"""The tables: their columns with their Arrow types."""
GROUPING = ("board", *TEXTURE_COLUMNS, "pot", "stack", "ranges", "rake", "sizes")
"""Columns that the explorer offers to group by."""


@cache
def schema_of(table: str) -> pa.Schema:
    """The Arrow schema of a table."""
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in TABLES[table].items()])


def equity_realisation(net: float, equity: float, pot: float, put_in: float) -> float | None:
    """Equity realisation: the share of the pot that a range expects, divided by its equity."""
    return number_or_none((net + put_in) / (equity * pot)) if equity > 0 else None


def range_columns(public: PublicState, net: Floats, equity: Floats, combos: Floats) -> Row:
    """Columns of the players' ranges in a public state."""
    columns: Row = {}
    for player, name in enumerate(PLAYERS):
        mean, share = float(net[player]), float(equity[player])
        columns |= {
            f"net_{name}": number_or_none(mean),
            f"equity_{name}": number_or_none(share),
            f"eqr_{name}": equity_realisation(mean, share, public.line.pot, public.line.contributions[player]),
            f"combos_{name}": number_or_none(combos[player]),
        }
    return columns


def root_columns(root: RootValues) -> Row:
    """The numbers of a spot."""
    percent = root.measurement.exploitability_pot_percent
    return {
        "exploitability": number_or_none(root.measurement.exploitability),
        "exploitability_percent": None if percent is None else number_or_none(percent),
        **range_columns(root.game.rules.root, root.net, root.equity, root.combos),
        "deals": pair_weight(root.game.rules),
    }


def node_row(line: str, public: PublicState, probability: float, net: Floats, equity: Floats, combos: Floats) -> Row:
    """A line as a row of ``nodes``."""
    player = actor_name(public)
    return {
        "line": line,
        "tokens": line_of(public),
        "player": player,
        "pot": public.line.pot,
        "to_call": 0.0 if player is None else public.line.to_call,
        "probability": number_or_none(probability),
        **range_columns(public, net, equity, combos),
    }


def action_rows(line: str, public: PublicState, frequencies: Floats, values: Floats) -> list[Row]:
    """A row for each action of the player to act."""
    moves = zip(action_names(public.line), public.line.tokens, frequencies.tolist(), values.tolist(), strict=True)
    return [
        {"line": line, "action": action, "token": token, "frequency": number_or_none(frequency), "net": number_or_none(net)}
        for action, token, frequency, net in moves
    ]


def next_card_rows(line: str, report: SpotReport, public: PublicState) -> list[Row]:
    """A row for each card that may come after a line, and each action after it; where nobody acts then, a row a card."""
    from pokerzoo.evaluation.spots.next_cards import next_cards

    cards = next_cards(report, public)
    after = public.deal(report.values.cards_due(public)[0])
    moves = [*enumerate(zip(action_names(after.line), cards.tokens, strict=True))]
    rows: list[Row] = []
    for number, card in enumerate(cards.cards):
        of_card = {"line": line, "card": card, "probability": number_or_none(cards.probability[number])}
        of_card |= {
            f"{what}_{name}": number_or_none(value)
            for what, numbers in (("net", cards.net), ("equity", cards.equity))
            for name, value in zip(PLAYERS, numbers[:, number], strict=True)
        }
        of_card["player"] = actor_name(after)
        rows += [
            of_card | {"action": action, "token": token, "frequency": number_or_none(cards.frequencies[k, number])}
            for k, (action, token) in moves
        ] or [of_card]
    return rows


def hand_rows(line: str, node: NodeReport) -> list[Row]:
    """A row for each hand at a line and each action; of the player who does not act, a row a hand."""
    names = action_names(node.public.line)
    rows: list[Row] = []
    for player, name in enumerate(SEATS):
        acts = player == node.player
        for hand in np.flatnonzero((node.reach[player] > 0) & (node.opponent_reach[player] > 0)).tolist():
            of_hand = {
                "line": line,
                "player": name,
                "hand": node.hands[hand],
                "combos": float(node.reach[player, hand]),
                "net": number_or_none(node.net[player, hand]),
                "equity": number_or_none(node.equity[player, hand]),
            }
            shares = zip(names, node.strategy[:, hand].tolist(), strict=True) if acts else ()
            rows += [of_hand | {"action": action, "frequency": number_or_none(share)} for action, share in shares] or [of_hand]
    return rows


def kept_rows(root: RootValues, policy: Policy, lines: Lines, cards: Lines, hands: Lines) -> Rows:
    """The rows of all tables but the first; lines that the spot does not have are left out."""
    start = root.game.rules.root
    rows: Rows = {
        "nodes": [node_row("", start, 1.0, root.net, root.equity, root.combos)],
        "actions": action_rows("", start, root.frequencies, root.action_net),
    }
    if not (lines or cards or hands):
        return rows
    from pokerzoo.evaluation.spots.spot_report import SpotReport

    report = SpotReport(root.game, policy())
    nodes = {line: report.report(public) for line, public in _there(start, lines).items()}
    for line, node in nodes.items():
        rows["nodes"].append(node_row(line, node.public, node.probability, node.mean_net, node.mean_equity, node.combos))
        rows["actions"] += action_rows(line, node.public, node.frequencies, node.mean_action_net)
    if cards:
        due = {line: public for line, public in _there(start, cards).items() if public.card_due}
        rows["next_cards"] = [row for line, public in due.items() for row in next_card_rows(line, report, public)]
    if hands:
        there = _there(start, hands).items()
        tables = {line: nodes[line] if line in nodes else report.report(public) for line, public in there}
        rows["hands"] = [row for line, node in tables.items() for row in hand_rows(line, node)]
    return rows


def _there(root: PublicState, lines: Lines) -> Mapping[str, PublicState]:
    states = {line: follow_line(root, pieces) for line, pieces in lines.items()}
    return {line: public for line, public in states.items() if public is not None}


def actor_name(public: PublicState) -> str | None:
    """``OOP`` or ``IP``; None if no player is to act."""
    return SEATS[public.actor] if public.line.moves else None
