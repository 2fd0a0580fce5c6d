"""Matches and measures on turns and flops: nobody is asked everywhere first, and everybody is measured or refused."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, as_agent, baseline_policy
from pokerzoo.agents.policies import named_players, policy_tables
from pokerzoo.agents.policies.asked_baseline import Baseline, action_of_grade
from pokerzoo.agents.policies.players import FunctionPlayer, Player
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import exploitability, head_to_head, round_robin
from pokerzoo.evaluation.hands import read_hands
from pokerzoo.evaluation.matches import head_to_head as matches
from pokerzoo_testing.all_hands import AllHands
from pokerzoo_testing.showdown_equity import equity_grade, showdown_equity

TURN: dict[str, Any] = {
    "board": "QsJh2h8d",
    "ranges": ("AA,KK:0.3,AhKh,T9s", "QQ,JTs:0.7,99"),
    "pot": 20,
    "stack": 50,
    "bet_sizes": "60%",
    "raise_sizes": "a",
}
FLOP = TURN | {"board": "QsJh2h", "stack": 20, "bet_sizes": "a", "raise_sizes": ""}


@cache
def game_of(street: str) -> PokerGame:
    game = make_game("holdem", **{"turn": TURN, "flop": FLOP}[street])
    assert isinstance(game, PokerGame)
    return game


class Caller:
    """Checks and calls; has nothing but ``act``."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
        return 1


def halves(state: Any) -> list[float]:
    return [1 / len(state.legal_actions())] * len(state.legal_actions())


@pytest.mark.parametrize("street", ["turn", "flop"])
def test_honest_goes_by_equity_over_all_run_outs(street: str) -> None:
    """Against whole numbers, run-out by run-out, and against every infoset's grade."""
    game = game_of(street)
    honest = Baseline(game, "honest")
    rng = np.random.default_rng(3)
    publics = list(game.infosets.public_states())
    for public in [publics[0], *(publics[i] for i in rng.integers(len(publics), size=25))]:
        if len(public.board) < 4 and street == "flop" and public is not publics[0]:
            continue
        answer = honest.strategy(public)
        for hand in game.infosets.hands(public)[:: 3 if len(public.board) > 3 else 6]:
            grade, legal = equity_grade(showdown_equity(game, hand, public.board, public.actor)), public.line.legal_actions
            assert legal[int(answer[:, hand].argmax())] == action_of_grade(grade, legal)


@pytest.mark.parametrize("name", ["random", "always_call", "always_fold", "always_raise", "honest"])
def test_baselines_asked_for_all_hands_are_their_tables(name: str) -> None:
    game = game_of("turn")
    policy, asked = baseline_policy(game, name), Baseline(game, name)
    for public in list(game.infosets.public_states())[::50]:
        held = game.infosets.hands(public)
        np.testing.assert_array_equal(asked.strategy(public)[:, held], policy.strategy(public)[:, held])


def test_a_match_makes_no_table_and_no_tree_of_a_large_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is the very match that tables play."""
    game = game_of("turn")
    ours = CFR(game).run(5).average_policy()
    tables = [
        head_to_head(game, [ours, name], hands=60, seed=4)
        for name in ("random", "honest", baseline_policy(game, "always_call"))
    ]
    monkeypatch.setattr(named_players, "MANY_ENTRIES", 10)
    for kind in (Player, FunctionPlayer):
        monkeypatch.setattr(kind, "many_entries", 10)
    monkeypatch.setattr(matches, "QUICK_HISTORIES", 10)
    monkeypatch.setattr(matches, "HISTORIES_A_HAND", 0)
    monkeypatch.setattr("pokerzoo.evaluation.matches.compiled_matches.tree_of", None)
    for name, before in zip(("random", "honest", "always_call"), tables, strict=True):
        agent = as_agent(game, name)
        assert isinstance(agent.policy, Player)  # type: ignore[attr-defined]
        after = head_to_head(game, [ours, name], hands=60, seed=4)
        assert after.chips_per_hand == before.chips_per_hand
    for other in (halves, AllHands(Baseline(game, "random").strategy)):
        result = head_to_head(game, [ours, other], hands=60, seed=4)
        assert result.chips_per_hand == tables[0].chips_per_hand


def test_asked_policies_name_what_is_wrong() -> None:
    asked = FunctionPlayer(game_of("turn"), lambda state: [1.0])
    for nowhere in ("AsAd|zz", "AsAd|xx/As|"):  # no such line, and a hand that the board rules out
        with pytest.raises(KeyError, match=f"no infoset {re.escape(repr(nowhere))}; keys look like"):
            asked.action_probabilities(nowhere)
    with pytest.raises(ValueError, match="1 probabilities for the 2 legal actions"):
        asked.action_probabilities("AsAd|")


@pytest.mark.parametrize("street", [pytest.param("turn", marks=pytest.mark.long), "flop"])
def test_every_measure_works(street: str, tmp_path: Any) -> None:
    game = game_of(street)
    ours = CFR(game).run(10).average_policy()
    result = head_to_head(game, [ours, Caller()], hands=60, seed=2, log=tmp_path / "log.jsonl")
    assert result.hands == 60
    assert len(read_hands(tmp_path / "log.jsonl").hands) == 60
    assert len(round_robin(game, [ours, "random", "honest"], hands=20, seed=1).names) == 3
    assert exploitability(game, ours) < exploitability(game, "random")


@pytest.mark.parametrize("asked", [halves, Caller()], ids=["function", "agent"])
def test_to_ask_for_hours_is_refused(asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_tables, "MAX_QUESTIONS", 100)
    with pytest.raises(ValueError, match=r"has [\d,]+ infosets: to ask at each, one by one, takes about .* hours; play hands"):
        exploitability(game_of("turn"), asked)


def test_flops_are_walked_board_by_board() -> None:
    """With few hands, too: matrices of all boards would take minutes."""
    game = game_of("flop")
    assert len(game.rules.deck.hands) <= 64 and isinstance(form_of(game), StreetTree)


def test_aivat_says_what_it_needs() -> None:
    game = make_game("holdem", **(TURN | {"board": "QsJh2h"}))
    with pytest.raises(ValueError, match="has no tree that can be compiled"):
        head_to_head(game, ["random", "always_call"], hands=10, seed=1, aivat=True)
