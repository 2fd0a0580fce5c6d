"""Hands of hold'em spots as PHH texts, and the rivers of heads-up no-limit hold'em hands in PHH as spots.

PHH is the format that pokerkit reads and writes (Kim: Recording and Describing Poker Hands, arXiv:2312.11753).

A spot starts on the river, PHH hands before the flop. So a hand is written with a past that leads to the spot: both put half
of the pot in before the flop and check until the river. Chips are the spot's, one for one. Where the pot allows it the blinds
are 1 and 2, else a quarter and half of the pot. In PHH's heads-up hands ``blinds_or_straddles = [1, 2]`` means that ``p2`` has
the button and the small blind; ``p1`` acts first after the flop, so that ``p1`` is player 0 (OOP) and ``p2`` player 1 (IP).

A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON; other programs pass over it. PHH has no
field for a rake: ``finishing_stacks`` are what the players have left when it is paid, as PHH wants them, but a program that
plays the hand again without knowing of the rake finds more.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.cards import CARD_NAMES, COMBO_NAMES, combo_index, parse_cards
from pokerzoo.envs.holdem import HoldemGame
from pokerzoo.envs.poker_game import PokerState
from pokerzoo.envs.public_state import BET, CALL, FOLD, PublicState

from .hand_log import Hand, OnProblem, Problem, as_tuples, replay, tell

GAME_FIELD = "_pokerzoo_game"
CLOSE = Decimal("1e-9")
"""Amounts this close, relative to the chips on the table, are equal."""
STREETS = ("before the flop", "on the flop", "on the turn", "on the river")
BOARD_CARDS = (0, 3, 1, 1)
"""Cards that are turned up on each street."""


class PhhError(ValueError):
    """A text is not PHH, or a hand that is not one of a spot."""


@dataclass(frozen=True)
class PhhHand:
    """A hand that was read.

    Attributes:
        game: the spot in which the river was played.
        history: the hand in it, as action ids.
        names: the players as the text names them, player 0 (OOP) first; None where it does not.
        label: the text's ``hand``: a name or a number; None where it has none.
    """

    game: HoldemGame
    history: tuple[int, ...]
    names: tuple[str, ...] | None = None
    label: str | int | None = None

    @property
    def state(self) -> State:
        """The state at the end of the text."""
        return replay(self.game, self.history)


@dataclass(frozen=True)
class PhhFile:
    """What a file of hands holds: those that could be read, in the order of the file, and a report of the others."""

    hands: tuple[PhhHand, ...]
    problems: tuple[Problem, ...]


def to_phh(
    game: Game,
    hand: State | Hand | Sequence[int],
    names: Sequence[str] | None = None,
    label: str | int | None = None,
) -> str:
    """A hand of a river spot as a PHH text. It may be one that is still going on.

    Args:
        game: the spot.
        hand: a state of it, a history, or a hand of a log, in which both players have their cards.
        names: of the players, player 0 (OOP) first.
        label: what to write as ``hand``: a name, or a number.

    Raises:
        ValueError: no river spot of hold'em, a history that is not legal, cards not dealt yet, or not two names.
    """
    if not isinstance(game, HoldemGame) or len(game.rules.board) != 5:
        raise ValueError(f"game={game}: PHH is for river spots of hold'em")
    state = hand if isinstance(hand, State) else replay(game, hand)
    if state.game != game or not isinstance(state, PokerState):
        raise ValueError(f"hand={hand!r}: must be a state of {game}")
    if len(state.hands) < 2:
        raise ValueError(f"hand={hand!r}: the players do not have their cards yet")
    if names is not None and (isinstance(names, str) or len(names) != 2 or not all(isinstance(n, str) for n in names)):
        raise ValueError(f"names={names!r}: must be two texts, that of player 0 first")
    if label is not None and (isinstance(label, bool) or not isinstance(label, str | int)):
        raise ValueError(f"label={label!r}: must be text or an integer")
    rules = game.rules
    half, behind = exact(game.pot) / 2, exact(rules.stack or 0.0)

    def amount(total: float) -> Decimal:
        # All-in, as a float, is a difference that may be a little off.
        return behind if abs(exact(total) - behind) <= CLOSE * min(half, behind) else exact(total)

    small, big, least, before_flop = opening(half, amount(rules.amounts[0]) if rules.amounts else Decimal(1))
    cards = ["".join(CARD_NAMES[card] for card in rules.hands[hand]) for hand in state.hands]
    board = [CARD_NAMES[card] for card in rules.board]
    actions = [f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}", *before_flop]
    for street in ("".join(board[:3]), board[3]):
        actions += [f"d db {street}", "p1 cc", "p2 cc"]
    actions.append(f"d db {board[4]}")
    aggressor = 0
    for _, player, kind, total in state.public.actions:
        actions.append(f"p{player + 1} " + {FOLD: "f", CALL: "cc", BET: f"cbr {plain(amount(total))}"}[kind])
        aggressor = player if kind == BET else aggressor
    if state.is_terminal and not any(state.public.folded):
        actions += [f"p{player + 1} sm {cards[player]}" for player in (aggressor, 1 - aggressor)]
    start = half + behind
    fields: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [small, big],
        "min_bet": least,
        "starting_stacks": [start, start],
        "actions": actions,
    }
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = list(names)
    if state.is_terminal:
        digits = 14 - start.adjusted()  # sums of chips as floats are right to some 16 digits: the last ones are rounding
        fields["finishing_stacks"] = [exact(max(0.0, round(float(start) + won, digits))) for won in state.returns()]
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml(value)}\n" for key, value in fields.items())


def join_phh(texts: Iterable[str]) -> str:
    """Texts of single hands as one text (a ``.phhs`` file): each under its number in brackets, from 1."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def opening(half: Decimal, smallest: Decimal) -> tuple[Decimal, Decimal, Decimal, list[str]]:
    """Small blind, big blind, least bet and the actions with which both put ``half`` in before the flop."""
    small, big = Decimal(1), Decimal(2)
    least = min(big, smallest)
    if half >= big + least:
        return small, big, least, [f"p2 cbr {plain(half)}", "p1 cc"]
    if half != big:
        small, big = half / 2, half
    return small, big, min(big, smallest), ["p2 cc", "p1 cc"]


