"""Next cards: equity, EV and the next player's strategy after each possible card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.poker.cards import read_only
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import own_pot
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import is_run_out, line_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.records import INTERNAL, Chips, Record, json_key
from pokerzoo.envs.support.tables import Column, Columns, Export, Table, Tabled

from .node_parts import number_or_none
from .spot_tables import CHIPS, EvUnit, line_title
from .two_player_values import is_at_hand

if TYPE_CHECKING:
    from .spot_report import SpotReport

SHOWN_FLOPS = 30
"""Of flops the best and the worst are shown, as many each."""


@dataclass(frozen=True)
class CardAction(Record):
    """An action after the next card.

    Attributes:
        token: the action as lines have it: ``b25``.
        name: the action in words.
        colour: the colour that all pictures give it.
        frequency: mean over all cards of how often it is taken.
    """

    token: str
    name: str
    colour: str
    frequency: float | None


@dataclass(frozen=True, eq=False, repr=False)
class NextCards(Tabled, Record, Export):
    """Equity, EV and strategy after each card that is due on a line; made by ``SpotReport.next_cards``.

    Arrays are read-only float64. A card that cannot come has NaN: all that the players may hold here have it.

    Attributes:
        game: the spot.
        public: the public state in which the card is due.
        line: its line.
        cards: names of the cards that the board leaves, ``("2c", "3c", ...)``: the last index of the arrays. Of a flop one of
            those that differ by suits alone, ``"QsJh2h"``.
        counts: how many cards, or flops, each represents.
        probability: [cards]: of each card, given the ranges here; the sum is 1.
        equity: [players, cards]: of each player's range once the card is there, 0 to 1.
        net: [players, cards]: net chips of each player's range once the card is there.
        mean_equity: [players]: equity of each player's range before the card.
        mean_net: [players]: net chips of each player's range before the card.
        player: who acts after the card, by seat; None where all are all-in.
        actions: names of the player's actions; empty without an actor.
        tokens: the same as ``SpotReport.at`` takes them.
        frequencies: [actions, cards]: how often the player's range takes each action after each card. Of a flop that was
            solved alone they are NaN after a card whose turn was not solved yet.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import SpotReport
        >>> turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100)
        >>> cards = SpotReport(turn, "random").next_cards("xx")
        >>> len(cards.cards), cards.cards[int(cards.equity[0].argmin())]
        (48, '9c')
    """

    game: PokerGame = field(metadata=INTERNAL)
    public: PublicState = field(metadata=INTERNAL)
    line: str
    cards: tuple[str, ...]
    counts: tuple[int, ...]
    probability: Floats
    equity: Floats
    net: Floats = field(metadata=INTERNAL)
    mean_equity: Floats
    mean_net: Floats = field(metadata=INTERNAL)
    player: int | None
    actions: tuple[str, ...] = field(metadata=INTERNAL)
    tokens: tuple[str, ...] = field(metadata=INTERNAL)
    frequencies: Floats

    def __repr__(self) -> str:
        return f"<NextCards after {self.line!r}: {len(self.cards)} cards, pot {chips_text(self.public.line.pot)}>"

    def to_table(self, unit: EvUnit = CHIPS, most: int | None = SHOWN_FLOPS) -> Table:
        """A row a card, the best for the first seat on top, and all together; units are in the names.

        Args:
            unit: of EVs.
            most: of cards the best and the worst, as many each; None: all.
        """
        names, seats, pot = self.game.player_names, self.seats_shown, self.game.stakes.starting_pot
        columns: list[Column | str] = ["card", Column("prob.", ".2%")]
        values = [self.probability]
        before = [1.0]
        for seat in seats:
            worth = unit.column(f"{names[seat]} {'net' if pot is None else 'pot share'}")
            columns += [Column(f"{names[seat]} equity", ".2%"), Column("change", "+.2%"), worth, Column("change", "+.3f")]
            values += [self.equity[seat], self.equity_change[seat]]
            values += [unit.factor * self.pot_share[seat], unit.factor * self.ev_change[seat]]
            before += [self.mean_equity[seat], 0.0, unit.factor * self.mean_pot_share[seat], 0.0]
        columns += [Column(f"{names[self.player or 0]} {name}", ".1%") for name in self.actions]
        values += list(self.frequencies)
        order = best_first(self)
        if most is not None and len(order) > 2 * most:
            order = [*order[:most], *order[-most:]]
        rows = [[self.cards[k], *(column[k] for column in values)] for k in order]
        rows.append(["all", *before, *self.mean_frequencies])
        head = f"{line_title(self.line)}: each card that can come, pot {chips_text(self.pot)}"
        return Table(head, columns, rows, self._rest() if len(names) == 2 else [], total=True)

    def _rest(self) -> list[str]:
        """The sentence on what the second of two players has."""
        first, second = self.game.player_names
        pot, rake = self.game.stakes.starting_pot, ", less the rake" if self.game.rules.betting.rake_rate else ""
        rest = f"net chips what {first} loses" if pot is None else f"pot share the rest of {chips_text(pot)} chips"
        return [f"{second}'s equity is the rest of 100%, {second}'s {rest}{rake}."]

    @property
    @json_key
    def words(self) -> str:
        """The line in words."""
        return line_heading(self.line)

    @property
    @json_key
    def pot(self) -> Chips:
        """All chips in the middle."""
        return self.public.line.pot

    @property
    @json_key
    def action_means(self) -> list[CardAction]:
        """Actions of the player who acts after the card."""
        rows = zip(self.tokens, self.actions, action_colours(self.tokens), self.mean_frequencies.tolist(), strict=True)
        return [CardAction(token, name, colour, number_or_none(mean)) for token, name, colour, mean in rows]

    @property
    def seats_shown(self) -> tuple[int, ...]:
        """Seats that tables show: of two the first, as the second has the rest; of three those who have not folded."""
        seats = range(self.game.num_players)
        return (0,) if len(seats) == 2 else tuple(seat for seat in seats if not self.public.line.folded[seat])

    @property
    @json_key
    def ev(self) -> Floats:
        """[players, cards] EV of each player's range once the card is there: chips from there on, a fold is worth 0."""
        return np.asarray(self.net + np.array(self.public.line.contributions)[:, None])

    @property
    @json_key
    def mean_ev(self) -> Floats:
        """[players] EV of each player's range before the card."""
        return np.asarray(self.mean_net + np.array(self.public.line.contributions))

    @property
    def pot_share(self) -> Floats:
        """[players, cards] net chips plus the player's part of the starting pot."""
        return self.net + own_pot(self.game)

    @property
    def mean_pot_share(self) -> Floats:
        """[players] net chips before the card plus the player's part of the starting pot."""
        return self.mean_net + own_pot(self.game)

    @property
    def equity_change(self) -> Floats:
        """[2, cards] equity after the card less equity before."""
        return self.equity - self.mean_equity[:, None]

    @property
    def ev_change(self) -> Floats:
        """[2, cards] EV after the card less EV before, chips."""
        return self.net - self.mean_net[:, None]

    @property
    def mean_frequencies(self) -> Floats:
        """[actions] frequency of each action over all cards; NaN where it is not known of each."""
        return np.asarray(np.where(self.probability == 0, 0.0, self.frequencies * self.probability).sum(axis=-1))

    def table(self) -> Columns:
        """One row a card, as columns; units are in the names."""
        columns: Columns = {
            "line": [self.line] * len(self.cards),
            "card": list(self.cards),
            "stands_for": list(self.counts),
            "probability": self.probability,
        }
        for title, values in (
            ("equity", self.equity),
            ("equity_change", self.equity_change),
            ("ev_chips", self.ev),
            ("net_chips", self.net),
            ("ev_change_chips", self.ev_change),
            ("pot_share_chips", self.pot_share),
        ):
            columns |= {f"{title} {name}": row for name, row in zip(self.game.player_names, values, strict=True)}
        for name, row in zip(self.actions, self.frequencies, strict=True):
            columns[f"frequency {self.game.player_names[self.player or 0]} {name}"] = row
        return columns


