"""Games of the user's, registered by a module."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.games.kuhn import card_names, make_kuhn
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.registry import MAKERS
from pokerzoo.evaluation import exploitability


def test_a_file_never_has_a_module_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        ("nowhere_to_be_found", "--import nowhere_to_be_found: no such module"),
        ("./my_games.py", "--import './my_games.py': must be the name of a module"),
        ("broken_games", "--import broken_games: RuntimeError: no luck"),
    ],
)
def test_imports_that_fail(
    module: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_games.py").write_text("raise RuntimeError('no luck')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    assert main(["games", "--import", module]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.startswith(f"pokerzoo: error: {message}") and error.count("\n") == 1


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
    observation = env.observe(env.agent_selection)["observation"]  # type: ignore[call-overload]
    names = game.observation_names
    assert sum(value for value, name in zip(observation, names, strict=True) if name.startswith("hand_")) == 4
