"""The public state of a poker hand: a line of betting and the public cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pokerzoo.envs.betting.line import Line

if TYPE_CHECKING:
    from .deck import Outcomes
    from .rules import PokerRules


class PublicState:
    """Betting and public cards. Immutable; children are made once and kept, but for those after several cards at once.

    ``game.rules.root`` is the first one of a poker game, ``child`` and ``deal`` make the others.

    Args:
        rules: the game's rules.
        line: the betting so far.
        board: public cards so far, as indices into the deck.

    Attributes:
        line: the betting so far.
        board: public cards so far, as indices into the deck.
        rules: the game's rules.
        actor: player to act; meaningless where ``card_due`` or ``is_over``.
        is_over: whether the hand is over.
        card_due: whether a public card is turned up next.

    >>> from pokerzoo.envs import make_game
    >>> public = make_game("leduc").rules.root.child(1).child(2)  # a check and a bet
    >>> public.history, public.actor, public.line.pot, public.line.to_call
    ('xb', 0, 4.0, 2.0)
    >>> public.line.action_names
    ('fold', 'call', 'raise')
    """

    __slots__ = ("_children", "_history", "actor", "board", "card_due", "is_over", "line", "rules")

    def __init__(self, rules: PokerRules, line: Line, board: tuple[int, ...]) -> None:
        self.rules = rules
        self.line = line
        self.board = board
        self._history: str | None = None
        self.actor = line.actor
        self.is_over = line.is_over
        self.card_due = line.card_due
        self._children: dict[int, PublicState] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicState):
            return NotImplemented
        return self.line is other.line and self.board == other.board

    def __hash__(self) -> int:
        return hash((id(self.line), self.board))

    def __repr__(self) -> str:
        return f"<PublicState {self.history!r}>"

    @property
    def history(self) -> str:
        """The public part of an infoset key, ``xb/Kh|b``; made when it is first asked for, as solvers do without."""
        if self._history is None:
            dealt, deck, pieces = self.board[len(self.rules.deck.board) :], self.rules.deck.names, self.line.pieces
            names = [deck[card] for card in dealt]
            if len(pieces) - 1 != len(names):  # several cards at once
                names = ["".join([deck[card] for card in cards]) for cards in self.rules.split_deals(dealt)]
            self._history = "".join([pieces[0], *(f"/{name}|{piece}" for name, piece in zip(names, pieces[1:], strict=True))])
        return self._history

    @property
    def current_player(self) -> int:
        """``actor``: the player to act."""
        return self.actor

    @property
    def num_hands(self) -> int:
        """The number of hands, which ``rules.deck.hands`` lists."""
        return len(self.rules.deck.hands)

    def legal_actions(self) -> tuple[int, ...]:
        """Actions of the player to act, in the order of strategies."""
        return self.line.legal_actions

    def action_name(self, action: int) -> str:
        """The name of an action: ``raise``.

        Args:
            action: one of ``legal_actions()``.
        """
        return self.line.action_name(action)

    def key(self, hand: int) -> str:
        """The key of the actor's infoset with a hand: ``Qs|xb/Kh|b``.

        Args:
            hand: its number in ``rules.deck.hands``.
        """
        return f"{self.rules.deck.hand_names[hand]}|{self.history}"

    def child(self, action: int) -> PublicState:
        """The public state after a player's action.

        Args:
            action: one of ``legal_actions``.

        Raises:
            KeyError: it is not legal.
        """
        try:
            return self.after(self.line.legal_actions.index(action))
        except ValueError:
            raise KeyError(action) from None

    def after(self, k: int) -> PublicState:
        """The public state after the k-th of the legal moves.

        Args:
            k: from 0; the order is that of ``moves`` and ``legal_actions``.
        """
        child = self._children.get(k)
        if child is None:
            child = self._children[k] = PublicState(self.rules, self.line.after(k), self.board)
        return child

    def deal(self, outcome: int) -> PublicState:
        """The public state after a public card is turned up, or several at once.

        Args:
            outcome: the card, as an index into ``rules.deck.names``; of several at once an index into ``rules.deck.card_sets``.
        """
        child = self._children.get(outcome)
        if child is None:
            cards = self.rules.dealt_cards(self.line.num_deals, outcome)
            child = PublicState(self.rules, self.line.deal(), self.board + cards)
            if len(cards) == 1:  # of sets there are too many to keep
                self._children[outcome] = child
        return child

    def deal_probabilities(self, seen: tuple[int, ...] = ()) -> Outcomes:
        """(outcome, probability) of the next public card or cards, where one is due.

        Args:
            seen: dead cards beside the board.
        """
        return self.rules.public_deal_probabilities(self.line.num_deals, self.board + seen)


def line_as_history(rules: PokerRules, line: str) -> str:
    """A line with its cards, in any accepted spelling, as histories have it: ``XB60C / 2h / x`` is ``xb60c/2h|x``."""
    result = [(piece, deal_named(rules, piece)) for piece in re.findall(r"[^\s,/|]+", line)]
    return "".join([piece.lower() if cards is None else f"/{cards}|" for piece, cards in result])


def deal_named(rules: PokerRules, text: str) -> str | None:
    """The cards of a public deal as histories have them, ``2hqsJH`` as ``QsJh2h``; None if the text is no cards."""
    deck = rules.deck.names
    names = {card.lower(): k for k, card in enumerate(deck)}
    single = names.get(text.lower())
    if single is not None:
        return deck[single]
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    for size in set(rules.betting.deals) - {1}:
        if re.fullmatch(f"(?:{pattern}){{{size}}}", text.lower()):
            cards = [names[name] for name in re.findall(pattern, text.lower())]
            return "".join([deck[card] for card in sorted(cards, reverse=True)])
    return None


def removed_from(rules: PokerRules, line: str) -> str | None:
    """The removed line that this one begins with, or None; cards in it do not matter."""
    moves = re.sub(r"/[^/|]*\|", "", line_as_history(rules, line))
    result = [removed for removed in rules.betting.removed if re.match(rf"{re.escape(removed)}(?![0-9.])", moves)]
    return min(result, key=len, default=None)
