"""Agents: the CFR family, policies, and baselines."""

from pokerzoo.agents.cfr.bet_fold_learners import ProfileRegretMatching, SymmetricRegretMatching
from pokerzoo.agents.cfr.cfr import CFR
from pokerzoo.agents.cfr.locks import lock_node
from pokerzoo.agents.cfr.matrix_regret_matching import MatrixRegretMatching
from pokerzoo.agents.cfr.mccfr import MCCFR
from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.agents.cfr.variants import VARIANTS, Variant, hs_dcfr, hs_pcfr_plus
from pokerzoo.agents.circuits.circuit_cfr import CircuitCFR
from pokerzoo.agents.mirror_descent.mmd import MMD
from pokerzoo.agents.neural.batched_ppo import BatchedPPO
from pokerzoo.agents.neural.deep_cfr import DeepCFR
from pokerzoo.agents.neural.neural_mmd import NeuralMMD
from pokerzoo.agents.neural.nfsp import NFSP
from pokerzoo.agents.neural.ppo import PPO
from pokerzoo.agents.neural.q_learning import QLearning
from pokerzoo.agents.neural.rl_agent import RLAgent
from pokerzoo.agents.neural.rnad import RNaD
from pokerzoo.agents.policies.agent import PolicyAgent
from pokerzoo.agents.policies.baselines import BASELINES, baseline_policy, best_response_policy
from pokerzoo.agents.policies.participants import as_agent, profile, tabulate
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.policies.policy_file import PolicyFileError
from pokerzoo.agents.policies.river_values import RiverBound, RiverValues
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.agents.policies.subgames import subgame
from pokerzoo.agents.policies.whole_hand_baselines import WHOLE_HAND_BASELINES, WholeHandBaseline
from pokerzoo.agents.training.checkpoint import CheckpointError
from pokerzoo.agents.training.metrics import JsonLinesLog, TensorBoardLog, metrics
from pokerzoo.agents.training.trainer import Trainer, UnsupportedError
from pokerzoo.envs.environments.playable import Agent, BatchedAgent, HandsPolicy, Playable, Policy

__all__ = [
    "BASELINES",
    "CFR",
    "MCCFR",
    "MMD",
    "NFSP",
    "PPO",
    "VARIANTS",
    "WHOLE_HAND_BASELINES",
    "Agent",
    "BatchedAgent",
    "BatchedPPO",
    "CheckpointError",
    "CircuitCFR",
    "DeepCFR",
    "GameLike",
    "HandsPolicy",
    "JsonLinesLog",
    "MatrixRegretMatching",
    "NeuralMMD",
    "Playable",
    "Policy",
    "PolicyAgent",
    "PolicyFileError",
    "ProfileRegretMatching",
    "QLearning",
    "RLAgent",
    "RNaD",
    "RiverBound",
    "RiverValues",
    "SpotPolicy",
    "SymmetricRegretMatching",
    "TabularPolicy",
    "TensorBoardLog",
    "Trainer",
    "UnsupportedError",
    "Variant",
    "WholeHandBaseline",
    "as_agent",
    "baseline_policy",
    "best_response_policy",
    "hs_dcfr",
    "hs_pcfr_plus",
    "lock_node",
    "metrics",
    "profile",
    "subgame",
    "tabulate",
]
