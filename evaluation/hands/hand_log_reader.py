"""Reader and scorer of the logs that ``hand_log`` writes; every hand is played again by the rules."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Playable
from pokerzoo.envs import Game, State
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.parameters import as_tuples, brief, check_nesting, cut_text, is_finite
from pokerzoo.envs.support.store import version_fault
from pokerzoo.evaluation.matches.hand_log import FORMAT, FORMAT_VERSION, by_agent, states_of_history
from pokerzoo.evaluation.matches.match_result import MatchResult, Observations, match_result

Floats = npt.NDArray[np.float64]

ROUNDING = 1e-9
"""Tolerance of stored returns, relative to the largest of them (and at least one chip)."""


class HandLogError(ValueError):
    """A file is not a log of hands that this version can read."""


class DamagedLine(UserWarning):
    """Warning of a skipped line in a file of hands, or of missing lines."""


@dataclass(frozen=True)
class FileProblem:
    """A line that could not be read, and the reason."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


OnProblem = Callable[[FileProblem], Any]


@dataclass(frozen=True)
class Hand:
    """One hand of a match, from a log.

    Attributes:
        number: of the hand in its match, from 1.
        deal: of the round of the seats that the hand belongs to, from 0.
        seats: for each seat the number of the agent in it.
        history: all action ids, chance's included.
        returns: net chips of each agent (by the agents' numbers, not by seat).

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import replay
        >>> hand = Hand(number=1, deal=0, seats=(0, 1), history=(2, 0, 2, 0), returns=(1.0, -1.0))
        >>> replay(make_game("kuhn"), hand).returns()
        (1.0, -1.0)
    """

    number: int
    deal: int
    seats: tuple[int, ...]
    history: tuple[int, ...]
    returns: tuple[float, ...]


@dataclass(frozen=True)
class HandLogHeader:
    """First line of a log: the match."""

    game: Game  # made anew from its name and parameters
    names: tuple[str, ...]  # of the agents, one for each player
    seed: int | None
    duplicate: bool  # each deal was dealt once in every seating, hand after hand
    metadata: dict[str, Any]
    version: str  # of the pokerzoo that wrote the log


@dataclass(frozen=True)
class HandFile:
    """A log of hands as it was read.

    Attributes:
        header: of the match.
        hands: those that are whole, in the order of the file.
        problems: everything else: the lines that were skipped, and hands that are missing.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import read_hands

            log = read_hands("hands.jsonl")
            print(log.header.names, len(log.hands), log.problems)
    """

    header: HandLogHeader
    hands: tuple[Hand, ...]
    problems: tuple[FileProblem, ...]


@dataclass(frozen=True)
class HandLogScore:
    """HandLogScore of a log, by the rules."""

    header: HandLogHeader
    hands: int
    chips: tuple[float, ...]  # net, of each agent in all hands
    rounds: Floats  # [rounds, agents]: net chips in each whole round of the seats (as many hands as players)
    wins: Floats  # [agents]: hands of these rounds in which the agent won chips, ties as halves
    problems: tuple[FileProblem, ...]
    estimates: tuple[Floats, Floats] | None = None  # AIVAT: means a hand [rounds, agents]; their bounds [agents, 2]
    last: int = 0  # number of the last hand that was counted; 0 without any

    @property
    def chips_per_hand(self) -> tuple[float, ...]:
        """Mean net chips of each agent; zeros if there is no hand."""
        return tuple(total / max(1, self.hands) for total in self.chips)

    def as_match(self, exact: tuple[float, ...] | None = None) -> MatchResult:
        """Report of ``head_to_head`` on these hands; rounds with a missing hand are left out."""
        rounds, players = self.rounds.shape
        if rounds < 2:
            raise ValueError(f"{rounds} complete rounds of {players} hands: at least 2 are needed")
        header = self.header
        width = header.metadata.get("until_width")
        means, bounds = (None, None) if self.estimates is None else self.estimates
        ends = None if bounds is None else [(low, high) for low, high in bounds.tolist()]
        observed = Observations(header.game, players, width if isinstance(width, int | float) else None, ends)
        planned = header.metadata.get("hands")
        open_ended = header.metadata.get("open_ended") is True
        observed.interrupted = open_ended or (width is None and isinstance(planned, int) and self.last < planned)
        observed.add(self.rounds / players, self.wins, means)
        return match_result(header.game, header.names, observed, header.duplicate, exact)


