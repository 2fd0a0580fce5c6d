"""Whole hands of hold'em read and written in PHH (``phh_fields`` has the facts).

No-limit and pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with a
short deck ``NS``, fixed-limit ones ``FT``. A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON.
PHH has no field for a rake: ``finishing_stacks`` are the stacks after it is paid. A program that plays the hand again without
the rake finds more. TOML is read by the standard library: of PHH's syntax no more is left, so pokerkit is not needed here.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD, chips_text
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.games.holdem_rules import ANY
from pokerzoo.envs.registry import game_parameters
from pokerzoo.envs.support.errors import InputError, ParameterError, Shown, brief
from pokerzoo.envs.support.parameters import check_keywords
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.matches.hand_log import Hand, replay, warn_of

from .phh_fields import (
    GAME_FIELD,
    PhhError,
    actions_in,
    amounts_in,
    check_river,
    check_same,
    check_words,
    exported_game,
    finishing_stacks,
    number_of,
    params_of,
    players_of,
    setup_fields,
    toml_value,
)

KINDS = {"f": FOLD, "cc": CALL}


class PhhActions:
    """The actions of a hand, played; PhhError with the number of the first that is not legal.

    ``strict`` as ``shown`` of ``read_fields``.
    """

    def __init__(self, game: TexasHoldemGame, texts: Sequence[str], strict: bool = True) -> None:
        self.game, self.strict = game, strict
        self.seats = {f"p{number}": seat for number, seat in enumerate(players_of(game), 1)}
        self.labels = {seat: label for label, seat in self.seats.items()}
        self.index = {name: number for number, name in enumerate(game.rules.deck.names)}
        self.hands: dict[str, tuple[int, ...]] = {}
        self.public: list[int] = []
        self.dealt: set[str] = set()
        self.mucked: dict[str, bool] = {}
        # All cards are gathered first: a player who is dealt ???? may show cards at the end.
        each_of(texts, self.gather)
        self.unknown = tuple(seat for label, seat in self.seats.items() if label not in self.hands)
        hands = [self.hands.get(self.labels.get(seat, "")) for seat in range(game.num_players)]
        try:
            self.replay = HandReplay(game, hands, self.public)
        except ValueError as error:
            raise PhhError(f"cards: {error}") from None
        each_of(texts, self.take)

    def gather(self, words: list[str]) -> None:
        """Note the cards of one entry of ``actions``."""
        match words:
            case ["d", "db", cards]:
                self.public += self.cards(cards)
            case ["d", "dh", label, text] | [label, "sm", text] if label in self.seats and text != "-" and "?" not in text:
                hand = self.cards(text)
                if set(self.hands.setdefault(label, hand)) != set(hand):
                    raise InputError("other cards than before")

    def cards(self, text: str) -> tuple[int, ...]:
        """Parse cards into numbers of the game's deck."""
        names = [text[k : k + 2] for k in range(0, len(text), 2)]
        if not names or not all(name in self.index for name in names):
            raise InputError(f"{brief(text)}: no cards of this game")
        return tuple([self.index[name] for name in names])

    def take(self, words: list[str]) -> None:
        """Play one entry of ``actions``; ValueError if it is not legal."""
        match words:
            case []:
                pass
            case ["d", "dh", label, cards] if label in self.seats:
                if label in self.dealt:
                    raise InputError(f"{label} has cards already")
                if len(cards) != 4:
                    raise InputError("must be two cards")
                self.dealt.add(label)
            case ["d", "db", cards]:
                self.deal_board(self.cards(cards))
            case ["d", *_]:
                raise InputError("no deal of hold'em")
            case [label, "sm", *rest] if label in self.seats:
                self.show(label, rest)
            case [label, ("f" | "cc") as kind] if label in self.seats:
                self.move(label, KINDS[kind])
            case [label, "cbr", amount] if label in self.seats:
                self.move(label, BET, amount)
            case [label, _, *_] if label in self.seats:
                raise InputError("no action of hold'em")
            case _:
                raise InputError(f"no action of d or p1 to p{len(self.seats)}")

    @property
    def to_act(self) -> str | None:
        """Player to act; None where a card is due or the hand is over."""
        return None if self.replay.actor is None else self.labels[self.replay.actor]

    def move(self, label: str, kind: int, amount: str = "0") -> None:
        """Fold, call or bet to an amount on this street."""
        if len(self.dealt) < len(self.seats):
            raise InputError("before all players have cards")
        if label != self.to_act:
            raise InputError("no player is to act" if self.to_act is None else f"{self.to_act} is to act")
        units = number_of("amount", amount) / Decimal(repr(self.game.chip))
        if kind == FOLD and not self.strict:  # where a check is free, too
            self.replay.fold()
        elif not self.replay.play(kind, int(units) if units == int(units) else -1):
            raise InputError(f"allowed: {self.allowed()}")

    def allowed(self) -> str:
        """Legal actions of the player to act, in PHH."""
        allowed = self.replay.allowed()
        totals = allowed.totals if allowed.totals is not None else {allowed.least, allowed.most} - {0}
        bets = [chips_text(chips_of(total, self.game.chip)) for total in sorted(totals)]
        if allowed.totals is None:
            bets = [" to ".join(bets)] if bets else []
        return ", ".join([*(["f"] if allowed.fold else []), "cc", *(f"cbr {bet}" for bet in bets)])

    def deal_board(self, board: tuple[int, ...]) -> None:
        """Deal public cards."""
        due = self.replay.cards_due() if len(self.dealt) == len(self.seats) else 0
        if not due and self.to_act is not None:
            raise InputError(f"{self.to_act} is to act; no public card is due")
        if len(board) != due:
            raise InputError(f"{len(board)} public cards; due: {due}")
        self.replay.deal(board)

    def show(self, label: str, rest: list[str]) -> None:
        """Note that a player shows or mucks; ValueError where there is no showdown (some show what they folded)."""
        if self.strict and (self.replay.actor is not None or self.replay.state().folded[self.seats[label]]):
            raise InputError("there is no showdown of this player here")
        if len(rest) > 1:
            raise InputError("must be sm, and the cards that are shown")
        self.mucked[label] = not rest

    def check_end(self, state: TexasHoldemState) -> None:
        """PhhError if an unknown hand counts, or a hand that wins something is mucked."""
        left = [label for label, seat in self.seats.items() if not state.folded[seat]]
        for label in left if state.is_terminal and len(left) > 1 else ():
            if self.seats[label] in self.unknown:
                raise PhhError(f"{label}'s cards are not known, and the hand goes to a showdown")
            if self.mucked.get(label) and wins_something(state, self.seats[label]):
                raise PhhError(f"{label} shows no cards, but wins")


