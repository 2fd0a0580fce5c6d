"""Whole hands of hold'em read and written in PHH.

PHH is the format that pokerkit reads and writes (Kim: Recording and Describing Poker Hands, arXiv:2312.11753): TOML, which the
standard library reads. Numbers are decimals here, so that amounts stay whole numbers of the smallest unit. ``p1`` is the first
player left of the button, and so on round the table; seats that are out are left out. The first two posts are the small and the
big blind: of ``p1`` and ``p2``, but heads-up, where ``p2`` has the button, of ``p2`` and ``p1``.

No-limit and pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with a
short deck ``NS``, fixed-limit ones ``FT``. A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON.
PHH has no field for a rake: ``finishing_stacks`` are the stacks after it is paid. A program that plays the hand again without
the rake finds more.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pokerzoo.envs import State, make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD, chips_text
from pokerzoo.envs.betting.setup import seats_after
from pokerzoo.envs.games.holdem_rules import ANY, FIXED_LIMIT_CAP
from pokerzoo.envs.registry import game_parameters, make_game_from_params
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import as_tuples, check_keywords, python_number
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.matches.hand_log import warn_of

GAME_FIELD = "_pokerzoo_game"
VARIANTS = {"NT": ("no-limit", "standard"), "NS": ("no-limit", "short"), "FT": ("fixed-limit", "standard")}
MOST_PLAYERS = 10
BIG_BLIND = 1
"""The big blind's place among posts."""
WHOLE_SAYS = (
    "num_players", "limit", "stack", "blinds", "ante", "big_blind_ante", "straddle", "bet", "deck", "chip", "last_street",
)  # fmt: skip
"""Parameters that a hand's text says."""


class PhhError(InputError):
    """A string is not PHH, or its hand does not fit the game."""


@dataclass(frozen=True)
class PhhHand:
    """A hand that was read from PHH.

    Attributes:
        state: at the end of the text; ``state.game`` is its game.
        names: the players as the text names them, player 0 first; None where it does not.
        unknown: players whose cards the text does not have; in ``state`` they hold the lowest cards that no player is known
            to hold.

    Example:
        See ``from_phh``.
    """

    state: TexasHoldemState
    names: tuple[str, ...] | None = None
    unknown: tuple[int, ...] = ()


def to_phh(state: State, names: Sequence[str] | None = None, label: str | int | None = None) -> str:
    """Write a whole hand of hold'em in the PHH format. It may still be going on.

    PHH (poker hand history) is an open format for hands (Kim 2024, "Recording and describing poker hands", arXiv:2312.11753).

    Args:
        state: of ``texas_holdem``; all players must have their cards. ``replay(game, hand)`` makes one of a hand of a log.
        names: of the players, player 0 first.
        label: the entry ``hand``: a name, or a number.

    Returns:
        The hand as a string in TOML.

    Raises:
        ValueError: no whole hands of hold'em, hands that end before the river (PHH has no such game), cards not dealt yet, or
            not a name for each player.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import to_phh
        >>> state = make_game("texas_holdem").initial_state().after_chance(np.random.default_rng(1))
        >>> to_phh(state.child(0), names=["Ann", "Ben"]).splitlines()[5]
        'actions = ["d dh p1 Ac8h", "d dh p2 Kh3s", "p2 f"]'
    """
    if not isinstance(state, TexasHoldemState):
        raise ParameterError("state", state, "PHH is for whole hands of hold'em (texas_holdem)")
    game = state.game
    check_names("names", names, game.num_players)
    if type(label) not in (str, int, type(None)):
        raise ParameterError("label", label, "must be a string or an integer")
    fields = setup_fields(game) | {"actions": actions_of(state)}
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in players_of(game)]
    if state.is_terminal:
        fields["finishing_stacks"] = finishing_stacks(state)
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())


