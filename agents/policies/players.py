"""The door for players: whatever can act, or be asked, or is the name of something that can, as what a function needs."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

from pokerzoo.envs import Game
from pokerzoo.envs.support.parameters import did_you_mean

from .agent import Agent, PolicyAgent, check_for_game, policy_of
from .baselines import BASELINES, baseline_policy
from .policy import Policy, TabularPolicy

PLAYERS = f"an agent (an object with act), a policy, a baseline ({', '.join(BASELINES)}) or a policy file"


def as_agent(game: Game, given: Any, name: str = "agent") -> Agent:
    """An agent for ``game``.

    Args:
        game: what is played.
        given: an agent, which stays as it is; a policy, {infoset key: {action name: probability}}, the name of a baseline, or
            the name of a policy file, which are played.
        name: what errors call it.

    Raises:
        ValueError: none of these, no such baseline or file, or for another game (PolicyFileError for a damaged file).
        OSError: a file cannot be read.

    >>> from pokerzoo.envs import make_game
    >>> as_agent(make_game("kuhn"), "honest")
    <PolicyAgent honest>
    """
    if isinstance(given, Agent) and not isinstance(given, type):
        check_for_game(game, given)
        return given
    policy = as_policy(game, given)
    if policy is None:
        raise ValueError(f"{name}={given!r}: must be {PLAYERS}{how_to(given)}")
    return PolicyAgent(policy, fspath(given) if isinstance(given, str | PathLike) else None)


def as_policy(game: Game, given: Any) -> Policy | None:
    """The policy that ``given`` plays for certain (see ``as_agent``); None where there is none to be had without asking it."""
    if isinstance(given, str | PathLike):
        return named_policy(game, given)
    check_for_game(game, given)
    if isinstance(given, PolicyAgent):
        return policy_of(given)
    if isinstance(given, Mapping) and not isinstance(given, TabularPolicy):
        return TabularPolicy.from_dict(game, given)
    return given if isinstance(given, Policy) and not isinstance(given, type) else None


def how_to(given: object) -> str:
    """The end of an error about something that is no policy: what makes one of it, if anything does.

    >>> how_to(lambda state: [0.5, 0.5]), how_to(3)
    ('; pokerzoo.evaluation.tabulate(game, function) makes one of a function of a state', '')
    """
    if isinstance(given, type):
        return ""
    if callable(getattr(given, "average_policy", None)):
        return "; average_policy() is the one that this trainer has found"
    if isinstance(given, Agent) or hasattr(given, "action_probabilities_batch"):
        return "; pokerzoo.evaluation.policy_from_agent(agent, game) makes one of this agent"
    return "; pokerzoo.evaluation.tabulate(game, function) makes one of a function of a state" if callable(given) else ""


def named_policy(game: Game, name: str | PathLike[str]) -> TabularPolicy:
    """A baseline, or what is in a policy file; ValueError where ``name`` is neither."""
    text = fspath(name)
    if isinstance(name, str) and name in BASELINES:
        return baseline_policy(name, game)
    try:
        return TabularPolicy.load(text, game)
    except FileNotFoundError:
        known = f"{', '.join(BASELINES)}{did_you_mean(text, BASELINES)}"
        raise ValueError(f"{text!r}: no such baseline and no such file; baselines: {known}") from None
