"""Decisions per second of random legal play of whole no-limit hands on one core: ours and the peers', side by side in one run.

    python benchmarks/whole_hands.py

Two and six players with a hundred big blinds; a decision is an action of a player. Actions are uniform over the legal ones of
fold, check or call, half the pot, the pot and all-in (the actions of PettingZoo's game). Times are CPU seconds of the process,
which is bound to one core, medians over several runs, in turn; compiling is left out. Peers that are not installed are left
out, with a line (``pettingzoo[classic]`` and pokerkit are in the extra ``bench``).

- *AEC*: the loop over ``agent_iter`` with ``last()``, as PettingZoo has it, with observation and mask: ours and PettingZoo's
  ``texas_holdem_no_limit_v6``, which is a wrapper of rlcard's.
- *tree*: ours by ``legal_actions``, ``child`` and ``after_chance``, without observations, beside hands of pokerkit, which deals
  and pays by itself and is asked what is legal.
- *batched*: ``BatchedGame``: each step ``random_actions``, then ``step`` into fresh arrays, with observations and without.
- *vector*: ``make_vec`` with opponents at random: a decision is the agent's, the opponents' come on top.
"""

from __future__ import annotations

import os
import random
from typing import Any

import gymnasium
import numpy as np
from env_throughput import RUNS, Play, aec, classic, plain_sampler
from timing import peer, rates

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs import BatchedGame, make_game, texas_holdem_v0

HANDS, FAST = 600, 500_000
"""Hands of the tree API and decisions of batches in a run."""
BATCHES = (64, 256, 1024, 4096)


def tree(players: int) -> Play:
    """Our tree API."""
    game, generator = make_game("texas_holdem", num_players=players), random.Random(0)
    rng = np.random.default_rng(0)

    def play() -> int:
        made = 0
        for _ in range(20 * HANDS):
            state = game.initial_state().after_chance(rng)
            while not state.is_terminal:
                legal = state.legal_actions()
                state = state.child(legal[int(generator.random() * len(legal))]).after_chance(rng)
                made += 1
        return made

    return play


def pokerkit(players: int) -> Play | None:
    """Hands of pokerkit; None where it is not installed."""
    if (kit := peer("pokerkit")) is None:
        return None
    automations = tuple(kit.Automation)
    generator = random.Random(0)

    def play() -> int:
        made = 0
        for _ in range(HANDS):
            state = kit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, players)
            while state.status:
                to_call = state.checking_or_calling_amount
                moves: list[Any] = [None] if to_call else []
                moves.append(0)
                if state.can_complete_bet_or_raise_to():
                    least = state.min_completion_betting_or_raising_to_amount
                    most = state.max_completion_betting_or_raising_to_amount
                    pot, highest = state.total_pot_amount + to_call, max(state.bets)
                    moves += {min(max(highest + size, least), most) for size in (pot // 2, pot)} | {most}
                move = moves[int(generator.random() * len(moves))]
                if move is None:
                    state.fold()
                elif move == 0:
                    state.check_or_call()
                else:
                    state.complete_bet_or_raise_to(move)
                made += 1
        return made

    return play


def batched(players: int, batch: int, observe: bool) -> Play:
    """``BatchedGame`` with random play."""
    hands = BatchedGame(make_game("texas_holdem", num_players=players), batch, seed=0, autoreset=True, observe=observe)
    hands.reset()
    steps = max(1, FAST // batch)

    def play() -> int:
        for _ in range(steps):
            hands.step(hands.random_actions())
        return steps * batch

    return play


def vector(players: int, envs: int) -> Play:
    """The vector environment with random play of the agent's seat, by the masks of its observations."""
    env = gymnasium.make_vec(
        "pokerzoo/TexasHoldem-v0", num_envs=envs, num_players=players, seat=None, autoreset_mode="SameStep"
    )
    mask = env.reset(seed=0)[0]["action_mask"]
    steps = max(1, FAST // 8 // envs)
    draws = np.random.default_rng(0).random((64, *mask.shape), dtype=np.float32)

    def play() -> int:
        nonlocal mask
        for k in range(steps):
            mask = env.step((draws[k % 64] * mask).argmax(axis=1))[0]["action_mask"]
        return steps * envs

    return play


def main() -> None:
    """Time all and print the tables."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for players in (2, 6):
        print(f"{players} players: decisions")
        theirs = classic("texas_holdem_no_limit_v6", num_players=players)
        result = rates(
            {
                "pokerzoo AEC": aec(texas_holdem_v0.env(num_players=players), plain_sampler()),
                "PettingZoo AEC": theirs and aec(theirs, plain_sampler()),
                "pokerzoo tree": tree(players),
                "pokerkit": pokerkit(players),
                **{f"batched {batch}": batched(players, batch, False) for batch in BATCHES},
                **{f"batched {batch}, observations": batched(players, batch, True) for batch in BATCHES},
                "vector 1024": vector(players, 1024),
            },
            RUNS,
        )
        for ours, other in (("pokerzoo AEC", "PettingZoo AEC"), ("pokerzoo tree", "pokerkit")):
            if other in result:
                print(f"  {ours} / {other}: {result[ours] / result[other]:.1f}")


if __name__ == "__main__":
    main()
