"""A match of the solving agent against Slumbot, over its web API (heads-up no-limit, blinds of 50 and 100, 20,000 chips).

It needs a network, and nothing else but pokerzoo:

    python examples/slumbot_match.py --hands 100 --blueprint loose --log hands.jsonl

``--blueprint`` is the name of a baseline; ``play_match`` takes any agent. Each hand is a line of the log, so that a match
that breaks off is not lost. ``--host`` is another address that answers in the same way.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import SolvingAgent
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import BET, CALL, FOLD
from pokerzoo.envs.whole_hands.replay import HandReplay

GAME = make_game("texas_holdem", blinds=(50, 100), stack=20_000, bet_sizes="any", raise_sizes="any")
"""Slumbot's game, with every whole amount as an action. The player with the small blind is position 1, in its answers, too."""

HOST = "https://slumbot.com"
BIG_BLIND = 100
TIMEOUT = 30
"""Seconds to wait for an answer."""


def from_slumbot(action: str, hole_cards: Sequence[Sequence[str] | None] = (None, None), board: Sequence[str] = ()) -> Any:
    """Read the state after a betting string such as ``b200c/kk/b400f``.

    ``k`` checks, ``c`` calls, ``f`` folds, ``b`` bets or raises to a number of chips on this street; streets stand between
    slashes. Where a string ends a round, the next street's cards are there, with or without a slash at its end. Cards that are
    not given are any that are left. ValueError for an action that is not legal.
    """
    deck = GAME.rules.deck.names
    known = [deck.index(card) for card in board]
    replay = HandReplay(GAME, [None if cards is None else [deck.index(card) for card in cards] for cards in hole_cards], known)
    place = 0
    while place < len(action):
        match = re.compile(r"[kcf/]|b[1-9]\d{0,5}(?!\d)", re.ASCII).match(action, place)
        good = match is not None and play_word(replay, match[0], known)
        if match is None or not good:
            raise ValueError(f"action, character {place + 1}, {action[place : place + 12]!r}: must be {legal_text(replay)}")
        place = match.end()
    while replay.card_due:
        turn_up_street(replay, known)
    return replay.state()


def play_word(replay: HandReplay, word: str, known: Sequence[int]) -> bool:
    """Play an action, or turn up a street at a slash; False, and nothing done, where it is not allowed."""
    if word == "/":
        due = replay.card_due
        if due:
            turn_up_street(replay, known)
        return due
    if replay.actor is None:
        return False
    allowed = replay.allowed()
    if word in ("k", "c"):
        return (word == "c") == allowed.fold and replay.play(CALL)
    return replay.play(FOLD) if word == "f" else replay.play(BET, int(word[1:]))


def turn_up_street(replay: HandReplay, known: Sequence[int]) -> None:
    """Turn up the next street's cards: the known ones, else the lowest that are left."""
    state, count = replay.state(), replay.cards_due()
    start = len(state.board)
    cards = list(known[start : start + count])
    seen = state.seen_cards() | set(known)
    cards += [card for card in range(len(GAME.rules.deck.names)) if card not in seen][: count - len(cards)]
    replay.deal(cards)


def legal_text(replay: HandReplay) -> str:
    """The actions that may come next, in Slumbot's notation."""
    if replay.actor is None:
        return "a slash" if replay.card_due else "the end, for the hand is over"
    allowed = replay.allowed()
    words = ["f"] if allowed.fold else []
    words.append("c" if allowed.fold else "k")
    if allowed.least:
        words.append(f"b{allowed.least} to b{allowed.most}")
    return ", ".join(words)


def to_slumbot(state: Any) -> str:
    """Write the betting of a hand as Slumbot does."""
    pieces = [""]
    put = dict(enumerate(GAME.posted))
    for street, player, kind, total in state.moves:
        while len(pieces) <= street:
            pieces.append("")
            put = {}
        if kind == CALL:
            pieces[-1] += "c" if total > put.get(player, 0.0) else "k"
        else:
            pieces[-1] += "f" if kind == FOLD else f"b{round(total)}"
        put[player] = total
    return "/".join([*pieces, *[""] * (state.street + 1 - len(pieces))])


