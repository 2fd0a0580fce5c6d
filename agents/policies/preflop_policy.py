"""A preflop policy for two to nine players: strategies by line and hand class, ranges, and spots after the flop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.preflop_tree import ACTOR, COUNT, FIRST, HANDS, PreflopTree, preflop_tree
from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.games.preflop import PreflopGame, preflop_game
from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES
from pokerzoo.envs.poker.ranges import CLASS_SIZES, Range
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_floats, check_number
from pokerzoo.envs.support.records import Record, Share, json_key
from pokerzoo.envs.support.store import Format, is_written_as, read, write

PREFLOP = Format("pokerzoo preflop policy", 1, {"params": dict, "metadata": dict})
PARTS = 65_535
"""Parts in which a file has probabilities."""
MOST_FACTOR = 4.0
OFTEN, ABOVE, POINT = 0.01, 0.05, 0.01
"""Of charts that are compared: how often decisions are reached, and hands are held and played so; a percentage point."""
LEAST_WEIGHT = 0.005
"""Of a hand in a range: less is left out."""
Factors: TypeAlias = Mapping[str, float | Mapping[str, float]] | Sequence[Sequence[float]] | Floats
"""Realization factors: by position, by position and hand, or [players, 169]."""


@dataclass(frozen=True)
class PreflopDecision(Record):
    """A player's strategy after some moves.

    Attributes:
        line: the moves: ``fffr2.5``.
        position: whose decision it is.
        actions: the names of the actions: ``fold``, ``call``, ``raise to 7.5``.
        tokens: the same as lines have them: ``f``, ``c``, ``r7.5``.
        frequencies: float64 [actions]: how often each is taken, over the hands with which the player gets there.
        reach: float64 [169]: how likely the player's own actions lead there with each hand, in the order of ``CLASS_NAMES``.
        probabilities: float64 [169, actions]: how often each action is taken with each hand.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, preflop_game
        >>> policy = PreflopSolver(preflop_game(3, stack=10, raise_sizes="a"), seed=1).run(1).average_policy()
        >>> decision = policy.decision("f")
        >>> decision.position, decision.tokens, decision.share
        ('SB', ('f', 'r10'), 1.0)
    """

    line: str
    position: str
    actions: tuple[str, ...]
    tokens: tuple[str, ...]
    frequencies: Floats
    reach: Floats
    probabilities: Floats

    @property
    @json_key
    def share(self) -> Share:
        """The share of all hands that the player still has here."""
        return float(self.reach @ CLASS_SIZES / CLASS_SIZES.sum())


class PreflopPolicy:
    """Strategies before the flop, by line and hand class.

    A line has every move, folds included: ``"fffr2.5"`` is a raise to 2.5 after three folds.

    Attributes:
        tree: the betting as arrays.
        game: what is played.
        probabilities: float32 [numbers]: of each action, decision by decision and hand by hand.
        factors: float64 [players, 169]: the realization factors that it was solved with.
        metadata: how it was made.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, preflop_game
        >>> policy = PreflopSolver(preflop_game(3, stack=10, raise_sizes="a"), seed=1).run(20).average_policy()
        >>> policy.decision("r10f").position, sorted(policy.ranges("r10fc"))
        ('BB', ['BB', 'BTN'])
    """

    def __init__(
        self, tree: PreflopTree, numbers: Floats32, metadata: Mapping[str, Any] | None = None, factors: Floats | None = None
    ) -> None:
        """Make a policy of numbers whose positive parts, normalized for each hand at a decision, are its strategy.

        Args:
            tree: of the game.
            numbers: float32 [numbers], in the tree's order.
            metadata: how it was made.
            factors: realization factors, float64 [players, 169].
        """
        self.tree, self.game, self.name = tree, tree.game, "preflop"
        self.metadata = dict(metadata or {})
        self.factors = np.ones((self.game.num_players, HANDS)) if factors is None else factors
        self.probabilities: Floats32 = np.empty(tree.size.numbers, dtype=np.float32)
        counts, first = tree.nodes[:, COUNT], tree.nodes[:, FIRST].astype(np.int64)
        for count in np.unique(counts).tolist():
            for start in first[counts == count].tolist():
                block = slice(start * HANDS, (start + count) * HANDS)
                rows = np.maximum(numbers[block].reshape(HANDS, count), 0.0)
                self.probabilities[block] = shares_along(rows, 1).ravel()

    def __repr__(self) -> str:
        return f"<PreflopPolicy for {self.game.num_players} players: {self.tree.size.decisions:,} decisions>"

    def node(self, line: str) -> int:
        """The number of the decision after some moves.

        Args:
            line: the moves.

        Raises:
            ValueError: moves that cannot be made, or after which the betting is over.
        """
        return self.tree.decision(line)

    def strategy_at(self, node: int) -> Floats:
        """float64 [169, actions]: the strategy at a decision.

        Args:
            node: its number.
        """
        return self.probabilities[self.tree.block(node)].reshape(HANDS, -1).astype(np.float64)

    def reach(self, node: int, steps: Sequence[int] = ()) -> Floats:
        """float64 [players, 169]: how likely each player's own actions lead to a decision with each hand.

        Args:
            node: its number.
            steps: numbers of actions from there on.
        """
        result = np.ones((self.game.num_players, HANDS))
        path = self.tree.steps(node) + list(steps)
        at = 0
        for k in path:
            result[self.tree.nodes[at, ACTOR]] *= self.strategy_at(at)[:, k]
            at = int(self.tree.child[self.tree.nodes[at, FIRST] + k])
        return result

    def decision(self, line: str = "") -> PreflopDecision:
        """The strategy after some moves.

        Args:
            line: the moves; empty: of the first player to act.

        Raises:
            ValueError: as in ``node``.
        """
        return self._decision(self.node(line))

    def _decision(self, node: int) -> PreflopDecision:
        line, seat = self.tree.line(node), int(self.tree.nodes[node, ACTOR])
        strategy, reach = self.strategy_at(node), self.reach(node)[seat]
        weights = reach * CLASS_SIZES
        total = weights.sum()
        often = weights @ strategy / total if total > 0.0 else strategy.mean(axis=0)
        return PreflopDecision(
            line.bare_moves, self.game.positions[seat], line.action_names, line.tokens, often, reach, strategy
        )

    def decisions(self, at_least: float = 0.01) -> Iterator[PreflopDecision]:
        """The decisions that are reached often enough, in the order of the game.

        Args:
            at_least: the least probability, as the product of the frequencies of the moves, as if hands were dealt apart.

        Raises:
            ValueError: a number that is not from 0 to 1.
        """
        check_number("at_least", at_least, 0, 1)
        stack = [(0, 1.0)]
        while stack:
            node, chance = stack.pop()
            result = self._decision(node)
            yield result
            first = int(self.tree.nodes[node, FIRST])
            below = [(int(self.tree.child[first + k]), chance * often) for k, often in enumerate(result.frequencies.tolist())]
            stack += [entry for entry in reversed(below) if entry[0] >= 0 and entry[1] >= at_least]

    def ranges(self, line: str) -> dict[str, Range]:
        """The range of each player who is left after some moves, by position, from the player's own actions alone.

        Args:
            line: the moves.

        Raises:
            ValueError: moves that cannot be made, or that a player makes with no hand.
        """
        _, end = self.tree.find(line)
        reach = self._reach_of(end)
        result = {}
        for seat, (name, out) in enumerate(zip(self.game.positions, end.folded, strict=True)):
            if out:
                continue
            weights = np.where(reach[seat] < LEAST_WEIGHT, 0.0, reach[seat].round(3))
            if not weights.any():
                raise ParameterError("line", line, f"{name} does not play so with any hand")
            result[name] = Range(weights[COMBO_CLASSES])
        return result

    def _reach_of(self, end: Line) -> Floats:
        steps: list[int] = []
        while end.above is not None:
            assert end.action is not None
            steps.append([*end.above.legal_actions].index(end.action))
            end = end.above
        return self.reach(0, steps[::-1])

    def spot(self, line: str, board: str, **options: Any) -> dict[str, Any]:
        """The parameters of the spot after the flop to which some moves lead: ``make_game("holdem", **policy.spot(...))``.

        Folded players' hands do not count there: the spot deals the two ranges beside each other and the board alone.

        Args:
            line: the moves, to the end of the betting, with two players left who have chips behind.
            board: the flop: ``QsJh2h``.
            **options: other parameters of ``holdem``: ``bet_sizes``, ...

        Raises:
            ValueError: another number of players is left, or one is all-in; or a range has no hand.

        Example:
            >>> from pokerzoo.envs import make_game
            >>> from pokerzoo.preflop import PreflopSolver, preflop_game
            >>> solver = PreflopSolver(preflop_game(3, raise_sizes="2.5x | a", stack=20, limps="none"), seed=1).run(20)
            >>> spot = solver.average_policy().spot("r2.5fc", "QsJh2h")
            >>> spot["pot"], spot["stack"], make_game("holdem", **spot).num_players
            (5.5, 17.5, 2)
        """
        node, end = self.tree.find(line)
        left = [seat for seat, out in enumerate(end.folded) if not out]
        if node >= 0 or len(left) != 2:
            raise ParameterError("line", line, "must be the whole betting before the flop, with two players left")
        stacks = [end.left_of(seat) for seat in left]
        if min(stacks) <= 0:
            raise ParameterError("line", line, "a player is all-in, and there is no betting after the flop")
        button = self.game.button
        order = sorted(left, key=lambda seat: (seat - button - 1) % self.game.num_players)
        ranges = self.ranges(line)
        spot = {"board": board, "ranges": tuple(str(ranges[self.game.positions[seat]]) for seat in order), "pot": end.pot}
        betting = self.game.rules.betting
        spot |= {"stack": min(stacks), "big_blind": betting.big_blind, "chip": self.game.params["chip"]}
        if betting.rake_rate:
            spot |= {"rake_rate": betting.rake_rate, "rake_cap": self.game.params["rake_cap"]}
        return spot | options

    def save(self, path: str | Path) -> int:
        """Write the policy to a compressed file: probabilities in 65,535ths.

        Args:
            path: of the file, which is replaced whole.

        Returns:
            The size in bytes.

        Raises:
            OSError: it cannot be written.
        """
        parts = np.rint(self.probabilities * PARTS).astype(np.uint16)
        arrays: dict[str, npt.NDArray[Any]] = {"probabilities": parts, "factors": self.factors}
        return write(path, PREFLOP, {"params": self.game.params, "metadata": self.metadata}, arrays, compress=1)

    @classmethod
    def load(cls, path: str | Path) -> PreflopPolicy:
        """Read a policy from a file. Nothing is unpickled.

        Args:
            path: of the file.

        Raises:
            ValueError: not such a file, or damaged (``StoreError``).
            OSError: it cannot be read.
        """
        with read(path, PREFLOP) as file:
            try:
                game = preflop_game(**file.header["params"])
                tree = preflop_tree(game)
            except (TypeError, ValueError) as error:
                raise file.damaged(f"its game cannot be made: {error}") from None
            numbers = file.array("probabilities", (np.uint16,), (tree.size.numbers,))
            factors = file.array("factors", (np.float64,), (game.num_players, HANDS))
            file.check()
            return cls(tree, numbers.astype(np.float32), file.header["metadata"], factors)


def is_preflop_file(path: str | Path) -> bool:
    """True if a file's header marks it as a policy before the flop."""
    return is_written_as(path, PREFLOP)


