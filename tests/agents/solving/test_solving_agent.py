"""The solving agent: ranges, what it plays, bets between the sizes, replays, errors."""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, SolvingAgent, WholeHandBaseline, as_agent
from pokerzoo.agents.blueprint import BlueprintPolicy, pseudo_harmonic
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.solving.agent import WEIGHT_BITS, rounded_range
from pokerzoo.envs import make_game, texas_holdem_v0
from pokerzoo.envs.games.hand_spot import find_move
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.cards import COMBOS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import exploitability, head_to_head, local_best_response
from pokerzoo_testing.all_hands import AllHands, Mixed

GAME = make_texas_holdem(stack=30, bet_sizes="50%,a", raise_sizes="a")
ITERATIONS = {"flop": 2, "turn": 6, "river": 10}


def agent_on(first_street: str, **options: Any) -> SolvingAgent:
    return SolvingAgent(Mixed(GAME), **({"iterations": ITERATIONS, "first_street": first_street} | options))


def at(line: str, game: TexasHoldemGame | None = None) -> TexasHoldemState:
    """A state whose public part is a line; the hole cards are any that the board leaves."""
    return state_at_key(game or GAME, f"3d3c|{line}")


def action_to(state: TexasHoldemState, total: float) -> int:
    return next(action for action in state.legal_actions() if action > 1 and state.total_of(action) == total)


def test_it_plays_the_blueprint_before_the_street() -> None:
    agent = agent_on("river")
    for line in ("", "c", "cx/QsJh2h|", "cx/QsJh2h|b2"):
        state = at(line)
        open_hands = ~np.isin(COMBOS, state.board).any(axis=1)
        wanted = Mixed(GAME).strategy(state) * open_hands
        np.testing.assert_array_equal(agent.strategy(state), wanted)
    assert agent.last_solve is None


def test_ranges_before_it_are_products_of_the_blueprint() -> None:
    agent = agent_on("river")
    agent.strategy(at("cx/QsJh2h|xb2c/8d|xx/5c|x"))
    solve = agent.last_solve
    assert solve is not None and solve.street == "river" and solve.player == 1
    moves = [("", 1, 1), ("c", 0, 1), ("cx/QsJh2h|", 0, 1), ("cx/QsJh2h|x", 1, action_to(at("cx/QsJh2h|x"), 2.0))]
    moves += [("cx/QsJh2h|xb2", 0, 1), ("cx/QsJh2h|xb2c/8d|", 0, 1), ("cx/QsJh2h|xb2c/8d|x", 1, 1)]
    for seat in range(2):
        wanted = np.where(np.isin(COMBOS, at("cx/QsJh2h|xb2c/8d|xx/5c|x").board).any(axis=1), 0.0, 1.0)
        for line, player, action in moves:
            if player == seat:
                state = at(line)
                wanted *= Mixed(GAME).strategy(state)[state.legal_actions().index(action)]
        np.testing.assert_allclose(solve.ranges[seat], wanted, rtol=1e-12)


def test_ranges_after_a_solution_are_those_of_its_strategies() -> None:
    # Own: the answers that the agent gave hand by hand. The opponent's: another solver of the turn, and its policy's answers.
    agent, line = agent_on("turn"), "cx/QsJh2h|xx/8d|xb2c/5c|"
    agent.strategy(at(line))
    river = agent.last_solve
    agent.strategy(at("cx/QsJh2h|xx/8d|"))
    turn = agent.last_solve
    assert river is not None and turn is not None and (turn.street, river.street) == ("turn", "river")
    policy = CFR(turn.spot.game).run(ITERATIONS["turn"]).average_policy()
    combos, left = combo_numbers(turn.spot.game), ~np.isin(COMBOS, at(line).board).any(axis=1)
    check = turn.spot.game.rules.root
    bet = check.child(1)
    called = bet.after(2 if find_move(bet, (2, 2.0)) == 2 else 1)
    assert called.line.text == "xb2"
    after = [np.zeros(1326), np.zeros(1326)]
    after[0][combos] = policy.strategy(check)[0] * policy.strategy(called)[1]
    k = find_move(bet, (2, 2.0))
    assert k is not None
    after[1][combos] = policy.strategy(bet)[k]
    for seat in range(2):
        np.testing.assert_allclose(river.ranges[seat], turn.ranges[seat] * after[seat] * left, rtol=1e-5, atol=1e-12)
    for name in ("AsAd", "7h6h", "Qd8s"):
        hand = next(k for k, cards in enumerate(GAME.rules.deck.hand_names) if cards == name)
        first = agent.action_probabilities(f"{name}|cx/QsJh2h|xx/8d|")[1]
        second = agent.action_probabilities(f"{name}|cx/QsJh2h|xx/8d|xb2")[1]
        assert river.ranges[0][hand] == pytest.approx(turn.ranges[0][hand] * first * second, rel=1e-9)


