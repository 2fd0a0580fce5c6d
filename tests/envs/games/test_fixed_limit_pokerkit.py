"""Fixed-limit hold'em with short stacks beside pokerkit: what is legal, all-in for less, and what is paid."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pokerzoo.envs import FixedBets, PokerGame, Round, make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo_testing.rules import changed_rules

kit = pytest.importorskip("pokerkit")


def kit_state(stack: int, ante: int) -> Any:
    """Heads-up fixed-limit hold'em with blinds of 1 and 2; the first player is the big blind there, too."""
    automatic = kit.Automation
    automations = (
        automatic.ANTE_POSTING, automatic.BET_COLLECTION, automatic.BLIND_OR_STRADDLE_POSTING,
        automatic.HOLE_CARDS_SHOWING_OR_MUCKING, automatic.HAND_KILLING, automatic.CHIPS_PUSHING, automatic.CHIPS_PULLING,
    )  # fmt: skip
    stacks = stack, stack
    return kit.FixedLimitTexasHoldem.create_state(automations, True, ante, (1, 2), 2, 4, stacks, 2)


def play_beside(game: PokerGame, stack: int, ante: int, rng: Random) -> tuple[int, bool]:
    """Play one hand in both; return how many bets were made, and whether hands were shown."""
    theirs, state, bets = kit_state(stack, ante), game.initial_state(), 0
    deck = game.rules.deck.names
    while not state.is_terminal:
        legal = state.legal_actions()
        if state.is_chance:
            action = legal[rng.randrange(len(legal))]
            if len(state.hands) < 2:
                theirs.deal_hole("".join(deck[card] for card in game.rules.deck.hands[action]))
            else:
                theirs.burn_card("??")
                number = state.public.line.num_deals
                theirs.deal_board("".join(deck[card] for card in game.rules.dealt_cards(number, action)))
            state = state.child(action)
            continue
        line = state.public.line
        assert theirs.actor_index == state.current_player
        assert theirs.checking_or_calling_amount == line.to_call
        assert sum(theirs.stacks) == 2 * stack - line.pot
        assert theirs.can_complete_bet_or_raise_to() == (line.moves[-1][0] == BET)
        k = rng.choices(range(len(legal)), [{FOLD: 1, CALL: 4, BET: 2}[kind] for kind, _ in line.moves])[0]
        for kind, total in line.moves:
            if kind == BET:
                assert theirs.min_completion_betting_or_raising_to_amount <= total
                assert total <= theirs.max_completion_betting_or_raising_to_amount
        kind, total = line.moves[k]
        if kind == FOLD:
            theirs.fold()
        elif kind == CALL:
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(int(total))
            bets += 1
        state = state.child(legal[k])
    assert not theirs.status
    assert tuple(map(float, theirs.payoffs)) == state.returns()
    return bets, not any(state.public.line.folded)


@pytest.mark.parametrize(("stack", "ante"), [(3, 0), (7, 1), (18, 1)])
def test_fixed_limit_hands_with_short_stacks_are_pokerkit_s(stack: int, ante: int) -> None:
    """A player with less than a bet goes all-in for less, and the same is legal and paid to the river."""
    # pokerkit's four bets are beside the blind.
    streets = ((0, 2.0, 5), (3, 2.0, 4), (1, 4.0, 4), (1, 4.0, 4))
    base = make_game("preflop_holdem", blinds=(1, 2), stack=stack, ante=ante)
    assert isinstance(base, PokerGame)
    rounds = tuple(
        Round(cards, FixedBets(bet, (cap, cap)), at_once=cards > 1, first=int(not cards)) for cards, bet, cap in streets
    )
    game, rng = PokerGame("limit_holdem", {}, changed_rules(base.rules, rounds=rounds)), Random(stack)
    seen = [play_beside(game, stack, ante, rng) for _ in range(25)]
    assert sum(bets for bets, _ in seen) > 10
    assert 4 < sum(shown for _, shown in seen) < 24
    raised = game.rules.root.line
    while raised.moves[-1][0] == BET:
        raised = raised.after(len(raised.moves) - 1)
    assert max(raised.contributions) == min(stack, ante + 2 + 4 * 2)
