"""CFR on one street with values at its end: against CFR on all streets, and against its own bound."""

from __future__ import annotations

import threading
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, DepthLimitedCFR
from pokerzoo.agents.subgames import leaf_values
from pokerzoo.agents.training import UnsupportedError
from pokerzoo.envs import make_game
from pokerzoo.envs.cards import COMBOS
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.evaluation import measure
from pokerzoo_testing.small_games import on_boards

RANGES = ("AA,KK,JTs,AhKh,9h8h,77,AQo", "QQ,TT,AJs,KhTh,8c7c,55,AKo")


class CheckedDown:
    """Values of rivers without bets, pair by pair: the share of the pot that a hand of a spot wins."""

    def __init__(self, game: Any) -> None:
        self.hands = np.unique(combo_numbers(game))
        cards = COMBOS[self.hands]
        self.meets = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))

    @cache  # noqa: B019
    def matrix(self, board: tuple[int, ...]) -> np.ndarray:
        strength = board_strength(board)[self.hands]
        alive = strength >= 0
        signs = np.sign(np.subtract.outer(strength, strength))
        return np.asarray(signs * (self.meets & alive[:, None] & alive) / 2)

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        assert (stacks > 0).all()
        result = np.zeros_like(ranges)
        for k, board in enumerate(boards.tolist()):
            matrix = self.matrix(tuple(board))
            result[k][:, self.hands] = matrix @ ranges[k, 1, self.hands], matrix @ ranges[k, 0, self.hands]
        return result


def turn(board: str = "QsJh2h8d", **changes: Any) -> Any:
    sizes = {"bet_sizes": {"turn": "60%,a", "river": "50%"}, "raise_sizes": {"turn": "a", "river": ""}}
    return make_game("holdem", **({"board": board, "ranges": RANGES, "pot": 20, "stack": 50} | sizes | changes))


@pytest.mark.parametrize(("board", "variant", "runs"), [("QsJh2h8d", "dcfr", 3), ("QsJs2h8h", "cfr", 1)])
def test_with_exact_values_the_iterates_are_those_of_the_whole(board: str, variant: str, runs: int) -> None:
    """Rivers without bets have one strategy. So CFR on both streets and CFR on one, given their values, are the same.

    Where suits are alike, hands tie: their regrets are zero but for rounding, so there the first iteration is compared.
    """
    ranges = RANGES if runs > 1 else ("22+,AJs,KTs,98s", "TT+,AQs,T9s")
    game = on_boards(turn(board, ranges=ranges, bet_sizes={"turn": "60%,a", "river": ""}))
    whole, limited = CFR(game, variant), DepthLimitedCFR(game, variant, values=CheckedDown(game), until_street="turn")
    assert 0 < len(limited._end.open) < len(limited._end.lines)  # lines that are all-in, and others
    assert isinstance(limited.form, StreetTree) and (limited.form.num_symmetries > 1) == (runs == 1)
    kept = len(limited._walk.regrets[0])
    for _ in range(runs):
        for solver in (whole, limited):
            solver.run(1 if runs == 1 else 2)
        np.testing.assert_allclose(limited._walk.regrets[0], whole._walk.regrets[0][:kept], atol=2e-5)
        np.testing.assert_allclose(limited._walk.averages[0], whole._walk.averages[0][:kept], atol=2e-4)
    assert np.abs(limited._walk.regrets[0]).max() > 1e-2
    assert limited._walk.value_sums == pytest.approx(whole._walk.value_sums, abs=1e-4)


class Fixed:
    """A hand is worth the same against each of the opponent's hands; counts how often it is asked."""

    def __init__(self) -> None:
        self.boards = 0

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        self.boards += len(boards)
        return np.broadcast_to(np.linspace(-0.5, 0.5, 1326, dtype=np.float32), ranges.shape)


class Concurrent(Fixed):
    """Several threads may ask; what it returns depends on the ranges."""

    concurrent = True

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        return (
            np.linspace(-0.5, 0.5, 1326, dtype=np.float32)
            * (ranges[:, ::-1] @ np.linspace(0, 1, 1326, dtype=np.float32))[..., None]
        )


class ForRivers(Fixed):
    public_cards = 5


class Watched(Fixed):
    """Notes which threads ask. If they may do so at once, the first two have to meet."""

    def __init__(self, concurrent: bool) -> None:
        super().__init__()
        self.concurrent, self.threads, self.most, self.met = concurrent, set[int](), 0, threading.Barrier(2, timeout=30)
        self.calls = count()

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        if self.concurrent and next(self.calls) < 2:
            self.met.wait()
        self.threads.add(threading.get_ident())
        self.most = max(self.most, len(boards))
        return super().values(ranges, boards, pots, stacks)


