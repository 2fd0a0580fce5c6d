"""Whole hands of hold'em read from PHH: any number of players, no-limit (``NT``, ``NS``) and fixed-limit (``FT``)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from pokerzoo.envs import make_game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.texas_holdem import ANY, FIXED_LIMIT_CAP
from pokerzoo.envs.registry import game_parameters
from pokerzoo.envs.support.parameters import brief, check_keywords
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_actions import PhhActions, action_error, action_words
from .phh_format import PhhError, check_finish, chips_of, exact_decimal, number_of, plain_decimal, players_of, trims_antes

VARIANTS = {"NT": ("no-limit", "standard"), "NS": ("no-limit", "short"), "FT": ("fixed-limit", "standard")}


def read_whole_hand(
    fields: dict[str, Any], game: TexasHoldemGame | None, check_result: bool, params: dict[str, Any]
) -> tuple[TexasHoldemState, tuple[int, ...]]:
    """Read the fields as a whole hand: its last state, and the players without known cards."""
    given = params_of(fields)
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
    hand = PhhWholeActions(game, fields)
    hand.play(fields)
    state = hand.replay.state()
    hand.check_end(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        table, chip, won = table_of(game.rules), exact_decimal(game.chip), state.returns()
        due = [round(table.stacks[seat] / game.chip) + round(won[seat] / game.payoff_unit) for seat in hand.seats]
        check_finish(fields, [chips * chip for chips in due], Decimal(0))
    return state, hand.unknown


def params_of(fields: dict[str, Any]) -> dict[str, Any]:
    """Parameters of ``texas_holdem`` from the fields."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(f"variant={brief(variant)}: must be 'NT', 'NS' or 'FT', hold'em")
    limit, deck = VARIANTS[variant]
    stacks = chips_of(fields, "starting_stacks", above=True)
    players = len(stacks)
    antes, blinds = chips_of(fields, "antes", players), chips_of(fields, "blinds_or_straddles", players)
    if players == 2:  # listed in reverse
        antes = antes[::-1]
        small, big, rest = blinds[0], blinds[1], []
    else:
        small, big, *rest = blinds
    if any(rest[1:]):
        raise PhhError("blinds_or_straddles: must be a small and a big blind, and one straddle at most, of p3")
    trims = trims_antes(fields)
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
            raise PhhError(f"min_bet={plain_decimal(least)}: must be the big blind, {plain_decimal(big)}")
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
            raise PhhError(f"{name} is {own!r}, but {brief(value)} in {short_name(game)}")


class PhhWholeActions(PhhActions):
    """A whole hand while it is read."""

    def __init__(self, game: TexasHoldemGame, fields: dict[str, Any]) -> None:
        self.game, self.seats = game, players_of(game)
        super().__init__(len(self.seats))
        self.index = {name: number for number, name in enumerate(game.rules.deck)}
        self.shown: dict[int, bool] = {}
        hands: dict[int, tuple[int, ...]] = {}
        known: list[int] = []
        # All cards are gathered first: a player who is dealt ???? may show cards at the end.
        for number, words in enumerate(action_words(fields), 1):
            try:
                if words[:2] == ["d", "db"]:
                    known += self.cards(words[2] if len(words) == 3 else "")
                player = self.labels.get(words[2] if words[:2] == ["d", "dh"] and len(words) == 4 else "")
                if len(words) == 3 and words[1] == "sm":
                    player = self.labels.get(words[0])
                if player is not None and words[-1] != "-" and "?" not in words[-1]:
                    cards = self.cards(words[-1])
                    if set(hands.get(self.seats[player], cards)) != set(cards):
                        raise ValueError("other cards than before")
                    hands[self.seats[player]] = cards
            except ValueError as error:
                raise action_error(fields, number, error) from None
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

    @property
    def to_act(self) -> int | None:
        return None if self.replay.actor is None else self.seats.index(self.replay.actor)

    def act(self, player: int, kind: int, amount: Decimal) -> None:
        total = amount / exact_decimal(self.game.chip)
        if not self.replay.play(kind, int(total) if total == int(total) else -1):
            raise ValueError(self.allowed())

    def allowed(self) -> str:
        """Legal actions of the player to act, in PHH."""
        allowed, chip = self.replay.allowed(), exact_decimal(self.game.chip)
        words = ["f"] if allowed.fold else []
        words.append("cc")
        if allowed.totals is not None:
            words += [f"cbr {plain_decimal(total * chip)}" for total in allowed.totals]
        elif allowed.least:
            least, most = plain_decimal(allowed.least * chip), plain_decimal(allowed.most * chip)
            words.append(f"cbr {least}" if least == most else f"cbr {least} to {most}")
        return f"allowed: {', '.join(words)}"

    def deal_hand(self, player: int, cards: str) -> None:
        """Nothing is left to do: all cards were gathered first."""

    def deal_board(self, cards: str) -> None:
        due = self.replay.cards_due() if all(self.dealt) else 0
        board = self.cards(cards)
        if len(board) != due:
            raise ValueError(f"{len(board)} public cards; due: {due}")
        self.replay.deal(board)

    def check_showdown(self, player: int) -> None:
        if self.replay.actor is not None or self.replay.state().folded[self.seats[player]]:
            raise ValueError("there is no showdown of this player here")

    def show(self, player: int, cards: str | None) -> None:
        self.shown[self.seats[player]] = cards is not None

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