def each_of(texts: Sequence[str], take: Callable[[list[str]], None]) -> None:
    """Take the words of each action, without comments; PhhError with its number, from 1, where that fails."""
    for number, text in enumerate(texts, 1):
        try:
            take(text.partition("#")[0].split())
        except ValueError as error:
            raise PhhError(f"action {number}, {brief(text)}: {error}") from None


def wins_something(state: TexasHoldemState, seat: int) -> bool:
    """True if a player wins chips at a showdown beyond the player's own uncalled bet."""
    others = [put for other, put in enumerate(state.contributions) if other != seat]
    return state.chips_won[seat] > -min(state.contributions[seat], max(others))


STREET_ENDS = (0, 3, 4, 5)
"""Number of public cards from each street on."""
POSTS = ("blinds", "ante", "big_blind_ante", "straddle")
WHOLE_SAYS = ("num_players", "limit", "stack", *POSTS, "bet", "deck", "chip", "last_street")
"""Parameters that a hand's text says."""


@dataclass(frozen=True)
class PhhHand:
    """A hand that was read from PHH.

    Attributes:
        state: at the end of the text.
        names: the players as the text names them, player 0 first; None where it does not.
        label: the text's ``hand``: a name or a number; None where it has none.
        unknown: players whose cards the text does not have; in ``state`` they hold the lowest cards that no player is known
            to hold.

    Example:
        See ``from_phh``.
    """

    state: TexasHoldemState
    names: tuple[str, ...] | None = None
    label: str | int | None = None
    unknown: tuple[int, ...] = ()

    @property
    def game(self) -> TexasHoldemGame:
        """The game of the hand."""
        return self.state.game

    @property
    def history(self) -> tuple[int, ...]:
        """The hand as action ids."""
        return self.state.history()


