"""Agents: the CFR family, policies, and baselines."""

from .agent import Agent, PolicyAgent
from .baselines import BASELINES, baseline_policy, best_response_policy, make_agent
from .bet_fold import ProfileRegretMatching, SymmetricRegretMatching
from .cfr import CFR
from .checkpoint import CheckpointError
from .circuit_games import CircuitCFR
from .deep_cfr import DeepCFR
from .locks import lock_node
from .mccfr import MCCFR
from .metrics import JsonLinesLog, TensorBoardLog, metrics
from .nfsp import NFSP
from .policy import Policy, TabularPolicy
from .policy_file import PolicyFileError
from .regret_matching import RegretMatching
from .rl_agent import RLAgent
from .variants import VARIANTS, Variant, hs_dcfr, hs_pcfr_plus

__all__ = [
    "BASELINES",
    "CFR",
    "MCCFR",
    "NFSP",
    "VARIANTS",
    "Agent",
    "CheckpointError",
    "CircuitCFR",
    "DeepCFR",
    "JsonLinesLog",
    "Policy",
    "PolicyAgent",
    "PolicyFileError",
    "ProfileRegretMatching",
    "RLAgent",
    "RegretMatching",
    "SymmetricRegretMatching",
    "TabularPolicy",
    "TensorBoardLog",
    "Variant",
    "baseline_policy",
    "best_response_policy",
    "hs_dcfr",
    "hs_pcfr_plus",
    "lock_node",
    "make_agent",
    "metrics",
]