def test_what_it_plays_is_what_it_measured() -> None:
    agent, start = agent_on("river"), "cx/QsJh2h|xb2c/8d|xx/5c|"
    agent.strategy(at(start))
    solve = agent.last_solve
    assert solve is not None and solve.exploitability is not None
    combos = combo_numbers(solve.spot.game)

    def ask(public: Any) -> Floats:
        state = at(start + public.history)
        actions = [kind if kind < 2 else action_to(state, total) for kind, total in public.line.moves]
        return agent.strategy(state)[[state.legal_actions().index(action) for action in actions]][:, combos]

    result = exploitability(solve.spot.game, AllHands(ask))
    assert result / solve.spot.game.rules.betting.pot * 100 == pytest.approx(solve.exploitability, rel=1e-3)
    assert 0.01 < solve.exploitability < 20


def test_weights_of_its_ranges_are_added_without_rounding() -> None:
    rng = np.random.default_rng(3)
    likely = rng.random(len(COMBOS)) * 0.1 ** rng.integers(0, 16, len(COMBOS))
    weights = rounded_range(likely).weights
    assert 0.5 < weights.max() <= 1.0
    np.testing.assert_allclose(weights / weights.max(), likely / likely.max(), rtol=0, atol=2.0**-41)
    assert (weights > 0.0).all()
    assert len(COMBOS) << WEIGHT_BITS < 2**53
    heavy = rounded_range(1.0 - 0.4 * rng.random(len(COMBOS))).weights
    assert heavy.sum() == heavy[::-1].sum() == sum(map(Fraction, heavy.tolist()))


def test_a_solution_stays_in_force_on_its_street() -> None:
    agent = agent_on("river")
    for line in ("cx/QsJh2h|xx/8d|xx/5c|", "cx/QsJh2h|xx/8d|xx/5c|xb2", "cx/QsJh2h|xx/8d|xx/5c|xb28"):
        agent.strategy(at(line))
    assert agent.num_solves == 1


def test_bets_between_the_sizes_are_in_the_tree_as_they_are() -> None:
    game = make_texas_holdem(stack=200, bet_sizes="any", raise_sizes="any")
    agent = SolvingAgent(
        "loose", game=game, iterations=10, first_street="river", bet_sizes="50%", raise_sizes="100%", resolving="unsafe"
    )
    start = "r6c/QsJh2h|xx/8d|xx/5c|"
    for line, wanted in (
        ("b7", {"f", "c", "r33", "b7"}),  # the opponent bets 7 into 12; a raise of the pot is 7 + 26
        ("b6r19", {"f", "c", "r69", "r19"}),
        ("xb11r40", {"f", "c", "r132", "r40"}),
    ):
        state = at(start + line, game)
        agent.strategy(state)
        solve = agent.last_solve
        assert solve is not None
        public = solve.spot.public
        assert public.history == line
        assert {*public.line.tokens, re.findall(r"[br]\d+", line)[-1]} == wanted
    assert agent.last_solve is not None
    root = agent.last_solve.spot.game.rules.root
    assert root.line.tokens == ("x",), "what was played before the tree begins has no other moves"
    assert root.after(0).line.tokens == ("b11",)
    assert set(root.after(0).after(0).line.tokens) == {"f", "c", "r45", "r40"}, "the opponent's decision has all its moves"


def test_a_copy_plays_alike() -> None:
    agent = SolvingAgent("loose", game=GAME, iterations=ITERATIONS, first_street="river", seed=3, name="mine")
    state = at("cx/QsJh2h|xx/8d|xx/5c|b2")
    wanted = agent.strategy(state)
    for other in (pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent)):
        assert (other.name, other.seed, other.num_solves) == ("mine", 3, 0)
        np.testing.assert_array_equal(other.strategy(state), wanted)


