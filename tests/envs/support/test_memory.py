"""Too large requests are refused before memory is spent on it."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import poker_size
from pokerzoo.envs.support import memory
from pokerzoo_testing.reference_games import walk_public

DEEP = {"bet_sizes": "1c", "raise_sizes": "1c"}


@pytest.mark.parametrize("params", [{}, pytest.param({"max_nodes": 20_000}, marks=pytest.mark.long)])
def test_the_check_of_a_deep_tree_takes_little_memory(params: dict[str, int]) -> None:
    # 3,000 raises on end: each state's moves and history kept would be some 0.4 GB.
    tracemalloc.start()
    try:
        if params:
            with pytest.raises(ValueError, match="max_nodes=20000: the betting tree has more public states"):
                make_game("holdem", stack=3000, **DEEP, **params)
        else:
            assert make_game("holdem", stack=3000, **DEEP).size.public_states > 20_000  # type: ignore[attr-defined]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 120e6


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("kuhn", {}),
        ("kuhn", {"num_players": 3, "num_cards": 5}),
        ("leduc", {}),
        ("leduc", {"suit_isomorphism": True}),
        ("holdem", {"ranges": ("QQ+", "22+,A2s+"), "removed": ("b25r100",)}),
        ("holdem", {"bet_sizes": "50%", "raise_sizes": "33%,a", "removed": ("xb25",)}),
        ("bet_fold", {"num_players": 3, "num_cards": 7}),
        ("rps", {"payoffs": ((1.0, 0.0, 2.0), (0.0, 3.0, 1.0))}),
    ],
)
def test_the_size_is_that_of_the_table(name: str, params: dict[str, object]) -> None:
    game = make_game(name, **params)
    assert game.num_entries == game.infosets.size
    if isinstance(game, PokerGame):
        assert game.size.infosets == len(game.infosets)
        assert game.size.public_states == len(walk_public(game.rules.root))
        assert poker_size(game.rules) == game.size


def test_a_game_that_does_not_fit_is_refused_with_its_size(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory, "UNCHECKED", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 10**4)
    game = make_game("holdem")
    with pytest.raises(ValueError, match=r"holdem.* infosets and \d+ probabilities, needs about .* GB .*, and .* are free"):
        game.infosets  # noqa: B018
    assert main(["solve", "--preset", "river", "--iterations", "1"]) == 2
    assert "of memory, and 1e-05 GB are free" in capsys.readouterr().err


def test_free_memory_is_the_least_of_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    (proc / "self").mkdir(parents=True)
    (groups / "a" / "b").mkdir(parents=True)
    monkeypatch.setattr(memory, "PROC", proc)
    monkeypatch.setattr(memory, "CGROUPS", groups)
    monkeypatch.setattr(memory, "_address_space", lambda: None)
    (proc / "meminfo").write_text("MemTotal: 4000 kB\nMemAvailable:    3000 kB\n")
    assert memory.free_memory() == 3000 * 1024
    (proc / "self" / "cgroup").write_text("0::/a/b\n")
    (groups / "a" / "b" / "memory.max").write_text("max\n")
    (groups / "a" / "memory.max").write_text("2000000\n")
    (groups / "a" / "memory.current").write_text("700000\n")
    (groups / "a" / "memory.stat").write_text("anon 1\ninactive_file 100000\n")
    assert memory.free_memory() == 1_400_000
    (proc / "self" / "cgroup").write_text("5:memory:/c\n0::/none\n")
    assert memory.free_memory() == 3000 * 1024
    monkeypatch.setattr(memory, "_address_space", lambda: 5)
    assert memory.free_memory() == 5
