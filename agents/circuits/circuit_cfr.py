"""Games solved by regret circuits: each player is a circuit, and they play against each other."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike, Solver, game_of
from pokerzoo.agents.cfr.variants import DEFAULT_VARIANT, Variant, get_variant
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Chance, Layout
from pokerzoo.envs.compiled.arrays import AllRows, Utility
from pokerzoo.envs.compiled.forms import TerminalEvaluation, fastest_form, is_by_boards
from pokerzoo.envs.compiled.own_scratch import with_own_scratch
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import Lanes, pack_rows, unpack_rows
from pokerzoo.envs.compiled.terminal_evaluation import counterfactual_values
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.core import CHANCE
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.parameters import check_bool, check_choice

from .circuits import SequenceForm, circuit_for, observation_point
from .simplex_minimizers import RegretMinimizer, SimplexRegretMinimizer

CHECKED = 10_000
"""Iterations whose factors are worked out at a time."""


class CircuitCFR(Solver):
    """Self-play of regret circuits, one a player: what ``CFR`` computes, from minimizers that know nothing of the game.

    With ``chance="all"`` regrets, averages and policies are the same as of ``CFR`` with the same arguments, to the last
    bit. With
    ``chance="sample"`` one deal is drawn in each iteration, and only what lies below that signal of the first observation
    point is visited (cards that come later are weighed in full). It draws the deals that ``CFR(chance="sample")`` draws.

    This is the version to read and to compose from. ``CFR`` is some hundreds of times as fast.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use at every decision point.
        alternating: whether players update in turn.
        chance: ``"all"`` or ``"sample"``.
        seed: of the sampled deals.
        form: the compiled game that says what sequences are worth.
        circuits: for each player, a circuit in sequence form for each private hand (in a flat form: one for all).

    Source: Farina, Kroer, Sandholm, *Regret circuits*, 2019; see docs/circuits.md.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> circuits, solver = CircuitCFR(make_game("kuhn"), "cfr+").run(10), CFR(make_game("kuhn"), "cfr+").run(10)
    >>> bool((circuits.regrets() == solver.regrets()).all())
    True
    """

    form: RowsForm

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        alternating: bool | None = None,
        chance: Chance = "all",
        layout: Layout = "auto",
        seed: int | None = None,
    ) -> None:
        """Set up the circuits at their uniform start.

        Args:
            game: a game of any number of players, or an environment of this package.
            variant: a name in ``VARIANTS``, or a ``Variant`` of your own; None is what ``CFR`` takes.
            alternating: update players in turn; None takes what the variant is published with.
            chance: ``"all"`` (every deal, each iteration) or ``"sample"`` (one).
            layout: how the game is compiled: ``"public"`` (hands side by side), ``"flat"`` (history by history) or
                ``"auto"``, the first that the game has.
            seed: the seed of the sampled deals; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: the game has too many hands, or the variant discounts or predicts regrets while chance is sampled.
        """
        game = game_of(game)
        check_choice("chance", chance, ("all", "sample"))
        check_choice("layout", layout, ("auto", "public", "flat"))
        if layout == "public" and (game.public_tree() is None or chance == "sample"):
            raise self._cannot("layout='public'", "it needs a two-player poker game and chance='all'")
        if alternating is not None:
            check_bool("alternating", alternating)
        form = game.tree() if layout == "flat" or chance == "sample" else fastest_form(game)
        if form.floats != "float64" or is_by_boards(form):
            raise self._cannot(f"game={game}", f"{form.num_lanes} hands a player are too many for circuits; CFR takes them")
        super().__init__(game, form, get_variant(variant or DEFAULT_VARIANT[chance == "sample"]), seed, chance)
        self.alternating = self.variant.alternating if alternating is None else alternating
        players, hands = range(len(self.form.treeplexes)), range(self.form.num_lanes)
        self.circuits = tuple(tuple(circuit_for(plex, self._simplex) for _ in hands) for plex in self.form.treeplexes)
        sizes = [own[0].dimension for own in self.circuits]
        self._strategy_sums = [np.zeros((size, len(hands))) for size in sizes]
        if chance == "sample":
            self._deals = Deals(game.tree(), [own[0] for own in self.circuits])
            self._sampled_sums = [[0.0] * size for size in sizes]
            self._check_sampling(1, CHECKED)
        else:
            # A private hand is a signal: all hands together are an observation point.
            self._minimizers: list[RegretMinimizer] = [
                own[0] if self.form.layout == "flat" else observation_point(*own) for own in self.circuits
            ]
            self._terminals = with_own_scratch(form.terminals)
            self._utilities = self.form.new_rows()
            self._strategies = [self._next(player) for player in players]
            self._reaches = [self._weighted(player) for player in players]

    def _compile(self) -> None:
        if self.chance == "all":  # what it writes here is written anew in each iteration
            write_utilities(self.form.lanes, self._terminals, 0, tuple(self._reaches), self._utilities[0])
            unpacked_rows(self.form, self._utilities[0])

    def advance(self, count: int) -> None:
        last = self.iteration + count
        with whole_iterations() as interrupted:
            while self.iteration < last and not interrupted:
                count = min(CHECKED, last - self.iteration)
                if self.chance == "sample":
                    self._check_sampling(self.iteration + 1, count)
                for discount in self.variant.factors(self.iteration + 1, count)[:, 2].tolist():
                    if self.chance == "sample":
                        self._iterate_sampled(discount)
                    else:
                        self._iterate(discount)
                    self._iteration[0] += 1
                    if interrupted:
                        break

    def next_check(self, iteration: int) -> int:
        # An evaluation takes about as long as an iteration in Python.
        return iteration + max(20, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes from iteration to iteration, by name, as copies."""
        state: dict[str, npt.NDArray[Any]] = {"iteration": self._iteration.copy()}
        for player in range(len(self.circuits)):
            own = self._simplexes(player)
            state[f"rounds {player}"] = np.array([simplex.rounds for simplex in own], dtype=np.int64)
            state[f"regrets {player}"] = np.array([regret for simplex in own for regret in simplex.regrets])
            state[f"strategy {player}"] = np.array([share for simplex in own for share in simplex.strategy])
            sums = self._sampled_sums[player] if self.chance == "sample" else self._strategy_sums[player]
            state[f"averages {player}"] = np.array(sums)
        return state

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        self._iteration[...] = state["iteration"]
        for player in range(len(self.circuits)):
            regrets, shares = iter(state[f"regrets {player}"].tolist()), iter(state[f"strategy {player}"].tolist())
            for simplex, rounds in zip(self._simplexes(player), state[f"rounds {player}"].tolist(), strict=True):
                simplex.regrets = list(islice(regrets, simplex.dimension))
                simplex.strategy = list(islice(shares, simplex.dimension))
                simplex.rounds = rounds
            if self.chance == "sample":
                self._sampled_sums[player] = state[f"averages {player}"].tolist()
            else:
                self._strategy_sums[player] = state[f"averages {player}"]
                self._strategies[player] = self._strategy(self._minimizers[player].play(1.0))
                self._reaches[player] = self._weighted(player)

    def identity(self) -> dict[str, Any]:
        return super().identity() | {"lanes": type(self.form.lanes).__name__}

    def _simplexes(self, player: int) -> list[SimplexRegretMinimizer]:
        return cast(list[SimplexRegretMinimizer], [one for circuit in self.circuits[player] for one in circuit.simplexes])

    def _simplex(self, n: int) -> SimplexRegretMinimizer:
        return SimplexRegretMinimizer(n, self.variant)

    def _next(self, player: int) -> Floats:
        return self._strategy(self._minimizers[player].next_strategy())

    def _weighted(self, player: int) -> Any:
        # Rows of a player's strategy times the weight of each hand where terminals leave it out.
        return pack_rows(self.form.lanes, self._strategies[player] * self.form.root_reach[player])

    def _strategy(self, play: Any) -> Floats:
        return np.array(play).reshape(self.form.num_lanes, -1).T

    def _iterate(self, discount: float) -> None:
        form, players = self.form, list(range(len(self.circuits)))
        for group in [[player] for player in players] if self.alternating else [players]:
            for player in group:
                write_utilities(form.lanes, self._terminals, player, tuple(self._reaches), self._utilities[player])
            for player in group:
                utility = unpacked_rows(form, self._utilities[player])
                self._strategy_sums[player] = self._strategy_sums[player] * discount + self._strategies[player]
                self._minimizers[player].observe_utility(utility.T.ravel())
                self._strategies[player] = self._next(player)
                self._reaches[player] = self._weighted(player)

    def _iterate_sampled(self, discount: float) -> None:
        assert self._rng is not None
        if discount != 1.0:
            self._sampled_sums = [[total * discount for total in sums] for sums in self._sampled_sums]
        players = range(len(self.circuits))
        for group in [[player] for player in players] if self.alternating else [players]:
            deal = self._deals.draw(self._rng)
            reaches = []
            for visited in deal.visited:
                reach = {0: 1.0}
                for child, rows in visited:
                    reach.update(zip(rows, child.play(1.0), strict=True))
                reaches.append(reach)
            for player in group:
                utility = dict.fromkeys(reaches[player], 0.0)
                for sequences, payoffs in deal.terminals:
                    weighted = payoffs[player]
                    for other, sequence in enumerate(sequences):
                        if other != player:
                            weighted *= reaches[other][sequence]
                    utility[sequences[player]] += weighted
                sums = self._sampled_sums[player]
                for row, reach_of_row in reaches[player].items():
                    sums[row] += reach_of_row
                for child, rows in deal.visited[player]:
                    child.learn([utility[row] for row in rows], 0.0)

    def _check_sampling(self, first: int, count: int) -> None:
        # What is not visited observes zero. That must change nothing, or every iteration would go through all of it.
        factors = self.variant.factors(first, count)[:, [0, 1, 3]]
        negative = self.variant.factors(1, 1)[0, 1]
        if negative not in (0.0, 1.0) or not np.all(factors == (1.0, negative, 0.0)):
            why = "it discounts or predicts regrets; chance='sample' takes cfr or cfr+"
            raise self._cannot(f"variant={self.variant.name!r}", why)

    def _gathered(self, what: str) -> AllRows:
        # AllRows of each decision point's regrets or strategy.
        rows = [np.zeros(average.shape) for average in self._strategy_sums]
        for own, plex, circuits in zip(rows, self.form.treeplexes, self.circuits, strict=True):
            for hand, circuit in enumerate(circuits):
                for first, simplex in zip(plex.first.tolist(), circuit.simplexes, strict=True):
                    own[first : first + simplex.dimension, hand] = getattr(simplex, what)
        return tuple(pack_rows(self.form.lanes, own) for own in rows)

    def _current(self) -> AllRows:
        return self._gathered("strategy")

    def _regret_rows(self) -> AllRows:
        return self._gathered("regrets")

    def _cumulative_strategy(self) -> AllRows:
        averages = [np.array(sums)[:, None] for sums in self._sampled_sums] if self.chance == "sample" else self._strategy_sums
        return tuple(pack_rows(self.form.lanes, average) for average in averages)

    def _metadata(self, kind: str) -> dict[str, Any]:
        return super()._metadata(kind) | {"solver": "circuits"}


