"""Push/fold before the flop: the small blind goes all-in or folds, and the big blind calls or folds.

``preflop_holdem`` with all-in as its one raise. Tables of up to nine players are in ``push_fold_table.py``.
"""

from __future__ import annotations

from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameter_words import shown_as

from .holdem_parameters import PARAMETERS
from .holdem_rules import RUN_OUT, check_blinds, holdem_rules
from .preflop_holdem import PreflopHoldemGame


class PushFoldGame(PreflopHoldemGame):
    """Push/fold before the flop; ``make_game("push_fold", ...)`` makes one."""

    title = "Push or fold"
    about = "Before the flop the small blind goes all-in or folds, and the big blind calls or folds."


@shown_as(PARAMETERS)
def make_push_fold(
    blinds: tuple[float, float] = (0.5, 1), stack: float | tuple[float, float] = 10, ante: float = 0
) -> PushFoldGame:
    """Push/fold before the flop: ``preflop_holdem`` in which the small blind goes all-in or folds.

    Args:
        blinds: the small and the big blind. The small one may be 0, and must be below the big one.
        stack: chips of the players before blinds and antes are posted: a number for both, or one each.
        ante: chips that each player antes.
    """
    parameters = locals()
    if check_blinds(blinds, None)[0] == float(blinds[1]):
        raise ParameterError("blinds", blinds, "the small blind must be below the big one, so that it has something to call")
    params, rules = holdem_rules(parameters, last_street="preflop", showdown=RUN_OUT, chip=0.1, raise_sizes="a", removed=("c",))
    return PushFoldGame("push_fold", params, rules)
