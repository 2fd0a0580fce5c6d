"""Safe and unsafe solving on flop hold'em, exactly: one strategy for all, then every flop solved anew as at the table.

    python benchmarks/fhp_solving.py docs/fhp_solving.json royal flops:25   # measures what is not in the file yet
    python benchmarks/fhp_solving.py docs/fhp_solving.json --table          # prints the table as Markdown

A blueprint plays before the flop. After each line that leads to the flop, and on each flop up to suits, each player's strategy
is solved anew in every way of ``WAYS``: with the ranges and the solvers that ``SolvingAgent`` has on rivers, ``CFR`` and
``ResolvingGame``. (The agent itself plays hold'em to the river only, which is too large for an exact measure.) Then a best
response finds how exploitable the whole strategy is. It is measured on the rows of the whole game, and once more from the
values of the flops by themselves (``by_parts``); the file has both. Times are processor time of one thread.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from pokerzoo.agents import CFR, Blueprint
from pokerzoo.agents.cfr.resolving import ResolvingGame
from pokerzoo.agents.cfr.root_choices import RowsRoot
from pokerzoo.agents.policies.river_solver import LEAST_SHARE_OF_HEAVIEST
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import PokerGame, PokerRules, Round, make_game
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.public_tree import PublicTree
from pokerzoo.envs.compiled.simd import pack_rows, unpack_rows
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_lines import collect_streets
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.games.subgames import reaching_weights
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

Way = Literal["blueprint", "unsafe", "safe", "max_margin"]
WAYS: tuple[Way, ...] = ("blueprint", "unsafe", "safe", "max_margin")
"""The blueprint's own strategies, and the three ways to solve."""
PLAYERS = 2
Strategies = dict[PublicState, Floats]
"""[actions, hands] for each decision of a player on a flop."""


class Flop(NamedTuple):
    """A flop after a line that leads to it, with the weight of each hand of both players there under the blueprint."""

    start: PublicState
    ranges: tuple[Floats, Floats]

    @property
    def left(self) -> Floats:
        """float64 [hands]: 1 for those that share no card with the flop."""
        cards = self.start.rules.hand_cards
        return np.where(np.isin(cards, self.start.board).any(axis=1), 0.0, 1.0)

    def spot(self, held: int | None = None) -> PokerGame:
        """The game from here on; ``held``: the player whose opponent has all hands alike."""
        found = []
        for player, own in enumerate(self.ranges):
            weights = self.left if held == 1 - player else np.maximum(own, LEAST_SHARE_OF_HEAVIEST * own.max() * self.left)
            found.append(tuple(np.ldexp(weights, -self._exponent(weights)).tolist()))
        whole = self.start.rules
        rules = PokerRules(
            deck=whole.deck, antes=self.start.contributions, rounds=(Round(0, whole.rounds[1].bets),),
            strength=whole.strength, hole_cards=whole.hole_cards, board=self.start.board, combos=whole.hands,
            weights=tuple(found),
        )  # fmt: skip
        return PokerGame("flop", {}, rules)

    def unit(self, spot: PokerGame, player: int) -> float:
        """The factor from values of the spot's form to weight of the player's hands times net chips."""
        return spot.rules.pair_weight * 2.0 ** self._exponent(self.ranges[player])

    def whole(self, public: PublicState) -> PublicState:
        """The public state of the whole game that a public state of the spot is."""
        found = self.start
        for _, _, kind, total in public.betting.actions:
            found = found.after(found.moves.index((kind, total)))
        return found

    @staticmethod
    def _exponent(weights: Floats) -> int:
        """The exponent of two that makes the largest weight a number from a half to one."""
        return int(np.frexp(weights.max())[1])


class Worth(NamedTuple):
    """Values of a best response to a player's strategy on a flop."""

    flop: Flop
    player: int
    values: Floats  # [hands]: what each of the opponent's wins, net chips times the weights of the player's hands
    gains: Floats  # [hands]: how much more that is than against the blueprint


