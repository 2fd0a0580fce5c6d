"""The Gymnasium environments that ``import pokerzoo`` registers: games by name, opponents by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokerzoo.agents import Agent, Policy, PolicyAgent, make_agent
from pokerzoo.agents.agent import check_for_game
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.dealer import Illegal, MaskIn
from pokerzoo.envs.single_agent import SingleAgentEnv


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


def opponent_agent(game: Game, opponent: Any) -> Any:
    """An agent from a baseline's name or a policy; an agent stays as it is. ValueError for a policy of another game."""
    if isinstance(opponent, str):
        return make_agent(opponent, game)
    check_for_game(game, opponent)
    if isinstance(opponent, Policy) and not isinstance(opponent, Agent):
        return PolicyAgent(opponent)
    return opponent
