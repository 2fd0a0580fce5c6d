"""Whole hands of hold'em read from PHH: any number of players, no-limit (``NT``, ``NS``) and fixed-limit (``FT``)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs import make_game
from pokerzoo.envs.core import short
from pokerzoo.envs.games.texas_holdem import ANY, FIXED_LIMIT_CAP
from pokerzoo.envs.registry import game_parameters, make_game_from_params
from pokerzoo.envs.support.parameters import as_tuples, brief, check_keywords
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_format import GAME_FIELD, PhhError, exact, plain
from .phh_table import number_of
from .phh_whole_export import players_of

VARIANTS = {"NT": ("no-limit", "standard"), "NS": ("no-limit", "short"), "FT": ("fixed-limit", "standard")}
MOST_PLAYERS = 10


def whole_hand_of(
    fields: dict[str, Any], game: TexasHoldemGame | None, check_result: bool, params: dict[str, Any]
) -> tuple[TexasHoldemState, tuple[int, ...]]:
    """Read the fields as a whole hand: the state, and the players without known cards."""
    given = params_of(fields)
    if game is None and not params and GAME_FIELD in fields:
        game = exported_game(fields[GAME_FIELD])
    if game is None:
        check_keywords("texas_holdem", params, game_parameters("texas_holdem"))
        try:
            sizes = {} if {"bet_sizes", "raise_sizes"} & params.keys() else {"bet_sizes": ANY, "raise_sizes": ANY}
            made = make_game("texas_holdem", **given | sizes | params)
        except (ValueError, TypeError) as error:
            raise PhhError(str(error)) from None
        assert isinstance(made, TexasHoldemGame)
        game = made
    else:
        check_same(given, game)
    words = fields.get("actions")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise PhhError(f"actions={brief(words)}: must be an array of strings")
    hand = Hand(game, words)
    for number, word in enumerate(words, 1):
        try:
            hand.take(word.partition("#")[0].split())
        except ValueError as error:
            raise PhhError(f"action {number}, {brief(word)}: {error}") from None
    state = hand.replay.state()
    hand.check_end(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        check_finish(fields["finishing_stacks"], state, hand.seats)
    return state, hand.unknown


def params_of(fields: dict[str, Any]) -> dict[str, Any]:
    """Parameters of ``texas_holdem`` from the fields."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(f"variant={brief(variant)}: must be 'NT', 'NS' or 'FT', hold'em")
    limit, deck = VARIANTS[variant]
    stacks = chips(fields, "starting_stacks", None, above=True)
    players = len(stacks)
    antes, blinds = chips(fields, "antes", players), chips(fields, "blinds_or_straddles", players)
    if players == 2:  # listed in reverse
        antes = antes[::-1]
        small, big, rest = blinds[0], blinds[1], []
    else:
        small, big, *rest = blinds
    if any(rest[1:]):
        raise PhhError("blinds_or_straddles: must be a small and a big blind, and one straddle at most, of p3")
    trims = fields.get("ante_trimming_status", False)
    if not isinstance(trims, bool):
        raise PhhError(f"ante_trimming_status={trims!r}: must be true or false")
    found: dict[str, Any] = {"num_players": players, "limit": limit, "deck": deck, "short_stacks": True}
    seat = 0 if players == 2 else 1
    if len(set(antes)) == 1:
        found["ante"] = antes[0]
    elif sum(ante > 0 for ante in antes) == 1 and antes[seat] and not trims:
        found["big_blind_ante"] = antes[seat]
    else:
        raise PhhError("antes: must be the same for all players, or that of the big blind alone (without ante_trimming_status)")
    found |= {"blinds": (small, big), "straddle": rest[0] if rest else Decimal(0), "stacks": tuple(stacks)}
    amounts = [*stacks, *antes, *blinds]
    if limit == "fixed-limit":
        found["bets"] = tuple(number_of(name, fields.get(name), above=True) for name in ("small_bet", "big_bet"))
        amounts += found["bets"]
        found["raise_cap"] = cap_of(fields.get("actions"))
    else:
        least = number_of("min_bet", fields.get("min_bet"), above=True)
        if least != big:
            raise PhhError(f"min_bet={plain(least)}: must be the big blind, {plain(big)}")
    words = fields.get("actions")
    for word in words if isinstance(words, list) else []:
        bet = re.match(r"p\d+ cbr ([\d.]{1,30})(\s|$)", word, re.ASCII) if isinstance(word, str) else None
        amounts += [number_of("amount", bet[1])] if bet else []
    digits = max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in amounts))
    found["chip"] = Decimal(1).scaleb(-digits)
    return {name: plain_number(value) for name, value in found.items()}


