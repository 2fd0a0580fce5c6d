"""Choices among continuations: on Leduc against linear programs, on a turn against plain solving."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, Continuations, DepthLimitedCFR, UnsupportedError
from pokerzoo.agents.cfr.continuations import ChoiceLeaves
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import TERMINAL, Game, State
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.registry import make_game
from pokerzoo.evaluation import measure, solve_lp
from pokerzoo_testing.small_games import TURN_SPOT, on_boards


class Choosing(Game):
    """Leduc until the public card. Then each player chooses in secret how to go on, and the rest is worth what is expected."""

    name, num_players, num_distinct_actions = "choosing", 2, 8
    observation_names = ("seat",)
    utility_range, observation_bounds = (-13.0, 13.0), (0.0, 1.0)

    def __init__(self, policies: Any) -> None:
        self.params, self.base, self.policies = {}, make_leduc(), policies

    def initial_state(self) -> Any:
        return ChoosingState(self, self.base.initial_state(), ())

    def action_label(self, action: int) -> str:
        return str(action)

    def worth(self, state: Any, choices: tuple[int, int]) -> float:
        """The first player's expected chips from a state of Leduc on."""
        if state.is_terminal:
            return float(state.returns()[0])
        shares = self.policies[choices[state.current_player]](state)
        return sum(share * self.worth(state.child(action), choices) for action, share in shares.items() if share > 0)


class ChoosingState(State):
    def __init__(self, game: Choosing, base: Any, choices: tuple[int, ...]) -> None:
        self.choosing, self.base, self.choices = game, base, choices

    @property
    def game(self) -> Any:
        return self.choosing

    @property
    def chooses(self) -> bool:
        return bool(self.base.public.board) and not self.base.is_terminal

    @property
    def current_player(self) -> int:
        if self.base.is_terminal or len(self.choices) == 2:
            return TERMINAL
        return len(self.choices) if self.chooses else self.base.current_player

    def legal_actions(self) -> Any:
        if self.is_terminal:
            return ()
        return tuple(range(len(self.choosing.policies))) if self.chooses else self.base.legal_actions()

    def chance_outcomes(self) -> Any:
        return self.base.chance_outcomes()

    def child(self, action: int) -> Any:
        if self.chooses:
            return ChoosingState(self.choosing, self.base, (*self.choices, action))
        return ChoosingState(self.choosing, self.base.child(action), ())

    def returns(self) -> Any:
        if not self.is_terminal:
            return 0.0, 0.0
        won = self.choosing.worth(self.base, self.choices) if self.choices else float(self.base.returns()[0])
        return won, -won

    def infoset_key(self, player: int) -> str:
        return f"{player}: {self.base.infoset_key(player)}"

    def observation(self, player: int) -> Any:
        return np.array([player], dtype=np.float32)

    def action_name(self, action: int) -> str:
        return f"as {action}" if self.chooses else self.base.action_name(action)

    def describe(self, player: int) -> str:
        return self.infoset_key(player)

    def history(self) -> Any:
        return (*self.base.history(), *self.choices)


def kind_of(name: str) -> str:
    return {"check": "call", "bet": "raise"}.get(name, name)


def biased(policy: Any, kind: str | None) -> Any:
    """A policy as a function, with the probability of one kind of action ten times as large."""

    @lru_cache(None)
    def by_key(state: Any) -> dict[int, float]:
        shares = {
            action: share * (10.0 if kind_of(state.action_name(action)) == kind else 1.0)
            for action, share in policy.action_probabilities(state).items()
        }
        return {action: share / sum(shares.values()) for action, share in shares.items()}

    return by_key


def test_on_leduc_the_choice_has_the_value_of_its_linear_program() -> None:
    game = on_boards(make_leduc())
    coarse = CFR(game, "cfr").run(4).average_policy()
    choosing = Choosing([biased(coarse, kind) for kind in (None, "fold", "call", "raise")])
    solver = DepthLimitedCFR(game, values=Continuations.biased(coarse)).run(400)
    assert measure(game, solver.continued()).values[0] == pytest.approx(solve_lp(choosing).value, abs=2e-3)


def pure_continuations(game: Any) -> list[np.ndarray]:
    """Rows of all twelve pairs of pure strategies of Leduc's second round, by what was done in that round."""
    form, found = game.public_tree(), []
    for plan in product(range(3), range(2), range(2)):
        (rows,) = form.new_rows()
        for public in form.canonical_states():
            numbers = np.ones((len(public.moves), len(game.rules.hands)))
            if public.board:
                done = public.betting.text.split("|")[-1]
                numbers[:] = 0.0
                numbers[plan[{"b": 0, "xb": 0, "br": 1, "xbr": 1, "": 2, "x": 2}[done]]] = 1.0
            form.put(rows, public, numbers)
        found.append(rows)
    return found


