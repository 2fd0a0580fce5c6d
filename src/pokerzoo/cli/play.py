"""``pokerzoo play``: you against a policy, in the terminal or through a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text, number_text, printable_text
from pokerzoo.envs.support.tables import Column, Table

from .command import PATH, command, is_asked, option
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
@click.argument(
    "opponent", metavar="FILE|BASELINE", type=PATH,
    help="Who plays all other seats: a policy file or a baseline; in texas_holdem also blueprint or solving. "
    "texas_holdem alone is that game against blueprint.",
)  # fmt: skip
@option("--game")
@option("--param")
@option("--seat", metavar="N", type=int, help="Your seat; 0 acts first. Without it your seat changes each hand.")
@option("--hands", metavar="N", help="Hands to play. Without it until you leave.")
@option(
    "--advisor", metavar="FILE|none", type=PATH,
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
    many chips it loses against the best action, if all play on as the policy does.

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
    named = opponent in BASELINES or opponent.startswith(BEST_RESPONSE) or isinstance(rules, TexasHoldemGame)
    if advisor is None and not named:  # the opponent is a policy file
        advisor = opponent
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
        table.write(line, indent="  ")
    table.explain()
    if advisor is None:
        table.say("\nNo advisor comments on your choices; --advisor FILE names a policy that does.")
    choices: list[dict[str, Any]] = []
    with suppress(LeaveTable, KeyboardInterrupt):
        while hands is None or len(session.hands) < hands:
            hand = table.play_hand()
            views = [view for step in hand.taken if (view := decision_view(coach, step)) is not None]
            if views:
                choices += [{"hand": hand.number} | view.to_dict() for view in views]
                table.comment(printable_text(Path(str(name)).name), views)
    result = session.result
    played = result.hands
    table.say(f"\n{played} {'hand' if played == 1 else 'hands'} played, {signed(result.chips.total)} chips.")
    if result.lost is not None and result.decisions:
        cost = f"{distance_text(result.lost)} chips in all, {distance_text(result.lost / played)} a hand"
        table.say(f"Your choices cost {cost}; {result.verdicts.get('best', 0)} of {result.decisions} were best.")
    about = {"game": rules.name, "parameters": rules.params, "opponent": opponent, "advisor": name, "seat": seat, "seed": seed}
    return Result(about | result.to_dict() | {"choices": choices})


@dataclass
class Terminal:
    """A session in words: what happens is printed, and what the person does is read."""

    out: Console
    session: Session

    def say(self, text: str, style: str | None = None) -> None:
        """Show a line, which the terminal breaks anywhere."""
        self.out.print(text, style=style, soft_wrap=True)

    def write(self, text: str, indent: str = "") -> None:
        """Show a text, broken at blanks."""
        self.say(fill(text, self.out.width, initial_indent=indent, subsequent_indent=indent))

    def explain(self) -> None:
        """The rules, what the signs mean, what to type, and what comments say."""
        from pokerzoo.envs.game_words import explained_rules

        rules, signs = explained_rules(self.session.game)
        for line in rules:
            self.write(line, indent="  ")
        self.say("")
        self.write((f"A history has {signs}. " if signs else "") + "? is what you do not see, - nothing yet.")
        self.write("Type an action, its first letters or its number. ? explains this again, q leaves.")
        if self.session.coach.advice is not None:
            keys = "What you knew is your cards, then |, then the history. " if signs else ""
            cost = "The cost is what your choice gives away, in chips; unsure: no more than the policy may err."
            self.write(f"After a hand the policy comments. {keys}{cost}")

    def comment(self, advisor: str, choices: Sequence[DecisionView]) -> None:
        """Print the advisor's actions, and the cost of the person's choices, where it is known."""
        columns = [Column(name, words=True) for name in ("you knew", "you did", f"{advisor} does")]
        if any(choice.verdict != "unknown" for choice in choices):
            columns += [Column("cost", distance_text), Column("verdict", words=True)]
        rows = []
        for choice in choices:
            did = next(option.name for option in choice.options if option.chosen)
            shares = shares_text({option.name: option.probability for option in choice.options})
            rows.append(
                [choice.infoset, did, shares, 0.0 if choice.verdict == "best" else choice.lost, choice.verdict][: len(columns)]
            )
        self.say("")
        self.out.print(Table("", columns, rows))

    def play_hand(self) -> PlayedHand:
        """Play a hand to its end; LeaveTable if the person leaves."""
        from pokerzoo.playing.hand_view import known_steps, outcome_text

        session, shown = self.session, 0
        number = len(session.hands) + 1
        seat = session.seat_in(number)
        self.say(f"\nHand {number}. You are player {seat}.", style="bold")
        hand = session.deal()
        while True:
            steps = [step for step in known_steps(hand.state, seat) if step.kind == "action" and step.player != seat]
            for step in steps[shown:]:
                self.say(f"player {step.player}: {step.text}")
            shown = len(steps)
            self.say(hand.state.describe(seat))
            if hand.state.is_terminal:
                break
            made = hand.state.made_hand(seat)  # in hold'em
            if made:
                self.say(f"you have: {made}")
            session.act(self.ask(hand.state))
        self.say(f"{outcome_text(hand.state.returns()[seat])}. Total: {signed(session.result.chips.total)} chips.")
        return hand

    def ask(self, state: State) -> int:
        """An action from the person, asked until it is one; LeaveTable at the end of input or on ``q``."""
        from pokerzoo.playing.hand_view import offered_actions

        legal, all_in = state.legal_actions(), state.all_in_action()
        names = [state.action_name(action) for action in legal]
        offered = [legal.index(action) for action in offered_actions(state)]
        more = ", or another size" if len(offered) < len(legal) else ""
        plain = ", ".join(names[place] for place in offered) + more
        numbers = ", ".join(f"{number} {names[place]}" for number, place in enumerate(offered, 1)) + more
        sizes: list[int] = []  # the places of sizes that were asked about
        while True:
            self.out.print(f"{plain if is_numeric(names) else numbers} > ", end="", soft_wrap=True)
            self.out.file.flush()
            line = "" if sys.stdin is None else sys.stdin.readline()  # None: it was closed
            answer = line.strip().casefold()
            if not line or answer in ("q", "quit"):
                raise LeaveTable
            if answer in HELP_WORDS:
                self.explain()
                continue
            if all_in is not None and answer in ALL_IN:
                return all_in
            meant = [k for k in sizes if names[k].split()[-1] == answer] or matching_choices(answer, names, offered)
            if len(meant) == 1:
                return legal[meant[0]]
            shown = printable_text(repr(line.strip()))
            if not meant:
                self.say(f"{shown} is none of: {plain} (? explains, q leaves)")
                continue
            sizes = meant if len({names[place].split()[0] for place in meant}) == 1 else []
            which = [names[place] for place in meant]
            listed = ", ".join(which if len(which) <= MOST_SIZES else [which[0], "...", which[-1]])
            self.say(f"{shown}: which {'size' if sizes else 'one'}? {listed} (q leaves)")


ALL_IN = ("a", "all-in", "all in", "allin")
LETTERS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r"}
MOST_SIZES = 12
"""Of more sizes that an answer may mean the first and the last are named."""


def is_numeric(names: Sequence[str]) -> bool:
    """True if names are numbers, which are then names and not places."""
    return any(name.isdigit() for name in names)


def matching_choices(answer: str, names: Sequence[str], offered: Sequence[int] | None = None) -> list[int]:
    """Places of the names that can be meant: by name, by what histories call it, by a start, or by its number from 1.

    One if it is clear, none if the answer is none of them. Numbers count the places in ``offered``, or all.

    >>> [matching_choices(answer, ["fold", "call"]) for answer in ("call", "f", "2")]
    [[1], [0], [1]]
    >>> matching_choices("x", ["check", "bet 33", "bet 75"]), matching_choices("b75", ["check", "bet 33", "bet 75"])
    ([0], [2])
    >>> matching_choices("b", ["check", "bet 33", "bet 75"]), matching_choices("2", ["0", "1", "2"])
    ([1, 2], [2])
    >>> matching_choices("", ["fold"])
    []
    """
    forms = [(name, in_histories(name)) for name in names]
    for fits in (str.__eq__, str.startswith):
        places = [place for place, form in enumerate(forms) if answer and any(fits(word, answer) for word in form)]
        if places:
            return places
    counted = range(len(names)) if offered is None else offered
    is_place = answer.isdecimal() and not is_numeric(names) and 1 <= int(answer) <= len(counted)
    return [counted[int(answer) - 1]] if is_place else []


def in_histories(name: str) -> str:
    """Sign of an action in histories and infoset keys.

    >>> in_histories("check"), in_histories("bet 33"), in_histories("raise to 100"), in_histories("rock")
    ('x', 'b33', 'r100', 'rock')
    """
    word, _, size = name.partition(" ")
    return LETTERS[word] + size.removeprefix("to ") if word in LETTERS else name


def signed(amount: float) -> str:
    """Chips with a sign, zero without.

    >>> signed(1.5), signed(0.0)
    ('+1.5', '0')
    """
    return number_text(amount, "~+g")


SHOWN, SELDOM = 5, 0.0005
"""The most actions in a line of frequencies, and the frequency from which on one is named."""


def shares_text(probabilities: dict[str, float]) -> str:
    """Frequencies of actions, the most frequent first.

    >>> shares_text({"check": 0.25, "bet": 0.75, "fold": 0.0})
    'bet 75%, check 25%'
    >>> shares_text({f"bet {chips}": 0.125 for chips in range(8)})
    'bet 0 12%, bet 1 12%, bet 2 12%, bet 3 12%, bet 4 12%, others 38%'
    """
    ranked = sorted(probabilities.items(), key=lambda item: -item[1])
    shown = [*ranked[:SHOWN], ("others", sum(share for _, share in ranked[SHOWN:]))]
    return ", ".join(f"{name} {number_text(share, '~.0%')}" for name, share in shown if share >= SELDOM)