def cap_of(words: object) -> int:
    """Cap on bets and raises of a fixed-limit hand: 4, or more if the hand has more (the big blind counts as one).

    PHH has no field for it, and programs do not agree.
    """
    most = bets = 1
    for word in words if isinstance(words, list) else []:
        kind = word.split()[1:2] if isinstance(word, str) else []
        bets = 0 if kind == ["db"] else bets + (kind == ["cbr"])
        most = max(most, bets)
    return max(FIXED_LIMIT_CAP, most)


def plain_number(value: Any) -> Any:
    """Convert a decimal, or a tuple of them, to ints or floats."""
    if isinstance(value, tuple):
        return tuple(map(plain_number, value))
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


def chips(fields: dict[str, Any], name: str, players: int | None, above: bool = False) -> list[Decimal]:
    """Chips of each player in a field."""
    values = fields.get(name)
    if not isinstance(values, list):
        raise PhhError(f"{name}={brief(values)}: must be an array of numbers")
    if players is None and not 2 <= len(values) <= MOST_PLAYERS:
        raise PhhError(f"{name} has {len(values)} players: must be 2 to {MOST_PLAYERS}")
    if players is not None and len(values) != players:
        raise PhhError(f"{name} has {len(values)} players, starting_stacks {players}")
    return [number_of(name, value, above) for value in values]


def exported_game(text: object) -> TexasHoldemGame | None:
    """Game that ``to_phh`` wrote down; None if that was a spot."""
    try:
        if not isinstance(text, str):
            raise ValueError("no text")
        value = json.loads(text)
        if not isinstance(value, dict) or not isinstance(value.get("params"), dict):
            raise ValueError("no game")
        if value.get("name") != "texas_holdem":
            return None
        game = make_game_from_params("texas_holdem", as_tuples(value["params"]))
        assert isinstance(game, TexasHoldemGame)
        return game
    except (ValueError, TypeError, RecursionError) as error:
        raise PhhError(f"{GAME_FIELD}: damaged: {error}") from None


def check_same(given: dict[str, Any], game: TexasHoldemGame) -> None:
    """PhhError unless the text is of this game."""
    table, seats = table_of(game.rules), players_of(game)
    limit = "fixed-limit" if game.params["limit"] == "fixed-limit" else "no-limit"
    theirs = {
        "num_players": len(seats),
        "limit": limit,
        "deck": game.params["deck"],
        "stacks": tuple(table.stacks[seat] for seat in seats),
        **{name: game.params[name] for name in ("blinds", "ante", "big_blind_ante", "straddle")},
    }
    if limit == "fixed-limit":
        theirs["bets"] = game.params["bets"]
    for name, value in theirs.items():
        own = given.get(name, 0)
        if own != value:
            raise PhhError(f"{name} is {own!r}, but {brief(value)} in {short(game)}")