class Slumbot:
    """A session with Slumbot's API."""

    def __init__(self, host: str = HOST) -> None:
        self.host = host.rstrip("/")
        self.token: str | None = None

    def ask(self, path: str, **data: str) -> dict[str, Any]:
        """Send a request, with the session's token once there is one; the answer. RuntimeError for an error, or no answer."""
        body = json.dumps(data if self.token is None else data | {"token": self.token}).encode()
        request = urllib.request.Request(f"{self.host}/api/{path}", body, {"Content-Type": "application/json"}, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                result: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:  # a message may come with it
            result = {"error_msg": f"{error}: {error.read(500).decode(errors='replace')}"}
        except OSError as error:
            raise RuntimeError(f"{self.host} cannot be reached: {getattr(error, 'reason', error)}") from None
        if result.get("error_msg"):
            raise RuntimeError(f"{self.host}/api/{path}: {result['error_msg']}")
        self.token = result.get("token", self.token)
        return result


def play_hand(slumbot: Slumbot, agent: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Play a hand; Slumbot's last answer, which has the ``winnings``."""
    answer = slumbot.ask("new_hand")
    while answer.get("winnings") is None:
        seat = int(answer["client_pos"])
        cards = [None, None]
        cards[seat] = answer["hole_cards"]
        state = from_slumbot(answer["action"], hole_cards=cards, board=answer["board"])
        if state.current_player != seat:
            raise RuntimeError(f"after {answer['action']!r} it is not the turn of position {seat}")
        probabilities = agent.action_probabilities(state)
        actions = list(probabilities)
        shares = np.array([probabilities[action] for action in actions])
        action = actions[int(rng.choice(len(actions), p=shares / shares.sum()))]
        answer = slumbot.ask("act", incr=word_of(state, action))
    return answer


def word_of(state: Any, action: int) -> str:
    """An action as the API takes it: ``k``, ``c``, ``f`` or ``b`` with a total."""
    betting = to_slumbot(state.child(action)).rstrip("/")
    return betting[len(to_slumbot(state)) :]


def play_match(
    slumbot: Slumbot, agent: Any, hands: int, seed: int = 0, log: Path | None = None, tell: Callable[[str], Any] = print
) -> list[int]:
    """Play hands; the chips won in each."""
    rng, won = np.random.default_rng(seed), []
    for hand in range(hands):
        answer = play_hand(slumbot, agent, rng)
        won.append(int(answer["winnings"]))
        if log is not None:
            with log.open("a", encoding="utf-8") as lines:
                print(json.dumps({key: value for key, value in answer.items() if key != "token"}), file=lines)
        if (hand + 1) % 10 == 0 or hand + 1 == hands:
            tell(summary(won))
    return won


def summary(won: list[int]) -> str:
    """The mean in thousandths of the big blind a hand, with its 95% interval."""
    mbb = np.array(won) / BIG_BLIND * 1000
    error = float(mbb.std(ddof=1)) / math.sqrt(len(mbb)) if len(mbb) > 1 else math.nan
    return f"{len(won)} hands: {mbb.mean():+.0f} mbb a hand ± {1.96 * error:.0f}"


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=100, help="hands to play")
    parser.add_argument("--blueprint", default="loose", help="the baseline that is played before the flop")
    parser.add_argument("--resolving", default="unsafe", choices=("unsafe", "safe"), help="how spots are solved")
    parser.add_argument("--seed", type=int, default=0, help="of the draws of actions")
    parser.add_argument("--log", type=Path, help="a file to which each hand is written as a line of JSON")
    parser.add_argument("--host", default=HOST, help="the address of the API")
    args = parser.parse_args()
    try:
        agent = SolvingAgent(args.blueprint, game=GAME, resolving=args.resolving, seed=args.seed)
        play_match(Slumbot(args.host), agent, args.hands, args.seed, args.log)
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
