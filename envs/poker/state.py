"""A poker hand at one moment: what is seen and said of it, however the state is stored."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from math import isclose

from pokerzoo.envs.betting.line import BET, CALL, FOLD, RowView, chips_text
from pokerzoo.envs.core import Game, State
from pokerzoo.envs.views import HIDDEN, OUT, Seat, TableView, amount_text, check_viewer, outcome_text, returns_text

from .rules import PokerRules


class PokerGameBase(Game):
    """A game of poker by ``PokerRules``.

    Attributes:
        rules: the rules.
        button: the seat with the button.
        posted: live blinds of each player at the start, in chips.
        blinds_are_posted: whether there are blinds, so that the first bet of the first round is a raise.
        names_amounts: whether the names of bets and raises have their amounts.
        names_hands: whether hands are called by the categories of hold'em: ``two pair``.
    """

    rules: PokerRules
    button: int
    posted: tuple[float, ...]
    blinds_are_posted: bool
    names_amounts: bool
    names_hands: bool = False

    def hand_category(self, hand: tuple[int, ...], board: tuple[int, ...]) -> str:
        """Category of a hand with the board, ``two pair``; empty where hands have no such names.

        Args:
            hand: the player's cards, as indices into the deck.
            board: the public cards.
        """
        if not (self.names_hands and board):
            return ""
        from .hand_strength import hand_category

        return hand_category(self.rules.strength(hand, board))


class PokerStateBase(State):
    """A poker hand at one moment, written in terms of what each kind of state stores in its own way."""

    __slots__ = ()

    game: PokerGameBase

    @property
    @abstractmethod
    def table(self) -> RowView:
        """Chips and seats."""

    @property
    def street(self) -> int:
        """The betting round, 0 for the first; where public cards are due that of the cards."""
        return self.table.round_index

    @property
    @abstractmethod
    def board(self) -> tuple[int, ...]:
        """Public cards so far in the order in which they came, as indices into the deck."""

    @abstractmethod
    def hole_cards(self, player: int) -> tuple[int, ...]:
        """A player's cards, the higher one first, as indices into the deck; empty before the deal and of a seat that is out.

        Args:
            player: the seat, from 0.
        """

    @property
    @abstractmethod
    def receiver(self) -> int | None:
        """The player whose hole cards are dealt next; None once all have theirs."""

    @property
    @abstractmethod
    def num_deals(self) -> int:
        """Public deals so far: of one card each, or of several at once."""

    @property
    @abstractmethod
    def moves(self) -> tuple[tuple[int, int, int, float], ...]:
        """(street, player, FOLD, CALL or BET, the player's total in the round after it) of each move so far."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The public history: ``r6c/QsJh2h|xb8c/8d|xx``: moves with totals of the round, streets and their cards."""

    @property
    def num_bets(self) -> int:
        """Bets and raises in this round, a blind included."""
        return self.table.num_bets

    @property
    def stacks(self) -> tuple[float, ...] | None:
        """Chips that each player has behind; None where the game has no stacks."""
        table = self.table
        return None if not table.betting.stacks else tuple([table.left_of(seat) for seat in range(self.game.num_players)])

    @property
    def round_contributions(self) -> tuple[float, ...]:
        """Chips that each player has put in since the start of this round."""
        return self.table.round_contributions

    @property
    def contributions(self) -> tuple[float, ...]:
        """Chips that each player has put in since the start, antes included."""
        return self.table.contributions

    @property
    def folded(self) -> tuple[bool, ...]:
        """True for each player who has folded, or was not dealt in."""
        return self.table.folded

    @property
    def pot(self) -> float:
        """Chips in the middle, the bets of this round included."""
        return self.table.pot

    @property
    def to_call(self) -> float:
        """Chips that the player to act must add to stay in; 0 where no player is to act."""
        return self.table.to_call if self.current_player >= 0 else 0.0

    @abstractmethod
    def total_of(self, action: int) -> float:
        """The chips that the player to act has put in in this round after a legal action.

        Args:
            action: the action.
        """

    @abstractmethod
    def allows(self, action: int) -> bool:
        """True if the player to act may choose an action.

        Args:
            action: any number.
        """

    @abstractmethod
    def _seat_text(self, seat: Seat) -> str:
        """Cards and chips of a seat in ``describe``."""

    @property
    def pots(self) -> tuple[float, ...]:
        """Chips in the main pot and in each side pot."""
        return (self.pot,)

    @property
    def chips_won(self) -> tuple[float, ...]:
        """Net chips won by each player, for any unit of ``returns``; zeros before the end."""
        return self.returns()

    @property
    def has_showdown(self) -> bool:
        """True at the end of a hand in which several players are left."""
        return self.is_terminal and self.folded.count(False) > 1

    def infoset_key(self, player: int) -> str:
        return f"{self._hand_name(player)}|{self.line}"

    def _hand_name(self, player: int) -> str:
        """A player's hand in infoset keys."""
        names = self.game.rules.deck.names
        return "".join([names[card] for card in self.hole_cards(player)])

    def action_name(self, action: int) -> str:
        if self.is_chance:
            player, cards = self.dealt_cards(action)
            return f"turn up {''.join(cards)}" if player is None else f"deal {''.join(cards)} to player {player}"
        if not self.allows(action):
            return self.game.action_label(action)
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "call" if self.to_call > 0 else "check"
        if not self.game.names_amounts:
            return "raise" if self.num_bets else "bet"
        return f"{'raise to' if self.num_bets else 'bet'} {chips_text(self.total_of(action))}"

    def action_detail(self, action: int) -> str:
        if action == CALL:
            return amount_text(self.to_call) if self.to_call > 0 else ""
        if action == FOLD or self.stacks is None:
            return ""
        if self._is_all_in(action):
            return "all-in"
        added = self.total_of(action) - self.round_contributions[self.current_player] - self.to_call
        return f"{added / (self.pot + self.to_call):.0%} pot"

    def all_in_action(self) -> int | None:
        if self.current_player < 0:
            return None
        bets = [action for action in self.legal_actions() if action >= BET]
        return next((action for action in reversed(bets) if self._is_all_in(action)), None)

    def _is_all_in(self, action: int) -> bool:
        """True if a bet or raise leaves the player to act no chips."""
        stacks, actor = self.stacks, self.current_player
        return stacks is not None and isclose(
            self.total_of(action), self.round_contributions[actor] + stacks[actor], rel_tol=1e-12
        )

    def passive_action(self) -> int:
        """Check; where that is not free, fold."""
        return FOLD if self.to_call > 0 else CALL

    def dealt_cards(self, action: int) -> tuple[int | None, tuple[str, ...]]:
        rules, player = self.game.rules, self.receiver
        if player is None:
            return None, tuple([rules.deck.names[card] for card in rules.dealt_cards(self.num_deals, action)])
        return player, tuple([rules.deck.names[card] for card in sorted(rules.deck.hands[action], reverse=True)])

    def made_hand(self, player: int) -> str:
        cards = self.hole_cards(player)
        return self.game.hand_category(cards, self.board) if cards else ""

    def view(self, player: int | None) -> TableView:
        game, over, showdown = self.game, self.is_terminal, self.has_showdown
        player, names = check_viewer(player, game.num_players), game.rules.deck.names
        folded, won = self.folded, self.chips_won
        stacks, put, done = self.stacks, self.round_contributions, self._last_actions()
        seats = []
        for seat in range(game.num_players):
            cards = self.hole_cards(seat)
            shown = player in (None, seat) or (showdown and not folded[seat])
            stack = None if stacks is None else stacks[seat]
            out = not cards and stack == 0 and self.contributions[seat] == 0
            seats.append(
                Seat(
                    player=seat,
                    cards=tuple([names[card] if shown else HIDDEN for card in cards]),
                    stack=stack,
                    in_front=0.0 if over else put[seat],
                    action=OUT if out else "folded" if folded[seat] else done.get(seat, ""),
                    acts=seat == self.current_player,
                    folded=folded[seat],
                    all_in=not folded[seat] and stack == 0,
                    won=won[seat] if over and not out else None,
                )
            )
        in_front, pots = sum([seat.in_front for seat in seats]), self.pots
        note = "" if not self.is_chance else "next card" if self.receiver is None else "deal"
        return TableView(
            game=game.name,
            viewer=player,
            seats=tuple(seats),
            board=tuple([names[card] for card in self.board]),
            board_places=len(game.rules.deck.board) + game.rules.betting.cards_through[-1],
            pot=sum(pots) if over else self.pot - in_front,
            side_pots=() if in_front else pots[1:],
            dealer=game.button,
            note=outcome_text(won) if over else note,
        )

    def _last_actions(self) -> dict[int, str]:
        """Last action of each player in the round (the last one, once the hand is over): ``raise to 75``, ``call 25``."""
        moves = self.moves_in_words(amount_text)
        street = moves[-1][0] if self.is_terminal and moves else self.street
        return {player: words for where, player, words in moves if where == street}

    def moves_in_words(self, amount: Callable[[float], str] = chips_text) -> list[tuple[int, int, str]]:
        """(street, player, ``raise to 75``) of each move so far.

        Args:
            amount: writes chips; as it is, different amounts have different texts.
        """
        put, raised, street = dict(enumerate(self.game.posted)), self.game.blinds_are_posted, 0
        words: list[tuple[int, int, str]] = []
        for where, player, kind, total in self.moves:
            if where != street:
                put, raised, street = {}, False, where
            if kind == FOLD:
                text = "folded"
            elif kind == CALL:
                text = f"call {amount(total)}" if total > put.get(player, 0.0) else "check"
            else:
                text, raised = f"{'raise to' if raised else 'bet'} {amount(total)}", True
            words.append((where, player, text))
            put[player] = total
        return words

    def describe(self, player: int | None) -> str:
        view = self.view(player)
        lines = []
        for seat in view.seats:
            marks = " folded" if seat.cards and seat.folded else ""
            marks += " to act" if seat.acts else ""
            lines.append(f"player {seat.player}: {self._seat_text(seat)}{marks}")
        lines.append(f"board: {' '.join(view.board) or '-'}  pot {self.pot:g}  history: {self.line or '-'}")
        if self.is_terminal:
            lines.append(returns_text(self.returns()))
        return "\n".join(lines)