class Posts(NamedTuple):
    """Posts of each seat before a hand: live chips, dead ones, antes; and the seat after the last that had to post."""

    blinds: tuple[Decimal, ...]
    dead: tuple[Decimal, ...]
    antes: tuple[Decimal, ...]
    first: int


def to_phh(
    game: GameLike,
    hand: State | Hand | Sequence[int],
    names: Sequence[str] | None = None,
    label: str | int | None = None,
) -> str:
    """Write a whole hand of hold'em in the PHH format. It may still be going on.

    PHH (poker hand history) is an open format for hands (Kim 2024, "Recording and describing poker hands", arXiv:2312.11753).

    Args:
        game: the game.
        hand: a state of the game, a history, or a hand of a log. All players must have their cards.
        names: of the players, player 0 first.
        label: the entry ``hand``: a name, or a number.

    Returns:
        The hand as a string in TOML.

    Raises:
        ValueError: no whole hands of hold'em, hands that end before the river (PHH has no such game), a history that is not
            legal, cards not dealt yet, or not a name for each player.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import to_phh
        >>> game = make_game("texas_holdem")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1))
        >>> to_phh(game, state.child(0), names=["Ann", "Ben"]).splitlines()[5]
        'actions = ["d dh p1 Ac8h", "d dh p2 Kh3s", "p2 f"]'
    """
    game = game_of(game)
    if not isinstance(game, TexasHoldemGame):
        raise ParameterError("game", Shown(short_name(game)), "PHH is for whole hands of hold'em (texas_holdem)")
    state = hand if isinstance(hand, State) else replay(game, hand)
    if state.game != game or not isinstance(state, TexasHoldemState):
        raise ParameterError("hand", hand, f"must be a state of {game}")
    check_words("names", names, game.num_players, "label", label)
    game = state.game
    fields = setup_fields(game) | {"actions": actions_of(state)}
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in players_of(game)]
    if state.is_terminal:
        fields["finishing_stacks"] = finishing_stacks(state)
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())


def actions_of(state: TexasHoldemState) -> list[str]:
    """The actions of a hand: deal, moves, public cards, showdown; ValueError before all players have cards."""
    names, seats = state.game.rules.deck.names, players_of(state.game)
    cards = {seat: "".join([names[card] for card in state.hole_cards(seat)]) for seat in seats}
    if not all(cards.values()):
        raise ParameterError("state", state, "the players do not have their cards yet")
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    result = [f"d dh {player[seat]} {cards[seat]}" for seat in seats]
    board = [names[card] for card in state.board]
    to_come = [f"d db {''.join(board[start:end])}" for start, end in pairwise(STREET_ENDS) if len(board) >= end]
    street, first = 0, seats[0]  # the last to bet on a street shows first
    for number, seat, kind, total in state.moves:
        while street < number:
            street, first = street + 1, seats[0]
            result.append(to_come.pop(0))
        result.append(f"{player[seat]} " + {FOLD: "f", CALL: "cc", BET: f"cbr {chips_text(total)}"}[kind])
        if kind == BET:
            first = seat
    left = [seat for seat in seats if not state.folded[seat]]
    if state.is_terminal and len(left) > 1:
        start = seats.index(first)
        result += [f"{player[seat]} sm {cards[seat]}" for seat in (*seats[start:], *seats[:start]) if seat in left]
    return result + to_come  # after the last move, or since a player is all-in


