"""Engines of the vector environment, opponents included: tables, or the rules of whole hands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.batched.batched_game import engine_of, illegal_in_hand, is_dealt
from pokerzoo.envs.batched.engines import compiled_game
from pokerzoo.envs.core import Game, State, played, short_name
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s, Uint64s
from pokerzoo.envs.support.lazy import load_object

from .dealer import Dealer
from .playable import Agent
from .single_agent import UniformOpponent, seated_opponents

DOOR = "pokerzoo.agents.policies.players:opponent_tables"
"""Address of the conversion of players to tables, which this room may not import."""


class VectorPlay(Protocol):
    """Plays hands, which are rows of an array of its own kind, up to the agents' decisions."""

    def rows(self, hands: int) -> npt.NDArray[Any]:
        """Rows for ``num_envs`` hands; nothing is dealt."""
        ...

    def judge(self, rows: Any, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
        """Replace illegal actions and mark them; return the first hand where that is not allowed, or -1."""
        ...

    def play(
        self, rows: Any, rng: Uint64s, seats: Int64s, fixed: int, over: Bools, actions: Int64s, dealt: Bools, same_step: bool,
        views: Any,
    ) -> None:  # fmt: skip
        """Play legal actions (``NO_ACTIONS``: none) or deal, and write the views (``play_views``)."""
        ...

    def state(self, row: Any) -> State:
        """The state in the game tree that a row is."""
        ...


class TablePlay:
    """Look-ups in tables; the opponents are tables, too."""

    def __init__(self, game: Game, opponents: Floats) -> None:
        self.compiled = compiled_game(game)
        self.opponents = opponents
        self.state = self.compiled.state

    def rows(self, hands: int) -> npt.NDArray[np.int32]:
        return np.zeros((hands, self.compiled.words), dtype=np.int32)

    def judge(self, rows: Any, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
        from pokerzoo.envs.batched.kernels import judge_actions

        bad: int = judge_actions(self.compiled.tables, rows, over, actions, strict, illegal)
        return bad

    def play(
        self, rows: Any, rng: Uint64s, seats: Int64s, fixed: int, over: Bools, actions: Int64s, dealt: Bools, same_step: bool,
        views: Any,
    ) -> None:  # fmt: skip
        from pokerzoo.envs.batched.kernels import SeatAssignment, play_views

        table = SeatAssignment(seats, fixed, self.opponents)
        play_views(self.compiled.tables, rows, rng, table, over, actions, dealt, same_step, views)


@runtime_checkable
class RowsAgent(Protocol):
    """An agent for whole hands that answers for many at once."""

    def actions_in_rows(self, rows: Int64s, hands: Int64s, numbers: Floats) -> Int64s:
        """Actions of ``hands``, by index, in ``rows`` (read-only; all cards are in them), by ``numbers`` in [0, 1)."""
        ...


class AskingPlay(ABC):
    """Steps hands by an engine without tables of strategies: opponents but random ones are asked."""

    def __init__(self, game: Game, opponents: tuple[Agent, ...]) -> None:
        self.game: Any = game
        self.opponents = opponents
        self.at_random = np.array([isinstance(one, UniformOpponent) for one in opponents])
        engine = engine_of(game)
        self.rows, self.state = engine.rows, engine.state
        self.first_illegal = engine.first_illegal
        self.dealer = Dealer(game, None, "info", "raise")

    @abstractmethod
    def judge(self, rows: Any, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
        """Replace illegal actions and mark them; return the first hand where that is not allowed, or -1."""

    @abstractmethod
    def seats_kernel(self) -> Callable[..., int]:
        """A function that goes on in hands (rows, rng, seats, ..., views) and returns how many wait for opponents."""

    @abstractmethod
    def write_views(self, rows: Any, seats: Int64s, views: Any) -> None:
        """Write what the agents see."""

    @abstractmethod
    def movers(self, rows: Any) -> Int64s:
        """The players to move in these rows."""

    def play(
        self, rows: Any, rng: Uint64s, seats: Int64s, fixed: int, over: Bools, actions: Int64s, dealt: Bools, same_step: bool,
        views: Any,
    ) -> None:  # fmt: skip
        from pokerzoo.envs.batched.asked_hands import DEAL, DONE, NONE, PLAY

        hands, go_on = len(rows), self.seats_kernel()
        views.rewards[:], views.terminated[:], views.new[:] = 0.0, False, False
        playing = ~dealt & ~over if len(actions) else np.zeros(hands, dtype=np.bool_)
        todo = np.where(dealt, DEAL, np.where(playing, PLAY, DONE)).astype(np.int8)
        chosen = actions.copy() if len(actions) else np.full(hands, NONE)
        while go_on(rows, rng, seats, fixed, self.at_random, todo, chosen, playing, over, same_step, views):
            self._ask(rows, rng, seats, todo.nonzero()[0], chosen)
        self.write_views(rows, seats, views)

    def _ask(self, rows: Any, rng: Uint64s, seats: Int64s, waiting: Int64s, chosen: Int64s) -> None:
        """Put the opponents' actions in the hands that wait for one into ``chosen``."""
        from pokerzoo.envs.batched.asked_hands import draw_of

        numbers = np.empty(len(waiting))
        draw_of(rng, waiting, numbers)
        movers = self.movers(rows[waiting])
        others = movers - (movers > seats[waiting])
        for agent in {id(one): one for one in self.opponents}.values():
            which = np.isin(others, [k for k, one in enumerate(self.opponents) if one is agent])
            asked = waiting[which]
            if isinstance(agent, RowsAgent):
                chosen[asked] = agent.actions_in_rows(rows, asked, numbers[which])
                wrong = self.first_illegal(rows[asked], chosen[asked])
                if wrong >= 0:
                    raise illegal_in_hand(self.state(rows[asked[wrong]]), asked[wrong], chosen[asked[wrong]])
                continue
            for hand, number in zip(asked.tolist(), numbers[which].tolist(), strict=True):
                chosen[hand] = self._ask_agent(agent, self.state(rows[hand]), number)

    def _ask_agent(self, agent: Agent, state: State, number: float) -> int:
        """Action of an agent in a hand, with a generator seeded by a number of the hand."""
        mover, rng = state.current_player, np.random.default_rng(int(number * 2**53))
        info = {"infoset": self.dealer.infoset(state)}
        return played(state, agent.act(state.observation(mover), self.dealer.mask(state, mover), info, rng))


class WholeHandPlay(AskingPlay):
    """Steps whole hands by their rules."""

    def judge(self, rows: Any, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
        from pokerzoo.envs.batched.whole_hand_seats import judge_whole_actions

        bad: int = judge_whole_actions(self.game.rules_row, rows, over, actions, strict, illegal)
        return bad

    def seats_kernel(self) -> Callable[..., int]:
        from pokerzoo.envs.batched.whole_hand_seats import play_seats
        from pokerzoo.envs.whole_hands.dealing import MOST_CARDS

        game, numbers = self.game, np.empty(MOST_CARDS)
        return lambda rows, rng, *rest: play_seats(game.rules_row, game.start, rows, rng, numbers, game.payoff_unit, *rest)

    def write_views(self, rows: Any, seats: Int64s, views: Any) -> None:
        from pokerzoo.envs.batched.whole_hand_seats import write_views

        write_views(self.game.rules_row, rows, seats, views)

    def movers(self, rows: Any) -> Int64s:
        from pokerzoo.envs.betting.row import ACTOR

        found: Int64s = rows[:, ACTOR]
        return found


class DealtPlay(AskingPlay):
    """Steps lines of betting, with the cards beside them."""

    def __init__(self, game: Game, opponents: tuple[Agent, ...]) -> None:
        from pokerzoo.envs.batched.dealt_hands import dealt_game

        super().__init__(game, opponents)
        self.tables = dealt_game(game).tables

    def judge(self, rows: Any, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
        from pokerzoo.envs.batched.dealt_hands import judge_dealt_actions

        bad: int = judge_dealt_actions(self.tables, rows, over, actions, strict, illegal)
        return bad

    def seats_kernel(self) -> Callable[..., int]:
        from pokerzoo.envs.batched.dealt_hands import play_dealt_seats

        return partial(play_dealt_seats, self.tables)

    def write_views(self, rows: Any, seats: Int64s, views: Any) -> None:
        from pokerzoo.envs.batched.dealt_hands import write_dealt_views

        write_dealt_views(self.tables, rows, seats, views)

    def movers(self, rows: Any) -> Int64s:
        from pokerzoo.envs.batched.kernels import ACTOR

        found: Int64s = self.tables.nodes[rows[:, 0], ACTOR].astype(np.int64)
        return found


def has_tables(game: Game) -> bool:
    """True if strategies are tables, which opponents in compiled code play."""
    return game.numbered and not is_dealt(game)


def opponents_of(game: Game, opponent: Any) -> Any:
    """Opponents in the form that plays the hands: tables (``opponent_strategies``), or for whole hands an agent each.

    Raises:
        ValueError: an opponent that cannot play this game, or too large a table.
    """
    if has_tables(game):
        return opponent_strategies(game, opponent)
    if isinstance(opponent, np.ndarray):
        raise ValueError(
            f"opponent: an array of {opponent.dtype} {opponent.shape}: {short_name(game)} has too many infosets for "
            "tables of strategies; must be the name of a baseline, an agent, or a list of them"
        )
    return seated_opponents(game, opponent)


def play_of(game: Game, opponents: Any) -> VectorPlay:
    """The engine of the hands, with opponents of ``opponents_of``."""
    if has_tables(game):
        return TablePlay(game, opponents)
    return DealtPlay(game, opponents) if is_dealt(game) else WholeHandPlay(game, opponents)


def opponent_strategies(game: Game, opponent: Any) -> npt.NDArray[np.float64]:
    """The others' strategies as float64 [others, entries], [others, 0] if all play at random."""
    others, size = game.num_players - 1, game.infosets.size
    if isinstance(opponent, str) and opponent == "random":
        return np.zeros((others, 0))  # no table is needed, which may be large
    table = np.array(opponent if isinstance(opponent, np.ndarray) else load_object(DOOR)(game, opponent), dtype=np.float64)
    if table.shape not in ((size,), (others, size)):
        raise ValueError(f"opponent: shape {table.shape}; must be ({size},) for all other seats, or ({others}, {size})")
    for strategy in table.reshape(-1, size):
        game.infosets.check(strategy, "the opponent")
    return np.ascontiguousarray(np.broadcast_to(table, (others, size)))
