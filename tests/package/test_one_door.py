"""Public functions that take a game take its environment and name too, and say what they expect of policies and seats."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import pokerzoo.agents
import pokerzoo.agents.blueprint
import pokerzoo.envs
import pokerzoo.envs.cards
import pokerzoo.evaluation
import pokerzoo.evaluation.hands
import pokerzoo.evaluation.pictures
import pokerzoo.preflop
from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import holdem_river_v0, kuhn_v0, make_game, texas_holdem_v0
from pokerzoo.envs.core import game_of
from pokerzoo.evaluation import SpotReport, exploitability, head_to_head
from pokerzoo.kernels import warm_up

KUHN = make_game("kuhn")
RECORDS = {  # made by functions, from what these looked at
    "HandSpot", "Measurement", "TableView", "TexasHoldemState", "BlueprintPolicy", "SpotPolicy", "ResolvingPolicy", "Trainer",
    "LearnerResult", "CrossTable", "HandLog", "HandFile", "Leaks", "NextCards", "NodeReport", "PhhHand", "PreflopMeasurement",
    "RunOutReport",
}  # fmt: skip
OPTIONAL = {"convergence_picture", "PolicyAgent"}  # None, or the game of what is read


def public_takers() -> dict[str, Any]:
    result = {}
    for module in (
        pokerzoo.envs,
        pokerzoo.envs.cards,
        pokerzoo.agents,
        pokerzoo.agents.blueprint,
        pokerzoo.preflop,
        pokerzoo.evaluation,
        pokerzoo.evaluation.hands,
        pokerzoo.evaluation.pictures,
    ):
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and name not in RECORDS | OPTIONAL:
                try:
                    parameters = inspect.signature(value).parameters
                except (TypeError, ValueError):
                    continue
                if "game" in parameters:
                    result[name] = value
    return result


TAKERS = public_takers()


def test_all_of_them_say_that_they_take_all() -> None:
    assert len(TAKERS) > 30
    wrong = [
        name for name, taker in TAKERS.items() if "GameLike" not in str(inspect.signature(taker).parameters["game"].annotation)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", TAKERS)
def test_what_is_no_game_is_reported_in_one_way(name: str) -> None:
    parameters = inspect.signature(TAKERS[name]).parameters
    required = [p for p in parameters.values() if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    others = {p.name: "random" for p in required if p.name != "game"}
    for wrong in ("khun", 3, object(), KUHN.initial_state()):
        with pytest.raises(ValueError, match=r"game=.*: must be a game \(make_game\)"):
            TAKERS[name](game=wrong, **others)


CALLS: dict[str, Callable[[Any], Any]] = {  # that all others ask the same door is tested above
    "measure": lambda game: pokerzoo.evaluation.measure(game, "random").values.tolist(),
    "head_to_head": lambda game: head_to_head(game, ["honest", "random"], hands=20, seed=1).chips_per_hand[0],
    "from_dict": lambda game: TabularPolicy.from_dict(game, TabularPolicy.uniform(game).to_dict()).game.name,
    "CFR": lambda game: CFR(game).run(5).exploitability,
    "lock_node": lambda game: pokerzoo.agents.lock_node(game, "", {"bet": 1.0}),
    "BatchedGame": lambda game: pokerzoo.envs.BatchedGame(game, 4, seed=1).reset().observation.tolist(),
    "warm_up": lambda game: warm_up(game),
}


@pytest.mark.parametrize("name", CALLS)
def test_environments_and_names_are_taken_for_their_games(name: str) -> None:
    expected = CALLS[name](KUHN)
    for alike in (kuhn_v0.env(), kuhn_v0.raw_env(), pokerzoo.envs.SingleAgentEnv(KUHN), "kuhn"):
        assert CALLS[name](alike) == expected


def test_spots_are_reported_on_by_their_environments() -> None:
    env: Any = holdem_river_v0.env()
    assert SpotReport(env, "random").at().ev.tolist() == SpotReport(env.unwrapped.game, "random").at().ev.tolist()
    with pytest.raises(ValueError, match="game=.*kuhn.*must be a hold'em spot"):
        SpotReport(kuhn_v0.env(), "random")


def test_the_door() -> None:
    assert game_of(KUHN) is KUHN and game_of(kuhn_v0.env(num_cards=4)) == make_game("kuhn", num_cards=4)
    with pytest.raises(ValueError, match="game='khun'.*did you mean .*kuhn"):
        game_of("khun")


class ActsOnObservations:
    def act(self, observation: Any) -> int:
        return 1


class Fine:
    def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
        return int(np.flatnonzero(action_mask)[0])


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        *((lambda state, answer=answer: answer, f"the policy answers {answer!r}; must be") for answer in (1, None, "check")),
        (lambda state: {"raise": 1.0}, r"probability 1.0 for action 'raise'; legal: 1 \(check\), 2 \(bet\)"),
        (lambda state: [1.0], "1 probabilities for the 2 legal actions"),
        (lambda state: ["x", "y"], "probabilities must be numbers"),
        (lambda: [0.5, 0.5], r"policy=.*: a function that plays must take a state, not \(\)"),
        ({"J|": [0.5, 0.5]}, r"infoset 'J\|': \[0.5, 0.5\]: must be \{action name: probability\}"),
        (ActsOnObservations(), r"its act must take \(observation, action_mask, info, rng\), not \(observation"),
    ],
)
def test_bad_answers_of_a_policy_are_reported(policy: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        exploitability(KUHN, policy)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "texas_holdem"])
def test_opponents_with_another_signature_are_rejected_at_once(game: str) -> None:
    message = r"opponent=.*: its act must take \(observation, action_mask, info, rng\), not \(observation"
    for make in (pokerzoo.envs.SingleAgentEnv, lambda game, opponent: pokerzoo.envs.PokerVectorEnv(game, 2, opponent=opponent)):
        with pytest.raises(ValueError, match=message):
            make(game, ActsOnObservations())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        gymnasium.make("pokerzoo/TexasHoldem-v0", opponent=ActsOnObservations(), hands=3)
    assert pokerzoo.envs.SingleAgentEnv(game, Fine()).opponents


def test_a_policy_of_openspiel_is_named() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    with pytest.raises(ValueError, match=r"a policy of OpenSpiel; from_openspiel\(game, policy\) makes one of ours"):
        exploitability(KUHN, pyspiel.UniformRandomPolicy(pyspiel.load_game("kuhn_poker")))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps", "bet_fold", "push_fold"])
@pytest.mark.parametrize("player", [-1, 99, "x", 1.5, None])
def test_seats_that_are_not_there_are_named(name: str, player: Any) -> None:
    with pytest.raises(ValueError, match="player=.*: must be an integer from 0 to"):
        make_game(name).initial_state().observation(player)


@pytest.mark.parametrize("game", ["texas_holdem", texas_holdem_v0.env(num_players=6)], ids=["name", "environment"])
@pytest.mark.parametrize("policy", ["random", "tight", lambda state: [1.0], Fine()])
def test_whole_hands_are_measured_by_matches(game: Any, policy: Any) -> None:
    best_response = partial(pokerzoo.evaluation.best_response, player=0)
    for measured in (exploitability, pokerzoo.evaluation.nash_conv, best_response):
        with pytest.raises(ValueError, match="texas_holdem has too many infosets.*play matches .*local_best_response"):
            measured(game, policy)


def test_functions_answer_by_number_or_name() -> None:
    by_name = exploitability(KUHN, lambda state: {state.action_name(action): 0.5 for action in state.legal_actions()})
    by_number = exploitability(KUHN, lambda state: dict.fromkeys(state.legal_actions(), 0.5))
    assert by_name == by_number == exploitability(KUHN, "random")
    assert exploitability(KUHN, Fine(), samples=10, seed=1) > 0.0
