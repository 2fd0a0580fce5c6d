"""Monte Carlo CFR with external sampling on games from the blinds on, whose deals are drawn and never listed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.batched.dealt_hands import dealt_game
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.forms import street_tree_of
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_size import check_solving_fits
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Int32s

from .dealt_kernels import LanesOfDeals, SampledTraversal, sample_deals
from .solver import GameLike, Solver, game_of
from .variants import VARIANTS, Variant, get_variant


class DealtMCCFR(Solver):
    """Monte Carlo CFR with external sampling (Lanctot and others 2009) on two-player hold'em from the blinds on.

    In an iteration each player in turn is dealt a hand against an opponent whose actions are sampled, and all own actions are
    explored. Regrets and averages stand in a table by *canonical* infoset: hands and boards that differ by suits alone share
    theirs, and nothing is lost by that. It is for games with one public deal, such as ``flop_holdem``; ``MCCFR`` is the same on
    games whose histories can be listed, with other kinds of sampling.

    Two runs with the same arguments and seed agree to the bit, in whatever pieces they are run.

    Attributes:
        game: the game.
        variant: ``"lcfr"`` or ``"cfr"``, as a row of ``variants.VARIANTS``.
        seed: of the random numbers.
        form: the compiled game: lines of betting, and boards up to suits.

    >>> from pokerzoo.envs import make_game
    >>> solver = DealtMCCFR(make_game("flop_holdem", deck="royal", raise_cap=1), seed=1).run(100_000)
    >>> solver.nash_conv / solver.game.big_blind < 0.6
    True
    """

    sampling = "external"
    form: StreetTree

    def __init__(self, game: GameLike, variant: str | Variant | None = None, *, seed: int | None = None) -> None:
        """Set up a solver at its uniform start.

        Args:
            game: a game, or an environment of this package.
            variant: ``"lcfr"`` (also for None): regrets and strategies of iteration t are weighted by t (Brown and Sandholm
                2019); ``"cfr"``: all alike.
            seed: of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed, or the game does not fit in memory.
            UnsupportedError: another variant, or a game of another kind.
        """
        game, row = game_of(game), get_variant(variant or "lcfr")
        if row not in (VARIANTS["lcfr"], VARIANTS["cfr"]):
            raise self._cannot(f"variant={row.name!r}", "it takes lcfr and cfr")
        if not isinstance(game, PokerGame) or not is_dealt_once(game):
            raise self._cannot(f"game={game}", "it is for two-player hold'em from the blinds on with one public deal")
        check_solving_fits(game, "single")
        form = street_tree_of(game)
        assert form is not None
        super().__init__(game, form, row, seed, "sample")
        self.alternating = True
        self._tables = dealt_game(game).tables
        self._lanes = lanes_of_deals(form, self._tables.nodes.shape[0])
        self._regrets, self._averages = form.new_rows(), form.new_rows()
        assert self._rng is not None
        self._state = self._rng.integers(2**64, size=1, dtype=np.uint64)
        self._touched = np.zeros(1, dtype=np.int64)
        lines, actions = len(self._tables.nodes), game.num_distinct_actions
        self._room = SampledTraversal(
            words=np.zeros((1, 3 + sum(game.rules.deals)), dtype=np.int32),
            line=np.zeros(lines, dtype=np.int32),
            below=np.zeros(lines, dtype=np.int32),
            value=np.zeros(lines),
            shares=np.zeros((lines, actions)),
            base=np.zeros((2, 2), dtype=np.int64),
        )

    @property
    def nodes_touched(self) -> int:
        """Lines visited so far, ends and repeated visits included."""
        return int(self._touched[0])

    def advance(self, count: int) -> None:
        sample_deals(
            self._tables, self._lanes, self.variant.name == "lcfr", count, self._iteration, self._state, self._regrets[0],
            self._averages[0], self._room, self._touched,
        )  # fmt: skip

    def next_check(self, iteration: int) -> int:
        # Measuring walks all boards, which takes as long as a million iterations.
        return iteration + max(1_000_000, iteration // 5)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"random": self._state, "touched": self._touched}

    def _current(self) -> AllRows:
        return self._spread(self._regrets)

    def _cumulative_strategy(self) -> AllRows:
        return self._spread(self._averages)

    def _regret_rows(self) -> AllRows:
        return self._spread(self._regrets)

    def _spread(self, rows: AllRows) -> AllRows:
        """The rows; before the public cards the numbers of each hand are written for all that are alike."""
        for player in range(2):
            here = self.form.board_rows(rows[0], 0, player, 0)
            alike = np.arange(here.shape[0] * LANES)
            alike[: len(self._lanes.alike)] = self._lanes.alike
            by_hand = here.transpose(1, 0, 2).reshape(here.shape[1], -1)[:, alike]
            here[:] = by_hand.reshape(-1, *here.shape[::2]).transpose(1, 0, 2)
        return rows


def is_dealt_once(game: PokerGame) -> bool:
    """True for games for two from the whole deck, with betting before and after one public deal and none later."""
    rules = game.rules
    whole = rules.num_players == 2 and rules.hole_cards == 2 and rules.hand_sets is not None and not rules.board
    return whole and len(rules.deals) == rules.deals_with_betting == 1 and street_tree_of(game) is not None


def lanes_of_deals(form: StreetTree, lines: int) -> LanesOfDeals:
    """The places of numbers by line and deal."""
    streets, boards, index = form.streets, form.boards[1], dealt_game(form.game).lines.index
    first: Int32s = np.zeros(lines, dtype=np.int32)
    for stage, points in enumerate(form.points):
        for player in range(2):
            start, end = streets.plex_at[stage, player].tolist()
            for point, sequence in zip(points[player], streets.first[start:end].tolist(), strict=True):
                first[index[form.infosets.points[point].line]] = sequence
    hands = len(form.hands[0])
    exchange = streets.exchange[:, 0, :hands].astype(np.int16)
    return LanesOfDeals(
        first=first,
        wide=streets.sequences,
        start=streets.places[:, 0, 1].copy(),
        alike=exchange.min(axis=0),
        board_at=streets.places[:, int(streets.board_at[1]) :, 1].copy(),
        number=boards.number.astype(np.int32),
        exchange=boards.exchange.astype(np.int16),
        hands=exchange,
        lane=np.stack([form.lanes(1, 0, number)[:hands] for number in range(len(boards))]).astype(np.int16),
        cards=form.game.rules.deals[0],
    )
