"""Random hands of ``preflop_holdem``, played at once in ours and in pokerkit; every decision and payoff is compared.

Every table has blinds, antes, stacks, sizes, a last street with betting and a showdown of its own. Where later streets have no
betting both check there in pokerkit, which plays all streets. Where hands are shown at once it plays fewer streets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from pokerkit import Automation, BettingStructure, Deck, Opening, State, Street

from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD, Line

from .hand_oracles import AUTOMATIONS, PUBLIC_CARDS, STREETS, Phevaluator

MENUS = ("1%", "a", "1%,a", "60%", "100%,a", "33%,75%,150%", "e", "2e,a", "5c,77%")
RAISE_MENUS = ("1%", "a", "1%,a", "1.1x,3x", "2.5x,a", "60%,100%", "3bb,a", "e,2e", "5c,77%")
HANDS_PER_TABLE = 10


@dataclass
class Table:
    """A game of ours, and its amounts in the smallest unit."""

    game: PokerGame
    unit: Fraction
    blinds: tuple[int, int]
    stack: int
    ante: int
    last_street: int  # the last with betting
    shown_at_once: bool
    menus: dict[str, dict[str, str]]
    raise_cap: int | None

    def pokerkit(self) -> State:
        """The same table there; its first player is the big blind, too."""
        played = self.last_street + 1 if self.shown_at_once else len(STREETS)
        small, big = self.blinds
        streets = tuple(
            Street(False, (False, False) if street == 0 else (), PUBLIC_CARDS[street], False, Opening.POSITION, big, None)
            for street in range(played)
        )
        automations = (*AUTOMATIONS, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
        hand_type: Any = Phevaluator
        stacks = (self.stack, self.stack)
        return State(
            automations, Deck.STANDARD, (hand_type,), streets, BettingStructure.NO_LIMIT, True, (self.ante, self.ante),
            (small, big), 0, stacks, 2,
        )  # fmt: skip

    def in_units(self, chips: float) -> int:
        """Chips in the smallest unit; AssertionError unless they are a whole number of it."""
        count = Fraction(chips).limit_denominator(1000) / self.unit
        assert count.denominator == 1, chips
        return int(count)


def random_table(rng: Random) -> Table:
    """A table at random."""
    unit = rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(5)))
    big = rng.choice((1, 2, 2, 3, 5, 10, 20))
    small = rng.choice((0, big // 2, big // 2, rng.randint(0, big - 1)))
    ante = rng.choice((0, 0, 0, 1, rng.randint(1, 2 * big)))
    least = big + ante + 1
    stack = rng.randint(least, rng.choice((least + big, 5 * big + least, 20 * big + least, 100 * big + least)))
    last = rng.randrange(4)
    streets = STREETS[: last + 1]
    menus = {
        "bet_sizes": {street: rng.choice(MENUS) for street in streets[1:]},
        "raise_sizes": {street: rng.choice(RAISE_MENUS) for street in streets},
    }
    plain = rng.random() < 0.5  # sizes are neither added, nor dropped, nor made all-in
    raise_cap = rng.choice((2, 3, 3)) if last == 3 else rng.choice((2, 3, 4, None) if last == 0 else (2, 3, 4))
    at_once = last in (1, 2) and rng.random() < 0.5
    params: dict[str, Any] = {
        "blinds": (float(small * unit), float(big * unit)), "stack": float(stack * unit), "ante": float(ante * unit),
        "last_street": STREETS[last], "showdown": "at_once" if at_once else "run_out", "chip": float(unit),
        "raise_cap": raise_cap,
        **{name: sizes or "" for name, sizes in menus.items()},
        **(dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0) if plain else {}),
    }  # fmt: skip
    game = make_game("preflop_holdem", **params)
    assert isinstance(game, PokerGame)
    return Table(game, unit, (small, big), stack, ante, last, at_once, menus if plain else {}, raise_cap)


def play_hand(table: Table, rng: Random) -> Counter[str]:
    """Play one hand in both; AssertionError where anything differs. Returns what was seen, by name."""
    theirs, state, seen = table.pokerkit(), table.game.initial_state(), Counter[str]()
    rules = table.game.rules
    cards = rng.sample(range(len(rules.deck.names)), 9)
    assert rules.hand_sets is not None
    while not state.is_terminal:
        if state.is_chance:
            if len(state.hands) < 2:
                own, number = [cards.pop(), cards.pop()], rules.hand_sets.number
                theirs.deal_hole("".join(rules.deck.names[card] for card in own))
                state = state.child(number[frozenset(own)])
                continue
            street = 1 + max(len(state.public.board) - 2, 0)
            while theirs.actor_index is not None:  # a street without betting in ours
                theirs.check_or_call()
                seen["checks on streets without betting"] += 1
            own = [cards.pop() for _ in range(PUBLIC_CARDS[street])]
            theirs.deal_board("".join(rules.deck.names[card] for card in own))
            state = state.child(rules.deck.card_sets(3).number[frozenset(own)] if len(own) == 3 else own[0])
            continue
        line = state.public.line
        compare_decision(table, line, theirs, state.current_player, seen)
        weights = [{FOLD: 1, CALL: 4, BET: 3}[kind] for kind, _ in line.moves]
        k = rng.choices(range(len(line.moves)), weights)[0]
        kind, total = line.moves[k]
        if kind == FOLD:
            theirs.fold()
        elif kind == CALL:
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(table.in_units(total))
            seen["bets and raises"] += 1
        state = state.child(state.legal_actions()[k])
    while theirs.actor_index is not None:
        theirs.check_or_call()
        seen["checks on streets without betting"] += 1
    assert not theirs.status
    assert tuple(theirs.payoffs) == tuple(map(table.in_units, state.returns()))
    shown, paid = not any(state.public.line.folded), state.public.line.contributions
    seen["hands"] += 1
    seen["shown"] += shown
    seen["shown, both all-in"] += shown and min(map(table.in_units, paid)) == table.stack
    seen[f"last betting {STREETS[table.last_street]}, {'shown at once' if table.shown_at_once else 'run out'}"] += 1
    seen["with antes"] += table.ante > 0
    return seen


def compare_decision(table: Table, line: Line, theirs: State, player: int, seen: Counter[str]) -> None:
    """AssertionError where one decision differs: who acts, what a call costs, the pot, and which raises are allowed."""
    assert theirs.actor_index == player
    assert theirs.checking_or_calling_amount == table.in_units(line.to_call)
    assert 2 * table.stack - sum(theirs.stacks) == table.in_units(line.pot)
    assert theirs.can_fold() == any(kind == FOLD for kind, _ in line.moves)
    seen["decisions"] += 1
    totals = [table.in_units(total) for kind, total in line.moves if kind == BET]
    least, most = theirs.min_completion_betting_or_raising_to_amount, theirs.max_completion_betting_or_raising_to_amount
    if least is None or most is None:
        assert not totals
        return
    if not totals:
        assert line.num_bets == table.raise_cap, line
        return
    assert least <= min(totals) and max(totals) <= most, (line, totals, least, most)
    seen["least raises"] += min(totals) == least
    seen["all-in for less than a raise"] += least == most
    if table.menus:  # 1% of the pot is less than the least raise
        menu = table.menus["raise_sizes" if line.num_bets else "bet_sizes"][STREETS[line.round_index]].split(",")
        assert ("1%" not in menu) or min(totals) == least
        assert ("a" not in menu) or max(totals) == most


def play_hands(hands: int, seed: int) -> Counter[str]:
    """Play some hands at random tables; what was seen, by name."""
    seen = Counter[str]()
    for number in range(-(-hands // HANDS_PER_TABLE)):
        rng = Random(seed * 10**6 + number)
        table = random_table(rng)
        for _ in range(HANDS_PER_TABLE):
            try:
                seen += play_hand(table, rng)
            except Exception as error:
                raise AssertionError(f"seed {seed}, table {number}: {table.game}") from error
    return seen
