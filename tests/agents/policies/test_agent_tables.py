"""Agents as tables: batched, deterministic, sampled; what is refused; and their exact exploitability."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, BatchedAgent, PolicyAgent, TabularPolicy, as_agent, baseline_policy, profile, tabulate
from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import State, draw_outcome
from pokerzoo.envs.infosets import Infoset
from pokerzoo.evaluation import exploitability, measure
from pokerzoo_testing.all_hands import AllHands, Batched
from pokerzoo_testing.cases import every_game, random_strategy
from pokerzoo_testing.textbook import brute_force_best_response
from pokerzoo_testing.textbook import expected_values as by_recursion

FEW = {"board": "AhJs7c7d2h", "ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "pot": 10, "stack": 95, "raise_cap": 2}
RIVER = {"board": "QsJh2h8d3c", "ranges": ("22+,A2+", "99+,K9+,QTs+"), "pot": 10, "stack": 30}


class Network:
    """A softmax over the legal actions of a linear map, in float32."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        shape = (len(game.observation_names), game.num_distinct_actions)
        self.weights = np.random.default_rng(seed).normal(size=shape).astype(np.float32)
        self.batches: list[int] = []

    def action_probabilities_batch(self, observations: Any, action_masks: Any, keys: Any) -> Any:
        self.batches.append(len(keys))
        scores = np.exp(observations @ self.weights) * action_masks
        return scores / scores.sum(axis=1, keepdims=True)

    def of_a_state(self, state: State) -> list[float]:
        """The same for one state, in another way: of the legal actions alone, in float64."""
        seen = state.observation(state.current_player).astype(np.float64)
        scores = np.exp(seen @ self.weights.astype(np.float64)[:, list(state.legal_actions())])
        return list(scores / scores.sum())


