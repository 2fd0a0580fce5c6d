"""Run-outs: equity, EV and strategy on the river after each turn and each river card, for one line of betting between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.poker.cards import read_only
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import is_run_out, line_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.records import INTERNAL, Chips, Record, json_key
from pokerzoo.envs.support.tables import Columns, Export

from .next_cards import CardAction, next_cards
from .node_parts import number_or_none

if TYPE_CHECKING:
    from .spot_report import SpotReport


@dataclass(frozen=True)
class TurnLine(Record):
    """Betting on the turn after which the river card is due.

    Attributes:
        moves: as ``then`` takes them: ``xb60c``.
        words: in words.
    """

    moves: str
    words: str


@dataclass(frozen=True, eq=False, repr=False)
class RunOutReport(Record, Export):
    """Equity, EV and strategy after each turn and river card; made by ``SpotReport.run_outs``.

    Arrays are read-only float64. A run-out that cannot come, or is never played to, has NaN.

    Attributes:
        game: the spot.
        public: the public state in which the turn card is due.
        line: its line.
        then: the betting on the turn.
        turn_lines: all betting on the turn that a river card follows.
        turns: the turn cards: the rows.
        rivers: all cards that the flop leaves: the columns.
        pot: all chips in the middle when the river card is due.
        paid: what each player has put in by then, half of the starting pot included.
        probability: [turns, rivers]: of these cards and this betting, given that the turn card is due.
        equity: [players, turns, rivers]: of each player's range once both cards are there, 0 to 1.
        net: [players, turns, rivers]: net chips of each player's range there.
        player: who acts on the river, by seat; None where all are all-in.
        actions: names of the player's actions; empty without an actor.
        tokens: the same as ``SpotReport.at`` takes them.
        frequencies: [actions, turns, rivers]: how often the player's range takes each action there.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import SpotReport
        >>> spot = {"board": "QsJh2h", "ranges": ("QQ+", "JJ-99"), "pot": 100, "stack": 20}
        >>> flop = make_game("holdem", **spot, bet_sizes="a", raise_sizes="a")
        >>> found = SpotReport(flop, "random").run_outs("xx", turns=["2c", "9c"])
        >>> found.then, found.equity.shape, [one.moves for one in found.turn_lines]
        ('xx', (2, 2, 49), ['xx', 'xb20c', 'b20c'])
    """

    game: PokerGame = field(metadata=INTERNAL)
    public: PublicState = field(metadata=INTERNAL)
    line: str
    then: str
    turn_lines: list[TurnLine]
    turns: tuple[str, ...]
    rivers: tuple[str, ...]
    pot: Chips
    paid: list[float]
    probability: Floats
    equity: Floats
    net: Floats = field(metadata=INTERNAL)
    player: int | None
    actions: tuple[str, ...] = field(metadata=INTERNAL)
    tokens: tuple[str, ...] = field(metadata=INTERNAL)
    frequencies: Floats

    def __repr__(self) -> str:
        return (
            f"<RunOutReport after {self.line!r}, {self.then!r} on the turn: {len(self.turns)} turns, {len(self.rivers)} rivers>"
        )

    @property
    @json_key
    def words(self) -> str:
        """The betting on the turn in words."""
        return line_heading(self.then)

    @property
    @json_key
    def action_means(self) -> list[CardAction]:
        """Actions of the player who acts on the river; frequencies are means over these run-outs."""
        means = [self._mean(values) for values in self.frequencies]
        rows = zip(self.tokens, self.actions, action_colours(self.tokens), means, strict=True)
        return [CardAction(token, name, colour, number_or_none(mean)) for token, name, colour, mean in rows]

    @property
    @json_key
    def ev(self) -> Floats:
        """[players, turns, rivers] EV of each player's range there: chips from there on, a fold is worth 0."""
        return np.asarray(self.net + np.array(self.paid)[:, None, None])

    @property
    def mean_net(self) -> Floats:
        """[players] net chips of each player's range, the mean over these run-outs."""
        return np.array([self._mean(values) for values in self.net])

    def _mean(self, values: Floats) -> float:
        there = self.probability > 0
        total = self.probability[there].sum()
        return float((values * self.probability)[there].sum() / total) if total > 0 else float("nan")

    def table(self) -> Columns:
        """One row a run-out that can come, as columns; units are in the names."""
        there = ~np.isnan(self.probability)
        rows, columns = np.nonzero(there)
        names = self.game.player_names
        columns_by_name: Columns = {
            "line": [self.line] * len(rows),
            "turn": [self.turns[row] for row in rows],
            "turn_betting": [self.then] * len(rows),
            "river": [self.rivers[column] for column in columns],
            "probability": self.probability[there],
        }
        for title, values in (("equity", self.equity), ("ev_chips", self.ev), ("net_chips", self.net)):
            columns_by_name |= {f"{title} {name}": row[there] for name, row in zip(names, values, strict=True)}
        for name, row in zip(self.actions, self.frequencies, strict=True):
            columns_by_name[f"frequency {names[self.player or 0]} {name}"] = row[there]
        return columns_by_name


