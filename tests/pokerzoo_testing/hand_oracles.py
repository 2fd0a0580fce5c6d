"""Random whole hands, played at once in ours, by the rulebook's twin and in pokerkit; every decision and payoff is compared.

``make nightly PARTS=whole-hands`` plays 100,000 (``tests/envs/whole_hands/test_against_pokerkit.py``).

pokerkit (0.7.7) differs from the rulebooks in some places. Each is told apart by its condition, counted by its name, and
checked against the twin alone:

- ``reopened by a short first bet``: an all-in of less than the least bet, or a first raise of less than the blind, counts as a
  full one in pokerkit (its last raise is 0 at first): those who have acted may raise.
- ``not reopened by later all-ins``: all-ins that add up to a full raise reopen the betting in pokerkit, but one more short
  all-in closes it again.
- ``half a bet``: under fixed limit pokerkit has no rule of half a bet: neither does it reopen the betting, nor is less
  completed, and less counts for the cap.
- ``less than the blind to call``: where the big blind is all-in for less pokerkit asks only for what is there. The hand goes on
  without pokerkit.
- ``idle check``: pokerkit asks somebody to check whom nobody can answer any more.
- ``no blind is there``: where nobody posts a blind, stacks going into antes, the first in pokerkit is the small blind. Without
  pokerkit.
- ``odd chips``: pokerkit gives the whole remainder to the first winner, and has pots as one that the same hands win.
- ``ante and blind``: who cannot post the big blind and the ante for all posts the ante first in pokerkit. Without pokerkit.
- ``equal blinds of two``: of two players with equal blinds the button acts last before the flop in pokerkit. Without pokerkit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from phevaluator import evaluate_cards  # type: ignore[import-untyped]
from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    Opening,
    ShortDeckHoldemHand,
    State,
    Street,
)

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import BET, CALL, CALL_TO, FOLD, LEAST_TO, LEGAL, MOST_TO, TOTALS
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import RAKE
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.rulebook import Options, RulebookHand, settle

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed-limit": BettingStructure.FIXED_LIMIT,
}


class Phevaluator:
    """Stands in for pokerkit's own hands, which take milliseconds: the order is phevaluator's, where the best has number 1."""

    low = False

    @staticmethod
    def from_game(hole: Any, board: Any) -> int:
        return -number_of(tuple(repr(card) for card in (*Card.clean(hole), *Card.clean(board))))


class ShortDeck:
    """pokerkit's own hands, each asked for once."""

    low = False

    @staticmethod
    def from_game(hole: Any, board: Any) -> Any:
        return short_deck_hand("".join(map(repr, Card.clean(hole))), "".join(map(repr, Card.clean(board))))


@lru_cache(1000)
def number_of(cards: tuple[str, ...]) -> int:
    if len(cards) < 5:
        raise ValueError("no hand yet")
    return int(evaluate_cards(*cards))


@lru_cache(1000)
def short_deck_hand(hole: str, board: str) -> Any:
    return ShortDeckHoldemHand.from_game(hole, board)


DECKS: dict[str, tuple[Deck, Any]] = {
    "standard": (Deck.STANDARD, Phevaluator),
    "short": (Deck.SHORT_DECK_HOLDEM, ShortDeck),
    "royal": (Deck.ROYAL_HOLDEM, Phevaluator),
}
STREETS = ("preflop", "flop", "turn", "river")
PUBLIC_CARDS = (0, 3, 1, 1)
MENUS = ("50%,100%,a", "33%,75%,150%,a", "a", "100%", "2bb,3bb,8bb,a", "5c,30c,77%", "e,2e,3e60%,a", "20%,21%,22%,e,a")
RAISE_MENUS = ("50%,100%,a", "2x,2.5x,3x,a", "a", "100%", "4bb,9bb,a", "5c,30c,77%", "e,2e,3e60%,a", "3x,5%,10c")