def replay(game: GameLike, hand: Hand | Sequence[int]) -> State:
    """Play a hand again by the rules, and return the state at its end.

    Args:
        game: the game.
        hand: a hand of a log, or its history: the numbers of all actions, chance's included.

    Returns:
        The state after the last action.

    Raises:
        ValueError: an action is not legal; with its place in the history, from 1, and the legal ones.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import replay
        >>> state = replay(make_game("kuhn"), [2, 0, 2, 1])  # cards K and J; bet, call
        >>> state.is_terminal, state.returns()
        (True, (2.0, -2.0))
    """
    game = game_of(game)
    return states_of_history(game, hand.history if isinstance(hand, Hand) else hand)[-1]


def report_problems(problems: Sequence[FileProblem], on_problem: OnProblem | None) -> None:
    """Hand problems to a callback, or warn the caller's caller of them."""
    for problem in problems:
        if on_problem is not None:
            on_problem(problem)
        else:
            warnings.warn(str(problem), DamagedLine, stacklevel=3)


def read_hands(path: str | Path, on_problem: OnProblem | None = None) -> HandFile:
    """Read a log of hands. Every hand is played again by the rules; damaged lines are reported and skipped.

    A line is damaged if it is not the JSON of a hand, does not end, or has other returns than the rules give. So is a line
    with an action that is not legal or that has another name than it should. Missing hands are reported, too, and a log
    that was not finished.

    Args:
        path: the file.
        on_problem: called with each problem, in the order of the file; by default each becomes a ``DamagedLine`` warning.

    Returns:
        The first line, the hands, and the problems.

    Raises:
        HandLogError: the first line is missing, damaged, or for a game or a version that is not known here.
        OSError: the file cannot be read.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head, read_hands
        >>> with TemporaryDirectory() as folder:
        ...     path = f"{folder}/hands.jsonl"
        ...     match = head_to_head(make_game("kuhn"), ["honest", "random"], hands=10, seed=1, log=path)
        ...     log = read_hands(path)
        >>> log.header.names, len(log.hands), log.problems
        (('honest', 'random'), 10, ())
        >>> log.hands[0].history, log.hands[0].returns
        ((2, 0, 2, 0), (1.0, -1.0))
    """
    file = read_log(Path(path))
    report_problems(file.problems, on_problem)
    return file


def read_log(path: Path) -> HandFile:
    """``read_hands`` without warnings."""
    hands: list[Hand] = []
    problems: list[FileProblem] = []
    with open(path, "rb") as file:
        header = read_header(path, file.readline())
        number = 1
        unknown = 0  # damaged lines that do not say which hand they were
        seen: set[int] = set()
        end: int | None = None
        for number, line in enumerate(file, 2):
            try:
                value = parse_line(line)
                if end is not None:
                    raise ValueError("stands after the end of the log")
                if "end" in value:
                    end = whole_number(value, "end", 0)
                    continue
                hand = whole_number(value, "hand", 1)
                if hand in seen:
                    raise ValueError(f"hand {hand}: was there before")
            except ValueError as error:
                unknown += end is None
                problems.append(FileProblem(number, str(error)))
                continue
            seen.add(hand)
            try:
                hands.append(read_hand(header.game, value))
            except ValueError as error:
                problems.append(FileProblem(number, f"hand {hand}: {error}"))
    if end is None:
        problems.append(FileProblem(number + 1, "the log has no last line: it was not finished, or its end is lost"))
    elif max(seen, default=0) > end:
        problems.append(FileProblem(number, f"the log says that it has {end} hands, but there is a hand {max(seen)}"))
    count, text = missing_hands(seen, end or 0)
    if count > unknown:  # else they were on the damaged lines
        known = f" ({unknown} of them on the damaged lines)" if unknown else ""
        problems.append(FileProblem(number, f"missing: {text}{known}"))
    return HandFile(header, tuple(hands), tuple(problems))