def test_it_is_asked_at_the_states_of_the_table() -> None:
    """A blueprint made for other sizes is asked about the hand as it is played, before and on the street that is solved."""
    small = make_texas_holdem(stack=30, raise_sizes={"preflop": "50%,100%", "flop": "a", "turn": "a", "river": "a"})
    table = make_texas_holdem(stack=30, bet_sizes="any", raise_sizes="any")
    options: dict[str, Any] = {"iterations": 1, "first_street": "river", "resolving": "safe", "bet_sizes": "a"}
    agent = SolvingAgent(WholeHandBaseline(small, "tight"), game=table, **options)
    tight = WholeHandBaseline(table, "tight")
    for line in ("r5", "r7c/QsJh2h|", "cx/QsJh2h|b3"):
        state = at(line, table)
        np.testing.assert_array_equal(agent.strategy(state), tight.strategy(state))
    same, river = SolvingAgent(tight, **options), at("r7c/QsJh2h|xx/8d|xx/5c|", table)
    np.testing.assert_array_equal(agent.strategy(river), same.strategy(river))
    assert agent.last_solve is not None and same.last_solve is not None
    np.testing.assert_array_equal(agent.last_solve.ranges, same.last_solve.ranges)


def test_the_button_moves_and_stacks_change_in_a_session() -> None:
    """The blueprint is asked by position, whatever seat has the button; spots have the hand's own stacks."""
    table = make_texas_holdem(stack=40, short_stacks=True, chips_in_play=80)
    tight = WholeHandBaseline(table, "tight")
    agent = SolvingAgent(tight, iterations=2, first_street="river")
    for button in range(2):
        hand = table.with_stacks((30.0, 50.0), button)
        there = WholeHandBaseline(hand, "tight")
        for line in ("", "c"):
            state = at(line, hand)
            np.testing.assert_array_equal(agent.strategy(state), there.strategy(state))
        agent.strategy(at("cx/QsJh2h|xx/8d|xx/5c|x", hand))
        assert agent.last_solve is not None
        assert agent.last_solve.spot.game.rules.betting.stack == 28.0 and agent.last_solve.player == button


@pytest.mark.parametrize("options", [{}, {"hands": 4}], ids=["hands", "session"])
def test_environments_take_it(options: dict[str, Any]) -> None:
    env: Any = texas_holdem_v0.env(stack=30, **options)
    agent = SolvingAgent("loose", game=env.unwrapped.game, iterations=2, first_street="river")
    assert as_agent(env.unwrapped.game, agent) is agent, "in a session it is asked with the hand's stacks"
    rng = np.random.default_rng(1)
    for seed in range(4):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, over, stopped, _ = env.last()
            action = None
            if not (over or stopped):
                action = agent.act(observation["observation"], observation["action_mask"], env.agent_info(), rng)
                assert observation["action_mask"][action] == 1
            env.step(action)
    assert agent.num_solves > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seconds": 1, "iterations": 5}, "one of the two must be None"),
        ({"iterations": 0}, "iterations=0"),
        ({"iterations": {"flop": 5}}, "must have a number for flop, turn, river"),
        ({"iterations": {"flopp": 5}}, "no street 'flopp'"),
        ({"seconds": -1}, "seconds=-1"),
        ({"first_street": "preflop"}, "first_street='preflop'"),
        ({"resolving": "sure"}, "resolving='sure'"),
        ({"seed": -1}, "seed=-1"),
        ({"bet_sizes": "50"}, "a number needs a unit after it"),
        ({"bet_sizes": {"flop": "50%", "river": "a"}}, "no sizes for the turn"),
        *(
            ({"game": game, "iterations": 1}, "must be a texas_holdem for two players")
            for game in (make_game("kuhn"), make_texas_holdem(num_players=3), make_texas_holdem(deck="short"))
        ),
        ({"game": make_texas_holdem(last_street="flop"), "iterations": 1}, "must be played to the river"),
    ],
)
def test_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        SolvingAgent("loose", **({"game": GAME} | options))


def test_measures_and_matches_ask_it() -> None:
    game = make_texas_holdem(stack=20)
    agents = [SolvingAgent("loose", game=game, iterations=3, first_street="river") for _ in range(2)]
    match, again = (head_to_head(game, [agent, "tight"], hands=12, seed=1, aivat=True) for agent in agents)
    assert match.estimator == "aivat" and match.chips_per_hand == again.chips_per_hand
    deep = make_texas_holdem(stack=100, bet_sizes="50%", raise_sizes="100%")
    agents.append(SolvingAgent("always_call", game=deep, iterations=3, first_street="river"))
    assert local_best_response(deep, agents[2], hands=8, seed=1).hands == 8
    assert all(agent.num_solves > 0 for agent in agents)


