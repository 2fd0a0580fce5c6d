"""Whole hands as PHH against pokerkit, both ways: it plays our texts, and we play its."""

from __future__ import annotations

import re
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, HandHistory, NoLimitShortDeckHoldem, NoLimitTexasHoldem

from pokerzoo.envs import State, make_game
from pokerzoo.envs.betting.street_sizes import STREETS
from pokerzoo.envs.games.hand_spot import find_move, spot_params
from pokerzoo.envs.whole_hands.keys import steps_to
from pokerzoo.evaluation.hands import PhhError, from_phh, read_phh, replay, to_phh
from pokerzoo.evaluation.hands.phh import join_phh, players_of
from pokerzoo.evaluation.hands.site_hands import spot_of_text
from pokerzoo.evaluation.matches.hand_log import DamagedLine

HANDS = Path(__file__).parents[2] / "data" / "hands"
ANY = {"bet_sizes": "any", "raise_sizes": "any"}
GAMES: dict[str, dict[str, Any]] = {
    "heads-up": {"num_players": 2, **ANY},
    "heads-up with antes": {"num_players": 2, "ante": 1, "stack": (40, 90), **ANY},
    "six": {"num_players": 6, "stack": (50, 200, 30, 17, 90, 200), **ANY},
    "big blind's ante": {"num_players": 4, "big_blind_ante": 2, "stack": (40, 60, 20, 100), **ANY},
    "big blind's ante, heads-up": {"num_players": 2, "big_blind_ante": 2, "stack": (20, 30), **ANY},
    "both antes": {"num_players": 4, "ante": 1, "big_blind_ante": 2, "stack": (40, 60, 20, 100), **ANY},
    "both antes, heads-up": {"num_players": 2, "ante": 1, "big_blind_ante": 2, "stack": (20, 30), **ANY},
    "straddle": {"num_players": 5, "straddle": 4, "stack": 50, **ANY},
    "limit": {"num_players": 3, "limit": "fixed-limit", "stack": 60},
    "limit, all-in": {"num_players": 2, "limit": "fixed-limit", "stack": 19, "bet": (2, 5)},
    "pot-limit": {"num_players": 4, "limit": "pot-limit", "stack": 55, "bet_sizes": "50%,100%", "raise_sizes": "100%"},
    "short deck": {"num_players": 6, "deck": "short", "ante": 1, "stack": 50, **ANY},
    "halves": {"num_players": 3, "blinds": (0.5, 1), "chip": 0.5, "stack": 30.5, **ANY},
    "cents": {
        "num_players": 3,
        "blinds": (0.05, 0.1),
        "chip": 0.01,
        "stack": 7.77,
        "bet_sizes": "33%,a",
        "raise_sizes": "3x,a",
    },
    "button elsewhere": {"num_players": 4, "button": 1, "stack": (30, 40, 50, 60), **ANY},
    "a seat is out": {"num_players": 4, "stack": (30, 0, 50, 60), "button": 2, **ANY},
    "two seats are out": {"num_players": 4, "stack": (30, 0, 50, 0), "button": 2, **ANY},
    "all-in by antes": {"num_players": 5, "ante": 3, "stack": (2, 40, 3, 4, 50), "short_stacks": True, **ANY},
    "nine": {"num_players": 9, "ante": 1, "stack": 30, **ANY},
    "in blinds": {"num_players": 3, "rewards": "blinds", "stack": 40, **ANY},
}


def random_hand(game: Any, rng: np.random.Generator) -> State:
    """A hand in which bets of all sizes are made, and folds are rare."""
    state: State = game.initial_state()
    while not state.is_terminal:
        state = state.after_chance(rng)
        if not state.is_terminal:
            legal = state.legal_actions()
            state = state.child(int(legal[int(len(legal) * rng.random() ** 3)]) if rng.random() < 0.45 else 1)
    return state


