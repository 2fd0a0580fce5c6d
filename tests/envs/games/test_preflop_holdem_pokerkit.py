"""Random hands of ``preflop_holdem`` against pokerkit: whose turn it is, the least and the most bet, and payoffs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.poker.lines import BET, CALL, FOLD

kit = pytest.importorskip("pokerkit")


def kit_state(stack: int, ante: int) -> Any:
    """Heads-up no-limit hold'em with blinds of 1 and 2; the first player is the big blind there, too."""
    automatic = kit.Automation
    automations = (
        automatic.ANTE_POSTING, automatic.BET_COLLECTION, automatic.BLIND_OR_STRADDLE_POSTING,
        automatic.HOLE_CARDS_SHOWING_OR_MUCKING, automatic.HAND_KILLING, automatic.CHIPS_PUSHING, automatic.CHIPS_PULLING,
    )  # fmt: skip
    return kit.NoLimitTexasHoldem.create_state(automations, True, ante, (1, 2), 2, (stack, stack), 2)


def play_beside(game: PokerGame, stack: int, ante: int, rng: Random) -> tuple[int, bool]:
    """Play one hand in both; return how many bets were made, and whether hands were shown."""
    theirs, state, bets = kit_state(stack, ante), game.initial_state(), 0
    deck = game.rules.deck
    while not state.is_terminal:
        legal = state.legal_actions()
        if state.is_chance:
            action = legal[rng.randrange(len(legal))]
            if len(state.hands) < 2:
                theirs.deal_hole("".join(deck[card] for card in game.rules.hands[action]))
            else:
                theirs.burn_card("??")
                number = state.public.betting.num_deals
                theirs.deal_board("".join(deck[card] for card in game.rules.dealt_cards(number, action)))
            state = state.child(action)
            continue
        line = state.public.betting
        assert theirs.actor_index == state.current_player
        assert theirs.checking_or_calling_amount == line.to_call
        assert sum(theirs.stacks) == 2 * stack - line.pot
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
    return bets, not any(state.public.folded)


@pytest.mark.parametrize(
    ("stack", "ante", "sizes"),
    [
        (20, 0, {"bet_sizes": "1%,60%", "raise_sizes": "1.1x,60%"}),
        (40, 1, {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}),
        (200, 0, {"bet_sizes": "75%", "raise_sizes": {"preflop": "3bb,3x", "flop": "3x", "turn": "3x", "river": "a"}}),
    ],
)
def test_hands_are_pokerkit_s(stack: int, ante: int, sizes: dict[str, Any]) -> None:
    """Legal amounts and payoffs agree on random hands to the river."""
    game = make_game(
        "preflop_holdem",
        blinds=(1, 2),
        stack=stack,
        ante=ante,
        ends="river",
        chip=1,
        raise_cap=4,
        add_allin_threshold=0.5,
        **sizes,
    )
    assert isinstance(game, PokerGame)
    rng = Random(stack)
    seen = [play_beside(game, stack, ante, rng) for _ in range(60)]
    assert sum(bets for bets, _ in seen) > 60
    assert 10 < sum(shown for _, shown in seen) < 55