def run_outs(report: SpotReport, public: PublicState, then: str | None, turns: Sequence[str] | None) -> RunOutReport:
    """Compute ``SpotReport.run_outs``."""
    rules, deck = report.game.rules, report.game.rules.deck.names
    if not public.card_due or is_run_out(public) or len(public.board) != 3:
        raise ParameterError("line", line_of(public), "no turn card is due there with betting after it")
    cards = report.values.cards_due(public)
    lines = turn_lines(public.deal(cards[0]))
    if not lines:
        raise ParameterError("line", line_of(public), "no river card follows: all are all-in, or the turn is the last street")
    moves = lines[0].moves if then is None else then
    if moves not in [line.moves for line in lines]:
        raise ParameterError("then", moves, f"must be one of {', '.join(line.moves for line in lines)}")
    names = [deck[card] for card in cards]
    wanted = names if turns is None else list(turns)
    if not wanted:
        raise InputError("turns=[]: must have a card or more")
    for name in wanted:
        if name not in names:
            raise ParameterError("turns", wanted, f"{brief(name)} is none of {' '.join(names)}")
    shape = (len(wanted), len(names))
    before = report.report(public).probability
    probability = np.full(shape, np.nan)
    rows = []
    for number, name in enumerate(wanted):
        start = public.deal(cards[names.index(name)])
        end = next(due for due in river_dues(start) if moves_between(start, due) == moves)
        row = next_cards(report, end)
        places = [names.index(card) for card in row.cards]
        if before > 0:
            probability[number, places] = np.nan_to_num(report.report(end).probability / before * row.probability)
        rows.append((row, places))
    first = rows[0][0]
    players = rules.num_players
    equity, net = np.full((players, *shape), np.nan), np.full((players, *shape), np.nan)
    frequencies = np.full((len(first.actions), *shape), np.nan)
    for number, (row, places) in enumerate(rows):
        equity[:, number, places], net[:, number, places] = row.equity, row.net
        frequencies[:, number, places] = row.frequencies
    return RunOutReport(
        game=report.game,
        public=public,
        line=line_of(public),
        then=moves,
        turn_lines=lines,
        turns=tuple(wanted),
        rivers=tuple(names),
        pot=first.public.line.pot,
        paid=list(first.public.line.contributions),
        probability=read_only(probability),
        equity=read_only(equity),
        net=read_only(net),
        player=first.player,
        actions=first.actions,
        tokens=first.tokens,
        frequencies=read_only(frequencies),
    )


def turn_lines(start: PublicState) -> list[TurnLine]:
    """Betting on a street after which a card is due with betting after it."""
    return [TurnLine(moves, line_heading(moves)) for moves in (moves_between(start, end) for end in river_dues(start))]


def moves_between(start: PublicState, end: PublicState) -> str:
    """Moves of a street, from its start to a public state on it."""
    return line_of(end).removeprefix(line_of(start)).removeprefix("/")


def river_dues(start: PublicState) -> Iterator[PublicState]:
    """The public states of a street in which a card is due with betting after it, depth first."""
    stack = [start]
    while stack:
        public = stack.pop()
        if public.card_due and not is_run_out(public):
            yield public
        stack += [public.after(k) for k in reversed(range(len(public.line.moves)))]
