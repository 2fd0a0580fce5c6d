"""``pokerzoo play``: you against a policy, in the terminal or through a pipe."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .options import GameOption, Json, Params, drawn_seed, load_players, parse_game
from .output import console, game_text, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from rich.console import Console

    from pokerzoo.agents import Policy
    from pokerzoo.envs import State


class Leave(Exception):
    """The player leaves the table."""


EXAMPLES = (
    "pokerzoo play kuhn.npz",
    "pokerzoo play honest --game leduc --seat 0 --hands 20",
)


def play(
    opponent: Annotated[
        str,
        typer.Argument(
            metavar="FILE|BASELINE",
            autocompletion=completion.players,
            help="Who plays all other seats: a policy file or a baseline.",
        ),
    ],
    game: GameOption = None,
    param: Params = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Your seat, 0 acts first; else it changes each hand.")] = None,
    hands: Annotated[int | None, typer.Option(min=1, metavar="N", help="Hands to play; else until you leave.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of the cards and the opponent's choices.")] = None,
    as_json: Json = False,
) -> None:
    """Play against a policy.

    Type an action, the start of its name, its number, or what histories call it (x is check, b33 bet 33); q or Ctrl-D
    leaves. With --json all that is for you goes to stderr.
    """
    import numpy as np

    rules, (policy,) = load_players([opponent], parse_game(game, param))
    if seat is not None and seat not in range(rules.num_players):
        raise ValueError(f"--seat {seat}: {rules} has seats 0 to {rules.num_players - 1}")
    seed = drawn_seed(seed)
    cards, choices = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(2))
    table = InteractiveTable(console(error=as_json), policy, cards, choices)
    table.say(f"{game_text(rules)} against {opponent}. Type an action, its first letters or its number; q leaves.")
    played, total = 0, 0.0
    try:
        while hands is None or played < hands:
            yours = played % rules.num_players if seat is None else seat
            table.say(f"\nHand {played + 1}. You are player {yours}.", style="bold")
            won = table.play_hand(rules.initial_state(), yours)
            played, total = played + 1, total + won
            outcome = f"You {'win' if won > 0 else 'lose'} {abs(won):g}." if won else "You break even."
            table.say(f"{outcome} Total: {signed(total)} chips.")
    except (Leave, KeyboardInterrupt):
        table.say("")
    table.say(f"{played} {'hand' if played == 1 else 'hands'} played, {signed(total)} chips.")
    if as_json:
        print_json(
            {
                "game": rules.name,
                "parameters": rules.params,
                "opponent": opponent,
                "seat": seat,
                "seed": seed,
                "hands": played,
                "chips": total,
            }
        )


@dataclass
class InteractiveTable:
    """A table at which one person plays against one policy in all other seats.

    Attributes:
        out: where the person reads.
        policy: the others.
        cards: draws chance.
        choices: draws the others' actions.
    """

    out: Console
    policy: Policy
    cards: Generator
    choices: Generator

    def say(self, text: str, style: str | None = None) -> None:
        """Show some text."""
        self.out.print(text, style=style, soft_wrap=True)

    def play_hand(self, state: State, seat: int) -> float:
        """Play a hand to its end; net chips of the person in ``seat``. Raises Leave if the person leaves."""
        from pokerzoo.envs.core import draw

        while not state.is_terminal:
            if state.is_chance:
                state = state.after_chance(self.cards)
                continue
            mover = state.current_player
            if mover == seat:
                self.say(state.describe(seat))
                self.say_made_hand(state, seat)
                state = state.child(self.ask(state))
                continue
            action = draw(self.policy.action_probabilities(state).items(), self.choices)
            if not state.game.simultaneous:  # else it comes out at the end
                self.say(f"player {mover}: {state.action_name(action)}")
            state = state.child(action)
        self.say(state.describe(seat))
        return state.returns()[seat]

    def say_made_hand(self, state: State, seat: int) -> None:
        """In hold'em, tell the person what the cards make."""
        from pokerzoo.envs.games.holdem import HoldemGame
        from pokerzoo.envs.poker.game import PokerState
        from pokerzoo.envs.whole_hands.game import TexasHoldemGame

        if isinstance(state.game, HoldemGame) and isinstance(state, PokerState):
            strength = state.game.strength(state.hands[seat], state.public.board)
        # The categories of a short deck have another order.
        elif isinstance(state.game, TexasHoldemGame) and state.game.params["deck"] != "short" and state.board:  # type: ignore[attr-defined]
            strength = state.game.rules.strength(state.hole_cards(seat), state.board)  # type: ignore[attr-defined]
        else:
            return
        from pokerzoo.envs.poker.hand_strength import category

        self.say(f"you have: {category(strength)}")

    def ask(self, state: State) -> int:
        """An action from the person, asked until it is one; Leave at the end of input or on ``q``."""
        legal = state.legal_actions()
        names = [state.action_name(action) for action in legal]
        while True:
            self.out.print(f"{offer(names)} > ", end="", soft_wrap=True)
            self.out.file.flush()
            line = "" if sys.stdin is None else sys.stdin.readline()  # None: it was closed
            if not line:
                raise Leave
            answer = line.strip().casefold()
            if answer in ("q", "quit"):
                raise Leave
            meant = choose(answer, names)
            if len(meant) == 1:
                return legal[meant[0]]
            if meant:
                self.say(f"{line.strip()!r}: which one? {offer([names[i] for i in meant], False)} (q leaves)")
            else:
                self.say(f"{line.strip()!r} is none of: {offer(names, False)} (q leaves)")


