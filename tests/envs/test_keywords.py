"""Unknown keywords are TypeErrors that say what is allowed, bad values ValueErrors; parameters described by makers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo
import pytest

from pokerzoo import agents
from pokerzoo.agents.training import Trainer
from pokerzoo.envs import kuhn_v0, list_games, make_game
from pokerzoo.envs.descriptions import describe_game, describe_parameters
from pokerzoo.envs.registry import ENVIRONMENTS, GAMES, MAKERS, camel_case, game_parameters, make_game_from_params

Maker = Callable[..., Any]
UNKNOWN = r"got an unexpected keyword argument 'colour'; allowed: "


def makers(name: str) -> dict[str, Maker]:
    """Whatever makes the environments of this name."""
    module, listed = import_module(f"pokerzoo.envs.{name}_v0"), ENVIRONMENTS[name]
    gym_id, zoo_id = f"pokerzoo/{camel_case(name)}-v0", f"pokerzoo/{name}-v0"
    result: dict[str, Maker] = {
        "env": module.env,
        "raw_env": module.raw_env,
        "gymnasium.make": lambda **keywords: gymnasium.make(gym_id, **keywords),
        "gymnasium.make_vec": lambda **keywords: gymnasium.make_vec(gym_id, num_envs=2, **keywords),
        "sync": lambda **keywords: gymnasium.make_vec(gym_id, 2, vectorization_mode="sync", **keywords),
        "by name": lambda **keywords: gymnasium.make("pokerzoo/Game-v0", game=listed.game, **keywords),
    }
    if hasattr(pettingzoo, "make"):  # from 1.27 on
        result["pettingzoo.make"] = lambda **keywords: pettingzoo.make("aec", zoo_id, **keywords)
        result["pettingzoo, by name"] = lambda **keywords: pettingzoo.make(
            "aec", "pokerzoo/game-v0", game=listed.game, **keywords
        )
    if listed.parallel:
        result["parallel_env"] = module.parallel_env
    return result


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_environments(name: str) -> None:
    listed = ", ".join(game_parameters(ENVIRONMENTS[name].game))
    for what, make in makers(name).items():
        with pytest.raises(TypeError, match=f"{UNKNOWN}{listed}, .*mask_in, illegal"):
            make(colour="red")
        with pytest.raises(TypeError, match="did you mean 'mask_in'"):
            make(maskin="info")
        with pytest.raises(ValueError, match="mask_in='elsewhere': must be one of 'observation', 'info'"):
            make(mask_in="elsewhere")
        if "make" in what or what == "env":
            with pytest.raises(ValueError, match="render_mode='depth': must be one of None, 'ansi'"):
                make(render_mode="depth")


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    allowed = ", ".join(game_parameters(name))
    with pytest.raises(TypeError, match=f"^{name} {UNKNOWN}{allowed}$"):
        make_game(name, colour="red")
    with pytest.raises(ValueError, match=f"^colour='red': {name} has no such parameter; allowed: {allowed}$"):
        make_game_from_params(name, {"colour": "red"})  # of a file or a command line


def test_the_closest_keyword_is_suggested() -> None:
    with pytest.raises(TypeError, match="'num_card'; allowed: num_players, num_cards; did you mean 'num_cards'?"):
        make_game("kuhn", num_card=4)
    with pytest.raises(TypeError, match="'stacks'; .*did you mean 'stack'"):
        make_game("texas_holdem", stacks=100)
    with pytest.raises(TypeError, match="'oponent'; .*did you mean 'opponent'"):
        gymnasium.make("pokerzoo/Kuhn-v0", oponent="honest")
    with pytest.raises(TypeError, match="'num_env'; .*did you mean 'num_envs'"):
        gymnasium.make_vec("pokerzoo/Kuhn-v0", num_env=8)
    with pytest.raises(TypeError, match="'hand'; .*did you mean 'hands'"):
        gymnasium.make("pokerzoo/TexasHoldem-v0", hand=8)
    with pytest.raises(TypeError, match="too many positional arguments"):
        kuhn_v0.env(2, 3, 4)


TRAINERS = [
    name for name in dir(agents) if isinstance(getattr(agents, name), type) and issubclass(getattr(agents, name), Trainer)
]


@pytest.mark.parametrize("trainer", sorted({*TRAINERS} - {"Trainer"}))
def test_trainers(trainer: str) -> None:
    """Before anything else is looked at: neural trainers say so without torch, too."""
    with pytest.raises(TypeError, match=f"^{trainer} {UNKNOWN}game, "):
        getattr(agents, trainer)(make_game("kuhn"), colour="red")
    with pytest.raises(TypeError, match="'varant'; .*did you mean 'variant'"):
        agents.CFR(make_game("kuhn"), varant="cfr+")  # type: ignore[call-arg]


def test_a_trainer_of_ones_own_may_take_any_keyword() -> None:
    class Mine(agents.CFR):
        def __init__(self, game: Any, **options: Any) -> None:
            super().__init__(game)
            self.options = options

    assert Mine(make_game("kuhn"), colour="red").options == {"colour": "red"}
    assert pickle.loads(pickle.dumps(agents.CFR(make_game("kuhn"), variant="cfr+"))).variant.name == "cfr+"


@pytest.mark.parametrize("name", list_games())
def test_every_parameter_can_be_shown(name: str) -> None:
    result = describe_game(name).parameters
    assert len({row.flag for row in result}) == len(result)
    for row in result:
        assert row.label and row.hint and row.about, row.name
        assert row.kind != "choice" or row.default in row.choices
    assert make_game(name, **{row.name: row.default for row in result}) == make_game(name)


def test_kinds_come_from_types_and_from_the_words_beside_the_maker() -> None:
    result = {row.name: row for row in describe_parameters("texas_holdem")}
    assert [*result["limit"].choices] == ["no-limit", "pot-limit", "fixed-limit"]
    assert (result["rake_rate"].kind, result["num_players"].kind, result["short_stacks"].kind) == (
        "percent",
        "integer",
        "switch",
    )
    assert [one.default for one in describe_game("kuhn").parameters] == [2, None]  # as many cards as players need
    assert result["raise_cap"].optional and not result["chip"].optional
    assert {row.name: row.label for row in describe_parameters("holdem")}["stack"] == "Stack behind"


def test_a_game_of_your_own_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def maker(num_cards: int = 3, loud=None) -> Any:  # type: ignore[no-untyped-def]
        return make_game("kuhn", num_cards=num_cards)

    monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", MAKERS | {"tiny": maker})
    result = describe_parameters("tiny")
    kinds = [(row.name, row.kind, row.label) for row in result]
    assert kinds == [("num_cards", "integer", "Cards"), ("loud", "json", "Loud")]