def by_pokerkit(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        *_, state = HandHistory.loads(text)
    assert not state.status
    return state


@pytest.mark.parametrize("name", GAMES)
def test_pokerkit_finds_the_same_payoffs_for_random_hands(name: str) -> None:
    game: Any = make_game("texas_holdem", **GAMES[name])
    seats, unit = players_of(game), game.payoff_unit / game.chip
    names = [f"name {seat}" for seat in range(game.num_players)]
    rng = np.random.default_rng(4)
    for number in range(6):
        state = random_hand(game, rng)
        text = to_phh(state, names, number)
        theirs = by_pokerkit(text)
        won = [state.returns()[seat] / unit for seat in seats]
        assert [float(x) for x in theirs.payoffs] == pytest.approx(won, abs=1e-9)
        finishing: Any = HandHistory.loads(text).finishing_stacks
        assert [float(x) for x in theirs.stacks] == pytest.approx([float(x) for x in finishing])
        hand = from_phh(text)
        assert (hand.state.game, hand.state) == (game, state)
        assert hand.names == tuple(names[seat] if seat in seats else "" for seat in range(game.num_players))
        foreign = text.partition("_pokerzoo_game")[0]
        made = from_phh(foreign)
        assert made.state.returns() == pytest.approx(won) and made.unknown == ()


@pytest.mark.parametrize("digits", [1, 2])
def test_amounts_have_the_digits_of_the_smallest_unit(digits: int) -> None:
    """Sums of tenths and cents are written without a float's rounding error, and read as so many units."""
    chip = float(f"1e-{digits}")
    stacks = 7.7, 20, 33.3, 10.1
    game: Any = make_game("texas_holdem", num_players=4, blinds=(chip, 3 * chip), chip=chip, stack=stacks, **ANY)
    rng = np.random.default_rng(7)
    for _ in range(20):
        text = to_phh(random_hand(game, rng)).partition("_pokerzoo_game")[0]
        assert re.search(rf"\.\d{{{digits + 1}}}", text) is None
        start, finish = (
            sum(Decimal(one) for one in re.findall(r"[\d.]+", re.findall(f"{name} = (.*)", text)[0]))
            for name in ("starting_stacks", "finishing_stacks")
        )
        assert start == finish == Decimal("71.1")
        assert from_phh(text).state.game.params["chip"] in (chip, 0.1)


def test_hands_that_are_still_going_on() -> None:
    game: Any = make_game("texas_holdem", num_players=3, **ANY)
    rng = np.random.default_rng(0)
    for _ in range(5):
        state: Any = game.initial_state().after_chance(rng)
        while not state.is_terminal:
            text = to_phh(state)
            assert "finishing_stacks" not in text and " sm " not in text
            assert from_phh(text).state == state
            state = state.child(1).after_chance(rng)
    with pytest.raises(ValueError, match="the players do not have their cards yet"):
        to_phh(game.initial_state())


AUTOMATIONS = tuple(one for one in Automation if one.name not in ("HOLE_DEALING", "BOARD_DEALING"))
THEIRS: dict[str, Any] = {
    "NT": lambda: NoLimitTexasHoldem(AUTOMATIONS, True, (1, 1, 1, 1), (5, 10), 10),
    "NT, straddle": lambda: NoLimitTexasHoldem(AUTOMATIONS, False, 0, (5, 10, 20), 10),
    "NS": lambda: NoLimitShortDeckHoldem(AUTOMATIONS, True, 2, (5, 10), 10),
    "FT": lambda: FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (5, 10), 10, 20),
}


