"""Policies before the flop for a table: ranges, spots, files, pictures, and play in whole hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.cards import CLASS_NAMES, parse_range
from pokerzoo.envs.compiled.preflop_tree import HANDS, preflop_tree
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.evaluation import head_to_head
from pokerzoo.evaluation.pictures import alt_text, preflop_picture
from pokerzoo.preflop import PreflopPlayer, PreflopPolicy, preflop_game

ACES, KINGS, TRASH = (CLASS_NAMES.index(hand) for hand in ("AA", "KK", "72o"))


@pytest.fixture(scope="module")
def policy() -> PreflopPolicy:
    """Three players: all fold, but for aces, which raise or call, and kings, which call half the time."""
    game = preflop_game(3, stack=20, raise_sizes="2.5x,5x | a", limps="none", ante=0.1, rake_rate=0.05, rake_cap=1)
    tree = preflop_tree(game)
    numbers = np.zeros(tree.size.numbers, dtype=np.float32)
    for node in range(len(tree.nodes)):
        block = numbers[tree.block(node)].reshape(HANDS, -1)
        tokens = tree.line(node).tokens
        block[:, 0] = 1.0
        block[ACES] = [token == ("c" if "c" in tokens else "r2.5") for token in tokens]
        if "c" in tokens:
            block[KINGS] = [0.5 * (token in "fc") for token in tokens]
    return PreflopPolicy(tree, numbers, {"made": "by hand"})


def test_ranges_are_what_own_actions_leave(policy: PreflopPolicy) -> None:
    result = policy.ranges("r2.5fc")
    assert {name: str(hands) for name, hands in result.items()} == {"BTN": "AA", "BB": "AA,KK:0.5"}
    assert result["BB"] == parse_range("AA, KK:0.5")
    decision = policy.decision("r2.5f")
    assert (decision.position, decision.tokens, round(decision.share * 1326)) == ("BB", ("f", "c", "r19.9"), 1326)
    assert decision.frequencies == pytest.approx([1 - 9 / 1326, 9 / 1326, 0.0])
    assert decision.actions == ("fold", "call", "raise to 19.9")
    with pytest.raises(ValueError, match="BTN does not play so with any hand"):
        policy.ranges("r5fc")
    with pytest.raises(ValueError, match="allowed: f, r2.5, r5"):
        policy.ranges("x")
    assert [spot.line for spot in policy.decisions(0.9)] == ["", "f"]


def test_a_line_leads_to_the_spot_on_the_flop(policy: PreflopPolicy) -> None:
    params = policy.spot("r2.5fc", "QsJh2h", bet_sizes="50%", raise_sizes="a")
    assert params["ranges"] == ("AA,KK:0.5", "AA")  # the big blind acts first
    assert (params["pot"], params["stack"], params["big_blind"]) == (pytest.approx(5.8), pytest.approx(17.4), 1.0)
    game = make_game("holdem", **params)
    assert (game.num_players, game.stakes.rake_rate) == (2, 0.05)
    for line, text in (("r2.5f", "whole betting"), ("r2.5cc", "two players"), ("r2.5fr19.9c", "all-in"), ("ff", "two players")):
        with pytest.raises(ValueError, match=text):
            policy.spot(line, "QsJh2h")


def test_files_are_read_back_and_checked(policy: PreflopPolicy, tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    assert policy.save(path) == path.stat().st_size
    again = PreflopPolicy.load(path)
    assert again.game == policy.game
    assert again.metadata == {"made": "by hand"}
    assert np.allclose(again.probabilities, policy.probabilities, atol=2e-5)
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"other\.npz"):
        PreflopPolicy.load(tmp_path / "other.npz")


def test_pictures_say_what_they_show(policy: PreflopPolicy) -> None:
    text = alt_text(preflop_picture(policy, ["", "r2.5f"]))
    assert "BB after r2.5f: fold 99%, call 1%" in text
    assert len(preflop_picture(policy).axes) == 2
    for lines, words in (("", "list of lines"), ([], "1 to 24"), (["r9"], "allowed")):
        with pytest.raises(ValueError, match=words):
            preflop_picture(policy, lines)


def test_it_plays_whole_hands_until_the_flop(policy: PreflopPolicy, tmp_path: Path) -> None:
    """At a table of other chips, sizes and seats: the button of three acts first here, and is the last seat there."""
    table = make_texas_holdem(num_players=3, blinds=(5, 10), stack=200, raise_sizes="2x,3x,4x,a", ante=1, button=1)
    player = PreflopPlayer(policy, table, after="always_call")

    def play(key: str) -> str:
        state = state_at_key(table, key)
        chances = player.action_probabilities(state)
        assert sum(chances.values()) == pytest.approx(1.0)
        action = max(chances, key=lambda move: chances[move])
        return state.action_name(action)

    assert play("AsAh|") == "raise to 20"  # 2.5 blinds: a share of 43% of the pot, to which 2x is nearer than 3x
    assert play("7s2h|") == "fold"
    assert play("AsAh|r30f") == "call"
    assert play("7s2h|r30f") == "fold"
    assert play("7s2h|c") == "call"  # no limps in the tree: the other player acts
    assert play("7s2h|r30cf/QsJh2d|x") == "check"
    assert "preflop" in str(head_to_head(table, [player, "always_call", "random"], hands=30, seed=1))
    policy.save(tmp_path / "table.npz")
    assert "table.npz" in str(head_to_head(table, [str(tmp_path / "table.npz"), "always_call", "random"], hands=30, seed=1))
    with pytest.raises(ValueError, match="for 3 players"):
        PreflopPlayer(policy, make_game("texas_holdem"))
    with pytest.raises(ValueError, match="deck"):
        PreflopPlayer(policy, make_game("texas_holdem", num_players=3, deck="short"))