def rescore(
    path: str | Path,
    on_problem: OnProblem | None = None,
    *,
    policies: Sequence[Playable | None] | None = None,
    values: Playable | None = None,
) -> HandLogScore:
    """Count the chips of each agent of a log, by the rules. The returns in the log are only compared with them.

    Args:
        path: the file.
        on_problem: as for ``read_hands``.
        policies: for each agent the policy that it is known to have played, or None. If there are any, AIVAT takes luck out
            (``aivat_estimates``; games with a tree).
        values: the policy whose values AIVAT takes; None: as in ``aivat_estimates``.

    Returns:
        The score of each agent in chips, and AIVAT's estimates where they were asked for.

    Raises:
        HandLogError: as for ``read_hands``.
        OSError: the file cannot be read.
        ValueError: not one policy (or None) an agent, one that does not fit, or a game without a tree.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head, rescore
        >>> with TemporaryDirectory() as folder:
        ...     path = f"{folder}/hands.jsonl"
        ...     match = head_to_head(make_game("kuhn"), ["honest", "random"], hands=1000, seed=1, log=path)
        ...     score = rescore(path)
        >>> score.hands, score.chips, score.problems
        (1000, (186.0, -186.0), ())
    """
    file = read_log(Path(path))
    report_problems(file.problems, on_problem)
    if policies is not None and len(policies) != len(file.header.names):
        raise ValueError(f"policies: must be {len(file.header.names)}, one an agent or None")
    players = len(file.header.names)
    rounds: dict[int, list[Hand]] = {}
    for hand in file.hands:
        rounds.setdefault(hand.deal, []).append(hand)
    whole = [round_ for _, round_ in sorted(rounds.items()) if len({hand.seats for hand in round_}) == len(round_) == players]
    won = np.array([[hand.returns for hand in round_] for round_ in whole]).reshape(-1, players, players)
    chips = tuple(fsum(hand.returns[agent] for hand in file.hands) for agent in range(players))
    wins = (np.sign(won) + 1.0).sum(axis=(0, 1)) / 2.0
    estimates = None if policies is None else aivat_of_rounds(file.header.game, whole, policies, values)
    last = max((hand.number for hand in file.hands), default=0)
    return HandLogScore(file.header, len(file.hands), chips, won.sum(axis=1), wins, file.problems, estimates, last)


def aivat_of_rounds(
    game: Game, rounds: Sequence[Sequence[Hand]], policies: Sequence[Playable | None], values: Playable | None
) -> tuple[Floats, Floats]:
    """AIVAT's estimates of rounds and their bounds, for ``HandLogScore.estimates``."""
    from pokerzoo.evaluation.matches.aivat import aivat_estimates
    from pokerzoo.evaluation.matches.asked_matches import TerminalFinder

    finder = TerminalFinder(tree_of(game))
    tables: dict[tuple[int, ...], Floats] = {}
    means = np.zeros((len(rounds), len(policies)))
    for number, round_ in enumerate(rounds):
        for hand in round_:
            if hand.seats not in tables:
                tables[hand.seats] = aivat_estimates(game, [policies[agent] for agent in hand.seats], values=values)
            means[number, list(hand.seats)] += tables[hand.seats][:, finder(replay(game, hand))] / len(round_)
    if np.isnan(means).any():
        raise ValueError("policies: a hand took a course that one of them never takes: that agent played another")
    bounds = np.zeros((len(policies), 2))
    for seats, table in tables.items():
        bounds[list(seats)] += np.column_stack([np.nanmin(table, axis=1), np.nanmax(table, axis=1)]) / len(tables)
    return means, bounds


def missing_hands(seen: set[int], last: int) -> tuple[int, str]:
    """Number of missing hands up to ``last``, or up to the last one seen, and their names: ``hands 3, 5 to 8``."""
    count, gaps, before = 0, [], 0
    for number in [*sorted(seen), max(last, max(seen, default=0)) + 1]:
        if number > before + 1:
            count += number - before - 1
            gaps.append(str(before + 1) if number == before + 2 else f"{before + 1} to {number - 1}")
        before = number
    return count, ("hand " if count == 1 else "hands ") + ", ".join(gaps)