def setup_fields(game: TexasHoldemGame) -> dict[str, Any]:
    """The fields before the actions; ValueError for a game that PHH does not have."""
    params, seats, chip = game.params, players_of(game), game.chip
    last = params.get("last_street", "river")
    if last != "river":
        raise ParameterError("last_street", last, f"PHH has no hold'em that ends on the {last}")
    played = "no-limit" if params["limit"] == "pot-limit" else params["limit"], params["deck"]
    variant = next((name for name, known in VARIANTS.items() if known == played), None)
    if variant is None:
        raise ParameterError("game", game, f"PHH has no {params['limit']} hold'em with a {params['deck']} deck")
    small, big, straddle = (decimal_of(chips, chip) for chips in (*params["blinds"], params["straddle"]))
    antes = [decimal_of(params["ante"], chip)] * len(seats)
    fields: dict[str, Any] = {"variant": variant}
    if params["ante"] and not params["big_blind_ante"]:
        fields["ante_trimming_status"] = True
    antes[BIG_BLIND] += decimal_of(params["big_blind_ante"], chip)
    fields |= {"antes": antes, "blinds_or_straddles": [small, big, straddle, *[Decimal(0)] * len(seats)][: len(seats)]}
    if variant == "FT":
        fields["small_bet"], fields["big_bet"] = (decimal_of(bet, chip) for bet in params["bet"])
    else:
        fields["min_bet"] = big
    return fields | {"starting_stacks": [decimal_of(game.stacks[seat], chip) for seat in seats]}


def actions_of(state: TexasHoldemState) -> list[str]:
    """The actions of a hand: deal, moves, public cards, showdown; ValueError before all players have cards."""
    names, seats = state.game.rules.deck.names, players_of(state.game)
    cards = {seat: "".join([names[card] for card in state.hole_cards(seat)]) for seat in seats}
    if not all(cards.values()):
        raise ParameterError("state", state, "the players do not have their cards yet")
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    result = [f"d dh {player[seat]} {cards[seat]}" for seat in seats]
    board = [names[card] for card in state.board]
    to_come = [f"d db {''.join(board[start:end])}" for start, end in ((0, 3), (3, 4), (4, 5)) if len(board) >= end]
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


def finishing_stacks(state: TexasHoldemState) -> list[Decimal]:
    """The stacks of ``p1``, ``p2`` and so on at the end of a hand."""
    game, won = state.game, state.chips_won
    return [decimal_of(game.stacks[seat] + won[seat], game.chip) for seat in players_of(game)]


def toml_value(value: Any) -> str:
    """Format a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return decimal_text(value) if isinstance(value, Decimal) else str(value)


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


def from_phh(text: str, *, check_result: bool = True, **params: Any) -> PhhHand:
    """Read a whole hand of hold'em in the PHH format, no-limit (``NT``, ``NS``) or fixed-limit (``FT``), of two to ten players.

    A string from ``to_phh`` gives the game that was written; any other a game in which every whole amount is an action.

    Args:
        text: one hand in PHH.
        check_result: require the ``finishing_stacks``, if there are any, to be those by the rules.
        params: parameters of ``texas_holdem`` that the hand does not say, for a game that is made from it: a rake, bet sizes.

    Returns:
        The hand at its end. To solve a street of it, go back to a decision on it and call ``state.to_spot``.

    Raises:
        PhhError: no PHH; not hold'em; at a showdown cards that are not known; other finishing stacks; an action that is not
            legal, with its number, from 1; or a hand that is not in the game.
        ValueError: the hand says one of the ``params``.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import from_phh, to_phh
        >>> game = make_game("texas_holdem")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1)).child(0)
        >>> hand = from_phh(to_phh(state, names=["Ann", "Ben"]))
        >>> hand.names, hand.state == state
        (('Ann', 'Ben'), True)
    """
    for name in [name for name in params if name in WHOLE_SAYS]:
        raise ParameterError(name, params[name], "must not be given, the hand says it")
    return read_fields(fields_of(text), params, check_result=check_result)


def read_phh(path: str | Path, *, check_result: bool = True, **params: Any) -> list[PhhHand]:
    """Read a PHH file with one hand (``.phh``) or several (``.phhs``). Hands that cannot be read are skipped, with a warning.

    Args:
        path: the file.
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
                print(hand.names, hand.state.game.num_players)
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PhhError(f"{path}: no UTF-8: {error.reason} at byte {error.start + 1}") from None
    hands: list[PhhHand] = []
    problems: list[str] = []
    for line, name, part in split_hands(text):
        try:
            hands.append(from_phh(part, check_result=check_result, **params))
        except PhhError as error:
            problems.append(f"line {line}: {name}{error}")
    warn_of(problems)
    return hands


