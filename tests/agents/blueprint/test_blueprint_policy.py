"""A blueprint at the table: the betting tree, bets between its sizes, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import StoreError
from pokerzoo.agents.blueprint import Blueprint, BlueprintPolicy
from pokerzoo.agents.blueprint.blueprint_file import betting_tree
from pokerzoo.agents.policies.action_translation import pseudo_harmonic
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import head_to_head

CLASSES = {"flop": 12, "turn": 12, "river": 12}


def royal(**more: Any) -> TexasHoldemGame:
    return make_texas_holdem(deck="royal", **{"stack": 60} | more)


@pytest.fixture(scope="module")
def trained() -> Blueprint:
    return Blueprint(royal(), hand_classes=CLASSES, seed=2, threads=1).run(300)


@pytest.fixture(scope="module")
def policy(trained: Blueprint) -> BlueprintPolicy:
    result = trained.average_policy()
    assert isinstance(result, BlueprintPolicy)
    return result


def tree_places(policy: BlueprintPolicy, game: TexasHoldemGame) -> list[int]:
    """Where the game's hands stand in the blueprint's tree."""
    order = {tuple(sorted(cards)): k for k, cards in enumerate(policy.class_strategy.tree.game.rules.deck.hands)}
    return [order[tuple(sorted(cards))] for cards in game.rules.deck.hands]


def played(game: TexasHoldemGame, *moves: str) -> TexasHoldemState:
    """A hand after some moves by name; public cards are dealt when they are due."""
    state = game.initial_state().after_chance(np.random.default_rng(7))
    for move in moves:
        names = {state.action_name(action): action for action in state.legal_actions()}
        state = state.child(names[move])
        state = state.after_chance(np.random.default_rng(7)) if state.is_chance else state
    return state


def test_the_tree_has_the_rules_of_the_hand() -> None:
    game = royal(blinds=(1, 2), stack=(30, 20), rake_rate=0.05, rake_cap=1)
    tree = betting_tree(game, "50%,a", {"preflop": "3bb", "flop": "100%", "turn": "100%", "river": "a"})
    root = tree.rules.root.line
    assert root.actor == 1
    assert root.tokens == ("f", "c", "r6")
    assert tree.rules.betting.max_contribution == 20
    assert (tree.rules.betting.rake_rate, tree.rules.betting.rake_cap) == (0.05, 1)
    limit = betting_tree(royal(limit="fixed-limit"))
    assert limit.rules.root.line.tokens == ("f", "c", "r")
    pot = betting_tree(royal(limit="pot-limit"))
    assert pot.rules.root.line.tokens == ("f", "c", "r6")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"num_players": 3}, "must be for two players"),
        ({"big_blind_ante": 2}, "big_blind_ante=2: must be 0"),
    ],
)
def test_games_without_a_tree(params: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        betting_tree(royal(**params))


def test_on_the_tree_it_plays_the_strategy_of_the_class(policy: BlueprintPolicy) -> None:
    game = policy.game
    state = played(game, "raise to 6", "call", "check")
    result = policy.strategy(state)
    line = policy.class_strategy.tree.game.rules.root.line
    for token in ("r6", "c", "x"):
        line = line.after(line.tokens.index(token))
        line = line.deal() if line.card_due else line
    shares = policy.class_strategy.strategy(PublicState(policy.class_strategy.tree.game.rules, line, state.board))
    legal = [state.action_name(action) for action in state.legal_actions()]
    assert len(line.moves) == 3  # check, the pot, all-in
    live = ~np.isin(game.rules.deck.hand_cards, state.board).any(axis=1)
    rows = [legal.index("check"), legal.index("bet 12"), len(legal) - 1]
    np.testing.assert_allclose(result[rows][:, live], shares[:, tree_places(policy, game)][:, live], atol=1e-12)


def test_a_bet_between_two_sizes_is_a_mixture(policy: BlueprintPolicy) -> None:
    game = royal(raise_sizes="75%,100%,a")
    assert policy.class_strategy.tree.game.rules.root.line.tokens == ("f", "c", "r6", "r60")
    other = BlueprintPolicy(game, policy.class_strategy, {})
    raised = played(game, "raise to 5")
    result = other.strategy(raised)
    # Shares of the pot after the call, 4: 3 / 4 is below the smaller size, 4 / 4.
    smaller = other.strategy(played(game, "raise to 6"))
    legal = {raised.action_name(action): k for k, action in enumerate(raised.legal_actions())}
    np.testing.assert_allclose(result[legal["fold"]], smaller[0], atol=1e-12)
    wide = royal(raise_sizes="200%,a")
    between = BlueprintPolicy(wide, policy.class_strategy, {})
    middle = between.strategy(played(wide, "raise to 10"))
    low = pseudo_harmonic(2.0, 1.0, 58 / 4)
    root = policy.class_strategy.tree.game.rules.root.line
    parts = [
        policy.class_strategy.strategy(PublicState(policy.class_strategy.tree.game.rules, root.after(k), ()))[0] for k in (2, 3)
    ]
    expected = low * parts[0] + (1 - low) * parts[1]
    np.testing.assert_allclose(middle[0], expected[tree_places(policy, wide)], atol=1e-12)


def test_own_actions_tell_which_line_is_played(policy: BlueprintPolicy) -> None:
    # The small blind limps, is raised between two sizes, calls, and acts on the flop: lines count by how likely its call was.
    wide = royal(raise_sizes="200%,a", bet_sizes="100%,a")
    between = BlueprintPolicy(wide, policy.class_strategy, {})
    state = played(wide, "call", "raise to 10", "call", "check")
    result = between.strategy(state)
    live = ~np.isin(wide.rules.deck.hand_cards, state.board).any(axis=1)
    np.testing.assert_allclose(result.sum(axis=0)[live], 1.0, atol=1e-9)
    root = policy.class_strategy.tree.game.rules.root.line
    limped = root.after(1)
    bets = [k for k, (kind, _) in enumerate(limped.moves) if kind == 2]
    # On the line with the all-in nobody acts on the flop, so the other line alone is left.
    small = limped.after(bets[0])
    line = small.after(1).deal()
    line = line.after(0)
    shares = policy.class_strategy.strategy(PublicState(policy.class_strategy.tree.game.rules, line, state.board))
    np.testing.assert_allclose(result[0][live], shares[0][tree_places(policy, wide)][live], atol=1e-9)


def test_suits_do_not_matter(policy: BlueprintPolicy) -> None:
    state = policy.game.initial_state().after_chance(np.random.default_rng(1))
    result = policy.strategy(state)
    names = policy.game.rules.deck.hand_names
    assert (result[:, names.index("AsKs")] == result[:, names.index("AhKh")]).all()


def test_it_beats_random_play(policy: BlueprintPolicy) -> None:
    result = head_to_head(policy.game, [policy, "random"], hands=600, seed=4, aivat=True)
    assert result.players[0].interval_95_chips[0] > 0


def test_files_keep_the_strategy(policy: BlueprintPolicy, tmp_path: Path) -> None:
    path = tmp_path / "royal.npz"
    assert policy.save(path) == path.stat().st_size
    again = BlueprintPolicy.load(path)
    assert again.game == policy.game
    for moves in ((), ("raise to 6",), ("raise to 6", "call"), ("call", "check", "check", "check", "bet 4")):
        state = played(policy.game, *moves)
        np.testing.assert_allclose(again.strategy(state), policy.strategy(state), atol=0.01)  # parts of 255
    result = head_to_head(policy.game, [str(path), "random"], hands=20, seed=1)
    assert result.hands == 20


def test_files_for_other_games_and_damaged_files(policy: BlueprintPolicy, tmp_path: Path) -> None:
    path = tmp_path / "royal.npz"
    policy.save(path)
    with pytest.raises(ValueError, match=r"of another game; yours has stack 20 big blinds \(blueprint: 30\)"):
        BlueprintPolicy.load(path, royal(stack=40))
    scaled = BlueprintPolicy.load(path, royal(blinds=(10, 20), stack=600))
    assert scaled.strategy(played(scaled.game)).shape[0] >= 3
    data = path.read_bytes()
    (tmp_path / "short.npz").write_bytes(data[: len(data) // 2])
    (tmp_path / "text.npz").write_text("no archive")
    for name, message in (("short.npz", "damaged: File is not a zip file"), ("text.npz", "not a pokerzoo blueprint file")):
        with pytest.raises(StoreError, match=f"{name}: {message}"):
            BlueprintPolicy.load(tmp_path / name)
    with np.load(path) as arrays:
        whole = dict(arrays)
    np.savez(tmp_path / "fewer.npz", **(whole | {"shares": whole["shares"][:-1]}))
    np.savez(tmp_path / "without.npz", header=whole["header"], shares=whole["shares"])
    np.savez(tmp_path / "other.npz", **(whole | {"turn/rule": whole["turn/rule"] + 1}))
    text = whole["header"].tobytes().replace(b'"features": "emd"', b'"features": "emb"')
    np.savez(tmp_path / "unknown.npz", **(whole | {"header": np.frombuffer(text, np.uint8)}))
    for name, message in (
        ("fewer.npz", "damaged: shares of uint8"),
        ("without.npz", "damaged: no flop/rule"),
        ("other.npz", "damaged: its hand classes do not match their digest"),
        ("unknown.npz", "damaged: its hand classes: 'emb' is missing or not known"),
    ):
        with pytest.raises(StoreError, match=f"{name}: {message}"):
            BlueprintPolicy.load(tmp_path / name)


def test_one_hand_is_asked_as_all_are(policy: BlueprintPolicy) -> None:
    state = played(policy.game, "raise to 6", "call", "check")
    hand = policy.game.hand_index[state.hole_cards(state.current_player)]
    column = policy.strategy(state)[:, hand]
    assert policy.action_probabilities(state) == dict(zip(state.legal_actions(), column.tolist(), strict=True))
    key = state.infoset_key(state.current_player)
    assert policy.action_probabilities(key) == policy.action_probabilities(state)
