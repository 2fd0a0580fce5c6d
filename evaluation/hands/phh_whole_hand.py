"""Whole hands of hold'em read from PHH: any number of players, no-limit (``NT``, ``NS``) and fixed-limit (``FT``)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, NamedTuple

from pokerzoo.envs import make_game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.texas_holdem import ANY, FIXED_LIMIT_CAP, STREETS
from pokerzoo.envs.registry import game_parameters
from pokerzoo.envs.support.parameters import brief, check_keywords
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_format import PhhError, check_finish, chips_of, exact_decimal, number_of, plain_decimal, players_of, trims_antes

KINDS = {"f": FOLD, "cc": CALL, "cbr": BET}
VARIANTS = {"NT": ("no-limit", "standard"), "NS": ("no-limit", "short"), "FT": ("fixed-limit", "standard")}


class Posts(NamedTuple):
    """Posts of each seat before a hand: live chips, dead ones, antes; and the seat after the last that had to post."""

    blinds: tuple[float, ...]
    dead: tuple[float, ...]
    antes: tuple[float, ...]
    first: int


class WholeHand(NamedTuple):
    """A whole hand as it was read."""

    state: TexasHoldemState  # at its end
    unknown: tuple[int, ...]  # players without known cards
    starts: dict[str, TexasHoldemState]  # the first decision on each street that has one


def read_whole_hand(
    fields: dict[str, Any],
    game: TexasHoldemGame | None,
    check_result: bool,
    params: dict[str, Any],
    shown: bool = True,
    posts: Posts | None = None,
) -> WholeHand:
    """Read the fields as a whole hand.

    With ``shown`` cards at a showdown must be known, and nobody may fold where a check is free. ``posts`` are those of the
    seats where the fields have only the blinds.
    """
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
    if posts is not None:
        game = game.with_posts(*posts)
    hand = PhhActions(game, fields, strict=shown)
    hand.play(fields)
    state = hand.replay.state()
    if shown:
        hand.check_end(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        table, chip, won = table_of(game.rules), exact_decimal(game.chip), state.returns()
        due = [round(table.stacks[seat] / game.chip) + round(won[seat] / game.payoff_unit) for seat in hand.seats]
        check_finish(fields, [chips * chip for chips in due])
    return WholeHand(state, hand.unknown, hand.starts)


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


def action_words(fields: dict[str, Any]) -> list[list[str]]:
    """Words of each entry of ``actions``, without comments."""
    texts = fields.get("actions")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PhhError(f"actions={brief(texts)}: must be an array of strings")
    return [text.partition("#")[0].split() for text in texts]


def action_error(fields: dict[str, Any], number: int, error: ValueError) -> PhhError:
    """Error of the action with this number, from 1."""
    return PhhError(f"action {number}, {brief(fields['actions'][number - 1])}: {error}")


class PhhActions:
    """A whole hand while its actions are read; players are numbered from 0 for ``p1``."""

    def __init__(self, game: TexasHoldemGame, fields: dict[str, Any], strict: bool = True) -> None:
        self.game, self.seats, self.strict = game, players_of(game), strict
        self.labels = {f"p{number + 1}": number for number in range(len(self.seats))}
        self.dealt = [False] * len(self.seats)
        self.index = {name: number for number, name in enumerate(game.rules.deck.names)}
        self.shown: dict[int, bool] = {}
        self.starts: dict[str, TexasHoldemState] = {}
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

    def play(self, fields: dict[str, Any]) -> None:
        """Play all actions; PhhError with the number of the first that is not legal."""
        for number, words in enumerate(action_words(fields), 1):
            try:
                self.take(words)
            except ValueError as error:
                raise action_error(fields, number, error) from None

    def take(self, words: list[str]) -> None:
        """Play one entry of ``actions``; ValueError if it is not legal."""
        if not words:
            return
        if words[0] == "d":
            self.deal(words)
            return
        player = self.labels.get(words[0])
        if player is None or len(words) < 2:
            raise ValueError(f"no action of d or p1 to p{len(self.labels)}")
        kind, rest = words[1], words[2:]
        if kind == "sm":
            self.check_showdown(player)
            if len(rest) > 1:
                raise ValueError("must be sm, and the cards that are shown")
            self.shown[self.seats[player]] = bool(rest)
            return
        if kind not in KINDS or len(rest) != (kind == "cbr"):
            raise ValueError("no action of hold'em")
        if not all(self.dealt):
            raise ValueError("before all players have cards")
        actor = self.to_act
        if player != actor:
            raise ValueError("no player is to act" if actor is None else f"p{actor + 1} is to act")
        self.act(KINDS[kind], number_of("amount", rest[0]) if rest else Decimal(0))

    def deal(self, words: list[str]) -> None:
        """Deal hole cards, all of which were gathered first, or public cards."""
        player = self.labels.get(words[2]) if len(words) == 4 and words[1] == "dh" else None
        if player is not None:
            if self.dealt[player]:
                raise ValueError(f"{words[2]} has cards already")
            if len(words[3]) != 4:
                raise ValueError("must be two cards")
            self.dealt[player] = True
        elif len(words) == 3 and words[1] == "db":
            self.deal_board(words[2])
        else:
            raise ValueError("no deal of hold'em")

    @property
    def to_act(self) -> int | None:
        """Player to act; None where a card is due or the hand is over."""
        return None if self.replay.actor is None else self.seats.index(self.replay.actor)

    def act(self, kind: int, amount: Decimal) -> None:
        """Fold, call or bet to ``amount`` on this street."""
        if kind == FOLD and not self.strict:  # where a check is free, too
            self.replay.fold()
            return
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

    def deal_board(self, cards: str) -> None:
        """Deal public cards."""
        due = self.replay.cards_due() if all(self.dealt) else 0
        board = self.cards(cards)
        if not due and self.to_act is not None:
            raise ValueError(f"p{self.to_act + 1} is to act; no public card is due")
        if len(board) != due:
            raise ValueError(f"{len(board)} public cards; due: {due}")
        self.replay.deal(board)
        if self.replay.actor is not None:
            self.starts[STREETS[self.replay.street]] = self.replay.state()

    def check_showdown(self, player: int) -> None:
        """ValueError unless the player may show or muck here."""
        if not self.strict:  # some show what they folded
            return
        if self.replay.actor is not None or self.replay.state().folded[self.seats[player]]:
            raise ValueError("there is no showdown of this player here")

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