def check_factors(game: PreflopGame, factors: Factors | None) -> Floats:
    """Realization factors as float64 [players, 169]; ValueError unless they are for this game's positions and hands."""
    result = np.ones((game.num_players, HANDS))
    allowed = f"must be from 0 to {MOST_FACTOR:g}, by position and hand, as {{'SB': 0.85}}, or [{game.num_players}, {HANDS}]"
    if factors is None:
        return result
    if game.payouts:
        raise ParameterError("realization", factors, "only where payoffs are chips: a share of a pot is no share of a prize")
    if isinstance(factors, Mapping):
        for position, of_position in factors.items():
            check_choice("realization", position, game.positions)
            seat = game.positions.index(position)
            for hand, factor in of_position.items() if isinstance(of_position, Mapping) else [(None, of_position)]:
                if hand is not None:
                    check_choice(f"realization[{position!r}]", hand, CLASS_NAMES)
                check_number(f"realization[{position!r}]", factor, 0, MOST_FACTOR)
                result[seat, slice(None) if hand is None else CLASS_NAMES.index(hand)] = factor
        return result
    result = check_floats("realization", factors, allowed)
    if result.shape != (game.num_players, HANDS) or not ((result >= 0) & (result <= MOST_FACTOR)).all():
        raise ParameterError("realization", factors, allowed)
    return result


