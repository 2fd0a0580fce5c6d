"""Hand classes of games: which hands are alike, exactly or by strength, and that this is the same everywhere."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.blueprint import HandClasses, hand_classes, make_hand_classes
from pokerzoo.agents.blueprint.class_clusters import METHODS
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.games.preflop_holdem import make_preflop_holdem
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.cards import COMBO_CLASSES, parse_cards
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS

ROYAL: dict[str, Any] = {"flop": 60, "turn": 40, "river": 30}
DIGESTS = """
from pokerzoo.agents.blueprint import make_hand_classes
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
rules = make_texas_holdem(deck="royal").rules
for method in ("emd", "ehs"):
    print(make_hand_classes(rules, flop=60, turn=40, river=30, features=method, seed=3).digest)
"""


@pytest.fixture(scope="module")
def royal() -> PokerRules:
    """Rules of a whole hand with 20 cards."""
    return make_texas_holdem(deck="royal").rules


@pytest.fixture(scope="module")
def exact(royal: PokerRules) -> HandClasses:
    """One class for each hand up to suits."""
    return make_hand_classes(royal, flop="exact", turn="exact", river="exact")


def test_exact_classes_tell_apart_what_suits_do_not_make_alike(exact: HandClasses, royal: PokerRules) -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        board = rng.permutation(20)[:5].tolist()
        for street, cards in zip(exact.on_board(board)[1:], (3, 4, 5), strict=True):
            kinds: dict[int, object] = {}
            for hand, result in zip(royal.deck.hands, street.tolist(), strict=True):
                if {*hand} & {*board[:cards]}:
                    assert result == -1
                    continue
                parts = (board[:3], board[3:cards][:1], board[4:cards], hand)
                images = [tuple(tuple(sorted(to[card] for card in part)) for part in parts) for to in CARD_PERMUTATIONS]
                assert kinds.setdefault(result, min(images)) == min(images)
            assert len(set(kinds.values())) == len(kinds)


def test_flop_holdem_has_the_known_numbers_of_classes() -> None:
    rules = make_fhp().rules
    classes = make_hand_classes(rules)
    assert classes.counts == (169, 1_286_792)  # Waugh 2013; docs/howto/before_the_flop.md
    of_combos = {
        frozenset(hand): number for hand, number in zip(rules.deck.hands, classes.on_board(())[0].tolist(), strict=True)
    }
    combos = make_texas_holdem().rules.deck.hands
    assert [of_combos[frozenset(hand)] for hand in combos] == COMBO_CLASSES.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_exchanging_suits_exchanges_classes(royal: PokerRules, method: str) -> None:
    classes = make_hand_classes(royal, **ROYAL, features=method)
    place = {frozenset(hand): number for number, hand in enumerate(royal.deck.hands)}
    rng = np.random.default_rng(2)
    for permutation in CARD_PERMUTATIONS[1::5]:
        board = rng.permutation(20)[:5].tolist()
        image = [place[frozenset(permutation[card] for card in hand)] for hand in royal.deck.hands]
        exchanged = classes.on_board([permutation[card] for card in board])
        for street, other in zip(classes.on_board(board), exchanged, strict=True):
            assert np.array_equal(street, other[image])


@pytest.mark.check
def test_the_same_classes_come_out_again_and_in_another_process() -> None:
    result = [
        subprocess.run([sys.executable, "-c", DIGESTS], capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert result[0] == result[1]
    assert len(set(result[0].split())) == 2
    rules = make_texas_holdem(deck="royal").rules
    here = make_hand_classes(rules, **ROYAL, features="emd", seed=3)
    assert here.digest == result[0].split()[0]
    assert make_hand_classes(rules, **ROYAL, features="emd", seed=4).digest != here.digest


def test_classes_of_rivers_rise_with_strength(royal: PokerRules) -> None:
    classes = make_hand_classes(royal, **ROYAL)
    board = tuple(card - 32 for card in parse_cards("As Ks Qd Jd Th"))
    river = dict(zip(royal.deck.hand_names, classes.on_board(board)[3].tolist(), strict=True))
    assert len({result for result in river.values() if result >= 0}) == 1  # the board plays
    board = tuple(card - 32 for card in parse_cards("As Ad Kh Qc Jc"))
    river = dict(zip(royal.deck.hand_names, classes.on_board(board)[3].tolist(), strict=True))
    assert river["AhAc"] > river["KdKc"] > river["TdTc"] > river["KdQd"] > -1 == river["AsTs"]


def test_streets_are_those_on_which_players_act(royal: PokerRules) -> None:
    short = make_texas_holdem(deck="royal", last_street="turn").rules
    classes = make_hand_classes(short, flop=30, turn=20)
    assert len(classes.counts) == 3
    assert [len(result) for result in classes.on_board((0, 1, 2, 3))] == [190] * 3
    assert len(classes.on_board((0, 1, 2))) == 2
    flop = make_hand_classes(make_texas_holdem(deck="royal", last_street="flop").rules, flop=30)
    assert len(flop.counts) == 2
    assert list(flop.recipe) == ["flop", "features", "seed"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"flop": "all"}, "flop='all': must be 'exact' or a number of classes"),
        ({"turn": 0}, "turn=0: must be an integer from 1"),
        ({"features": "emb"}, "features='emb': must be one of .*did you mean 'emd'"),
        ({"rules": make_leduc().rules}, "rules: must be those of hold'em"),
        ({"rules": make_preflop_holdem().rules}, r"rules: public cards by round are \[0, 3, 4, 5\]"),
    ],
)
def test_bad_arguments(royal: PokerRules, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_hand_classes(**({"rules": royal} | options))


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ((0, 1), "must have one of 0, 3, 4, 5"),
        ((0, 1, 20), "must be different numbers from 0 to 19"),
        ((0, 1, 1), "different numbers"),
    ],
)
def test_bad_boards(exact: HandClasses, board: tuple[int, ...], message: str) -> None:
    for ask in (exact.on_board, exact.on_street):
        with pytest.raises(ValueError, match=message):
            ask(board)


@pytest.mark.long
def test_a_spot_has_the_classes_of_its_streets() -> None:
    spot = make_holdem(board="Td9d6h2c", ranges=["22+,A2s+", "QQ+,AKs"], bet_sizes="50%").rules
    classes = make_hand_classes(spot, turn="exact", river=50)
    assert classes.counts[:2] == (0, 0)
    assert classes.counts[2] == 55_190_538  # Waugh 2013: a hand, a flop and a turn
    result = classes.on_board((*spot.deck.board, 4))
    assert all((street == -1).all() for street in result[:2])
    assert [len(street) for street in result] == [len(spot.deck.hands)] * 4
    held = {tuple(hand) for hand, number in zip(spot.deck.hands, result[3].tolist(), strict=True) if number == -1}
    assert held == {hand for hand in spot.deck.hands if {*hand} & {*spot.deck.board, 4}}
    with pytest.raises(ValueError, match="must have one of 4, 5"):
        classes.on_board(spot.deck.board[:3])


def test_boards_that_are_kept_stay_few_and_do_not_travel(royal: PokerRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_classes, "KEPT_BOARDS", 2)
    classes = make_hand_classes(royal, **ROYAL)
    size, boards = len(pickle.dumps(classes)), [(3, 8, 19, 0, 5), (2, 9, 15, 7), (1, 2, 3), (10, 15, 16, 1), (3, 8, 19, 0)]
    result = [classes.on_board(board) for board in boards]
    assert len(pickle.dumps(classes)) == size
    for other in (classes, pickle.loads(pickle.dumps(classes))):
        assert other.digest == classes.digest
        for board, streets in zip(boards, result, strict=True):
            for again, before in zip(other.on_board(board), streets, strict=True):
                np.testing.assert_array_equal(again, before)


@pytest.mark.parametrize("textures", [False, True])
def test_a_street_is_the_last_through_its_board(royal: PokerRules, textures: bool) -> None:
    classes = make_hand_classes(royal, **ROYAL, textures=textures)
    for dealt in (0, 3, 4, 5):
        board = (3, 8, 19, 0, 5)[:dealt]
        np.testing.assert_array_equal(classes.on_street(board), classes.on_board(board)[-1])
