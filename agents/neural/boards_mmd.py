"""Magnetic mirror descent with networks on boards: all hands at once, on some flops at a time.

The source is Sokota and others: A unified approach to reinforcement learning, quantal response equilibria, and two-player
zero-sum games, 2023. Gradients are as in NeuRD (Hennes and others: Neural replicator dynamics, 2019): an action's score moves
by its advantage. In tables that is mirror descent.

One network stands for all lines of betting of a street. It is shown a hand and a board, and has an output for each sequence of
both players. So all strategies on a board come from one answer for each hand. An iteration:

1. some flops are drawn, each once before any comes again. The network says the strategies of all hands there;
2. the betting of these flops is walked for all hands at once, as CFR does it. It gives the exact advantage of each action, that
   is its counterfactual value less that of the infoset, over the opponent's reach;
3. a step of Adam moves scores by advantage - temperature (score - magnet's score). The *magnet* is a network whose weights
   follow slowly. Infosets weigh by a power of both players' reach. A share of the hands, drawn anew, is enough for the step.

With ``solver_iterations`` the drawn flops are solved instead, by CFR for the reach that both players come with. The network
learns the solutions. That is expert iteration: Anthony, Tian and Barber, Thinking fast and slow with deep learning and tree
search, 2017. Flops are solved roughly at first, and longer later.

Betting before the flop has a network of its own, and it learns in each iteration. Its values need all flops. What a flop was
worth when it last came up is kept, and so is the sum over all flops. A step takes this sum, and what the drawn flops are worth
more than before, times how many flops there are for one that is drawn. That is right in the mean, and has little noise; the
source is SAGA (Defazio, Bach and Lacoste-Julien 2014).
"""

from __future__ import annotations

from math import comb
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.dealt_mccfr import is_dealt_once
from pokerzoo.agents.cfr.solver import GameLike, game_of
from pokerzoo.agents.cfr.variants import VARIANTS
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.compiled.forms import street_tree_of
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_plan import BOARDS_AT, PLACES, SEQUENCES
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import NOTHING, new_scratch, new_worth, root_rows
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .board_kernels import BoardBatch, ScoreMoves, score_moves, shares_of_scores, walk_children, walk_down, walk_up
from .board_rows import BoardRows
from .networks import Networks, NeuralTrainer, one_thread
from .options import BoardsMMDKeywords, BoardsMMDOptions, check_hidden, keyword_arguments, share_left
from .solved_board_kernels import moves_to_solutions, solve_boards

LARGEST = 30.0
"""Scores are cut off here before they are powers."""
FIRST_SOLVER_ITERATIONS, SOLVER_GROWTH = 10, 10
"""Iterations of CFR that solve a flop at first, and iterations of the trainer after which it is one more."""
ENOUGH = 100
"""Flops of which the worth is known before the betting that leads to them is learned."""
ROOT: Int64s = np.zeros(1, dtype=np.int64)
"""The one board before the flop."""