def next_cards(report: SpotReport, public: PublicState) -> NextCards:
    """Compute ``SpotReport.next_cards``."""
    if not public.card_due or is_run_out(public):
        where = f"after {line_of(public)!r}" if public.history else "at the start"
        ended = "all cards come without betting" if public.card_due else "the hand is over"
        allowed = f"allowed: {', '.join(public.line.tokens)}" if public.line.moves else ended
        raise ParameterError("line", line_of(public), f"no card is due {where}; {allowed}")
    values, node = report.values, report.report(public)
    unseen = values.unseen(len(values.dealt(public)))
    deals, values_after = values.next_deals(public)
    after = deals[0][0]
    player = after.actor if after.line.moves else None
    players = report.game.num_players
    chance = np.full(len(deals), np.nan)
    equity, net = np.full((players, len(deals)), np.nan), np.full((players, len(deals)), np.nan)
    frequencies = np.full((len(after.line.moves), len(deals)), np.nan)
    for number, (child, count) in enumerate(deals):
        reach = values.first_reach(child)
        joint = reach * values.opponent_reach(reach, child.board)
        pairs = joint.sum(axis=1)
        chance[number] = count * pairs[0] / unseen
        if pairs[0] > 0:
            equity[:, number] = values.equity_of_ranges(child, reach, pairs)
            net[:, number] = (reach * values_after(number)).sum(axis=1) * unseen / pairs
            if player is not None and is_at_hand(values.policy, child):
                frequencies[:, number] = values.policy.strategy(child) @ joint[player] / pairs[player]
    total = chance.sum()
    probability = chance / total if total > 0 else np.full(len(deals), np.nan)
    return NextCards(
        game=report.game,
        public=public,
        line=node.line,
        cards=tuple(
            "".join([report.game.rules.deck.names[card] for card in child.board[len(public.board) :]]) for child, _ in deals
        ),
        counts=tuple(round(count * values.share(child.board)) for child, count in deals),
        probability=read_only(probability),
        equity=read_only(equity),
        net=read_only(net),
        mean_equity=read_only(node.mean_equity),
        mean_net=read_only(node.mean_net),
        player=player,
        actions=tuple(after.line.action_name(action) for action in after.line.legal_actions),
        tokens=after.line.tokens,
        frequencies=read_only(frequencies),
    )


def best_first(cards: NextCards) -> list[int]:
    """Sort cards by EV, or equity where no EV is known, of the first seat in tables; those that cannot come are last."""
    seat = cards.seats_shown[0]
    values = cards.equity[seat] if np.isnan(cards.net[seat]).all() else cards.net[seat]
    order: list[int] = np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable").tolist()
    return order
