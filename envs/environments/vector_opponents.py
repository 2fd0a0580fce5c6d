"""Opponents of many hands at once: tables, of which compiled code draws, or agents, which are asked."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np

from pokerzoo.envs.batched.batched_game import illegal_in_hand
from pokerzoo.envs.batched.engines import BatchEngine
from pokerzoo.envs.core import Game, State, played, short_name
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s
from pokerzoo.envs.support.errors import ParameterError

from .dealer import Dealer
from .playable import Agent
from .single_agent import seated_opponents
from .uniform import Uniform


class VectorOpponents(Protocol):
    """Players of all seats but one."""

    def choose(
        self, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
    ) -> None:
        """Write an action of each waiting hand, by its number from 0 to 1 (less than 1)."""
        ...


class RandomOpponents:
    """Every legal action is equally likely."""

    def choose(
        self, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
    ) -> None:
        engine.random_actions(rows, numbers, waiting, out)


class TableOpponents:
    """Strategies as float64 [others, entries], in seat order."""

    def __init__(self, policies: Floats) -> None:
        self.policies = policies

    def choose(
        self, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
    ) -> None:
        engine.drawn_actions(rows, self.policies, seats, numbers, waiting, out)


@runtime_checkable
class RowsAgent(Protocol):
    """An agent for whole hands that answers for many at once."""

    def actions_in_rows(self, rows: Int64s, hands: Int64s, numbers: Floats) -> Int64s:
        """Actions of ``hands``, by index, in ``rows`` (read-only; all cards are in them), by ``numbers`` in [0, 1)."""
        ...


class AskedOpponents:
    """Agents, one a seat; those that play at random are drawn for."""

    def __init__(self, game: Game, agents: tuple[Agent, ...]) -> None:
        self.agents = agents
        self.dealer = Dealer(game, None, "info", "raise")

    def choose(
        self, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
    ) -> None:
        others = movers - (movers > seats)
        for agent in {id(one): one for one in self.agents}.values():
            which = waiting & np.isin(others, [k for k, one in enumerate(self.agents) if one is agent])
            if isinstance(agent, Uniform):
                engine.random_actions(rows, numbers, which, out)
                continue
            asked = which.nonzero()[0]
            if isinstance(agent, RowsAgent):
                out[asked] = agent.actions_in_rows(rows, asked, numbers[asked])
                legal = engine.is_legal(rows[asked], out[asked])
                if not legal.all():
                    wrong = int(asked[legal.argmin()])
                    raise illegal_in_hand(engine.state(rows[wrong]), wrong, out[wrong])
                continue
            for hand in asked.tolist():
                out[hand] = self._ask(agent, engine.state(rows[hand]), float(numbers[hand]))

    def _ask(self, agent: Agent, state: State, number: float) -> int:
        """Action of an agent in a hand, with a generator seeded by a number of the hand."""
        mover, rng = state.current_player, np.random.default_rng(int(number * 2**53))
        info = {"infoset": self.dealer.infoset(state)}
        return played(state, agent.act(state.observation(mover), self.dealer.mask(state, mover), info, rng))


def opponents_of(game: Game, engine: BatchEngine, opponent: Any) -> VectorOpponents:
    """Opponents in the form that plays hands of an engine.

    Raises:
        ValueError: an opponent that cannot play this game, or too large a table.
    """
    if isinstance(opponent, str) and opponent == "random":
        return RandomOpponents()
    if engine.has_tables:
        return TableOpponents(opponent_strategies(game, opponent))
    if isinstance(opponent, np.ndarray):
        raise ParameterError(
            "opponent",
            problem=f"an array of {opponent.dtype} {opponent.shape}: {short_name(game)} has too many infosets for "
            "tables of strategies; must be the name of a baseline, an agent, or a list of them",
        )
    return AskedOpponents(game, seated_opponents(game, opponent))


def opponent_strategies(game: Game, opponent: Any) -> Floats:
    """The others' strategies as float64 [others, entries]."""
    others, size = game.num_players - 1, game.infosets.size
    if isinstance(opponent, np.ndarray):
        table = opponent.astype(np.float64)
    else:
        from pokerzoo.agents.policies.players import opponent_tables

        table = opponent_tables(game, opponent)
    if table.shape not in ((size,), (others, size)):
        raise ParameterError(
            "opponent", problem=f"shape {table.shape}; must be ({size},) for all other seats, or ({others}, {size})"
        )
    for strategy in table.reshape(-1, size):
        game.infosets.check(strategy, "the opponent")
    return np.ascontiguousarray(np.broadcast_to(table, (others, size)))
