"""Hands of games for two from the blinds on, each played at once as a whole hand: the same is due, allowed and paid.

``test_against_pokerkit.py`` and ``test_against_universal_poker.py`` hold whole hands to other programs.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.hands_by_rule import options
from pokerzoo_testing.rules import changed_rules

STREETS = ("preflop", "flop", "turn", "river")
MENUS = ("1%", "a", "1%,a", "60%", "100%,a", "33%,75%,150%", "e", "2e,a", "5c,77%")
ENDS = [(0, "run_out"), (1, "run_out"), (1, "at_once"), (2, "run_out"), (2, "at_once"), (3, "run_out")]
"""The last street with betting, and how hands are shown."""
RAISE_MENUS = ("1%", "a", "1%,a", "1.1x,3x", "2.5x,a", "60%,100%", "3bb,a", "e,2e", "5c,77%")


def random_preflop(rng: Random, last: int, showdown: str) -> tuple[PokerGame, TexasHoldemGame]:
    """A game with betting up to a street, and the whole hand in which any amount may be bet."""
    chip, big = rng.choice((1.0, 0.5, 0.1, 5.0)), rng.choice((1, 2, 2, 3, 5, 10, 20))
    small, ante = rng.choice((0, big // 2, rng.randint(0, big - 1))), rng.choice((0, 0, 1, rng.randint(1, 2 * big)))
    least = big + ante + 1
    stack = rng.randint(least, least + big * rng.choice((1, 5, 20, 100)))
    plain = rng.random() < 0.5  # sizes are neither added, nor dropped, nor made all-in
    amounts: dict[str, Any] = {"blinds": (small * chip, big * chip), "stack": stack * chip, "ante": ante * chip, "chip": chip}
    rake: dict[str, Any] = {"rake_rate": 0.5, "no_flop_no_drop": rng.random() < 0.5} if rng.random() < 0.3 else {}
    game = make_game(
        "preflop_holdem", **amounts, **rake, last_street=STREETS[last], showdown=showdown,
        bet_sizes={street: rng.choice(MENUS) for street in STREETS[1 : last + 1]} or "a",
        raise_sizes={street: rng.choice(RAISE_MENUS) for street in STREETS[: last + 1]},
        raise_cap=rng.choice((2, 3, 4, None)) if last == 0 else rng.choice((2, 3)),
        **(dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0) if plain else {}),
    )  # fmt: skip
    assert isinstance(game, PokerGame)
    ends = STREETS[last] if showdown == "at_once" else "river"
    whole = make_texas_holdem(num_players=2, **amounts, **rake, bet_sizes="any", raise_sizes="any", last_street=ends)
    return game, whole


def play_both(game: PokerGame, whole: TexasHoldemGame, rng: Random) -> Counter[str]:
    """Play one hand in both; AssertionError where anything differs. Returns what was seen, by name."""
    deck, sets, seen = game.rules.deck, game.rules.hand_sets, Counter[str]()
    assert sets is not None and deck.names == whole.rules.deck.names
    cards, state, theirs = rng.sample(range(len(deck.names)), 9), game.initial_state(), whole.initial_state()
    for _ in range(2):
        hand = [cards.pop(), cards.pop()]
        state = state.child(sets.number[frozenset(hand)])
        theirs = theirs.child(whole.hand_index[tuple(sorted(hand, reverse=True))])

    def check_on(theirs: TexasHoldemState) -> TexasHoldemState:
        """The streets on which the game has no betting."""
        while not theirs.is_chance and not theirs.is_terminal:
            seen["checks on streets without betting"] += 1
            theirs = theirs.child(CALL)
        return theirs

    while not state.is_terminal:
        if state.is_chance:
            theirs = check_on(theirs)
            dealt = [cards.pop() for _ in range(1 if state.public.board else 3)]
            state = state.child(deck.card_sets(3).number[frozenset(dealt)] if len(dealt) == 3 else dealt[0])
            for card in dealt:
                theirs = theirs.child(card)
            continue
        line, (can_fold, _, limits) = state.public.line, options(theirs)
        assert state.current_player == theirs.current_player and line.pot == pytest.approx(theirs.pot)
        assert line.to_call == pytest.approx(theirs.to_call)
        assert can_fold == any(kind == FOLD for kind, _ in line.moves)
        bets = [round(total / whole.chip, 6) for kind, total in line.moves if kind == BET]  # in whole chips
        assert not bets or limits is not None
        assert bool(bets) == bool(limits) or line.num_bets == game.params["raise_cap"]
        if bets and limits is not None:
            assert limits[0] <= min(bets) and max(bets) <= limits[1] and all(map(float.is_integer, bets))
            seen["least raises"] += min(bets) == limits[0]
            seen["all-in for less than a raise"] += limits[0] == limits[1]
        k = rng.choices(range(len(line.moves)), [{FOLD: 1, CALL: 4, BET: 3}[kind] for kind, _ in line.moves])[0]
        action = state.legal_actions()[k]
        bet = line.moves[k][0] == BET
        seen["bets and raises"] += bet
        amount = action if whole.params["limit"] == "fixed-limit" else BET + round(line.moves[k][1] / whole.chip) - 1
        state, theirs = state.child(action), theirs.child(amount if bet else line.moves[k][0])
    theirs = check_on(theirs)
    while theirs.is_chance:  # all-in or checked down where the game shows the hands at once
        theirs = check_on(theirs.child(cards.pop()))
    # Whole hands round the rake down to whole chips, and split none.
    assert theirs.is_terminal
    assert state.returns() == pytest.approx(theirs.returns(), abs=whole.chip if game.params.get("rake_rate") else 1e-9)
    return seen + Counter({"hands": 1, "shown": int(not any(state.public.line.folded))})


def check_preflop(tables: int, hands: int, seed: int) -> None:
    seen = Counter[str]()
    for number in range(tables):
        rng = Random(seed * 10**6 + number)
        game, whole = random_preflop(rng, *ENDS[number % 6])
        seen += sum((play_both(game, whole, rng) for _ in range(hands)), Counter[str]())
    played = tables * hands
    assert seen["hands"] == played and played / 3 < seen["shown"] < played and seen["bets and raises"] > played / 2
    assert min(seen["least raises"], seen["checks on streets without betting"]) > played / 10
    assert seen["all-in for less than a raise"] > played / 100


def test_hands_from_the_blinds_on() -> None:
    check_preflop(6, 20, seed=1)


@pytest.mark.long
def test_many_hands_from_the_blinds_on() -> None:
    check_preflop(900, 10, seed=2)


@pytest.mark.parametrize(("stack", "deck"), [*((stack, "royal") for stack in (120, 250, 300, 430, 775)), (800, "standard")])
def test_flop_holdem(stack: int, deck: str) -> None:
    """Stacks that end within a bet before the flop, with a bet, and within one on the flop."""
    limit: dict[str, Any] = {"limit": "fixed-limit", "last_street": "flop", "blinds": (50, 100), "bet": (100, 100)}
    whole, listed = make_texas_holdem(**limit, stack=stack, deck=deck), make_game("fhp", deck=deck)
    assert isinstance(listed, PokerGame)
    game = PokerGame("with_stacks", {"raise_cap": 4}, changed_rules(listed.rules, stacks=(float(stack),) * 2))
    rng = Random(stack)
    seen = sum((play_both(game, whole, rng) for _ in range(100)), Counter[str]())
    assert 10 < seen["shown"] < 100
