"""CFR with public chance sampling for games with too many boards to keep numbers for each: whole hands of hold'em."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.variants import VARIANTS, Variant, get_variant
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.cfr_trainer import CFRTrainer
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.forms import boards_of, form_evaluator
from pokerzoo.envs.compiled.shared_parts import MAX_THREADS
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.errors import NO_VALUE, ParameterError, Shown
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import check_bool, check_int
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .blueprint_file import betting_tree
from .blueprint_policy import BlueprintPolicy
from .class_maker import classes_for, make_hand_classes
from .class_strategy import ClassesOfHands, ClassStrategy, class_counts
from .class_walk import ClassWalk
from .hand_classes import HandClasses

TEXTURE_COUNTS = {"flop": 50, "turn": 25, "river": 25}
"""Hand classes of each texture where no others are given, as in the blueprint that comes with the package."""
COUNTS = {"flop": 1000, "turn": 1000, "river": 500}
"""Hand classes of streets that are not named, without textures."""
NUMBER_BYTES = 8
"""Of a regret and an average."""


def class_wishes(options: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of ``make_hand_classes``, completed by defaults."""
    textures = options.get("textures", not TEXTURE_COUNTS.keys() & options)
    return {**(TEXTURE_COUNTS if textures else COUNTS), "textures": textures, **options}