def split_hands(text: str) -> list[tuple[int, str, str]]:
    """Split a file's text at its numbers in brackets: (line, ``"hand 2: "`` or nothing, text of the hand)."""
    text = text.replace("\r\n", "\n")
    heads = [*re.finditer(r"^\[\s*[\"']?([^\[\]\"',\n]+?)[\"']?\s*\] *(#.*)?$", text, re.M)]
    before = text[: heads[0].start()] if heads else text
    result = [(1, "", before)] if not heads or re.search(r"^\s*[^\s#]", before, re.M) else []
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=False):
        result.append((text.count("\n", 0, head.start()) + 1, f"hand {head[1]}: ", text[head.end() : end]))
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
    params: dict[str, Any] | None = None,
    *,
    check_result: bool = False,
    shown: bool = True,
) -> PhhHand:
    """Play the hand in the fields.

    Args:
        fields: of a hand.
        params: parameters of its game beside those in the fields; without any an exported game is restored.
        check_result: compare the finishing stacks.
        shown: cards at a showdown must be known, and nobody may fold where a check is free.
    """
    game = exported_game(fields) if GAME_FIELD in fields and not params else game_of_fields(fields, params or {})
    hand = PhhActions(game, actions_in(fields), strict=shown)
    state = hand.replay.state()
    if shown:
        hand.check_end(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        due = finishing_stacks(state)
        stated = amounts_in(fields, "finishing_stacks", len(due))
        if stated != due:
            perhaps = "was there another rake, or did odd chips go elsewhere?"
            raise PhhError(f"finishing_stacks={toml_value(stated)}: by the rules they are {toml_value(due)} ({perhaps})")
    names, seats = fields.get("players"), players_of(game)
    check_names("players", names, len(seats))
    by_seat = dict(zip(seats, names or (), strict=False))
    every = None if names is None else tuple([by_seat.get(seat, "") for seat in range(game.num_players)])
    return PhhHand(state, every, hand.unknown)


def exported_game(fields: dict[str, Any]) -> TexasHoldemGame:
    """The game that ``to_phh`` wrote, which the other fields must agree with."""
    try:
        value = json.loads(fields[GAME_FIELD])
        game = make_game_from_params(value["name"], as_tuples(value["params"]))
        if not isinstance(game, TexasHoldemGame):
            raise InputError("no whole hands of hold'em")
        due = setup_fields(game)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise PhhError(f"{GAME_FIELD}: damaged: {error}") from None
    for key, amounts in due.items():
        if fields.get(key) != amounts:
            raise PhhError(f"{key}={brief(fields.get(key))}: must be {toml_value(amounts)}, as in {GAME_FIELD}")
    return game


def game_of_fields(fields: dict[str, Any], params: dict[str, Any]) -> TexasHoldemGame:
    """The game of the fields, with some other parameters."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(f"variant={brief(variant)}: must be 'NT', 'NS' or 'FT', hold'em")
    limit, deck = VARIANTS[variant]
    stacks = amounts_in(fields, "starting_stacks", above=True)
    players = len(stacks)
    antes, blinds = amounts_in(fields, "antes", players), amounts_in(fields, "blinds_or_straddles", players)
    small, big, straddle, *more = (*blinds, Decimal(0))
    if any(more):
        raise PhhError("blinds_or_straddles: must be a small and a big blind, and one straddle at most, of p3")
    trims = fields.get("ante_trimming_status", False)
    if not isinstance(trims, bool):
        raise PhhError(f"ante_trimming_status={brief(trims)}: must be true or false")
    ante = antes[0]
    dead = antes[BIG_BLIND] - ante  # the big blind's for all
    if antes != [ante, ante + dead, *[ante] * (players - 2)] or dead < 0 or (dead and trims):
        raise PhhError("antes: must be the same for all players, or that of the big blind more (without ante_trimming_status)")
    chips: dict[str, Any] = {"ante": ante, "big_blind_ante": dead, "straddle": straddle}
    chips |= {"blinds": (small, big), "stack": tuple(stacks)}
    rest = {"limit": limit, "deck": deck} | params
    bets, most = bets_in(actions_in(fields))
    if limit == "fixed-limit":
        chips["bet"] = tuple(number_of(name, fields.get(name), above=True) for name in ("small_bet", "big_bet"))
        rest = {"raise_cap": max(FIXED_LIMIT_CAP, most)} | rest  # PHH has no field for it, and programs do not agree
    else:
        least = number_of("min_bet", fields.get("min_bet"), above=True)
        if least != big:
            raise PhhError(f"min_bet={decimal_text(least)}: must be the big blind, {decimal_text(big)}")
    return game_with(chips, [*antes, *blinds, *bets], rest)


def game_with(chips: dict[str, Any], amounts: Iterable[Decimal], params: dict[str, Any]) -> TexasHoldemGame:
    """A game with chips of a text, in which every whole amount is an action unless the other parameters have sizes.

    Args:
        chips: parameters in chips, single or one a player; ``stack`` is.
        amounts: other chips in the text, which are whole numbers of the game's unit, too.
        params: other parameters.
    """
    check_keywords("texas_holdem", params, game_parameters("texas_holdem"))
    sizes = {} if {"bet_sizes", "raise_sizes"} & params.keys() else {"bet_sizes": ANY, "raise_sizes": ANY}
    every = [*amounts, *chips["stack"], *chips.get("bet", ())]
    chips["chip"] = Decimal(1).scaleb(min(0, *(int(amount.normalize().as_tuple().exponent) for amount in every)))
    plain = {
        name: tuple(map(python_number, amount)) if isinstance(amount, tuple) else python_number(amount)
        for name, amount in chips.items()
    }
    try:
        game = make_game("texas_holdem", num_players=len(chips["stack"]), short_stacks=True, **plain | sizes | params)
    except (ValueError, TypeError) as error:
        raise PhhError(str(error)) from None
    assert isinstance(game, TexasHoldemGame)
    return game


def actions_in(fields: dict[str, Any]) -> list[str]:
    """The entries of ``actions``."""
    texts = fields.get("actions")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PhhError(f"actions={brief(texts)}: must be an array of strings")
    return texts


def bets_in(actions: list[str]) -> tuple[list[Decimal], int]:
    """The amounts of bets and raises, and the most of them on a street; the big blind counts as one."""
    amounts, bets, most = [], 1, 1
    for text in actions:
        bet = re.match(r"p\d+ cbr ([\d.]{1,30})(\s|$)", text, re.ASCII)
        amounts += [number_of("amount", bet[1])] if bet else []
        bets = 0 if text.startswith("d db") else bets + (text.split()[1:2] == ["cbr"])
        most = max(most, bets)
    return amounts, most


def amounts_in(fields: dict[str, Any], key: str, players: int | None = None, above: bool = False) -> list[Decimal]:
    """Chips of each player in a field; ``players`` None: any number that PHH allows."""
    values = fields.get(key)
    if not isinstance(values, list):
        raise PhhError(f"{key}={brief(values)}: must be an array of numbers")
    if len(values) != players and (players is not None or not 2 <= len(values) <= MOST_PLAYERS):
        rest = f": must be 2 to {MOST_PLAYERS}" if players is None else f", starting_stacks {players}"
        raise PhhError(f"{key} has {len(values)} players{rest}")
    return [number_of(key, value, above) for value in values]


def number_of(key: str, value: object, above: bool = False) -> Decimal:
    """Parse an amount of chips; PhhError if it is none."""
    plain = value.replace(",", "") if isinstance(value, str) else value
    try:
        amount = Decimal(plain) if isinstance(plain, int | str | Decimal) and not isinstance(plain, bool) else Decimal("nan")
    except ArithmeticError:
        amount = Decimal("nan")
    if not amount.is_finite() or amount < 0 or (above and not amount) or abs(amount.adjusted()) > 300:
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        raise PhhError(f"{key}={shown}: must be a finite number, {'above 0' if above else '0 or more'}")
    return amount


def decimal_of(chips: float, unit: float) -> Decimal:
    """An amount, which is a whole number of units, as a decimal."""
    return round(chips / unit) * Decimal(repr(float(unit)))


def decimal_text(amount: Decimal) -> str:
    """An amount as text: ``25``, ``2.5``."""
    return chips_text(float(amount))


class PhhActions:
    """The actions of a hand, played; PhhError with the number of the first that is not legal.

    ``strict`` as ``shown`` of ``read_fields``.
    """

    def __init__(self, game: TexasHoldemGame, texts: Sequence[str], strict: bool = True) -> None:
        self.game, self.strict = game, strict
        self.seats = {f"p{number}": seat for number, seat in enumerate(players_of(game), 1)}
        self.index = {name: number for number, name in enumerate(game.rules.deck.names)}
        self.hands: dict[int, tuple[int, ...]] = {}
        self.public: list[int] = []
        self.dealt: set[str] = set()
        self.mucked: dict[str, bool] = {}
        # All cards are gathered first: a player who is dealt ???? may show cards at the end.
        each_of(texts, self.gather)
        self.unknown = tuple(seat for seat in self.seats.values() if seat not in self.hands)
        try:
            self.replay = HandReplay(game, [self.hands.get(seat) for seat in range(game.num_players)], self.public)
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
                if set(self.hands.setdefault(self.seats[label], hand)) != set(hand):
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
            case [label, "f"] if label in self.seats:
                self.move(label, FOLD)
            case [label, "cc"] if label in self.seats:
                self.move(label, CALL)
            case [label, "cbr", amount] if label in self.seats:
                self.move(label, BET, amount)
            case [label, *_] if label in self.seats:
                raise InputError("no action of hold'em")
            case _:
                raise InputError(f"no action of d or p1 to p{len(self.seats)}")

    @property
    def to_act(self) -> str | None:
        """Player to act; None where a card is due or the hand is over."""
        return next((label for label, seat in self.seats.items() if seat == self.replay.actor), None)

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
        limits = self.replay.allowed()
        totals = {limits.least, limits.most} - {0} if limits.totals is None else limits.totals
        bets = [chips_text(chips_of(total, self.game.chip)) for total in sorted(totals)]
        if limits.totals is None and bets:
            bets = [" to ".join(bets)]
        return ", ".join([*["f"] * limits.fold, "cc", *(f"cbr {bet}" for bet in bets)])

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
        left = {label: seat for label, seat in self.seats.items() if not state.folded[seat]}
        for label, seat in left.items() if state.is_terminal and len(left) > 1 else ():
            if seat in self.unknown:
                raise PhhError(f"{label}'s cards are not known, and the hand goes to a showdown")
            most = max(put for other, put in enumerate(state.contributions) if other != seat)
            if self.mucked.get(label) and state.chips_won[seat] > -min(state.contributions[seat], most):  # more than returned
                raise PhhError(f"{label} shows no cards, but wins")


def each_of(texts: Sequence[str], take: Callable[[list[str]], None]) -> None:
    """Take the words of each action, without comments; PhhError with its number, from 1, where that fails."""
    for number, text in enumerate(texts, 1):
        try:
            if words := text.partition("#")[0].split():
                take(words)
        except ValueError as error:
            raise PhhError(f"action {number}, {brief(text)}: {error}") from None


def check_names(key: str, names: Any, players: int) -> None:
    """PhhError unless there are names for all players, or None."""
    if names is not None and not (isinstance(names, list | tuple) and list(map(type, names)) == [str] * players):
        raise PhhError(f"{key}={brief(names)}: must be {'two' if players == 2 else players} strings, one for each player")


def players_of(game: TexasHoldemGame) -> list[int]:
    """The seats of ``p1``, ``p2`` and so on: those that are in, from the left of the button on."""
    return seats_after(game.button, game.stacks)
