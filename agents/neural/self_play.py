"""The base of learners by self-play: a network for all seats, hands on a ``BatchedGame``, and averages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.agent import PolicyAgent
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.core import GameLike
from pokerzoo.envs.environments.playable import Agent
from pokerzoo.envs.support.arrays import Bools, Floats32
from pokerzoo.envs.support.errors import NO_VALUE

from .average import AverageStrategy, is_listed, listed_form
from .networks import IMPOSSIBLE, Network, NetworkScores, NeuralTrainer, aligned_zeros, device_named, softmax
from .options import LearnerOptions, number, rate, text, whole, widths
from .played_hands import Answer, InfosetRows, SelfPlayHands
from .rl_agent import RLAgent


@dataclass(frozen=True, kw_only=True)
class SelfPlayOptions(LearnerOptions):
    """Options that all learners by self-play have.

    Attributes:
        hands: how many hands are played in each iteration.
        at_once: how many of them are played side by side.
        hidden: widths of the hidden layers.
        trace: the lambda of generalised advantage estimation: 1 takes what was paid, 0 the value at the player's next decision.
        average_power: an iteration's weight in the average is its number to this power, where infosets are listed.
        chips_per_unit: chips that count as 1; None: the largest payoff. With deep stacks that is far more than what most hands
            are about, and a few big blinds are the better unit.
        device: ``"auto"``: a GPU where torch has one; ``"cpu"``; ``"cuda"``.
    """

    hands: int = whole(8192)
    at_once: int = whole(8192)
    hidden: tuple[int, ...] = widths(128, 128)
    trace: float = number(0.9, high=1.0)
    average_power: float = number(1.0, high=20.0)  # a greater power would overflow in long runs
    chips_per_unit: float | None = rate(None)
    device: str = text("auto")


class SelfPlayTrainer(NeuralTrainer):
    """The base of learners by self-play, for games of any size and number of players.

    One network says the score of each action and, last, the value for the mover, whose seat the observation shows. An iteration
    plays ``hands`` hands by it (``played_hands.py``) and then learns from the infosets that came up. What differs from learner
    to learner is ``_answer``, what is said of infosets while hands are played, and ``_learn``, the gradient steps.
    """

    _too_much = "the learning rate is too large"
    options: SelfPlayOptions

    def __init__(self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Any) -> None:
        """Set up a trainer whose network outputs zeros: uniform play.

        Args:
            game: a game, or an environment of this package.
            variant: None: this algorithm has no variants.
            seed: of the random numbers; None draws one, kept in ``seed``.
            **options: fields of ``_options_type``, the learner's record of options.

        Raises:
            ImportError: torch is not installed.
            TypeError: no such option.
            ValueError: an argument is not allowed, or the game is too large.
        """
        super().__init__(game, variant, seed, options)
        game = self.game
        unit = self.options.chips_per_unit or max(abs(x) for x in game.utility_range) or 1.0
        self.device = str(device_named(self.options.device))
        self.options = replace(self.options, chips_per_unit=unit, device=self.device)
        self._network = self._new_network()
        self._network.start(self._rng)
        self._slow_weights = aligned_zeros(len(self._network.weights))
        self._slow_weights[...] = self._network.weights
        self._counts = np.zeros(1, dtype=np.int64)
        form = listed_form(game)
        self._average = None if form is None else AverageStrategy(form)
        listed = None if self._average is None else (self._average.observations, self._average.legal)
        self._player = SelfPlayHands(game, self.options.hands, self.options.at_once, float(unit), listed)
        self._agents: dict[str, tuple[int, RLAgent]] = {}
        self._update_seconds = 0.0
        self._set_up()

    def _set_up(self) -> None:
        """Create what a learner has besides its network."""

    def _new_network(self) -> Network:
        widths = len(self.game.observation_names), *self.options.hidden, self.game.num_distinct_actions + 1
        return Network(widths, self.device)

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
        # Measuring walks the game; an iteration plays thousands of hands.
        return iteration + max(10, iteration // 10)

    def _iterate(self) -> None:
        player = self._player
        player.play(self._answer, self._rng, self.options.trace)
        began = time.process_time()
        if self._average is not None:
            self._average.add(player.rows.probability.astype(np.float64), (self.iteration + 1.0) ** self.options.average_power)
        self._learn(player.rows_met(), player.num_decisions)
        self._network.fetch()
        self._slow_weights += np.float32(self._slow_rate()) * (self._network.weights - self._slow_weights)
        self._counts += player.num_decisions
        self._iteration[0] += 1
        self._update_seconds += time.process_time() - began

    def _answer(self, observations: Floats32, legal: Bools) -> Answer:
        """The network's outputs at infosets while hands are played."""
        torch = self._torch
        with torch.no_grad():
            logs, values = self._policy_and_values(self._network, self._tensor(observations), self._tensor(legal))
            return logs.cpu().numpy(), values.cpu().numpy(), 0.0

    def _learn(self, rows: InfosetRows, decisions: int) -> None:
        """The gradient steps of an iteration, from the infosets that came up."""
        raise NotImplementedError

    def _slow_rate(self) -> float:
        """The share of the way to the network that the slow network's weights go after this iteration."""
        raise NotImplementedError

    def _tensor(self, array: npt.NDArray[Any]) -> Any:
        return self._torch.from_numpy(array).to(self.device)

    def _policy_and_values(self, network: Network, observations: Any, legal: Any) -> tuple[Any, Any]:
        """Logarithms of probabilities [n, actions], ``IMPOSSIBLE`` where not legal, and values [n]."""
        outputs = network(observations)
        logs = self._torch.log_softmax(outputs[:, :-1].masked_fill(~legal, IMPOSSIBLE), dim=1)
        return logs.masked_fill(~legal, IMPOSSIBLE), outputs[:, -1]

    def state(self) -> dict[str, npt.NDArray[Any]]:
        self._network.fetch()
        state = super().state() | self._network.state("network") | {"slow": self._slow_weights, "decisions": self._counts}
        rows = () if self._average is None else self._average.cumulative
        return state | {f"average {player}": row for player, row in enumerate(rows)}

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        super().load(state)
        self._network.send()
        self._agents.clear()

    def _current_weights(self) -> Floats32:
        """The weights of the network whose policy is the current one."""
        self._network.fetch()
        return self._network.weights

    def current_agent(self) -> RLAgent:
        """The current policy as an agent without torch; training on does not change it."""
        return self._agent("current", self._current_weights())

    def average_agent(self) -> Agent:
        """The average policy as an agent; where infosets are not averaged, a network that follows the trained one slowly."""
        return self._agent("average", self._slow_weights) if self._average is None else PolicyAgent(self.average_policy())

    def _agent(self, kind: str, weights: Floats32) -> RLAgent:
        kept = self._agents.get(kind)
        if kept is None or kept[0] != self.iteration:
            agent = RLAgent(self.game, NetworkScores(self._network.widths, weights), f"{self.name} ({kind})")
            self._agents[kind] = kept = self.iteration, agent
        return kept[1]

    def current_policy(self) -> TabularPolicy:
        """The network's current policy.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        if self._average is None:
            return self._tabulated("current", self.current_agent)
        scores = NetworkScores(self._network.widths, self._current_weights())
        legal = self._average.legal
        shares = softmax(scores(self._average.observations, legal), legal)
        return TabularPolicy(self.game, shares[legal], self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average of the policies played, weighted by the player's own reach and the iteration.

        Of games with more than 20,000 infosets it is what ``average_agent`` plays: a network that follows slowly.

        Raises:
            UnsupportedError: the infosets cannot be listed.
        """
        if self._average is None:
            return self._tabulated("average", lambda: self._agent("average", self._slow_weights))
        return TabularPolicy(self.game, self._average.probabilities(), self._metadata("average"))

    def _tabulated(self, kind: str, agent: Callable[[], RLAgent]) -> TabularPolicy:
        if not is_listed(self.game):
            raise self._cannot(
                f"{kind}_policy()",
                NO_VALUE,
                f"infosets of {self.game.name} are too many to list; {kind}_agent() plays, in matches",
            )
        return TabularPolicy(self.game, agent().tabulate().probabilities, self._metadata(kind))


def all_advantages(rows: InfosetRows, cap: float) -> Floats32:
    """float32 [rows, actions]: each action's advantage over the infoset's value."""
    # What an action costs is known. What follows it is the mean over the decisions for it, times the number of them over the
    # number that was to be expected, ``cap`` at most. Without a cap this is the mean of DeepNash's estimate.
    taken, cost = rows.taken, rows.cost
    follows = (rows.gains + rows.losses) / np.maximum(taken, 1.0) + np.where(taken > 0.0, cost, 0.0)
    expected = taken.sum(axis=1, keepdims=True) * rows.probability
    weights = np.minimum(taken / np.where(expected > 0.0, expected, 1.0), cap)
    return np.asarray(weights * follows - cost, dtype=np.float32)
