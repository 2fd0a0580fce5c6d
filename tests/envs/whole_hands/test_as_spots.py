"""From the flop on a heads-up hand with equal stacks is a spot of ``holdem``: the same totals are legal, the same is paid."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, FOLD
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.hands_by_rule import any_amount, play

BETS, RAISES = "75%,a", "2.5x,a"
AFTER = dict.fromkeys(("flop", "turn", "river"), RAISES)


@pytest.mark.parametrize(
    ("first", "street", "pot", "left"),
    [("r7", 1, 14, 193), ("r7", 2, 14, 193), ("r50", 3, 100, 150), ("r4", 3, 8, 196), ("r90", 1, 180, 110)],
)
def test_totals_and_payoffs_along_random_lines(first: str, street: int, pot: int, left: int) -> None:
    """A raise to so much and a call before the flop, checks up to the street, then anything; ``left``: what is behind."""
    game = make_game("texas_holdem", bet_sizes=BETS, raise_sizes={"preflop": f"{int(first[1:]) - 2}c", **AFTER})
    assert isinstance(game, TexasHoldemGame)
    rng = np.random.default_rng(street + pot)
    folds = showdowns = longest = 0
    spot = make_game(
        "holdem", board="2c7d9hJsQc"[: 4 + 2 * street], pot=pot, stack=left, bet_sizes=BETS, raise_sizes=RAISES, min_bet=2,
        add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    assert isinstance(spot, HoldemGame)
    for seed in range(25):
        whole = play(game, f"{first} c /" + " x x /" * (street - 1), seed)
        spot = spot.on_board("".join(game.rules.deck.names[card] for card in whole.board))
        public, moves = spot.rules.root, 0
        while not whole.is_terminal:
            if public.card_due:
                public = public.deal(whole.board[len(public.board)])
                continue
            assert public.actor == whole.current_player
            totals = {whole.total_of(action): action for action in whole.legal_actions() if action >= BET}
            assert [total for kind, total in public.line.moves if kind == BET] == sorted(totals)
            kinds = [kind for kind, _ in public.line.moves]
            assert [kind for kind in kinds if kind != BET] == [kind for kind in whole.legal_actions() if kind < BET]
            likely = np.array([0.4 if kind == FOLD else 1.0 for kind in kinds])
            k = int(rng.choice(len(kinds), p=likely / likely.sum()))
            kind, total = public.line.moves[k]
            public = public.after(k)
            whole = whole.child(totals[total] if kind == BET else kind).after_chance(rng)
            moves += 1
        while public.card_due:
            public = public.deal(whole.board[len(public.board)])
        live = [player for player in range(2) if not public.line.folded[player]]
        folds += len(live) == 1
        showdowns += len(live) == 2
        if len(live) == 2:
            strength = [spot.rules.strength(whole.hole_cards(player), whole.board) for player in range(2)]
            live = [player for player in live if strength[player] == max(strength)]
        won = public.line.payoffs(tuple(live))
        assert won == whole.returns()
        longest = max(longest, moves)
    assert min(folds, showdowns) > 1
    assert longest > 3


def test_any_amount_has_the_same_least_and_most() -> None:
    """A raise after a bet of every size on the river, against the least and the most total that a spot's sizes come to."""
    game = any_amount(stack=60)
    spot = make_game(
        "holdem", board="2c7d9hJsQc", pot=4, stack=58, bet_sizes="a,1c", raise_sizes="1c,a", min_bet=2, add_allin_threshold=0,
        force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    assert isinstance(spot, HoldemGame)
    whole: TexasHoldemState = play(game, "c x / x x / x x /")
    public, rng = spot.rules.root, np.random.default_rng(3)
    while True:
        bets = [action for action in whole.legal_actions() if action >= BET]
        theirs = [total for kind, total in public.line.moves if kind == BET]
        assert bool(bets) == bool(theirs)
        if not bets:
            break
        assert theirs == sorted({whole.total_of(bets[0]), whole.total_of(bets[-1])})
        public = public.after([kind for kind, _ in public.line.moves].index(BET))
        whole = whole.child(bets[0]).after_chance(rng)
