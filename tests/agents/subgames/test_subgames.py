"""A spot's later streets as games: played as in the whole, and worth the same."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, HeldTo, Subgame, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import HoldemGame, make_holdem
from pokerzoo.envs.games.subgames import reaching_weights, street_of
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation import exploitability, measure
from pokerzoo_testing.cases import public_at, random_strategy
from pokerzoo_testing.parts import in_part

TURN = {
    "board": "QsJh2h8d", "ranges": ("22+:0.5,AA,KK:0.3", "22+,AKs:0.25"), "pot": 20, "stack": 95, "bet_sizes": "60%",
    "raise_sizes": "a", "add_allin_threshold": 0, "raise_cap": 2, "rake_rate": 0.05, "rake_cap": 2,
}  # fmt: skip
BY_STREET = TURN | {
    "bet_sizes": {"turn": "60%", "river": ("33%,e", "75%")},
    "donk_sizes": {"river": ("20%", "150%")},
    "removed": ("b12c/b15", "xb12c/x"),
}
FLOP = TURN | {"board": "QsJh2h", "ranges": ("AA,KK,76s", "QQ,TT,98s"), "donk_sizes": "10%", "bet_sizes": "50%,e"}


def spot(params: dict[str, Any], **more: Any) -> HoldemGame:
    return make_holdem(**params | more)


def hands_apart(game: HoldemGame) -> np.ndarray:
    """bool [hands, hands]: which share no card."""
    cards = game.rules.deck.hand_cards
    return np.asarray(~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3)))


def starts(game: HoldemGame) -> list[PublicState]:
    """Starts of the streets after the first."""
    return [p for p in game.infosets.public_states() if p.line.above is not None and p.line.above.card_due]


@pytest.mark.parametrize("params", [TURN, FLOP, TURN | {"donk_sizes": "25%", "chip": 0.1, "stack": 33.7}, BY_STREET])
def test_the_betting_goes_on_as_in_the_whole(params: dict[str, Any]) -> None:
    """All below is the same, but for the cards and moves before."""
    game = spot(params)
    entries = {at.line: at for at in starts(game)}
    assert len(entries) > 2
    for at in entries.values():
        stack = [(at, Subgame.reached_by(game, at.history, "random").spot.rules.root)]
        while stack:
            old, new = stack.pop()
            assert (old.is_over, old.card_due, old.actor, old.board) == (new.is_over, new.card_due, new.actor, new.board)
            assert (old.line.tokens, old.line.contributions) == (new.line.tokens, new.line.contributions)
            assert old.history.removeprefix(at.history) == new.history
            if old.is_over:
                for winners in ((0,), (1,), (0, 1)):
                    assert old.line.payoffs(winners) == new.line.payoffs(winners)
            elif old.card_due:
                card = 0 if 0 not in old.board else 51
                stack.append((old.deal(card), new.deal(card)))
            else:
                stack += [(old.after(k), new.after(k)) for k in range(len(old.line.moves))]


def test_hands_weigh_what_their_own_actions_bring_there() -> None:
    game = spot(TURN)
    policy = TabularPolicy(game, random_strategy(game, 3))
    below = Subgame.reached_by(game, "xb12c/2c|", policy).spot
    for player, hands in enumerate(below.ranges):
        for hand in ("AdAc", "KdKc", "TdTc"):
            index = {name: k for k, name in enumerate(game.rules.deck.hand_names)}[hand]
            x, b, c = policy[f"{hand}|"]["check"], policy[f"{hand}|x"]["bet 12"], policy[f"{hand}|xb12"]["call"]
            weights = reaching_weights(game, public_at(game, "xb12c/2c|"), policy.strategy)[player]
            assert weights[index] == np.array(game.rules.weights)[player, index] * (b if player else x * c)
            scale = hands.weights.max() / weights.max()
            assert scale == 2.0 ** round(np.log2(scale))  # no bit of a weight is lost
    held = np.flatnonzero(np.array(below.rules.weights)[0])
    assert "2c" not in "".join(below.rules.deck.hand_names[hand] for hand in held)
    assert pickle.loads(pickle.dumps(below)) == below  # it is a spot like any other
    assert make_holdem(**below.params).rules.weights == below.rules.weights


def test_rivers_are_worth_what_the_whole_says() -> None:
    """Two policies that differ on rivers only: the whole's values differ by what those of all rivers do, reach by reach.

    Chance turns up each of the 44 cards that a pair of hands leaves with the same probability.
    """
    game = spot(BY_STREET, ranges=("AA,KK,76s:0.5,QTs", "99+,AKs:0.25,AsTs,98s"), removed=(), raise_cap=1)
    mixed, pure = random_strategy(game, 1), game.infosets.pure(lambda legal: legal[-1])
    on_river = np.zeros(game.infosets.size, dtype=bool)
    for point in game.infosets.points:
        if point.line.num_deals:
            on_river[point.entry : point.entry + point.places.total * len(point.line.moves)] = True
    policies = [TabularPolicy(game, mixed), TabularPolicy(game, np.where(on_river, pure, mixed))]
    expected = measure(game, policies[1]).values - measure(game, policies[0]).values
    result = np.zeros(2)
    apart = hands_apart(game)
    whole = np.array(game.rules.weights)
    pairs = float(whole[0] @ apart @ whole[1])
    for at in starts(game):
        weights = reaching_weights(game, at, policies[0].strategy)
        below = Subgame.reached_by(game, at.history, policies[0]).spot
        values = [measure(below, in_part(policy, below, at.history)).values for policy in policies]
        result += (values[1] - values[0]) * float(weights[0] @ apart @ weights[1]) / pairs / 44
    assert np.abs(expected).max() > 0.5
    assert result == pytest.approx(expected, abs=2e-5)


def test_an_equilibrium_of_the_whole_is_one_of_its_subgames() -> None:
    """In the subgame it is exploited by no more than in the whole, over how likely the subgame is; its value is the same."""
    game = spot(TURN, ranges=("22+", "22+,AKs"), rake_rate=0, rake_cap=None)
    policy = CFR(game).run(until="0.02%").average_policy()
    at = public_at(game, "xx/2c|")
    below = Subgame.reached_by(game, at.history, policy).spot
    weights = reaching_weights(game, at, policy.strategy)
    apart, ranges = hands_apart(game), np.array(game.rules.weights)
    likely = float(weights[0] @ apart @ weights[1] / (ranges[0] @ apart @ ranges[1])) / 44
    whole, part = measure(game, policy), measure(below, in_part(policy, below, at.history))
    assert 0 <= part.nash_conv * likely <= whole.nash_conv + 1e-5
    solved = CFR(below).run(until="0.02%")
    assert solved.measure().values[0] == pytest.approx(part.values[0], abs=part.nash_conv + solved.measure().nash_conv)


def test_where_streets_start() -> None:
    game = spot(FLOP)
    river = public_at(game, "xx/2c|xx/2d|x")
    assert [street_of(river, deals).history for deals in range(3)] == ["", "xx/2c|", "xx/2c|xx/2d|"]
    for history in ("xx/2c|x", "xx/2c|xx/2d|x", "x"):
        public = public_at(game, history)
        assert public is not None
        start = street_of(public)
        assert start.history == (history.rpartition("|")[0] + "|" if "|" in history else "")
        assert Subgame.reached_by(game, start.history, "random").spot.rules.deck.board == start.board


def test_a_part_answers_for_the_whole_once_it_is_solved() -> None:
    game = spot(TURN, ranges=("22+", "22+,AKs"), rake_rate=0, rake_cap=None)
    part = Subgame.reached_by(game, "xx/2c|", "random")
    public = public_at(game, "xx/2c|x")
    assert public is not None
    with pytest.raises(ValueError, match=r"call solve\(\) first"):
        part.strategy(public)
    with pytest.raises(ValueError, match="solved in iterations or seconds over all boards"):
        part.opponent_values(0)
    below = public_at(part.spot, "x")
    policy = CFR(part.spot).run(20).average_policy()
    wide = part.solve(iterations=20).strategy(public)
    held = part.spot.infosets.entries(below)[0] >= 0
    np.testing.assert_allclose(wide[:, part.hands[held]], policy.strategy(below)[:, held], atol=1e-6)
    assert not np.delete(wide, part.hands, axis=1).any()
    assert part.reached == pytest.approx(CFR(part.spot).run(20).measure().exploitability_pot_percent)
    in_time: Any = part.solve(seconds=0.001).solver
    assert in_time.iteration >= 1 and part.solve(target=50.0).reached <= 50.0
    for solved in (part.solve(target=2.0), part.solve(iterations=200)):  # it is a policy of its spot
        assert exploitability(part.spot, solved) == pytest.approx(part.reached / 100 * 20, abs=1e-6)
    for elsewhere in ("x", "xx/2d|x", "b12c/2c|x"):
        with pytest.raises(ValueError, match=rf"'{re.escape(elsewhere)}' is not in the subgame, which begins at 'xx/2c\|'"):
            part.strategy(public_at(game, elsewhere))
    with pytest.raises(ValueError, match=r"'' is not in the subgame, which begins at 'xx/2c\|'"):
        exploitability(game, part)
    values = part.opponent_values(1).at[part.spot.rules.root.line]
    assert part.solve(HeldTo(1, values), iterations=500).reached < 0.1


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("xx", "no player acts there; histories of a street's start look like"),
        ("xx/2c|x", "in the middle of a street"),
        (3, "no player acts there"),
        ("xx/2h|", "no player acts there"),
        ("b12c/2c|", "policy never leads there: no hand of player 0"),
    ],
)
def test_bad_places_are_named(at: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Subgame.reached_by(spot(TURN, ranges=("22+", "22+,AKs")), at, "always_call")
    with pytest.raises(ValueError, match="must be a hold'em spot"):
        Subgame.reached_by(make_game("leduc"), "xx/Kh|", "random")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give iterations or seconds"),
        ({"iterations": 1, "seconds": 1.0}, "give iterations or seconds"),
        ({"iterations": 1, "drawn": 1}, "boards are drawn on a flop only"),
        ({"target": 1.0, "held_to": HeldTo(0, np.zeros(1))}, "only a river is solved to a target"),
    ],
)
def test_limits_that_do_not_go_together_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Subgame.reached_by(spot(FLOP), "xx/2c|", "random").solve(**options)
