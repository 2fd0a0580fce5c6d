"""Bet sizes of the trees that are solved at the table: how they grow, and which one is taken in a given time."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.agents import SolvingAgent
from pokerzoo.agents.solving.spot_trees import at_most, seconds_of_iteration, spot_at_table, tree_sizes
from pokerzoo.agents.solving.tree_choice import SECONDS_TO_BEGIN
from pokerzoo.envs.cards import parse_range
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.envs.whole_hands.state import TexasHoldemState

ALL = (parse_range("random"), parse_range("random"))
DEEP = make_texas_holdem(stack=200)
FIXED = make_texas_holdem(limit="fixed-limit")


def at(line: str, game: TexasHoldemGame = DEEP) -> TexasHoldemState:
    """A state whose public part is a line."""
    return state_at_key(game, f"3d3c|{line}")


def test_trees_grow_from_few_sizes_to_those_wanted() -> None:
    trees = tree_sizes(at("cx/QsJh2h|"), None, None)
    all_three = "50%,100%,a / 50%,100%,a"
    assert [tree.text for tree in trees] == [
        "flop 100%,a / a; turn - / -; river - / -",
        "flop 100%,a / a; turn 100% / -; river - / -",
        "flop 100%,a / a; turn 100% / -; river 100% / -",
        "flop 50%,100%,a / a; turn 100% / -; river 100% / -",
        "flop 50%,100%,a / a; turn 100% / a; river 100% / a",
        "flop 50%,100%,a / 100%,a; turn 100% / a; river 100% / a",
        f"flop {all_three}; turn 100% / a; river 100% / a",
        f"flop {all_three}; turn {all_three}; river {all_three}",
    ]
    lines = [spot_at_table(at("cx/QsJh2h|"), ALL, tree, 0).game.size.lines for tree in trees]
    assert lines == sorted(set(lines))


def test_sizes_of_players_and_raises_of_fixed_limits_are_lost_one_by_one() -> None:
    trees = tree_sizes(at("cx/QsJh2h|xx/8d|xx/5c|"), {"river": ("30%", "20%,60%,2e")}, {"river": "3x"})
    assert [tree.text for tree in trees] == ["river 30% | 20%,60% / 3x", "river 30% | 20%,60%,2e / 3x"]
    assert [tree.text for tree in tree_sizes(at("cx/QsJh2h|", FIXED), None, None)] == [
        "flop 2c / 2c; turn - / -; river - / -",
        "flop 2c / 2c; turn 4c / -; river - / -",
        "flop 2c / 2c; turn 4c / -; river 4c / -",
        "flop 2c / 2c; turn 4c / 4c; river 4c / 4c",
    ]


@pytest.mark.parametrize(
    ("game", "drawn", "threads", "seconds", "text"),
    [
        (DEEP, True, 1, 5.0, "flop 50%,100%,a / a; turn 100% / -; river 100% / -"),
        (FIXED, True, 1, 5.0, "flop 2c / 2c; turn 4c / -; river 4c / -"),
        (DEEP, True, 2, 5.0, "flop 50%,100%,a / a; turn 100% / a; river 100% / a"),
        (DEEP, True, 1, 0.2, "flop 100%,a / a; turn - / -; river - / -"),
        (DEEP, True, 1, 1.0, "flop 100%,a / a; turn 100% / -; river 100% / -"),
        (DEEP, False, 1, 5.0, "flop 100%,a / a; turn 100% / -; river - / -"),
        (FIXED, False, 1, 5.0, "flop 2c / 2c; turn - / -; river - / -"),
    ],
)
def test_flops_get_the_sizes_for_which_there_is_time(game: Any, drawn: bool, threads: int, seconds: float, text: str) -> None:
    agent = SolvingAgent("loose", game=game, threads=threads)
    assert agent._trees.choose(at("cx/QsJh2h|", game), ALL, 0, seconds, drawn=drawn)[1].text == text


def test_bets_on_later_streets_are_worth_many_iterations() -> None:
    # No raise is all-in, so that trees are deep: with bets on the river there is no time for 100 iterations, but for 30.
    game = make_texas_holdem(stack=200, bet_sizes="33%,66%", raise_sizes="3x")
    agent, state = SolvingAgent("loose", game=game, first_street="turn", threads=1), at("cx/QsJh2h|xx/8d|", game)
    spot, sizes = agent._trees.choose(state, ALL, 0, 1.0, drawn=False)
    assert sizes.text == "turn 33%,66% / 3x; river 66% / -" and 1.0 < agent._trees.seconds_of_fewest(spot.game, False) < 3.3


@pytest.mark.parametrize(
    ("sizes", "count", "bets", "raises"),
    [
        ("50%,100%,a", 2, "100%,a", "100%,a"), ("50%,100%,a", 1, "100%", "a"), ("50%,100%,a", 0, "", ""), ("a", 1, "a", "a"),
        ("50%,100%,200%,a", 2, "100%,a", "100%,a"), ("50%,100%,200%", 1, "100%", "100%"), ("2c,10c,a", 1, "10c", "a"),
        ("33%, 75%", 1, "75%", "75%"), ("33%, 75%", 2, "33%,75%", "33%,75%"), ("50%,150%", 1, "150%", "150%"),
        ("", 1, "", ""),
        ("33%,a | 60%,a", 1, None, "a"), ("33% | 60%,100%", 1, None, "33% | 100%"),
        (("50%,a", "25%,33%,50%"), 1, ("50%", "50%"), ("a", "50%")), ("50%,a", None, "50%,a", "50%,a"),
    ],
)  # fmt: skip
def test_fewer_sizes(sizes: Any, count: int | None, bets: Any, raises: Any) -> None:
    assert at_most(sizes, count, "raise") == raises
    if bets is not None:
        assert at_most(sizes, count, "bet") == bets


@pytest.mark.parametrize(
    ("line", "seconds", "all_lines"), [("cx/QsJh2h|xx/8d|", 1.0, 6360), ("cx/QsJh2h|xx/8d|xx/5c|", 0.1, 645)]
)
def test_a_deep_pot_gets_a_tree_for_which_there_is_time(line: str, seconds: float, all_lines: int) -> None:
    # A pot of 2 big blinds and stacks of 99 behind.
    agent, state = SolvingAgent("loose", game=DEEP, first_street="turn", threads=1), at(line)
    spot, sizes = agent._trees.choose(state, ALL, 0, seconds, drawn=False)
    largest = agent._trees.choose(state, ALL, 0, None, drawn=False)[0]
    assert spot.game.size.lines < 150 < largest.game.size.lines == all_lines
    assert sizes.text.split(" / ")[0].endswith("50%,100%,a")
    assert agent._trees.seconds_of_fewest(spot.game, False) <= seconds < agent._trees.seconds_of_fewest(largest.game, False)


def test_a_busy_machine_gets_fewer_sizes_until_it_is_free_again() -> None:
    """Iterations on turns that take four or fifty times as long as estimated, then as long, then a tenth."""
    agent, state = SolvingAgent("loose", game=DEEP, first_street="turn", threads=1), at("cx/QsJh2h|xx/8d|")
    trees = agent._trees
    usual = trees.choose(state, ALL, 0, 1.0, drawn=False)[1].text

    def chosen_after(slower: float) -> str:
        game = trees.choose(state, ALL, 0, 1.0, drawn=False)[0].game
        trees.note(game, False, slower * (seconds_of_iteration(game) + SECONDS_TO_BEGIN))
        return trees.choose(state, ALL, 0, 1.0, drawn=False)[1].text

    one_pause = chosen_after(4.0)
    assert usual != one_pause == "turn 100%,a / a; river 100% / -" and chosen_after(0.5) == usual
    busy = [chosen_after(50.0) for _ in range(9)][-1]
    assert busy == "turn 100%,a / a; river - / -" and trees.pace == {(2, False): pytest.approx(50.0, rel=0.01)}
    assert [chosen_after(1.0) for _ in range(4)][-1] == usual
    chosen_after(0.1)
    assert trees.pace == {(2, False): 1.0}


def test_it_notes_how_long_iterations_took(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = SolvingAgent("loose", game=DEEP, threads=1, seconds={"flop": 0.2, "turn": 0.2, "river": 0.1})
    noted = []
    monkeypatch.setattr(agent._trees, "note", lambda game, drawn, seconds: noted.append((game, drawn, seconds)))
    for line in ("cx/QsJh2h|", "cx/QsJh2h|xx/8d|", "cx/QsJh2h|xx/8d|xx/5c|"):
        agent.strategy(at(line))
        solve = agent.last_solve
        assert solve is not None and (noted[-1][0], noted[-1][1]) == (solve.spot.game, solve.boards == "drawn")
        assert 0.0 < noted[-1][2] * solve.iterations < solve.seconds
    assert len(noted) == 3 and noted[0][1]


def test_small_trees_say_little_of_the_pace() -> None:
    """An iteration takes some time with few lines, too."""
    game = make_texas_holdem(stack=3, bet_sizes="a", raise_sizes="a")
    agent = SolvingAgent("loose", game=game, first_street="river", threads=1)
    river = agent._trees.choose(at("cx/QsJh2h|xx/8d|xx/5c|", game), ALL, 0, 0.1, drawn=False)[0].game
    assert river.size.lines < 12
    agent._trees.note(river, False, seconds_of_iteration(river) + 5e-5)
    assert agent._trees.pace == {(1, False): 1.0}