class Acts:
    """An agent with ``act`` alone."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose

    def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> Any:
        return self.choose(observation, action_mask, info, rng)


@every_game
def test_a_table_comes_back_whatever_the_game(game: Game) -> None:
    policy = TabularPolicy(game, random_strategy(game, 1))
    agent = Batched(policy)
    np.testing.assert_allclose(tabulate(game, agent).probabilities, policy.probabilities, rtol=0, atol=1e-15)
    assert len(agent.batches) == 1
    assert agent.keys == [row.key for row in game.infosets]
    in_pieces = Batched(policy)
    assert tabulate(game, in_pieces, batch=5) == tabulate(game, agent)
    assert len(in_pieces.batches) == -(-len(game.infosets) // 5)


@every_game
def test_a_deterministic_agent_is_its_actions(game: Game) -> None:
    infos = []

    def last_legal(observation: Any, mask: Any, info: Any, rng: Any) -> Any:
        infos.append(info)
        return np.flatnonzero(mask)[-1]  # a numpy integer

    table = tabulate(game, Acts(last_legal))
    for row in game.infosets:
        assert table.action_probabilities(row.key)[row.actions[-1]] == 1.0
    assert len(infos) == 2 * len(game.infosets)
    for info in infos:
        assert game.infosets[info["infoset"]["index"]].key == info["infoset"]["key"]
        assert np.flatnonzero(info["action_mask"]).tolist() == list(game.infosets[info["infoset"]["index"]].actions)
    assert table.metadata == {"agent": "Acts", "asked": "act"}


def test_an_agent_that_plays_at_random_is_estimated() -> None:
    game = make_game("kuhn")
    policy = TabularPolicy(game, random_strategy(game, 3))

    def at_random(observation: Any, mask: Any, info: Any, rng: Any) -> Any:
        return draw_outcome(policy.action_probabilities(info["infoset"]["key"]).items(), rng)

    agent = Acts(at_random)
    with pytest.raises(ValueError, match="Acts draws random numbers, .* action_probabilities_batch .* samples="):
        tabulate(game, agent)
    table = tabulate(game, agent, samples=600, seed=1)
    assert table.metadata == {"agent": "Acts", "asked": "act", "estimate": True, "samples": 600, "seed": 1}
    error = np.sqrt(policy.probabilities * (1 - policy.probabilities) / 600)
    assert (np.abs(table.probabilities - policy.probabilities) <= 5 * error).all()
    assert tabulate(game, agent, samples=600, seed=1) == table
    assert tabulate(game, agent, samples=100, seed=2) != tabulate(game, agent, samples=100, seed=1)
    drawn = tabulate(game, agent, samples=100)
    assert tabulate(game, agent, samples=100, seed=drawn.metadata["seed"]) == drawn


def test_each_seat_is_asked_in_its_own_infosets_only() -> None:
    game = make_game("leduc")
    first, policy = TabularPolicy(game, random_strategy(game, 5)), TabularPolicy(game, random_strategy(game, 6))
    whole = profile(game, [first, policy])
    agent = Batched(policy)
    second = {row.key: policy[row.key] for row in game.infosets if row.player == 1}

    def refuse(row: Infoset | Any) -> None:
        assert row == 1, "asked for another seat"

    class ByKey:
        def action_probabilities(self, where: Any) -> dict[int, float]:
            refuse(where.current_player)
            return policy.action_probabilities(where)

    def of_a_state(state: State) -> dict[int, float]:
        return ByKey().action_probabilities(state)

    def of_all_hands(public: Any) -> Any:
        refuse(public.actor)
        return to_player(game, Batched(policy)).strategy(public)

    for other in (agent, PolicyAgent(policy), second, ByKey(), of_a_state, AllHands(of_all_hands)):
        np.testing.assert_allclose(profile(game, [first, other]).probabilities, whole.probabilities, rtol=0, atol=1e-15)
    assert agent.keys == list(second)
    assert profile(game, [first, "honest"]) == profile(game, [first, baseline_policy(game, "honest")])
    with pytest.raises(ValueError, match="1 policies for 2 players"):
        profile(game, [first])


@pytest.mark.parametrize(("name", "params"), [("leduc", {}), ("holdem", FEW)])
def test_a_network_gets_its_exact_exploitability_from_one_batch(name: str, params: dict[str, Any]) -> None:
    game = make_game(name, **params)
    network = Network(game)
    assert isinstance(network, BatchedAgent)
    result = exploitability(game, network)
    assert network.batches == [len(game.infosets)]
    assert result == pytest.approx(exploitability(game, network.of_a_state), rel=1e-4)


def test_networks_asked_decision_by_decision_are_their_tables() -> None:
    game = make_game("holdem", **RIVER)
    network = Network(game, 1)
    table = tabulate(game, network)
    again = tabulate(game, AllHands(to_player(game, network).strategy))
    np.testing.assert_allclose(again.probabilities, table.probabilities, rtol=0, atol=1e-6)
    assert network.batches[0] == len(game.infosets) == sum(network.batches[1:])


def scripted_at(key: str, legal: Any) -> int:
    """Kuhn by a rule: bet the king, call with the queen behind, bluff the jack in the second seat, else check or fold."""
    card, line = key.split("|")
    if card == "K":
        return 2 if 2 in legal else 1
    if line == "b":
        return 1 if card == "Q" else 0
    if line == "x":
        return 2 if card == "J" else 1
    return 0 if 0 in legal else 1


def scripted(observation: Any, mask: Any, info: Any, rng: Any) -> int:
    return scripted_at(info["infoset"]["key"], np.flatnonzero(mask))


def test_an_estimate_says_so_in_its_method() -> None:
    game = make_game("kuhn")
    equilibrium = CFR(game, "cfr+").run(2000).average_policy()

    def at_random(observation: Any, mask: Any, info: Any, rng: Any) -> Any:
        return draw_outcome(equilibrium.action_probabilities(info["infoset"]["key"]).items(), rng)

    result = measure(game, Acts(at_random), samples=400, seed=3)
    text = "the policy is an estimate, from the frequencies of 400 samples at each infoset"
    assert result.method == f"best responses on the whole tree; {text}"
    assert exploitability(game, equilibrium) < 1e-3 < result.exploitability < 0.1
    assert exploitability(game, Acts(at_random), samples=400, seed=3) == result.exploitability
    mixed = measure(game, [equilibrium, Acts(at_random)], samples=400, seed=3)
    assert text in mixed.method


def test_a_scripted_agent_is_as_exploitable_as_brute_force_says() -> None:
    """Best responses over all 64 pure strategies of each player, values by recursion over histories."""
    game = make_game("kuhn")
    strategy = {
        row.key: [float(action == scripted_at(row.key, row.actions)) for action in row.actions] for row in game.infosets
    }
    values = by_recursion(game, strategy)
    gains = [brute_force_best_response(game, strategy, player) - values[player] for player in range(2)]
    result = measure(game, Acts(scripted))
    assert result.gains == pytest.approx(gains, abs=1e-12)
    assert result.exploitability == pytest.approx(sum(gains) / 2, abs=1e-12)
    assert result.exploitability > 0.1


def wrong(answer: Any) -> Any:
    """An agent whose answers are a function of uniform play and the masks."""

    class Wrong:
        def action_probabilities_batch(self, observations: Any, action_masks: Any, keys: Any) -> Any:
            return answer(action_masks / action_masks.sum(axis=1, keepdims=True), action_masks)

    return Wrong()


def test_what_is_rounding_is_scaled() -> None:
    game = make_game("leduc")
    rounded = wrong(lambda p, masks: (p * (1 + 2e-6) + 5e-7 * (1 - masks)).astype(np.float32))
    np.testing.assert_allclose(tabulate(game, rounded).probabilities, game.infosets.uniform(), rtol=0, atol=1e-6)


CALLS = iter(range(10**6))
OWN = np.random.default_rng(1)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (wrong(lambda p, masks: p * 0.5), r"infoset 'J\|': Wrong plays 0, 0.25, 0.25, .* sum to 0.5"),
        (wrong(lambda p, masks: p[:-1]), r"shape \(11, 3\) for 12 infosets .*, must be \(12, 3\)"),
        (wrong(lambda p, masks: p[:, :2]), r"shape \(12, 2\)"),
        (wrong(lambda p, masks: np.where(p == 0.5, np.nan, p)), r"infoset 'J\|': Wrong plays 0, nan, nan"),
        (wrong(lambda p, masks: np.full(p.shape, 1 / 3)), r"infoset 'J\|': .* action 0 .*not legal there \(legal: 1, 2\)"),
        (wrong(lambda p, masks: np.where(masks, [[0, 1.5, -0.5]], 0)), r"infoset 'J\|': .*-0.5, .* not be negative"),
        (Acts(lambda *seen: 0), r"infoset 'J\|': Acts takes action 0; legal: 1 \(check\), 2 \(bet\)"),
        (Acts(lambda *seen: "bet"), r"infoset 'J\|': Acts takes action 'bet'"),
        (Acts(lambda seen, mask, info, rng: OWN.choice(np.flatnonzero(mask))), "answers differently when asked again"),
        (Acts(lambda seen, mask, *more: np.flatnonzero(mask)[int(next(CALLS) >= 12)]), "answers differently when asked again"),
        *((nothing, "policy=.*: must be an agent") for nothing in (None, 5, object())),
        (as_agent(make_game("leduc"), "honest"), "policy: a policy for leduc"),
    ],
)
def test_wrong_answers_and_no_agents_are_refused(policy: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tabulate(make_game("kuhn"), policy)


def test_limits() -> None:
    for name in ("batch", "samples"):
        with pytest.raises(ValueError, match=f"{name}=0"):
            tabulate(make_game("kuhn"), Acts(lambda *seen: 1), **{name: 0})
    with pytest.raises(ValueError, match="histories"):
        tabulate(make_game("bet_fold", num_players=6, num_cards=100), Acts(lambda *seen: 1))
