"""A state's picture has what the player sees, and nothing of what the player does not see."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from pokerzoo.envs import Game, State, make_game, state_svg
from pokerzoo.envs.drawing.range_grid import CELL, EMPTY, grid_cells, grid_drawing
from pokerzoo.envs.drawing.shapes import Rect, Text, text_width
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.drawing.table import table_drawing, table_in_words
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.views import HIDDEN
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import TO_COME
from pokerzoo.envs.whole_hands.state import TexasHoldemState

SVG = "{http://www.w3.org/2000/svg}"
SPOT = {"ranges": ("QQ+,AKs", "QQ+,AKs,T9s"), "board": "Qs7h2c8d", "stack": 200, "bet_sizes": "50%,100%"}
GAMES: dict[str, Game] = {
    "kuhn": make_game("kuhn"),
    "kuhn for six": make_game("kuhn", num_players=6),
    "kuhn for ten": make_game("kuhn", num_players=10),
    "bet_raise": make_game("bet_raise"),
    "leduc": make_game("leduc"),
    "leduc without suits": make_game("leduc", suit_isomorphism=True),
    "turn": make_game("holdem", **SPOT),
    "whole hand": make_game("texas_holdem"),
    "whole hand for six": make_game("texas_holdem", num_players=6, stack=(500, 20, 45, 90, 300, 1100)),
    "whole hand for ten": make_game("texas_holdem", num_players=10, stack=(30, 45, 0, 200, 75, 1250, 60, 10, 99, 400)),
    "push/fold": make_game("push_fold"),
    "bet_fold": make_game("bet_fold"),
    "bet_fold for forty": make_game("bet_fold", num_players=40),
    "rps": make_game("rps"),
    "5 x 2": make_game("rps", payoffs=[[1, 2]] * 5),
}


def course(game: Game, seed: int) -> list[State]:
    """The states of a hand that is played at random, folding less often than all else."""
    choice, state = random.Random(seed), game.initial_state()
    states = [state]
    while not state.is_terminal:
        legal = [a for a in state.legal_actions() if state.is_chance or a or choice.random() < 0.3] or [*state.legal_actions()]
        state = state.child(choice.choice(legal))
        states.append(state)
    return states


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_an_svg_that_any_page_may_show(name: str) -> None:
    for state in course(GAMES[name], seed=1)[-5:]:
        svg = state_svg(state)
        root = ET.fromstring(svg)
        assert root.get("role") == "img" and root.get("viewBox") == "0 0 480 320"
        assert root[0].tag == f"{SVG}title" and (root[0].text or "").startswith(state.game.name.replace("_", " "))
        assert {element.tag.removeprefix(SVG) for element in root} <= {"title", "rect", "circle", "polygon", "path", "text"}
        assert not re.search(r"style=|<style|<script|url\(|href|currentColor|\bid=|\son\w+=", svg)
        for element in root:
            x = float(element.get("x") or element.get("cx") or 0)
            y = float(element.get("y") or element.get("cy") or 0)
            assert 0 <= x <= 480 and 0 <= y <= 320
            assert element.tag != f"{SVG}text" or (element.get("class") or "").startswith("pz-")
        assert state._repr_html_() == svg


@pytest.mark.parametrize("name", ["turn", "leduc", "bet_raise", "kuhn for six"])
def test_a_player_sees_the_own_cards_and_the_board_but_not_the_others(name: str) -> None:
    states: list[PokerState] = [
        state for seed in range(6) for state in course(GAMES[name], seed) if isinstance(state, PokerState)
    ]
    hidden = 0
    for state in states:
        rules = state.game.rules
        for player in range(rules.num_players):
            view = state.view(player)
            for seat, hand in enumerate(state.hands):
                names = {rules.deck.names[card] for card in rules.deck.hands[hand]}
                open_here = seat == player or (state.is_terminal and not state.public.line.folded[seat] and state.has_showdown)
                assert set(view.seats[seat].cards) == (names if open_here else {HIDDEN})
                hidden += not open_here
            assert view.board == tuple(rules.deck.names[card] for card in state.public.board)
            # Whatever the others hold, the picture and its title are the same: nothing of it is in them.
            if not state.is_terminal and len(state.hands) == rules.num_players == 2:
                assert state_svg(state, player) == state_svg(with_another_hand(state, 1 - player), player)
        shown = state_svg(state)
        for card in state.public.board:
            assert rules.deck.names[card][0] in texts(shown)
    assert hidden > 20


@pytest.mark.parametrize("name", ["whole hand", "whole hand for six", "whole hand for ten"])
def test_of_whole_hands_likewise(name: str) -> None:
    game = GAMES[name]
    assert isinstance(game, TexasHoldemGame)
    hidden = shown = 0
    for state in [state for seed in range(4) for state in course(game, seed) if not state.is_chance]:
        assert isinstance(state, TexasHoldemState)
        showdown = state.is_terminal and state.folded.count(False) > 1
        for player in (0, 1, None):
            view = state.view(player)
            for seat in range(game.num_players):
                cards = state.hole_cards(seat)
                open_here = player in (None, seat) or (showdown and not state.folded[seat])
                assert view.seats[seat].cards == tuple(game.rules.deck.names[card] if open_here else HIDDEN for card in cards)
                hidden += bool(cards) and not open_here
                shown += bool(cards) and open_here and showdown and player != seat
            assert sum(seat.in_front for seat in view.seats) + (view.pot or 0) == (
                sum(state.pots) if state.is_terminal else state.pot
            )
            # What is to come shows nowhere.
            other = state.row.copy()
            other[TO_COME : TO_COME + 5] = 0
            assert view == TexasHoldemState(game, other).view(player)
    assert hidden > 20 and shown > 0


def test_a_hand_with_side_pots() -> None:
    state = make_game("texas_holdem", num_players=4, stack=(20, 50, 0, 100), button=3).initial_state()
    state = state.after_chance(np.random.default_rng(0))
    for action in (4, 1, 1):  # the button all-in for 100, 20 and 50 call
        state = state.child(action)
    view = state.view(None)
    assert (view.pot, view.side_pots) == (170, (60,))  # the unmatched 50 are still there
    assert [seat.all_in for seat in view.seats] == [True, True, False, True]
    assert {"pot 170 (side 60)", "all-in", "out"} <= {*texts(state_svg(state))}
    over = state.after_chance(np.random.default_rng(0))
    assert over.view(0).pot == 120 and state.pots == (60, 60) == over.pots  # type: ignore[attr-defined]
    assert "side pot 60" in table_in_words(over.view(0))


def with_another_hand(state: PokerState, player: int) -> PokerState:
    """The same public state, in which this player holds something else, if that can be."""
    taken = {c for other, hand in enumerate(state.hands) if other != player for c in state.game.rules.deck.hands[hand]}
    taken |= set(state.public.board)
    weights = state.game.rules.weights
    for hand, cards in enumerate(state.game.rules.deck.hands):
        if hand != state.hands[player] and not taken & {*cards} and (weights is None or weights[player][hand]):
            hands = tuple(hand if seat == player else held for seat, held in enumerate(state.hands))
            result = PokerState(state.game, state.public, hands, state.history())  # type: ignore[abstract]
            return result
    return state


@pytest.mark.parametrize("name", ["bet_fold", "bet_fold for forty", "rps", "5 x 2"])
def test_choices_at_once_are_not_shown_to_the_others_before_the_end(name: str) -> None:
    game = GAMES[name]
    start = next(state for state in course(game, 3) if not state.is_chance)
    first, second = start.child(0), start.child(1)
    assert state_svg(first, 1) == state_svg(second, 1) and state_svg(first, 0) != state_svg(second, 0)
    if name.startswith("bet_fold"):
        cards = start.history()
        swapped = game.initial_state()
        for card in (cards[1], cards[0], *cards[2:]):
            swapped = swapped.child(card)
        assert state_svg(start, 2) == state_svg(swapped, 2) != state_svg(start.child(0), 0)
    end = course(game, 3)[-1]
    assert state_svg(end, 0) != state_svg(end, 1)
    for player, won in enumerate(end.returns()):
        seat = end.view(0).seats[player]
        assert seat.won == won


def test_chips_and_actions_of_a_line() -> None:
    game = make_game("holdem", **{**SPOT, "raise_sizes": "50%"})
    state = game.initial_state().child(22)
    state = state.child(state.legal_actions()[0]).child(1)
    state = state.child(state.legal_actions()[1])
    view = state.view(0)
    assert view.pot == 50 and view.dealer == 1 and view.board == ("Qs", "7h", "2c", "8d") and view.board_places == 5
    assert [seat.action for seat in view.seats] == ["check", "bet 25"]
    assert [seat.in_front for seat in view.seats] == [0, 25] and [seat.stack for seat in view.seats] == [200, 175]
    assert [seat.acts for seat in view.seats] == [True, False]
    shown = texts(state_svg(state, 0))
    assert {"pot 50", "bet 25", "check", "200", "175", "to act", "player 0 (you)"} <= {*shown}
    called = state.child(1)
    assert called.view(0).pot == 100 and called.view(0).note == "next card"
    assert [seat.action for seat in called.view(0).seats] == ["", ""]
    folded = state.child(0)
    assert [seat.action for seat in folded.view(None).seats] == ["folded", "bet 25"]
    assert folded.view(1).seats[0].cards == (HIDDEN, HIDDEN)
    assert "player 1 wins 25" in table_in_words(folded.view(1)) and "folded, -25" in texts(state_svg(folded, 1))


@pytest.mark.parametrize("name", GAMES)
def test_texts_lie_inside_and_not_over_each_other(name: str) -> None:
    def box(text: Text) -> tuple[float, float, float, float]:
        wide = 0.92 * text_width(text.text, text.size, text.bold)  # a little more is reckoned than most fonts need
        left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
        return left, text.y - 0.72 * text.size, left + wide, text.y

    for seed, player in ((1, None), (2, 0), (3, 1)):
        for state in course(GAMES[name], seed)[-5:]:
            shapes = table_drawing(state.view(player), player or 0).shapes
            boxes = [box(shape) for shape in shapes if isinstance(shape, Text)]
            assert all(b[0] > 0 and b[1] > 0 and b[2] < 480 and b[3] < 320 for b in boxes)
            for box_a, box_b in combinations(boxes, 2):
                over = min(box_a[2], box_b[2]) - max(box_a[0], box_b[0]), min(box_a[3], box_b[3]) - max(box_a[1], box_b[1])
                assert min(over) < 1


def test_a_grid_is_filled_by_shares_and_frequencies() -> None:
    held, often = np.zeros((13, 13)), np.zeros((13, 13, 2))
    held[0, 0], often[0, 0] = 1.0, (0.25, 0.75)
    held[0, 1], often[0, 1] = 0.5, (1.0, 0.0)
    colours = ["#111111", "#222222"]
    drawing = grid_drawing("words", grid_cells(often, held, colours), colours, ["check 40.0%", "bet 60.0%"])
    filled = [shape for shape in drawing.shapes if isinstance(shape, Rect) and shape.radius == 0]
    side = CELL - 2
    assert [(shape.fill, shape.width / side, shape.height / side) for shape in filled] == [
        ("#111111", 0.25, 1.0), ("#222222", 0.75, 1.0), ("#111111", 1.0, 0.5)
    ]  # fmt: skip
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
    assert texts == [*CLASS_NAMES, "check 40.0%", "bet 60.0%"]
    assert sum(isinstance(shape, Rect) and shape.fill == EMPTY for shape in drawing.shapes) == 169
    assert ET.fromstring(to_svg(drawing))[0].text == "words"
