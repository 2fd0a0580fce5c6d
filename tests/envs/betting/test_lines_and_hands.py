"""Lines of trees and hands in play: one engine, so the same menu, amounts and names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET
from pokerzoo.envs.games.spot_presets import PRESETS


def preset(name: str) -> Any:
    """A spot of the command line."""
    return make_game("holdem", **PRESETS[name].params)


def test_one_bet_size_one_raise_size_and_all_in_are_five_actions() -> None:
    game = preset("single-raised")
    assert game.num_distinct_actions == 5
    assert [game.action_label(action) for action in range(5)] == [
        "fold", "check/call", "bet/raise 33% or 75%", "bet/raise 60%", "bet/raise all-in",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("bets", "raises", "menu"),
    [
        ("33%,75%,a", "60%,a", ["33%", "75%", "60%"]),
        ("50%,100%", "33%,50%", ["33%", "50%", "100%"]),  # each list keeps its order
        ("75%,33%", "2.5x,75%", ["2.5x", "75%", "33%"]),
        ("", "", []),
    ],
)
def test_the_menu_has_each_size_once_in_the_order_of_the_lists(bets: str, raises: str, menu: list[str]) -> None:
    betting = make_game("holdem", bet_sizes=bets, raise_sizes=raises).rules.betting  # type: ignore[attr-defined]
    assert [str(size) for size in betting.menus[0]] == menu
    assert betting.num_distinct_actions == 2 + max(1, len(menu) + betting.has_all_in)


def test_moves_ascend_by_their_totals_whatever_the_ids() -> None:
    game: Any = make_game("holdem", bet_sizes="75%,33%", raise_sizes="a", pot=100, stack=1000)
    start = game.rules.betting.start
    assert start.tokens == ("x", "b33", "b75") and start.legal_actions == (1, 3, 2)
    for line in game.rules.betting.lines:
        totals = [total for kind, total in line.moves if kind == BET]
        assert totals == sorted(totals) and len(line.legal_actions) == len(set(line.legal_actions))


def test_all_in_has_one_id_whichever_size_comes_to_it() -> None:
    game: Any = make_game("holdem", bet_sizes="50%,a", raise_sizes="50%", pot=50, stack=20)
    last = game.num_distinct_actions - 1
    assert game.rules.betting.start.tokens == ("x", "b20") and game.rules.betting.start.legal_actions == (1, last)


@pytest.mark.parametrize("chip", [0.1, 0.01, 1.0])
def test_names_of_amounts_have_no_rounding_errors(chip: float) -> None:
    """A raise to 0.6 was called 0.6000000000000001 in whole hands, and its infoset as well."""
    game: Any = make_game(
        "texas_holdem", chip=chip, blinds=(chip, 2 * chip), stack=200 * chip, raise_sizes="any", bet_sizes="any"
    )

    state = game.initial_state().after_chance(np.random.default_rng(0))
    for action in state.legal_actions()[2:]:
        total = state.action_name(action).split()[-1]
        assert len(total) <= 5 and float(total) == state.total_of(action)
        assert state.child(action).infoset_key(0).endswith(f"|r{total}")


@pytest.mark.parametrize(("pot", "players"), [(17.3, 2), (10.0, 3), (0.1, 3)])
def test_a_pot_that_players_do_not_divide_is_shared_exactly(pot: float, players: int) -> None:
    ranges = ("AA", "KK", "QQ")[:players]
    game: Any = make_game("holdem", board="2d2s2c2h3d", ranges=ranges, pot=pot, stack=5, chip=0.1, min_bet=0.1)
    betting = game.rules.betting
    assert betting.start.pot == pot and betting.start.contributions == (pot / players,) * players
    folded = betting.start.after(1).after(len(betting.start.after(1).moves) - 1)
    for line in (end for end in folded.walk() if end.is_over):
        assert sum(line.payoffs_of(range(players))) == pytest.approx(0.0, abs=1e-12)
