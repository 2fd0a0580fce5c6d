"""Decisions per second of random legal play in one process on one core: ours and the peers', side by side in one run.

    python benchmarks/env_throughput.py

A decision is an action of a player. Every program makes the observation and the legal actions at each step; actions are uniform
over the legal ones, drawn by the fastest means at hand. Hands that end are dealt anew. Times are CPU seconds of the process,
which is bound to one core, so that what else the machine does counts little; compiling is left out. Peers that are not
installed are skipped, with a line.

- Many hands at once: ``BatchedGame`` at several batch sizes (each step: ``random_actions``, then ``step`` into fresh
  arrays), and ``make_vec`` with a random opponent (a decision is the agent's; the opponent's come on top). Beside them pgx,
  compiled, in its faster form: a scan over steps in one call, the state with observation and mask carried on.
- One hand at a time: our AEC environment, PettingZoo's, rlcard's, and OpenSpiel's state in a Python loop (with its tensor and
  its mask). PettingZoo's and ours are also timed with ``action_space.sample(mask)``, as PettingZoo's documentation has it,
  which alone costs more than a step.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from timing import peer, rates

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs import BatchedGame, kuhn_v0, leduc_v0, make_game

RUNS = 7
SLOW, FAST = 20_000, 2_000_000
"""Decisions a run: in Python, compiled."""
BATCHES = (1, 16, 256, 1024, 4096, 16_384)
GAMES = ("kuhn", "leduc")
PGX = {"kuhn": "kuhn_poker", "leduc": "leduc_holdem"}
Play = Callable[[], int]
"""Plays for a while; the number of decisions made."""
Sampler = Callable[[Any, str, Any], int]


def batched(name: str, batch: int) -> Play:
    """``BatchedGame`` with random play."""
    hands = BatchedGame(make_game(name), batch, seed=0, autoreset=True)
    hands.reset()
    steps = decisions_for(batch) // batch

    def play() -> int:
        for _ in range(steps):
            hands.step(hands.random_actions())
        return steps * batch

    return play


def vector(name: str, envs: int, mode: str) -> Play:
    """The vector environment with random play of the agent's seat, by the masks of its observations."""
    env = gymnasium.make_vec(f"pokerzoo/{name.capitalize()}-v0", num_envs=envs, seat=None, autoreset_mode=mode)
    mask = env.reset(seed=0)[0]["action_mask"]
    over = np.zeros(envs, dtype=np.bool_)
    steps = max(1, FAST // 4 // envs)
    # Drawn beforehand: numpy takes longer for that than a step takes.
    draws = np.random.default_rng(0).random((64, *mask.shape), dtype=np.float32)

    def play() -> int:
        nonlocal mask, over
        resets = 0
        for k in range(steps):
            if mode == "NextStep":
                resets += int(over.sum())  # in these a step is no decision
            observation, _, over, _, _ = env.step((draws[k % 64] * mask).argmax(axis=1))
            mask = observation["action_mask"]
        return steps * envs - resets

    return play


def decisions_for(batch: int) -> int:
    """Number of decisions to time: fewer where calls cost more than steps."""
    return max(batch, FAST if batch >= 256 else batch * 10_000)


def pgx_play(name: str, batch: int) -> Play | None:
    """The batches of pgx with random play, compiled; None where it is not installed."""
    if (pgx := peer("pgx")) is None:
        return None
    jax, jnp = peer("jax"), peer("jax.numpy")
    env = pgx.make(PGX[name])
    step = jax.vmap(peer("pgx.experimental").auto_reset(env.step, env.init))
    steps = max(1, decisions_for(batch) // 4 // batch)

    def advance(carry: Any, _: Any) -> Any:
        state, key = carry
        key, actions_key, chance_key = jax.random.split(key, 3)
        mask = state.legal_action_mask
        actions = jnp.argmax(jax.random.uniform(actions_key, mask.shape) * mask, axis=1)
        return (step(state, actions, jax.random.split(chance_key, batch)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(advance, carry, None, length=steps)[0])
    carry = run((jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)))
    jax.block_until_ready(carry)

    def play() -> int:
        nonlocal carry
        carry = run(carry)
        jax.block_until_ready(carry)
        return steps * batch

    return play


def aec(env: Any, sample: Sampler) -> Play:
    """A PettingZoo environment, as its users get it, in the standard loop over ``agent_iter`` with ``last()``."""
    env.reset(seed=0)

    def play() -> int:
        made = 0
        while made < SLOW:
            env.reset()
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(sample(env, agent, observation["action_mask"]))
                    made += 1
        return made

    return play


def plain_sampler() -> Sampler:
    """Uniform over the legal actions, with the standard library's generator."""
    generator = random.Random(0)

    def sample(env: Any, agent: str, mask: Any) -> int:
        legal = [action for action, allowed in enumerate(mask.tolist()) if allowed]
        return legal[int(generator.random() * len(legal))]

    return sample


def space_sampler() -> Sampler:
    """Loop of the PettingZoo documentation."""
    return lambda env, agent, mask: env.action_space(agent).sample(mask)


def classic(name: str, **options: Any) -> Any:
    """An environment of ``pettingzoo.classic``, or None where it is not installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    module = peer(f"pettingzoo.classic.{name}")
    return module and module.env(**options)


def rlcard_leduc() -> Play | None:
    """Leduc of rlcard; None where it is not installed."""
    if (rlcard := peer("rlcard")) is None:
        return None
    env = rlcard.make("leduc-holdem", config={"seed": 0})
    generator = random.Random(0)

    def play() -> int:
        made = 0
        while made < SLOW:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(generator.random() * len(legal))])
                made += 1
        return made

    return play


def open_spiel(name: str) -> Play | None:
    """OpenSpiel's states in a Python loop; None where it is not installed."""
    if (pyspiel := peer("pyspiel")) is None:
        return None
    game = pyspiel.load_game(f"{name}_poker")
    generator = random.Random(0)

    def play() -> int:
        made = 0
        while made < SLOW:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(generator.choices(actions, probabilities)[0])
                    continue
                state.information_state_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(generator.random() * len(legal))])
                made += 1
        return made

    return play