class Hand:
    """A whole hand while it is read."""

    def __init__(self, game: TexasHoldemGame, words: Sequence[str]) -> None:
        self.game, self.seats = game, players_of(game)
        self.labels = {f"p{number}": seat for number, seat in enumerate(self.seats, 1)}
        self.index = {name: number for number, name in enumerate(game.rules.deck)}
        self.dealt: set[int] = set()
        self.shown: dict[int, bool] = {}
        hands: dict[int, tuple[int, ...]] = {}
        known: list[int] = []
        # All cards are gathered first: a player who is dealt ???? may show cards at the end.
        for number, word in enumerate(words, 1):
            parts = word.partition("#")[0].split()
            try:
                if parts[:2] == ["d", "db"]:
                    known += self.cards(parts[2] if len(parts) == 3 else "")
                seat = self.labels.get(parts[2] if parts[:2] == ["d", "dh"] and len(parts) == 4 else "")
                if len(parts) == 3 and parts[1] == "sm":
                    seat = self.labels.get(parts[0])
                if seat is not None and parts[-1] != "-" and "?" not in parts[-1]:
                    cards = self.cards(parts[-1])
                    if set(hands.get(seat, cards)) != set(cards):
                        raise ValueError("other cards than before")
                    hands[seat] = cards
            except ValueError as error:
                raise PhhError(f"action {number}, {brief(word)}: {error}") from None
        self.unknown = tuple(seat for seat in self.seats if seat not in hands)
        try:
            self.replay = HandReplay(game, [hands.get(seat) for seat in range(game.num_players)], known)
        except ValueError as error:
            raise PhhError(f"cards: {error}") from None

    def cards(self, text: str) -> tuple[int, ...]:
        """Parse cards into numbers of the game's deck."""
        names = [text[k : k + 2] for k in range(0, len(text), 2)]
        if not names or not all(name in self.index for name in names):
            raise ValueError(f"{brief(text)}: no cards of this game")
        return tuple([self.index[name] for name in names])

    def take(self, words: list[str]) -> None:
        """Play one entry of ``actions``; ValueError if it is not legal."""
        if not words:
            return
        if words[0] == "d":
            self.deal(words)
            return
        seat = self.labels.get(words[0])
        if seat is None or len(words) < 2:
            raise ValueError(f"no action of d or p1 to p{len(self.seats)}")
        kind, rest = words[1], words[2:]
        if kind == "sm":
            self.show(seat, rest)
            return
        if kind not in ("f", "cc", "cbr") or len(rest) != (kind == "cbr"):
            raise ValueError("no action of hold'em")
        if len(self.dealt) < len(self.seats):
            raise ValueError("before all players have cards")
        if self.replay.actor is None:
            raise ValueError("no player is to act")
        if seat != self.replay.actor:
            raise ValueError(f"p{self.seats.index(self.replay.actor) + 1} is to act")
        total = 0
        if kind == "cbr":
            asked = number_of("amount", rest[0]) / exact(self.game.chip)
            total = int(asked) if asked == int(asked) else -1
        if not self.replay.play({"f": FOLD, "cc": CALL, "cbr": BET}[kind], total):
            raise ValueError(self.allowed())

    def allowed(self) -> str:
        """Legal actions of the player to act, in PHH."""
        allowed, chip = self.replay.allowed(), exact(self.game.chip)
        words = ["f"] if allowed.fold else []
        words.append("cc")
        if allowed.totals is not None:
            words += [f"cbr {plain(total * chip)}" for total in allowed.totals]
        elif allowed.least:
            least, most = plain(allowed.least * chip), plain(allowed.most * chip)
            words.append(f"cbr {least}" if least == most else f"cbr {least} to {most}")
        return f"allowed: {', '.join(words)}"

    def deal(self, words: list[str]) -> None:
        if len(words) == 4 and words[1] == "dh" and words[2] in self.labels:
            seat = self.labels[words[2]]
            if seat in self.dealt:
                raise ValueError(f"{words[2]} has cards")
            if len(words[3]) != 4:
                raise ValueError("must be two cards")
            self.dealt.add(seat)
        elif len(words) == 3 and words[1] == "db":
            due = self.replay.cards_due() if len(self.dealt) == len(self.seats) else 0
            cards = self.cards(words[2])
            if len(cards) != due:
                raise ValueError(f"{len(cards)} public cards; due: {due}")
            self.replay.deal(cards)
        else:
            raise ValueError("no deal of hold'em")

    def show(self, seat: int, rest: list[str]) -> None:
        state = self.replay.state()
        if self.replay.actor is not None or state.folded[seat]:
            raise ValueError("there is no showdown of this player here")
        if len(rest) > 1:
            raise ValueError("must be sm, and the cards that are shown")
        self.shown[seat] = bool(rest)

    def check_end(self, state: TexasHoldemState) -> None:
        """PhhError if an unknown hand counts, or a hand that wins something is mucked."""
        left = [seat for seat in self.seats if not state.folded[seat]]
        if not state.is_terminal or len(left) < 2:
            return
        for seat in left:
            name = f"p{self.seats.index(seat) + 1}"
            if seat in self.unknown:
                raise PhhError(f"{name}'s cards are not known, and the hand comes to a showdown")
            if not self.shown.get(seat, True) and wins_something(state, seat):
                raise PhhError(f"{name} shows no cards, but wins")


def wins_something(state: TexasHoldemState, seat: int) -> bool:
    """True if a player wins chips at a showdown beyond the player's own uncalled bet."""
    own = state.contributions[seat]
    most = max((put for other, put in enumerate(state.contributions) if other != seat), default=0.0)
    units: int = round(state.game.payoff_unit and state.returns()[seat] / state.game.payoff_unit)
    return units * state.game.chip > -min(own, most)


def check_finish(finish: object, state: TexasHoldemState, seats: Sequence[int]) -> None:
    """PhhError unless these are the stacks at the end."""
    if not isinstance(finish, list) or len(finish) != len(seats):
        raise PhhError(f"finishing_stacks={brief(finish)}: must be an array of {len(seats)} numbers")
    table, chip = table_of(state.game.rules), exact(state.game.chip)
    for number, (seat, value) in enumerate(zip(seats, finish, strict=True), 1):
        won = round(state.returns()[seat] / state.game.payoff_unit)
        right = (round(table.stacks[seat] / state.game.chip) + won) * chip
        if number_of("finishing_stacks", value) != right:
            raise PhhError(f"finishing_stacks: p{number} has {value}, by the rules {plain(right)}")
