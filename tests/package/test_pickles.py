"""All agents, policies, games, states and environments can be sent to another process, where they do the same."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from pokerzoo.agents import BASELINES, CFR, PolicyAgent, RLAgent, TabularPolicy, as_agent, baseline_policy, player_names
from pokerzoo.agents.blueprint import Blueprint
from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import BatchedGame, Game, State, make_game
from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.games.kuhn import high_card
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.registry import GAMES
from pokerzoo_testing.all_hands import AllHands
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.small_games import TURN_SPOT

RIVER: dict[str, Any] = {"board": "Td9d6h2c3s", "ranges": ("AA,KQs", "KK,QJs"), "pot": 10, "stack": 20, "bet_sizes": "50%"}
SMALLER: dict[str, dict[str, Any]] = {"holdem": RIVER, "preflop_holdem": {"stack": 8}}
ROYAL: dict[str, Any] = {"deck": "royal", "stack": 20}
WHOLE_HANDS = {"for two": make_game("texas_holdem"), "for six": make_game("texas_holdem", num_players=6)}
READ = """
import pickle, sys
found = []
for name, data in pickle.load(sys.stdin.buffer):
    try:
        found.append((name, pickle.loads(data)))
    except Exception as error:
        found.append((name, f"{type(error).__name__}: {error}"))
back = [(name, repr(one), one if isinstance(one, str) else pickle.dumps(one)) for name, one in found]
sys.stdout.buffer.write(pickle.dumps(back))
"""


def own_game() -> PokerGame:
    """A game of a user's, which is not registered."""
    return PokerGame(
        "own", {"bet": 1}, poker_rules(("1", "2", "3"), (1.0, 1.0), (Round(0, FixedBets(1.0, (1, 1))),), high_card)
    )


def games() -> dict[str, Game]:
    """One of each of the package's games, and one that is not registered."""
    made: dict[str, Game] = {name: make_game(name, **SMALLER.get(name, {})) for name in GAMES}
    return made | {"turn": make_game("holdem", **TURN_SPOT), "own": own_game()} | WHOLE_HANDS


def always_first(state: State) -> dict[int, float]:
    """A function as a policy."""
    return {action: float(k == 0) for k, action in enumerate(state.legal_actions())}


def objects() -> Iterator[tuple[str, Any]]:
    """The objects that are sent, by name."""
    small = ("kuhn", "leduc", "bet_raise", "rps")
    for name, game in games().items():
        yield f"game {name}", game
        yield f"state of {name}", game.initial_state()
        yield f"environment of {name}", GameAECEnv(game)
        yield f"many hands of {name}", BatchedGame(game, 2)
        if name in (*small, "holdem", "turn", "own"):
            yield f"solver of {name}", CFR(game).run(1)
            yield f"policy of {name}", CFR(game).run(1).average_policy()
            yield f"agent of {name}", as_agent(game, TabularPolicy.uniform(game))
            yield f"function in {name}", as_agent(game, always_first)
        if isinstance(game, PokerGameBase) and name in (*small, "holdem", "turn", "own"):
            for baseline in BASELINES:
                yield f"{baseline} in {name}", as_agent(game, baseline)
                yield f"policy {baseline} in {name}", baseline_policy(game, baseline)
    for name in ("fhp", "preflop_holdem"):
        game = make_game(name, **({"deck": "royal"} if name == "fhp" else {}))
        for baseline in BASELINES:
            yield f"{baseline} in {name}", as_agent(game, baseline)
    for name, game in WHOLE_HANDS.items():
        for player in player_names(game):
            yield f"{player} {name}", as_agent(game, player)
    blueprint = Blueprint(make_game("texas_holdem", **ROYAL), hand_classes={"flop": 5, "turn": 5, "river": 5}, seed=1).run(1)
    yield "blueprint in training", blueprint
    yield "trained blueprint", blueprint.average_policy()
    for name, source in sources().items():
        yield f"player of {name}", to_player(make_game("kuhn"), source)
    yield "player of whole hands", to_player(WHOLE_HANDS["for two"], always_first)
    for name in ("Kuhn", "TexasHoldem"):
        opponent = "random" if name == "Kuhn" else "blueprint"
        yield f"{name} alone", gymnasium.make(f"pokerzoo/{name}-v0", opponent=opponent)


def sources() -> dict[str, Any]:
    """One of each kind of what is converted to a player."""
    policy = baseline_policy(make_game("kuhn"), "honest")
    return {
        "a name": "honest",
        "a table": policy,
        "a mapping": policy.to_dict(),
        "a function": always_first,
        "a policy": KuhnPolicy(),
        "all hands": AllHands(always_half),
        "a network": RLAgent(make_game("kuhn"), no_scores),
        "an agent": Caller(),
        "a policy's agent": PolicyAgent(policy),
        "a trainer": CFR(make_game("kuhn")).run(1),
    }


class Caller:
    """Checks or calls."""

    def act(self, *_: Any) -> int:
        return 1


class KuhnPolicy:
    """A policy that is no table."""

    def action_probabilities(self, where: Any) -> dict[int, float]:
        return {1: 1.0}


def no_scores(observations: Any, masks: Any) -> Any:
    """A network that likes all actions alike."""
    return np.zeros(masks.shape)


def always_half(decision: Any) -> Any:
    """An answer for all hands."""
    return np.full((2, decision.num_hands), 0.5)


@pytest.mark.parametrize("kind", sources())
def test_a_player_plays_the_same_again(kind: str) -> None:
    """One that was asked, too."""
    player = to_player(make_game("kuhn"), sources()[kind])
    before = player.action_probabilities("K|")
    again = pickle.loads(pickle.dumps(player))
    assert again.action_probabilities("K|") == before and again.table() == player.table()


@pytest.mark.check
@pytest.mark.timeout(600)
def test_everything_loads_in_another_process(tmp_path: Path) -> None:
    sent = [(name, pickle.dumps(sent_object)) for name, sent_object in objects()]
    here = Path(__file__).parent
    script = f"import sys; sys.path[:0] = [{str(here)!r}, {str(here.parent)!r}]; {READ}"
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(sent), capture_output=True, timeout=500)
    assert done.returncode == 0, done.stderr.decode()
    back = pickle.loads(done.stdout)
    assert [name for name, *_ in back] == [name for name, _ in sent]
    assert {name: text for name, text, again in back if isinstance(again, str)} == {}
    for (name, data), (_, _, again) in zip(sent, back, strict=True):
        if name.startswith(("game", "state")):
            assert pickle.loads(again) == pickle.loads(data), name