@pytest.mark.parametrize("name", THEIRS)
def test_we_play_hands_of_pokerkits(name: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(6):
        theirs = THEIRS[name]()
        stacks = [int(x) for x in rng.integers(60, 400, 4)]
        state = theirs(stacks, 4)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif rng.random() < 0.3 and state.can_complete_bet_or_raise_to():
                low, high = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(int(rng.integers(low, high + 1)))
            elif rng.random() < 0.15 and state.can_fold():
                state.fold()
            else:
                state.check_or_call()
        text = HandHistory.from_game_state(theirs, state, finishing_stacks=list(state.stacks)).dumps()
        hand = from_phh(text)
        assert hand.state.is_terminal and list(hand.state.returns()) == [float(x) for x in state.payoffs]


# Three players share 170 chips, by the rules 57, 57 and 56. Pokerkit has pots of 80 and 90, and p1 gets two odd chips.
THREE_ALIKE = (HANDS / "three_alike.phh").read_text(encoding="utf-8")


def test_pokerkit_gives_odd_chips_to_one_winner() -> None:
    assert list(by_pokerkit(THREE_ALIKE).stacks) == [256, 250, 152, 352]
    assert from_phh(THREE_ALIKE).state.returns() == (7, 7, -20, 6)
    theirs = THREE_ALIKE.replace("255, 251", "256, 250")
    with pytest.raises(PhhError, match=r"by the rules they are \[255, 251, 152, 352\] \(.* did odd chips go elsewhere"):
        from_phh(theirs)
    assert from_phh(theirs, check_result=False).state.returns() == (7, 7, -20, 6)


# The PHH article's and pokerkit's own example.
DWAN_IVEY = (HANDS / "dwan_ivey.phh").read_text(encoding="utf-8")


def test_dwan_against_ivey() -> None:
    hand = from_phh(DWAN_IVEY)
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'bet_size'; .*did you mean 'bet_sizes'"):
        from_phh(DWAN_IVEY, bet_size="any")
    assert hand.state.returns() == (572_100 - 1_125_600, -2_500, 1_109_500 - 553_500)
    assert hand.names == ("Phil Ivey", "Patrik Antonius", "Tom Dwan") and hand.unknown == (1,)
    assert hand.state.game.params["ante"] == 500 and hand.state.game.params["bet_sizes"] == "any"
    assert by_pokerkit(to_phh(hand.state)).stacks == [572100, 1997500, 1109500]
    shown = DWAN_IVEY.replace("d dh p1 Ac2d", "d dh p1 ????")
    assert from_phh(shown).state == hand.state  # his cards are known from the showdown


def changed(old: str, new: str) -> str:
    assert old in DWAN_IVEY
    return DWAN_IVEY.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"NT"', '"PO"', "variant='PO': must be 'NT', 'NS' or 'FT', hold'em"),
        ("antes = [500, 500, 500]", "antes = [500, 500]", "antes has 2 players, starting_stacks 3"),
        (
            "antes = [500, 500, 500]",
            "antes = [500, 0, 500]",
            "antes: must be the same for all players, or that of",
        ),
        ("ante_trimming_status = true", "ante_trimming_status = 1", "ante_trimming_status=1: must be true or false"),
        ("[1000, 2000, 0]", "[1000, 2000, 4000]", "action 4, 'p3 cbr 7000': p1 is to act"),
        ("[1000, 2000, 0]", "[2000, 1000, 0]", "min_bet=2000: must be the big blind, 1000"),
        ("min_bet = 2000", "", "min_bet=None: must be a finite number"),
        ("[1125600, 2000000, 553500]", "[1125600, inf, 553500]", "starting_stacks=Infinity: must be a finite number"),
        ("[1125600, 2000000, 553500]", "[1125600, 0, 553500]", "starting_stacks=0: must be a finite number, above 0"),
        ("[1125600, 2000000, 553500]", "[5]", "starting_stacks has 1 players: must be 2 to 10"),
        ("d dh p2 ????", "d dh p2 Ac3c", "cards: Ac occurs twice"),
        ("d dh p2 ????", "d dh p2 Acx", "action 2, 'd dh p2 Acx': 'Acx': no cards of this game"),
        ("d dh p2 ????", "d dh p2 AsKsQs", "cards: player 1 has 3 cards, must be 2"),
        ("d dh p2 ????", "d dh p1 ????", "action 2, 'd dh p1 ????': p1 has cards"),
        ('"d dh p2 ????",', "", "action 3, 'p3 cbr 7000': before all players have cards"),
        ("p3 cbr 7000", "p3 cbr 3000", "action 4, 'p3 cbr 3000': allowed: f, cc, cbr 4000 to 553000"),
        ("p3 cbr 7000", "p3 cbr 7000.5", None),
        ("p3 cbr 7000", "p3 cbr x", "action 4, 'p3 cbr x': amount='x': must be a finite number"),
        ("p3 cbr 7000", "p4 f", "action 4, 'p4 f': no action of d or p1 to p3"),
        ("p3 cbr 7000", "p3 sm 7h6h", "action 4, 'p3 sm 7h6h': there is no showdown of this player here"),
        ("d db Jc3d5c", "d db Jc3d", "action 9, 'd db Jc3d': 2 public cards; due: 3"),
        ('"d db 4h",', "", "action 12, 'p1 cbr 90000': no player is to act"),
        ("p1 sm Ac2d", "p1 sm AcAd", "action 17, 'p1 sm AcAd': other cards than before"),
        ("p3 sm 7h6h", "p2 sm", "action 18, 'p2 sm': there is no showdown of this player here"),
        ("p3 sm 7h6h", "p3 sm", "p3 shows no cards, but wins"),
        (
            "[572100, 1997500, 1109500]",
            "[572100, 1997500, 1109501]",
            "[572100, 1997500, 1109501]: by the rules they are [572100, 1997500, 1109500]",
        ),
        ("[572100, 1997500, 1109500]", "[572100]", "finishing_stacks has 1 players, starting_stacks 3"),
        ("actions = [", "moves = [", "actions=None: must be an array of strings"),
        ('["Phil Ivey", ', "[", "players=['Patrik Antonius', 'Tom Dwan']: must be 3 strings"),
    ],
)
def test_texts_that_are_no_whole_hand(old: str, new: str, message: str | None) -> None:
    text = changed(old, new)
    if message is None:
        hand = from_phh(text)
        assert hand.state.game.params["chip"] == 0.1
        return
    with pytest.raises(PhhError, match=re.escape(message)) as caught:
        from_phh(text)
    assert len(str(caught.value)) < 250


