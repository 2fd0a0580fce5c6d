"""Whole hands in which a bet is a share of the way from the least to the most: a wrapper for learners with continuous actions.

    python examples/continuous_amounts.py [HANDS]

With ``bet_sizes="any"`` every whole amount is an action, some 200 of them. ``ContinuousAmounts`` makes four numbers from -1 to
1 of these: three say which of fold, check or call, bet or raise is played (the allowed one whose number is largest), the last
is the share, from -1 (the least bet or raise) to 1 (the most). So every action is legal, as learners with a ``Box`` want it.
The program plays hands at random (1,000 of them) and prints how often each kind was played, and how large the bets were.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import pokerzoo  # noqa: F401 - registers the environments

FOLD, CALL, BET = range(3)


class ContinuousAmounts(gymnasium.ActionWrapper[Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """A Gymnasium environment of whole hands with ``bet_sizes="any"`` whose actions are float32 [4], from -1 to 1."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (4,), np.float32)

    def action(self, action: npt.NDArray[np.float32]) -> int:
        """The action id that the four numbers mean now."""
        plain: Any = self.env.unwrapped
        mask = plain.action_masks()
        bets = np.flatnonzero(mask[BET:]) + BET  # ascending by amount
        allowed = [*mask[:BET], len(bets) > 0]
        kind = int(np.where(allowed, action[:3], -np.inf).argmax())
        if kind < BET:
            return kind
        return int(bets[round((float(action[3]) + 1) / 2 * (len(bets) - 1))])


def main(hands: int) -> None:
    """Play hands at random and print what was played."""
    env = ContinuousAmounts(gymnasium.make("pokerzoo/TexasHoldem-v0", bet_sizes="any", opponent="always_call", illegal="raise"))
    env.action_space.seed(1)
    names: list[str] = []
    won = 0.0
    for hand in range(hands):
        env.reset(seed=hand)
        over = False
        while not over:
            action = env.action_space.sample()
            state: Any = env.unwrapped.state  # type: ignore[attr-defined]
            if not state.is_terminal:
                names.append(state.action_name(env.action(action)))
            _, reward, over, _, _ = env.step(action)
            won += float(reward)
    kinds = [name.split()[0] for name in names]
    for kind in ("fold", "check", "call", "bet", "raise"):
        print(f"{kind:<6}{kinds.count(kind):>7,}")
    totals = [float(name.split()[-1]) for name in names if name.startswith(("bet", "raise"))]
    print(f"bets and raises: from {min(totals):g} to {max(totals):g} chips, {np.mean(totals):.1f} on average")
    print(f"won against always_call: {won / hands:+.2f} chips a hand")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
