"""The Gymnasium environments that ``import pokerzoo`` registers: games by name, opponents by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from pokerzoo.agents import Agent, Policy, PolicyAgent, baseline_policy, make_agent
from pokerzoo.agents.agent import check_for_game
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.dealer import Illegal, MaskIn
from pokerzoo.envs.single_agent import SingleAgentEnv
from pokerzoo.envs.vector import PokerVectorEnv
from pokerzoo.evaluation.tabulate import tabulate


def make_single_agent(
    game: str,
    opponent: Agent | Policy | str | Sequence[Agent | Policy | str] = "random",
    seat: int | None = 0,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "passive",
    render_mode: str | None = None,
    **params: Any,
) -> SingleAgentEnv:
    """A game as a single-agent environment: what ``gymnasium.make("pokerzoo/Kuhn-v0", ...)`` calls.

    Args:
        game: name of the game.
        opponent: an agent, a policy or the name of a baseline (``pokerzoo.agents.BASELINES``) for all other seats, or a
            list with one for each.
        seat: the agent's seat; None: a random one each episode.
        mask_in: see ``SingleAgentEnv``.
        illegal: see ``SingleAgentEnv``.
        render_mode: see ``SingleAgentEnv``.
        **params: parameters of the game.

    Raises:
        ValueError: an argument is not allowed.
    """
    rules = make_game(game, **params)
    if isinstance(opponent, Sequence) and not isinstance(opponent, str):
        seats: Any = [opponent_agent(rules, one) for one in opponent]
    else:
        seats = opponent_agent(rules, opponent)
    return SingleAgentEnv(rules, seats, seat, mask_in, illegal, render_mode)


def make_vector(
    game: str,
    num_envs: int = 1,
    opponent: Agent | Policy | str | Sequence[Agent | Policy | str] = "random",
    seat: int | None = 0,
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
        opponent: a policy, the name of a baseline (``pokerzoo.agents.BASELINES``) or an agent that plays a policy, for all
            other seats, or a list with one for each. Policies are turned into tables, so that no Python runs in a step; for
            any other agent use ``vectorization_mode="sync"``.
        seat: the agent's seat; None: a random one each hand.
        mask_in: see ``PokerVectorEnv``.
        illegal: see ``PokerVectorEnv``.
        autoreset_mode: see ``PokerVectorEnv``.
        render_mode: see ``PokerVectorEnv``.
        **params: parameters of the game.

    Raises:
        ValueError: an argument is not allowed.
    """
    rules = make_game(game, **params)
    others = rules.num_players - 1
    several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
    given: list[Any] = [*opponent] if several else [opponent]  # type: ignore[misc]
    if several and len(given) != others:
        raise ValueError(f"opponent={opponent!r}: {len(given)} for {others} seats; must be one each, or one for all")
    rows = [opponent_table(rules, one) for one in given]
    tables = np.stack(rows) if several else rows[0]
    return PokerVectorEnv(rules, num_envs, tables, seat, mask_in, illegal, autoreset_mode, render_mode)


def opponent_table(game: Game, opponent: Any) -> npt.NDArray[np.float64]:
    """The strategy of a baseline's name, a policy or an agent that plays one, float64 [entries]; ValueError for all else."""
    if isinstance(opponent, str):
        return baseline_policy(opponent, game).probabilities
    check_for_game(game, opponent)
    policy = opponent.policy if isinstance(opponent, PolicyAgent) else opponent
    if not isinstance(policy, Policy):
        raise ValueError(
            f"opponent={opponent!r}: must be a policy, the name of a baseline or an agent that plays a policy; "
            'for any other agent make_vec takes vectorization_mode="sync"'
        )
    return tabulate(game, policy).probabilities


def opponent_agent(game: Game, opponent: Any) -> Any:
    """An agent from a baseline's name or a policy; an agent stays as it is. ValueError for a policy of another game."""
    if isinstance(opponent, str):
        return make_agent(opponent, game)
    check_for_game(game, opponent)
    if isinstance(opponent, Policy) and not isinstance(opponent, Agent):
        return PolicyAgent(opponent)
    return opponent
