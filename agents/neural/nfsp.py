"""Neural fictitious self-play (Heinrich and Silver: Deep reinforcement learning from self-play, 2016), on torch.

Each player has two networks. Action values (a DQN: Mnih and others 2015) learn a best response to what the others play. An
average strategy learns what that best response has done over time. In each hand a player plays the best response with
probability ``eta``, else the average. An iteration is

1. both networks are asked about all infosets, and ``hands`` hands are played from these tables in compiled code. Every move
   goes, with what came of it, to the circular memory of its player; what a best response plays goes to the reservoir, from
   which the average learns;
2. ``updates`` gradient steps of each network, for all players side by side. The value that a move is to have is the chips won
   at the end of the hand or, before, the highest value of a *legal* action at the player's next infoset. That is what a frozen
   copy of the network says (the target network), which is brought up to date every ``target_every`` steps; its values of all
   infosets are all that is kept of it.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .networks import IMPOSSIBLE, ActionTables, draw_action, draw_outcome, one_thread, reservoir_place
from .options import NFSPKeywords, NFSPOptions, keyword_arguments
from .replay import ReplayBuffer, ReplayTrainer, store_move

GreedyActions: TypeAlias = Int64s
"""int64 [players, rows]: the id of the action that the best response takes at each infoset."""


class BestResponseMoves(NamedTuple):
    """A reservoir for each player of its best responses' moves."""

    row: Int32s  # [players, size]: infoset
    action: Int32s  # [players, size]: id
    seen: Int64s  # [players]: moves so far


class NFSP(ReplayTrainer):
    """Neural fictitious self-play: each player learns a best response, and the average of its best responses.

    Source: Heinrich and Silver 2016. The best response is a deep Q-network (Mnih and others 2015).

    Two runs with the same arguments and seed agree to the bit on one machine, in whatever pieces they are run. With more than
    two players no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import NFSP
        from pokerzoo.envs import make_game

        learner = NFSP(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "nfsp"
    smallest: ClassVar[dict[str, Any]] = {
        "hands": 1, "updates": 1, "hidden": 1, "batch_size": 1, "replay_size": 1, "reservoir_size": 1,
    }  # fmt: skip
    options: NFSPOptions

    @keyword_arguments(NFSPOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[NFSPKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything: the average is uniform."""
        super().__init__(game, variant, NFSPOptions(**options), seed)
        players, size = len(self._mask), self.options.reservoir_size
        self._policies = self._networks(players)
        self._policies.start(self._rng)
        self._best_response_moves = BestResponseMoves(
            row=np.zeros((players, size), dtype=np.int32),
            action=np.zeros((players, size), dtype=np.int32),
            seen=np.zeros(players, dtype=np.int64),
        )

    @property
    def hands_played(self) -> int:
        """Hands so far."""
        return self.iteration * self.options.hands

    def state(self) -> dict[str, npt.NDArray[Any]]:
        moves = {f"reservoir {part}": array for part, array in self._best_response_moves._asdict().items()}
        return super().state() | self._policies.state("average") | moves

    def _iterate(self) -> None:
        now = self.iteration + 1
        play_hands(
            self._nodes, self._actions, self._average(), self._greedy(), self.options.eta, self.options.epsilon / now**0.5,
            self.options.hands, self._rng, self._replay, self._best_response_moves,
        )  # fmt: skip
        for _ in range(self.options.updates):
            if self._is_target_due():
                self._worth[...] = np.where(self._mask, self._values.table(self._inputs), -np.inf).max(axis=2)
            self._fit_values()
            move_shares(self._best_response_moves, self.options.batch_size, self._rng, self._weights)
            self._policies.descend(self._surprise(self._policies(self._inputs)), self.options.average_rate)
        self._iteration[0] = now

    def _surprise(self, scores: Any) -> Any:
        logarithms = self._torch.log_softmax(scores.masked_fill(~self._legal, IMPOSSIBLE), dim=2)
        return -(self._tensors[0] * logarithms).sum()

    def _average(self) -> Floats:
        return self._softmax(self._policies.table(self._inputs))

    def _greedy(self) -> Int64s:
        """int64 [players, rows]: the legal action with the highest value, the first of several."""
        return np.asarray(np.where(self._mask, self._values.table(self._inputs), -np.inf).argmax(axis=2), dtype=np.int64)

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The best response by the present action values, from which the average learns."""
        table = np.eye(self._mask.shape[2])[self._greedy()]
        return TabularPolicy(self.game, self._entries(table), self._metadata("current"))


@kernel
def play_hands(
    table: NodeTable,
    legal: Int32s,
    average: ActionTables,
    greedy: GreedyActions,
    eta: float,
    epsilon: float,
    hands: int,
    source: np.random.Generator,
    replay: ReplayBuffer,
    moves: BestResponseMoves,
) -> None:
    """Play hands, every player by the best response or the average, and remember them."""
    players = average.shape[0]
    nodes = table.nodes
    best = np.zeros(players, dtype=np.bool_)
    row_before = np.zeros(players, dtype=np.int64)
    action_before = np.zeros(players, dtype=np.int64)
    for _ in range(hands):
        for player in range(players):
            best[player] = source.random() < eta
            row_before[player] = -1
        node = 0
        while nodes[node, MOVER] != TERMINAL:
            mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], table.point[node]
            if mover == CHANCE:
                node = child + draw_outcome(source, table.chance, child, kids)
                continue
            if row_before[mover] >= 0:
                store_move(replay, mover, row_before[mover], action_before[mover], 0.0, row)
            actions = legal[mover, row]
            k = 0
            if not best[mover]:
                k = draw_action(source, average[mover, row], actions, kids)
            else:
                # The reservoir takes the best response itself, not what is tried in its place.
                wanted = greedy[mover, row]
                at = reservoir_place(source, moves.seen, mover, moves.row.shape[1])
                if at >= 0:
                    moves.row[mover, at] = row
                    moves.action[mover, at] = wanted
                if source.random() < epsilon:
                    k = int(source.random() * kids)
                else:
                    while k < kids - 1 and actions[k] != wanted:
                        k += 1
            row_before[mover] = row
            action_before[mover] = actions[k]
            node = child + k
        for player in range(players):
            if row_before[player] >= 0:
                won = table.utility[player, nodes[node, ROW]]
                store_move(replay, player, row_before[player], action_before[player], won, -1)


@kernel
def move_shares(moves: BestResponseMoves, batch: int, source: np.random.Generator, weights: ActionTables) -> None:
    """A batch of best responses' moves: the share of each infoset and action."""
    weights[...] = 0.0
    for player in range(weights.shape[0]):
        held = min(moves.seen[player], moves.row.shape[1])
        for _ in range(batch if held else 0):
            at = int(source.random() * held)
            weights[player, moves.row[player, at], moves.action[player, at]] += np.float32(1.0 / batch)
