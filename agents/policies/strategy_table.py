"""The strategy of some infosets as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.infosets import Infoset
from pokerzoo.envs.support.tables import Column, Table

from .policy import TabularPolicy

MOST_ACTIONS = 6
"""With more names of actions than this a table has them all in one column."""


def strategy_table(policy: TabularPolicy, rows: Sequence[Infoset], caption: str, *, in_words: bool = False) -> Table:
    """Infosets with the probability of each action; ``-`` where an action is not legal; many actions share one column."""
    fields = [policy.game.infoset_fields(row.key) for row in rows] if in_words else []
    columns: list[tuple[Column, Any]] = [(Column("infoset"), [row.key for row in rows])]
    if in_words:
        columns.append((Column("when", words=True), [field.when or line_heading(field.line) for field in fields]))
    names = list(dict.fromkeys(name for row in rows for name in row.action_names))
    if len(names) > MOST_ACTIONS:
        texts = ["  ".join(f"{name} {p:.4f}" for name, p in policy[row.key].items()) for row in rows]
        columns.append((Column("probability of each action", words=True), texts))
    else:
        columns += [(Column(name, ".4f"), [policy[row.key].get(name) for row in rows]) for name in names]
    return Table.by_column(caption, columns)
