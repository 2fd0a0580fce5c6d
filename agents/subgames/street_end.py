"""End of a spot's first street: both players' reach of it by hand, and their values of continuing.

A *leaf* is a line that continues, on one of the boards that can come next. Values are counterfactual: a sum over the opponent's
hands that share no card with the hand, each by how likely its own actions lead there, times net chips.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.public_tree import chips_at_stake
from pokerzoo.envs.compiled.street_lines import chance_reaches, without_cards
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import reach_rows
from pokerzoo.envs.poker.cards import are_apart
from pokerzoo.envs.poker.run_out_matrix import num_run_outs, run_out_matrices
from pokerzoo.envs.support.arrays import Floats, Floats32

LEAST_SHARE_AT_LEAVES = 2.0**-40
"""Least share of a hand's weight in its range that comes to each leaf, where what follows is solved."""


class StreetEnd:
    """The leaves of a game that is walked board by board, in the kernels' order.

    Attributes:
        form: the whole game, compiled.
        lines: the lines that continue, all-in or not, at the start of the next street.
        open: which of them have decisions to come. The others are all-in, and are settled by counting.
        boards: int64 [boards, cards]: the canonical boards that come next, the given cards first.
        chance: what chance contributes to the value of a leaf: one over the weight of all pairs of hands, and over the cards.
    """

    def __init__(self, form: StreetTree) -> None:
        self.form = form
        self.lines = form.entries[1]
        self.open = np.array([k for k, line in enumerate(self.lines) if line.moves], dtype=np.int64)
        dealt, canonical = form.game.rules.deck.board, form.boards[1].canonical
        self.boards = np.array([dealt + board for board in canonical], dtype=np.int64)
        self.chance = chance_reaches(form.game.rules, 2)[1]

    @property
    def pots(self) -> Floats:
        """float64 [open lines]: chips in the pot."""
        return np.array([2.0 * self.lines[k].before[0] for k in self.open])

    @property
    def stacks(self) -> Floats:
        """float64 [open lines]: chips that each player has behind."""
        most = self.form.game.rules.betting.max_contribution
        return np.array([most - self.lines[k].before[0] for k in self.open])

    def reaches(self, above: WalkScratch, player: int) -> Floats32:
        """float32 [lines, hands of the player]: reach after the street, times the hand's weight, before the next card."""
        plan = self.form.plan
        exits = plan.exits_of(0, player)
        by_row = reach_rows(plan, 0, player, above)[:, exits].swapaxes(0, 1)
        return np.asarray(by_row.reshape(len(exits), -1)[:, : len(self.form.hands[player])])

    def raise_reaches(self, above: WalkScratch) -> None:
        """Let every hand of the ranges reach every leaf, with a weight too small to change another's value.

        Else the average strategy of a hand that never comes would be uniform, and its value no reason to come.
        """
        for player in range(2):
            plan, reach = self.form.plan, self.form.root_reach[player]
            by_row = reach_rows(plan, 0, player, above)
            least = np.zeros((len(by_row), LANES), dtype=np.float32)
            least.reshape(-1)[: len(reach)] = reach * LEAST_SHARE_AT_LEAVES
            for exit_row in plan.exits_of(0, player):
                np.maximum(by_row[:, exit_row], least, out=by_row[:, exit_row])

    @cached_property
    def alive(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """For each player bool [boards, hands of the player]: the hands that each board leaves."""
        cards = self.form.game.rules.deck.hand_cards
        taken = (cards[None, :, :, None] == self.boards[:, None, None, :]).any(axis=(2, 3))
        return ~taken[:, self.form.hands[0]], ~taken[:, self.form.hands[1]]

    def _blocks(self, player: int) -> int:
        """Blocks of sixteen hands of a player."""
        return int(self.form.plan.stages["blocks"][0, player])

    def put(self, worth: Floats32, player: int, values: npt.NDArray[np.floating]) -> None:
        """Write values [boards, open lines, hands of the player] in chips where the walk back up reads them."""
        blocks, hands = self._blocks(player), len(self.form.hands[player])
        size = blocks * len(self.lines) * LANES
        wide = np.zeros((len(self.boards), len(self.open), blocks * LANES), dtype=np.float32)
        wide[:, :, :hands] = np.where(self.alive[player][:, None], values, 0.0) * self.chance
        target = worth[player, 0, :, :size].reshape(len(self.boards), blocks, len(self.lines), LANES)
        target[:, :, self.open] = wide.reshape(len(self.boards), len(self.open), blocks, LANES).swapaxes(1, 2)

    def read(self, worth: Floats32, player: int) -> Floats32:
        """float32 [boards, lines, hands of the player]: values in the kernels' units, times chance's probability."""
        blocks, hands = self._blocks(player), len(self.form.hands[player])
        rows = worth[:, : blocks * len(self.lines) * LANES].reshape(len(self.boards), blocks, len(self.lines), LANES)
        return np.asarray(rows.swapaxes(1, 2).reshape(len(self.boards), len(self.lines), -1)[:, :, :hands])

    @cached_property
    def _settled(self) -> list[tuple[int, Floats32, tuple[float, float]]]:
        """(line, matrix [hands of the first, of the second], chips of both) for lines that are settled by counting."""
        rules, (first, second) = self.form.game.rules, self.form.hands
        settled = sorted(set(range(len(self.lines))) - set(self.open.tolist()))
        if not settled:
            return []
        to_come = rules.betting.cards_through[-1]
        (won,) = run_out_matrices(rules, np.array([rules.deck.board], dtype=np.int64), to_come)
        pairs = np.ix_(first, second)
        ways = float(num_run_outs(rules, len(rules.deck.board), to_come))
        part = chance_reaches(rules, 1)[0]
        shows = won[pairs].astype(np.float32) * np.float32(part / ways)
        cards = rules.deck.hand_cards
        counts = are_apart(cards[first], cards[second]) * np.float32(part)
        result = []
        for k in settled:
            for showing, chips in chips_at_stake(without_cards(self.lines[k])):
                result.append((k, shows if showing else counts, (chips[0], -chips[1] if showing else chips[1])))
        return result

    def settle(self, above: WalkScratch, player: int, kinds: int = 1) -> None:
        """Add the values of settled lines, summed over all boards, where the walk back up reads them.

        ``kinds``: 2 if the walk has values of best responses, too.
        """
        if not self._settled:
            return
        row_at, shape = above.row_at[0, player], (self._blocks(player), len(self.lines), LANES)
        below = [above.below[at : at + row_at["below_size"]].reshape(shape) for at in row_at["below"][:kinds]]
        theirs, hands = self.reaches(above, 1 - player), len(self.form.hands[player])
        for k, matrix, chips in self._settled:
            met = matrix @ theirs[k] if player == 0 else theirs[k] @ matrix
            row = np.zeros(shape[0] * LANES, dtype=np.float32)
            row[:hands] = met * chips[player]
            for rows in below:
                rows[:, k] += row.reshape(-1, LANES)
