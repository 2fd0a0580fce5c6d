"""Matches between agents: seats rotated, deals replayed in every seat, honest intervals, the exact value beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerzoo.agents import BASELINES, Agent, Policy, PolicyAgent, baseline_policy
from pokerzoo.agents.agent import check_for_game
from pokerzoo.agents.solver import game_of
from pokerzoo.envs import Game
from pokerzoo.envs.dealer import Dealer
from pokerzoo.envs.tree import fits

from .exact import expected_values

MAX_EXACT_ENTRIES = 100_000
"""The exact value is worked out for games with at most this many (infoset, action) pairs."""


@dataclass(frozen=True)
class MatchResult:
    """What a match gave, for each agent in the order they were named; chips are net chips a hand.

    Attributes:
        names: the agents.
        hands: hands played.
        deals: different deals among them; the interval takes each round of the seats as one observation.
        chips_per_hand: mean of each agent.
        standard_error: of that mean, from the spread between deals.
        interval: 95% confidence interval of that mean (Student's t; for a stated number of hands, not for peeking).
        mbb_per_hand: the mean in thousandths of the big blind (of the ante where there is none); None where there is neither.
        exact: expected chips a hand over all seats, where every agent plays a policy and the game is small; else None.
    """

    names: tuple[str, ...]
    hands: int
    deals: int
    chips_per_hand: tuple[float, ...]
    standard_error: tuple[float, ...]
    interval: tuple[tuple[float, float], ...]
    mbb_per_hand: tuple[float, ...] | None
    exact: tuple[float, ...] | None


class Tape:
    """A generator of uniform numbers that can be wound back, so that a deal is dealt again."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.numbers: list[float] = []
        self.at = 0

    def random(self) -> float:
        """The next number: an old one after ``rewind``."""
        if self.at == len(self.numbers):
            self.numbers.append(self.rng.random())
        self.at += 1
        return self.numbers[self.at - 1]

    def rewind(self) -> None:
        """Start again with the same numbers."""
        self.at = 0

    def erase(self) -> None:
        """Start again with new numbers."""
        self.numbers.clear()
        self.at = 0


def head_to_head(
    env_or_game: Any,
    agents: Sequence[Agent | Policy | str],
    hands: int = 10_000,
    seed: int | None = None,
    duplicate: bool = True,
    progress: Callable[[int], Any] | None = None,
) -> MatchResult:
    """Play the agents against each other.

    Every agent sits in every seat equally often. With ``duplicate`` each deal is dealt again for each rotation of the
    seats, which takes most of the luck of the cards out; without, every hand has a deal of its own.

    Args:
        env_or_game: a game or an environment of this package.
        agents: one a player: an agent, a policy, or the name of a baseline.
        hands: hands to play, rounded up to a multiple of the number of players; at least two deals are played.
        seed: of all chance: the cards and each agent's generator. None draws one.
        duplicate: replay each deal in all seats.
        progress: called with the number of hands played so far, once in a while.

    Raises:
        ValueError: wrong number of agents, an unknown one, ``hands`` not positive, or an agent's action is not legal.
    """
    game = game_of(env_or_game)
    players = game.num_players
    if len(agents) != players:
        raise ValueError(f"{len(agents)} agents for {players} players: one for each is needed")
    if not hands > 0:
        raise ValueError(f"hands={hands!r}: must be above 0")
    table = [seat_agent(game, agent) for agent in agents]
    cards, *own = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(players + 1))
    dealer = Dealer(game, None, "info", "raise")
    tape = Tape(cards)
    rounds = max(2, -(-hands // players))
    won = np.zeros((rounds, players))
    for deal in range(rounds):
        tape.erase()
        for rotation in range(players):
            if duplicate:
                tape.rewind()
            else:
                tape.erase()
            who = [(seat + rotation) % players for seat in range(players)]
            returns = play_hand(dealer, [table[a] for a in who], tape, [own[a] for a in who])
            won[deal, who] += returns
        if progress is not None and (deal % 256 == 255 or deal == rounds - 1):
            progress((deal + 1) * players)
    won /= players
    mean = won.mean(axis=0)
    error = won.std(axis=0, ddof=1) / np.sqrt(rounds)
    half = student_t(rounds - 1) * error
    blind = game.big_blind
    return MatchResult(
        names=tuple(name_of(agent, i) for i, agent in enumerate(agents)),
        hands=rounds * players,
        deals=rounds if duplicate else rounds * players,
        chips_per_hand=tuple(mean.tolist()),
        standard_error=tuple(error.tolist()),
        interval=tuple(zip((mean - half).tolist(), (mean + half).tolist(), strict=True)),
        mbb_per_hand=None if blind is None else tuple((1000 * mean / blind).tolist()),
        exact=exact_chips(game, table),
    )


def play_hand(dealer: Dealer, seats: Sequence[Agent], chance: Any, rngs: Sequence[np.random.Generator]) -> list[float]:
    """Net chips of each seat after one hand; ``chance`` gives the uniform numbers that the cards are drawn with."""
    state = dealer.play_chance(dealer.game.initial_state(), chance)
    while not state.is_terminal:
        seat = state.current_player
        info = dealer.info(state, seat)
        action = seats[seat].act(state.observation(seat), info["action_mask"], info, rngs[seat])
        number, _ = dealer.judge(state, action)
        state = dealer.play_chance(state.child(number), chance)
    return list(state.returns())


def seat_agent(game: Game, agent: Agent | Policy | str) -> Agent:
    """An agent for this game from an agent, a policy or a baseline's name; ValueError where it is none."""
    if isinstance(agent, str):
        return PolicyAgent(baseline_policy(agent, game), agent)
    check_for_game(game, agent)
    if isinstance(agent, Policy):
        return PolicyAgent(agent)
    if isinstance(agent, Agent):
        return agent
    raise ValueError(f"agent={agent!r}: must be an agent, a policy, or one of {', '.join(BASELINES)}")


def name_of(agent: Agent | Policy | str, seat: int) -> str:
    """What the report calls an agent."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Policy):
        return PolicyAgent(agent).name
    return str(getattr(agent, "name", f"{type(agent).__name__} {seat}"))


def exact_chips(game: Game, table: Sequence[Agent]) -> tuple[float, ...] | None:
    """Expected chips a hand of each agent over all rotations; None unless all play policies and the game is small."""
    policies = [agent.policy for agent in table if isinstance(agent, PolicyAgent)]
    if len(policies) < len(table) or game.infosets.size > MAX_EXACT_ENTRIES or not fits(game):
        return None
    players = game.num_players
    total = np.zeros(players)
    for rotation in range(players):
        who = [(seat + rotation) % players for seat in range(players)]
        total[who] += expected_values(game, [policies[a] for a in who])
    return tuple((total / players).tolist())


def student_t(degrees: int) -> float:
    """The 97.5% quantile of Student's t distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.975))
