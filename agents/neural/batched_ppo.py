"""PPO in self-play at the tables of a ``BatchedGame``, for games whose infosets need not be listed, on torch.

Schulman, Wolski, Dhariwal, Radford, Klimov: Proximal policy optimization algorithms (2017). What brings it near an equilibrium
in games of hidden information is a large bonus for entropy (Rudolph and others: Reevaluating policy gradient methods for
imperfect-information games, 2026). Here it falls from iteration to iteration, and the learning rate with it, as in ``PPO``.

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
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike, game_of
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.parameters import check_int, check_number

from .device_networks import DeviceNetwork, NetworkScores, device_of_name, network_on
from .networks import IMPOSSIBLE, aligned_floats, check_hidden, one_thread
from .played_hands import SelfPlayHands
from .rl_agent import RLAgent


class BatchedPPO(Trainer):
    """PPO in self-play, for games of any size and number of players.

    It needs no list of infosets: ``current_agent`` and ``average_agent`` play, and are measured by matches. Where infosets can
    be listed there are policies and exact measures as well. For games that have a tree there is ``PPO``, with an average that
    is weighted by own reach.

    On the processor two runs with the same arguments and seed agree to the bit on one machine, in whatever pieces they are run;
    on a GPU they need not.

    Attributes:
        game: the game.
        seed: of all random numbers, the network's first weights included.
        seconds: spent in iterations.
        device: where the network works, as torch names it.
        spent: processor seconds of this object's iterations: in the ``"environment"``, in asking the ``"network"`` what to do,
            and in its ``"update"``.

    Sources: as of ``PPO``, and Sokota and others 2023 for the magnet.

    .. code-block:: python

        from pokerzoo.agents import BatchedPPO
        from pokerzoo.envs import make_game
        from pokerzoo.evaluation import head_to_head

        game = make_game("texas_holdem", num_players=6)
        learner = BatchedPPO(game, chips_per_unit=20, seed=1).run(50)
        agents = [learner.current_agent(), *["tight"] * 5]
        print(head_to_head(game, agents, hands=10_000, seed=1))
    """

    name = "batched ppo"
    chance = "sample"
    too_much = "the learning rate is too large"
    _rng: np.random.Generator
    smallest: ClassVar[dict[str, Any]] = {"hands": 2, "at_once": 1, "hidden": 1, "epochs": 1}

    def __init__(
        self,
        game: GameLike,
        variant: None = None,
        *,
        hands: int = 8192,
        at_once: int = 2048,
        hidden: int | tuple[int, ...] = (128, 128),
        epochs: int = 4,
        batch_size: int = 4096,
        learning_rate: float = 0.003,
        entropy: float = 0.1,
        halving: float = 300.0,
        clip: float = 0.2,
        trace: float = 0.9,
        value_weight: float = 2.0,
        magnet: float = 0.0,
        magnet_every: int = 50,
        average_share: float = 0.1,
        chips_per_unit: float | None = None,
        device: str = "auto",
        seed: int | None = None,
    ) -> None:
        """Set up a trainer whose network says zero to everything, which is uniform play.

        Args:
            game: a game, or an environment of this package.
            variant: None: this algorithm has no variants.
            hands: how many hands are played in each iteration.
            at_once: how many of them are played side by side.
            hidden: widths of the network's hidden layers.
            epochs: times that an iteration goes through its decisions.
            batch_size: infosets that came up for one gradient, about; of whole hands, decisions.
            learning_rate: Adam's at the beginning.
            entropy: the bonus for a nat of entropy at the beginning, in units.
            halving: after so many iterations the learning rate and the bonus are half of what they were, after twice as many a
                third, and so on.
            clip: how far the probability of what was done may move, as a share, 0 to 1 (above 0).
            trace: lambda of the advantages, 0 to 1: 1 takes what was paid, 0 the value at the player's next decision.
            value_weight: of the squared error of values.
            magnet: weight of the divergence from the magnet, in units a nat; 0: none.
            magnet_every: iterations after which the magnet is moved to the network.
            average_share: of the iterations so far, the share, about, that the average network remembers (above 0, up to 1).
            chips_per_unit: chips that count as 1; None: the largest payoff. With deep stacks that is far more than what most
                hands are about, and a few big blinds are the better unit.
            device: ``"auto"``: a GPU where torch has one; ``"cpu"``; ``"cuda"``.
            seed: the seed of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ImportError: torch is not installed.
            ValueError: an argument is not allowed, or the game is too large for ``BatchedGame``.
            UnsupportedError: a variant was given.
        """
        game = game_of(game)
        if variant is not None:
            raise self._cannot(f"variant={variant!r}", "it is no kind of CFR and has no variants")
        counts = {
            "hands": hands, "at_once": at_once, "epochs": epochs, "batch_size": batch_size, "magnet_every": magnet_every,
        }  # fmt: skip
        for name, count in counts.items():
            check_int(name, count, 1, 10**9)
        for name, rate in {"learning_rate": learning_rate, "halving": halving}.items():
            check_number(name, rate, 0.0, np.inf, above=True)
        for name, weight in {"entropy": entropy, "value_weight": value_weight, "magnet": magnet}.items():
            check_number(name, weight, 0.0, 1e6)
        check_number("trace", trace, 0.0, 1.0)
        for name, share in {"clip": clip, "average_share": average_share}.items():
            check_number(name, share, 0.0, 1.0, above=True)
        if chips_per_unit is not None:
            check_number("chips_per_unit", chips_per_unit, 0.0, np.inf, above=True)
        self.hidden = check_hidden(hidden)
        there = device_of_name(device)
        super().__init__(game, None, seed, draws=True)
        self.hands, self.at_once, self.epochs, self.batch_size = hands, at_once, epochs, batch_size
        self.learning_rate, self.entropy, self.halving = float(learning_rate), float(entropy), float(halving)
        self.clip, self.trace, self.value_weight = float(clip), float(trace), float(value_weight)
        self.magnet, self.magnet_every, self.average_share = float(magnet), magnet_every, float(average_share)
        self.chips_per_unit = float(chips_per_unit or max(abs(x) for x in game.utility_range) or 1.0)
        self.device = str(there)
        self._there = there
        self._widths = (len(game.observation_names), *self.hidden, game.num_distinct_actions + 1)
        self._network, self._old = (network_on(there, self._widths[0], self.hidden, self._widths[-1]) for _ in range(2))
        self._torch = self._network._torch
        self._network.start(self._rng)
        self._old.weights[...] = self._network.weights
        self._send()
        self._average_weights = aligned_floats(self._network.weights.shape)
        self._average_weights[...] = self._network.weights
        self._counts = np.zeros(1, dtype=np.int64)
        self._player = SelfPlayHands(game, hands, at_once, self.chips_per_unit)
        self._evaluator: PolicyEvaluator | None = None
        self._agents: dict[str, tuple[int, RLAgent]] = {}
        self._update_seconds = 0.0

    @property
    def decisions(self) -> int:
        """Decisions of all players so far."""
        return int(self._counts[0])

    @property
    def hands_played(self) -> int:
        """Hands so far."""
        return self.iteration * self.hands

    @property
    def spent(self) -> dict[str, float]:
        """Processor seconds of this object's iterations, by what they were spent on."""
        return {"environment": self._player.environment, "network": self._player.network, "update": self._update_seconds}

    def next_check(self, iteration: int) -> int:
        # Measuring asks about all infosets in float64 and walks the game; an iteration plays thousands of hands.
        return iteration + max(10, iteration // 10)

    def advance(self, count: int) -> None:
        """Do some iterations; ``run`` is what most programs call.

        Args:
            count: how many.
        """
        with one_thread(), whole_iterations() as interrupted:
            for _ in range(count):
                self._iterate()
                if interrupted:
                    break

    def _iterate(self) -> None:
        self._player.play(self._ask, self._rng, self.trace)
        began = time.process_time()
        self._learn()
        now = self.iteration + 1
        self._fetch(self._network)
        self._average_weights += (self._network.weights - self._average_weights) / np.float32(
            max(1.0, self.average_share * now)
        )
        if self.magnet and now % self.magnet_every == 0:
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
        left = self.halving / (self.halving + self.iteration)
        rate, entropy = self.learning_rate * left, self.entropy * left
        count, rows = player.num_rows, player.rows
        pieces = max(1, round(count / self.batch_size))
        columns = (rows.observation, rows.mask, rows.log_probability, rows.visits, rows.gains, rows.losses, rows.target)
        tensors = [torch.from_numpy(array[:count]).to(self._there) for array in columns]
        for _ in range(self.epochs):
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
        surrogate = gains * ratio.clamp(max=1.0 + self.clip) + losses * ratio.clamp(min=1.0 - self.clip)
        surprise = (entropy + self.magnet) * logs
        if self.magnet:
            with torch.no_grad():
                old = self._old(observation[None])[0][:, :-1]
                old = torch.log_softmax(old.masked_fill(~mask, IMPOSSIBLE), dim=1)
            surprise = surprise - self.magnet * old
        error = said[:, -1] - target
        each = (logs.exp() * surprise).sum(dim=1) + self.value_weight * error * error
        return (visits * each).sum() - surrogate.sum()

    # Whoever works on a device keeps the arrays up to date.

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

    def identity(self) -> dict[str, Any]:
        return super().identity() | {name: list(x) if isinstance(x, tuple) else x for name, x in self._options().items()}

    def _options(self) -> dict[str, Any]:
        names = (
            "hands", "at_once", "hidden", "epochs", "batch_size", "learning_rate", "entropy", "halving", "clip", "trace",
            "value_weight", "magnet", "magnet_every", "average_share", "chips_per_unit", "device",
        )  # fmt: skip
        return {name: getattr(self, name) for name in names}

    def _compile(self) -> None:
        # Kernels are compiled for types, not for sizes: a small twin's iteration does it.
        type(self)(self.game, seed=0, device=self.device, **self.smallest).advance(1)

    def _metadata(self, kind: str) -> dict[str, Any]:
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in self._options().items()}
        return {"strategy": kind, "variant": self.name, "iterations": self.iteration, "seed": self.seed} | options

    def current_agent(self) -> RLAgent:
        """What the network plays now, as an agent without torch; training on does not change it."""
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
        """What the network plays now.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        return self._listed("current")

    def average_policy(self) -> TabularPolicy:
        """What ``average_agent`` plays.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        return self._listed("average")

    def _listed(self, kind: str) -> TabularPolicy:
        if not isinstance(self.game, PokerGame) and not (self.game.numbered and may_have_tree(self.game)):
            instead = f"{kind}_agent()"
            raise self._cannot(
                f"{kind}_policy()", f"infosets of {self.game.name} are too many to list; {instead} plays, in matches"
            )
        agent = self.current_agent() if kind == "current" else self.average_agent()
        return TabularPolicy(self.game, agent.tabulate().probabilities, self._metadata(kind))

    def measure(self) -> Measurement:
        policy = self.average_policy()
        if self._evaluator is None:
            self._evaluator = self.game.evaluator()
        return self._evaluator.measure(policy.probabilities)
