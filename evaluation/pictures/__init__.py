"""Pictures of strategies, ranges, runs and matches, as matplotlib figures."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.envs.drawing.figures import alt_text as alt_text
    from pokerzoo.envs.drawing.figures import png_bytes as png_bytes
    from pokerzoo.evaluation.experiments.picture import experiment_picture as experiment_picture
    from pokerzoo.evaluation.pictures.game_trees import game_tree_picture as game_tree_picture
    from pokerzoo.evaluation.pictures.next_cards import next_card_picture as next_card_picture
    from pokerzoo.evaluation.pictures.pictures import bet_fold_picture as bet_fold_picture
    from pokerzoo.evaluation.pictures.pictures import convergence_picture as convergence_picture
    from pokerzoo.evaluation.pictures.pictures import cross_table_picture as cross_table_picture
    from pokerzoo.evaluation.pictures.preflop_pictures import preflop_picture as preflop_picture
    from pokerzoo.evaluation.pictures.push_fold_pictures import push_fold_stacks_picture as push_fold_stacks_picture
    from pokerzoo.evaluation.pictures.range_picture import range_grid_picture as range_grid_picture
    from pokerzoo.evaluation.pictures.strategies import strategy_picture as strategy_picture
    from pokerzoo.evaluation.pictures.trajectory import Trajectory as Trajectory
    from pokerzoo.evaluation.pictures.trajectory import trajectory_picture as trajectory_picture
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