def exact(amount: float) -> Decimal:
    """The decimal that an amount is written as."""
    return Decimal(repr(float(amount)))


def plain(amount: Decimal) -> str:
    """``25``, ``2.5``: without exponent or needless zeros."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value) and sum(map(len, value)) > 80:
            return "[\n" + "".join(f"    {toml(item)},\n" for item in value) + "]"
        return "[" + ", ".join(map(toml, value)) + "]"
    return plain(value) if isinstance(value, Decimal) else str(value)


def from_phh(text: str, game: Game | None = None, *, check_result: bool = True, **params: Any) -> PhhHand:
    """The river of a heads-up no-limit hold'em hand, as a hand of a spot.

    The spot has the hand's board, the pot at the start of the river, and the smaller of the stacks then left. Its net chips are
    counted from the start of the river, with half of the pot as each player's own.

    Args:
        text: the PHH text of one hand.
        game: the spot that it must be one of. None: the one that was exported, where the text is of ``to_phh``; else a spot
            with the bets and raises that were made, in which each player may hold anything.
        check_result: whether ``finishing_stacks``, where the text has them, must be those that the rules give.
        params: parameters of ``make_game("holdem", ...)`` for a spot that is made from the hand: ``ranges``, ``bet_sizes``, a
            rake.

    Raises:
        PhhError: no PHH; not heads-up no-limit hold'em; an action that is not legal, with its number, from 1; no river with
            chips left to bet; cards that are not known; a hand that is not in the game: other board, pot or stacks, cards that
            are not in a range, a size that is not in its tree; or other finishing stacks.
        ValueError: ``game`` is no river spot, or there are ``params`` beside it, or board, pot or stack among them.
    """
    check_spot(game, params)
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ArithmeticError) as error:
        raise PhhError(f"no TOML: {error}") from None
    if "actions" not in fields and any(isinstance(value, dict) for value in fields.values()):
        raise PhhError("has several hands: read_phh reads them")
    return hand_of(fields, game, check_result, params)


def read_phh(
    path: str | Path,
    game: Game | None = None,
    on_problem: OnProblem | None = None,
    *,
    check_result: bool = True,
    **params: Any,
) -> PhhFile:
    """Read a file with one hand (``.phh``) or several (``.phhs``). Those that cannot be read are reported and skipped.

    Args:
        path: the file.
        game: as for ``from_phh``, and so are ``check_result`` and ``params``.
        on_problem: called with each problem, in the order of the file; by default each becomes a ``DamagedLine`` warning. Its
            line is the one on which the hand begins.
        check_result: see ``from_phh``.
        params: see ``from_phh``.

    Raises:
        PhhError: the file is not UTF-8.
        ValueError: as for ``from_phh``.
        OSError: the file cannot be read.
    """
    check_spot(game, params)
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        raise PhhError(f"{path}: no UTF-8: {error.reason} at byte {error.start + 1}") from None
    hands: list[PhhHand] = []
    problems: list[Problem] = []
    for line, name, part in parts(text):
        try:
            hands.append(from_phh(part, game, check_result=check_result, **params))
        except PhhError as error:
            problems.append(Problem(line, f"{name}{error}"))
    tell(problems, on_problem)
    return PhhFile(tuple(hands), tuple(problems))


def check_spot(game: Game | None, params: dict[str, Any]) -> None:
    """ValueError unless the caller asks for one spot, and for one that there can be."""
    if game is not None and (not isinstance(game, HoldemGame) or len(game.rules.board) != 5):
        raise ValueError(f"game={game}: must be a river spot of hold'em")
    for name, value in params.items():
        if game is not None:
            raise ValueError(f"{name}={value!r}: must not be given beside a game")
        if name in ("board", "pot", "stack"):
            raise ValueError(f"{name}={value!r}: must not be given, the hand says it")


def parts(text: str) -> list[tuple[int, str, str]]:
    """The hands in a text: (line, ``"hand 2: "`` or nothing, text of the hand).

    Cut at the lines that have a number in brackets and nothing else, so that damage in one hand leaves the others alone.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    heads = [i for i, line in enumerate(lines) if re.fullmatch(r"\[\s*[\"']?[^\[\]\"',]+[\"']?\s*\]\s*(#.*)?", line)]
    found = []
    if not heads or any(re.match(r"\s*[^\s#]", line) for line in lines[: heads[0]]):
        end = heads[0] if heads else len(lines)
        found.append((1, "", "\n".join(lines[:end])))
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        name = lines[start].partition("]")[0].strip("[ \t\"'")
        found.append((start + 1, f"hand {name}: ", "\n".join(lines[start + 1 : end])))
    return found


