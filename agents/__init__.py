"""Agents: the CFR family, policies, and baselines."""

from typing import TYPE_CHECKING, Any

from pokerzoo.agents.policies.solved_when_asked import register_resolving_policy
from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.bet_fold_learners import SymmetricRegretMatching as SymmetricRegretMatching
    from pokerzoo.agents.cfr.cfr import CFR as CFR
    from pokerzoo.agents.cfr.locks import lock_node as lock_node
    from pokerzoo.agents.cfr.mccfr import MCCFR as MCCFR
    from pokerzoo.agents.cfr.textbook import TextbookCFR as TextbookCFR
    from pokerzoo.agents.cfr.textbook import TextbookRegretMatching as TextbookRegretMatching
    from pokerzoo.agents.cfr.variants import VARIANTS as VARIANTS
    from pokerzoo.agents.cfr.variants import Variant as Variant
    from pokerzoo.agents.cfr.variants import hs_dcfr as hs_dcfr
    from pokerzoo.agents.cfr.variants import hs_pcfr_plus as hs_pcfr_plus
    from pokerzoo.agents.mirror_descent.mmd import MMD as MMD
    from pokerzoo.agents.neural.deep_cfr import DeepCFR as DeepCFR
    from pokerzoo.agents.neural.neural_mmd import NeuralMMD as NeuralMMD
    from pokerzoo.agents.neural.ppo import PPO as PPO
    from pokerzoo.agents.neural.rl_agent import RLAgent as RLAgent
    from pokerzoo.agents.neural.rnad import RNaD as RNaD
    from pokerzoo.agents.policies.agent import PolicyAgent as PolicyAgent
    from pokerzoo.agents.policies.baselines import BASELINES as BASELINES
    from pokerzoo.agents.policies.baselines import baseline_policy as baseline_policy
    from pokerzoo.agents.policies.baselines import best_response_policy as best_response_policy
    from pokerzoo.agents.policies.later_values import LaterValues as LaterValues
    from pokerzoo.agents.policies.later_values import RiverBound as RiverBound
    from pokerzoo.agents.policies.named_players import player_names as player_names
    from pokerzoo.agents.policies.players import as_agent as as_agent
    from pokerzoo.agents.policies.players import profile as profile
    from pokerzoo.agents.policies.players import tabulate as tabulate
    from pokerzoo.agents.policies.policy import TabularPolicy as TabularPolicy
    from pokerzoo.agents.policies.spot_policy import SpotPolicy as SpotPolicy
    from pokerzoo.agents.policies.text_agent import TextAgent as TextAgent
    from pokerzoo.agents.policies.whole_hand_baselines import WholeHandBaseline as WholeHandBaseline
    from pokerzoo.agents.solving.agent import SolvingAgent as SolvingAgent
    from pokerzoo.agents.solving.solve import Solve as Solve
    from pokerzoo.agents.subgames.depth_limited import DepthLimitedCFR as DepthLimitedCFR
    from pokerzoo.agents.subgames.leaf_values import ValueFunction as ValueFunction
    from pokerzoo.agents.subgames.resolving_policy import ResolvingPolicy as ResolvingPolicy
    from pokerzoo.agents.subgames.subgame import HeldTo as HeldTo
    from pokerzoo.agents.subgames.subgame import Subgame as Subgame
    from pokerzoo.envs.core import GameLike as GameLike
    from pokerzoo.envs.environments.playable import Agent as Agent
    from pokerzoo.envs.environments.playable import BatchedAgent as BatchedAgent
    from pokerzoo.envs.environments.playable import Decision as Decision
    from pokerzoo.envs.environments.playable import Playable as Playable
    from pokerzoo.envs.environments.playable import Policy as Policy
    from pokerzoo.envs.support.errors import StoreError as StoreError
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)


def _resolving_policy(*arguments: Any, **named: Any) -> Any:
    from pokerzoo.agents.subgames.resolving_policy import ResolvingPolicy  # it imports the solvers

    return ResolvingPolicy(*arguments, **named)


register_resolving_policy(_resolving_policy)
