"""Observations in canonical suits: alike for hands that differ by suits alone, and for no others."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents import RLAgent
from pokerzoo.envs import PokerGame, PublicState, make_game
from pokerzoo.envs.environments.infoset_observations import observations_of
from pokerzoo.envs.poker.cards import CARD_NAMES, parse_cards
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS, cards_in, find_orbits
from pokerzoo_testing.cases import make_poker


def observed(game: PokerGame, public: PublicState, hand: tuple[int, ...]) -> bytes:
    """The observation with one hand, as bytes."""
    number = game.rules.deck.hands.index(tuple(sorted(hand, reverse=True)))
    return bytes(observations_of(game, public, [number])[0].tobytes())


@pytest.mark.parametrize(("deck", "classes"), [("standard", 1_286_792), ("royal", 7760)])
def test_each_class_looks_different(deck: str, classes: int) -> None:
    """As many observations as (hand, flop) pairs up to suits: the published number for 52 cards."""
    game = make_poker("fhp", deck=deck)
    size = len(game.rules.deck.names)
    line, result = game.rules.root.line.children[1].children[0].deal(), 0
    flops = cards_in(find_orbits(range(size), 3, tuple(permutation[:size] for permutation in CARD_PERMUTATIONS)).sets, 3)
    for flop in flops.tolist():
        public = PublicState(game.rules, line, tuple(flop))
        rows = observations_of(game, public, game.infosets.hands(public))
        bits = np.packbits(rows > 0, axis=1)
        result += len(np.unique(bits.view(np.dtype((np.void, bits.shape[1])))))
    assert result == classes
    assert len(flops) == {"standard": 1755, "royal": 95}[deck]


def test_agents_of_such_games_treat_suits_alike() -> None:
    """So an agent of a network may be asked on the boards that stand for all."""
    for name, alike in (("fhp", True), ("preflop_holdem", True), ("leduc", False)):
        assert RLAgent(make_game(name), lambda observations, masks: masks * 0.0).suits_alike is alike


def test_later_deals_count_after_the_flop() -> None:
    """The suit of the flop is first; a suit that only the turn has comes after it, whatever the hand."""
    game = make_poker("preflop_holdem")
    line = game.rules.root.line.children[1].children[0].deal().deal()
    seen = observed(game, PublicState(game.rules, line, parse_cards("2h 3h 4h Ad")), parse_cards("As Ah"))
    shown = {game.observation_names[k] for k in np.flatnonzero(np.frombuffer(seen, dtype=np.float32))}
    wanted = "hand_Ac", "hand_Ah", "round_1_board_2c", "round_1_board_3c", "round_1_board_4c", "round_2_board_Ad"
    assert {name for name in shown if name[-2:] in CARD_NAMES} == {*wanted}
