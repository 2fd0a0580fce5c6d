"""Parts of a node as records: its actions, its ranges, the way to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS
from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import line_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Chips, Percent, Record

if TYPE_CHECKING:
    from .spot_report import SpotReport


@dataclass(frozen=True)
class Action(Record):
    """An action at a public state.

    Attributes:
        token: the action as lines have it: ``b25``.
        name: the action in words: ``bet 25``.
        colour: the colour that all pictures give it.
        line: the line after it.
        frequency: how often the acting range takes it.
        pot_percent: what a bet or raise adds beyond the call, in percent of the pot after the call; null for other actions.
        all_in: true if nothing is left behind the player then.
    """

    token: str
    name: str
    colour: str
    line: str
    frequency: float | None
    pot_percent: Percent | None
    all_in: bool


@dataclass(frozen=True)
class NodeAction(Action):
    """An action at a node.

    Attributes:
        combos: number of combos that take it.
        ev: chips that the hands which take it expect from here on; a fold is worth 0.
    """

    combos: float
    ev: Chips | None


@dataclass(frozen=True)
class RangeTotal(Record):
    """A player's range at a node.

    Attributes:
        player: ``OOP``, ``MP`` (of three) or ``IP``; ``BB`` or ``SB`` in games that begin at the blinds.
        combos: number of combos here: hands weighted by the range and by how often they get here.
        equity: share of the pot at a showdown of all who are left, ties in equal parts; null for who folded, and where one
            player is left.
        ev: chips that the range expects from here on; a fold is worth 0.
        net: net chips that it expects.
        pot_share: net chips plus the player's part of the starting pot.
        folded: true if the player has folded.
        paid: chips that the player has put in so far, that part of the starting pot included: ``ev - net``.
    """

    player: Literal["OOP", "MP", "IP", "BB", "SB"]
    combos: float
    equity: float | None
    ev: Chips | None
    net: Chips | None
    pot_share: Chips | None
    folded: bool
    paid: Chips


def number_or_none(number: float) -> float | None:
    """A number; None for NaN and infinite ones.

    >>> number_or_none(0.5), number_or_none(float("nan"))
    (0.5, None)
    """
    return float(number) if isfinite(number) else None


def actions_at(public: PublicState, frequencies: Floats) -> list[Action]:
    """The actions at a public state, and how often the range takes each."""
    afters = [public.after(k) for k in range(len(public.line.tokens))]
    return actions_on(public.line, [(line_of(after), after.line) for after in afters], frequencies)


def actions_on(line: Line, afters: Sequence[tuple[str, Line]], frequencies: Floats) -> list[Action]:
    """The actions on a line, of which ``afters`` are the lines that follow, each beside its text."""
    rows = zip(line.tokens, line.action_names, action_colours(line.tokens), afters, frequencies.tolist(), strict=True)
    return [
        Action(
            token=token,
            name=name,
            colour=colour,
            line=text,
            frequency=number_or_none(frequency),
            pot_percent=added_percent(line, after) if token[0] in "br" else None,
            all_in=is_all_in(line, after),
        )
        for token, name, colour, (text, after), frequency in rows
    ]


def added_percent(line: Line, after: Line) -> float:
    """Chips that a bet or raise adds beyond the call, in percent of the pot after the call."""
    added = after.contributions[line.actor] - line.contributions[line.actor]
    return 100 * (added - line.to_call) / (line.pot + line.to_call)


def is_all_in(line: Line, after: Line) -> bool:
    """True if the player to act puts in all that is left."""
    moved = after.contributions[line.actor] != line.contributions[line.actor]
    return line.betting.stack is not None and moved and after.is_all_in(line.actor)


@dataclass(frozen=True)
class SpotHands(Record):
    """Facts that are the same at all nodes of a spot.

    Attributes:
        hands: names of the hands of either range, in the order of all arrays by hand.
        weights: [players, hands] weight of each hand in each player's range, 0 to 1.
        made_hands: names of what ``made`` of a node counts, the best first.
        draws: names of the bits of ``draws`` of a node.
        pot: the starting pot.
        pot_before: chips in the middle before the first move: the starting pot, or antes and blinds.
        stack: chips behind each player at the start, the most where they differ; null without a limit.
        players: what the players are called.
        big_blind: chips of the big blind, where the game begins at the blinds; else null.
        has_values: true if EVs are known before the river.
    """

    hands: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    made_hands: tuple[str, ...]
    draws: tuple[str, ...]
    pot: Chips
    pot_before: Chips
    stack: Chips | None
    players: tuple[str, ...]
    big_blind: Chips | None
    has_values: bool


def spot_hands(report: SpotReport) -> SpotHands:
    """Collect what is the same at all nodes of a spot."""
    game = report.game
    weights = game.rules.weights or ((1.0,) * len(game.rules.deck.hands),) * 2
    return SpotHands(
        hands=game.rules.deck.hand_names,
        weights=weights,
        made_hands=tuple(MADE_HANDS),
        draws=tuple(DRAWS),
        pot=float(game.stakes.starting_pot or game.params.get("pot", 0.0)),
        pot_before=pot_before(game) or 0.0,
        stack=game.rules.betting.stack,
        players=game.player_names,
        big_blind=big_blind_of(game),
        has_values=report.values.has_values,
    )
