"""The actions of a hand in PHH, played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from pokerzoo.envs.betting.line import BET, CALL, FOLD, chips_text
from pokerzoo.envs.support.chips import chips_of
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_fields import PhhError, number_of, players_of

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
                raise PhhError(f"{label}'s cards are not known, and the hand comes to a showdown")
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
