"""A session: one person and opponents, hand after hand, the same in the terminal and in the explorer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import Agent
from pokerzoo.agents.solving.thoughts import HandDecision, decisions_of
from pokerzoo.envs import Game, State
from pokerzoo.envs.core import states_of_history
from pokerzoo.envs.environments.dealer import Dealer
from pokerzoo.envs.support.errors import InputError, StoreError
from pokerzoo.evaluation.matches.hand_log import Hand, HandLog

from .coach import Coach, CoachedDecision, SessionResult


@dataclass
class PlayedHand:
    """A hand, over or not.

    Attributes:
        number: from 1.
        seat: the person's.
        state: now.
        taken: the person's decisions.
        rngs: of chance, and of the opponents.
        from_log: whether it was played before.
        thoughts: the opponents' decisions, once requested.
    """

    number: int
    seat: int
    state: State
    taken: list[CoachedDecision] = field(default_factory=list)
    rngs: Sequence[np.random.Generator] = ()
    from_log: bool = False
    thoughts: list[HandDecision] | None = None


class Session:
    """One person, and opponents who never tire.

    Args:
        game: what is played.
        agents: the opponents, in turn after the person's seat.
        names: what they are called.
        seat: the person's; None: another each hand.
        seed: of the cards and the opponents' choices: hand k has the same cards for any play before it.
        coach: judges the person's decisions.
        log: a log of hands, which ``create_log`` begins; None: no log.
        asking: a context in which an opponent of this name is queried.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        names: Sequence[str],
        *,
        seat: int | None,
        seed: int,
        coach: Coach,
        log: Path | None = None,
        asking: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.game, self.agents, self.names, self.seat, self.seed, self.log = game, agents, names, seat, seed, log
        self.hands: list[PlayedHand] = []
        self.hand: PlayedHand | None = None
        self.coach, self.result = coach, SessionResult.new(coach, seat)
        self._dealer, self._asking = Dealer(game, None, "info", "raise"), asking

    def seat_in(self, number: int) -> int:
        """The person's seat in a hand."""
        return (number - 1) % self.game.num_players if self.seat is None else self.seat

    def seating(self, seat: int) -> list[int]:
        """For each seat the number of the agent in it; 0 is the person."""
        players = self.game.num_players
        return [(place - seat) % players for place in range(players)]

    def deal(self) -> PlayedHand:
        """The next hand, played up to the person's first decision; the one that is going on, if there is one."""
        if self.hand is None or self.hand.state.is_terminal:
            number = len(self.hands) + 1
            self.hand = PlayedHand(number, self.seat_in(number), self.game.initial_state(), rngs=self._generators(number))
            self._go_on(self.hand)
        return self.hand

    def act(self, action: int) -> PlayedHand:
        """Do something in the present hand; the opponents then play up to the person's next decision, or the end.

        Raises:
            InputError: the hand is over, the action is not legal, or an opponent failed: it may be tried again then.
        """
        now = self.hand
        if now is None or now.state.is_terminal:
            raise InputError("the hand is over")
        child = now.state.child(action)
        now.taken.append(self.coach.take(now.state, action))
        now.state = child
        try:
            self._go_on(now)
        except Exception:  # an opponent failed, or the log cannot be written
            now.state, now.rngs = now.taken.pop().state, ()
            raise
        return now

    def thoughts(self, hand: PlayedHand) -> list[HandDecision]:
        """The opponents' decisions in a whole hand that is over; computed once."""
        if hand.thoughts is None:
            players = [(seat, self.agents[who - 1]) for seat, who in enumerate(self.seating(hand.seat)) if who and self.agents]
            hand.thoughts = decisions_of(self.game, players, hand.state)
        return hand.thoughts

    def create_log(self, metadata: Mapping[str, Any]) -> None:
        """Write the log's first line."""
        assert self.log is not None
        HandLog(self.game, self.log, ["you", *self.names], seed=self.seed, metadata={"open_ended": True, **metadata}).close()

    def take_up(self, hands: Sequence[Hand]) -> None:
        """Count the hands of a log."""
        for hand in hands:
            end = states_of_history(self.game, hand.history)[-1]
            self.hand = PlayedHand(hand.number, self.seat_in(hand.number), end, from_log=True)
            self._count(self.hand)

    def _generators(self, number: int) -> list[np.random.Generator]:
        """Of chance and of each opponent in a hand."""
        seeds = np.random.SeedSequence(self.seed, spawn_key=(number,)).spawn(self.game.num_players)
        return [*map(np.random.default_rng, seeds)]

    def _go_on(self, hand: PlayedHand) -> None:
        """Play chance and the opponents up to the person's next decision or the end."""
        if not hand.rngs:
            self._draw_again(hand)
        who = self.seating(hand.seat)
        while not hand.state.is_terminal and hand.state.current_player != hand.seat:
            state = hand.state
            if state.is_chance:
                hand.state = state.after_chance(hand.rngs[0])
                continue
            agent = who[state.current_player]
            try:
                with self._asking(self.names[agent - 1]):
                    action = self._ask(agent, state, hand)
            except StoreError:
                raise
            except Exception as error:  # a person's own agent may do anything
                raise InputError(f"{self.names[agent - 1]} failed: {type(error).__name__}: {error}") from error
            hand.state = state.child(action)
        if hand.state.is_terminal:
            if self.log is not None:
                with HandLog.resume(self.game, self.log) as log:  # complete again then
                    log.add(hand.state, who, deal=(hand.number - 1) // (self.game.num_players if self.seat is None else 1))
            self._count(hand)

    def _ask(self, agent: int, state: State, hand: PlayedHand) -> int:
        """The action of an opponent."""
        info = self._dealer.agent_info(state)
        wanted = self.agents[agent - 1].act(
            state.observation(state.current_player), info["action_mask"], info, hand.rngs[agent]
        )
        return self._dealer.judge(state, wanted)[0]

    def _draw_again(self, hand: PlayedHand) -> None:
        """Bring the generators of a hand to where they were at its state, after an opponent failed."""
        hand.rngs = self._generators(hand.number)
        who = self.seating(hand.seat)
        for state in states_of_history(self.game, hand.state.history())[:-1]:
            if state.is_chance:
                hand.rngs[0].random()
            elif state.current_player != hand.seat:
                self._ask(who[state.current_player], state, hand)

    def _count(self, hand: PlayedHand) -> None:
        """Count a hand that is over; the person's decisions are computed unless they are there."""
        if not hand.taken:
            history = hand.state.history()
            states = zip(states_of_history(self.game, history), history, strict=False)
            hand.taken = [self.coach.take(state, action) for state, action in states if state.current_player == hand.seat]
        self.hands.append(hand)
        self.result.add(hand.state.returns()[hand.seat], hand.taken)
