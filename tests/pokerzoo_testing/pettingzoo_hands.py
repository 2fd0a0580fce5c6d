"""PettingZoo's hold'em (rlcard's) beside ours: random hands of theirs, played in ours with the same cards, as far as it goes.

``python tests/pokerzoo_testing/pettingzoo_hands.py`` needs rlcard (``pip install "pettingzoo[classic]"``), and counts, for each
game, decisions that are alike, and those that differ by kind. A hand is given up at the first action, or the first player to
act, that ours does not have; what a decision offers beyond the rules is counted, and the hand goes on.
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections import Counter
from typing import Any

from pokerzoo.envs import make_game
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, CALL, CALL_TO, FOLD, IN_ROUND, LEAST_TO, MOST_TO
from pokerzoo.envs.whole_hands.state import TexasHoldemState


def our_game(limit: str, players: int, button: int) -> TexasHoldemGame:
    """The same table: blinds of 1 and 2, stacks of 100 (fixed limit: so many that nobody is all-in)."""
    sizes = {"stacks": 1000} if limit == "fixed-limit" else {"stacks": 100, "bet_sizes": "any"}
    game = make_game("texas_holdem", num_players=players, limit=limit, button=button, **sizes)
    assert isinstance(game, TexasHoldemGame)
    return game


def card_name(card: Any) -> str:
    """``4H`` as ``4h``."""
    text = str(card)
    return text[:-1].replace("10", "T") + text[-1].lower()


def dealt(state: TexasHoldemState, board: list[Any]) -> TexasHoldemState:
    """Public cards that are due, as they lie there."""
    deck = state.game.rules.deck
    while state.is_chance and len(state.board) < len(board):
        state = state.child(deck.index(card_name(board[len(state.board)])))
    return state


def compare_hand(env: Any, limit: str, players: int, seed: int, rng: random.Random) -> Counter[str]:
    """One hand; what was alike and what was not, by name."""
    env.reset(seed=seed)
    theirs = env.unwrapped.env.game
    seen = Counter[str]()
    # Of two players theirs calls the big blind the dealer; the one with the small blind has the button by the rules.
    posted = [player.in_chips for player in theirs.players]
    small = posted.index(1)
    button = small if players == 2 else (small - 1) % players
    game = our_game(limit, players, button)
    state = game.initial_state()
    for player in theirs.players:
        cards = sorted((game.rules.deck.index(card_name(card)) for card in player.hand), reverse=True)
        state = state.child(game.hand_index[tuple(cards)])
    while not all(env.terminations.values()):
        if state.is_terminal:
            seen["theirs goes on when the hand is over"] += 1
            return seen
        actor = env.agents.index(env.agent_selection)
        if actor != state.current_player:
            seen[f"another player is to act {'after' if state.street else 'before'} the flop"] += 1
            return seen
        mask = env.observe(env.agent_selection)["action_mask"]
        wanted = {int(k): meaning(theirs, limit, k, actor) for k in range(len(mask)) if mask[k]}
        differs = differences(state, wanted)
        seen.update(differs)
        seen["decisions alike" if not differs else "decisions that differ"] += 1
        choice = rng.choice([k for k in wanted if wanted[k] != "fold" or rng.random() < 0.2] or list(wanted))
        action = ours(state, wanted[choice])
        env.step(choice)
        if action is None:
            seen["hands left at an action that ours does not have"] += 1
            return seen
        state = dealt(state.child(action), theirs.public_cards)
    if not state.is_terminal:
        seen["theirs is over when the hand goes on"] += 1
        return seen
    blinds = 2 if limit == "fixed-limit" else 1  # under fixed limit theirs counts in big blinds
    payoffs = [float(chips) * blinds for chips in theirs.get_payoffs()]
    seen["hands to the end"] += 1
    seen["payoffs alike" if payoffs == list(state.returns()) else "payoffs that differ"] += 1
    return seen


def meaning(theirs: Any, limit: str, action: int, actor: int) -> str | int:
    """``fold``, ``check``, ``call`` or the total in the round that an action of theirs comes to."""
    round_, player = theirs.round, theirs.players[actor]
    own, most = int(round_.raised[actor]), int(max(round_.raised))
    if limit == "fixed-limit":
        name = ("call", "raise", "fold", "check")[action]
        return most + int(round_.raise_amount) if name == "raise" else name
    if action < 2:
        return ("fold", "call" if most > own else "check")[action]
    pot = int(sum(one.in_chips for one in theirs.players))
    return own + (pot // 2, pot, int(player.remained_chips))[action - 2]


def differences(state: TexasHoldemState, wanted: dict[int, str | int]) -> set[str]:
    """Rule that a decision of theirs breaks."""
    row, found = state.row, set[str]()
    calls = int(row[CALL_TO]) > int(row[IN_ROUND + state.current_player])
    least, most = int(row[LEAST_TO]), int(row[MOST_TO])
    names = {name for name in wanted.values() if isinstance(name, str)}
    if "fold" in names and not calls:
        found.add("a fold is offered where a check is free")
    if ("call" in names) != calls or ("check" in names) == calls:
        found.add("check and call are mixed up")
    raises = [total for total in wanted.values() if isinstance(total, int)]
    if any(total < least for total in raises) and most:
        found.add("a raise of less than the least is offered")
    if raises and not most:
        found.add("a raise is offered where none is allowed")
    if any(total > most for total in raises) and most:
        found.add("a raise of more than the most is offered")
    if most and not raises:
        found.add("no raise is offered where one is allowed")
    return found


def ours(state: TexasHoldemState, wanted: str | int) -> int | None:
    """The action of ours, if it is legal."""
    if isinstance(wanted, str):
        action = FOLD if wanted == "fold" else CALL
        calls = int(state.row[CALL_TO]) > int(state.row[IN_ROUND + state.current_player])
        return action if action in state.legal_actions() and (action == FOLD or calls == (wanted == "call")) else None
    found = [one for one in state.legal_actions() if one >= BET and state.total_of(one) == wanted]
    return found[0] if found else None


def compare(name: str, players: int, hands: int, seed: int = 0) -> Counter[str]:
    """Many hands of ``texas_holdem_v4`` or ``texas_holdem_no_limit_v6``."""
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    env = module.env(num_players=players)
    limit = "no-limit" if "no_limit" in name else "fixed-limit"
    rng, seen = random.Random(seed), Counter[str]()
    for number in range(hands):
        seen.update(compare_hand(env, limit, players, seed + number, rng))
    return seen


def main() -> None:
    """Print what is alike and what is not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    hands = parser.parse_args().hands
    for name, players in (("texas_holdem_v4", 2), ("texas_holdem_no_limit_v6", 2), ("texas_holdem_no_limit_v6", 6)):
        print(f"{name}, {players} players, {hands:,} hands")
        for what, count in compare(name, players, hands).most_common():
            print(f"{count:9,} {what}")


if __name__ == "__main__":
    main()