def signed(amount: float) -> str:
    """Chips with a sign, zero without.

    >>> signed(1.5), signed(0.0)
    ('+1.5', '0')
    """
    return f"{amount:+g}" if amount else "0"


MOST_SIZES = 20
"""Of more choices in a row that differ in their number alone the first and the last are shown, without their places."""
SIZE = re.compile(r" [0-9.]+$")


def runs(names: Sequence[str]) -> list[list[tuple[int, str]]]:
    """(place from 1, name) of all names, those together that follow each other and differ in their number alone."""
    return [list(run) for _, run in groupby(enumerate(names, 1), key=lambda one: SIZE.sub("", one[1]))]


def offer(names: Sequence[str], numbered: bool = True) -> str:
    """The choices with their numbers; names that are numbers stand for themselves, and so do sizes if there are many.

    >>> offer(["fold", "call"]), offer(["fold", "call"], numbered=False), offer(["0", "1"])
    ('1 fold, 2 call', 'fold, call', '0, 1')
    >>> offer(["check", *[f"bet {chips}" for chips in range(2, 101)]])
    '1 check, bet 2, ..., bet 100'
    """
    numbered = numbered and not any(name.isdigit() for name in names)
    shown: list[str] = []
    for run in runs(names):
        if len(run) > MOST_SIZES:
            shown += [run[0][1], "...", run[-1][1]]
        else:
            shown += [f"{place} {name}" if numbered else name for place, name in run]
    return ", ".join(shown)


def choose(answer: str, names: Sequence[str]) -> list[int]:
    """Which names can be meant: by itself, by its start, by what histories call it, or by its number from 1.

    One if it is clear, none if the answer is none of them.

    >>> choose("call", ["fold", "call"]), choose("f", ["fold", "call"]), choose("2", ["fold", "call"])
    ([1], [0], [1])
    >>> choose("x", ["check", "bet 33", "bet 75"]), choose("b75", ["check", "bet 33", "bet 75"])
    ([0], [2])
    >>> choose("b", ["check", "bet 33", "bet 75"]), choose("2", ["0", "1", "2"]), choose("", ["fold"])
    ([1, 2], [2], [])
    """
    forms = [(name, in_histories(name)) for name in names]
    exact = [i for i, form in enumerate(forms) if answer in form]
    if exact:
        return exact
    starts = [i for i, form in enumerate(forms) if answer and any(one.startswith(answer) for one in form)]
    if starts:
        return starts
    if answer.isdecimal() and not any(name.isdigit() for name in names):
        return [place - 1 for run in runs(names) if len(run) <= MOST_SIZES for place, _ in run if place == int(answer)]
    return []


LETTERS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r"}


def in_histories(name: str) -> str:
    """What histories and infoset keys call an action.

    >>> in_histories("check"), in_histories("bet 33"), in_histories("raise to 100"), in_histories("rock")
    ('x', 'b33', 'r100', 'rock')
    """
    word, _, size = name.partition(" ")
    return LETTERS[word] + size.removeprefix("to ") if word in LETTERS else name
