"""Agents: the CFR family, policies, and baselines."""

from .agent import Agent, PolicyAgent
from .baselines import BASELINES, baseline_policy, best_response_policy, make_agent
from .bet_fold import ProfileRegretMatching, SymmetricRegretMatching
from .cfr import CFR
from .locks import lock_node
from .policy import Policy, TabularPolicy
from .policy_file import PolicyFileError
from .regret_matching import RegretMatching
from .variants import VARIANTS, Variant

__all__ = [
    "BASELINES",
    "CFR",
    "VARIANTS",
    "Agent",
    "Policy",
    "PolicyAgent",
    "PolicyFileError",
    "ProfileRegretMatching",
    "RegretMatching",
    "SymmetricRegretMatching",
    "TabularPolicy",
    "Variant",
    "baseline_policy",
    "best_response_policy",
    "lock_node",
    "make_agent",
]