class Solved(NamedTuple):
    """A whole strategy whose flops were solved in one way."""

    rows: AllRows
    worths: list[Worth]


@dataclass(frozen=True)
class FlopSolving:
    """A blueprint of flop hold'em and what solving makes of it."""

    blueprint: SpotPolicy

    @property
    def game(self) -> PokerGame:
        """The game."""
        found = self.blueprint.game
        assert isinstance(found, PokerGame)
        return found

    @property
    def form(self) -> StreetTree:
        """Its compiled form."""
        return self.blueprint.form

    @cached_property
    def entries(self) -> tuple[Line, ...]:
        """The lines after which the flop has come."""
        return tuple(collect_streets(self.game)[1].entries)

    def flops(self) -> Iterator[Flop]:
        """All that are solved; those to which the blueprint does not come are left out."""
        for line in self.entries:
            for board in self.form.boards[1].canonical:
                start = PublicState(line, board)
                ranges = reaching_weights(self.game, start, self.blueprint.strategy)
                if all(own.any() for own in ranges):
                    yield Flop(start, ranges)

    def solve(self, iterations: int) -> dict[Way, Solved]:
        """Solve all flops in all ways; both players' strategies are put into the rows of one whole strategy for each way."""
        found = {way: Solved((self.blueprint.single_rows().copy(),), []) for way in WAYS}
        for flop in self.flops():
            unsafe = solved_for_ranges(flop, iterations)
            for player in range(PLAYERS):
                spot = flop.spot(held=player)
                form = spot.public_tree()
                assert isinstance(form, PublicTree)
                own = {point: self.blueprint.strategy(flop.whole(point)) for point in form.points[player]}
                before = best_values(form, player, own)
                for way, taken in found.items():
                    if way == "blueprint":
                        answer = own
                    elif way == "unsafe":
                        answer = {point: unsafe[flop.whole(point)] for point in own}
                    else:
                        answer = solved_by_gadget(form, player, before, way, iterations)
                    worth = before if way == "blueprint" else best_values(form, player, answer)
                    unit = flop.unit(spot, player)
                    taken.worths.append(Worth(flop, player, worth * unit * flop.left, (worth - before) * unit * flop.left))
                    for point, shares in answer.items():
                        self.form.put(taken.rows[0], flop.whole(point), shares)
        return found

    def measure(self, rows: AllRows) -> Measurement:
        """The exact measure of a whole strategy."""
        return Measurement(self.game, *StreetEvaluator(self.form, threads=1).evaluate_cumulative(rows))

    def by_parts(self, worths: list[Worth]) -> Floats:
        """float64 [2]: each player's best-response value, from the flops' values and the betting before the flop alone."""
        return np.array([self._best_response(player, worths) for player in range(PLAYERS)])

    def missed(self, worths: list[Worth]) -> Floats:
        """float64 [2]: chips a hand that each player's best response wins more at most, as some hands gain on some flops."""
        found = np.zeros(PLAYERS)
        for worth in worths:
            found[1 - worth.player] += self._chance(worth.flop.start) * float(np.maximum(worth.gains, 0.0).sum())
        return found

    @cached_property
    def deals(self) -> float:
        """The sum over all flops of their weights times the pairs of hands beside them."""
        rules, (boards, *_) = self.game.rules, (self.form.boards[1].all.boards,)
        hands = len(rules.hands_left(boards[0]))
        pairs = hands * len(rules.hands_left(boards[0] + rules.hands[rules.hands_left(boards[0])[0]]))
        return pairs * sum(map(rules.deal_share, boards))

    def _chance(self, start: PublicState) -> float:
        """The chance of one pair of hands with a flop, or with one that differs from it by suits alone."""
        boards = self.form.boards[1]
        alike = boards.all.number[start.board]
        count = int((boards.number == boards.number[alike]).sum())
        return count * self.game.rules.deal_share(start.board) / self.deals

    @cached_property
    def _pairs(self) -> Floats:
        """float64 [hands, hands]: the chance of each pair of hands."""
        rules = self.game.rules
        boards = self.form.boards[1].all.boards
        beside = np.array([~np.isin(rules.hand_cards, board).any(axis=1) for board in boards], dtype=np.float64)
        cards = np.zeros((len(rules.hands), len(rules.deck)))
        np.put_along_axis(cards, rules.hand_cards, 1.0, axis=1)
        shares = np.array([rules.deal_share(board) for board in boards])
        return np.asarray((beside.T * shares) @ beside * (cards @ cards.T == 0.0) / self.deals)

    def _best_response(self, player: int, worths: list[Worth]) -> float:
        """A player's best-response value: up the betting before the flop, hand by hand."""
        rules, entered = self.game.rules, {line: np.zeros(len(self.game.rules.hands)) for line in self.entries}
        boards, one_deal = self.form.boards[1], 1.0 / self.deals
        of = {(worth.flop.start.betting, worth.flop.start.board): worth.values for worth in worths if worth.player != player}
        for board in boards.all.boards:
            state, alike = self.form.canonical(PublicState(self.entries[0], board))
            for line, values in entered.items():
                own = of.get((line, state.board))
                if own is not None:
                    values += rules.deal_share(board) * one_deal * own[alike]

        def best(public: PublicState, reach: Floats) -> Floats:
            """float64 [hands]: what each is worth here, where the other player's hands come with these weights."""
            if public.is_over:
                (winner,) = [seat for seat in range(PLAYERS) if not public.folded[seat]]
                return np.asarray(self._pairs @ reach * public.payoffs((winner,))[player])
            if public.card_due:
                return entered[public.betting.deal()]
            count = len(public.moves)
            if public.actor == player:
                return np.asarray(np.max([best(public.after(k), reach) for k in range(count)], axis=0))
            shares = self.blueprint.strategy(public)
            return np.asarray(np.sum([best(public.after(k), reach * shares[k]) for k in range(count)], axis=0))

        return float(best(rules.root, np.ones(len(rules.hands))).sum())


