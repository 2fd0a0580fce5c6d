"""Magnetic mirror descent: against a plain twin, its fixed points against their equation, its way to an equilibrium."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
import pytest

from pokerzoo.agents import MMD
from pokerzoo.agents.mirror_descent.mmd import Schedule, read_schedule
from pokerzoo.agents.mirror_descent.mmd_kernels import LEAST, LEAST_32, exponential
from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes, OneLane, load_block, store_block
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import exploitability

KUHN, LEDUC = make_game("kuhn"), make_game("leduc")
SKEWED = make_game("rps", payoffs=((0.0, -1.0, 3.0), (1.0, 0.0, -3.0), (-3.0, 3.0, 0.0)))
PENNIES = make_game("rps", payoffs=((2.0, -1.0), (-1.0, 1.0)))
SMALL_RIVER = {"board": "QsJh2h8d3c", "ranges": ("KK,A8s:0.5", "TT,AQs:0.25,K9s")}


def action_values(game: Game, policy: Floats) -> Floats:
    """Expected chips after each action where its infoset is reached, by a plain walk over all histories."""
    at = [game.infosets.slice(i) for i in range(len(game.infosets))]
    worth, reached = np.zeros(len(policy)), np.zeros(len(at))

    def walk(state: State, reach: list[float]) -> list[float]:
        mover = state.current_player
        if mover == TERMINAL:
            return list(state.returns())
        if mover == CHANCE:
            result = [(p, walk(state.child(a), [x * p for x in reach])) for a, p in state.chance_outcomes()]
            return [sum(p * values[player] for p, values in result) for player in range(game.num_players)]
        infoset = state.infoset_index()
        shares = policy[at[infoset]]
        result = []
        for share, action in zip(shares, state.legal_actions(), strict=True):
            below = [x if player == mover else x * share for player, x in enumerate(reach)]
            result.append((share, walk(state.child(action), below)))
        worth[at[infoset]] += [reach[mover] * values[mover] for _, values in result]
        reached[infoset] += reach[mover]
        return [sum(share * values[player] for share, values in result) for player in range(game.num_players)]

    walk(game.initial_state(), [1.0] * game.num_players)
    for infoset, entries in enumerate(at):
        worth[entries] /= reached[infoset]
    return worth


def normalised(game: Game, positive: Floats) -> Floats:
    return positive / np.repeat(game.infosets.sums(positive), game.infosets.counts())


def twin(game: Game, iterations: int, step: float, temperature: float, rate: float, alternating: bool) -> Floats:
    """The paper's update, probability by probability."""
    player_of = np.concatenate([[row.player] * len(row.actions) for row in game.infosets])
    policy = game.infosets.uniform().copy()
    magnet = policy.copy()
    for _ in range(iterations):
        for turn in range(game.num_players) if alternating else (None,):
            moved = policy * magnet ** (step * temperature) * np.exp(step * action_values(game, policy))
            moved = normalised(game, moved ** (1.0 / (1.0 + step * temperature)))
            mine = np.full(len(policy), True) if turn is None else player_of == turn
            policy = np.where(mine, moved, policy)
            held = normalised(game, magnet ** (1.0 - rate) * policy**rate)
            magnet = np.where(mine, held, magnet)
    return policy


GAMES: dict[str, tuple[Game, Any]] = {
    "kuhn": (KUHN, "public"),
    "kuhn, flat": (KUHN, "flat"),
    "kuhn for three": (make_game("kuhn", num_players=3), "flat"),
    "matrix": (SKEWED, "flat"),
    "weighted ranges": (make_game("holdem", **SMALL_RIVER), "public"),
    "rake, flat": (make_game("holdem", **SMALL_RIVER, rake_rate=0.05), "flat"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("alternating", "rate"), [(True, 0.0), (False, 0.0), (True, 0.3), (False, 0.3)])
def test_it_does_what_the_paper_says(name: str, alternating: bool, rate: float) -> None:
    game, layout = GAMES[name]
    largest = max(map(abs, game.utility_range))
    step, temperature = 1.3 / largest, 0.1 * largest
    options: dict[str, Any] = {"step": step, "temperature": temperature, "magnet_rate": rate, "alternating": alternating}
    trainer = MMD(game, layout=layout, **options).run(4)
    expected = twin(game, 4, step, temperature, rate, alternating)
    assert np.allclose(trainer.current_policy().probabilities, expected, rtol=1e-10, atol=0.0)
    assert np.allclose(trainer.action_values(), action_values(game, expected), rtol=0.0, atol=1e-10 * largest)


def test_of_many_hands_it_does_the_same_in_single_precision() -> None:
    ranges = ("66+,A9s+:0.5", "66+,A9s+:0.3,KQs")
    game = make_game("holdem", board="QsJh2h8d3c", ranges=ranges, bet_sizes="a")
    options: dict[str, Any] = {"temperature": 5.0, "step": 0.01}
    many, flat = (MMD(game, layout=layout, **options).run(30) for layout in ("public", "flat"))
    assert (many.form.num_lanes > 64, flat.form.num_lanes) == (True, 1)
    assert np.abs(many.current_policy().probabilities - flat.current_policy().probabilities).max() < 1e-4
    assert many.measure_current().nash_conv == pytest.approx(flat.measure_current().nash_conv, rel=1e-3)


def test_where_the_others_never_lead_the_magnet_is_kept() -> None:
    trainer = MMD(PENNIES, temperature=0.0, step=1e6).run(3)
    assert np.isfinite(trainer.current_policy().probabilities).all() and np.isfinite(trainer.action_values()).all()
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("AsAc,7h6h", "AsAc,7d6d"))  # AsAc never meets AsAc
    trainer = MMD(game).run(200)
    assert trainer.measure_current().gains.min() > -1e-9 and np.isfinite(trainer.action_values()).all()


