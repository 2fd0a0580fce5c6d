"""Rivers that are solved anew, held to what the solution's rivers were worth: the whole is no worse than the bound says."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, LaterValues, ResolvingPolicy, RiverBound, SpotPolicy, StoreError, Subgame, TabularPolicy
from pokerzoo.agents.cfr.resolving import resolve_river
from pokerzoo.agents.subgames import resolving_policy, subgame
from pokerzoo.agents.subgames.resolving_policy import HELD_TARGET, UNHELD
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import form_evaluator, form_of
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import reaching_weights
from pokerzoo.evaluation import measure
from pokerzoo_testing.cases import public_at
from pokerzoo_testing.parts import in_part

TURN = {
    "board": "7s7h2s2h", "ranges": ("AA,KK,99,AKo", "QQ,JJ,AQo"), "pot": 10, "stack": 30, "bet_sizes": "100%",
    "raise_sizes": "", "add_allin_threshold": 0,
}  # fmt: skip
RAKED = TURN | {"rake_rate": 0.05, "rake_cap": 1}
FLOP = {
    "board": "Qs8s3s", "ranges": ("AA,QQ,33", "KK,JJ,88"), "pot": 20, "stack": 15, "bet_sizes": "a", "raise_sizes": "",
    "add_allin_threshold": 0,
}  # fmt: skip
SPOTS = {"turn": RAKED, "flop": FLOP | {"rake_rate": 0.05}}


def solved(params: dict[str, Any], until: str = "0.05%") -> SpotPolicy:
    policy = CFR(make_game("holdem", **params)).run(until=until).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.fixture(scope="module")
def turn() -> SpotPolicy:
    return solved(TURN)


@pytest.fixture(scope="module")
def raked() -> SpotPolicy:
    return solved(RAKED)


def game_of(policy: SpotPolicy) -> HoldemGame:
    assert isinstance(policy.game, HoldemGame)
    return policy.game


def bound_of(policy: ResolvingPolicy, target: float | None = None) -> RiverBound:
    result = policy.river_bound(target)
    assert result is not None
    return result


def values_of(policy: ResolvingPolicy) -> LaterValues:
    assert policy.later_values is not None
    return policy.later_values


def for_ranges(policy: ResolvingPolicy) -> ResolvingPolicy:
    """The policy without its values."""
    return ResolvingPolicy(policy.game, policy.rows.copy(), policy.metadata, streets=1)


def check_bound(policy: SpotPolicy, without: ResolvingPolicy, target: float | None = None) -> tuple[float, float]:
    """Exploitability of the whole and its bound in percent of the pot; best responses keep to theirs, one by one."""
    before, whole, bound = measure(policy.game, policy), without.expanded(target), bound_of(without, target)
    after = measure(policy.game, whole)
    added = whole.metadata["rivers_add_at_most_percent"]
    assert bound.solution.values == pytest.approx(before.values, abs=1e-6)
    assert bound.solution.best_response_values == pytest.approx(before.best_response_values, abs=1e-6)
    assert np.all(after.best_response_values <= bound.best_response_values + 1e-5)
    rake = float(before.values.sum() - after.values.sum())
    assert rake == pytest.approx(0.0, abs=1e-5) or bound.raked
    assert after.exploitability <= bound.exploitability + rake / 2 + 1e-5
    assert added >= bound.added_pot_percent - 1e-12
    return float(after.exploitability_pot_percent or 0.0), bound.exploitability_pot_percent


@pytest.mark.check
@pytest.mark.parametrize("spot", ["turn", pytest.param("turn, rake", marks=pytest.mark.long)])
def test_the_whole_keeps_to_its_bound(spot: str, turn: SpotPolicy, raked: SpotPolicy) -> None:
    """A spot in which rivers solved for their ranges alone are far beyond it."""
    policy = turn if spot == "turn" else raked
    without = ResolvingPolicy.of(policy)
    result, most = check_bound(policy, without)
    assert result <= most < 0.1
    added = without.expanded().metadata["rivers_add_at_most_percent"]
    assert added == bound_of(without).added_pot_percent  # no river missed its target
    alone = measure(policy.game, for_ranges(without).expanded()).exploitability_pot_percent
    assert alone is not None and alone > 5 * most
    again, wider = check_bound(policy, without, 0.5)
    assert most < wider and result < again <= wider


@pytest.mark.parametrize("precision", ["full", "half"])
def test_a_file_keeps_to_the_bound_that_it_says(precision: Any, turn: SpotPolicy, tmp_path: Path) -> None:
    """In 16 bits the solution is the one in 16 bits, before its rivers are left out."""
    path = tmp_path / "spot.npz"
    turn.save(path, precision, streets=1)
    without = TabularPolicy.load(path)
    assert isinstance(without, ResolvingPolicy)
    turn.save(tmp_path / "all.npz", precision)
    whole = TabularPolicy.load(tmp_path / "all.npz")
    assert isinstance(whole, SpotPolicy)
    result, most = check_bound(whole, without)
    assert result <= most
    without.save(tmp_path / "again.npz", "half")  # values go with these very numbers, so that no bit is lost
    assert TabularPolicy.load(tmp_path / "again.npz") == without == pickle.loads(pickle.dumps(without))
    assert for_ranges(without) != without


def by_brute_force(game: HoldemGame, policy: SpotPolicy, history: str, player: int) -> Any:
    """float64 [hands]: what a best response is worth from the start of a river on, from the river alone."""
    rules = game.rules
    at = public_at(game, history)
    reach = reaching_weights(game, at, policy.strategy)
    part = Subgame.reached_by(game, history, policy)
    below = part.spot
    form = form_of(below)
    assert isinstance(form, RowsForm) and rules.weights is not None and below.rules.weights is not None
    evaluator = form_evaluator(form)
    evaluator.evaluate_policy(in_part(policy, below, history).probabilities)
    result = unpack_rows(form.lanes, evaluator.best_utilities(evaluator.shares)[player], form.num_lanes)[0]
    weights = np.array(below.rules.weights[player])
    each = np.divide(result, weights, out=np.zeros(len(result)), where=weights > 0)  # its own weight is in it: few hands
    _, chance = meeting(game, below.rules.deck.board)
    scale = np.array(below.rules.weights[1 - player]).max() / reach[1 - player].max()
    values = np.zeros(len(rules.deck.hands))
    values[part.hands] = each * below.rules.ranges.pair_weight / scale * chance
    return values


def meeting(game: HoldemGame, board: tuple[int, ...]) -> tuple[Any, float]:
    """(bool [hands, hands]: which share no card, chance's reach of a board and of a pair of hands of weight 1)."""
    rules = game.rules
    cards = rules.deck.hand_cards
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert rules.weights is not None
    chance = 1.0 / (np.array(rules.weights[0]) @ apart @ np.array(rules.weights[1]))
    for dealt in range(len(board) - len(rules.deck.board)):
        chance /= 52 - len(rules.deck.board) - 4 - dealt
    return apart, chance


def starts(game: HoldemGame) -> list[Any]:
    """Starts of all rivers, alike or not."""
    rivers = [public for public in game.infosets.public_states() if len(public.board) == 5]
    return [public for public in rivers if public.line.above is not None and public.line.above.card_due]


@pytest.fixture(scope="module", params=["turn", "flop"])
def half_solved(request: pytest.FixtureRequest) -> SpotPolicy:
    policy = CFR(make_game("holdem", **SPOTS[request.param])).run(10).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


def test_values_are_those_of_each_river_alone(half_solved: SpotPolicy) -> None:
    policy, game = half_solved, game_of(half_solved)
    kept = values_of(ResolvingPolicy.of(policy))
    some = [at for at in starts(game) if policy.form.canonical(at)[0] == at]
    for at in some[:: len(some) // 8]:
        for player in range(2):
            values = by_brute_force(game, policy, at.history, player)
            held = values != 0
            assert held.sum() > 5
            assert kept.at(at)[player][held] == pytest.approx(values[held], rel=1e-3, abs=1e-7)


def test_stakes_are_a_sum_over_all_rivers(half_solved: SpotPolicy) -> None:
    policy, game = half_solved, game_of(half_solved)
    rules, all_starts = game.rules, starts(game)
    assert rules.weights is not None
    apart, chance = meeting(game, all_starts[0].board)
    stakes = np.zeros(2)
    for at in all_starts:
        reach = reaching_weights(game, at, policy.strategy)
        alive = ~np.isin(rules.deck.hand_cards, at.board).any(axis=1)
        for player in range(2):
            likely = (np.array(rules.weights[player]) * alive) @ apart @ reach[1 - player] * chance
            stakes[player] += likely * 2 * at.line.before[0]
    assert values_of(ResolvingPolicy.of(policy)).stakes == pytest.approx(stakes, rel=1e-5)


@pytest.mark.long
def test_a_flop_keeps_to_its_bound() -> None:
    policy = solved(FLOP | {"bet_sizes": "100%", "stack": 15}, "0.2%")
    result, most = check_bound(policy, ResolvingPolicy.of(policy))
    assert result <= most


def test_the_same_river_has_the_same_bits_however_it_is_reached(turn: SpotPolicy) -> None:
    """In whatever order rivers are asked for, also after others have taken their place."""
    game = turn.game
    histories = ["xx/2c|", "xx/2c|x", "xx/Kd|", "xb10c/3s|", "xb10c/3s|x", "b10c/6h|"]
    first, second = ResolvingPolicy.of(turn), ResolvingPolicy.of(turn)
    answers = {h: first.strategy(public_at(game, h)) for h in histories}
    for history in reversed(histories):
        assert np.array_equal(second.strategy(public_at(game, history)), answers[history])
    whole = first.expanded()
    for history in histories:
        assert whole.strategy(public_at(game, history)) == pytest.approx(answers[history], abs=1e-6)
    assert first.solved == {h: pytest.approx(v) for h, v in second.solved.items()}


def test_a_river_is_solved_for_the_player_who_is_asked(turn: SpotPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    players: list[int] = []
    percents: list[float] = []

    def spy(game: HoldemGame, player: int, *more: Any) -> Any:
        result = resolve_river(game, player, *more)
        players.append(player)
        percents.append(result[1] / 10 * 100)
        return result

    monkeypatch.setattr(subgame, "resolve_river", spy)
    policy = ResolvingPolicy.of(turn)
    for history in ("xx/2c|", "xx/2c|", "xx/2c|x", "xx/2c|x"):
        policy.strategy(public_at(policy.game, history))
    assert players == [0, 1]
    assert policy.solved == {"xx/2c|": max(percents)} and 0.0 < max(percents) <= HELD_TARGET


def test_rivers_that_miss_their_target_are_in_the_bound(turn: SpotPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(resolving_policy.KEPT, 1, 3)

    def in_haste(game: HoldemGame, player: int, worth: Any, allowed: float, *most: Any) -> Any:
        return resolve_river(game, player, worth, allowed, most=25)

    monkeypatch.setattr(subgame, "resolve_river", in_haste)
    without = ResolvingPolicy.of(turn)
    before = bound_of(without)
    whole = without.expanded()
    assert whole.metadata["rivers_solved_to_percent"] > HELD_TARGET
    added = whole.metadata["rivers_add_at_most_percent"]
    assert added > 2 * before.added_pot_percent
    result, solution = measure(turn.game, whole), before.solution.exploitability_pot_percent
    assert result.exploitability_pot_percent <= solution + added
    raised = []
    for _ in range(2):  # one that is solved twice misses once
        for history in ("xx/2c|", "xx/3d|", "xx/4d|", "xx/5d|", "xx/6d|"):
            without.strategy(public_at(turn.game, history))
        raised.append(bound_of(without).gains - before.gains)
    assert raised[0][1] > 0.0 == raised[0][0] and np.array_equal(raised[0], raised[1])


def test_files_without_values_solve_rivers_for_the_ranges_alone(turn: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    turn.save(path, streets=1)
    assert TabularPolicy.load(path) == ResolvingPolicy.of(turn)
    with np.load(path) as archive:
        np.savez(path, header=archive["header"], rows=archive["rows"])
    policy = TabularPolicy.load(path)
    assert isinstance(policy, ResolvingPolicy)
    assert policy.river_bound() is None and policy == for_ranges(policy)
    answer = policy.strategy(public_at(policy.game, "xx/2c|x"))
    below = Subgame.reached_by(policy.game, "xx/2c|", policy)
    alone = CFR(below.spot).run(1000, until=f"{UNHELD[1][0]}%").average_policy()
    expected = alone.strategy(public_at(below.spot, "x"))
    reached = np.array(below.spot.rules.weights)[1] > 1e-3
    assert answer[:, below.hands][:, reached] == pytest.approx(expected[:, reached], abs=0.02)


@pytest.mark.parametrize(
    ("header", "values", "message"),
    [
        ({"streets": "some"}, None, "damaged: streets='some'"),
        ({"streets": 0}, None, "damaged: rows of float32"),
        ({"streets": 2}, None, "damaged: streets=2"),
        ({}, lambda old: old[:3], r"later_values of float32 \[3\]: must be float32 \[[0-9]+\]"),
        ({}, lambda old: np.zeros(3), r"later_values of float64 \[3\]: must be float32"),
        ({}, lambda old: old / 0.0, "later_values: some are not finite"),
        ({"later_values": {"values": [0, 0], "best_response_values": [0, 0]}}, None, "stakes must be two finite numbers"),
        ({"later_values": {"values": [0, None]}}, None, "values must be two finite numbers"),
        ({"later_values": 3}, None, "values must be two finite numbers"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*encountered in divide")
def test_damaged_files_are_refused(header: dict[str, Any], values: Any, message: str, turn: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    turn.save(path, streets=1)
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(arrays["header"].tobytes()) | header
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    if values is not None:
        arrays["later_values"] = values(arrays["later_values"])
    np.savez(path, **arrays)
    with pytest.raises(StoreError, match=message):
        TabularPolicy.load(path)
