"""Subgames of hold'em spots: the spot from the start of a street on, given the weight of each hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.betting.street_sizes import KINDS, by_street_of, streets_of
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, NUM_COMBOS, unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import InputError, ParameterError

from .holdem import HoldemGame, make_holdem

LEAST_SHARE_OF_HEAVIEST = 2.0**-40
"""Weight of hands that a range does not have, of its heaviest: they get a strategy and values, too, and change no other's."""


def street_start(game: HoldemGame, history: object) -> PublicState:
    """The public state with this history, at which a street starts; ValueError if there is none."""
    result = game.infosets.find(history) if isinstance(history, str) else None
    if result is None:
        some = next(line for line in reversed(game.rules.betting.lines) if begins_street(line) and line.moves)
        example = PublicState(game.rules, some, game.rules.deck.board + game.infosets.boards(some.num_deals).boards[0]).history
        raise ParameterError("line", history, f"no player acts there; histories of a street's start look like {example!r}")
    if not begins_street(result.line):
        raise ParameterError("line", history, "is in the middle of a street; must be where one starts")
    return result


def begins_street(line: Any) -> bool:
    """True at the start of a street, before any action on it."""
    return line.above is None or line.above.card_due


def street_of(public: PublicState, deals: int | None = None) -> PublicState:
    """The public state at the start of this one's street, or of the street before it that so many deals lead to."""
    line: Any = public.line
    deals = line.num_deals if deals is None else deals
    while line.num_deals > deals or not begins_street(line):
        line = line.above
    if line is public.line:
        return public
    known = len(public.rules.deck.board) + public.rules.betting.cards_through[deals]
    return PublicState(public.rules, line, public.board[:known])


def steps_between(start: Line, end: Line) -> list[int | None]:
    """Steps from a line to a later one: the position of each move among the legal ones, None for a deal."""
    steps: list[int | None] = []
    while end is not start:
        above = end.above
        assert above is not None
        steps.append(None if above.card_due else next(k for k in range(len(above.moves)) if above.after(k) is end))
        end = above
    return steps[::-1]


def reaching_weights(game: PokerGame, at: PublicState, ask: Callable[[PublicState], Floats]) -> tuple[Floats, Floats]:
    """Pair of float64 [hands]: the weight of each hand in its range times how likely its own actions lead there."""
    left = unblocked(game.rules.deck.hand_cards, at.board)
    range_weights = np.ones((2, len(game.rules.deck.hands))) if game.rules.weights is None else game.rules.ranges.weight_rows
    reach = [weights * left for weights in range_weights]
    line, before = at.line, at.line.above
    while before is not None:
        if not before.card_due:
            k = next(k for k in range(len(before.moves)) if before.after(k) is line)
            known = len(game.rules.deck.board) + game.rules.betting.cards_through[before.num_deals]
            reach[before.actor] *= np.asarray(ask(PublicState(game.rules, before, at.board[:known])))[k]
        line, before = before, before.above
    return reach[0], reach[1]


def can_be_dealt(game: PokerGame, board: tuple[int, ...]) -> bool:
    """True if both players can hold a hand of their ranges beside a board: it may have the last cards of a narrow range."""
    rules = game.rules
    held = rules.ranges.dealable_rows & unblocked(rules.deck.hand_cards, board)
    theirs = rules.deck.hand_cards[held[1]]
    return any(unblocked(theirs, hand).any() for hand in rules.deck.hand_cards[held[0]])


def spot_at(game: HoldemGame, at: PublicState, weights: tuple[Floats, Floats]) -> HoldemGame:
    """The spot from the start of a street of another one: the same betting, pot, stacks and rake from there on.

    Net chips are the same as in the whole game: what was put in before is each player's own share of the pot.

    Args:
        game: the whole spot.
        at: where the street starts.
        weights: pair of float64 [hands of the whole]: how likely each hand is there.

    Raises:
        ValueError: no hand of one player goes with a hand of the other.
    """
    params, rules, line = game.params, game.rules, at.line
    streets, left = streets_of(len(rules.deck.board)), streets_of(len(at.board))
    sizes = {name: {street: by_street_of(name, params[name], streets)[street] for street in left} for name in KINDS}
    donk = sizes["donk_sizes"].pop(left[0])
    if donk is not None and line.is_donk:  # OOP's first bets there all are donk bets
        sizes["bet_sizes"][left[0]] = (both_sizes(donk)[0], both_sizes(sizes["bet_sizes"][left[0]])[1])
    done = "".join(line.pieces).replace("/", "")
    return make_holdem(
        **{
            **params,
            **sizes,
            "donk_sizes": sizes["donk_sizes"] or None,
            "board": "".join(CARD_NAMES[card] for card in at.board),
            "ranges": tuple(range_of_hands(game, hand_weights) for hand_weights in weights),
            "pot": line.pot,
            "stack": line.stack_of(0),
            "removed": tuple(text[len(done) :] for text in rules.betting.removed if text.startswith(done)),
            "sizes_at": {edit.line[len(done) :]: str(edit) for edit in rules.betting.sizes_at if edit.line.startswith(done)}
            or None,
        }
    )


def both_sizes(texts: Any) -> tuple[str, str]:
    """Sizes of both players."""
    first, second = (texts, texts) if isinstance(texts, str) else texts
    return first, second


def range_of_hands(game: HoldemGame, weights: Floats) -> Range:
    """Weights of a spot's hands as a range (``scaled_range``)."""
    everything = np.zeros(NUM_COMBOS)
    everything[combo_numbers(game)] = weights
    return scaled_range(everything)


def scaled_range(weights: Floats) -> Range:
    """Weights [1326] as a range, times a power of two, which changes no bit, so that the largest is 1 at most."""
    largest = float(weights.max())
    if not largest > 0.0:
        raise InputError("no hand of the range is left")
    part, exponent = np.frexp(largest)
    return Range(np.ldexp(weights, int(part == 0.5) - int(exponent)))


def combo_numbers(game: PokerGameBase) -> Any:
    """int64 [hands]: the place of each hand of a spot among all 1,326 combos."""
    made = game.rules.made
    if "combos" not in made:
        made["combos"] = COMBO_TABLE[tuple(game.rules.deck.hand_cards.T)].astype(np.int64)
    return made["combos"]


def hand_numbers(game: PokerGameBase, part: HoldemGame) -> Int64s:
    """int64 [hands of a part of a spot]: their numbers in the spot."""
    numbers = np.full(NUM_COMBOS, -1)
    numbers[combo_numbers(game)] = np.arange(len(game.rules.deck.hands))
    return np.asarray(numbers[combo_numbers(part)])


def least_weights(game: PokerGame, at: PublicState, player: int, weights: Floats) -> Floats:
    """float64 [hands]: the least weight of each hand of a player's range, who reaches a public state with these weights.

    So hands that do not come there get a strategy and values, too, and change no other's.
    """
    whole = game.rules.ranges.weight_rows[player] * unblocked(game.rules.deck.hand_cards, at.board)
    return np.where(whole > 0.0, LEAST_SHARE_OF_HEAVIEST * weights.max(), 0.0) if weights.any() else whole