def best(measured: dict[str, float], start: str) -> tuple[str, float]:
    """The fastest of those whose names start so."""
    return max(((name, rate) for name, rate in measured.items() if name.startswith(start)), key=lambda pair: pair[1])


def many_hands(name: str) -> None:
    """Batches of one game."""
    print(f"{name}, many hands at once: decisions")
    plays: dict[str, Play | None] = {f"BatchedGame {batch}": batched(name, batch) for batch in BATCHES}
    plays |= {
        f"make_vec {batch} {mode}": vector(name, batch, mode) for batch in (256, 4096) for mode in ("NextStep", "SameStep")
    }
    plays |= {f"pgx {batch}": pgx_play(name, batch) for batch in BATCHES}
    result = rates(plays, RUNS)
    ours, rate = best(result, "BatchedGame")
    print(f"  best: {ours}")
    if any(key.startswith("pgx") for key in result):
        theirs, best_of_pgx = best(result, "pgx")
        print(f"  {rate / best_of_pgx:.1f} times the best of pgx ({theirs})")


def one_hand() -> None:
    """The scalar environments."""
    print("one hand at a time: decisions")
    leduc = classic("leduc_holdem_v4")
    result = rates(
        {
            "pokerzoo kuhn_v0": aec(kuhn_v0.env(), plain_sampler()),
            "OpenSpiel kuhn_poker": open_spiel("kuhn"),
            "pokerzoo leduc_v0": aec(leduc_v0.env(), plain_sampler()),
            "OpenSpiel leduc_poker": open_spiel("leduc"),
            "rlcard leduc-holdem": rlcard_leduc(),
            "pettingzoo leduc_holdem_v4": leduc and aec(leduc, plain_sampler()),
            "pokerzoo leduc_v0, sample(mask)": aec(leduc_v0.env(), space_sampler()),
            "pettingzoo leduc_v4, sample(mask)": leduc and aec(classic("leduc_holdem_v4"), space_sampler()),
        },
        RUNS,
    )
    ours = result["pokerzoo leduc_v0"]
    for name in ("pettingzoo leduc_holdem_v4", "rlcard leduc-holdem", "OpenSpiel leduc_poker"):
        if name in result:
            print(f"  pokerzoo leduc_v0 / {name}: {ours / result[name]:.1f}")
    if leduc is not None:
        with_sampling = result["pokerzoo leduc_v0, sample(mask)"] / result["pettingzoo leduc_v4, sample(mask)"]
        print(f"  the same with action_space.sample(mask): {with_sampling:.1f}")


def main() -> None:
    """Time all and print the tables."""
    if hasattr(os, "sched_setaffinity"):  # before JAX is loaded, which starts as many threads as there are cores
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in GAMES:
        many_hands(name)
    one_hand()


if __name__ == "__main__":
    main()
