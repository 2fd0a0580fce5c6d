"""Poker-like games of hidden information: played, solved and measured over one set of rules.

``pokerzoo.envs`` has the games and their environments, ``pokerzoo.agents`` what plays and learns, ``pokerzoo.evaluation``
what measures. What most programs need is here, too: ``import pokerzoo as pz``. Importing this registers the environments with
PettingZoo and Gymnasium, once these are imported.
"""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for, when_imported

__version__ = "0.3.0"

if TYPE_CHECKING:
    from pokerzoo import agents as agents
    from pokerzoo import envs as envs
    from pokerzoo import evaluation as evaluation
    from pokerzoo.agents import CFR as CFR
    from pokerzoo.agents import MCCFR as MCCFR
    from pokerzoo.agents import MMD as MMD
    from pokerzoo.agents import PPO as PPO
    from pokerzoo.agents import DeepCFR as DeepCFR
    from pokerzoo.agents import RLAgent as RLAgent
    from pokerzoo.agents import SolvingAgent as SolvingAgent
    from pokerzoo.agents import SpotPolicy as SpotPolicy
    from pokerzoo.agents import TabularPolicy as TabularPolicy
    from pokerzoo.agents import as_agent as as_agent
    from pokerzoo.agents import baseline_policy as baseline_policy
    from pokerzoo.agents import player_names as player_names
    from pokerzoo.agents import tabulate as tabulate
    from pokerzoo.agents.policies.policy_file import load_policy as load_policy
    from pokerzoo.envs import BatchedGame as BatchedGame
    from pokerzoo.envs import list_games as list_games
    from pokerzoo.envs import make_game as make_game
    from pokerzoo.evaluation import SpotReport as SpotReport
    from pokerzoo.evaluation import best_response as best_response
    from pokerzoo.evaluation import equity as equity
    from pokerzoo.evaluation import expected_values as expected_values
    from pokerzoo.evaluation import exploitability as exploitability
    from pokerzoo.evaluation import head_to_head as head_to_head
    from pokerzoo.evaluation import leaks as leaks
    from pokerzoo.evaluation import measure as measure
    from pokerzoo.evaluation import nash_conv as nash_conv
    from pokerzoo.evaluation import round_robin as round_robin
    from pokerzoo.evaluation import solve_lp as solve_lp
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
    __all__ += ["__version__"]


def _register_environments() -> None:
    from pokerzoo.envs.registry import register_all

    register_all()


for _library in ("gymnasium", "pettingzoo"):
    when_imported(_library, _register_environments)