class StageNetworks:
    """The networks of one street, and arrays for some of its boards."""

    def __init__(self, form: StreetTree, stage: int, steps: int, hidden: tuple[int, ...], most: int) -> None:
        """Make networks that say zero to everything."""
        self.form, self.stage = form, stage
        self.rows = BoardRows(form, stage, steps)
        self.sequences = form.plan.stages[stage, :, SEQUENCES]
        outputs = int(self.sequences.sum())
        self.network, self.magnet, self.average = (Networks(1, self.rows.width, hidden, outputs) for _ in range(3))
        size = int(self.rows.sizes.max()) * most * outputs
        self.strategies, self.advantages, self.reach = (aligned_zeros(size, np.float32) for _ in range(3))

    def start(self, rng: np.random.Generator) -> None:
        """Random weights, the same for all three."""
        self.network.start(rng)
        for other in (self.magnet, self.average):
            other.weights[...] = self.network.weights

    def put_places(self, boards: Int64s, places: Int64s) -> None:
        """Write into the columns of ``WalkPlan.boards`` where the arrays have the numbers of these boards."""
        at = 0
        for player in range(2):
            for board in boards.tolist():
                own = places[self.form.plan.stages[self.stage, player, BOARDS_AT] + board]
                own[PLACES + 3 * player + 1] = at
                at += int(own[PLACES + 3 * player] * self.sequences[player] * LANES)

    def follow(self, share: float, average_share: float) -> None:
        """Move the magnet and the average towards the network."""
        self.magnet.weights += np.float32(share) * (self.network.weights - self.magnet.weights)
        self.average.weights += np.float32(average_share) * (self.network.weights - self.average.weights)

    def state(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The live arrays, for checkpoints."""
        found = self.network.state(f"{name} network")
        return found | {f"{name} magnet": self.magnet.weights, f"{name} average": self.average.weights}


class BoardsMMD(NeuralTrainer):
    """Magnetic mirror descent with networks on two-player hold'em from the blinds on with one public deal: ``flop_holdem``.

    Advantages are exact for all hands on the flops that are drawn, not sampled; the strategy is in the networks alone. They are
    shown cards in canonical suits and how many of all hands each beats on the board. Source: Sokota and others 2023. With
    ``solver_iterations`` CFR solves the flops that are drawn, and the network learns from the solutions.

    ``current_policy`` is the network's, ``average_policy`` that of a network whose weights are the mean of the last ones.
    Both are a ``SpotPolicy``. Two runs with the same arguments and seed agree to the bit on one machine.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the game by streets and boards.

    .. code-block:: python

        from pokerzoo.agents import BoardsMMD
        from pokerzoo.envs import make_game

        learner = BoardsMMD(make_game("flop_holdem", deck="royal"), seed=1).run(200)
        print(learner.nash_conv)  # of the average policy, in chips a hand
    """

    name = "boards mmd"
    smallest: ClassVar[dict[str, Any]] = {"drawn_boards": 1, "hidden": 1}
    options: BoardsMMDOptions

    @keyword_arguments(BoardsMMDOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[BoardsMMDKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts from uniform play."""
        game, own = game_of(game), BoardsMMDOptions(**options)
        if not isinstance(game, PokerGame) or not game.observes_suits_alike or not is_dealt_once(game):
            raise self._cannot(f"game={game}", "it is for two-player hold'em from the blinds on with one public deal")
        super().__init__(game, variant, own, seed)
        form = street_tree_of(game)
        assert form is not None
        self.form, count = form, len(form.boards[1])
        self._at_once = min(own.drawn_boards, count)
        self._stages = (
            StageNetworks(form, 0, 0, check_hidden("start_hidden", own.start_hidden), 1),
            StageNetworks(form, 1, own.strength_steps, check_hidden("hidden", own.hidden), self._at_once),
        )
        for stage in self._stages:
            stage.start(self._rng)
        self._places = form.plan.boards.copy()
        self._plan = form.plan._replace(boards=self._places)
        self._stages[0].put_places(ROOT, self._places)
        self._above, self._scratch = (new_scratch(form, 3, one_player=False) for _ in range(2))
        self._worth, self._root, self._opposite = new_worth(form, 1), root_rows(form), opposite_rows(form)
        self._total = np.zeros((2, int((self._above.below_at[0, :, 1] * form.plan.symmetries[0]).max())), dtype=np.float32)
        self._seen = np.zeros(count, dtype=np.bool_)
        self._masses = np.zeros((self._at_once, len(form.streets.first)), dtype=np.float32)
        left, cards = len(game.rules.deck), game.rules.deals[0]
        start = max(game.rules.blinds) / (comb(left, 2) * comb(left - 2, 2))
        self._units = start, start / comb(left - 4, cards)
        self._order = np.zeros(count, dtype=np.int64)
        self._decisions = np.zeros(1, dtype=np.int64)
        self._is_open = False  # whether the reach that flops are walked with is that of the networks
        self._start_batch = self._stages[0].rows.batch(ROOT)
        self._start_rows = np.flatnonzero(self._start_batch.counts > 0)
        self._start_inputs = self._stages[0].rows.inputs(ROOT)

    @property
    def decisions(self) -> int:
        """Infosets on the flops that were drawn so far, counted as often as they were drawn."""
        return int(self._decisions[0])

    def next_check(self, iteration: int) -> int:
        # Measuring asks about all boards; an iteration asks about some.
        return iteration + max(len(self._order) // self._at_once, iteration // 4)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        more: dict[str, npt.NDArray[Any]] = {"worth": self._worth, "total": self._total, "seen": self._seen}
        more |= {"order": self._order, "decisions": self._decisions}
        return super().state() | more | self._stages[0].state("start") | self._stages[1].state("board")

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        super().load(state)
        self._is_open = False

    def _iterate(self) -> None:
        now, options, own = self.iteration, self.options, self._stages[1]
        turns = len(self._order) // self._at_once
        if now % turns == 0:
            self._order[:] = self._rng.permutation(len(self._order))
        if not self._is_open:  # at the beginning, and after a checkpoint
            self._walk_start()
        self._is_open = True
        first = now % turns * self._at_once
        boards = np.sort(self._order[first : first + self._at_once])
        batch, inputs = own.rows.batch(boards), own.rows.inputs(boards)
        own.put_places(boards, self._places)
        if options.solver_iterations:
            self._solve(batch, min(options.solver_iterations, FIRST_SOLVER_ITERATIONS + now // SOLVER_GROWTH))
        else:
            scores = own.network.table(self._torch.from_numpy(inputs)[None])[0]
            shares_of_scores(self._plan, 1, self._places, batch, powers_of(scores), own.strategies)
        before = self._worth[:, 0, boards]
        walk_children(
            self._plan, batch, own.strategies, self._opposite, self._above, self._scratch, self._worth, own.advantages,
            own.reach, self._masses,
        )  # fmt: skip
        rows = np.flatnonzero(batch.counts > 0)
        count = max(1, round(options.learned_share * len(rows)))
        chosen = np.sort(self._rng.choice(rows, count, replace=False)) if count < len(rows) else rows
        self._move(own, batch, chosen, inputs[chosen], self._units[1], options.learning_rate, self._masses)
        own.follow(options.follow, 1.0 / max(1.0, options.average_share * (now + 1)))
        self._learn_start(boards, np.ascontiguousarray(self._worth[:, 0, boards] - before))
        self._decisions += int((batch.counts > 0).sum()) * int(np.diff(self.form.streets.plex_at[1]).sum())
        self._iteration[0] = now + 1

    def _solve(self, batch: BoardBatch, iterations: int) -> None:
        """Solve the drawn flops for the reach of now; the solutions are cumulative strategies."""
        own, factors = self._stages[1], VARIANTS["dcfr"].factors(1, iterations)
        worth = self._worth[:, :, batch.boards]
        own.advantages[:] = 0.0  # the regrets, until they become advantages
        own.strategies[:] = 0.0
        solve_boards(
            self._plan, self._root, batch.boards, np.pad(factors, ((0, 0), (0, 1))), NOTHING, own.advantages, own.strategies,
            self._above, self._scratch, self._worth, np.zeros(2),
        )  # fmt: skip
        self._worth[:, :, batch.boards] = worth

    def _learn_start(self, boards: Int64s, changes: Floats32) -> None:
        """A step of the network for the betting before the flop, and the reach that flops are walked with from now on."""
        own, options, count = self._stages[0], self.options, len(self._seen)
        known = bool(self._seen[boards].all())
        self._seen[boards] = True
        weights = self._stages[1].rows.weights
        scales = np.array([count / weights[self._seen].sum(), (count / len(boards) - 1.0) if known else 0.0], dtype=np.float32)
        batch, masses = self._start_batch, np.zeros_like(self._masses[:1])
        walk_up(
            self._plan, boards, changes, scales, batch.counts, self._opposite, self._above, self._total, own.advantages,
            own.reach, masses,
        )  # fmt: skip
        if self._seen.sum() >= min(ENOUGH, count):
            inputs = self._start_inputs[self._start_rows]
            self._move(own, batch, self._start_rows, inputs, self._units[0], options.start_rate, masses)
        own.follow(options.follow, 1.0 / max(1.0, options.average_share * (self.iteration + 1)))
        self._walk_start()

    def _walk_start(self) -> None:
        own = self._stages[0]
        scores = own.network.table(self._torch.from_numpy(self._start_inputs)[None])[0]
        shares_of_scores(self._plan, 0, self._places, self._start_batch, powers_of(scores), own.strategies)
        walk_down(self._plan, self._root, own.strategies, self._above)

    def _move(
        self, own: StageNetworks, batch: BoardBatch, chosen: Int64s, inputs: Floats32, unit: float, rate: float,
        masses: Floats32,
    ) -> None:  # fmt: skip
        """A step of Adam that moves the scores of chosen rows."""
        options, shown = self.options, self._torch.from_numpy(inputs)[None]
        said = own.network(shown)
        scores = said.detach().numpy()[0]
        moves = np.zeros_like(scores)
        if options.solver_iterations and own.stage:
            moves_to_solutions(
                self._plan, self._places, batch, chosen, powers_of(scores), own.strategies, own.reach, masses,
                options.reach_power, moves,
            )  # fmt: skip
        else:
            how = ScoreMoves(options.temperature, options.reach_power, unit, options.beta)
            score_moves(
                self._plan, own.stage, self._places, batch, chosen, scores, own.magnet.table(shown)[0], own.advantages,
                own.reach, masses, how, moves,
            )  # fmt: skip
        loss = -(said[0] * self._torch.from_numpy(moves)).sum() / len(moves)
        own.network.descend(loss, rate * share_left(options.halving, self.iteration))

    @one_thread()
    def current_policy(self) -> SpotPolicy:
        """The networks' present policy."""
        return SpotPolicy(self.game, self._rows("network"), self._metadata("current"))

    @one_thread()
    def average_policy(self) -> SpotPolicy:
        """The policy of networks whose weights are the mean of the last ones (``average_share``)."""
        return SpotPolicy(self.game, self._rows("average"), self._metadata("average"))

    def measure(self) -> Measurement:
        with one_thread():
            rows = self._rows("average")
        return Measurement(self.game, *self.form.evaluator(None, 1).evaluate_cumulative((rows,)))

    def _rows(self, which: str) -> Floats32:
        """The strategies of networks on all boards that stand for others."""
        (rows,), plan = self.form.new_rows(), self.form.plan
        for stage, own in enumerate(self._stages):
            network, count = getattr(own, which), len(own.rows.boards)
            for start in range(0, count, self._at_once):
                boards = np.arange(start, min(count, start + self._at_once))
                scores = network.table(self._torch.from_numpy(own.rows.inputs(boards))[None])[0]
                shares_of_scores(plan, stage, plan.boards, own.rows.batch(boards), powers_of(scores), rows)
        return rows


def powers_of(scores: Floats32) -> Floats32:
    """E to the scores; very large and small ones are cut off."""
    return np.asarray(np.exp(np.clip(scores, -LARGEST, LARGEST)), dtype=np.float32)


def opposite_rows(form: StreetTree) -> Int32s:
    """int32 [points]: the opponent's row, sequence or entry, at each decision point of all stages."""
    streets, listed, place = form.streets, form.infosets.points, dict[Line, int]()
    for stage, points in enumerate(form.points):
        for player in range(2):
            at = int(streets.plex_at[stage, player, 0])
            place |= {listed[point].line: at + k for k, point in enumerate(points[player])}
    found = np.zeros(len(streets.first), dtype=np.int32)
    for line, number in place.items():
        here = line
        while True:
            above = here.above
            if above is None or above.card_due:  # here the stage begins, and someone acts
                stage = here.num_deals
                entry = int(streets.parent[place[here]]) - int(streets.sequences[stage, here.actor])
                found[number] = int(streets.sequences[stage, 1 - line.actor]) + entry
                break
            if above.actor != line.actor:
                found[number] = int(streets.first[place[above]]) + list(above.children).index(here)
                break
            here = above
    return found
