"""Proximal policy optimisation (PPO) in self-play on a ``BatchedGame``, on torch; infosets need not be listed.

Schulman, Wolski, Dhariwal, Radford, Klimov: Proximal policy optimization algorithms (2017). What brings it near an equilibrium
in games of hidden information is a large bonus for entropy (Rudolph and others: Reevaluating policy gradient methods for
imperfect-information games, 2026). Here it falls from iteration to iteration, and the learning rate with it.

An iteration:

1. play ``hands`` hands to their ends, all seats by one network, which sees in the observation whose seat it is. In
   ``played_hands.py`` each decision is credited with what its own player was paid, and decisions are added up by infoset;
2. ``epochs`` times through the infosets that came up, in random order, a step of Adam for each ``batch_size`` of them. The
   loss is the sum over decisions of

       -min(r A, clip(r, 1 - clip, 1 + clip) A) - entropy H(p) + value_weight (v - R)^2 + magnet KL(p, m)

   with r the probability of what was done by what it was then (equation 7 of the former), A its advantage, p the policy, H
   its entropy and v the network's value. R is A plus the value then. The policy m is what the network played some
   iterations ago, a *moving magnet* (Sokota and others: A unified approach to reinforcement learning, quantal response
   equilibria, and two-player zero-sum games, 2023). None is used unless its weight is given.

Advantages and values are in units of ``chips_per_unit`` (the largest payoff) and are not normalised: near an equilibrium they
are small, and should stay so.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.core import has_lines
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.support.arrays import Floats32

from .device_networks import DeviceNetwork, NetworkScores, device_of_name, network_on
from .networks import IMPOSSIBLE, NeuralTrainer, aligned_floats
from .options import PPOKeywords, PPOOptions, check_hidden, keyword_arguments, share_left
from .played_hands import SelfPlayHands
from .rl_agent import RLAgent


class PPO(NeuralTrainer):
    """PPO in self-play, for games of any size and number of players.

    It needs no list of infosets: ``current_agent`` and ``average_agent`` play, and are measured by matches. Where infosets can
    be listed there are policies and exact measures as well.

    On the processor two runs with the same arguments and seed agree to the bit on one machine, in whatever pieces they are run;
    on a GPU they need not.

    Attributes:
        game: the game.
        seed: of all random numbers, the network's first weights included.
        seconds: spent in iterations.
        device: where the network works, as torch names it.
        spent: processor seconds of this object's iterations: in the ``"environment"``, in asking the ``"network"`` what to do,
            and in its ``"update"``.

    Sources: Schulman and others 2017, Rudolph and others 2026 for the entropy, Sokota and others 2023 for the magnet.

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
    chance = "sample"
    _too_much = "the learning rate is too large"
    _rng: np.random.Generator
    smallest: ClassVar[dict[str, Any]] = {"hands": 2, "at_once": 1, "hidden": 1, "epochs": 1}
    options: PPOOptions

    @keyword_arguments(PPOOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[PPOKeywords]
    ) -> None:
        """Set up a trainer whose network says zero to everything, which is uniform play."""
        game, own = game_of(game), PPOOptions(**options)
        there = device_of_name(own.device)
        unit = own.chips_per_unit or max(abs(x) for x in game.utility_range) or 1.0
        super().__init__(game, variant, replace(own, chips_per_unit=unit, device=str(there)), seed)
        hidden = check_hidden("hidden", own.hidden)
        self.device = self.options.device
        self._there = there
        self._widths = (len(game.observation_names), *hidden, game.num_distinct_actions + 1)
        self._network, self._old = (network_on(there, self._widths[0], hidden, self._widths[-1]) for _ in range(2))
        self._network.start(self._rng)
        self._old.weights[...] = self._network.weights
        self._send()
        self._average_weights = aligned_floats(self._network.weights.shape)
        self._average_weights[...] = self._network.weights
        self._counts = np.zeros(1, dtype=np.int64)
        self._player = SelfPlayHands(game, own.hands, own.at_once, float(unit))
        self._agents: dict[str, tuple[int, RLAgent]] = {}
        self._update_seconds = 0.0

    @property
    def decisions(self) -> int:
        """Decisions of all players so far."""
        return int(self._counts[0])

    @property
    def hands_played(self) -> int:
        """Hands so far."""
        return self.iteration * self.options.hands

    @property
    def spent(self) -> dict[str, float]:
        """Processor seconds of this object's iterations, by what they were spent on."""
        return {"environment": self._player.environment, "network": self._player.network, "update": self._update_seconds}

    def _next_check(self, iteration: int) -> int:
        # Measuring asks about all infosets in float64 and walks the game; an iteration plays thousands of hands.
        return iteration + max(10, iteration // 10)

    def _iterate(self) -> None:
        self._player.play(self._ask, self._rng, self.options.trace)
        began = time.process_time()
        self._learn()
        now = self.iteration + 1
        self._fetch(self._network)
        self._average_weights += (self._network.weights - self._average_weights) / np.float32(
            max(1.0, self.options.average_share * now)
        )
        if self.options.magnet and now % self.options.magnet_every == 0:
            self._old.weights[...] = self._network.weights
            self._send()
        self._counts += self._player.num_decisions
        self._iteration[0] = now
        self._update_seconds += time.process_time() - began

    def _ask(self, observations: Floats32) -> Floats32:
        """float32 [n, actions + 1]: scores and value."""
        said: Floats32 = self._network.table(self._torch.from_numpy(observations)[None])[0]
        return said

    def _learn(self) -> None:
        """Go through what was played."""
        torch, player = self._torch, self._player
        left = share_left(self.options.halving, self.iteration)
        rate, entropy = self.options.learning_rate * left, self.options.entropy * left
        count, rows = player.num_rows, player.rows
        pieces = max(1, round(count / self.options.batch_size))
        columns = (rows.observation, rows.mask, rows.log_probability, rows.visits, rows.gains, rows.losses, rows.target)
        tensors = [torch.from_numpy(array[:count]).to(self._there) for array in columns]
        for _ in range(self.options.epochs):
            if pieces == 1:
                self._network.descend(self._loss(entropy, *tensors) / player.num_decisions, rate)
                continue
            order = torch.from_numpy(self._rng.permutation(count)).to(self._there)
            for chosen in order.tensor_split(pieces):
                batch = [tensor.index_select(0, chosen) for tensor in tensors]
                self._network.descend(self._loss(entropy, *batch) * (pieces / player.num_decisions), rate)

    def _loss(
        self, entropy: float, observation: Any, mask: Any, before: Any, visits: Any, gains: Any, losses: Any, target: Any
    ) -> Any:
        """The sum of the losses of all decisions, but for what does not depend on the network; tensors as in ``Rows``."""
        torch = self._torch
        said = self._network(observation[None])[0]
        logs = torch.log_softmax(said[:, :-1].masked_fill(~mask, IMPOSSIBLE), dim=1)
        ratio = (logs - before).exp()
        surrogate = gains * ratio.clamp(max=1.0 + self.options.clip) + losses * ratio.clamp(min=1.0 - self.options.clip)
        surprise = (entropy + self.options.magnet) * logs
        if self.options.magnet:
            with torch.no_grad():
                old = self._old(observation[None])[0][:, :-1]
                old = torch.log_softmax(old.masked_fill(~mask, IMPOSSIBLE), dim=1)
            surprise = surprise - self.options.magnet * old
        error = said[:, -1] - target
        each = (logs.exp() * surprise).sum(dim=1) + self.options.value_weight * error * error
        return (visits * each).sum() - surrogate.sum()

    # Networks on a device bring the arrays up to date.

    def _fetch(self, network: Any) -> None:
        if isinstance(network, DeviceNetwork):
            network.fetch()

    def _send(self) -> None:
        for network in (self._network, self._old):
            if isinstance(network, DeviceNetwork):
                network.send()

    def state(self) -> dict[str, npt.NDArray[Any]]:
        self._fetch(self._network)
        state = super().state() | self._network.state("network")
        return state | {"magnet": self._old.weights, "average": self._average_weights, "decisions": self._counts}

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        super().load(state)
        self._send()
        self._agents.clear()

    def current_agent(self) -> RLAgent:
        """The network's present policy as an agent without torch; training on does not change it."""
        self._fetch(self._network)
        return self._agent("current", self._network.weights)

    def average_agent(self) -> RLAgent:
        """The network whose weights are the average of the last ones (``average_share``), as an agent."""
        return self._agent("average", self._average_weights)

    def _agent(self, kind: str, weights: Floats32) -> RLAgent:
        kept = self._agents.get(kind)
        if kept is None or kept[0] != self.iteration:
            agent = RLAgent(self.game, NetworkScores(weights[0], self._widths), f"{self.name} ({kind})")
            self._agents[kind] = kept = self.iteration, agent
        return kept[1]

    def current_policy(self) -> TabularPolicy:
        """The network's present policy.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        return self._listed("current")

    def average_policy(self) -> TabularPolicy:
        """The policy of ``average_agent``.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        return self._listed("average")

    def _listed(self, kind: str) -> TabularPolicy:
        if not has_lines(self.game) and not (self.game.numbered and may_have_tree(self.game)):
            instead = f"{kind}_agent()"
            raise self._cannot(
                f"{kind}_policy()", f"infosets of {self.game.name} are too many to list; {instead} plays, in matches"
            )
        agent = self.current_agent() if kind == "current" else self.average_agent()
        return TabularPolicy(self.game, agent.tabulate().probabilities, self._metadata(kind))
