"""Evaluation: exact values and exploitability, linear programs, head-to-head."""

from pokerzoo.agents import BatchedAgent, HandsPolicy, profile, tabulate
from pokerzoo.evaluation.acpc.acpc_games import acpc_game
from pokerzoo.evaluation.acpc.acpc_log import AcpcLog, AcpcLogFile, read_acpc_log
from pokerzoo.evaluation.acpc.acpc_strings import AcpcError, AcpcState, from_acpc, to_acpc
from pokerzoo.evaluation.acpc.slumbot_strings import from_slumbot, to_slumbot
from pokerzoo.evaluation.benchmark.bench_picture import benchmark_picture
from pokerzoo.evaluation.benchmark.bench_rl import bench_rl
from pokerzoo.evaluation.benchmark.entrant import Entrant
from pokerzoo.evaluation.benchmark.games import benchmark_game
from pokerzoo.evaluation.benchmark.learners import Learner
from pokerzoo.evaluation.benchmark.results import BenchmarkResult, RLBenchmark
from pokerzoo.evaluation.hands.hand_log_reader import Hand, HandFile, HandLogError, read_hands, replay, rescore
from pokerzoo.evaluation.hands.phh_format import PhhError
from pokerzoo.evaluation.hands.phh_reader import PhhFile, PhhHand, from_phh, read_phh
from pokerzoo.evaluation.hands.phh_writer import join_phh, to_phh
from pokerzoo.evaluation.matches.aivat import AivatVariance, aivat_estimates, aivat_variance
from pokerzoo.evaluation.matches.hand_log import HandLog
from pokerzoo.evaluation.matches.head_to_head import head_to_head
from pokerzoo.evaluation.matches.match_result import MatchResult
from pokerzoo.evaluation.matches.round_robin import CrossTable, round_robin
from pokerzoo.evaluation.measures.bet_fold_measures import (
    BET_FOLD_ARTICLE,
    BetFoldGain,
    bet_fold_gain,
    bet_fold_thresholds,
    threshold_strategy,
)
from pokerzoo.evaluation.measures.equities import Equity, PlayerEquity, equity
from pokerzoo.evaluation.measures.exact import (
    BestResponse,
    best_response,
    expected_values,
    exploitability,
    measure,
    nash_conv,
)
from pokerzoo.evaluation.measures.exploitability_report import ExploitabilityReport, exploitability_report
from pokerzoo.evaluation.measures.intervals import ConfidenceSequence, Interval
from pokerzoo.evaluation.measures.linear_program import Equilibrium, solve_lp
from pokerzoo.evaluation.measures.local_best_response import LocalBestResponse, lbr_policy, local_best_response
from pokerzoo.evaluation.measures.openspiel import from_openspiel, openspiel_game, openspiel_states, to_openspiel
from pokerzoo.evaluation.measures.push_fold_measures import (
    PushFoldGains,
    PushFoldThresholds,
    push_fold_gains,
    push_fold_thresholds,
)
from pokerzoo.evaluation.pages.report import Report, html_report, make_report
from pokerzoo.evaluation.pages.report_page import ReportPicture
from pokerzoo.evaluation.pictures.equity_picture import equity_picture
from pokerzoo.evaluation.pictures.figures import alt_text, png_bytes
from pokerzoo.evaluation.pictures.game_tree_picture import game_tree_picture
from pokerzoo.evaluation.pictures.leaks_picture import leaks_picture
from pokerzoo.evaluation.pictures.next_card_picture import next_card_picture
from pokerzoo.evaluation.pictures.pictures import bet_fold_picture, convergence_picture, cross_table_picture
from pokerzoo.evaluation.pictures.push_fold_pictures import push_fold_picture, push_fold_stacks_picture
from pokerzoo.evaluation.pictures.range_grid import range_grid_picture
from pokerzoo.evaluation.pictures.strategy_picture import strategy_picture
from pokerzoo.evaluation.pictures.trajectory import Trajectory, trajectory_picture
from pokerzoo.evaluation.reference.reference_results import load_reference
from pokerzoo.evaluation.runs.runs_picture import runs_picture
from pokerzoo.evaluation.runs.spread import Spread
from pokerzoo.evaluation.runs.training import Training
from pokerzoo.evaluation.runs.training_runs import FailedRun, TrainingRuns, training_runs
from pokerzoo.evaluation.spots.leaks import Leak, Leaks, leaks
from pokerzoo.evaluation.spots.line_leaks import HandClassLeak, LineLeaks
from pokerzoo.evaluation.spots.next_cards import NextCards
from pokerzoo.evaluation.spots.spot_report import NodeReport, SpotReport
from pokerzoo.evaluation.sweeps.aggregate import Aggregate
from pokerzoo.evaluation.sweeps.aggregate_picture import aggregate_picture
from pokerzoo.evaluation.sweeps.dataset import read_dataset
from pokerzoo.evaluation.sweeps.entry_points import make_dataset, sweep
from pokerzoo.evaluation.sweeps.sql import Answer
from pokerzoo.evaluation.sweeps.sweep import Sweep

