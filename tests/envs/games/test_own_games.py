"""Games of the user's, registered by a module."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import list_games, make_game, register_game
from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.games.kuhn import card_names, make_kuhn
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.registry import MAKERS
from pokerzoo.evaluation import exploitability

pettingzoo = pytest.importorskip("pettingzoo", minversion="1.27")

MODULE = """
from pokerzoo.envs import Betting, Deck, FixedBets, PokerGame, PokerRules, Round, register_game
from pokerzoo.envs.cards import high_card
from pokerzoo.envs.cards import card_names


def make_{name}(num_cards: int = 4) -> PokerGame:
    '''Two betting rounds on one card each.

    Args:
        num_cards: cards in the deck.
    '''
    rounds = (Round(public_cards=0, bets=FixedBets(1.0, (1, 1))), Round(public_cards=0, bets=FixedBets(2.0, (1, 1))))
    rules = PokerRules(Betting(antes=(1.0, 1.0), rounds=rounds), Deck(card_names(num_cards)), strength=high_card)
    return PokerGame("{name}", {{"num_cards": num_cards}}, rules)
"""
REGISTERED = MODULE + '\n\nregister_game("{name}", make_{name})\n'


def run(code: str, folder: Path) -> str:
    """Output of a fresh interpreter in ``folder``."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "from pokerzoo.cli import main\n" + textwrap.dedent(code)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.check
def test_commands_import_what_they_are_told(tmp_path: Path) -> None:
    (tmp_path / "my_games.py").write_text(REGISTERED.format(name="two_streets"))
    told = run(
        """
        own = ["--import", "my_games"]
        assert main(["train", "two_streets", "--param", "num_cards=3", "--iterations", "50", "--out", "two.npz", *own]) == 0
        assert main(["show", "two.npz", *own]) == 0
        assert main(["evaluate", "two.npz", *own]) == 0
        assert main(["match", "two.npz", "honest", "--hands", "100", "--seed", "1", *own]) == 0
        assert main(["match", "--round-robin", "random", "honest", "--game", "two_streets", *own]) == 0
        assert main(["games", "two_streets", *own]) == 0
        """,
        tmp_path,
    )
    assert told.count("two_streets(num_cards=3)") >= 4
    assert "cards in the deck" in told
    alone = run(
        """
        assert main(["show", "two.npz"]) == 2
        assert main(["train", "two_streets"]) == 2
        import sys
        assert "my_games" not in sys.modules
        """,
        tmp_path,
    ).splitlines()
    assert "two.npz: for a game that is not here: name='two_streets': no such game" in alone[0]
    assert alone[1].startswith("pokerzoo: error: GAME 'two_streets': no such game")


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> str:
    """A registered game's name."""
    monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", dict(MAKERS))
    space: dict[str, Any] = {}
    exec(MODULE.format(name="own_streets"), space)
    register_game("own_streets", space["make_own_streets"])
    return "own_streets"


def test_registered_games_have_environments(own: str) -> None:
    assert own in list_games()
    env = gymnasium.make("pokerzoo/OwnStreets-v0", num_cards=5, opponent="honest")
    env.reset(seed=1)
    assert env.unwrapped.game == make_game(own, num_cards=5)  # type: ignore[attr-defined]
    many = gymnasium.make_vec("pokerzoo/OwnStreets-v0", num_envs=3)
    many.reset(seed=1)
    many.step(np.ones(3, np.int64))
    table = pettingzoo.make("aec", f"pokerzoo/{own}-v0", num_cards=5, mask_in="info")
    table.reset(seed=1)
    assert table.unwrapped.game == make_game(own, num_cards=5)
    with pytest.raises(ValueError, match="players act in turn"):
        pettingzoo.make("parallel", f"pokerzoo/{own}-v0")
    with pytest.raises(TypeError, match="own_streets got an unexpected keyword argument 'cards'"):
        pettingzoo.make("aec", f"pokerzoo/{own}-v0", cards=5)


def test_any_game_has_an_environment_by_name() -> None:
    assert gymnasium.make("pokerzoo/Game-v0", game="rps").reset(seed=1)[1]["seat"] in (0, 1)
    assert pettingzoo.make("parallel", "pokerzoo/game-v0", game="rps").unwrapped.game == make_game("rps")
    with pytest.raises(ValueError, match="no such game"):
        gymnasium.make("pokerzoo/Game-v0", game="chess")
    with pytest.raises(TypeError, match="'game'"):
        gymnasium.make("pokerzoo/Game-v0")


def test_a_file_never_has_a_module_imported(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil_games.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("evil_games", "evil_games:make", "evil_games.make"):
        monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", {**MAKERS, name: make_kuhn})
        policy = TabularPolicy.uniform(make_game(name))
        policy.game.__dict__["name"] = name
        policy.save("evil.npz")
        monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", dict(MAKERS))
        with pytest.raises(ValueError, match="for a game that is not here"):
            TabularPolicy.load("evil.npz")
        assert "evil_games" not in sys.modules


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("nowhere_to_be_found", "--import nowhere_to_be_found: no such module, here or installed"),
        ("my_games.py", "--import 'my_games.py': must be the name of a module, as my_games (not of a file)"),
        ("./my_games", "--import './my_games': must be the name of a module, as my_games (not of a file)"),
        ("broken_games", "--import broken_games: RuntimeError: no luck"),
        ("needing_games", "--import needing_games: ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    ],
)
def test_imports_that_fail(
    module: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_games.py").write_text("raise RuntimeError('no luck')")
    (tmp_path / "needing_games.py").write_text("import nowhere_to_be_found")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    assert main(["games", "--import", module]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: ")
    assert error.count("\n") == 1
    assert message in error


def test_four_hole_cards() -> None:
    def total(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        return sum(hand)

    rounds = (Round(public_cards=0, bets=FixedBets(1.0, (1, 1))),)
    rules = PokerRules(Betting((1.0, 1.0), rounds), Deck(card_names(9), hole_cards=4), strength=total)
    game = PokerGame("four", {}, rules)
    assert len(rules.deck.hands) == 126 and len(game.infosets) == 4 * 126
    solver = CFR(game)
    solver.run(300)
    assert exploitability(game, solver.average_policy()) < 1e-3
    env = GameAECEnv(game)
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)["observation"]  # type: ignore[index]
    names = game.observation_names
    assert sum(value for value, name in zip(observation, names, strict=True) if name.startswith("hand_")) == 4
