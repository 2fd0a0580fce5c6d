"""Decisions per second of random legal play in one process: our Leduc against PettingZoo's, side by side in one run.

    python benchmarks/env_throughput.py

Both environments are used as their users get them, ``env()`` with its wrappers, in the standard loop over
``agent_iter`` with ``last()``; a decision is a step with an action (not the None steps after the end). The actions are
drawn from the mask once by plain Python and once by ``action_space.sample(mask)``, which alone costs more than a step.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from pokerzoo.envs import leduc_v0

RUNS = 7
DECISIONS = 20_000
Sampler = Callable[[Any, str, Any], int]


def plain_sampler() -> Sampler:
    """Uniform over the legal actions, with the standard library's generator."""
    generator = random.Random(0)

    def sample(env: Any, agent: str, mask: Any) -> int:
        legal = [action for action, allowed in enumerate(mask.tolist()) if allowed]
        return legal[int(generator.random() * len(legal))]

    return sample


def space_sampler() -> Sampler:
    """What the PettingZoo documentation shows."""
    return lambda env, agent, mask: env.action_space(agent).sample(mask)


def decisions_per_second(env: Any, sample: Sampler, decisions: int) -> float:
    """Play whole hands until so many decisions have been made."""
    made = 0
    env.reset(seed=0)
    start = time.perf_counter()
    while made < decisions:
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(sample(env, agent, observation["action_mask"]))
                made += 1
    return made / (time.perf_counter() - start)


def peer() -> Any:
    """PettingZoo's Leduc, or None, with a message, where it cannot be imported."""
    import warnings

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the module is deprecated in favour of pettingzoo.make
            from pettingzoo.classic import leduc_holdem_v4

            return leduc_holdem_v4.env()
    except ImportError as error:
        print(f"pettingzoo.classic.leduc_holdem_v4 is left out: {error} (pip install 'pettingzoo[classic]')")
        return None


def main() -> None:
    """Time both and print the table."""
    envs = {"pokerzoo leduc_v0": leduc_v0.env()}
    other = peer()
    if other is not None:
        envs["pettingzoo leduc_holdem_v4"] = other
    for title, sampler in (("plain sampler", plain_sampler), ("action_space.sample(mask)", space_sampler)):
        rates: dict[str, list[float]] = {name: [] for name in envs}
        for _ in range(RUNS):  # in turn, so that both meet the same disturbances
            for name, env in envs.items():
                rates[name].append(decisions_per_second(env, sampler(), DECISIONS))
        print(f"{title}: decisions per second, median of {RUNS} runs (least to most)")
        medians = {name: statistics.median(values) for name, values in rates.items()}
        for name, values in rates.items():
            print(f"  {name:28s}{medians[name]:10,.0f}  ({min(values):,.0f} to {max(values):,.0f})")
        if len(medians) == 2:
            ours, theirs = medians.values()
            print(f"  ratio {ours / theirs:.1f}")


if __name__ == "__main__":
    main()