def solved_for_ranges(flop: Flop, iterations: int) -> Strategies:
    """Both players' strategies on a flop for their ranges alone, by public state of the whole game."""
    solver = CFR(flop.spot()).run(iterations)
    form = solver.form
    assert isinstance(form, PublicTree)
    found: Strategies = {}
    for player in range(PLAYERS):
        found |= {flop.whole(point): own for point, own in strategies(form, player, solver.average_rows()).items()}
    return found


def solved_by_gadget(form: PublicTree, player: int, worth: Floats, way: Any, iterations: int) -> Strategies:
    """A player's strategy that is held to what the opponent's hands are worth."""
    gadget = ResolvingGame(form, player, worth, way)
    gadget.advance(iterations)
    return strategies(form, player, gadget.average_rows())


def strategies(form: PublicTree, player: int, rows: AllRows) -> Strategies:
    """A player's strategies at all decisions, from sums."""
    shares = unpack_rows(form.lanes, form.shares(rows)[player], form.num_lanes).astype(np.float64)
    firsts = zip(form.points[player], form.treeplexes[player].first.tolist(), strict=True)
    return {point: shares[first : first + len(point.moves)] for point, first in firsts}


def best_values(form: PublicTree, player: int, answers: Strategies) -> Floats:
    """float64 [hands]: what a best response to a player's strategy is worth with each of the opponent's hands."""
    plex = form.treeplexes[player]
    wide = np.zeros((num_sequences(plex), form.num_lanes))
    for point, first in zip(form.points[player], plex.first.tolist(), strict=True):
        wide[first : first + len(point.moves)] = answers[point]
    rows = list(form.new_rows())
    rows[player] = pack_rows(form.lanes, wide)
    return RowsRoot(form, 1 - player).best_values(player, tuple(rows))


@dataclass(frozen=True)
class Setting:
    """A game, and how often each flop is iterated on."""

    title: str
    game: dict[str, Any]
    blueprints: tuple[dict[str, Any], ...]  # ``classes`` and ``boards`` of a Blueprint, or ``iterations`` of CFR
    solves: int