def test_bets_that_are_no_actions_of_the_game() -> None:
    """As a log of another program has them, or a dealer who takes every amount."""
    agent = agent_on("river")
    state = at("r5c/QsJh2h|xx/8d|xx/5c|b3r11")
    result = agent.strategy(state)
    assert agent.last_solve is not None and agent.last_solve.spot.history == "b3r11"
    np.testing.assert_allclose(result.sum(axis=0)[~np.isin(COMBOS, state.board).any(axis=1)], 1.0, atol=1e-9)
    assert result[:, ~np.isin(COMBOS, state.board).any(axis=1)].std(axis=1).min() > 0.0


def test_hands_of_all_kinds() -> None:
    """Any stacks, antes, rake, limits and bets: at every decision probabilities of all hands that the board leaves."""
    rng, solves = np.random.default_rng(5), 0
    for number in range(24):
        cases: list[dict[str, Any]] = [
            {"bet_sizes": "any", "raise_sizes": "any"}, {"limit": "fixed-limit"}, {"limit": "pot-limit"},
            {"bet_sizes": "any", "raise_sizes": "any", "ante": 1}, {"rake_rate": 0.05, "rake_cap": 3}, {"raise_cap": 2},
        ]  # fmt: skip
        stacks = (int(rng.integers(5, 80)), int(rng.integers(5, 80)))
        game = make_texas_holdem(stack=stacks, short_stacks=True, **cases[number % 6])
        sizes: dict[str, Any] = {"bet_sizes": "50%,a", "raise_sizes": "a"} if number % 3 == 0 else {}
        resolving: Any = ("unsafe", "safe")[number // 6 % 2]
        first = "turn" if number % 8 == 0 else "river"
        agent = SolvingAgent("loose", game=game, iterations=2, first_street=first, resolving=resolving, **sizes)
        state: Any = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                state = state.after_chance(rng)
                continue
            left = ~np.isin(COMBOS, state.board).any(axis=1)
            result = agent.strategy(state)
            np.testing.assert_allclose(result[:, left].sum(axis=0), 1.0, atol=1e-6)
            assert result.min() >= 0.0 and not result[:, ~left].any()
            bets = [action for action in state.legal_actions() if action >= 2]
            state = state.child(1 if rng.random() < 0.6 or not bets else int(rng.choice(bets)))
        solves += agent.num_solves
    assert solves > 10


@pytest.mark.parametrize("line", ["r7", "cx/QsJh2h|xx/8d|b3r30"])
def test_a_blueprint_that_translates_bets_plays_as_it_does_alone(line: str) -> None:
    game = make_texas_holdem(stack=200, bet_sizes="any", raise_sizes="any")
    agent = SolvingAgent("blueprint", game=game, iterations={"river": 1}, first_street="river")
    state = at(line, game)
    alone = to_player(game, "blueprint").source.strategy(state)
    left = ~np.isin(COMBOS, state.board).any(axis=1)
    np.testing.assert_array_equal(agent.strategy(state)[:, left], alone[:, left])


def test_ranges_after_a_bet_between_two_sizes_are_shared_as_the_blueprint_shares_it() -> None:
    game = make_texas_holdem(stack=200, bet_sizes="any", raise_sizes="any")
    agent = SolvingAgent("blueprint", game=game, iterations=5, first_street="flop", bet_sizes="100%")
    blueprint, start = agent._table.blueprint, at("", game)
    assert isinstance(blueprint, BlueprintPolicy)
    agent.strategy(at("r30c/QsJh2h|", game))
    solve = agent.last_solve
    assert solve is not None
    left = ~np.isin(COMBOS, at("r30c/QsJh2h|", game).board).any(axis=1)
    raised, called = solve.ranges[game.button][left], solve.ranges[1 - game.button][left]
    shares = blueprint.probabilities_of_move(start, 2, 30.0)
    np.testing.assert_allclose(raised, shares[left])
    np.testing.assert_allclose(called, blueprint.probabilities_of_move(at("r30", game), 1, 30.0)[left])
    # A raise to 30 is between the pot (6) and all-in (200) of the blueprint.
    low, high = (blueprint.probabilities_on(start, ((0, 0.0), (1, 2.0), (2, 6.0), (2, 200.0)))[k] for k in (2, 3))
    part = pseudo_harmonic((30 - 2) / 4, 1.0, (200 - 2) / 4)
    np.testing.assert_allclose(shares[left], (part * low + (1.0 - part) * high)[left])