__all__ = [
    "BET_FOLD_ARTICLE",
    "AcpcError",
    "AcpcLog",
    "AcpcLogFile",
    "AcpcState",
    "Aggregate",
    "AivatVariance",
    "Answer",
    "BatchedAgent",
    "BenchmarkResult",
    "BestResponse",
    "BetFoldGain",
    "ConfidenceSequence",
    "CrossTable",
    "Entrant",
    "Equilibrium",
    "Equity",
    "ExploitabilityReport",
    "FailedRun",
    "Hand",
    "HandClassLeak",
    "HandFile",
    "HandLog",
    "HandLogError",
    "HandsPolicy",
    "Interval",
    "Leak",
    "Leaks",
    "Learner",
    "LineLeaks",
    "LocalBestResponse",
    "MatchResult",
    "NextCards",
    "NodeReport",
    "PhhError",
    "PhhFile",
    "PhhHand",
    "PlayerEquity",
    "PushFoldGains",
    "PushFoldThresholds",
    "RLBenchmark",
    "Report",
    "ReportPicture",
    "SpotReport",
    "Spread",
    "Sweep",
    "Training",
    "TrainingRuns",
    "Trajectory",
    "acpc_game",
    "aggregate_picture",
    "aivat_estimates",
    "aivat_variance",
    "alt_text",
    "bench_rl",
    "benchmark_game",
    "benchmark_picture",
    "best_response",
    "bet_fold_gain",
    "bet_fold_picture",
    "bet_fold_thresholds",
    "convergence_picture",
    "cross_table_picture",
    "equity",
    "equity_picture",
    "expected_values",
    "exploitability",
    "exploitability_report",
    "from_acpc",
    "from_openspiel",
    "from_phh",
    "from_slumbot",
    "game_tree_picture",
    "head_to_head",
    "html_report",
    "join_phh",
    "lbr_policy",
    "leaks",
    "leaks_picture",
    "load_reference",
    "local_best_response",
    "make_dataset",
    "make_report",
    "measure",
    "nash_conv",
    "next_card_picture",
    "openspiel_game",
    "openspiel_states",
    "png_bytes",
    "profile",
    "push_fold_gains",
    "push_fold_picture",
    "push_fold_stacks_picture",
    "push_fold_thresholds",
    "range_grid_picture",
    "read_acpc_log",
    "read_dataset",
    "read_hands",
    "read_phh",
    "replay",
    "rescore",
    "round_robin",
    "runs_picture",
    "solve_lp",
    "strategy_picture",
    "sweep",
    "tabulate",
    "threshold_strategy",
    "to_acpc",
    "to_openspiel",
    "to_phh",
    "to_slumbot",
    "training_runs",
    "trajectory_picture",
]
