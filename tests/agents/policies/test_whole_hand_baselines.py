"""Baselines for whole hands: what they see, that they keep to their rules, and how they come in by name."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import WholeHandBaseline, as_agent, tabulate
from pokerzoo.agents.policies.asked_baseline import Baseline
from pokerzoo.agents.policies.equity_on_board import Equities
from pokerzoo.agents.policies.named_players import named_player
from pokerzoo.agents.policies.whole_hand_baselines import starting_shares
from pokerzoo.agents.policies.whole_hand_decisions import STYLES, equity_against
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import ACTOR, BET, CALL, TOTALS
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.cards import COMBOS, parse_cards
from pokerzoo.envs.poker.draws import FLUSH_DRAW, GUTSHOT, OPEN_ENDED
from pokerzoo.envs.poker.hand_draws import draws_of_hands, made_hand, made_hands, strong_draws
from pokerzoo.envs.poker.hand_strength import CATEGORY_SHIFT, board_strength
from pokerzoo.envs.whole_hands.keys import public_row, row_at, state_at_key
from pokerzoo.envs.whole_hands.row import BOARD, HOLES, NUM_BOARD, TO_COME
from pokerzoo.envs.whole_hands.showdown import bit_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.hands_by_rule import shares_by_counting

GAMES: dict[str, dict[str, Any]] = {
    "six-handed": {"num_players": 6},
    "any amount": {"num_players": 3, "bet_sizes": "any", "chip": 0.5, "stack": (40, 7.5, 100)},
    "fixed limit": {"num_players": 4, "limit": "fixed-limit"},
    "pot limit, short deck": {"limit": "pot-limit", "deck": "short", "ante": 1, "raise_sizes": "2.5x,a | 100%"},
    "straddle": {"num_players": 5, "straddle": 4, "big_blind_ante": 2},
    "fixed limit, to the flop": {"limit": "fixed-limit", "last_street": "flop"},
    "to the turn": {"num_players": 3, "last_street": "turn"},
}


def decisions(game: Any, hands: int, seed: int) -> list[TexasHoldemState]:
    """States in which somebody is to act, of hands that are played at random."""
    rng, result = np.random.default_rng(seed), []
    for _ in range(hands):
        state = game.initial_state().after_chance(rng)
        while not state.is_terminal:
            result.append(state)
            legal = [action for action in state.legal_actions() if action or rng.random() < 0.3]
            state = state.child(int(rng.choice(legal))).after_chance(rng)
    return result


def test_made_hands_and_draws_are_those_of_the_tables_in_words() -> None:
    rng = np.random.default_rng(1)
    for cards in (3, 3, 3, 4, 4, 5):
        board = tuple(rng.choice(52, cards, replace=False).tolist())
        kinds = (board_strength(board) >> CATEGORY_SHIFT).tolist()
        word = sum(1 << 16 * (card & 3) + (card >> 2) for card in board)
        made, drawn = made_hands(board, COMBOS), draws_of_hands(board, COMBOS) & (FLUSH_DRAW | OPEN_ENDED | GUTSHOT)
        for k in np.flatnonzero(made >= 0).tolist()[::3]:
            high, low = COMBOS[k].tolist()
            assert made_hand(high, low, word, kinds[k]) == made[k]
            assert strong_draws(low, high, word, cards, kinds[k]) == drawn[k]


@pytest.mark.parametrize("params", GAMES.values(), ids=GAMES)
def test_what_they_do_is_legal_and_follows_from_what_they_may_know(params: dict[str, Any]) -> None:
    game = make_texas_holdem(**params)
    rng = np.random.default_rng(2)
    agents = [WholeHandBaseline(game, name, samples=20) for name in STYLES]
    for state in decisions(game, 30, 3):
        key, number = state.infoset_key(state.current_player), float(rng.random())
        other = state.row.copy()  # with all that is hidden exchanged
        place = HOLES + 2 * state.current_player
        seen = {*other[place : place + 2].tolist(), *state.board}
        left = rng.permutation([card for card in range(len(game.rules.deck.names)) if card not in seen])
        hidden = [k for k in range(HOLES, BOARD) if k not in (place, place + 1) and other[k] >= 0]
        other[hidden] = left[: len(hidden)]
        due = TO_COME + len(state.board), TO_COME + game.public_cards
        other[slice(*due)] = left[len(left) - due[1] + due[0] :]
        for agent in agents:
            action = agent.action_in(state.row, number)
            assert action in state.legal_actions()
            assert action == agent.action_in(other, number) == agent.action_at(key, number)
            if not agent.draws:
                assert agent.action_probabilities(key)[action] == agent.action_probabilities(state)[action] == 1.0


def test_a_row_from_a_key_is_that_of_the_hand() -> None:
    game = make_texas_holdem(num_players=3, stack=(30, 200, 80))
    for state in decisions(game, 20, 4):
        row, at = row_at(game, state.infoset_key(state.current_player)), HOLES + 2 * state.current_player
        assert (row[ACTOR], row[at], row[at + 1]) == (state.current_player, *state.hole_cards(state.current_player))
        np.testing.assert_array_equal(row[:TOTALS], state.row[:TOTALS])
        np.testing.assert_array_equal(row[NUM_BOARD:HOLES], state.row[NUM_BOARD:HOLES])
        assert (row[[k for k in range(HOLES, BOARD) if k not in (at, at + 1)]] == -1).all()
        assert (row[TO_COME : TO_COME + 5] == -1).all()
    no_lines = "AsKs|r6z", "AsKs|/", "AsKs|ff", "AsAs|r6", "r6", "AsKs|r6c/QsJh2h|xxxxx", "AsKs|r3", "AsKs|xx", "AsKs|r6r500"
    for wrong in no_lines:
        with pytest.raises(ValueError, match="is no (line|infoset) of texas_holdem"):
            row_at(game, wrong)


@pytest.mark.parametrize("name", STYLES)
def test_all_hands_at_once(name: str) -> None:
    game = make_texas_holdem()
    agent = WholeHandBaseline(game, name, samples=5)
    for state in decisions(game, 6, 5)[::8]:
        result = agent.strategy(state)
        legal, board = state.legal_actions(), set(state.board)
        for hand in range(0, 1326, 37):
            cards = game.rules.deck.hands[hand]
            row = state.row.copy()
            row[HOLES + 2 * state.current_player : HOLES + 2 * state.current_player + 2] = cards
            row[HOLES + 2 * (1 - state.current_player) : HOLES + 2 * (1 - state.current_player) + 2] = -1
            expected = agent.action_probabilities(TexasHoldemState(game, row))
            if not board & set(cards):
                assert dict(zip(legal, result[:, hand], strict=True)) == expected
        some = agent.strategy(state, np.arange(0, 1326, 50))
        np.testing.assert_array_equal(some[:, ::50], result[:, ::50])


def test_starting_hands_by_equity_against_a_random_hand() -> None:
    """Published orders agree on the ends: aces, kings and queens are the best, 32o is the worst of all heads-up."""
    shares = starting_shares(make_texas_holdem())

    def share(hand: str) -> float:
        return float(shares[parse_cards(hand)])

    assert [round(1326 * share(hand)) for hand in ("AsAd", "KsKd", "QsQd", "3s2d")] == [6, 12, 18, 1326]
    assert share("7s2d") > 0.95
    assert share("AsKs") < share("AsKd") < share("KsQs") < 0.15 < share("Ts9s")
    royal = starting_shares(make_texas_holdem(deck="royal"))
    assert round(190 * float(royal[parse_cards("AsAd")])) == 6
    assert float(royal[parse_cards("JsTd")]) == 1.0
    flop = starting_shares(make_texas_holdem(last_street="flop"))  # by samples
    assert [round(1326 * float(flop[parse_cards(hand)])) for hand in ("AsAd", "KsKd", "QsQd")] == [6, 12, 18]
    assert float(flop[parse_cards("3s2d")]) > 0.97 and float(flop[parse_cards("3s3d")]) < float(shares[parse_cards("3s3d")])


@pytest.mark.parametrize("last_street", ["flop", "turn"])
def test_equity_against_a_random_hand_counts_the_cards_to_come(last_street: str) -> None:
    game = make_texas_holdem(last_street=last_street)
    hole, board = parse_cards("AsKs"), parse_cards("Js6c2h")
    word, seen = (sum(bit_of(game.rules_row, card) for card in cards) for cards in (hole, board))
    others = [hand for hand in map(tuple, COMBOS.tolist()) if not {*hand} & {*hole, *board}]
    exact = np.mean([shares_by_counting(game, [hole, hand], board)[0] for hand in others])
    result = equity_against(game.rules_row, word, seen, 3, 1, 40_000, 1)
    assert result == pytest.approx(exact, abs=0.01)  # four standard errors


NO_LIMIT: dict[str, Any] = {"num_players": 6, "raise_sizes": "50%,75%,100%,3x,a", "bet_sizes": "33%,66%,100%,a"}
"""Blinds 1 and 2, stacks 200, the button in seat 5."""


@pytest.mark.parametrize(
    ("name", "key", "action"),
    [
        ("tight", "KsQs|", "raise to 6"),  # the best 15%, to three times the big blind
        ("tight", "Ts9s|", "fold"),
        ("loose", "Ts9s|", "call"),  # the best 60%
        ("loose", "7s2d|", "fold"),
        ("tight", "AsKd|r6", "call"),  # the best 10%, not the best 3%
        ("tight", "KsKd|r6", "raise to 18"),
        ("tight", "TsTd|r6r18", "call"),
        ("loose", "7s2d|ccccc", "check"),
        ("tight", "KsQs|ffffcx/Kd7h2c|", "bet 2.6"),  # top pair: two thirds of a pot of 4 is nearest to 66%
        ("tight", "7s6s|ffffcx/Kd7h2c|", "check"),
        ("loose", "7s6s|ffffcx/Kd7h2c|", "bet 2.6"),
        ("loose", "As5s|ffffcx/Ks7s2c|", "bet 2.6"),  # a flush draw
        ("tight", "As5s|ffffcx/Ks7s2c|", "check"),
        ("tight", "7d7c|ffffcx/Kd7h2c|b4", "raise to 12"),  # a set
        ("tight", "KsQs|ffffcx/Kd7h2c|b4", "call"),
        ("loose", "KsQs|ffffcx/Kd7h2c|b4", "raise to 12"),
        ("tight", "7s6s|ffffcx/Kd7h2c|b4", "fold"),  # takes second pair to win 40%, wants 10% more than the price of 33%
        ("tight", "7s6s|ffffcx/Kd7h2c|b2", "call"),
        ("loose", "As5s|ffffcx/Ks7s2c|b4", "call"),  # takes a flush draw to win 35%
        ("loose", "As5s|ffffcx/Ks7s2c|xx/3d|b4", "fold"),  # ... and 20% on the turn; the price is 33%, of which it forgives 10%
        ("always_raise", "3s2d|", "raise to 4.5"),
        ("always_call", "3s2d|r200", "call"),
        ("always_fold", "AsAd|", "fold"),
        ("always_fold", "AsAd|ccccc", "check"),
        ("loose, to the flop", "As5s|ffffcx/Ks7s2c|", "check"),  # nothing comes after the flop: a flush draw is worth nothing
        ("loose, to the flop", "As5s|ffffcx/Ks7s2c|b4", "fold"),
        ("loose, to the flop", "7s6s|ffffcx/Kd7h2c|", "bet 2.6"),
        ("loose, to the turn", "As5s|ffffcx/Ks7s2c|", "bet 2.6"),
        ("loose, to the river", "6s5s|ffffcx/Ks7s2c|b4", "call"),
        ("loose, to the turn", "6s5s|ffffcx/Ks7s2c|b4", "fold"),  # one card to come: 20% and 10% forgiven, for a price of 33%
        ("loose, to the turn", "6s5s|ffffcx/Ks7s2c|b2", "call"),  # ... of 25%
        ("loose, to the turn", "6s5s|ffffcx/Ks7s2c|xx/Jd|b2", "fold"),
    ],
)
def test_rules_by_hand(name: str, key: str, action: str) -> None:
    style, _, last_street = name.partition(", to the ")
    game = make_texas_holdem(**NO_LIMIT, chip=0.1, last_street=last_street or "river")
    state = state_at_key(game, key)
    assert state.action_name(WholeHandBaseline(game, style).action_at(key)) == action


def test_equity_is_an_estimate_that_repeats() -> None:
    """Aces win 85.2% against one random hand and 49.2% against five (published tables, such as caniwin.com's)."""
    game = make_texas_holdem()
    rules = game.rules_row
    aces = bit_of(rules, parse_cards("AsAd")[0]) | bit_of(rules, parse_cards("AsAd")[1])
    for others, expected in ((1, 0.852), (5, 0.492)):
        result = [equity_against(rules, aces, 0, 0, others, 20_000, seed) for seed in (1, 1, 2)]
        assert result[0] == result[1] != result[2]
        assert result == pytest.approx([expected] * 3, abs=0.015)
    board = sum(bit_of(rules, card) for card in parse_cards("AhAcKd2s7h"))
    assert equity_against(rules, aces, board, 5, 9, 100, 1) == 1.0


SIZES = {"bet_sizes": "50%,100%,200%,a", "raise_sizes": "50%,100%,200%,a"}
HONEST = {"bet_sizes": "33%,100%", "raise_sizes": "2.25x,100%,a", "chip": 0.1}


@pytest.mark.parametrize(
    ("name", "sizes", "key", "action"),
    [
        ("equity", SIZES, "AsAd|c", "raise to 6"),  # wins 85%: the pot
        ("equity", SIZES, "3s2d|r200", "fold"),  # 32%, and 49.7% are asked
        ("equity", SIZES, "KsQd|r200", "call"),  # 61%
        ("equity", SIZES, "7s2d|cx/AhKhQh|", "check"),
        ("equity", SIZES, "AsAd|cx/AhKcQh|", "bet 8"),  # the nuts nearly: twice the pot
        ("honest", HONEST, "AsAd|c", "raise to 4.5"),  # 85%: the least raise
        ("honest", HONEST, "3s2d|r200", "fold"),  # 32%
        ("honest", HONEST, "9s2d|r200", "call"),  # 39%
        ("honest", HONEST, "7s2d|c", "check"),
    ],
)
def test_the_price_decides(name: str, sizes: dict[str, Any], key: str, action: str) -> None:
    game = make_texas_holdem(**sizes)
    state = state_at_key(game, key)
    assert state.action_name(WholeHandBaseline(game, name, samples=10_000).action_at(key)) == action


@pytest.mark.parametrize("board", ["Qs7s2d", "Qs7s2d9h", "Qs7s2d9h3c"])
def test_honest_is_the_honest_of_spots(board: str) -> None:
    """By exact equities there, by samples here: alike but for hands that are near a limit."""
    whole, cards = make_texas_holdem(), parse_cards(board)
    spot: Any = make_game("holdem", board=board, ranges=("random", "random"), pot=4, stack=198)
    key = "AsAd|cx/" + "|xx/".join(filter(None, (board[:6], board[6:8], board[8:]))) + "|"
    state = state_at_key(whole, key)
    answer, legal = WholeHandBaseline(whole, "honest", samples=2000).strategy(state), state.legal_actions()
    equities, grades = Equities(spot), Baseline(spot, "honest")._equities.grades(0, cards)
    bets, compared = answer[legal.index(BET)], 0
    assert (answer[[legal.index(BET), legal.index(CALL)]].sum(axis=0) == (answer.sum(axis=0) > 0)).all()
    for hand in range(0, len(spot.rules.deck.hands), 6):
        if abs(float(equities.equity(hand, cards)) - 2 / 3) > 0.05:
            assert bets[whole.rules.deck.hands.index(spot.rules.deck.hands[hand])] == (grades[hand] == 1)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", ["tight", "loose", "equity"])
def test_styles_on_a_spot_are_those_of_whole_hands(name: str) -> None:
    sizes: dict[str, Any] = {"bet_sizes": "50%,100%", "raise_sizes": "50%,100%,a"}
    whole = make_texas_holdem(**sizes)
    spot: Any = make_game("holdem", board="Qs7s2d", ranges=("random", "random"), pot=4, stack=198, **sizes)
    agent, player = WholeHandBaseline(whole, name), named_player(spot, name)
    compared: set[int] = set()
    for line in ("", "x", "xb2", "b4", "b4r16", "xx/9h|", "xx/9h|b2", "xx/9h|b2r6", "xx/9h|xx/3c|", "xx/9h|xx/3c|xb4"):
        public = spot.rules.root
        for step in re.findall(r"[xb][0-9]*|r[0-9]+|/..", line):
            if step[0] == "/":
                public = public.deal(spot.rules.deck.names.index(step[1:]))
            else:
                name_of = {"x": "check", "b": f"bet {step[1:]}", "r": f"raise to {step[1:]}"}[step[0]]
                public = public.child(public.legal_actions()[public.line.action_names.index(name_of)])
        state = state_at_key(whole, f"AdAc|cx/Qs7s2d|{line}")
        ours, theirs = player.strategy(public), agent.strategy(state)
        assert [state.action_name(action) for action in state.legal_actions()] == list(public.line.action_names)
        places = [whole.rules.deck.hands.index(hand) for hand in spot.rules.deck.hands]
        np.testing.assert_array_equal(ours, theirs[:, places])
        compared.update(np.argmax(ours, axis=0).tolist())
    assert len(compared) >= 3


def test_by_name() -> None:
    game = make_texas_holdem()
    agent = as_agent(game, "tight")
    assert isinstance(agent, WholeHandBaseline) and agent.name == "tight" and repr(agent) == "<WholeHandBaseline tight>"
    assert as_agent(game, agent) is agent
    with pytest.raises(ValueError, match=r"no such player for texas_holdem, .*did you mean 'tight'"):
        as_agent(game, "tigth")
    with pytest.raises(ValueError, match="'tight': plays a flop, a turn, a river or texas_holdem, not leduc"):
        as_agent(make_game("leduc"), "tight")
    with pytest.raises(ValueError, match="samples=0: must be"):
        WholeHandBaseline(game, "equity", samples=0)
    with pytest.raises(ValueError, match=r"game=leduc.* are for texas_holdem"):
        WholeHandBaseline(make_game("leduc"), "tight")
    with pytest.raises(ValueError, match="too many infosets"):
        tabulate(game, "loose")


def test_a_function_of_a_state_is_shown_its_own_cards_alone() -> None:
    game = make_texas_holdem(num_players=3)
    seen = []

    def caller(state: Any) -> dict[int, float]:
        seen.append([len(state.hole_cards(seat)) for seat in range(3)])
        return {1: 1.0}

    agent: Any = as_agent(game, caller)
    assert agent.act(None, None, {"infoset": {"key": "AsKs|c"}}, np.random.default_rng(1)) == 1
    assert seen == [[2, 0, 0]]
    assert public_row(game, "c")[HOLES] == -1  # the row that is kept has no cards