def test_only_a_function_that_allows_it_is_asked_by_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaf_values, "TOGETHER", 40)
    game = on_boards(turn())
    alone, together = Watched(False), Watched(True)
    first, second = (DepthLimitedCFR(game, values=each, threads=3).run(2) for each in (alone, together))
    assert alone.threads == {threading.get_ident()} and alone.most == 40
    assert len(together.threads) > 1 and 1 < together.most <= leaf_values.FOR_THREADS
    np.testing.assert_array_equal(first._walk.regrets[0], second._walk.regrets[0])


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h8d"])
def test_threads_that_ask_change_no_bit(board: str) -> None:
    ranges = "QQ+,AQs", "TT,AJs,KQs"
    game = on_boards(make_holdem(board=board, ranges=ranges, pot=20, stack=60, bet_sizes="100%,a"))
    single, three = (DepthLimitedCFR(game, values=Concurrent(), threads=count).run(4) for count in (1, 3))
    parts = three._walk.source._parts  # type: ignore[attr-defined]
    assert parts.count == 3 and len(parts.parts) > 3
    np.testing.assert_array_equal(single._walk.regrets[0], three._walk.regrets[0])
    np.testing.assert_array_equal(single._walk.averages[0], three._walk.averages[0])


def test_flops_are_solved_alone_where_nothing_is_bet_later() -> None:
    """Suits are alike, some lines are all-in, and rake is paid."""
    later = {"flop": "60%,a", "turn": "", "river": ""}
    changes: dict[str, Any] = {"ranges": ("QQ+,AKs,98s", "TT,AQs"), "bet_sizes": later, "raise_sizes": later, "rake_rate": 0.05}
    game = on_boards(turn("QsJs2h", rake_cap=3, **changes))
    whole = CFR(game, "cfr").run(1)
    limited = DepthLimitedCFR(game, "cfr", values="solve", leaf_iterations=1, until_street="flop").run(1)
    np.testing.assert_allclose(limited._walk.regrets[0], whole._walk.regrets[0][: len(limited._walk.regrets[0])], atol=2e-6)
    assert 0 < len(limited._end.open) < len(limited._end.lines)
    assert limited.average_policy().expanded().probabilities == pytest.approx(limited.completed(10).probabilities)
    result, wanted = (measure(game, policy).exploitability for policy in (limited.completed(10), whole.average_policy()))
    assert result == pytest.approx(wanted, abs=0.01)


@pytest.mark.check
def test_solved_rivers_lead_to_an_equilibrium_and_the_bound_holds() -> None:
    """Hands that never come to a leaf must be worth there what their best play is: else it stays at 2%, and the bound at 9%."""
    game = on_boards(turn())
    solver = DepthLimitedCFR(game, values="solve", leaf_iterations=40, threads=1).run(40)
    policy: Any = solver.average_policy()
    assert policy.river_bound().exploitability_pot_percent < 1.5
    safe, unsafe = policy.expanded(2.0), solver.completed(150)
    result = measure(game, safe).exploitability_pot_percent
    assert result <= policy.river_bound(2.0).exploitability_pot_percent + 1e-3
    measured: Any = measure(game, unsafe)
    assert measured.exploitability_pot_percent < 1.5
    assert measured.values[0] == pytest.approx(CFR(game).run(300).measure().values[0], abs=0.15)


def test_what_is_not_allowed_is_said() -> None:
    game = turn()
    number: Any = 3
    with pytest.raises(ValueError, match="values=3: must be 'solve'"):
        DepthLimitedCFR(game, values=number)
    with pytest.raises(ValueError, match="until_street='river': must be"):
        DepthLimitedCFR(on_boards(game), values="solve", until_street="river")
    with pytest.raises(UnsupportedError, match="it predicts regrets"):
        DepthLimitedCFR(game, "pcfr+", values="solve")
    with pytest.raises(UnsupportedError, match="cards to come"):
        DepthLimitedCFR(make_game("kuhn"), values="solve")

    class Short:
        def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
            return ranges[:, :, :5]

    with pytest.raises(ValueError, match="returned an array"):
        DepthLimitedCFR(on_boards(game), values=Short()).run(1)
    flop = on_boards(turn("QsJs2h", ranges=("QQ", "TT"), bet_sizes="a", raise_sizes=""))
    with pytest.raises(UnsupportedError, match="it values boards of 5 cards, not of 4"):
        DepthLimitedCFR(flop, values=ForRivers())
    with pytest.raises(ValueError, match="no iteration done yet"):
        DepthLimitedCFR(on_boards(game), values="solve").average_policy()
