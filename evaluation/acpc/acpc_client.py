"""Client of the ACPC's protocol: a participant at a dealer's table, ours or the competition's, over a TCP socket."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic, sleep

import numpy as np

from pokerzoo.agents import Agent, Playable
from pokerzoo.agents.policies.participants import as_agent
from pokerzoo.envs import Game
from pokerzoo.envs.environments.dealer import Dealer

from .acpc_games import check_acpc
from .acpc_lines import VERSION, ConnectionEnd, Lines
from .acpc_strings import AcpcError, AcpcState, acpc_values, action_word, from_acpc, to_acpc

RETRY_SECONDS = 0.05


@dataclass(frozen=True)
class AcpcClientResult:
    """Result of a client's match."""

    hands: int  # finished
    chips: Fraction  # net, with pots split into fractions


def play_acpc(
    game: Game,
    player: Playable,
    host: str,
    port: int,
    *,
    seed: int | None = None,
    wait: float = 10.0,
    on_hand: Callable[[int], object] | None = None,
) -> AcpcClientResult:
    """Play a match at a dealer's until it closes the connection; ``wait`` is the seconds to try to connect."""
    check_acpc(game)
    agent = as_agent(game, player, "player")
    table, rng = Dealer(game, None, "info", "raise"), np.random.default_rng(seed)
    warm_up(game, agent, table)
    lines = connect_to_dealer(host, port, wait)
    hands, chips, last = 0, Fraction(0), -1
    try:
        lines.send(VERSION)
        while True:
            text = lines.read(None)
            if not text or text[0] in "#;":
                continue
            seen = match_state(game, text)
            state, own = seen.state, seen.position
            if state.is_terminal:
                if seen.number != last:
                    hands, last = hands + 1, seen.number
                    chips += acpc_values(state)[own or 0]
                    if on_hand is not None:
                        on_hand(hands)
            elif state.current_player == own:
                info = table.info(state, own)
                action = agent.act(state.observation(own), info["action_mask"], info, rng)
                lines.send(f"{text}:{action_word(state, table.judge(state, action)[0])}")
    except ConnectionEnd as end:
        if hands == 0:
            raise AcpcError(f"the dealer at {host}, port {port}, {end}, before a hand was played") from None
    finally:
        lines.close()
    return AcpcClientResult(hands, chips)


def warm_up(game: Game, agent: Agent, table: Dealer) -> None:
    """Act once on each street of a hand of our own, so that nothing is compiled during the match."""
    rng = np.random.default_rng(0)
    state = game.initial_state().after_chance(rng)
    asked: set[int] = set()
    while not state.is_terminal:
        whole = match_state(game, to_acpc(state, 0, state.current_player)).state
        if whole.street not in asked:
            asked.add(whole.street)
            info = table.info(whole, whole.current_player)
            agent.act(whole.observation(whole.current_player), info["action_mask"], info, rng)
        state = state.child(1).after_chance(rng)
    acpc_values(state)


def match_state(game: Game, text: str) -> AcpcState:
    """Parse a line of the dealer; AcpcError if it is no match state of the game."""
    try:
        seen = from_acpc(game, text, any_total=True)
    except AcpcError as error:
        raise AcpcError(f"from the dealer: {error}") from None
    if seen.position is None:
        raise AcpcError("from the dealer: a STATE, must be a MATCHSTATE")
    return seen


def connect_to_dealer(host: str, port: int, wait: float) -> Lines:
    """Connect to the dealer, trying until ``wait`` seconds are over."""
    until = monotonic() + wait
    while True:
        try:
            return Lines(socket.create_connection((host, port), timeout=max(until - monotonic(), 0.1)))
        except OSError as error:
            if monotonic() >= until:
                raise AcpcError(f"no dealer at {host}, port {port}: {error.strerror or error}") from None
            sleep(RETRY_SECONDS)