def compare_preflop(policies: Sequence[PreflopPolicy], at_least: float = 0.01, over: float = 0.05) -> list[HandSpread]:
    """Hands that runs from several seeds play differently, the widest spread first.

    Args:
        policies: of the same game.
        at_least: decisions that the first policy reaches less often are left out.
        over: the least spread that counts, as a probability.

    Raises:
        ValueError: fewer than two policies, or games that differ.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, compare_preflop, preflop_game
        >>> game = preflop_game(2, stack=8, raise_sizes="a")
        >>> runs = [PreflopSolver(game, seed=seed).run(50).average_policy() for seed in (1, 2)]
        >>> all(one.spread >= 0.05 for one in compare_preflop(runs))
        True
    """
    if len(policies) < 2 or any(policy.game != policies[0].game for policy in policies):
        raise ParameterError("policies", problem="must be two or more of the same game")
    check_number("over", over, 0, 1)
    result = []
    for decision in policies[0].decisions(at_least):
        node = policies[0].node(decision.line)
        strategies = np.array([policy.strategy_at(node) for policy in policies])
        held = np.array([policy.reach(node)[policies[0].tree.nodes[node, ACTOR]] for policy in policies]).min(axis=0)
        spreads = np.ptp(strategies, axis=0) * (held >= LEAST_WEIGHT)[:, None]
        for hand in np.flatnonzero(spreads.max(axis=1) >= over).tolist():
            k = int(spreads[hand].argmax())
            often = tuple(strategies[:, hand, k].tolist())
            result.append(HandSpread(decision.line, decision.position, CLASS_NAMES[hand], decision.actions[k], often))
    return sorted(result, key=lambda row: -row.spread)


