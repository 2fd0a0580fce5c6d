"""Proximal policy optimisation (PPO) in self-play on a ``BatchedGame``, on torch; infosets need not be listed.

Schulman, Wolski, Dhariwal, Radford, Klimov: Proximal policy optimization algorithms (2017). What brings it near an equilibrium
in games of hidden information is a large bonus for entropy (Rudolph and others: Reevaluating policy gradient methods for
imperfect-information games, 2026). Here it falls from iteration to iteration, and the learning rate with it.

An iteration:

1. play ``hands`` hands to their ends, all seats by one network. In ``played_hands.py`` each decision is credited with what its
   own player was paid, and decisions are added up by infoset;
2. ``epochs`` times through the infosets that came up, in random order, a step of Adam for each ``batch_size`` of them. The
   loss is the sum over decisions of

       -min(r A, clip(r, 1 - clip, 1 + clip) A) - entropy H(p) + value_weight (v - R)^2

   with r the probability of what was done by what it was then (equation 7 of the former), A its advantage, p the policy, H
   its entropy and v the network's value. R is A plus the value then.

Advantages and values are in units of ``chips_per_unit`` (the largest payoff) and are not normalised: near an equilibrium they
are small, and should stay so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .options import number, rate, share, share_left, weight, whole
from .played_hands import InfosetRows
from .self_play import SelfPlayOptions, SelfPlayTrainer


@dataclass(frozen=True, kw_only=True)
class PPOOptions(SelfPlayOptions):
    """Options of ``PPO``, beside those of ``SelfPlayOptions``.

    Attributes:
        epochs: times that an iteration goes through its decisions.
        batch_size: infosets that came up for one gradient, about; of whole hands, decisions.
        learning_rate: Adam's learning rate at the beginning.
        entropy: the bonus for a nat of entropy at the beginning, in units of ``chips_per_unit``.
        halving: iterations after which what falls is half of what it was at the beginning, after twice as many a third, and so
            on.
        clip: how far the ratio of probabilities may go from 1 before an action is pushed no further, 0 to 1.
        value_weight: weight of the squared error of values.
        average_share: where infosets are not listed, the share of the iterations so far, about, that the average network
            remembers.
    """

    at_once: int = whole(2048)
    average_power: float = number(3.0, high=20.0)  # early iterations have much entropy
    epochs: int = whole(4)
    batch_size: int = whole(4096)
    learning_rate: float = rate(0.003)
    entropy: float = weight(0.1)
    halving: float = rate(300.0)
    clip: float = share(0.2)
    value_weight: float = weight(2.0)
    average_share: float = share(0.1)


class PPO(SelfPlayTrainer):
    """PPO in self-play, for games of any size and number of players.

    It needs no list of infosets: ``current_agent`` and ``average_agent`` play, and are measured by matches. Where infosets can
    be listed there are policies and exact measures as well.

    On the processor two runs with the same arguments and seed are bit-identical on one machine, however they are split;
    on a GPU they need not.

    Attributes:
        game: the game.
        options: a ``PPOOptions``.
        seed: of all random numbers, the network's first weights included.
        seconds: spent in iterations.
        device: where the network works, as torch names it.
        spent: processor seconds of this object's iterations: in the ``"environment"``, in asking the ``"network"`` what to do,
            and in its ``"update"``.

    Sources: Schulman and others 2017, Rudolph and others 2026 for the entropy.

    .. code-block:: python

        from pokerzoo.agents import PPO
        from pokerzoo.envs import make_game
        from pokerzoo.evaluation import head_to_head

        game = make_game("texas_holdem", num_players=6)
        learner = PPO(game, chips_per_unit=20, seed=1).run(50)
        agents = [learner.current_agent(), *["tight"] * 5]
        print(head_to_head(game, agents, hands=10_000, seed=1))
    """

    name = "ppo"
    _options_type = PPOOptions
    smallest: ClassVar[dict[str, Any]] = {"hands": 2, "at_once": 1, "hidden": 1, "epochs": 1}
    options: PPOOptions

    def _learn(self, rows: InfosetRows, decisions: int) -> None:
        options = self.options
        left = share_left(options.halving, self.iteration)
        learning_rate, entropy = options.learning_rate * left, options.entropy * left
        count = len(rows.infoset)
        pieces = max(1, round(count / options.batch_size))
        columns = (rows.observation, rows.mask, rows.log_probability, rows.taken, rows.gains, rows.losses, rows.target)
        tensors = [self._tensor(array) for array in columns]
        for _ in range(options.epochs):
            if pieces == 1:
                self._network.descend(self._loss(entropy, *tensors) / decisions, learning_rate)
                continue
            order = self._tensor(self._rng.permutation(count))
            for chosen in order.tensor_split(pieces):
                batch = [tensor.index_select(0, chosen) for tensor in tensors]
                self._network.descend(self._loss(entropy, *batch) * (pieces / decisions), learning_rate)

    def _loss(
        self, entropy: float, seen: Any, legal: Any, before: Any, taken: Any, gains: Any, losses: Any, target: Any
    ) -> Any:
        """The sum of the losses of all decisions, but for what does not depend on the network, from ``InfosetRows``."""
        clip = self.options.clip
        logs, values = self._policy_and_values(self._network, seen, legal)
        ratio = (logs - before).exp()
        surrogate = gains * ratio.clamp(max=1.0 + clip) + losses * ratio.clamp(min=1.0 - clip)
        each = entropy * (logs.exp() * logs).sum(dim=1) + self.options.value_weight * (values - target) ** 2
        return (taken.sum(dim=1) * each).sum() - surrogate.sum()

    def _slow_rate(self) -> float:
        return 1.0 / max(1.0, self.options.average_share * (self.iteration + 1))
