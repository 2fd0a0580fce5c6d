"""``SpotReport`` on spots for three players, against a loop over all triples of hands and all lines below a node."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.spot_lines import walk_line
from pokerzoo.evaluation import SpotReport, measure
from pokerzoo.evaluation.spots.decision_values import decision_values
from pokerzoo_testing.cases import random_strategy
from pokerzoo_testing.three_players import node_by_triples, random_spot


def some_line(game: Any, rng: np.random.Generator, moves: int) -> str:
    """A line of at most so many moves and cards at random."""
    public, taken = game.rules.root, list[str]()
    while len(taken) < moves and not public.is_over:
        if public.card_due:
            card, _ = public.deal_probabilities()[int(rng.integers(40))]
            taken.append(f"/{game.rules.deck.names[card]}/")
            public = public.deal(card)
        else:
            k = int(rng.integers(len(public.line.moves)))
            taken.append(public.line.tokens[k])
            public = public.after(k)
    return "".join(taken)


def check_node(report: SpotReport, line: str) -> Any:
    """All numbers of a node by all triples; the node."""
    game, policy, node = report.game, report.policy.probabilities, report.at(line)
    steps = list(walk_line(game, line))
    way = [
        (one, next(k for k in range(len(one.line.moves)) if one.after(k) == two))
        for one, two in itertools.pairwise(steps)
        if one.line.moves
    ]
    mass, worth, equity = node_by_triples(game, policy, steps[-1], way)
    np.testing.assert_allclose(node.opponent_reach, mass, atol=1e-12)
    left = 3 - sum(node.public.line.folded)
    np.testing.assert_allclose(np.nan_to_num(node.net) * mass, worth, atol=1e-10)
    for player in range(3):
        here = mass[player] > 1e-12
        assert np.isnan(node.net[player, ~here]).all()
        if left > 1 and not node.public.line.folded[player]:
            np.testing.assert_allclose(node.equity[player, here], equity[player, here] / mass[player, here], atol=1e-10)
        else:
            assert np.isnan(node.equity[player]).all()
    joint = node.reach * mass
    if joint[0].sum() > 0:
        assert joint.sum(axis=1) == pytest.approx(np.full(3, joint[0].sum()))
        if node.player is not None:
            played = np.nan_to_num(node.strategy * node.action_net).sum(axis=0)
            assert played == pytest.approx(np.nan_to_num(node.net[node.player]))
    return node


def report_on(seed: int, board_cards: int = 5, most_hands: int = 4) -> tuple[SpotReport, np.random.Generator]:
    rng = np.random.default_rng([33, seed])
    game: HoldemGame = random_spot(rng, board_cards, most_hands)
    return SpotReport(game, TabularPolicy(game, random_strategy(game, int(rng.integers(1000))))), rng


@pytest.mark.parametrize("seed", range(4))
def test_every_number_is_that_of_all_triples(seed: int) -> None:
    report, rng = report_on(seed)
    for moves in (0, 2, 4, 6):
        check_node(report, some_line(report.game, rng, moves))
    assert report.at().mean_net == pytest.approx(measure(report.game, report.policy).values, abs=1e-9)


@pytest.mark.long
def test_on_the_turn_too() -> None:
    report, rng = report_on(5, board_cards=4, most_hands=2)
    for moves in (0, 2, 3, 5, 6):
        check_node(report, some_line(report.game, rng, moves))
    due = next(line for line in report.lines if report.at(line).card_due)
    cards = report.next_cards(due)
    assert cards.probability.sum() == pytest.approx(1.0)
    for k in np.flatnonzero(cards.probability > 0)[:3]:
        node = check_node(report, f"{due}/{cards.cards[k]}")
        assert cards.equity[:, k] == pytest.approx(node.mean_equity, nan_ok=True) and cards.net[:, k] == pytest.approx(
            node.mean_net
        )
    assert np.nansum(cards.net * cards.probability, axis=1) == pytest.approx(cards.mean_net)


def test_a_third_player_who_must_fold_leaves_the_numbers_of_two() -> None:
    """One hand that shares no card with the others' and folds to any bet: below the fold it is the spot for two."""
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("4s4c", "QQ,AhKh", "KK,Th9h,JJ"), pot=60, stack=100, bet_sizes="50%", raise_cap=1
    )  # fmt: skip
    node = SpotReport(game, "random").at("xb30cf")
    two = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ,AhKh", "KK,Th9h,JJ"), pot=60, stack=100, bet_sizes="50%")
    root = SpotReport(two, "random").at()
    names = [name for name in root.hands if name in node.hands]
    places = [[own.hands.index(name) for name in names] for own in (root, node)]
    assert node.player is None and node.mean_net[0] == pytest.approx(-20.0) and np.isnan(node.mean_equity[0])
    np.testing.assert_allclose(node.equity[1:, places[1]], root.equity[:, places[0]], atol=1e-12)
    # All that is left is a showdown for 120 chips, of which a player has paid 50.
    won = node.equity[1:, places[1]] * 120.0 - 50.0
    np.testing.assert_allclose(node.net[1:, places[1]], won, atol=1e-10)