def join_phh(texts: Iterable[str]) -> str:
    r"""Join single hands into one string (a ``.phhs`` file): each under its number in brackets, from 1.

    Args:
        texts: hands as ``to_phh`` writes them.

    Example:
        >>> print(join_phh(['variant = "NT"\n', 'variant = "FT"\n']), end="")
        [1]
        variant = "NT"
        <BLANKLINE>
        [2]
        variant = "FT"
    """
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def from_phh(text: str, game: Game | None = None, *, check_result: bool = True, **params: Any) -> PhhHand:
    """Read a whole hand of hold'em in the PHH format, no-limit (``NT``, ``NS``) or fixed-limit (``FT``), of two to ten players.

    Args:
        text: one hand in PHH.
        game: the game of whole hands that the hand must belong to. None: the game that was exported, if the string is from
            ``to_phh``; else a game in which every whole amount is an action.
        check_result: require the ``finishing_stacks``, if there are any, to be those by the rules.
        params: parameters of ``texas_holdem`` that the hand does not say, for a game that is made from it: a rake, bet sizes.

    Returns:
        The hand at its end. To solve a street of it, go back to a decision on it and call ``state.to_spot``.

    Raises:
        PhhError: no PHH; not hold'em; at a showdown cards that are not known; other finishing stacks; an action that is not
            legal, with its number, from 1; or a hand that is not in the game.
        ValueError: ``game`` is no whole-hand game or ends before the river, there are ``params`` beside it, or the hand says
            one of the ``params``.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import from_phh, to_phh
        >>> game = make_game("texas_holdem")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1)).child(0)
        >>> hand = from_phh(to_phh(game, state, names=["Ann", "Ben"]))
        >>> hand.names, hand.history == state.history()
        (('Ann', 'Ben'), True)
    """
    return read_fields(fields_of(text), check_game(game, params), params, check_result=check_result)


def read_phh(path: str | Path, game: Game | None = None, *, check_result: bool = True, **params: Any) -> list[PhhHand]:
    """Read a PHH file with one hand (``.phh``) or several (``.phhs``). Hands that cannot be read are skipped, with a warning.

    Args:
        path: the file.
        game: as in ``from_phh``.
        check_result: as in ``from_phh``.
        params: as in ``from_phh``.

    Returns:
        The hands, in the order of the file. Of each hand that could not be read a ``DamagedLine`` warning has the line on which
        it begins, and the reason.

    Raises:
        PhhError: the file is not UTF-8.
        ValueError: as for ``from_phh``.
        OSError: the file cannot be read.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation.hands import read_phh

            for hand in read_phh("session.phhs"):
                print(hand.names, hand.game.num_players)
    """
    check_game(game, params)
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        raise PhhError(f"{path}: no UTF-8: {error.reason} at byte {error.start + 1}") from None
    hands: list[PhhHand] = []
    problems: list[str] = []
    for line, name, part in split_hands(text):
        try:
            hands.append(from_phh(part, game, check_result=check_result, **params))
        except PhhError as error:
            problems.append(f"line {line}: {name}{error}")
    warn_of(problems)
    return hands


def check_game(game: Game | None, params: dict[str, Any]) -> TexasHoldemGame | None:
    """Check the combination of game and parameters; ValueError unless they ask for one possible game."""
    if game is not None and not isinstance(game, TexasHoldemGame):
        raise ParameterError("game", Shown(short_name(game)), "must be whole hands of hold'em (texas_holdem)")
    if game is not None:
        check_river(game)
    for name, value in params.items():
        if game is not None:
            raise ParameterError(name, value, "must not be given beside a game")
        if name in WHOLE_SAYS:
            raise ParameterError(name, value, "must not be given, the hand says it")
    return game