@dataclass
class TableCase:
    """One table: parameters of ``make_texas_holdem``, and its amounts in the smallest unit."""

    params: dict[str, Any]
    chip: Fraction
    stacks: tuple[int, ...]
    game: TexasHoldemGame = field(init=False)

    def __post_init__(self) -> None:
        game = make_game("texas_holdem", **self.params)
        assert isinstance(game, TexasHoldemGame)
        self.game = game

    def units(self, name: str) -> int:
        return self.in_units(self.params.get(name) or 0)

    def in_units(self, chips: float) -> int:
        count = Fraction(chips).limit_denominator(1000) / self.chip
        assert count.denominator == 1
        return int(count)

    @property
    def blinds(self) -> tuple[int, int]:
        small, big = self.params["blinds"]
        return self.in_units(small), self.in_units(big)

    @property
    def limit(self) -> str:
        return str(self.params["limit"])

    @property
    def last_street(self) -> int:
        return STREETS.index(self.params.get("last_street", "river"))

    @property
    def cap(self) -> int | None:
        cap = self.params.get("raise_cap")
        return 4 if cap is None and self.limit == "fixed-limit" else cap

    @property
    def bets(self) -> tuple[int, int] | None:
        if self.limit != "fixed-limit":
            return None
        bets = self.params.get("bet")
        big = self.blinds[1]
        return (big, 2 * big) if bets is None else (self.in_units(bets[0]), self.in_units(bets[1]))

    def rulebook(self) -> RulebookHand:
        return RulebookHand(
            self.stacks,
            self.game.button,
            self.blinds,
            self.units("ante"),
            self.units("big_blind_ante"),
            self.units("straddle"),
            self.limit,
            self.bets,
            self.cap,
            self.last_street,
        )

    def pokerkit(self, order: list[int]) -> State:
        """The same table in pokerkit, whose players are those who are in, clockwise from the button's left."""
        deck, hand_type = DECKS[self.params.get("deck", "standard")]
        players = len(order)
        small, big = self.blinds
        straddle = self.units("straddle")
        blinds = [small, big] + ([straddle] if straddle else [])
        blinds += [0] * (players - len(blinds))
        one_ante = self.units("big_blind_ante")
        antes = [self.units("ante")] * players
        if one_ante:
            antes = [0, one_ante] + [0] * (players - 2)
        low, high = self.bets or (big, big)
        first = low if self.bets else max(big, straddle)
        cap = self.cap
        streets = tuple(
            Street(False, (False, False) if street == 0 else (), PUBLIC_CARDS[street], False, Opening.POSITION, least, most)
            for street, (least, most) in enumerate(
                ((first, None if cap is None else cap - 1), (low, cap), (high, cap), (high, cap))[: self.last_street + 1]
            )
        )
        return State(
            AUTOMATIONS,
            deck,
            (hand_type,),
            streets,
            STRUCTURES[self.limit],
            not one_ante,
            tuple(antes),
            tuple(blinds),
            0,
            tuple(self.stacks[seat] for seat in order),
            players,
        )