class Blueprint(CFRTrainer):
    """CFR with public chance sampling: an iteration draws all public cards and walks the whole betting for all hands at once.

    Regrets and averages are kept by hand class (bucket): hands of one class share a strategy. The loss depends on the
    classes (docs/howto/whole_hand_agent.md). With a class for each hand nothing is, and the average strategy converges to an
    equilibrium of the game with these bet sizes (Johanson, Bard, Lanctot, Gibson and Bowling 2012).

    Two runs with the same arguments and seed are bit-identical, however they are split and on any number of threads.

    Attributes:
        game: what is played: ``texas_holdem`` for two, or two-player poker with public cards to come.
        tree_game: the game by lines that it trains on. Of ``texas_holdem`` it has the bet sizes of the blueprint alone.
        classes: the hand classes.
        variant: ``"lcfr"`` or ``"cfr"``, as a row of ``variants.VARIANTS``.
        seed: of the random numbers.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("fhp", deck="royal", raise_cap=1)
    >>> solver = Blueprint(game, hand_classes={"flop": "exact"}, seed=1).run(300)
    >>> solver.measure().nash_conv / game.stakes.big_blind < 0.8
    True
    """

    _title = "Blueprint"
    _sampling = "chance"
    variant: Variant

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        hand_classes: ClassesOfHands | Mapping[str, Any] | None = None,
        bet_sizes: StreetSizes | None = None,
        raise_sizes: StreetSizes | None = None,
        raise_cap: int | None = None,
        alternating: bool = True,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Set up a trainer at its uniform start.

        Args:
            game: a game, or an environment of this package.
            variant: ``"lcfr"`` (also for None): regrets and strategies of iteration t are weighted by t (Brown and Sandholm
                2019); ``"cfr"``: all alike.
            hand_classes: by street: what ``make_hand_classes`` takes (``{"flop": 200, "turn": 200, "river": 200}``),
                or what it returned for the rules of such a game. None: as in the blueprint that comes with the package,
                for each texture of the board 50 on the flop and 25 on turn and river. Where only some streets are named, the
                others have 1,000, 1,000 and 500, or these numbers with ``"textures": True``. Making classes of the
                whole deck takes some ten seconds.
            bet_sizes: sizes of bets after the flop, for ``texas_holdem``; None: the pot and all-in. See ``betting_tree``.
            raise_sizes: sizes of raises, those before the flop included; None: the pot and all-in.
            raise_cap: the most bets and raises in a round; None: as in the game.
            alternating: update players in turn, on the same board.
            seed: of the drawn boards; None draws one, kept in ``seed``.
            threads: number of threads for the lines; None: one for each processor. Results are the same for any number.

        Raises:
            ValueError: an argument is not allowed, or the tables do not fit in memory.
            UnsupportedError: a game of another kind.
        """
        game = game_of(game)
        row = get_variant(variant or "lcfr")
        if row not in (VARIANTS["lcfr"], VARIANTS["cfr"]):
            raise self._cannot("variant", row.name, "it takes lcfr and cfr")
        check_bool("alternating", alternating)
        if threads is not None:
            check_int("threads", threads, 1, MAX_THREADS)
        whole = isinstance(game, TexasHoldemGame)
        if isinstance(game, TexasHoldemGame):
            self.tree_game = betting_tree(game, bet_sizes, raise_sizes, raise_cap)
        elif isinstance(game, PokerGame):
            self.tree_game = game
        else:
            raise self._cannot("game", Shown(game), "it is for hold'em for two with public cards to come")
        if not whole and (bet_sizes, raise_sizes, raise_cap) != (None, None, None):
            raise ParameterError(
                "bet_sizes, raise_sizes, raise_cap", problem=f"must be None for {game.name}, which has sizes of its own"
            )
        super().__init__(game, row, seed, draws=True)
        self._alternating, self._chance = alternating, "sample"
        self.tree = DrawnBoardTree(self.tree_game)
        if hand_classes is None or isinstance(hand_classes, Mapping):
            hand_classes = make_hand_classes(self.tree_game.rules, **class_wishes(hand_classes or {}))
        elif isinstance(hand_classes, HandClasses):  # a whole hand's rules have the hands in another order than its tree's
            hand_classes = classes_for(self.tree_game.rules, hand_classes)
        self.classes: ClassesOfHands = hand_classes
        self.walk = ClassWalk(self.tree, class_counts(hand_classes, self.tree_game.rules), alternating, threads)
        check_fits(f"the tables of {self.walk.num_floats:,} numbers", NUMBER_BYTES * self.walk.num_floats)
        # Rows are read sixteen numbers at a time, beyond the last of them, too.
        self._regrets: Floats32 = aligned_zeros(self.walk.num_floats + LANES, np.float32)
        self._averages: Floats32 = aligned_zeros(self.walk.num_floats + LANES, np.float32)
        assert self._rng is not None
        self._state = self._rng.integers(2**64, size=1, dtype=np.uint64)

    @property
    def threads(self) -> int:
        """Number of threads that the lines are split across."""
        return self.walk.threads

    @property
    def num_numbers(self) -> int:
        """Numbers of the table of regrets: one for each hand class and action."""
        return self.walk.num_floats

    @property
    def nodes_touched(self) -> int:
        """Lines visited so far, ends and repeated visits included; each visit is for all hands on one board."""
        return self.iteration * self.tree.num_lines * (1 + self._alternating)

    def advance(self, count: int) -> None:
        with whole_iterations(any_handler=True) as interrupted:
            linear = self.variant.name == "lcfr"
            for _ in range(count):
                weight = float(self._iteration[0] + 1) if linear else 1.0
                self._set_board(self.tree.draw(self._state))
                self.walk.iterate(self._regrets, self._regrets, self._averages, weight)
                self._iteration[0] += 1
                if interrupted:
                    break

    def _compile(self) -> None:
        # An iteration of weight 0, on a board that some other generator draws, leaves no trace.
        self._set_board(self.tree.draw(self._state.copy()))
        self.walk.iterate(self._regrets, self._regrets, self._averages, 0.0)

    def _set_board(self, board: tuple[int, ...]) -> None:
        rules = self.tree_game.rules
        stages = rules.betting.cards_through
        self.walk.set_board(board, tuple(self.classes.on_street((*rules.deck.board, *board[:cards])) for cards in stages))

    def _next_check(self, iteration: int) -> int:
        return iteration + max(200, iteration // 5)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"regrets": self._regrets, "averages": self._averages, "random": self._state}

    def identity(self) -> dict[str, Any]:
        settings = {"variant": self.variant.name, "alternating": self._alternating, "classes": self.classes.digest}
        return super().identity() | settings | {"tree": self.tree_game.params}

    def average_policy(self) -> TabularPolicy | BlueprintPolicy:  # type: ignore[override]
        """The average strategy: a ``BlueprintPolicy`` of whole hands, a ``SpotPolicy`` of games whose boards are listed."""
        return self._policy(self._averages, "average")

    def current_policy(self) -> TabularPolicy | BlueprintPolicy:  # type: ignore[override]
        """The strategy that the next iteration plays, in the same forms."""
        return self._policy(self._regrets, "current")

    def average_by_class(self) -> ClassStrategy:
        """The average strategy by hand class; not a copy."""
        return ClassStrategy(self.tree, self.classes, self._averages)

    def _policy(self, rows: Floats32, kind: str) -> TabularPolicy | BlueprintPolicy:
        result = ClassStrategy(self.tree, self.classes, rows)
        if isinstance(self.game, TexasHoldemGame):
            return BlueprintPolicy(self.game, result, self._metadata(kind))
        from pokerzoo.agents.policies.spot_policy import SpotPolicy

        form = self._street_tree()
        return SpotPolicy(self.tree_game, form.shares((result.rows_on_boards(form),))[0], self._metadata(kind))

    def _street_tree(self) -> Any:
        form = None if isinstance(self.game, TexasHoldemGame) else boards_of(self.tree_game)
        if form is None:
            raise self._cannot(
                "measure()", NO_VALUE, "a whole hand has too many boards for an exact best response; play matches"
            )
        return form

    def measure(self) -> Measurement:
        """The value of the average strategy, and of best responses to it in the game without classes.

        Raises:
            UnsupportedError: whole hands, which have too many boards.
        """
        form = self._street_tree()
        rows = self.average_by_class().rows_on_boards(form)
        return Measurement(self.game, *form_evaluator(form, threads=self.walk.threads).evaluate_cumulative((rows,)))

    def _metadata(self, kind: str) -> dict[str, Any]:
        counts = [int(count) for count in self.classes.counts]
        return super()._metadata(kind) | {"trainer": "blueprint", "hand_classes": counts}
