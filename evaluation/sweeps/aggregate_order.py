"""Order of groups and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pokerzoo.envs.poker.textures import CONNECTEDNESS, PAIRED, SUITS_OF_FLOP, SUITS_OF_MORE
from pokerzoo.envs.support.parameters import brief

from .aggregate import Aggregate

RANKS = "AKQJT98765432"
KINDS = ("fold", "check", "call", "bet", "raise")
ORDERS = (
    tuple(RANKS),
    (*SUITS_OF_FLOP.values(), *[suits for suits in SUITS_OF_MORE.values() if suits not in SUITS_OF_FLOP.values()]),
    tuple(PAIRED.values()),
    tuple(CONNECTEDNESS.values()),
)
"""Values of texture columns in their own order: ranks from the ace, suits from rainbow."""


def action_rank(name: str, sizes: Sequence[float]) -> tuple[int, bool, float, str]:
    """Fold, check, call, bets as they grow, raises as they grow; all-in is the last of its kind."""
    kind = name.partition(" ")[0]
    rank = KINDS.index(kind) if kind in KINDS else len(KINDS)
    return rank, name.endswith("all-in"), float(np.mean(sizes)), name


def key_order(keys: Sequence[tuple[Any, ...]], by: Sequence[str]) -> list[int]:
    """The groups in order, column by column."""
    ranks = [natural_ranks(name, [key[k] for key in keys]) for k, name in enumerate(by)]
    return sorted(range(len(keys)), key=lambda k: [rank[value] for rank, value in zip(ranks, keys[k], strict=True)])


def natural_ranks(name: str, values: Sequence[Any]) -> dict[Any, int]:
    """The place of each value: textures in their own order, boards from the ace, all else ascending; what is unknown is last.

    >>> natural_ranks("high_card", ["2", "A", "K", None])
    {'A': 0, 'K': 1, '2': 2, None: 3}
    >>> list(natural_ranks("board", ["5s5h2d", "KsJh2d", "AsTh3d"]))
    ['AsTh3d', 'KsJh2d', '5s5h2d', None]

    Raises:
        ValueError: lists, which no groups are made of.
    """
    if any(isinstance(value, list | dict) for value in values):
        raise ValueError(f"by={brief(name)}: its values are lists; must be plain values")
    there = set(values) - {None}
    known = next((order for order in ORDERS if there <= set(order)), ())
    if name in ("board", "ranks"):
        ascending = sorted(there, key=lambda cards: ([RANKS.find(card) for card in cards], cards))
    else:
        ascending = sorted(there, key=lambda value: known.index(value) if known else value)
    return {value: rank for rank, value in enumerate(ascending)} | {None: len(ascending)}


def in_order(found: Aggregate, sort: str | None) -> Aggregate:
    """The groups by a measure, the largest first, or by what they differ in; ``-`` in front reverses them."""
    if sort is None:
        return found
    name = sort.removeprefix("-")
    if name in found.by:
        values = [group[found.by.index(name)] for group in found.groups]
        ranks = natural_ranks(name, values)
        order = sorted(range(len(found)), key=lambda k: ranks[values[k]])
    else:
        column = {"spots": found.means.spots, "weight": found.means.weight}.get(name)
        values_there = found.means.mean[:, found.find(name, "sort")] if column is None else column
        order = np.argsort(-np.nan_to_num(np.asarray(values_there, dtype=np.float64), nan=-np.inf), kind="stable").tolist()
    order = order[::-1] if sort.startswith("-") else order
    return replace(found, groups=tuple(found.groups[k] for k in order), means=found.means.pick(order), sort=sort)
