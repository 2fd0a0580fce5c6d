"""Hold'em before the flop with raises, for two to nine players, push/fold among it: solved, measured, and used."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.preflop_deals import PreflopMeasurement as PreflopMeasurement
    from pokerzoo.agents.cfr.preflop_deals import measure_preflop as measure_preflop
    from pokerzoo.agents.cfr.preflop_deals import preflop_action_values as preflop_action_values
    from pokerzoo.agents.cfr.preflop_solver import PreflopSolver as PreflopSolver
    from pokerzoo.agents.cfr.push_fold_solver import PushFoldSolver as PushFoldSolver
    from pokerzoo.agents.policies.preflop_player import PreflopPlayer as PreflopPlayer
    from pokerzoo.agents.policies.preflop_policy import ChartMoves as ChartMoves
    from pokerzoo.agents.policies.preflop_policy import HandSpread as HandSpread
    from pokerzoo.agents.policies.preflop_policy import PreflopDecision as PreflopDecision
    from pokerzoo.agents.policies.preflop_policy import PreflopPolicy as PreflopPolicy
    from pokerzoo.agents.policies.preflop_policy import chart_moves as chart_moves
    from pokerzoo.agents.policies.preflop_policy import compare_preflop as compare_preflop
    from pokerzoo.envs.compiled.preflop_tree import PreflopSize as PreflopSize
    from pokerzoo.envs.compiled.preflop_tree import preflop_size as preflop_size
    from pokerzoo.envs.games.preflop import PreflopGame as PreflopGame
    from pokerzoo.envs.games.preflop import preflop_game as preflop_game
    from pokerzoo.envs.games.preflop import push_fold_table as push_fold_table
    from pokerzoo.evaluation.measures.push_fold_measures import PushFoldThresholds as PushFoldThresholds
    from pokerzoo.evaluation.measures.push_fold_measures import push_fold_thresholds as push_fold_thresholds
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
