"""The Gymnasium environments that ``import pokerzoo`` registers: games by name, opponents by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from gymnasium.vector import AutoresetMode

from pokerzoo.envs.environments.dealer import Illegal, MaskIn, check_hands
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import make_for_keywords
from pokerzoo.envs.support.errors import ParameterError


def make_single_agent(
    game: str,
    opponent: Any = "random",
    seat: int | None = None,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "warn",
    hands: int | None = 1,
    **params: Any,
) -> SingleAgentEnv:
    """A game as a single-agent environment: what ``gymnasium.make("pokerzoo/Kuhn-v0", ...)`` calls."""
    result = make_for_keywords(game, params, own_keywords(make_single_agent))
    check_hands(hands)
    if hands == 1:
        return SingleAgentEnv(result, opponent, seat, render_mode, mask_in, illegal)
    from pokerzoo.envs.environments.session import SessionSingleAgentEnv  # compiled functions come with it

    return SessionSingleAgentEnv(result, hands, opponent, seat, render_mode, mask_in, illegal)


def make_vector(
    game: str,
    num_envs: int = 1,
    opponent: Any = "random",
    seat: int | None = None,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "warn",
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    **params: Any,
) -> PokerVectorEnv:
    """Many hands of a game as a vector environment: what ``gymnasium.make_vec("pokerzoo/Leduc-v0", num_envs=4096)`` calls.

    Args:
        game: name of the game.
        num_envs: number of hands side by side.
        opponent: any player (``pokerzoo.agents.Playable``), such as a policy, an agent, the name of a baseline or
            of a policy file, for all other seats, or a list with one for each. All are turned into tables (``tabulate``), so
            that no Python runs in a step; for an agent that acts at random, use ``vectorization_mode="sync"``.
        seat: the agent's seat; None: a random one each hand.
        mask_in: see ``PokerVectorEnv``.
        illegal: see ``PokerVectorEnv``.
        autoreset_mode: see ``PokerVectorEnv``.
        render_mode: see ``PokerVectorEnv``.
        **params: parameters of the game.

    Raises:
        ValueError: an argument is not allowed.
        TypeError: no such parameter.
    """
    if game == "texas_holdem" and params.pop("hands", 1) != 1:
        raise ParameterError(
            "hands", problem='vector environments play hand by hand; vectorization_mode="sync" of make_vec has sessions'
        )
    rules = make_for_keywords(game, params, own_keywords(make_vector))
    return PokerVectorEnv(rules, num_envs, opponent, seat, render_mode, mask_in, illegal, autoreset_mode)


def own_keywords(maker: Callable[..., Any]) -> list[str]:
    """The keywords of a maker of environments beside the game and its parameters."""
    result = inspect.signature(maker).parameters.values()
    return [item.name for item in result if item.kind is item.POSITIONAL_OR_KEYWORD and item.name != "game"]
