"""A learner with its options: what runs of different games and seeds have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pokerzoo.envs.support.parameters import brief

from .learners import LearnerSource, find_learner


class Entrant:
    """A learner with its options, under a name: what takes part in the benchmark.

    Attributes:
        name: what it is called in tables and pictures.
        source: where it comes from.
        options: what it is made with beside game and seed: plain JSON values.

    Example:
        >>> from pokerzoo.evaluation import Entrant
        >>> Entrant("dcfr"), Entrant("mccfr_outcome", options={"epsilon": 0.4}).to_dict()["options"]
        (<Entrant dcfr>, {'epsilon': 0.4})
    """

    def __init__(self, learner: str, *, options: dict[str, Any] | None = None, name: str | None = None) -> None:
        """Find a learner.

        Args:
            learner: its name, a file (``mine.py``), or ``package.module:function``.
            options: plain JSON values.
            name: what to call it; None: the learner's name.

        Raises:
            ValueError: no such learner, file or option, a file that fails (it imports what is not installed, say), or a value
                that is not JSON.
        """
        self.source = find_learner(learner)
        self.name = name or self.source.name
        try:
            self.options: dict[str, Any] = json.loads(json.dumps(dict(options or {}), allow_nan=False))
        except (TypeError, ValueError):
            raise ValueError(f"options={brief(options)}: must be plain JSON values") from None
        self.source.check_options(self.options)

    def to_dict(self) -> dict[str, Any]:
        """The entrant as plain JSON values."""
        source = self.source
        return {
            "name": self.name,
            "learner": source.name,
            "address": source.address,
            "digest": source.digest,
            "options": self.options,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Entrant:
        """The entrant that ``to_dict`` described; its file is not read before it learns.

        Args:
            record: what ``to_dict`` returned.

        Raises:
            KeyError: something is missing.
        """
        entrant = object.__new__(cls)
        entrant.name = str(record["name"])
        entrant.source = LearnerSource(str(record["learner"]), str(record["address"]), record["digest"])
        entrant.options = dict(record["options"])
        return entrant

    def __repr__(self) -> str:
        return f"<Entrant {self.name}>"
