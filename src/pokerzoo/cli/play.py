"""``pokerzoo play``: you against a policy, in the terminal or through a pipe."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text, printable_text
from pokerzoo.envs.support.tables import Column, Table

from .command import argument, command, is_asked, option
from .completion import policy_files
from .options import drawn_seed, load_players, parse_game
from .output import Result, console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pokerzoo.envs import State
    from pokerzoo.playing.coach import DecisionView
    from pokerzoo.playing.session import PlayedHand, Session


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
@option("--game")
@option("--param")
@option("--seat", metavar="N", type=int, help="Your seat; 0 acts first. Without it your seat changes each hand.")
@option("--hands", metavar="N", type=click.IntRange(min=1), help="Hands to play. Without it until you leave.")
@option(
    "--advisor", metavar="FILE|none", shell_complete=policy_files,
    help="The policy that comments on your choices after each hand. Without it FILE, if that is who you play against. "
    "none: no comments.",
)  # fmt: skip
@option("--seed", help="Seed of the cards and of the opponent's choices; drawn if not given.")
@option("--log")
def play(
    opponent: str, game: str | None, param: tuple[str, ...], seat: int | None, hands: int | None, advisor: str | None,
    seed: int | None, log: str | None,
) -> Result:  # fmt: skip
    """Play against a policy or a baseline.

    Before the first hand it explains the game. Type an action, its first letters, its number, or its sign in histories:
    x checks, b33 bets 33, a goes all-in. If several sizes fit, it asks which. ? explains the game again, q or Ctrl-D leaves.

    After each hand it shows how often the policy takes each action where you had to decide, and what your choice cost: by how
    many chips it is worth less than the best action, if all play on as the policy does.

    With --json all that is for you goes to stderr.
    """
    from pokerzoo.agents import BASELINES
    from pokerzoo.agents.policies.named_players import BEST_RESPONSE, named_policy
    from pokerzoo.envs.whole_hands.game import TexasHoldemGame
    from pokerzoo.playing.coach import Coach, coach_by, decision_view
    from pokerzoo.playing.session import Session

    if game is None and opponent in OPPONENTS and not Path(opponent).exists():
        game, opponent = opponent, OPPONENTS[opponent]
    rules, (player,) = load_players([opponent], parse_game(game, param))
    if seat is not None and seat not in range(rules.num_players):
        raise InputError(f"--seat {seat}: {rules} has seats 0 to {rules.num_players - 1}")
    if advisor is None:  # the opponent, if it is a policy file
        own = not (opponent.startswith(BEST_RESPONSE) or opponent in BASELINES or isinstance(rules, TexasHoldemGame))
        name = opponent if own else None
    else:
        name = None if advisor == "none" else advisor
    coach = Coach(rules, None) if name is None else coach_by(rules, named_policy(rules, name))
    seed = drawn_seed(seed)
    others = rules.num_players - 1
    path = None if log is None else Path(log)
    session = Session(rules, [player.agent()] * others, [opponent] * others, seat=seat, seed=seed, coach=coach, log=path)
    if log is not None:
        session.create_log({})
    table = Terminal(console(error=is_asked("json")), session)
    table.say(f"{game_text(rules)} against {opponent}.", style="bold")
    for line in game_lines(rules)[1:]:
        table.say(fill(line, table.out.width, initial_indent="  ", subsequent_indent="  "))
    table.explain()
    if name is None and advisor is None:
        table.say("\nNo advisor comments on your choices; --advisor FILE names a policy that does.")
    choices: list[dict[str, Any]] = []
    with suppress(LeaveTable, KeyboardInterrupt):
        while hands is None or len(session.hands) < hands:
            hand = table.play_hand()
            views = [view for one in hand.taken if (view := decision_view(coach, one)) is not None]
            if views:
                choices += [{"hand": hand.number} | view.to_dict() for view in views]
                table.comment(printable_text(Path(str(name)).name), views)
    table.say("")
    result = session.result
    played, total = result.hands, result.chips.total
    table.say(f"{played} {'hand' if played == 1 else 'hands'} played, {signed_or_zero(total)} chips.")
    if result.lost is not None and result.decisions:
        table.say(cost_summary(result.lost, result.decisions, result.verdicts.get("best", 0), played))
    about = {
        "game": rules.name,
        "parameters": rules.params,
        "opponent": opponent,
        "advisor": name,
        "seat": seat,
        "seed": seed,
    }
    return Result(about | result.to_dict() | {"choices": choices})


def cost_summary(lost: float, decisions: int, best: int, hands: int) -> str:
    """Total cost of the choices whose cost is known.

    >>> cost_summary(1.5, 3, 1, 2)
    'Your 3 choices cost 1.5 chips in all, 0.75 a hand; 1 of them was best.'
    """
    choices = "choice" if decisions == 1 else f"{decisions} choices"
    if best == decisions:
        return f"Your {choices} cost nothing: {'it was the' if decisions == 1 else 'all were'} best."
    how = f"{best} of them {'was' if best == 1 else 'were'} best" if decisions > 1 else "it was not the best"
    return f"Your {choices} cost {distance_text(lost)} chips in all, {distance_text(lost / hands)} a hand; {how}."


@dataclass
class Terminal:
    """A session in words: what happens is printed, and what the person does is read."""

    out: Console
    session: Session
    told: bool = False
    """Whether the columns of comments were explained."""

    def say(self, text: str, style: str | None = None) -> None:
        """Show some text."""
        self.out.print(text, style=style, soft_wrap=True)

    def explain(self) -> None:
        """The rules, what the signs mean, and what to type."""
        from pokerzoo.envs.game_words import explained_rules

        rules, signs = explained_rules(self.session.game)
        wide = self.out.width
        for line in rules:
            self.say(fill(line, wide, initial_indent="  ", subsequent_indent="  "))
        unseen = "? is what you do not see, - nothing yet."
        text = f"A history has {signs}. {unseen}" if signs else unseen
        self.say("\n" + fill(text, wide))
        self.say(fill("Type an action, its first letters or its number. ? explains this again, q leaves.", wide))

    def comment(self, advisor: str, choices: Sequence[DecisionView]) -> None:
        """Print the advisor's actions, and the cost of the person's choices."""
        from pokerzoo.envs.game_words import explained_rules

        self.say("")
        known = any(choice.verdict != "unknown" for choice in choices)
        heads = [Column(name, words=True) for name in ("you knew", "you did", f"{advisor} does", "verdict")]
        columns = [*heads[:3], Column("cost", cost_text), heads[3]] if known else heads[:3]
        rows = []
        for one in choices:
            did = next(option.name for option in one.options if option.chosen)
            shares = shares_text({option.name: option.probability for option in one.options})
            rows.append([one.infoset, did, shares, 0.0 if one.verdict == "best" else one.lost, one.verdict])
        if not self.told:
            self.told = True
            cost = (
                " The cost is what your choice gives away, in chips; unsure: no more than the policy may err." if known else ""
            )
            keys = "What you knew is your cards, then |, then the history." if explained_rules(self.session.game)[1] else ""
            if keys or cost:
                self.say(fill(f"{keys}{cost}".strip(), self.out.width))
        self.out.print(Table("", columns, [row[: len(columns)] for row in rows]))

    def play_hand(self) -> PlayedHand:
        """Play a hand to its end; LeaveTable if the person leaves."""
        session, done = self.session, 0
        number = len(session.hands) + 1
        seat = session.seat_in(number)
        self.say(f"\nHand {number}. You are player {seat}.", style="bold")
        hand = session.deal()
        while True:
            done = self.show_moves(hand, done)
            self.say(hand.state.describe(seat))
            if hand.state.is_terminal:
                break
            made = hand.state.made_hand(seat)  # in hold'em
            if made:
                self.say(f"you have: {made}")
            session.act(self.ask(hand.state))
            done += 1
        won, total = hand.state.returns()[seat], session.result.chips.total
        outcome = f"You {'win' if won > 0 else 'lose'} {abs(won):g}." if won else "You break even."
        self.say(f"{outcome} Total: {signed_or_zero(total)} chips.")
        return hand

    def show_moves(self, hand: PlayedHand, done: int) -> int:
        """What the others did after so many moves of a hand; the number of moves now."""
        from pokerzoo.envs.core import states_of_history

        history = hand.state.history()
        if not hand.state.game.simultaneous:  # else it comes out at the end
            for state, action in zip(states_of_history(hand.state.game, history)[done:], history[done:], strict=False):
                if not state.is_chance and state.current_player != hand.seat:
                    self.say(f"player {state.current_player}: {state.action_name(action)}")
        return len(history)

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
                self.explain()
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


SELDOM = 0.0005
"""An action that is played less often is left out of a line."""
SHOWN = 5
"""The most actions in a line."""


def shares_text(probabilities: dict[str, float]) -> str:
    """Frequencies of actions, the most frequent first.

    >>> shares_text({"check": 0.25, "bet": 0.75, "fold": 0.0})
    'bet 75%, check 25%'
    >>> shares_text({f"bet {chips}": 0.125 for chips in range(8)})
    'bet 0 12%, bet 1 12%, bet 2 12%, bet 3 12%, bet 4 12%, others 38%'
    """
    ranked = sorted(probabilities.items(), key=lambda one: -one[1])
    often = [one for one in ranked if one[1] >= SELDOM]
    shown = often if len(often) <= SHOWN + 1 else often[:SHOWN]
    texts = [f"{name} {whole_percent(share)}" for name, share in shown]
    rest = sum(share for _, share in often[len(shown) :])
    return ", ".join(texts + ([f"others {whole_percent(rest)}"] if len(often) > len(shown) else []))


def cost_text(cost: float | None) -> str:
    """Cost of a choice, for people.

    >>> cost_text(0.0), cost_text(0.0004), cost_text(0.25), cost_text(None)
    ('0', '<0.001', '0.25', '?')
    """
    if cost is None:
        return "?"
    return "<0.001" if 0.0 < cost < 0.001 else distance_text(cost)


def whole_percent(share: float) -> str:
    """A share in percent: whole, but for those near nothing and near all.

    >>> whole_percent(0.333), whole_percent(0.004), whole_percent(0.9999), whole_percent(1.0)
    ('33%', '0.4%', '99.9%', '100%')
    """
    if min(share, 1 - share) >= 0.01 or share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"
