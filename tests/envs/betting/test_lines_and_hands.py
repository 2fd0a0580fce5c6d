"""Lines of trees and hands in play by one engine: the same menu, amounts and names, and no name shows a rounding error."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, CALL
from pokerzoo.envs.poker.game import PokerGame


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


def test_moves_ascend_by_their_totals_under_any_ids() -> None:
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


LONG = re.compile(r"\d\.\d{4,}")
"""More decimals than cents and their halves and quarters have."""


def random_spot(rng: random.Random, chip: float) -> dict[str, Any]:
    """A spot for two or three with amounts in multiples of a chip."""

    def amount(low: int, high: int) -> float:
        return round(rng.randint(low, high) * chip, 4)

    three = rng.random() < 0.4
    sizes = ["33%", "50%", "75%", "a", f"{amount(10, 80):g}c", "e", "2e"]
    return {
        "board": "QsJh2h8d3c",
        "ranges": ("AA", "KK", "TT") if three else ("AA", "KK"),
        "pot": amount(30, 2000) * 3 if three and rng.random() < 0.5 else amount(30, 2000),
        "stack": tuple(amount(20, 3000) for _ in range(3)) if three else amount(20, 3000),
        "bet_sizes": ",".join(rng.sample(sizes, 2)),
        "raise_sizes": ",".join(rng.sample([*sizes, "2.5x", "3x"], 2)),
        "chip": chip,
        "min_bet": chip,
        "raise_cap": rng.choice((2, 3)),
    }


@pytest.mark.parametrize("chip", [0.1, 0.01])
def test_lines_of_random_spots(chip: float) -> None:
    rng = random.Random(round(1 / chip))
    for _ in range(250):
        params = random_spot(rng, chip)
        params["pot"] = round(params["pot"], 4)
        game = make_game("holdem", **params)
        assert isinstance(game, PokerGame)
        for line in game.rules.root.line.walk():
            texts = [line.text, *line.action_names, repr(line.to_call), *line.tokens]
            assert not any(map(LONG.search, texts)), (params, texts)
            if line.is_over or line.card_due:
                continue
            stack = line.stack_of(line.actor)
            call = next(total for kind, total in line.moves if kind == CALL)
            bets = [total for kind, total in line.moves if kind == BET]
            assert all(total > call * (1 + 1e-9) for total in bets), (params, line.text, bets)
            assert all(total <= stack for total in bets) and bets == sorted(set(bets))
            assert all(abs(total / chip - round(total / chip)) < 1e-6 for total in bets)


@pytest.mark.parametrize(
    ("stacks", "sizes"),
    [("200/50/200", "50%"), ("200/33.3/200", "33.3c"), ("90/16.7/50", "16.7c"), ("61/20.1/61", "20.1c")],
)
def test_what_is_all_another_player_has_is_no_raise(stacks: str, sizes: str) -> None:
    """With a third of the pot counted as each player's own, all-in for 50 came to 50.00000000000001."""
    amounts = tuple(map(float, stacks.split("/")))
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "KK", "TT"), pot=100, stack=amounts, bet_sizes=sizes,
        raise_sizes="50%,a", chip=0.1, add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    assert isinstance(game, PokerGame)
    bet = game.rules.root.line.after(1)
    assert bet.text in ("b50", "b33.3", "b16.7", "b20.1")
    assert [name for name in bet.action_names if name.startswith("raise")] == []
    assert bet.action_names == ("fold", "call")
