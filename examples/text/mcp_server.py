"""Poker as tools for a language model: hands to play, and strategies graded exactly. A server of the Model Context Protocol.

pip install mcp
python examples/text/mcp_server.py  # what a client, such as an assistant, starts and talks to
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import pokerzoo as pz
from pokerzoo.envs import SingleAgentEnv
from pokerzoo.envs.text import parse_action, prompt_text, rules_text

server = MCPServer("pokerzoo", instructions="Games of poker, played by their rules and graded exactly.")
hands: dict[str, SingleAgentEnv] = {}
"""The hand that is being played, by its name."""


def tool(function: Callable[..., Any]) -> Callable[..., Any]:
    """Offer a function as a tool that tells the model what was wrong with its arguments."""

    @wraps(function)
    def checked(**arguments: Any) -> Any:
        try:
            return function(**arguments)
        except (TypeError, ValueError) as error:
            raise ToolError(str(error)) from error

    return server.tool()(checked)


@tool
def list_games() -> list[str]:
    """The names of the games."""
    return pz.list_games()


@tool
def rules(game: str) -> str:
    """The rules of a game."""
    return rules_text(pz.make_game(game))


@tool
def new_hand(game: str, opponent: str = "random", seed: int = 0, name: str = "hand") -> str:
    """Deal a hand, and return what you know. The opponent is ``random``, ``honest``, or another name of ``player_names``."""
    env = hands[name] = SingleAgentEnv(game, opponent=opponent)
    env.reset(seed=seed)
    return shown(env)


@tool
def act(action: str, name: str = "hand") -> str:
    """Play an action by its name, such as ``call``, and return what you know next, or what you have won."""
    if name not in hands:
        raise ValueError(f"name={name!r}: no such hand; new_hand deals one")
    env = hands[name]
    env.step(parse_action(env.state, action))
    return shown(env)


@tool
def infosets(game: str) -> dict[str, list[str]]:
    """The decisions of a small game: its infosets (own card | moves so far), with the actions of each."""
    table = pz.make_game(game).infosets
    return {row.key: list(row.action_names) for row in table}


@tool
def grade(game: str, strategy: dict[str, dict[str, float]]) -> dict[str, float]:
    """What a perfect opponent wins from a strategy, in chips a hand: ``{infoset: {action: probability}}``, of all infosets."""
    result = pz.measure(game, strategy)
    return {"exploitability": result.exploitability, "value_of_player_0": float(result.values[0])}


def shown(env: SingleAgentEnv) -> str:
    """What the player knows; once the hand is over, what was won."""
    state = env.state
    return state.describe(env.player) if state.is_terminal else prompt_text(state)


if __name__ == "__main__":
    server.run()
