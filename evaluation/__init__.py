"""Evaluation: exact values and exploitability, linear programs, head-to-head."""

from .agent_policy import BatchedAgent, hands_policy, policy_from_agent
from .aivat import AivatVariance, aivat_estimates, aivat_variance
from .bet_fold import DeviationGain, bet_fold_deviation_gain, bet_fold_thresholds
from .exact import BestResponse, best_response, expected_values, exploitability, nash_conv
from .exploitability_report import ExploitabilityReport, exploitability_report
from .figures import alt_text, png_bytes
from .game_tree_picture import game_tree_picture
from .hand_log import HandLog
from .hand_log_reader import HandLogError, read_hands, replay, rescore
from .head_to_head import head_to_head
from .intervals import ConfidenceSequence, Interval
from .linear_program import Equilibrium, solve_lp
from .local_best_response import LocalBestResponse, lbr_policy, local_best_response
from .match_result import MatchResult
from .openspiel import openspiel_game, to_openspiel
from .phh_export import to_phh
from .phh_format import PhhError
from .phh_import import from_phh, read_phh
from .pictures import bet_fold_picture, convergence_picture, cross_table_picture
from .range_grid import range_grid_picture
from .round_robin import CrossTable, round_robin
from .spot import NodeReport, SpotReport
from .strategy_picture import strategy_picture
from .tabulate import HandsPolicy, profile, tabulate
from .trajectory import Trajectory, trajectory_picture

__all__ = [
    "AivatVariance",
    "BatchedAgent",
    "BestResponse",
    "ConfidenceSequence",
    "CrossTable",
    "DeviationGain",
    "Equilibrium",
    "ExploitabilityReport",
    "HandLog",
    "HandLogError",
    "HandsPolicy",
    "Interval",
    "LocalBestResponse",
    "MatchResult",
    "NodeReport",
    "PhhError",
    "SpotReport",
    "Trajectory",
    "aivat_estimates",
    "aivat_variance",
    "alt_text",
    "best_response",
    "bet_fold_deviation_gain",
    "bet_fold_picture",
    "bet_fold_thresholds",
    "convergence_picture",
    "cross_table_picture",
    "expected_values",
    "exploitability",
    "exploitability_report",
    "from_phh",
    "game_tree_picture",
    "hands_policy",
    "head_to_head",
    "lbr_policy",
    "local_best_response",
    "nash_conv",
    "openspiel_game",
    "png_bytes",
    "policy_from_agent",
    "profile",
    "range_grid_picture",
    "read_hands",
    "read_phh",
    "replay",
    "rescore",
    "round_robin",
    "solve_lp",
    "strategy_picture",
    "tabulate",
    "to_openspiel",
    "to_phh",
    "trajectory_picture",
]
