"""Lines of spots for three players beside pokerkit: who acts, what is legal, side pots and what is paid."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD

kit = pytest.importorskip("pokerkit")


def kit_state(game: Any, hands: list[str]) -> Any:
    """Pokerkit's hand of three at the start of the spot: antes make the pot, and before that nobody bets."""
    automatic = kit.Automation
    automations = (
        automatic.ANTE_POSTING, automatic.BET_COLLECTION, automatic.BLIND_OR_STRADDLE_POSTING,
        automatic.HOLE_CARDS_SHOWING_OR_MUCKING, automatic.HAND_KILLING, automatic.CHIPS_PUSHING, automatic.CHIPS_PULLING,
    )  # fmt: skip
    ante = int(game.stakes.starting_pot) // 3
    stacks = [int(game.rules.betting.most_of(seat)) for seat in range(3)]
    theirs = kit.NoLimitTexasHoldem.create_state(automations, True, ante, (0, 0, 0), 1, stacks, 3)
    for hand in hands:
        theirs.deal_hole(hand)
    names, board = game.rules.deck.names, game.rules.deck.board
    for start, end in ((0, 3), (3, 4), (4, 5))[: len(board) - 2]:
        while theirs.actor_index is not None:
            theirs.check_or_call()
        theirs.burn_card("??")
        theirs.deal_board("".join(names[card] for card in board[start:end]))
    return theirs


def play_beside(game: Any, rng: Random, seen: Counter[str]) -> None:
    """Play one hand in both, and count what was met."""
    state, rules = game.initial_state(), game.rules
    while state.is_chance:
        state = state.child(rng.choice(state.legal_actions()))
    theirs = kit_state(game, ["".join(rules.deck.names[card] for card in rules.deck.hands[hand]) for hand in state.hands])
    while not state.is_terminal:
        if state.is_chance:
            card = rng.choice(state.legal_actions())
            assert theirs.actor_index is None
            theirs.burn_card("??")
            theirs.deal_board(rules.deck.names[card])
            state = state.child(card)
            continue
        line = state.public.line
        assert theirs.actor_index == state.current_player
        assert theirs.checking_or_calling_amount == line.to_call
        assert theirs.can_fold() == (line.moves[0][0] == FOLD)
        totals = [total for kind, total in line.moves if kind == BET]
        assert theirs.can_complete_bet_or_raise_to() == bool(totals) or line.num_bets == 4, line
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        if totals:
            assert max(totals) <= most
            # All that another player can call is all-in here, even where the least raise is more.
            assert all(total >= least for total in totals[:-1])
        k = rng.choices(range(len(line.moves)), [{FOLD: 1, CALL: 3, BET: 3}[kind] for kind, _ in line.moves])[0]
        kind, total = line.moves[k]
        seen[f"kind {kind}"] += 1
        if kind == FOLD:
            theirs.fold()
        elif kind == CALL:
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(int(max(total, least)))
        state = state.child(state.legal_actions()[k])
    assert not theirs.status
    assert tuple(map(float, theirs.payoffs)) == pytest.approx(state.returns(), abs=0.51)  # a whole chip goes to one of two
    if all(payoff == int(payoff) for payoff in state.returns()):
        assert tuple(theirs.payoffs) == state.returns()
        seen["exact"] += 1
    shown = state.public.line.folded.count(False)
    seen[f"{shown} shown"] += 1
    seen["side pots"] += shown > 1 and len(state.public.line.pots) > 1


@pytest.mark.parametrize("board", ["QsJh2h8d3c", pytest.param("QsJh2h8d", marks=pytest.mark.check)])
def test_lines_of_three_players_are_pokerkit_s(board: str) -> None:
    rng, seen = Random(len(board)), Counter[str]()
    for _ in range(12):
        stack = [rng.randrange(2, 40) for _ in range(3)]
        game = make_game(
            "holdem", board=board, ranges=("AA,KJs", "TT,QJs", "99,AhTh,JTs"), pot=3 * rng.randrange(1, 6),
            stack=tuple(stack) if rng.random() < 0.8 else stack[0], bet_sizes=rng.choice(["50%,a", "40%,150%", "1c"]),
            raise_sizes=rng.choice(["50%,a", "1c,a", "2x"]), max_nodes=10**6, add_allin_threshold=0, force_allin_threshold=0,
            raise_cap=4,
        )  # fmt: skip
        for _ in range(25):
            play_beside(game, rng, seen)
    assert min(seen["side pots"], seen["3 shown"], seen["2 shown"]) > 3
    assert seen["exact"] > 200


def test_nobody_bets_more_than_another_player_can_call() -> None:
    """The largest stack counts up to the second; and where only the short stack is left, up to that."""
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "TT", "99"), pot=3, stack=(60, 40, 12), bet_sizes="8c,a", raise_sizes="a",
        add_allin_threshold=0, force_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    assert game.rules.betting.stacks == (40.0, 40.0, 12.0)
    assert line.tokens == ("x", "b8", "b40")
    line = line.after(0).after(0).after(1).after(0)  # two checks, a bet of 8 by the short stack, OOP folds
    assert (line.text, line.actor, line.tokens) == ("xxb8f", 1, ("f", "c", "r12"))
    line = game.rules.root.line.after(2)
    assert (line.actor, line.tokens) == (1, ("f", "c"))  # nobody else has more
    short = line.after(1)
    assert (short.actor, short.to_call) == (2, 12.0)
    assert short.after(1).payoffs_of((1, 1, 2)) == (28.0 - 41.0, 28.0 - 41.0, 39.0 - 13.0)


@pytest.mark.parametrize(
    ("moves", "actor", "tokens"),
    [
        (["x", "b15", "c", "c"], 0, ("x", "b100")),
        (["x", "x", "b15", "f", "c"], 1, ("x", "b75")),  # OOP has folded
        (["b15", "c", "c"], 0, ("x", "b38")),
    ],
)
def test_donk_bets_are_into_a_later_player(moves: list[str], actor: int, tokens: tuple[str, ...]) -> None:
    game = make_game(
        "holdem", board="QsJh2h8d", ranges=("AA", "KK", "TT"), pot=30, stack=500, bet_sizes="50%", raise_sizes="",
        donk_sizes=("100c", "75c", "1c"), add_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    for token in moves:
        line = line.after(line.tokens.index(token))
    line = line.deal()
    assert (line.actor, line.tokens) == (actor, tokens)
