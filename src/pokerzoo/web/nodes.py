"""Nodes of a spot as they are sent: numbers in five digits, None for NaN, the way there with all that branches off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.poker.draws import draws, made_hands
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation import NextCards, NodeReport, SpotReport
from pokerzoo.evaluation.spots.node_comparison import NodeComparison
from pokerzoo.evaluation.spots.spot_lines import line_of, walk_line

Floats: TypeAlias = npt.NDArray[np.float64]
Json: TypeAlias = dict[str, Any]

DIGITS = 5
"""Significant digits of what is sent: more than can be seen, and half of the bytes."""
POINTS = 101
"""Points of a distribution of equity."""
MOST_CHANGED = 50
"""Hands that a comparison names."""


def compact(values: npt.ArrayLike) -> Any:
    """Numbers in five digits as plain lists; None for NaN."""
    array = np.asarray(values, dtype=np.float64)
    known = np.isfinite(array) & (array != 0)
    size = np.zeros(array.shape)
    size[known] = np.floor(np.log10(np.abs(array[known])))
    scale = 10.0 ** np.clip(DIGITS - 1 - size, -12, 12)
    rounded = np.round(array * scale) / scale
    rounded = np.where(known, rounded, np.where(array == 0, 0.0, array))
    if np.isnan(array).any():
        listed = rounded.astype(object)
        listed[np.isnan(array)] = None
        return listed.tolist()
    return rounded.tolist()


def node_json(report: SpotReport, line: str) -> Json:
    """All of a node."""
    way = list(walk_line(report.game, line))
    node = report.report(way[-1])
    public = node.public
    rows = zip(_actions(report, public, node.frequencies), node.action_combos, node.mean_action_ev, strict=True)
    return {
        **_head(report, node),
        "steps": list(_steps(report, way)),
        "actions": [{**action, "combos": compact(combos), "ev": compact(ev)} for action, combos, ev in rows],
        "reach": compact(node.reach),
        "share": compact(node.share),
        "equity": compact(node.equity),
        "ev": compact(node.ev),
        "strategy": compact(node.strategy),
        "action_ev": compact(node.action_ev),
        "ev_lost": compact(node.ev_lost) if node.player is not None else [],
        "made": made_hands(public.board, np.array(report.game.rules.hands)).tolist(),
        "draws": draws(public.board, np.array(report.game.rules.hands)).tolist(),
        "distribution": compact(node.equity_distribution(POINTS)),
    }


def cards_json(report: SpotReport, line: str) -> Json:
    """What each next card changes."""
    found: NextCards = report.next_cards(line)
    return {
        "line": found.line,
        "words": line_heading(found.line),
        "pot": found.public.pot,
        "player": found.player,
        "actions": [
            {"token": token, "name": name, "colour": colour, "frequency": compact(mean)}
            for token, name, colour, mean in zip(
                found.tokens, found.actions, action_colours(found.tokens), found.mean_frequencies, strict=True
            )
        ],
        "cards": list(found.cards),
        "probability": compact(found.probability),
        "equity": compact(found.equity),
        "ev": compact(found.ev),
        "frequencies": compact(found.frequencies),
        "mean_equity": compact(found.mean_equity),
        "mean_ev": compact(found.mean_ev),
    }


def comparison_json(report: SpotReport, other: SpotReport, found: NodeComparison) -> Json:
    """Two nodes side by side."""
    node = found.node
    weight = np.zeros(len(found.hands)) if node.player is None else node.share[node.player, found.places[0]]
    change = np.where(np.isnan(found.distance), 0.0, found.distance) * weight
    order = [hand for hand in np.argsort(-change, kind="stable")[:MOST_CHANGED].tolist() if change[hand] > 0]
    return {
        "node": _head(report, node),
        "other": _head(other, found.other),
        "actions": [
            {"token": token, "name": name, "colour": colour, "frequencies": compact(row)}
            for token, name, colour, row in zip(
                found.tokens, found.names, _all_colours(found), found.frequencies.T, strict=True
            )
        ],
        "mean_distance": compact(found.mean_distance),
        "hands": [
            {"hand": found.hands[hand], "distance": compact(found.distance[hand]), "share": compact(weight[hand])}
            for hand in order
        ],
    }


def _head(report: SpotReport, node: NodeReport) -> Json:
    public = node.public
    names = ("combos", "equity", "ev", "pot_share")
    means = (node.combos, node.mean_equity, node.mean_ev, node.mean_pot_share)
    return {
        "line": node.line,
        "words": line_heading(node.line),
        "board": _card_names(report, public),
        "pot": public.pot,
        "to_call": node.to_call,
        "stacks": _stacks(report, public),
        "player": node.player,
        "card_due": node.card_due,
        "over": public.is_over,
        "probability": compact(node.probability),
        "players": [dict(zip(names, row, strict=True)) for row in zip(*map(compact, means), strict=True)],
    }


def _steps(report: SpotReport, way: list[PublicState]) -> Iterator[Json]:
    """What could be chosen at each public state on the way, and what was."""
    for public, after in zip(way, [*way[1:], None], strict=True):
        dealt = _card_names(report, after)[-1] if after is not None and public.card_due else None
        yield {
            "line": line_of(public),
            "kind": "card" if public.card_due else "end" if public.is_over else "decision",
            "player": public.actor if public.moves else None,
            "pot": public.pot,
            "stacks": _stacks(report, public),
            "board": _card_names(report, public),
            "actions": _actions(report, public, report.frequencies(public)),
            "chosen": _chosen(public, after),
            "card": dealt,
        }


def _chosen(public: PublicState, after: PublicState | None) -> int | None:
    if after is None or not public.moves:
        return None
    return next(k for k in range(len(public.moves)) if public.after(k) == after)


def _actions(report: SpotReport, public: PublicState, frequencies: Floats) -> list[Json]:
    rows = zip(public.tokens, public.legal_actions, action_colours(public.tokens), compact(frequencies), strict=True)
    return [
        {
            "token": token,
            "name": public.action_name(action),
            "colour": colour,
            "line": line_of(public.after(k)),
            "frequency": frequency,
            "pot_percent": _percent(public, public.after(k)) if token[0] in "br" else None,
        }
        for k, (token, action, colour, frequency) in enumerate(rows)
    ]


def _percent(public: PublicState, after: PublicState) -> float:
    """What a bet or raise adds beyond the call, in percent of the pot after the call."""
    added = after.contributions[public.actor] - public.contributions[public.actor]
    percent: float = compact(100 * (added - public.to_call) / (public.pot + public.to_call))
    return percent


def _stacks(report: SpotReport, public: PublicState) -> list[float | None]:
    rules = report.game.rules
    if rules.stack is None:
        return [None, None]
    left = (rules.antes[player] + rules.stack - public.contributions[player] for player in range(2))
    return [float(compact(amount)) for amount in left]


def _card_names(report: SpotReport, public: PublicState) -> list[str]:
    return [report.game.rules.deck[card] for card in public.board]


def _all_colours(found: NodeComparison) -> list[str]:
    """One colour an action, of both nodes' actions together: the sizes in order."""
    order = sorted(found.tokens, key=lambda token: float(token[1:] or 0))
    colours = dict(zip(order, action_colours(order), strict=True))
    return [colours[token] for token in found.tokens]