def random_table(
    rng: Random,
    limit: str | None = None,
    *,
    short_stacks: bool = False,
    menus: bool | None = None,
    last_street: str = "river",
) -> TableCase:
    """A table at random: players, limit, blinds, antes, stacks, straddle, deck, rake, smallest unit."""
    deck = rng.choice(["standard"] * 4 + ["short", "royal"])
    players = rng.choice((2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10))
    players = min(players, {"standard": 10, "short": 10, "royal": 7}[deck])
    limit = limit or rng.choice(("no-limit", "no-limit", "pot-limit", "fixed-limit"))
    chip = rng.choice((Fraction(1), Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(5)))
    big = rng.choice((1, 2, 2, 3, 5, 10, 20))
    small = rng.choice((0, big // 2, big // 2, big, rng.randint(0, big)))
    ante = rng.choice((0, 0, 0, 1, rng.randint(1, 2 * big)))
    one_ante = rng.choice((0, 0, big, rng.randint(1, 2 * big))) if not ante else 0
    dead = [seat for seat in range(players) if rng.random() < 0.1] if players > 2 and rng.random() < 0.3 else []
    if players - len(dead) < 2:
        dead = []
    seated = players - len(dead)
    straddle = rng.choice((0, 0, 0, 2 * big, rng.randint(2 * big, 5 * big))) if seated > 2 else 0
    least = 1 if short_stacks else max(big, straddle) + ante + one_ante + 1
    kind = rng.randrange(4)
    top = (least + 2 * big, 12 * big + least, 60 * big + least, 300 * big + least)[kind]
    same = rng.randint(least, top)
    equal = rng.random() < 0.25
    stacks = tuple(
        0 if seat in dead else same if equal else rng.randint(least, rng.choice((top, 3 * big + least)))
        for seat in range(players)
    )
    float_of = {n: float(n * chip) for n in (small, big, ante, one_ante, straddle, *stacks)}
    params: dict[str, Any] = {
        "num_players": players,
        "limit": limit,
        "blinds": (float_of[small], float_of[big]),
        "stack": tuple(float_of[stack] for stack in stacks),
        "button": rng.randrange(players),
        "ante": float_of[ante],
        "big_blind_ante": float_of[one_ante],
        "straddle": float_of[straddle],
        "deck": deck,
        "chip": float(chip),
        "raise_cap": rng.choice((None, None, None, None, 2, 3, 5)),
        "short_stacks": short_stacks,
        "last_street": last_street,
    }
    streets = STREETS[: STREETS.index(last_street) + 1]
    if rng.random() < 0.5:
        params["rake_rate"] = rng.choice((0.05, 0.1, 0.025, 0.033))
        params["rake_cap"] = rng.choice((None, float(3 * chip), float(rng.randint(0, 5) * chip)))
        params["no_flop_no_drop"] = rng.random() < 0.5
    if limit == "fixed-limit":
        if rng.random() < 0.3:
            low = rng.randint(big, 3 * big)
            params["bet"] = (float(low * chip), float(rng.randint(low, 3 * low) * chip))
    elif rng.random() < 0.4 if menus is None else menus:
        params["bet_sizes"], params["raise_sizes"] = rng.choice(MENUS), rng.choice(RAISE_MENUS)
        if rng.random() < 0.3:
            params["raise_sizes"] = f"{params['raise_sizes']}|{rng.choice(RAISE_MENUS)}|a"
        elif rng.random() < 0.3:
            params["bet_sizes"] = {street: rng.choice(MENUS) for street in streets[1:]}
            params["raise_sizes"] = {street: rng.choice(RAISE_MENUS) for street in streets}
    else:
        params["bet_sizes"] = params["raise_sizes"] = "any"
    return TableCase(params, chip, stacks)


def play_hand(case: TableCase, rng: Random) -> Counter[str]:
    """Play a hand at random; AssertionError where anything differs. Returns what was seen, by name."""
    game, seen = case.game, Counter[str]()
    state = game.initial_state()
    chance = np.random.default_rng(rng.getrandbits(32))
    twin = case.rulebook()
    order = twin.order
    kit: State | None = case.pokerkit(order)
    one_ante = case.units("big_blind_ante")
    if one_ante and case.stacks[order[1 if len(order) > 2 else 0]] < case.blinds[1] + one_ante:
        seen["ante and blind"] += 1
        kit = None
    if len(order) == 2 and case.blinds[0] == case.blinds[1]:
        seen["equal blinds of two"] += 1
        kit = None
    if kit is not None and not any(kit.bets):
        seen["no blind is there"] += 1
        kit = None
    state = state.after_chance(chance)
    deck = game.rules.deck.names
    if kit is not None:
        for seat in order:
            kit.deal_hole("".join(deck[card] for card in state.hole_cards(seat)))
    # What is done often: now calls, now folds, now raises of the least, now all-in.
    weights = [rng.random() ** 2 for _ in range(5)]
    weights[0] *= 0.5
    while True:
        if kit is not None and kit.status and kit.actor_index is not None and twin.actor is None:
            assert kit.checking_or_calling_amount == 0
            assert kit.max_completion_betting_or_raising_to_amount is None
            kit.check_or_call()
            seen["idle check"] += 1
            continue
        if twin.actor is None and len(twin.live) > 1 and kit is not None and kit.status:
            compare_pots(kit, twin)
        if twin.is_over:
            break
        if twin.actor is None:
            twin.next_street()
            assert state.street >= twin.street
            if kit is not None:
                shown = state.board[: twin.street + 2]
                fresh = shown[-1:] if twin.street > 1 else shown
                while kit.can_show_or_muck_hole_cards():
                    kit.show_or_muck_hole_cards(True)
                kit.deal_board("".join(deck[card] for card in fresh))
            continue
        assert state.current_player == twin.actor, (case.params, state.describe(None))
        assert state.street == twin.street
        seen["decisions"] += 1
        options = twin.options()
        compare_with_twin(case, state, options, twin)
        if kit is not None:
            kind = compare_with_pokerkit(kit, order, options, twin)
            seen.update(kind)
            if "less than the blind to call" in kind:
                kit = None
        action = chosen(state, options, kit, rng, weights)
        total = case.in_units(state.total_of(action))
        before = state
        state = state.child(action).after_chance(chance)
        if action == FOLD:
            twin.fold()
            seen["folds"] += 1
        elif action == CALL:
            twin.call()
        else:
            twin.raise_to(total)
            seen["raises"] += 1
        if kit is not None:
            if action == FOLD:
                kit.fold()
            elif action == CALL:
                kit.check_or_call()
            else:
                kit.complete_bet_or_raise_to(total)
        assert before.row is not state.row
    assert state.is_terminal
    compare_payoffs(case, state, twin, kit, seen)
    return seen


def compare_with_twin(case: TableCase, state: TexasHoldemState, options: Options, twin: RulebookHand) -> None:
    row = state.row
    result = Options(
        bool(row[LEGAL] & 1 << FOLD), int(row[CALL_TO]), (int(row[LEAST_TO]), int(row[MOST_TO])) if row[MOST_TO] else None
    )
    assert result == options, (case.params, state.describe(None), result, options)
    assert row[LEGAL] & 1 << CALL
    legal = state.legal_actions()
    base = ((FOLD,) if options.can_fold else ()) + (CALL,)
    bets = legal[len(base) :]
    assert legal[: len(base)] == base
    if options.raise_to is None:
        assert bets == ()
    elif case.game.any_amount:
        least, most = options.raise_to
        assert bets == tuple(range(BET + least - 1, BET + most))
    elif case.limit == "fixed-limit":
        assert bets == (BET,)
        assert row[TOTALS + BET] == options.raise_to[0]
    else:
        wanted = menu_totals(case, twin, options.raise_to)
        assert {action: int(row[TOTALS + action]) for action in bets} == wanted, (case.params, state.describe(None))


def menu_totals(case: TableCase, twin: RulebookHand, limits: tuple[int, int]) -> dict[int, int]:
    """Legal action -> total, by arithmetic in fractions; the sizes are those of the parameters, read here once more."""
    street = STREETS[twin.street]
    number = twin.num_bets
    menus = case.params["raise_sizes" if number else "bet_sizes"]
    here = menus[street] if isinstance(menus, dict) else menus
    if number:
        lists = here.split("|")
        here = lists[min(number, len(lists)) - 1]
    betting = case.game.rules.betting
    places = {str(size): k for k, size in enumerate(betting.menus[twin.street])}
    if betting.has_all_in:
        places["a"] = betting.num_sizes - 1
    seat = twin.queue[0]
    paid, match = twin.bet[seat], twin.to_match
    called = twin.pot + match - paid
    least, most = limits
    totals: dict[int, int] = {}
    for text in sorted(here.split(","), key=places.__getitem__):
        total = Fraction(most)
        if text.endswith("bb"):
            total = Fraction(text[:-2]) * case.blinds[1]
        elif text == "a":
            pass
        elif "e" in text:
            streets, most_share = text.split("e")
            left = max((int(streets) if streets else case.last_street + 1 - twin.street) - max(number - 1, 0), 1)
            share = ((1 + 2 * (paid + twin.behind[seat] - match) / called) ** (1 / left) - 1) / 2
            if most_share:
                share = min(share, float(most_share.rstrip("%")) / 100)
            total = Fraction(match + int(share * called + 0.5))
        elif text.endswith("%"):
            total = match + Fraction(text[:-1]) * called / 100
        elif text.endswith("x"):
            total = Fraction(text[:-1]) * match
        else:
            chips, _, cap = text.partition("c")
            if cap and number - 1 >= int(cap.rstrip("r")):
                continue
            total = Fraction(match + round(Fraction(chips) / case.chip))
        rounded = int(total + Fraction(1, 2))
        rounded = min(max(rounded, least), most)
        same = [action for action, other in totals.items() if other == rounded]
        if same and text != "a":
            continue
        for action in same:
            del totals[action]
        if rounded == paid + twin.behind[seat] and betting.has_all_in:
            text = "a"
        totals[BET + places[text]] = rounded
    return totals


def compare_with_pokerkit(kit: State, order: list[int], options: Options, twin: RulebookHand) -> Counter[str]:
    """AssertionError where pokerkit's decision differs and no known difference explains it; the names of those that do."""
    seat = twin.actor
    assert seat is not None
    assert kit.actor_index is not None
    assert order[kit.actor_index] == seat, (twin.__dict__, kit.bets, kit.stacks, kit.actor_indices, kit.statuses)
    names = Counter[str]()
    paid = twin.bet[seat]
    call = kit.checking_or_calling_amount
    assert call is not None
    if call != options.call_to - paid:
        # The blinds are short of what is to be matched, before the first raise.
        assert twin.street == 0 and max(kit.bets) < twin.to_match and call < options.call_to - paid
        names["less than the blind to call"] += 1
        return names
    assert kit.can_fold() == options.can_fold
    least, most = kit.min_completion_betting_or_raising_to_amount, kit.max_completion_betting_or_raising_to_amount
    theirs = None if least is None or most is None else (least, most)
    if theirs == options.raise_to:
        names["alike"] += 1
        return names
    if max(kit.bets) < twin.to_match:  # the blinds are short, but the actor has no more anyway
        names["less than the blind to call"] += 1
        return names
    last, all_ins = kit.completion_betting_or_raising_amount, sum(kit.consecutive_short_all_in_amounts)
    facing = twin.to_match - paid
    acted = seat in twin.acted
    if twin.limit == "fixed-limit":
        assert twin.short_bets, (twin.__dict__, kit.bets, theirs, options)
        names["half a bet"] += 1
        return names
    if theirs is not None and options.raise_to is None:
        assert acted and last < twin.sizes[twin.street] if twin.street else acted and last < twin.step
        assert facing < twin.step
        names["reopened by a short first bet"] += 1
        return names
    if theirs is None and options.raise_to is not None:
        assert acted and facing >= twin.step == max(last, twin.step) and 0 < all_ins < last
        names["not reopened by later all-ins"] += 1
        return names
    raise AssertionError((twin.__dict__, kit.bets, kit.stacks, theirs, options))


def chosen(state: TexasHoldemState, options: Options, kit: State | None, rng: Random, weights: list[float]) -> int:
    """An action at random that is legal in pokerkit, too."""
    legal = state.legal_actions()
    bets = [action for action in legal if action >= BET]
    if kit is not None and bets:
        low, high = kit.min_completion_betting_or_raising_to_amount, kit.max_completion_betting_or_raising_to_amount
        if low is None or high is None:
            bets = []
        else:
            chip = state.game.chip
            if state.game.any_amount:
                bets = bets[max(low - BET + BET - (bets[0] - BET + 1), 0) : high - (bets[0] - BET + 1) + 1]
            else:
                bets = [action for action in bets if low <= round(state.total_of(action) / chip) <= high]
    kinds = [0] * options.can_fold + [1] + ([2, 3, 4] if bets else [])
    kind = rng.choices(kinds, [weights[kind] + 1e-3 for kind in kinds])[0]
    if kind < 2:
        return kind
    return bets[0] if kind == 2 else bets[-1] if kind == 3 else rng.choice(bets)


def compare_payoffs(
    case: TableCase, state: TexasHoldemState, twin: RulebookHand, kit: State | None, seen: Counter[str]
) -> None:
    game, order = case.game, twin.order
    deck = game.rules.deck.names
    strength: dict[int, Any] = {}
    if len(twin.live) > 1:
        hand_type = DECKS[case.params.get("deck", "standard")][1]
        board = "".join(deck[card] for card in state.board)
        for seat in twin.live:
            strength[seat] = hand_type.from_game("".join(deck[card] for card in state.hole_cards(seat)), board)
    free = case.params.get("no_flop_no_drop", True) and not state.board
    millionths = 0 if free else round(case.params.get("rake_rate", 0) * 10**6)
    cap = case.params.get("rake_cap")
    most = None if cap is None else case.in_units(cap)
    net, rake = twin.payoffs(strength, millionths, most)
    ours = [round(chips / game.payoff_unit) for chips in state.returns()]
    assert ours == net, (case.params, state.describe(None), net)
    assert int(state.row[RAKE]) == rake
    assert sum(net) == -rake
    seen["hands"] += 1
    seen["showdowns"] += len(twin.live) > 1
    seen["side pots"] += len(twin.pots()) - 1
    assert [case.in_units(chips) for chips in state.pots if chips] == [chips for chips, _ in twin.pots() if chips]
    if kit is None:
        return
    while kit.can_show_or_muck_hole_cards():
        kit.show_or_muck_hole_cards(True)
    assert not kit.status
    # Without rake: pokerkit's own payoffs, which differ by odd chips alone.
    plain, _ = twin.payoffs(strength)
    theirs = dict(zip(order, kit.payoffs, strict=True))
    if any(plain[seat] != theirs[seat] for seat in order):
        first = settled_by_first(twin, strength)
        assert all(first[seat] == theirs[seat] for seat in order), (case.params, state.describe(None), plain, theirs)
        seen["odd chips"] += 1
    seen["hands in pokerkit"] += 1


def compare_pots(kit: State, twin: RulebookHand) -> None:
    """The main pot and all side pots at the end of a round. (Once cards are shown pokerkit may have paid them out.)"""
    theirs = [(pot.amount, tuple(sorted(twin.order[k] for k in pot.player_indices))) for pot in kit.pots]
    assert [(chips, tuple(sorted(seats))) for chips, seats in twin.pots() if chips] == theirs, (twin.pots(), theirs)


def settled_by_first(twin: RulebookHand, strength: dict[int, Any]) -> list[int]:
    """As pokerkit pays: odd chips of a pot to the first winner; pots are one where the same hands are left to win them."""
    net, _ = settle([], twin.uncalled(), twin.paid, twin.dead, twin.order, strength)
    won: list[tuple[int, list[int]]] = []
    for chips, seats in twin.pots():
        best = max(strength[seat] for seat in seats)
        won.append((chips, [seat for seat in twin.order if seat in seats and strength[seat] == best]))
    left = {seat for _, winners in won for seat in winners}
    pots: list[tuple[int, list[int], list[int]]] = []
    for (chips, winners), (_, seats) in zip(won, twin.pots(), strict=True):
        shown = [seat for seat in seats if seat in left]
        if pots and pots[-1][1] == shown:
            chips += pots.pop()[0]
        pots.append((chips, shown, winners))
    for chips, _, winners in pots:
        for place, seat in enumerate(winners):
            net[seat] += chips // len(winners) + (chips % len(winners) if place == 0 else 0)
    return net


HANDS_PER_TABLE = 5


def play_tables(seeds: range, last_street: str = "river") -> Counter[str]:
    """A table for each seed, at which five hands are played; one in four has stacks that may not cover what is posted."""
    seen = Counter[str]()
    for seed in seeds:
        rng = Random(seed)
        case = random_table(rng, short_stacks=seed % 4 == 3, last_street=last_street)
        for _ in range(HANDS_PER_TABLE):
            try:
                result = play_hand(case, rng)
            except Exception as error:
                raise AssertionError(f"seed {seed}: {case.params}") from error
            kit = result["hands in pokerkit"]
            players = sum(stack > 0 for stack in case.stacks)
            seen += result
            for kind in (
                f"{case.limit}",
                f"{players} players",
                f"{case.params['deck']} deck",
                "any amount" if case.game.any_amount else "sizes",
                *(name for name in ("ante", "big_blind_ante", "straddle", "rake_rate") if case.params.get(name)),
                *(["stacks below what is posted"] if case.params["short_stacks"] else []),
            ):
                seen[f"kit: {kind}"] += kit
    return seen