SETTINGS = {
    "royal": Setting(
        "20 cards",
        {"deck": "royal"},
        ({"classes": 20, "boards": 4_000}, {"iterations": 20}, {"iterations": 1_000}),
        1_000,
    ),
    "flops:25": Setting(
        "52 cards, `flops:25`",
        {"flops": "flops:25"},
        ({"classes": 100, "boards": 4_000}, {"iterations": 20}, {"iterations": 300}),
        1_000,
    ),
}
SEED = 1


def make_blueprint(game: PokerGame, wanted: dict[str, Any]) -> SpotPolicy:
    """Train a blueprint."""
    solver: Blueprint | CFR
    if "classes" in wanted:
        solver = Blueprint(game, hand_classes={"flop": wanted["classes"]}, seed=SEED, threads=1).run(wanted["boards"])
    else:
        solver = CFR(game, threads=1).run(wanted["iterations"])
    found = solver.average_policy()
    assert isinstance(found, SpotPolicy)
    return found


def measured(name: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """Train a blueprint, solve all flops, measure: a row of the file. Chips and mbb are a hand's."""
    setting = SETTINGS[name]
    game = make_game("flop_holdem", **setting.game)
    assert isinstance(game, PokerGame)
    solving = FlopSolving(make_blueprint(game, wanted))
    began = time.process_time()
    found = solving.solve(setting.solves)
    row: dict[str, Any] = {
        "game": name,
        "blueprint": wanted,
        "solves": setting.solves,
        "flops": len(found["blueprint"].worths) // PLAYERS,
        "seconds": round(time.process_time() - began, 1),
        "ways": {},
    }
    for way, taken in found.items():
        measure, parts, missed = solving.measure(taken.rows), solving.by_parts(taken.worths), solving.missed(taken.worths)
        assert measure.exploitability_mbb is not None
        row["ways"][way] = {
            "exploitability_mbb": float(f"{measure.exploitability_mbb:.5g}"),
            "best_responses_chips": [float(f"{own:.7g}") for own in measure.best_response_values],
            "by_parts_chips": [float(f"{own:.7g}") for own in parts],
            "gain_at_most_chips": [float(f"{own:.4g}") for own in missed],
        }
        print(f"{name} {wanted} {way}: {row['ways'][way]}", flush=True)
    return row


def tables(rows: list[dict[str, Any]]) -> str:
    """The table as Markdown: exploitability in mbb a hand."""
    names = ["alone", *(way.replace("_", "-") for way in WAYS[1:])]
    lines = [f"| game | blueprint | {' | '.join(names)} |", "|---|---|" + "---:|" * len(names)]
    for name, setting in SETTINGS.items():
        for row in (row for row in rows if row["game"] == name):
            values = [row["ways"][way]["exploitability_mbb"] for way in WAYS]
            lines.append(f"| {setting.title} | {words(row['blueprint'])} | {' | '.join(f'{own:.3g}' for own in values)} |")
    return "\n".join(lines)


def words(wanted: dict[str, Any]) -> str:
    """A blueprint's training in words."""
    if "classes" in wanted:
        return f"`Blueprint`, {wanted['classes']} classes, {wanted['boards']:,} boards"
    return f"`CFR`, {wanted['iterations']:,} iterations"


def main() -> None:
    """Measure, or print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="JSON file of the rows")
    parser.add_argument("games", nargs="*", choices=[*SETTINGS, []], help="which games; none: none")
    parser.add_argument("--table", action="store_true", help="print the table as Markdown")
    given = parser.parse_args()
    rows = json.loads(given.file.read_text()) if given.file.exists() else []
    for name in given.games:
        for wanted in SETTINGS[name].blueprints:
            if not any(row["game"] == name and row["blueprint"] == wanted for row in rows):
                rows.append(measured(name, wanted))
                given.file.write_text(json.dumps(rows, indent=1) + "\n")
    if given.table:
        print(tables(rows))


if __name__ == "__main__":
    main()
