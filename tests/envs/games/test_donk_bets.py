"""Donk sizes: a table worked out by hand, and spots cut out of larger ones."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.games.subgames import begins_street, spot_at
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.poker.public_state import PublicState

RANGES = ("AcKc", "QcJc")
AS_GIVEN = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}
FLOP: dict[str, Any] = {
    "board": "Td9d6h", "ranges": RANGES, "pot": 20, "stack": 1000, "bet_sizes": "50%", "raise_sizes": "100%",
    "donk_sizes": {"turn": "25%", "river": "10%"}, "raise_cap": 2, **AS_GIVEN,
}  # fmt: skip

# A bet of 10 into 20, called, makes 40; raised by the pot it is 50, and called the pot is 120. A bet is 50%, a donk bet 25% on
# the turn and 10% on the river.
OOP, IP = 0, 1
TABLE = [
    # line, who acts, which bet is offered, whether a bet is a donk bet
    ("", OOP, 10, False),  # no street before
    ("x", IP, 10, False),
    ("xx", OOP, 10, False),  # checked through: there is no aggressor
    ("xx/x", IP, 10, False),
    ("xb10c", OOP, 10, True),  # IP bet, OOP called: 25% of 40
    ("xb10c/x", IP, 20, False),
    ("b10c", OOP, 20, False),  # OOP bet itself
    ("b10c/x", IP, 20, False),  # IP's ordinary bet after the aggressor's check
    ("b10r50c", OOP, 30, True),  # IP raised, OOP called: 25% of 120
    ("b10r50c/x", IP, 60, False),
    ("xb10r50c", OOP, 60, False),  # OOP check-raised, IP called
    ("xb10r50c/x", IP, 60, False),
    ("xb10c/xx", OOP, 20, False),  # IP bet two streets ago
    ("xb10c/xx/x", IP, 20, False),
    ("b10c/xx", OOP, 20, False),  # OOP bet two streets ago
    ("b10c/xx/x", IP, 20, False),
    ("xb10c/xb20c", OOP, 8, True),  # IP bet both streets: 10% of 80
    ("xb10c/xb20c/x", IP, 40, False),
    ("b10c/xb20c", OOP, 8, True),  # IP bet the street before, OOP the one before that
    ("b10c/xb20c/x", IP, 40, False),
    ("xb10c/b10c", OOP, 30, False),  # OOP's donk bet was called: OOP is the aggressor now
    ("xb10c/b10c/x", IP, 30, False),
    ("xb10c/b10r70c", OOP, 18, True),  # OOP's donk bet was raised by the pot of 60: 10% of 180
    ("xb10c/b10r70c/x", IP, 90, False),
    ("xx/xb10c", OOP, 4, True),  # IP bet the turn after a flop without bets: 10% of 40
    ("xx/xb10c/x", IP, 20, False),
    ("xx/b10c", OOP, 20, False),
    ("xx/b10c/x", IP, 20, False),
]


def texts(line: Line) -> dict[str, Line]:
    """The decisions below a line by what is done up to them, without cards."""
    return {below.text.replace("/?|", "/").rstrip("/"): below for below in line.walk() if below.tokens}


@pytest.fixture(scope="module")
def flop() -> dict[str, Line]:
    return texts(make_game("holdem", **FLOP).rules.root.line)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("line", "actor", "bet", "is_donk"), TABLE)
def test_where_donk_sizes_apply(flop: dict[str, Line], line: str, actor: int, bet: int, is_donk: bool) -> None:
    at = flop[line]
    assert (at.actor, at.tokens, at.is_donk) == (actor, ("x", f"b{bet}"), is_donk)


def test_a_donk_bet_is_raised_by_raise_sizes(flop: dict[str, Line]) -> None:
    assert flop["xb10c/b10"].tokens == ("f", "c", "r70")
    assert flop["xb10c/b10"].is_donk is False


def test_a_spot_out_of_a_whole_hand_knows_no_aggressor_before_it() -> None:
    """The button raises, the big blind calls: on the flop its lead is one of the bets, on the turn one of the donk bets."""
    hand: Any = make_game("texas_holdem", num_players=2, stack=200, bet_sizes="50%", raise_sizes="3x")
    state, rng = hand.initial_state().after_chance(np.random.default_rng(2)), np.random.default_rng(3)
    state = state.child(state.legal_actions()[-1]).child(1).after_chance(rng)
    spot = state.to_spot(["AA,KK", "QQ,JJ"], bet_sizes="50%", raise_sizes="", donk_sizes="25%")
    assert spot.game.stakes.starting_pot == 12
    at = texts(spot.game.rules.root.line)
    assert (at[""].tokens, at["xb6c"].tokens, at["xb6c/x"].tokens) == (("x", "b6"), ("x", "b6"), ("x", "b12"))


STREETS = ("flop", "turn", "river")
SIZES: dict[str, tuple[str, ...]] = {
    "bet": ("", "33%", "50%,125%", "20c", "75%,a"),
    "raise": ("", "60%", "2.5x", "a", "30c"),
    "donk": ("", "10%", "25%,80%", "15c", "a"),
}


def random_spot(seed: int) -> Any:
    """A flop or turn with sizes by street and player, on some streets without donk sizes."""
    rng = random.Random(seed)
    streets = STREETS[rng.choice((0, 1, 1)) :]
    sizes: dict[str, Any] = {
        f"{kind}_sizes": {street: tuple(rng.choice(texts) for _ in (OOP, IP)) for street in streets}
        for kind, texts in SIZES.items()
    }
    for street in streets:
        if rng.random() < 0.25:
            sizes["donk_sizes"][street] = None
    cap = rng.choice((1, 2)) if len(streets) == 3 else rng.choice((1, 2, 3))
    return make_game(
        "holdem", board={3: "Td9d6h", 2: "Td9d6h2c"}[len(streets)], ranges=RANGES, pot=rng.randint(5, 60),
        stack=rng.randint(20, 700), raise_cap=cap, chip=rng.choice((1.0, 0.5)), **sizes, **AS_GIVEN,
    )  # fmt: skip


def below(line: Line) -> list[Any]:
    """All lines below a line by what follows it: who acts, what may be done, what each put in."""
    return [(end.text.removeprefix(line.text), end.actor, end.tokens, end.contributions, end.is_over) for end in line.walk()]


@pytest.mark.parametrize("seed", range(12))
def test_a_spot_cut_out_has_the_tree_of_that_part_of_the_whole(seed: int) -> None:
    game = random_spot(seed)
    hands = np.ones(len(game.rules.deck.hands))
    starts = [line for line in game.rules.root.line.walk() if line.above is not None and begins_street(line) and line.tokens]
    cards = parse_cards("2s3s")
    for line in starts:
        at = PublicState(game.rules, line, (*game.rules.deck.board, *cards[: line.num_deals]))
        weights = tuple(hands * np.array(player_weights) for player_weights in game.rules.weights)
        part = spot_at(game, at, weights)
        assert below(part.rules.root.line) == below(line), line.text
    assert starts
