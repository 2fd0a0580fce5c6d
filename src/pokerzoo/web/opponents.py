"""The opponents at a table: open policies, agents that were given in Python, baselines; in whole hands blueprints as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokerzoo.agents import BASELINES, Agent, SolvingAgent, as_agent, player_names
from pokerzoo.agents.policies.named_players import BLUEPRINT, PLAYERS, SOLVING
from pokerzoo.agents.solving.agent import why_not_solved
from pokerzoo.envs import Game
from pokerzoo.envs.support.errors import InputError, brief, did_you_mean
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .blueprints import Blueprints
from .errors import about
from .library import Library
from .settings import Settings


@dataclass
class PlayChoice(Record):
    """An opponent or coach that can be chosen.

    Attributes:
        id: what to send.
        name: what to show.
    """

    id: str
    name: str


@dataclass(frozen=True)
class Opponents:
    """Opponents by their ids, and where they come from."""

    settings: Settings
    library: Library
    blueprints: Blueprints

    def choices(self, game: Game, first: str | None = None) -> list[PlayChoice]:
        """All players of a game; the policy or blueprint with the id ``first`` comes first."""
        policies = [entry for entry in self.library.entries() if entry.policy.game == game]
        blueprints = [entry for entry in self.blueprints.entries() if entry.plays(game)]
        policies.sort(key=lambda entry: entry.id != first)
        blueprints.sort(key=lambda entry: entry.id != first)
        solved = blueprints if why_not_solved(game) is None else []
        return [
            *(PlayChoice(f"policy:{entry.id}", entry.title) for entry in policies),
            *(PlayChoice(f"blueprint:{entry.id}", entry.title) for entry in blueprints),
            *(PlayChoice(f"solving:{entry.id}", f"Solving at the table, on {entry.title}") for entry in solved),
            *(PlayChoice(f"agent:{name}", name) for name in self.settings.agents),
            *(
                PlayChoice(f"baseline:{name}", PLAYERS[name].title)
                for name in player_names(game)
                if name not in (BLUEPRINT, SOLVING)  # they are among the blueprints
            ),
        ]

    def agents(self, game: Game, ids: Sequence[str]) -> list[Agent]:
        """Agents at a table, by ``policy:ID``, ``blueprint:ID``, ``solving:ID``, ``baseline:NAME`` or ``agent:NAME``."""
        with about("opponents"):
            return [as_agent(game, self.player(game, id), "opponent") for id in ids]

    def name(self, game: Game, id: str) -> str:
        """What an opponent is called, without what it does."""
        names = {choice.id: choice.name for choice in self.choices(game)}
        return names.get(id, id.partition(":")[2] or id).partition(" (")[0]

    def player(self, game: Game, id: str) -> Any:
        """What plays, by the same ids: anything that ``as_agent`` takes."""
        kind, _, name = id.partition(":")
        if kind == "policy":
            return self.library.get(name).policy
        if kind in ("blueprint", "solving"):
            if not isinstance(game, TexasHoldemGame):
                raise InputError(f"opponent {brief(id)}: plays texas_holdem, not {game.name}")
            blueprint = self.blueprints.get(name).policy_for(game)
            return blueprint if kind == "blueprint" else SolvingAgent(blueprint, game=game)
        if kind == "baseline":  # only by name: agents are also made of files
            known = tuple(dict.fromkeys((*player_names(game), *BASELINES)))
            if name not in known:
                raise InputError(f"opponent {brief(id)} is not there: must be {', '.join(known)}{did_you_mean(name, known)}")
            return name
        if kind == "agent" and name in self.settings.agents:
            return self.settings.agents[name]
        kinds = "policy:ID, blueprint:ID, solving:ID, baseline:NAME or agent:NAME"
        raise InputError(f"opponent {brief(id)} is not there: must be {kinds}")