def read_header(path: Path, line: bytes) -> HandLogHeader:
    """Parse the first line of a log."""
    if not line:
        raise HandLogError(f"{path}: not a hand log: it is empty")
    try:
        value = parse_line(line)
    except ValueError as error:
        raise HandLogError(f"{path}: line 1: damaged, or not a hand log: {error}") from None
    if value.get("format") != FORMAT:
        raise HandLogError(f"{path}: line 1: not a hand log (it does not say {FORMAT!r})")
    fault = version_fault(value, FORMAT_VERSION)
    if fault is not None:
        raise HandLogError(f"{path}: {fault}")
    kinds = {"pokerzoo_version": str, "game": str, "params": dict, "names": list, "duplicate": bool, "metadata": dict}
    for key, kind in kinds.items():
        if not isinstance(value.get(key), kind):
            raise HandLogError(f"{path}: line 1: damaged: {brief(key)} is {brief(value.get(key))}")
    try:
        seed = None if value.get("seed") is None else whole_number(value, "seed", 0)
        game = make_game_from_params(value["game"], as_tuples(value["params"]))
    except (TypeError, ValueError) as error:
        raise HandLogError(f"{path}: line 1: damaged, or for a game that this version does not have: {error}") from None
    names = value["names"]
    if len(names) != game.num_players or not all(isinstance(name, str) for name in names):
        raise HandLogError(f"{path}: line 1: damaged: names {brief(names)}, must be {game.num_players} strings")
    return HandLogHeader(game, tuple(names), seed, value["duplicate"], value["metadata"], value["pokerzoo_version"])


def parse_line(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object; ValueError if it is none."""
    if not line.endswith(b"\n"):
        raise ValueError("breaks off before the end of the line")
    try:
        value = json.loads(line.decode(), parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg} at character {error.pos + 1}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"no UTF-8: {error.reason} at byte {error.start + 1}") from None
    except RecursionError:
        raise ValueError("no JSON that can be read: too deep") from None
    if not isinstance(value, dict):
        raise ValueError("no JSON object")
    check_nesting("no log", value)
    return value


def read_hand(game: Game, value: dict[str, Any]) -> Hand:
    """Parse the object of a hand, with the returns by the rules; ValueError if it describes none."""
    players = game.num_players
    seats = integer_list(value, "seats")
    if sorted(seats) != list(range(players)):
        raise ValueError(f"seats {cut_text(str(list(seats)))}: must have each agent from 0 to {players - 1} once")
    history = integer_list(value, "history")
    names = value.get("actions", [])
    if not isinstance(names, list) or ("actions" in value and len(names) != len(history)):
        raise ValueError(f"actions: must be {len(history)} strings, one for each action in the history")
    states = states_of_history(game, history)
    for number, (state, action, name) in enumerate(zip(states, history, names, strict=False), 1):
        if name != state.action_name(action):
            raise ValueError(f"move {number}: {brief(name)} in actions, {state.action_name(action)!r} in history")
    if not states[-1].is_terminal:
        raise ValueError(f"the hand is not over after {len(history)} moves")
    returns = by_agent(seats, states[-1].returns())
    stored = value.get("returns")
    if not isinstance(stored, list) or len(stored) != players or not all(map(_is_number, stored)):
        raise ValueError(f"returns {brief(stored)}: must be {players} numbers")
    allowed = ROUNDING * max(1.0, *map(abs, returns))
    if any(abs(one - other) > allowed for one, other in zip(stored, returns, strict=True)):
        raise ValueError(f"returns {stored}, but by the rules they are {returns}")
    return Hand(value["hand"], whole_number(value, "deal", 0), seats, history, tuple(returns))


def whole_number(value: dict[str, Any], key: str, low: int) -> int:
    """Integer entry of an object, at least ``low``; ValueError if it is none."""
    number = value.get(key)
    if not isinstance(number, int) or isinstance(number, bool) or number < low:
        raise ValueError(f"{key} {brief(number)}: must be an integer, {low} or more" if key in value else f"has no {key!r}")
    return number


def integer_list(value: dict[str, Any], key: str) -> tuple[int, ...]:
    """Entry of an object that is a list of integers; ValueError if it is none."""
    items = value.get(key)
    if not isinstance(items, list) or not all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        raise ValueError(f"{key} {brief(items)}: must be a list of integers" if key in value else f"has no {key!r}")
    return tuple(items)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and is_finite(value)


def _no_number(name: str) -> float:
    raise ValueError(f"no JSON: {name}")