def test_unknown_cards_at_a_showdown_and_a_loser_who_mucks() -> None:
    unknown = changed('"p1 sm Ac2d", ', "").replace("d dh p1 Ac2d", "d dh p1 ????")
    with pytest.raises(PhhError, match="p1's cards are not known, and the hand goes to a showdown"):
        from_phh(unknown)
    # With the wheel against a straight to the seven Ivey wins only what Dwan does not call.
    assert from_phh(changed("p1 sm Ac2d", "p1 sm")).state.returns()[0] == -553_500


def test_what_is_asked_for() -> None:
    game: Any = make_game("texas_holdem", num_players=3, **ANY)
    label: Any = 1.5
    for call, message in (
        (lambda: from_phh(DWAN_IVEY, stack=5), "stack=5: must not be given, the hand says it"),
        (lambda: to_phh(make_game("kuhn").initial_state()), "state=.*: PHH is for whole hands of hold'em"),
        (lambda: to_phh(game.initial_state(), names=["one"]), "names=.*: must be 3 strings"),
        (lambda: to_phh(game.initial_state(), label=label), "label=1.5: must be a string or an integer"),
        (lambda: from_phh(DWAN_IVEY, bet_sizes="huge"), "'huge'"),
        (
            lambda: to_phh(replay(make_game("texas_holdem", deck="royal"), (189, 50))),
            "PHH has no no-limit hold'em with a royal deck",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    text = to_phh(random_hand(game, np.random.default_rng(2)))
    for new in ('"{}"', '"[1"', "5", '"{\\"name\\": \\"texas_holdem\\", \\"params\\": {\\"stacks\\": -1}}"'):
        with pytest.raises(PhhError, match="_pokerzoo_game: damaged|variant|starting_stacks has 3 players"):
            from_phh(re.sub("_pokerzoo_game = .*", lambda _, new=new: f"_pokerzoo_game = {new}", text))  # type: ignore[misc]
    with pytest.raises(PhhError, match=r"starting_stacks=\[.*\]: must be \[200, 200, 200\], as in _pokerzoo_game"):
        from_phh(re.sub("starting_stacks = .*", "starting_stacks = [200, 300, 200]", text))


def test_rake_is_in_the_finishing_stacks() -> None:
    rules = {"num_players": 3, "rake_rate": 0.05, "rake_cap": 3, **ANY}
    game: Any = make_game("texas_holdem", **rules)
    rng = np.random.default_rng(8)
    state = next(hand for hand in iter(lambda: random_hand(game, rng), None) if sum(hand.returns()) < 0)
    text = to_phh(state)
    assert from_phh(text).state == state
    foreign = text.partition("_pokerzoo_game")[0]
    with pytest.raises(PhhError, match="finishing_stacks=.*: by the rules they are"):
        from_phh(foreign)
    assert from_phh(foreign, rake_rate=0.05, rake_cap=3).state.returns() == state.returns()


def test_files_with_several_hands(tmp_path: Path) -> None:
    game: Any = make_game("texas_holdem", num_players=3, **ANY)
    rng = np.random.default_rng(3)
    states = [random_hand(game, rng) for _ in range(4)]
    path = tmp_path / "a.phhs"
    path.write_text("# five hands\n" + join_phh([*(to_phh(state) for state in states), DWAN_IVEY]))
    assert len(list(HandHistory.loads_all(path.read_text()))) == 5
    hands = read_phh(path)
    assert [hand.state for hand in hands[:4]] == states and len(hands) == 5
    path.write_text(path.read_text().replace("p3 cbr 7000", "p3 cbr 1"))
    with pytest.warns(DamagedLine, match=r"line \d+: hand 5: action 4, 'p3 cbr 1'"):
        assert [hand.state for hand in read_phh(path)] == states
    path.write_text("%&$\n" + DWAN_IVEY)
    with pytest.warns(DamagedLine, match="line 1: "):
        assert read_phh(path) == []
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PhhError, match="no UTF-8"):
        read_phh(path)


HEADS_UP = """\
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [0.50, 1.00]
min_bet = 1.00
starting_stacks = [100.00, 180.00]
actions = [
  "d dh p1 9h8h", "d dh p2 ????", "p2 cbr 2.50", "p1 cbr 9.00", "p2 cc",
  "d db 7c6dKs", "p1 cbr 8.25", "p2 cc", "d db 2s", "p1 cc", "p2 cc",
  "d db Th", "p1 cbr 20", "p2 cbr 162.50", "p1 cc", "p1 sm 9h8h", "p2 sm KhKc",
]
players = ["Ann", ""]
hand = "twelve"
"""


@pytest.mark.parametrize(
    ("street", "board", "pot", "stack", "bets", "raises"),
    [
        ("flop", "7c6dKs", 18, 91, [("8.25c", ""), ("", ""), ("20c", "")], [("", ""), ("", ""), ("", "a")]),
        ("turn", "7c6dKs2s", 34.5, 82.75, [("", ""), ("20c", "")], [("", ""), ("", "a")]),
        ("river", "7c6dKs2sTh", 34.5, 82.75, [("20c", "")], [("", "a")]),
    ],
)
def test_a_street_of_a_hand_is_a_spot(street: str, board: str, pot: float, stack: float, bets: Any, raises: Any) -> None:
    """Ann bets 20 on the river and is raised all-in; cards at the showdown need not be known."""
    for text in (HEADS_UP, HEADS_UP.replace('"p2 sm KhKc"', '"p2 sm"')):
        params, names = spot_of_text(text, street)
        assert (names, params["board"], params["pot"], params["stack"]) == (("Ann", ""), board, pot, stack)
        assert (list(params["bet_sizes"].values()), list(params["raise_sizes"].values())) == (bets, raises)
    with pytest.raises(PhhError, match="p2's cards are not known, and the hand goes to a showdown"):
        from_phh(text)


def played_on(spot: Any, state: Any, seats: tuple[int, ...], street: int) -> Any:
    """The end of a hand played from a street on in its spot."""
    at = spot.initial_state()
    for seat in seats:
        cards = tuple(sorted(state.hole_cards(seat)))
        at = at.child(next(k for k, hand in enumerate(spot.rules.deck.hands) if tuple(sorted(hand)) == cards))
    to_come = iter(state.board[len(spot.rules.deck.board) :])
    for where, _, kind, total in state.moves:
        if where >= street:
            while at.public.card_due:
                at = at.child(next(to_come))
            place = find_move(at.public, (kind, total))
            assert place is not None, (kind, total)
            at = at.child(at.legal_actions()[place])
    for card in to_come:
        at = at.child(card)
    return at


@pytest.mark.parametrize("street", [1, 2, 3])
def test_spots_pay_what_the_hand_pays_less_what_went_in_before(street: int) -> None:
    """Random hands for two and three, in which some are all-in before the street or fold before it."""
    rng = np.random.default_rng(5)
    read, refused = 0, []
    for number in range(60):
        game: Any = make_game("texas_holdem", num_players=2 + number % 2, stack=(30, 60, 45)[: 2 + number % 2], **ANY)
        state: Any = random_hand(game, rng)
        try:
            params, seats = spot_params(state, STREETS[street - 1])
        except ValueError as error:
            refused.append(str(error))
            continue
        spot: Any = make_game("holdem", **params)
        end = played_on(spot, state, seats, street)
        assert end.is_terminal
        before: Any = next(step.state for step in steps_to(state) if step.state.street == street)
        share = spot.stakes.starting_pot / spot.num_players
        paid = [before.contributions[seat] - share for seat in seats]
        assert [state.returns()[seat] + put for seat, put in zip(seats, paid, strict=True)] == pytest.approx(end.returns())
        read += 1
    assert read > 10
    known = ("nothing was left to decide", "players are in on", "all-in before", "was all-in")
    assert [reason for reason in refused if not any(part in reason for part in known)] == []
