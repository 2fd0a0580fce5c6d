"""The base of trainers that are kinds of CFR: a variant, players who update in turn or not, and regrets in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import NO_VALUE
from pokerzoo.envs.support.memory import check_fits

from .trainer import Trainer

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.variants import Variant

BYTES_A_ROW = 200
"""Of ``columns``: Python's objects and references, and four numbers; infosets' keys are shared by their rows."""


class CFRTrainer(Trainer):
    """A trainer that is a kind of CFR.

    Attributes:
        variant: the row of ``variants.VARIANTS`` in use.
    """

    variant: Variant
    _alternating: bool = False

    def __init__(self, game: Game, variant: Variant, seed: int | None, draws: bool) -> None:
        """See ``Trainer``; ``variant`` is the row in use."""
        super().__init__(game, seed, draws)
        self.variant = variant

    @property
    def _name(self) -> str:
        return f"{type(self).__name__} {self.variant.name}"

    def _metadata(self, kind: str) -> dict[str, Any]:
        first = {"strategy": kind, "variant": self.variant.name}
        return first | super()._metadata(kind) | {"alternating": self._alternating}

    def regrets(self) -> Floats:
        """Cumulative (discounted) counterfactual regrets, float64 [entries], in the order of ``game.infosets``.

        In chips, each history weighted by the reach of chance, the hand's own chance included, and of the other players.

        ``columns`` has them with infoset and action.

        Raises:
            UnsupportedError: there are none in a table.
        """
        raise self._cannot("regrets()", NO_VALUE, "it keeps no table of regrets")

    def columns(self) -> dict[str, Any]:
        """Regrets, strategies and reaches as columns, a row an (infoset, action) pair in the order of ``game.infosets``.

        ``pandas.DataFrame(solver.columns())`` is a table of them.

        Returns:
            Columns by name, all of the same length. Lists: ``player``, ``infoset`` and ``action``. Arrays, float64
            [entries]: ``regret``, as ``regrets`` has it; ``strategy``, the probability in the next iteration; ``average``, the
            probability in the average strategy; ``reach``, how likely the player's own actions lead to the infoset under
            the average strategy.

        Raises:
            UnsupportedError: there is no table of regrets.
            ValueError: a spot whose rows do not fit in the memory that is free; ``SpotReport`` has one decision at a time.

        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> columns = CFR(make_game("kuhn"), "cfr").run(1).columns()
        >>> columns["infoset"][0], columns["action"][:2], columns["regret"][:2].round(3).tolist()
        ('J|', ['check', 'bet'], [-0.125, 0.125])
        """
        regrets = self.regrets()
        check_fits(f"a table of all infosets and actions of {short_name(self.game)}", BYTES_A_ROW * regrets.size)
        average = self.average_policy().probabilities
        rows = [(row.player, row.key, name) for row in self.game.infosets for name in row.action_names]
        players, keys, actions = ([row[k] for row in rows] for k in range(3))
        return {
            "player": players,
            "infoset": keys,
            "action": actions,
            "regret": regrets,
            "strategy": self.current_policy().probabilities,
            "average": average,
            "reach": self._reach(average),
        }

    def _reach(self, probabilities: Floats) -> Floats:
        """The player's own reach of each entry's infoset; 1 where all decide but once."""
        return np.ones(len(probabilities))