def test_next_cards_tell_nothing_of_a_player_who_folded() -> None:
    from pokerzoo.evaluation.pictures.next_cards import describe_next_cards
    from pokerzoo.evaluation.spots.next_cards import best_first

    game = make_game("holdem", board="QsJh2h8d", ranges=("99,AK", "JJ,AQ", "TT,KQ"), pot=50, stack=60, bet_sizes="50%")
    report = SpotReport(game, TabularPolicy.uniform(game))
    cards = report.next_cards("b25cf")  # IP folds
    assert cards.seats_shown == (0, 1) and report.next_cards("xxx").seats_shown == (0, 1, 2)
    assert np.isnan(cards.equity[2]).all() and not np.isnan(cards.equity[:2]).all(axis=1).any()
    console = Console(width=200)
    with console.capture() as shown:
        console.print(cards)
    for told in (shown.get(), str(cards), cards._repr_html_()):
        assert "OOP" in told and "MP" in told and "IP" not in told
    gone = report.next_cards("xb25fc")  # MP bets, IP folds, OOP calls
    assert gone.seats_shown == (0, 1)
    cards = report.next_cards("xxb25fc")  # IP bets, OOP folds
    assert cards.seats_shown == (1, 2) and cards.cards[best_first(cards)[0]] == cards.cards[int(np.nanargmax(cards.net[1]))]
    assert "MP's best cards" in describe_next_cards("Cards", cards) and "OOP" not in describe_next_cards("Cards", cards)


def test_values_of_decisions_are_those_of_the_tree() -> None:
    report, _ = report_on(2, most_hands=2)
    game = report.game
    result, wanted = decision_values(game, report.policy), decision_values.dispatch(Game)(game, report.policy)
    seen, stack = 0, [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal:
            continue
        if state.current_player < 0:
            stack += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
            continue
        one, two = result.at(state), wanted.at(state)
        np.testing.assert_allclose(one.net, two.net, atol=1e-9)
        np.testing.assert_allclose(one.probabilities, two.probabilities)
        seen += 1
        stack += [state.child(action) for action in state.legal_actions()]
    assert seen > 20


def test_tables_have_a_row_for_each_player() -> None:
    report, _ = report_on(1)
    node = report.at()
    assert [*dict.fromkeys(node.table()["player"])] == ["OOP", "MP", "IP"]
    assert len(node.table()["hand"]) == 3 * len(node.hands) == len(node.table()["net_chips"])
    assert len(report.table()["line"]) == 3 * len(report.lines)
    assert node.mean_pot_share - node.mean_net == pytest.approx(np.full(3, report.game.rules.betting.pot / 3))
    with pytest.raises(ValueError, match=r"player=3: must be 0 \(OOP\), 1 \(MP\) or 2 \(IP\)"):
        node.grid(3)
    assert node.grid(1).reach.sum() == pytest.approx(node.combos[1])