def hand_of(fields: dict[str, Any], game: Game | None, check_result: bool, params: dict[str, Any]) -> PhhHand:
    """The hand that the fields of a text describe."""
    table = Table(fields)
    words = fields.get("actions")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise PhhError(f"actions={words!r}: must be an array of texts")
    for number, word in enumerate(words, 1):
        try:
            table.take(word)
        except ValueError as error:
            raise PhhError(f"action {number}, {word!r}: {error}") from None
    table.check_river()
    spot = table.spot(fields, game, params)
    history = table.history(spot)
    state = replay(spot, history)
    table.check_showdown(state)
    if check_result and "finishing_stacks" in fields:
        table.check_result(fields, state)
    names, label = fields.get("players"), fields.get("hand")
    if names is not None and (not isinstance(names, list) or len(names) != 2 or not all(isinstance(n, str) for n in names)):
        raise PhhError(f"players={names!r}: must be two texts")
    if label is not None and (isinstance(label, bool) or not isinstance(label, str | int)):
        raise PhhError(f"hand={label!r}: must be text or an integer")
    return PhhHand(spot, history, None if names is None else tuple(names), label)


class Table:
    """A heads-up no-limit hold'em hand as PHH has it; player 0 is ``p1``.

    Attributes:
        starts: chips that each player came with.
        behind: chips that each has behind.
        bets: chips that each has put in on this street.
        pot: chips of the streets before, and antes.
        street: index into ``STREETS``.
        board: the public cards.
        cards: each player's two cards, None while they are not known.
        river: what was done on the river: (player, FOLD, CALL or BET, his total after it).
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        if fields.get("variant") != "NT":
            raise PhhError(f"variant={fields.get('variant')!r}: must be 'NT', no-limit hold'em")
        starts = self.starts = chips_of(fields, "starting_stacks", above=True)
        antes, blinds = chips_of(fields, "antes"), chips_of(fields, "blinds_or_straddles")
        self.min_bet = number_of("min_bet", fields.get("min_bet"), above=True)
        self.pot, self.bets, self.behind = Decimal(0), [Decimal(0)] * 2, list(starts)
        # Heads-up, PHH lists what is posted in reverse: [1, 2] is p2's 1 and p1's 2.
        for player, (ante, blind) in enumerate(zip(reversed(antes), reversed(blinds), strict=True)):
            ante = min(ante, starts[player])
            self.pot += ante
            self.bets[player] = min(blind, starts[player] - ante)
            self.behind[player] -= ante + self.bets[player]
        self.street = 0
        self.actor: int | None = 1 if self.bets[0] > self.bets[1] else 0
        self.to_act = 2
        self.raised = Decimal(0)  # by how much the largest bet or raise of this street was one
        self.board: tuple[int, ...] = ()
        self.cards: list[tuple[int, int] | None] = [None, None]
        self.dealt = [False, False]
        self.mucked = [False, False]
        self.folded: int | None = None
        self.river: list[tuple[int, int, Decimal]] = []
        self.river_pot = self.river_stack = Decimal(0)
        self.put_before = [Decimal(0)] * 2

    def take(self, word: str) -> None:
        """One entry of ``actions``; ValueError where it is not legal."""
        words = word.partition("#")[0].split()
        if not words:
            return
        if words[0] == "d":
            self.deal(words)
            return
        if words[0] not in ("p1", "p2") or len(words) < 2:
            raise ValueError("no action of p1, p2 or d")
        player, kind, rest = int(words[0][1]) - 1, words[1], words[2:]
        if kind == "sm":
            self.show(player, rest)
            return
        if len(rest) != (kind == "cbr") or kind not in ("f", "cc", "cbr"):
            raise ValueError("no action of hold'em")
        if not all(self.dealt):
            raise ValueError("before both players have cards")
        if player != self.actor:
            raise ValueError("nobody is to act" if self.actor is None else f"p{self.actor + 1} is to act")
        if kind == "f":
            self.fold(player)
        else:
            self.put(player, max(self.bets) if kind == "cc" else number_of("amount", rest[0]), kind)

    def deal(self, words: list[str]) -> None:
        if len(words) == 4 and words[1] == "dh" and words[2] in ("p1", "p2"):
            player = int(words[2][1]) - 1
            if self.dealt[player]:
                raise ValueError(f"{words[2]} has his cards")
            self.dealt[player] = True
            if len(words[3]) != 4:
                raise ValueError("must be two cards")
            if "?" not in words[3]:
                self.know(player, words[3])
        elif len(words) == 3 and words[1] == "db":
            if self.actor is not None or self.folded is not None or not all(self.dealt) or self.street == 3:
                raise ValueError("no public card is due")
            if "?" in words[2]:
                raise ValueError("the public cards must be known")
            if min(self.behind) <= 0:
                raise ValueError(f"a player is all-in {STREETS[self.street]}: nothing is left to decide on the river")
            self.next_street(parse_cards(words[2]))
        else:
            raise ValueError("no deal of hold'em")

    def know(self, player: int, text: str) -> None:
        one, two = parse_cards(text)
        cards = (max(one, two), min(one, two))
        others = (*self.board, *(self.cards[1 - player] or ()))
        if self.cards[player] not in (None, cards):
            raise ValueError(f"p{player + 1} has other cards")
        if set(cards) & set(others):
            raise ValueError("a card that is out already")
        self.cards[player] = cards

    def next_street(self, cards: tuple[int, ...]) -> None:
        self.street += 1
        if len(cards) != BOARD_CARDS[self.street]:
            raise ValueError(f"{len(cards)} cards, must be {BOARD_CARDS[self.street]} {STREETS[self.street]}")
        out = {*self.board, *(self.cards[0] or ()), *(self.cards[1] or ())}
        if out & set(cards):
            raise ValueError("a card that is out already")
        self.board += cards
        self.pot += sum(self.bets)
        self.bets = [Decimal(0)] * 2
        self.actor, self.to_act, self.raised = 0, 2, Decimal(0)
        if self.street == 3:
            self.river_pot, self.river_stack = self.pot, min(self.behind)
            self.put_before = [start - left for start, left in zip(self.starts, self.behind, strict=True)]

    def fold(self, player: int) -> None:
        if self.bets[player] >= max(self.bets):
            raise ValueError("there is nothing to fold to")
        self.record(player, FOLD)
        self.folded, self.actor = player, None

    def put(self, player: int, total: Decimal, kind: str) -> None:
        most = self.bets[player] + self.behind[player]
        faced = max(self.bets)
        if kind == "cbr":
            least = min(most, faced + max(self.raised, self.min_bet))
            if not self.behind[1 - player]:
                raise ValueError(f"p{2 - player} is all-in")
            if not faced < total <= most or total < least:
                raise ValueError(f"must be from {plain(least)} to {plain(most)}")
            self.raised = max(self.raised, total - faced)
            self.to_act = 2
        total = min(total, most)
        self.behind[player] -= total - self.bets[player]
        self.bets[player] = total
        self.record(player, BET if kind == "cbr" else CALL)
        self.to_act -= 1
        self.actor = 1 - player if self.to_act else None

    def record(self, player: int, kind: int) -> None:
        if self.street == 3:
            # What goes beyond the smaller stack is returned.
            self.river.append((player, kind, min(self.bets[player], self.river_stack)))

    def show(self, player: int, rest: list[str]) -> None:
        if self.actor is not None or player == self.folded:
            raise ValueError("there is no showdown for him here")
        if self.street < 3 and self.folded is None:
            raise ValueError(f"a showdown {STREETS[self.street]}: nothing is left to decide on the river")
        if len(rest) > 1:
            raise ValueError("must be sm, and the cards that are shown")
        if not rest:
            self.mucked[player] = True
        elif rest[0] != "-" and "?" not in rest[0]:
            if len(rest[0]) != 4:
                raise ValueError("must be two cards")
            self.know(player, rest[0])

    def check_river(self) -> None:
        """PhhError unless the river was reached with chips left and known cards."""
        if self.street < 3:
            raise PhhError(f"the hand ends {STREETS[self.street]}: it does not reach the river")
        if self.river_stack <= 0:
            raise PhhError("a player is all-in before the river: nothing is left to decide there")
        for player, cards in enumerate(self.cards):
            if cards is None:
                raise PhhError(f"p{player + 1}'s cards are not known")

    def check_showdown(self, state: State) -> None:
        """PhhError if a player throws away a hand that wins something."""
        if state.is_terminal and self.folded is None:
            for player, mucked in enumerate(self.mucked):
                if mucked and state.returns()[player] >= state.returns()[1 - player]:
                    raise PhhError(f"p{player + 1} mucks a hand that does not lose, which the rules here do not know")

    def check_result(self, fields: dict[str, Any], state: State) -> None:
        """PhhError unless the finishing stacks are what the rules give."""
        told = chips_of(fields, "finishing_stacks")
        if not state.is_terminal:
            return
        half = self.river_pot / 2
        due = [s - put + half + exact(won) for s, put, won in zip(self.starts, self.put_before, state.returns(), strict=True)]
        allowed = CLOSE * sum(due)
        if self.folded is None and state.returns()[0] == state.returns()[1]:
            # The odd chip of a pot that is split goes to one of them; the rules here halve it.
            unit = min(int(amount.as_tuple().exponent) for amount in told)
            allowed = max(allowed, Decimal(1).scaleb(unit) / 2)
        if any(abs(one - other) > allowed for one, other in zip(told, due, strict=True)):
            should = ", ".join(f"{float(amount):.12g}" for amount in due)
            raise PhhError(f"finishing_stacks={toml(told)}: by the rules they are [{should}] (was there another rake?)")

    def spot(self, fields: dict[str, Any], game: Game | None, params: dict[str, Any]) -> HoldemGame:
        """The spot of the river: ``game``, the one that the text names, or one that is made from the hand."""
        if game is None and not params and GAME_FIELD in fields:
            game = named_game(fields[GAME_FIELD])
        if game is None:
            try:
                game = make_game("holdem", **(self.params() | params))
            except ValueError as error:
                raise PhhError(f"no spot can be made of it: {error}") from None
        if not isinstance(game, HoldemGame) or len(game.rules.board) != 5:
            raise PhhError(f"{game} is no river spot of hold'em")
        rules = game.rules
        if set(rules.board) != set(self.board):
            raise PhhError(f"the board is {''.join(CARD_NAMES[c] for c in self.board)}, not that of {game}")
        chips = (("pot", self.river_pot, game.pot), ("stack", self.river_stack, rules.stack or 0.0))
        for name, here, there in chips:
            if abs(here - exact(there)) > CLOSE * here:
                raise PhhError(f"the {name} at the start of the river is {plain(here)}, but {plain(exact(there))} in {game}")
        return game

    def params(self) -> dict[str, Any]:
        """Parameters of the spot with just the bets and raises that were made."""
        sizes: dict[int, list[list[str]]] = {0: [[], []], 1: [[], []]}  # bets and raises of each player
        faced = Decimal(0)
        for player, kind, total in self.river:
            if kind == BET:
                text = "a" if total >= self.river_stack else f"{plain(total - faced)}c"
                sizes[player][faced > 0].append(text)
                faced = total
        amounts = [self.river_pot, self.river_stack, self.min_bet, *(total for _, _, total in self.river)]
        digits = max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in amounts))
        return {
            "board": "".join(CARD_NAMES[card] for card in self.board),
            "ranges": ("random", "random"),
            "pot": float(self.river_pot),
            "stack": float(self.river_stack),
            "bet_sizes": tuple(",".join(sizes[player][0]) for player in (0, 1)),
            "raise_sizes": tuple(",".join(sizes[player][1]) for player in (0, 1)),
            "add_allin_threshold": 0,
            "force_allin_threshold": 0,
            "merging_threshold": 0,
            "min_bet": float(self.min_bet),
            "chip": float(Decimal(1).scaleb(-digits)),
        }

    def history(self, game: HoldemGame) -> tuple[int, ...]:
        """The hand as action ids of the spot; PhhError where it is not in it."""
        state = game.initial_state()
        for player, cards in enumerate(self.cards):
            assert cards is not None
            name = COMBO_NAMES[combo_index(*cards)]
            hand = hand_number(game, cards)
            if hand is None or hand not in state.legal_actions():
                raise PhhError(f"p{player + 1}'s {name} is not in the range of player {player} in {game}")
            state = state.child(hand)
        for player, kind, total in self.river:
            action = action_of(state.public, kind, total, self.river_stack)
            if action is None:
                allowed = ", ".join(state.action_name(a) for a in state.legal_actions()) or "nothing"
                what = {FOLD: "f", CALL: "cc", BET: f"cbr {plain(total)}"}[kind]
                raise PhhError(f"p{player + 1} {what} on the river is not in the betting tree; in it are {allowed}")
            state = state.child(action)
        return state.history()


def action_of(public: PublicState, kind: int, total: Decimal, stack: Decimal) -> int | None:
    """The id of a move, None where it is not in the tree."""
    for action, (move, amount) in zip(public.legal_actions, public.moves, strict=True):
        if move == kind and (kind != BET or abs(exact(amount) - total) <= CLOSE * stack):
            return action
    return None


def hand_number(game: HoldemGame, cards: tuple[int, int]) -> int | None:
    """The index of a holding, None where no range has it."""
    for hand in (cards, cards[::-1]):
        if hand in game.rules.hands:
            return game.rules.hands.index(hand)
    return None


def named_game(text: object) -> Game:
    """The game that ``to_phh`` wrote down."""
    try:
        if not isinstance(text, str):
            raise ValueError("no text")
        value = json.loads(text)
        if not isinstance(value, dict) or value.get("name") != "holdem" or not isinstance(value.get("params"), dict):
            raise ValueError("no parameters of holdem")
        return make_game("holdem", **as_tuples(value["params"]))
    except (ValueError, TypeError, RecursionError) as error:
        raise PhhError(f"{GAME_FIELD}: damaged: {error}") from None


def chips_of(fields: dict[str, Any], key: str, above: bool = False) -> list[Decimal]:
    """A field with chips of two players."""
    values = fields.get(key)
    if not isinstance(values, list):
        raise PhhError(f"{key}={values!r}: must be an array of numbers")
    if len(values) != 2:
        raise PhhError(f"{key} has {len(values)} players: must be heads-up, 2")
    return [number_of(key, value, above) for value in values]


def number_of(key: str, value: object, above: bool = False) -> Decimal:
    """An amount of chips; PhhError where it is none."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
            raise ValueError
        amount = Decimal(value.replace(",", "") if isinstance(value, str) else value)
        if not amount.is_finite() or amount < 0 or (above and not amount) or abs(amount.adjusted()) > 300:
            raise ValueError
    except (ArithmeticError, ValueError):
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        raise PhhError(f"{key}={shown}: must be a finite number, {'above 0' if above else '0 or more'}") from None
    return amount