@pytest.mark.parametrize(("game", "temperature"), [(KUHN, 0.05), (KUHN, 0.5), (LEDUC, 0.5), (PENNIES, 0.3)], ids=str)
def test_at_the_fixed_point_policies_are_the_softmax_of_action_values(game: Game, temperature: float) -> None:
    trainer = MMD(game, temperature=temperature).run(1500)
    policy = trainer.current_policy().probabilities
    result = normalised(game, np.exp(action_values(game, policy) / temperature))
    assert np.abs(result - policy).max() < 1e-9


@pytest.mark.parametrize(("game", "at"), [(KUHN, 0.0005), (SKEWED, 0.001), (LEDUC, 0.012)], ids=str)
def test_as_the_temperature_falls_the_last_policy_comes_close_to_an_equilibrium(game: Game, at: float) -> None:
    trainer = MMD(game).run(1000)
    first = trainer.measure_current().exploitability
    assert first < at and trainer.exploitability < 2 * at
    assert exploitability(game, trainer.current_policy()) == pytest.approx(first, abs=1e-12)
    assert trainer.run(1000).measure_current().exploitability < 0.6 * first


def test_a_moving_magnet_reaches_an_equilibrium_of_kuhn_to_the_last_digits() -> None:
    assert MMD(KUHN, magnet_rate=0.2).run(1500).measure_current().exploitability < 1e-12


def test_the_settings_of_the_paper() -> None:
    paper = MMD(KUHN, temperature="1/sqrt(t)", step="1/sqrt(t)", alternating=False).run(1000)
    assert 0.004 < paper.measure_current().exploitability < 0.006
    default = MMD(KUHN, alternating=False)
    assert (str(default.temperature), str(default.step)) == ("1/sqrt(t)", "1/sqrt(t)")


@pytest.mark.parametrize(
    ("value", "start", "exponent", "text"),
    [
        (0.5, 0.5, 0.0, "0.5"),
        ("2", 2.0, 0.0, "2"),
        ("5/sqrt(t)", 5.0, 0.5, "5/sqrt(t)"),
        (" 1e-1 / t ", 0.1, 1.0, "0.1/t"),
        (".5/t^0.75", 0.5, 0.75, "0.5/t^0.75"),
    ],
)
def test_schedules(value: float | str, start: float, exponent: float, text: str) -> None:
    schedule = read_schedule("step", value)
    assert (schedule, str(schedule)) == (Schedule(start, exponent), text)
    t = np.array([1.0, 2.0, 1000.0])
    assert np.allclose(schedule.values(t), start / t**exponent, rtol=1e-12)


# The exponential function in lanes


@nb.njit
def write_exponential(lanes: Any, numbers: Any, out: Any) -> None:
    store_block(lanes, out, 0, 0, exponential(lanes, load_block(lanes, numbers, 0, 0)))


@pytest.mark.parametrize(
    ("lanes", "width", "kind", "least"),
    [(OneLane(), 1, np.float64, LEAST), (HandLanes(1), 8, np.float64, LEAST), (ManyHandLanes(1), 16, np.float32, LEAST_32)],
)
def test_the_exponential_is_numpys_up_to_rounding(lanes: Any, width: int, kind: Any, least: float) -> None:
    numbers = np.concatenate([np.linspace(least, 0.0, 240), np.geomspace(least, -1e-9, 239), [0.0]]).astype(kind)
    result = np.zeros((1, width), dtype=kind)
    for block in numbers.reshape(-1, 1, width):
        write_exponential(lanes, block[0] if width == 1 else block, result[0] if width == 1 else result)
        assert np.allclose(result, np.exp(block.astype(np.float64)), rtol=4 * np.finfo(kind).eps, atol=0.0)
    below = np.full((1, width), -np.inf, dtype=kind)
    write_exponential(lanes, below[0] if width == 1 else below, result[0] if width == 1 else result)
    assert np.allclose(result, np.exp(least), rtol=1e-5, atol=0.0)


def test_without_a_compiler_the_exponential_has_the_same_bits() -> None:
    result = np.zeros(1)
    for number in np.linspace(-40.0, 0.0, 101):
        write_exponential(OneLane(), np.array([number]), result)
        assert exponential(OneLane(), number) == result[0]
