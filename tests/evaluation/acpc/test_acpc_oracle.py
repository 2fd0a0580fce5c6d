"""Our rules and ACPC strings against OpenSpiel's ``universal_poker``, which plays by the ACPC server's own code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.acpc.acpc_games import acpc_game, definition_of_game
from pokerzoo.evaluation.acpc.acpc_strings import acpc_betting, acpc_values, action_word, from_acpc, to_acpc
from pokerzoo_testing.acpc_hands import state_of_betting

pyspiel = pytest.importorskip("pyspiel")

SHORT = {"stacks": 700, "bet_sizes": "any", "raise_sizes": "any", "blinds": (50, 100)}
# Under fixed limit OpenSpiel knows no stacks: players bet more than they have. Stacks that do not last are in no-limit games.
GAMES: dict[str, TexasHoldemGame] = {
    "limit, two": acpc_game("holdem.limit.2p.reverse_blinds"),
    "limit, three": acpc_game("holdem.limit.3p"),
    "no-limit, two": acpc_game("holdem.nolimit.2p.reverse_blinds", stacks=1500),
    "no-limit, three": acpc_game("holdem.nolimit.3p", stacks=1500),
    "no-limit, six": make_game("texas_holdem", num_players=6, **SHORT),  # type: ignore[dict-item]
    "limit, two, to the flop": acpc_game("holdem.limit.2p.reverse_blinds", last_street="flop"),
    "limit, three, to the turn": acpc_game("holdem.limit.3p", last_street="turn"),
    "no-limit, two, to the flop": acpc_game("holdem.nolimit.2p.reverse_blinds", stacks=1500, last_street="flop"),
    "no-limit, three, to the turn": acpc_game("holdem.nolimit.3p", stacks=1500, last_street="turn"),
}


def oracle_of(game: TexasHoldemGame) -> Any:
    lines = [line.split(" = ") for line in definition_of_game(game).splitlines()[1:-1]]
    given: dict[str, Any] = {words[0]: words[1] for words in lines if len(words) == 2}
    numbers = {name: int(given[name]) for name in ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")}
    fixed = lines[0][0] == "limit"  # under which the whole game lists no bets
    given |= numbers | {"betting": lines[0][0], "bettingAbstraction": "fcpa" if fixed else "fullgame"}
    return pyspiel.load_game("universal_poker", given)


def theirs(state: Any) -> str:
    """The ACPC's line of an OpenSpiel state."""
    return next(line for line in str(state).splitlines() if line.startswith("ACPC State: ")).removeprefix("ACPC State: ")


def same_cards(line: str) -> list[str]:
    """A line with the cards of each hand in order."""
    head, _, cards = line.rpartition(":")
    hands, slash, board = cards.partition("/")
    return [head, slash + board, *("".join(sorted((hand[:2], hand[2:]))) for hand in hands.split("|"))]


def random_hand(game: TexasHoldemGame, oracle: Any, rng: np.random.Generator) -> tuple[TexasHoldemState, Any]:
    """A hand that both play alike, with what is legal compared at each step."""
    fixed = game.params["limit"] == "fixed-limit"
    state: Any = game.initial_state()
    other = oracle.new_initial_state()
    while not other.is_terminal():
        if other.is_chance_node():
            other.apply_action(int(rng.choice(other.legal_actions())))
            continue
        line = theirs(other)
        state = from_acpc(game, line).state
        assert same_cards(to_acpc(state)) == same_cards(line)
        assert state.current_player == other.current_player()
        legal = state.legal_actions()
        if fixed:
            assert tuple(other.legal_actions()) == legal
            words = {action: action for action in legal}
        else:
            words = {action if action < 2 else int(action_word(state, action)[1:]): action for action in legal}
            assert sorted(words) == sorted(other.legal_actions())
        some = [word for word in words if word < 2] * 2 + [*words][-3:] + [int(rng.choice([*words]))]
        word = int(rng.choice(some))
        if word == 0 and rng.random() < 0.6:
            word = 1
        other.apply_action(word)
        state = state.child(words[word])
    final = from_acpc(game, theirs(other)).state
    assert same_cards(to_acpc(final)) == same_cards(theirs(other))
    return final, other


@pytest.mark.parametrize("hands", [8, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_strings_and_payoffs_are_those_of_the_server(name: str, hands: int) -> None:
    game = GAMES[name]
    oracle = oracle_of(game)
    rng = np.random.default_rng(hands)
    for _ in range(hands):
        state, other = random_hand(game, oracle, rng)
        assert state.is_terminal
        values = acpc_values(state)
        assert sum(values) == 0
        assert [float(value) for value in values] == pytest.approx(other.returns(), abs=1e-9)
        assert list(state.returns()) == pytest.approx(other.returns(), abs=game.num_players)  # odd chips are whole in ours
        again = state_of_betting(game, acpc_betting(state))
        assert (again.moves, again.contributions) == (state.moves, state.contributions)
