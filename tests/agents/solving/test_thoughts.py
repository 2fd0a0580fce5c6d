"""Decisions in a whole hand: ranges and hand classes against sums over single hands, by their names."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents.solving.thoughts import hand_decisions, thought_view
from pokerzoo.envs.core import states_of_history
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.all_hands import Mixed


def class_of(name: str) -> str:
    """``AKs`` of ``AsKs``."""
    ranks = "23456789TJQKA"
    high, low = sorted((name[0], name[2]), key=ranks.index, reverse=True)
    return high + low + ("" if high == low else "s" if name[1] == name[3] else "o")


@pytest.mark.parametrize("deck", ["standard", "royal"])
def test_ranges_and_classes_are_sums_over_hands(deck: str) -> None:
    game = make_texas_holdem(deck=deck, stack=60)
    blueprint = Mixed(game)
    state, rng = game.initial_state().after_chance(np.random.default_rng(4)), np.random.default_rng(1)
    while not state.is_terminal:
        state = state.child(1) if rng.random() < 0.7 or len(state.legal_actions()) < 3 else state.child(2)
        state = state.after_chance(rng)
    history = state.history()
    moves = [
        (at, action)
        for at, action in zip(states_of_history(game, history), history, strict=False)
        if isinstance(at, TexasHoldemState) and at.current_player == 1
    ]
    result = list(hand_decisions(blueprint.strategy, moves))
    assert len(result) == len(moves) >= 4
    names = game.rules.deck.hand_names
    reach = dict.fromkeys(names, 1.0)
    for decision, (at, action) in zip(result, moves, strict=True):
        board = {game.rules.deck.names[card] for card in at.board}
        left = {name for name in names if not board & {name[:2], name[2:]}}
        reach = {name: weight if name in left else 0.0 for name, weight in reach.items()}
        strategy = dict(zip(names, blueprint.strategy(at).T.tolist(), strict=True))
        held = "".join(game.rules.deck.names[card] for card in at.hole_cards(1))
        thought = thought_view(decision, 0, anew=False)
        legal = [at.action_name(option) for option in at.legal_actions()]
        shown = [legal.index(option.name) for option in thought.options]
        assert [option.own for option in thought.options] == np.array(strategy[held])[shown].tolist()
        assert [option.chosen for option in thought.options] == [at.legal_actions()[k] == action for k in shown]
        assert thought.combos == pytest.approx(sum(reach.values()))
        for kind in ("AA", "AKs", "QJo", "TT", "72o"):
            here = [name for name in left if class_of(name) == kind]
            number, total = CLASS_NAMES.index(kind), sum(reach[name] for name in here)
            if not here:
                assert np.isnan(thought.held[number])
                continue
            assert thought.held[number] == pytest.approx(total / len(here))
            wanted = np.sum([reach[name] * np.array(strategy[name]) for name in here], axis=0) / total
            assert thought.frequencies[:, number] == pytest.approx(wanted[shown])
        wanted = np.sum([reach[name] * np.array(strategy[name]) for name in names], axis=0) / sum(reach.values())
        assert [option.whole for option in thought.options] == pytest.approx(wanted[shown].tolist())
        k = at.legal_actions().index(action)
        reach = {name: weight * strategy[name][k] for name, weight in reach.items()}
