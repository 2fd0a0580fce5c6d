"""The Gymnasium environments that ``import pokerzoo`` registers: games by name, opponents by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from pokerzoo.agents.policies.players import as_agent, as_policy
from pokerzoo.envs import Game
from pokerzoo.envs.environments.dealer import Illegal, MaskIn
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import make_for_keywords
from pokerzoo.evaluation.measures.policy_tables import tabulate


def make_single_agent(
    game: str,
    opponent: Any = "random",
    seat: int | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "passive",
    render_mode: str | None = None,
    **params: Any,
) -> SingleAgentEnv:
    """A game as a single-agent environment: what ``gymnasium.make("pokerzoo/Kuhn-v0", ...)`` calls.

    Args:
        game: name of the game.
        opponent: an agent, a policy, the name of a baseline (``pokerzoo.agents.BASELINES``) or of a policy file, for all other
            seats, or a list with one for each.
        seat: the agent's seat; None: a random one each episode.
        mask_in: see ``SingleAgentEnv``.
        illegal: see ``SingleAgentEnv``.
        render_mode: see ``SingleAgentEnv``.
        **params: parameters of the game.

    Raises:
        ValueError: an argument is not allowed.
        TypeError: no such parameter, or no such render mode.
    """
    return SingleAgentEnv(make_for_keywords(game, params), opponent, seat, mask_in, illegal, render_mode)


def make_vector(
    game: str,
    num_envs: int = 1,
    opponent: Any = "random",
    seat: int | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "passive",
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    render_mode: str | None = None,
    **params: Any,
) -> PokerVectorEnv:
    """Many hands of a game as a vector environment: what ``gymnasium.make_vec("pokerzoo/Leduc-v0", num_envs=4096)`` calls.

    Args:
        game: name of the game.
        num_envs: number of hands side by side.
        opponent: a policy, the name of a baseline (``pokerzoo.agents.BASELINES``) or of a policy file, or an agent that plays a
            policy, for all other seats, or a list with one for each. Policies are turned into tables, so that no Python runs in
            a step; for any other agent use ``vectorization_mode="sync"``.
        seat: the agent's seat; None: a random one each hand.
        mask_in: see ``PokerVectorEnv``.
        illegal: see ``PokerVectorEnv``.
        autoreset_mode: see ``PokerVectorEnv``.
        render_mode: see ``PokerVectorEnv``.
        **params: parameters of the game.

    Raises:
        ValueError: an argument is not allowed.
        TypeError: no such parameter, or no such render mode.
    """
    rules = make_for_keywords(game, params)
    others = rules.num_players - 1
    several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
    given: list[Any] = [*opponent] if several else [opponent]
    if several and len(given) != others:
        raise ValueError(f"opponent={opponent!r}: {len(given)} for {others} seats; must be one each, or one for all")
    rows = [opponent_table(rules, one) for one in given]
    tables = np.stack(rows) if several else rows[0]
    return PokerVectorEnv(rules, num_envs, tables, seat, mask_in, illegal, autoreset_mode, render_mode)


def opponent_table(game: Game, opponent: Any) -> npt.NDArray[np.float64]:
    """The strategy of what plays a policy, float64 [entries]; ValueError for all else."""
    policy = as_policy(game, opponent)
    if policy is None:
        as_agent(game, opponent, "opponent")  # says what it should have been, unless it is an agent
        raise ValueError(
            f"opponent={opponent!r}: must be a policy, the name of a baseline or an agent that plays a policy; "
            'for any other agent make_vec takes vectorization_mode="sync"'
        )
    return tabulate(game, policy).probabilities