@dataclass(frozen=True)
class HandSpread(Record):
    """A hand that several runs play differently.

    Attributes:
        line: the moves before.
        position: whose decision it is.
        hand: the hand class.
        action: the name of the action that differs most.
        frequencies: how often each run takes it.

    Example:
        See ``compare_preflop``.
    """

    line: str
    position: str
    hand: str
    action: str
    frequencies: tuple[float, ...]

    @property
    @json_key
    def spread(self) -> Share:
        """The largest difference between two runs."""
        return max(self.frequencies) - min(self.frequencies)


@dataclass(frozen=True)
class ChartMoves(Record):
    """The movement of charts from one policy to a later one of the same run.

    Counted are actions taken with more than 5% of a hand that the player still has with more than 5%, at decisions that are
    reached in a hundredth of all hands.

    Attributes:
        mean: the mean move of a hand's frequency of an action, as a probability.
        share: the share of these frequencies that moved by a percentage point or more.
        largest: the largest move of a decision's frequency over all hands.

    Example:
        See ``chart_moves``.
    """

    mean: Share
    share: Share
    largest: Share

    def __str__(self) -> str:
        return (
            f"frequencies of hands moved by {100 * self.mean:.2f} points on average, {self.share:.1%} of them by a point "
            f"or more; those of decisions by {100 * self.largest:.2f} points at most"
        )


def chart_moves(before: PreflopPolicy, now: PreflopPolicy) -> ChartMoves:
    """Compare the charts of a policy with those of an earlier one.

    Args:
        before: the earlier policy.
        now: the later one, of the same game, whose decisions are compared.

    Raises:
        ValueError: policies of different games.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, chart_moves, preflop_game
        >>> solver = PreflopSolver(preflop_game(2, stack=8, raise_sizes="a"), seed=1).run(20)
        >>> before = solver.average_policy()
        >>> chart_moves(before, solver.run(20).average_policy()).mean < 0.1
        True
    """
    if before.game != now.game:
        raise ParameterError("before", problem="must be of the same game")
    largest, moves = 0.0, [np.zeros(0)]
    for decision in now.decisions(OFTEN):
        old = before.decision(decision.line)
        largest = max(largest, float(np.abs(decision.frequencies - old.frequencies).max()))
        counted = (decision.probabilities > ABOVE) & (decision.reach > ABOVE)[:, None]
        moves.append(np.abs(decision.probabilities - old.probabilities)[counted])
    every = np.concatenate(moves)
    return ChartMoves(float(every.mean()), float((every >= POINT).mean()), largest)