@kernel
def write_utilities(lanes: Lanes, terminals: TerminalEvaluation, player: int, reaches: AllRows, out: Utility) -> None:
    """Write the value of each sequence of ``player`` by its own terminals into ``out``."""
    counterfactual_values(lanes, terminals, player, reaches, out)


def unpacked_rows(form: RowsForm, packed: Any) -> Floats:
    """AllRows [sequences, hands] of what a kernel wrote."""
    return np.asarray(unpack_rows(form.lanes, packed, form.num_lanes))


class Deal(NamedTuple):
    """One outcome of the chance moves before the first decision."""

    probability: float  # of this outcome
    # for each player the circuits that this deal leads to, each with the sequence of each of its coordinates
    visited: tuple[list[tuple[RegretMinimizer, list[int]]], ...]
    # (each player's last sequence, each player's net chips times the chance of later cards) for each terminal
    terminals: list[tuple[tuple[int, ...], tuple[float, ...]]]


class Deals:
    """The first observation point of a game: nature's signals to all players, drawn together."""

    def __init__(self, tree: Tree, circuits: list[SequenceForm]) -> None:
        """List what lies below each deal of a compiled game, given each player's circuit."""
        self._tree = tree
        # The last node of the opening chance moves above each node.
        opening = np.zeros(tree.num_nodes, dtype=np.int64)
        reach = np.ones(tree.num_nodes)
        for node in range(tree.num_nodes):
            first, count = int(tree.first_child[node]), int(tree.num_children[node])
            for at in range(first, first + count):
                child = int(tree.children[at])
                still = opening[node] == node and tree.node_player[node] == CHANCE
                opening[child] = child if still else opening[node]
                reach[child] = reach[node] * tree.child_probability[at] if still else reach[node]
        below: dict[int, list[int]] = defaultdict(list)
        for terminal, node in enumerate(tree.terminal_node.tolist()):
            below[int(opening[node])].append(terminal)
        owner = [{row: number for number, rows in enumerate(circuit.rows) for row in rows} | {0: -1} for circuit in circuits]
        self.deals: dict[int, Deal] = {}
        for node, terminals in below.items():
            sequences = [tuple(column) for column in tree.terminals.sequences[:, terminals].T.tolist()]
            payoffs = (tree.terminals.payoffs[:, terminals] / reach[node]).T.tolist()
            visited = []
            for player, circuit in enumerate(circuits):
                reached = sorted({owner[player][row[player]] for row in sequences} - {-1})
                visited.append([(circuit.children[number], circuit.rows[number]) for number in reached])
            rows = [tuple(own) for own in payoffs]
            self.deals[node] = Deal(float(reach[node]), tuple(visited), list(zip(sequences, rows, strict=True)))

    def draw(self, rng: np.random.Generator) -> Deal:
        """A deal with its probability."""
        tree, node = self._tree, 0
        while tree.node_player[node] == CHANCE:
            first, last = tree.first_child[node], tree.first_child[node] + tree.num_children[node] - 1
            left = rng.random()
            while first < last and left >= tree.child_probability[first]:
                left -= tree.child_probability[first]
                first += 1
            node = tree.children[first]
        return self.deals[int(node)]
