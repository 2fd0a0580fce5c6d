"""Push/fold: all-in or fold before the flop, for two to nine players."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.push_fold_solver import PushFoldDecision as PushFoldDecision
    from pokerzoo.agents.cfr.push_fold_solver import PushFoldSeat as PushFoldSeat
    from pokerzoo.agents.cfr.push_fold_solver import PushFoldSolution as PushFoldSolution
    from pokerzoo.agents.cfr.push_fold_solver import PushFoldSolver as PushFoldSolver
    from pokerzoo.agents.cfr.push_fold_solver import solve_push_fold as solve_push_fold
    from pokerzoo.envs.games.push_fold_table import PushFoldTable as PushFoldTable
    from pokerzoo.envs.games.push_fold_table import push_fold_table as push_fold_table
    from pokerzoo.evaluation.measures.push_fold_measures import PushFoldThresholds as PushFoldThresholds
    from pokerzoo.evaluation.measures.push_fold_measures import push_fold_thresholds as push_fold_thresholds
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