def exploitability_with(game: Any, continuations: Any, iterations: int = 300) -> float:
    solver = DepthLimitedCFR(game)
    solver._engine.source = ChoiceLeaves(solver._end, solver._engine.threads, continuations)
    return float(measure(game, solver.run(iterations).continued()).exploitability)


def test_continuations_that_have_the_best_ones_make_an_equilibrium() -> None:
    """An equilibrium as the only continuation does not: values at a leaf depend on the strategy that leads there."""
    game = on_boards(make_leduc())
    equilibrium = CFR(game).run(1000).average_policy()
    assert measure(game, equilibrium).exploitability < 1e-3
    alone = exploitability_with(game, [np.array(equilibrium.rows)])
    four = exploitability_with(game, [np.array(own.rows) for own in Continuations.biased(equilibrium).policies])
    best = exploitability_with(game, pure_continuations(game))
    assert best < 0.003 < four < 0.05 < 0.4 < alone


SPOTS: dict[str, dict[str, Any]] = {
    "turn": {"board": "QsJs2h8h", "ranges": ("22+,AJs,KTs,98s", "TT+,AQs,T9s")},
    "flop": {"board": "QsJs2h", "ranges": ("QQ,AKs,98s", "TT,AQs"), "bet_sizes": "a", "raise_sizes": ""},
}


@pytest.mark.parametrize("street", SPOTS)
def test_one_iteration_against_uniform_play_is_that_of_the_whole(street: str) -> None:
    """Suits are alike on these boards."""
    game = on_boards(make_game("holdem", **TURN_SPOT | SPOTS[street]))
    form = game.public_tree()
    uniform = SpotPolicy(game, form.shares(form.new_rows())[0])
    whole = CFR(game, "cfr", alternating=False).run(1)
    limited = DepthLimitedCFR(game, "cfr", values=Continuations([uniform, uniform]))
    assert not limited.alternating and form.num_symmetries > 1
    limited.run(1)
    np.testing.assert_allclose(limited._regrets[0], whole._regrets[0][: len(limited._regrets[0])], atol=2e-6)
    assert np.abs(limited._regrets[0]).max() > 1e-2


@pytest.mark.parametrize("street", SPOTS)
def test_whatever_hands_choose_one_wins_what_the_other_loses(street: str) -> None:
    """Own choices weight values, the opponent's weight strategies: both are the same game, leaf by leaf and hand by hand."""
    board = {"turn": "QsJh2d8c", "flop": "QsJh2d"}[street]
    game = on_boards(make_game("holdem", **TURN_SPOT | SPOTS[street] | {"board": board}))
    policy = CFR(game).run(3).average_policy()
    limited = DepthLimitedCFR(game, "cfr", values=Continuations.biased(policy, 3.0))
    source = limited._engine.source
    assert isinstance(source, ChoiceLeaves)
    source.regrets[:] = np.random.default_rng(1).exponential(size=source.regrets.shape)
    limited.run(1)
    assert limited._value_sums.sum() == pytest.approx(0.0, abs=1e-4)
    assert measure(game, limited.continued()).values == pytest.approx(limited._value_sums, abs=1e-4)


def test_a_checkpoint_goes_on_to_the_same_bits(tmp_path: Any) -> None:
    game = on_boards(make_leduc())
    ways = Continuations.biased(CFR(game).run(3).average_policy())
    whole = DepthLimitedCFR(game, values=ways).run(12)
    DepthLimitedCFR(game, values=ways).run(5, checkpoint=tmp_path)
    again = DepthLimitedCFR(game, values=ways).run(12, checkpoint=tmp_path)
    assert again.iteration == 12
    assert np.array_equal(again.continued().rows, whole.continued().rows)


def test_what_is_not_allowed_is_said() -> None:
    game, other = on_boards(make_leduc()), make_game("holdem", **TURN_SPOT)
    policy = CFR(game).run(1).average_policy()
    with pytest.raises(ValueError, match="one or more policies"):
        Continuations([])
    with pytest.raises(ValueError, match="factor=0.5: must"):
        Continuations.biased(policy, 0.5)
    with pytest.raises(ValueError, match="of another game"):
        DepthLimitedCFR(other, values=Continuations([policy]))
    with pytest.raises(UnsupportedError, match="no Continuations"):
        DepthLimitedCFR(game).continued()
    with pytest.raises(UnsupportedError, match="no function"):
        DepthLimitedCFR(game).hand_values()
    with pytest.raises(ValueError, match="no iteration done yet"):
        DepthLimitedCFR(game, values=Continuations([policy])).continued()