def split_hands(text: str) -> list[tuple[int, str, str]]:
    """Split a file's text at its numbers in brackets: (line, ``"hand 2: "`` or nothing, text of the hand)."""
    lines = text.replace("\r\n", "\n").split("\n")
    heads = [i for i, line in enumerate(lines) if re.fullmatch(r"\[\s*[\"']?[^\[\]\"',]+[\"']?\s*\]\s*(#.*)?", line)]
    result = []
    if not heads or any(re.match(r"\s*[^\s#]", line) for line in lines[: heads[0]]):
        end = heads[0] if heads else len(lines)
        result.append((1, "", "\n".join(lines[:end])))
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        name = lines[start].partition("]")[0].strip("[ \t\"'")
        result.append((start + 1, f"hand {name}: ", "\n".join(lines[start + 1 : end])))
    return result


def fields_of(text: str) -> dict[str, Any]:
    """The fields of one hand in PHH."""
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ArithmeticError) as error:
        raise PhhError(f"no TOML: {error}") from None
    if "actions" not in fields and any(isinstance(value, dict) for value in fields.values()):
        raise PhhError("has several hands: read_phh reads them")
    return fields


def read_fields(
    fields: dict[str, Any],
    game: TexasHoldemGame | None = None,
    params: dict[str, Any] | None = None,
    *,
    check_result: bool = False,
    shown: bool = True,
    posts: Posts | None = None,
) -> PhhHand:
    """Play the hand in the fields.

    Args:
        fields: of a hand.
        game: what must be played; None: the exported game, or one that is made from the fields.
        params: parameters for that one beside those in the fields.
        check_result: compare the finishing stacks.
        shown: cards at a showdown must be known, and nobody may fold where a check is free.
        posts: of each seat, where the fields have only the blinds.
    """
    if game is None and not params and GAME_FIELD in fields:
        game = exported_game(fields[GAME_FIELD])
    from_fields = params_of(fields, () if posts is None else (*posts.blinds, *posts.dead, *posts.antes))
    if game is None:
        game = game_with(from_fields, params or {})
    else:
        check_same(from_fields, game)
    if posts is not None:
        blinds, dead, antes = (tuple(map(float, amounts)) for amounts in posts[:3])
        game = game.with_posts(blinds, dead, antes, posts.first)
    hand = PhhActions(game, actions_in(fields), strict=shown)
    state = hand.replay.state()
    if shown:
        hand.check_end(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        check_finish(fields, finishing_stacks(state))
    names, seats, label = fields.get("players"), players_of(game), fields.get("hand")
    check_words("players", names, len(seats), "hand", label)
    by_seat = dict(zip(seats, names or (), strict=False))
    every = None if names is None else tuple([by_seat.get(seat, "") for seat in range(game.num_players)])
    return PhhHand(state, every, label, hand.unknown)


def game_with(from_fields: dict[str, Any], params: dict[str, Any]) -> TexasHoldemGame:
    """A game with the parameters of a text and others, in which every whole amount is an action unless they have sizes."""
    check_keywords("texas_holdem", params, game_parameters("texas_holdem"))
    sizes = {} if {"bet_sizes", "raise_sizes"} & params.keys() else {"bet_sizes": ANY, "raise_sizes": ANY}
    try:
        game = make_game("texas_holdem", **from_fields | sizes | params)
    except (ValueError, TypeError) as error:
        raise PhhError(str(error)) from None
    assert isinstance(game, TexasHoldemGame)
    return game


def check_finish(fields: dict[str, Any], due: Sequence[Decimal]) -> None:
    """PhhError unless the finishing stacks are those by the rules."""
    stated = amounts_in(fields, "finishing_stacks", len(due))
    if stated != due:
        perhaps = "was there another rake, or did odd chips go elsewhere?"
        raise PhhError(f"finishing_stacks={toml_value(stated)}: by the rules they are {toml_value(due)} ({perhaps})")
