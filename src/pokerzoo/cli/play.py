"""``pokerzoo play``: you against a policy, in the terminal or through a pipe."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text, printable_text
from pokerzoo.envs.support.tables import Column, Table

from .command import argument, command, is_asked, option
from .completion import policy_files
from .options import drawn_seed, game_option, load_players, param_option, parse_game
from .output import console
from .results import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from rich.console import Console

    from pokerzoo.agents import Policy
    from pokerzoo.envs import Game, State

    from .play_advice import Advisor, Choice


class LeaveTable(Exception):
    """The player leaves the table."""


OPPONENTS = {"texas_holdem": "blueprint"}
"""Games that are taken by their name alone, and the opponent who is there then."""
EXAMPLES = (
    "pokerzoo play kuhn.npz",
    "pokerzoo play texas_holdem",
    "pokerzoo play honest --game leduc --seat 0 --hands 20",
    "pokerzoo play honest --game leduc --advisor leduc.npz",
)
HELP_WORDS = ("?", "help", "rules")
"""Inputs that ask for the rules again."""


@command(EXAMPLES, any_game=True)
@argument(
    "opponent", metavar="FILE|BASELINE", shell_complete=policy_files,
    help="Who plays all other seats: a policy file or a baseline; in texas_holdem also blueprint or solving. "
    "texas_holdem alone is that game against blueprint.",
)  # fmt: skip
@game_option
@param_option
@option("--seat", metavar="N", type=int, help="Your seat; 0 acts first. Without it your seat changes each hand.")
@option("--hands", metavar="N", type=click.IntRange(min=1), help="Hands to play. Without it until you leave.")
@option(
    "--advisor", metavar="FILE|none", shell_complete=policy_files,
    help="The policy that comments on your choices after each hand. Without it FILE, if that is who you play against. "
    "none: no comments.",
)  # fmt: skip
@option(
    "--seed", metavar="N", type=click.IntRange(min=0),
    help="Seed of the cards and of the opponent's choices; drawn if not given.",
)  # fmt: skip
def play(
    opponent: str, game: str | None, param: tuple[str, ...], seat: int | None, hands: int | None, advisor: str | None,
    seed: int | None,
) -> Result:  # fmt: skip
    """Play against a policy or a baseline.

    Before the first hand it explains the game. Type an action, its first letters, its number, or its sign in histories:
    x checks, b33 bets 33, a goes all-in. If several sizes fit, it asks which. ? explains the game again, q or Ctrl-D leaves.

    After each hand it shows how often the policy takes each action where you had to decide, and what your choice cost: by how
    many chips it is worth less than the best action, if all play on as the policy does.

    With --json all that is for you goes to stderr.
    """
    import numpy as np

    if game is None and opponent in OPPONENTS and not Path(opponent).exists():
        game, opponent = opponent, OPPONENTS[opponent]
    rules, (player,) = load_players([opponent], parse_game(game, param))
    policy = player.source if hasattr(player.source, "action_probabilities") else player
    if seat is not None and seat not in range(rules.num_players):
        raise InputError(f"--seat {seat}: {rules} has seats 0 to {rules.num_players - 1}")
    adviser = find_advisor(advisor, opponent, rules, policy)
    seed = drawn_seed(seed)
    cards, choices = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(2))
    table = InteractiveTable(console(error=is_asked("json")), policy, cards, choices)
    table.say(f"{game_text(rules)} against {opponent}.", style="bold")
    for line in game_lines(rules)[1:]:
        table.say(fill(line, table.out.width, initial_indent="  ", subsequent_indent="  "))
    table.explain(rules)
    if adviser is None and advisor is None:
        table.say("\nNo advisor comments on your choices; --advisor FILE names a policy that does.")
    played, total = 0, 0.0
    judged: list[Choice] = []
    try:
        while hands is None or played < hands:
            yours = played % rules.num_players if seat is None else seat
            table.say(f"\nHand {played + 1}. You are player {yours}.", style="bold")
            taken: list[tuple[State, int]] = []
            won = table.play_hand(rules.initial_state(), yours, taken)
            played, total = played + 1, total + won
            outcome = f"You {'win' if won > 0 else 'lose'} {abs(won):g}." if won else "You break even."
            table.say(f"{outcome} Total: {signed_or_zero(total)} chips.")
            if adviser is not None and taken:
                new = [adviser.judge(played, state, action) for state, action in taken]
                judged += new
                table.comment(adviser, new)
        if judged:
            table.say("")
    except (LeaveTable, KeyboardInterrupt):
        table.say("")
    table.say(f"{played} {'hand' if played == 1 else 'hands'} played, {signed_or_zero(total)} chips.")
    costs = [choice.cost_chips for choice in judged if choice.cost_chips is not None and choice.verdict != "unsure"]
    if costs:
        table.say(cost_summary(costs, played))
    return Result({
        "game": rules.name,
        "parameters": rules.params,
        "opponent": opponent,
        "advisor": None if adviser is None else adviser.name,
        "seat": seat,
        "seed": seed,
        "hands": played,
        "chips": total,
        "cost_chips": sum(costs) if costs else None,
        "choices": judged,
    })  # fmt: skip


def find_advisor(asked: str | None, opponent: str, game: Game, policy: Policy) -> Advisor | None:
    """Advisor: the policy that ``--advisor`` names, else the opponent if it is a policy file."""
    from pokerzoo.agents import BASELINES
    from pokerzoo.agents.policies.named_players import BEST_RESPONSE, named_policy
    from pokerzoo.envs.whole_hands.game import TexasHoldemGame

    from .play_advice import Advisor

    if asked == "none":
        return None
    if asked is not None:
        return Advisor(asked, game, named_policy(game, asked))
    if opponent.startswith(BEST_RESPONSE) or opponent in BASELINES or isinstance(game, TexasHoldemGame):
        return None
    return Advisor(opponent, game, policy)


def cost_summary(costs: Sequence[float], hands: int) -> str:
    """Total cost of all choices.

    >>> cost_summary([0.0, 0.5, 1.0], 2)
    'Your 3 choices cost 1.5 chips in all, 0.75 a hand; 1 of them was best.'
    """
    best = costs.count(0.0)
    choices = "choice" if len(costs) == 1 else f"{len(costs)} choices"
    if best == len(costs):
        return f"Your {choices} cost nothing: {'it was the' if len(costs) == 1 else 'all were'} best."
    how = f"{best} of them {'was' if best == 1 else 'were'} best" if len(costs) > 1 else "it was not the best"
    return f"Your {choices} cost {distance_text(sum(costs))} chips in all, {distance_text(sum(costs) / hands)} a hand; {how}."


@dataclass
class InteractiveTable:
    """A table at which one person plays against one policy in all other seats."""

    out: Console
    policy: Policy
    cards: Generator
    choices: Generator
    told: bool = False

    def say(self, text: str, style: str | None = None) -> None:
        """Show some text."""
        self.out.print(text, style=style, soft_wrap=True)

    def explain(self, game: Game) -> None:
        """The rules, what the signs mean, and what to type."""
        from pokerzoo.envs.rules_words import explained_rules

        rules, signs = explained_rules(game)
        wide = self.out.width
        for line in rules:
            self.say(fill(line, wide, initial_indent="  ", subsequent_indent="  "))
        unseen = "? is what you do not see, - nothing yet."
        text = f"A history has {signs}. {unseen}" if signs else unseen
        self.say("\n" + fill(text, wide))
        self.say(fill("Type an action, its first letters or its number. ? explains this again, q leaves.", wide))

    def comment(self, advisor: Advisor, choices: Sequence[Choice]) -> None:
        """Print the advisor's actions, and the cost of the person's choices."""
        from pokerzoo.envs.rules_words import explained_rules

        from .play_advice import cost_text, shares_text

        self.say("")
        known = any(choice.cost_chips is not None for choice in choices)
        names = ("you knew", "you did", f"{printable_text(Path(advisor.name).name)} does", "verdict")
        heads = [Column(name, words=True) for name in names]
        columns = [*heads[:3], Column("cost", cost_text), heads[3]] if known else heads[:3]
        rows = [[one.infoset, one.action, shares_text(one.probabilities), one.cost_chips, one.verdict] for one in choices]
        if not self.told:
            self.told = True
            cost = (
                " The cost is what your choice gives away, in chips; unsure: no more than the policy may err." if known else ""
            )
            keys = "What you knew is your cards, then |, then the history." if explained_rules(advisor.game)[1] else ""
            if keys or cost:
                self.say(fill(f"{keys}{cost}".strip(), self.out.width))
        self.out.print(Table("", columns, [row[: len(columns)] for row in rows]))

    def play_hand(self, state: State, seat: int, taken: list[tuple[State, int]]) -> float:
        """Play a hand to its end; net chips of the person in ``seat``. Raises LeaveTable if the person leaves."""
        from pokerzoo.envs.core import draw_outcome

        while not state.is_terminal:
            if state.is_chance:
                state = state.after_chance(self.cards)
                continue
            mover = state.current_player
            if mover == seat:
                self.say(state.describe(seat))
                made = state.made_hand(seat)  # in hold'em
                if made:
                    self.say(f"you have: {made}")
                action = self.ask(state)
                taken.append((state, action))
                state = state.child(action)
                continue
            action = draw_outcome(self.policy.action_probabilities(state).items(), self.choices)
            if not state.game.simultaneous:  # else it comes out at the end
                self.say(f"player {mover}: {state.action_name(action)}")
            state = state.child(action)
        self.say(state.describe(seat))
        return state.returns()[seat]

    def ask(self, state: State) -> int:
        """An action from the person, asked until it is one; LeaveTable at the end of input or on ``q``."""
        legal = state.legal_actions()
        names = [state.action_name(action) for action in legal]
        all_in = all_in_place(state)
        sizes: list[int] = []  # the places of sizes that were asked about
        while True:
            self.out.print(f"{offered_choices(names)} > ", end="", soft_wrap=True)
            self.out.file.flush()
            line = "" if sys.stdin is None else sys.stdin.readline()  # None: it was closed
            if not line:
                raise LeaveTable
            answer = line.strip().casefold()
            if answer in ("q", "quit"):
                raise LeaveTable
            if answer in HELP_WORDS:
                self.explain(state.game)
                continue
            meant = [place for place in sizes if size_of(names[place]) == answer] or matching_choices(answer, names, all_in)
            if len(meant) == 1:
                return legal[meant[0]]
            shown = printable_text(repr(line.strip()))
            if not meant:
                self.say(f"{shown} is none of: {offered_choices(names, False)} (? explains, q leaves)")
                continue
            sizes = meant if len({SIZE.sub("", names[place]) for place in meant}) == 1 else []
            what = "which size" if sizes else "which one"
            self.say(f"{shown}: {what}? {offered_choices([names[place] for place in meant], False)} (q leaves)")


def signed_or_zero(amount: float) -> str:
    """Chips with a sign, zero without.

    >>> signed_or_zero(1.5), signed_or_zero(0.0)
    ('+1.5', '0')
    """
    return f"{amount:+g}" if amount else "0"


MOST_SIZES = 20
"""Of more choices in a row that differ in their number alone the first and the last are shown, without their places."""
SIZE = re.compile(r" [0-9.]+$")


def numbered_runs(names: Sequence[str]) -> list[list[tuple[int, str]]]:
    """(place from 1, name) of all names, those together that follow each other and differ in their number alone."""
    return [list(run) for _, run in groupby(enumerate(names, 1), key=lambda one: SIZE.sub("", one[1]))]


def offered_choices(names: Sequence[str], numbered: bool = True) -> str:
    """The choices with their numbers; names that are numbers stand for themselves, and so do sizes if there are many.

    >>> offered_choices(["fold", "call"]), offered_choices(["fold", "call"], numbered=False), offered_choices(["0", "1"])
    ('1 fold, 2 call', 'fold, call', '0, 1')
    >>> offered_choices(["check", *[f"bet {chips}" for chips in range(2, 101)]])
    '1 check, bet 2, ..., bet 100'
    """
    numbered = numbered and not any(name.isdigit() for name in names)
    shown: list[str] = []
    for run in numbered_runs(names):
        if len(run) > MOST_SIZES:
            shown += [run[0][1], "...", run[-1][1]]
        else:
            shown += [f"{place} {name}" if numbered else name for place, name in run]
    return ", ".join(shown)


def size_of(name: str) -> str:
    """The number at the end of a name; empty without one.

    >>> size_of("raise to 100"), size_of("check")
    ('100', '')
    """
    match = SIZE.search(name)
    return match[0].strip() if match else ""


def all_in_place(state: State) -> int | None:
    """The place of the bet or raise that is all-in, among the legal actions; None without one."""
    action = state.all_in_action()
    return None if action is None else state.legal_actions().index(action)


def matching_choices(answer: str, names: Sequence[str], all_in: int | None = None) -> list[int]:
    """Names that can be meant: by itself, by its start, by what histories call it, or by its number from 1.

    One if it is clear, none if the answer is none of them. ``a`` is the name at the place ``all_in``.

    >>> [matching_choices(answer, ["fold", "call"]) for answer in ("call", "f", "2")]
    [[1], [0], [1]]
    >>> matching_choices("x", ["check", "bet 33", "bet 75"]), matching_choices("b75", ["check", "bet 33", "bet 75"])
    ([0], [2])
    >>> matching_choices("b", ["check", "bet 33", "bet 75"]), matching_choices("2", ["0", "1", "2"])
    ([1, 2], [2])
    >>> matching_choices("", ["fold"])
    []
    """
    if all_in is not None and answer in ALL_IN:
        return [all_in]
    forms = [(name, in_histories(name)) for name in names]
    exact = [i for i, form in enumerate(forms) if answer in form]
    if exact:
        return exact
    starts = [i for i, form in enumerate(forms) if answer and any(one.startswith(answer) for one in form)]
    if starts:
        return starts
    if answer.isdecimal() and not any(name.isdigit() for name in names):
        return [place - 1 for run in numbered_runs(names) if len(run) <= MOST_SIZES for place, _ in run if place == int(answer)]
    return []


ALL_IN = ("a", "all-in", "all in", "allin")
LETTERS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r"}


def in_histories(name: str) -> str:
    """Sign of an action in histories and infoset keys.

    >>> in_histories("check"), in_histories("bet 33"), in_histories("raise to 100"), in_histories("rock")
    ('x', 'b33', 'r100', 'rock')
    """
    word, _, size = name.partition(" ")
    return LETTERS[word] + size.removeprefix("to ") if word in LETTERS else name
