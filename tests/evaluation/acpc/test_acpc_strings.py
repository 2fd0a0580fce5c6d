"""ACPC strings against published hands (``acpc_hands`` says whose), and what is not one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.evaluation.acpc.acpc_games import ACPC_GAMES, acpc_game, definition_of_game, game_of_definition
from pokerzoo.evaluation.acpc.acpc_strings import (
    AcpcError,
    acpc_betting,
    acpc_values,
    action_word,
    from_acpc,
    to_acpc,
    value_text,
)
from pokerzoo_testing.acpc_hands import ALL_IN_2017, LOGS, MATCH_2017, PLURIBUS, SEEN, state_of_betting

NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"
SIX = {"num_players": 6, "blinds": (50, 100), "stacks": 10_000, "bet_sizes": "any", "raise_sizes": "any"}


def sorted_hands(line: str) -> str:
    """A line with the two cards of each hand in our order: the higher one first."""
    fields = line.split(":")
    place = 4 if fields[0] == "MATCHSTATE" else 3
    hands, slash, board = fields[place].partition("/")
    order = [f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "shdc"]
    pairs = ["".join(sorted((hand[:2], hand[2:]), key=order.index)) if hand else "" for hand in hands.split("|")]
    fields[place] = "|".join(pairs) + slash + board
    return ":".join(fields)


def published() -> list[tuple[TexasHoldemGame, str]]:
    lines = [(acpc_game(name), line) for name, log in LOGS.items() for line in log.splitlines() if line.startswith("STATE")]
    lines += [(acpc_game(NO_LIMIT), line) for line in MATCH_2017.splitlines()]
    return [*lines, (make_game("texas_holdem", **SIX), PLURIBUS)]  # type: ignore[list-item]


def test_published_hands_are_read_and_written_alike_and_have_our_values() -> None:
    hands = published()
    assert len(hands) == 46
    for game, line in hands:
        hand = from_acpc(game, line)
        assert hand.state.is_terminal and hand.names is not None
        assert acpc_values(hand.state) == hand.values
        assert hand.state.returns() == tuple(map(float, hand.values))  # no odd chips among them
        assert to_acpc(hand.state, hand.number, names=hand.names) == sorted_hands(line)
        again = state_of_betting(game, acpc_betting(hand.state))
        assert (again.moves, again.contributions) == (hand.state.moves, hand.state.contributions)


def test_the_mean_over_river_cards_is_not_what_was_won() -> None:
    hand = from_acpc(acpc_game(NO_LIMIT), ALL_IN_2017)
    assert hand.values == (Fraction("-18181.818182"), Fraction("18181.818182"))
    assert acpc_values(hand.state) == (-20_000, 20_000)  # two of 44 rivers are aces: 20,000 x 40/44


@pytest.mark.parametrize("name", SEEN)
def test_what_clients_of_the_specification_are_sent(name: str) -> None:
    game = acpc_game(name)
    for line, answer in SEEN[name]:
        hand = from_acpc(game, line + (f":{answer}" if answer else ""))
        assert hand.rest == answer and hand.values is None and hand.names is None
        own = hand.position
        assert own is not None and own not in hand.unknown
        assert to_acpc(hand.state, hand.number, own) == sorted_hands(line)
        if answer is not None:
            assert hand.state.current_player == own
            words = {action_word(hand.state, action) for action in hand.state.legal_actions()}
            assert answer in words
        else:
            assert hand.state.current_player != own


def test_pots_are_split_into_fractions_and_ours_into_whole_chips() -> None:
    # The blinds of a third player make an odd pot: 3 x 25 + 1.
    game = make_game("texas_holdem", num_players=3, blinds=(1, 2), stacks=50, bet_sizes="any", raise_sizes="any")
    line = "STATE:0:r25fc/cc/cc/cc:2c3d|AhKh|AsKs/QdJdTd/4c/5c"
    state = from_acpc(game, line).state  # type: ignore[arg-type]
    assert acpc_values(state) == (-1, Fraction(1, 2), Fraction(1, 2))
    assert state.returns() == (-1.0, 1.0, 0.0)
    text = to_acpc(state, 7, names=["A", "B", "C"])
    assert text.endswith(":-1|0.5|0.5:A|B|C")
    assert from_acpc(game, text).values == acpc_values(state)  # type: ignore[arg-type]
    assert value_text(Fraction(-1, 3)) == "-0.333333"


def test_a_split_pot_of_many_players_is_the_sum_of_its_pots() -> None:
    game = make_game(
        "texas_holdem", num_players=4, blinds=(5, 10), stacks=(100, 40, 70, 100), bet_sizes="any", raise_sizes="any"
    )
    rng = np.random.default_rng(2)
    for _ in range(60):
        state: Any = game.initial_state()
        while not state.is_terminal:
            state = state.after_chance(rng)
            if not state.is_terminal:
                legal = state.legal_actions()
                state = state.child(legal[-1] if rng.random() < 0.3 else 1)
        values = acpc_values(state)
        assert sum(values) == 0
        assert all(abs(value - ours) < 4 for value, ours in zip(values, state.returns(), strict=True))
        hand = from_acpc(game, to_acpc(state, names=list("ABCD")))  # type: ignore[arg-type]
        assert hand.state == state


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "must begin with STATE"),
        ("HAND:0:", "must begin with STATE"),
        ("STATE:0:f", "must have a hand's number, betting and cards"),
        ("STATE:x::AhTd|Jd7d", "hand number 'x': must be a whole number"),
        ("STATE:٣::AhTd|Jd7d", "hand number '٣': must be a whole number"),
        ("STATE:12345678901::AhTd|Jd7d", "must be a whole number"),
        ("MATCHSTATE:2:0::AhTd|", "position 2: must be from 0 to 1"),
        ("MATCHSTATE:0:0::|AhTd", "player 0's own cards are missing"),
        ("STATE:0::AhTd|", "player 1's cards are missing"),
        ("STATE:0::AhTd", "1 hands, must be 2 with | between them"),
        ("STATE:0::AhTd|Jd7d|2c3c", "3 hands, must be 2"),
        ("STATE:0::Ah|Jd7d", "player 0 has 'Ah', must be two cards"),
        ("STATE:0::AhTx|Jd7d", "'Tx' is no card of this game"),
        ("STATE:0::AhTd|Jd7", "'7' is no card of this game"),
        ("STATE:0::AhTd|JdTd", "Td occurs twice"),
        ("STATE:0:cc/:AhTd|Jd7d/2s2s3h", "2s occurs twice"),
        ("STATE:0:cc/:AhTd|Jd7d/2s3h", "must be three, one and one"),
        ("STATE:0:cc/:AhTd|Jd7d", "betting, character 3, '/': the public cards of street 1 are missing"),
        ("STATE:0:cc:AhTd|Jd7d", "betting 'cc': the round is over: a slash and public cards must follow"),
        ("STATE:0:c:AhTd|Jd7d/2s3h4h", "1 streets of public cards, but the betting is on street 0"),
        ("STATE:0:ccc:AhTd|Jd7d", "betting, character 3, 'c': a slash must stand here"),
        ("STATE:0:fc:AhTd|Jd7d", "betting, character 2, 'c': the hand is over"),
        (
            "STATE:0:c/:AhTd|Jd7d/2s3h4h",
            "betting, character 2, '/': the round is not over: player 0 is to act; allowed: c, r200",
        ),
        ("STATE:0:r:AhTd|Jd7d", "betting, character 1, 'r': player 1 is to act; allowed: f, c, r200 to r20000 (of the whole"),
        ("STATE:0:r199:AhTd|Jd7d", "betting, character 1, 'r199': player 1 is to act; allowed: f, c, r200 to r20000"),
        ("STATE:0:r20001:AhTd|Jd7d", "allowed: f, c, r200 to r20000"),
        ("STATE:0:r20000r20000:AhTd|Jd7d", "betting, character 7, 'r20000': player 0 is to act; allowed: f, c"),
        ("STATE:0:cr200r250:AhTd|Jd7d", "betting, character 6, 'r250': player 1 is to act; allowed: f, c, r300 to r20000"),
        ("STATE:0:r200c/f:AhTd|Jd7d/2s3h4h", "betting, character 7, 'f': player 0 is to act; allowed: c, r300 to r20000"),
        ("STATE:0:b200:AhTd|Jd7d", "betting, character 1, 'b200': must be f, c, r with a number"),
        ("STATE:0:r0200:AhTd|Jd7d", "betting, character 1, 'r0200': must be f, c, r with a number"),
        ("STATE:0:r99999999999:AhTd|Jd7d", "betting, character 1, 'r99999999999': must be f, c, r"),
        ("STATE:0:f:AhTd|Jd7d:50", "values '50': must be 2 numbers"),
        ("STATE:0:f:AhTd|Jd7d:50|x", "must be 2 numbers"),
        ("STATE:0:f:AhTd|Jd7d:50|-50:Ann", "names 'Ann': must be 2"),
        ("STATE:0:f:AhTd|Jd7d:50|-50:Ann|", "must be 2"),
        ("STATE:0:f:AhTd|Jd7d:50|-50:Ann|Bob:x", "must be 2"),
        ("STATE:0:" + "c" * 5000, "longer than 4,096 characters"),
    ],
)
def test_lines_that_are_none(line: str, message: str) -> None:
    with pytest.raises(AcpcError) as caught:
        from_acpc(acpc_game(NO_LIMIT), line)
    assert message in str(caught.value) and len(str(caught.value)) < 250


def test_limit_strings_have_no_amounts() -> None:
    game = acpc_game("holdem.limit.2p.reverse_blinds")
    with pytest.raises(AcpcError, match="character 1, 'r20': player 1 is to act; allowed: f, c, r$"):
        state_of_betting(game, "r20")
    with pytest.raises(AcpcError, match="character 4, 'r': player 0 is to act; allowed: f, c$"):
        state_of_betting(game, "rrrr")  # the blind is the first of four bets
    assert state_of_betting(game, "rrrc/rrrrc/").contributions == (80.0, 80.0)


def test_strings_of_another_game() -> None:
    for params, name in (
        ({"ante": 1}, "ante=1"),
        ({"rake_rate": 0.05}, "rake_rate=0.05"),
        ({"limit": "pot-limit"}, "limit='pot-limit'"),
        ({"deck": "short"}, "deck='short'"),
        ({"num_players": 3, "straddle": 4}, "straddle=4"),
        ({"chip": 0.5}, "chip=0.5"),
        ({"num_players": 3, "stacks": (0, 200, 200)}, r"stacks=\(0, 200, 200\)"),
    ):
        game: Any = make_game("texas_holdem", **params)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=f"{name}: the ACPC has no such game; allowed: no-limit or fixed-limit"):
            from_acpc(game, "STATE:0::AhTd|Jd7d")
        with pytest.raises(ValueError, match=f"{name}: the ACPC has no such game"):
            definition_of_game(game)
    with pytest.raises(ValueError, match="must be texas_holdem"):
        from_acpc(make_game("kuhn"), "STATE:0::AhTd|Jd7d")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="must be a state of texas_holdem"):
        acpc_betting(make_game("kuhn").initial_state())


def test_sizes_of_a_game_are_the_ones_allowed_unless_others_are_asked_for() -> None:
    game = acpc_game(NO_LIMIT, bet_sizes="50%,a")
    with pytest.raises(AcpcError, match="allowed: f, c, r200, r20000$"):
        state_of_betting(game, "r777")
    hand = from_acpc(game, "MATCHSTATE:0:0:r777:AhTd|", any_total=True)
    assert hand.state.to_call == 677 and hand.state.infoset_key(0) == "AhTd|r777"
    assert [action_word(hand.state, action) for action in hand.state.legal_actions()] == ["f", "c", "r1554", "r20000"]
    assert (
        from_acpc(game, "MATCHSTATE:0:0:r200:AhTd|").state == from_acpc(game, "MATCHSTATE:0:0:r200:AhTd|", any_total=True).state
    )


def test_states_that_have_no_line() -> None:
    game = acpc_game(NO_LIMIT)
    with pytest.raises(ValueError, match="cards are due"):
        to_acpc(game.initial_state())
    state = state_of_betting(game, "c")
    with pytest.raises(ValueError, match="names: stand only in"):
        to_acpc(state, names=["A", "B"])
    with pytest.raises(ValueError, match="the hand is not over"):
        acpc_values(state)
    for names in ("AB", ["A"], ["A:", "B"], ["A|", "B"], ["A", ""], ["A", "B b"], ["A", "B\n"]):
        with pytest.raises(ValueError, match="names="):
            to_acpc(state_of_betting(game, "f"), names=names)


@pytest.mark.parametrize("name", ACPC_GAMES)
def test_definitions_round_trip(name: str) -> None:
    game = acpc_game(name)
    text = definition_of_game(game)
    assert game_of_definition(text) == game
    assert game_of_definition("# as in a file\n\n" + text.replace(" = ", "=").upper()) == game
    assert acpc_game(name + ".game") == game


def test_definitions_of_other_games(tmp_path: Any) -> None:
    for params in (SIX, SIX | {"button": 2}, {"blinds": (1, 1), "button": 0, "bet_sizes": "any"}, {"num_players": 3, **SIX}):
        game: Any = make_game("texas_holdem", **params)
        assert game_of_definition(definition_of_game(game)).params | {"stacks": 0} == game.params | {"stacks": 0}
    royal: Any = make_game("texas_holdem", deck="royal", limit="fixed-limit", raise_cap=3, stacks=20)
    text = definition_of_game(royal)
    assert "numRanks = 5" in text and "maxRaises = 2 3 3 3" in text and game_of_definition(text) == royal
    (tmp_path / "own.game").write_text(text)
    assert acpc_game(str(tmp_path / "own.game")) == royal
    no_cap = definition_of_game(acpc_game("holdem.limit.3p")).replace("maxRaises = 3 4 4 4\n", "")
    assert game_of_definition(no_cap).params["raise_cap"] == 255


@pytest.mark.parametrize(("last_street", "rounds"), [("flop", 2), ("turn", 3)])
@pytest.mark.parametrize("name", ACPC_GAMES)
def test_definitions_of_games_that_end_before_the_river(name: str, last_street: str, rounds: int) -> None:
    game = acpc_game(name, last_street=last_street)
    text = definition_of_game(game)
    assert f"numRounds = {rounds}\n" in text and f"numBoardCards = {'0 3 1'[: 2 * rounds - 1]}\n" in text
    stacks = game_of_definition(text).params["stacks"]  # under fixed limit as many as the betting can ask for
    assert game_of_definition(text) == acpc_game(name, last_street=last_street, stacks=stacks)
    assert stacks == (20_000 if "nolimit" in name else {"flop": 80, "turn": 160}[last_street])
    with pytest.raises(ValueError, match="numBoardCards='0 3 1 1': must be 0 3"):
        game_of_definition(text.replace("numBoardCards = 0 3", "numBoardCards = 0 3 1 1 #"))
    if "nolimit" not in name:
        with pytest.raises(ValueError, match="raiseSize='10': must be a bet twice"):
            game_of_definition(text.replace("raiseSize = 10", "raiseSize = 10 #"))


def test_lines_that_go_on_after_the_last_street() -> None:
    game = acpc_game("holdem.limit.2p.reverse_blinds", last_street="flop")
    line = "STATE:4:rc/crc:AhTd|Jd7d/2sTh3s:40|-40:Ann|Bob"
    hand = from_acpc(game, line)
    assert hand.state.is_terminal and hand.state.returns() == (30.0, -30.0)
    with pytest.raises(AcpcError, match="must be three, with slashes"):
        from_acpc(game, "STATE:4:rc/cc/:AhTd|Jd7d/2sTh3s/2h")
    with pytest.raises(AcpcError, match="betting, character 6, '/': the round is not over: no player is to act"):
        from_acpc(game, "STATE:4:rc/cc/:AhTd|Jd7d/2sTh3s")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("GAMEDEF\nnolimit", "nolimit", "line 1: no game definition: it must begin with GAMEDEF"),
        ("END GAMEDEF", "", "END GAMEDEF is missing"),
        ("numRounds = 4", "numRounds = 1", "numRounds=1: must be 4, as in hold'em, or 2 or 3"),
        ("numRounds = 4", "numRounds = 3", "numBoardCards='0 3 1 1': must be 0 3 1, as in hold'em"),
        ("numHoleCards = 2", "numHoleCards = 4", "numHoleCards=4: must be 2"),
        ("numHoleCards = 2", "", "numHoleCards is missing"),
        ("numSuits = 4", "numSuits = 4 4", "line 8: 'numSuits = 4 4': numSuits must have one whole number"),
        ("numSuits = 4", "numSuits = four", "numSuits must have one whole number"),
        ("numSuits = 4", "numSuits = 4\nnumSuits = 4", "line 9: numSuits occurs twice"),
        ("numRanks = 13", "numRanks = 9", "numRanks=9: must be 13, or 5"),
        ("numBoardCards = 0 3 1 1", "numBoardCards = 0 3 1", "numBoardCards='0 3 1': must be 0 3 1 1"),
        ("blind = 100 50", "blind = 100", "blind='100': must be 2 numbers"),
        ("blind = 100 50", "blind = 50 100", "blind='50 100' with firstPlayer='2 1 1 1': must be a small and a big blind"),
        ("firstPlayer = 2 1 1 1", "firstPlayer = 1", "with firstPlayer='1 1 1 1': must be"),
        ("stack = 20000 20000", "stack = 20000", "stack='20000': must be 2 numbers"),
        ("stack = 20000 20000", "", "stack is missing"),
        ("numPlayers = 2", "numPlayers = 12", "numPlayers=12: must be from 2 to 10"),
        ("nolimit", "limit", "raiseSize='': must be a bet twice"),
        ("nolimit", "nolimit\nante = 5", "line 3: no entry 'ante' in game definitions"),
        ("nolimit", "nolimit\nmaxRaises = 4 4 4 4", "maxRaises='4 4 4 4': must be one less before the flop"),
    ],
)
def test_definitions_that_are_none(old: str, new: str, message: str) -> None:
    text = definition_of_game(acpc_game(NO_LIMIT))
    assert old in text
    with pytest.raises(ValueError, match=re.escape(message)):
        game_of_definition(text.replace(old, new, 1))


def test_names_of_games(tmp_path: Any) -> None:
    with pytest.raises(
        ValueError, match="'holdem.nolimit.4p': no such game of the ACPC and no such file; games: holdem.limit.2p"
    ):
        acpc_game("holdem.nolimit.4p")
    (tmp_path / "a.game").write_bytes(b"\xff")
    with pytest.raises(ValueError, match="a.game: no game definition: no UTF-8 at byte 1"):
        acpc_game(str(tmp_path / "a.game"))
    (tmp_path / "a.game").write_bytes(b"#" * 100_001)
    with pytest.raises(ValueError, match="longer than 100,000 bytes"):
        acpc_game(str(tmp_path / "a.game"))
