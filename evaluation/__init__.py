"""Evaluation: exact values and exploitability, linear programs, head-to-head."""

# ruff: noqa: I001
from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    # in the order in which a reader needs them, which is that of the reference
    from pokerzoo.evaluation.measures.exact import exploitability as exploitability
    from pokerzoo.evaluation.measures.exact import nash_conv as nash_conv
    from pokerzoo.evaluation.measures.exact import measure as measure
    from pokerzoo.evaluation.measures.exact import expected_values as expected_values
    from pokerzoo.evaluation.measures.exact import best_response as best_response
    from pokerzoo.evaluation.measures.exact import BestResponse as BestResponse
    from pokerzoo.evaluation.measures.linear_program import solve_lp as solve_lp
    from pokerzoo.evaluation.measures.linear_program import Equilibrium as Equilibrium
    from pokerzoo.evaluation.measures.local_best_response import local_best_response as local_best_response
    from pokerzoo.evaluation.measures.local_best_response import LocalBestResponse as LocalBestResponse
    from pokerzoo.evaluation.matches.head_to_head import head_to_head as head_to_head
    from pokerzoo.evaluation.matches.match_result import MatchResult as MatchResult
    from pokerzoo.evaluation.matches.round_robin import round_robin as round_robin
    from pokerzoo.evaluation.matches.round_robin import CrossTable as CrossTable
    from pokerzoo.evaluation.matches.aivat import aivat_estimates as aivat_estimates
    from pokerzoo.evaluation.measures.intervals import Interval as Interval
    from pokerzoo.evaluation.measures.intervals import ConfidenceSequence as ConfidenceSequence
    from pokerzoo.evaluation.spots.spot_report import SpotReport as SpotReport
    from pokerzoo.evaluation.spots.node_report import NodeReport as NodeReport
    from pokerzoo.evaluation.spots.next_cards import NextCards as NextCards
    from pokerzoo.evaluation.spots.run_outs import RunOutReport as RunOutReport
    from pokerzoo.evaluation.spots.leaks import leaks as leaks
    from pokerzoo.evaluation.spots.leaks import Leaks as Leaks
    from pokerzoo.evaluation.spots.leaks import Leak as Leak
    from pokerzoo.evaluation.spots.leaks import LineLeaks as LineLeaks
    from pokerzoo.evaluation.pages.report import make_report as make_report
    from pokerzoo.evaluation.pages.report import Report as Report
    from pokerzoo.evaluation.pages.report_page import ReportPicture as ReportPicture
    from pokerzoo.evaluation.sweeps.sweep import sweep as sweep
    from pokerzoo.evaluation.sweeps.sweep import Sweep as Sweep
    from pokerzoo.evaluation.sweeps.aggregate import Aggregate as Aggregate
    from pokerzoo.evaluation.experiments.bench import bench as bench
    from pokerzoo.evaluation.experiments.experiment import Experiment as Experiment
    from pokerzoo.evaluation.experiments.experiment import LearnerResult as LearnerResult
    from pokerzoo.evaluation.experiments.experiment import Spread as Spread
    from pokerzoo.evaluation.experiments.learners import Entrant as Entrant
    from pokerzoo.evaluation.experiments.learners import Learner as Learner
    from pokerzoo.evaluation.measures.equities import equity as equity
    from pokerzoo.evaluation.measures.equities import Equity as Equity
    from pokerzoo.evaluation.measures.equities import PlayerEquity as PlayerEquity
    from pokerzoo.evaluation.measures.icm import icm as icm
    from pokerzoo.evaluation.measures.icm import IcmReport as IcmReport
    from pokerzoo.evaluation.measures.icm import PlayerPrize as PlayerPrize
    from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_thresholds as bet_fold_thresholds
    from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_gain as bet_fold_gain
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldGain as BetFoldGain
    from pokerzoo.evaluation.measures.bet_fold_measures import threshold_strategy as threshold_strategy
    from pokerzoo.evaluation.measures.bet_fold_measures import BET_FOLD_ARTICLE as BET_FOLD_ARTICLE
    from pokerzoo.agents.policies.openspiel import openspiel_game as openspiel_game
    from pokerzoo.agents.policies.openspiel import to_openspiel as to_openspiel
    from pokerzoo.agents.policies.openspiel import from_openspiel as from_openspiel
    from pokerzoo.agents.policies.openspiel import openspiel_states as openspiel_states
    from pokerzoo.evaluation.measures.reference_results import load_reference as load_reference
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
