"""Poker-like games of hidden information: played, solved and measured over one set of rules.

``pokerzoo.envs`` has the games and their environments, ``pokerzoo.agents`` what plays and learns, ``pokerzoo.evaluation``
what measures. Importing this registers the environments with PettingZoo and Gymnasium, once these are imported, too.
"""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for, when_imported

__version__ = "0.2.0"

if TYPE_CHECKING:
    from pokerzoo import agents as agents
    from pokerzoo import envs as envs
    from pokerzoo import evaluation as evaluation
    from pokerzoo.envs import list_games as list_games
    from pokerzoo.envs import make_game as make_game
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
    __all__ += ["__version__"]

when_imported("gymnasium", "pokerzoo.envs.registry:register_with_gymnasium")
when_imported("pettingzoo", "pokerzoo.envs.registry:register_with_pettingzoo")
