"""The rules of a poker game as one value, and the public state that owns its betting.

Everything public happens here: who acts, what is legal, what is in the pot, when a card is due, when the hand is over.
Private cards are ``poker_game``'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from math import prod

FOLD, CALL, BET = 0, 1, 2
"""Action ids: fold; check or call; bet or raise (with several sizes: BET, BET + 1, ...)."""

KEPT_DEALS = 128
"""How many chance distributions are kept, of hands and of cards: all in small games, not too many in large ones."""


@dataclass(frozen=True, slots=True)
class Round:
    """One betting round with fixed bets.

    Attributes:
        public_cards: cards turned up before the round, 0 or 1.
        bet: chips of a bet, and of a raise beyond the call.
        max_bets: for each player, the number of bets and raises in this round from which on he may only call or fold.
    """

    public_cards: int
    bet: float
    max_bets: tuple[int, ...]


@dataclass(frozen=True)
class PokerRules:
    """A poker game in full, but for its name.

    Attributes:
        deck: name of each kind of card; a card is an index into this.
        copies: how many cards of each kind there are.
        antes: chips that each player puts in before the deal; their number is the number of players.
        hole_cards: private cards a player.
        rounds: the betting rounds in order.
        strength: (own cards, public cards) -> a number, the greater the better; equal numbers split the pot.
    """

    deck: tuple[str, ...]
    antes: tuple[float, ...]
    rounds: tuple[Round, ...]
    strength: Callable[[tuple[int, ...], tuple[int, ...]], int]
    copies: int = 1
    hole_cards: int = 1

    @property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.antes)

    @property
    def num_distinct_actions(self) -> int:
        """Fold, check or call, and one bet size."""
        return 3

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Every private holding, as cards; a hand is an index into this."""
        return tuple(combinations(range(len(self.deck)), self.hole_cards))

    @cached_property
    def hand_names(self) -> tuple[str, ...]:
        """The name of each hand."""
        return tuple("".join(self.deck[card] for card in hand) for hand in self.hands)

    @cached_property
    def max_contribution(self) -> float:
        """The most chips that a player can put into one hand: his stack."""
        return max(self.antes) + sum(r.bet * max(r.max_bets) for r in self.rounds)

    def ways(self, cards: tuple[int, ...], seen: tuple[int, ...]) -> int:
        """In how many ways ``cards`` (all different) can be drawn once ``seen`` are gone."""
        return prod(self.copies - seen.count(card) for card in cards)

    @cached_property
    def hand_probabilities(self) -> Callable[[tuple[int, ...]], tuple[tuple[int, float], ...]]:
        """(cards seen) -> (hand, probability) of the next hand dealt once these cards are gone."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways(cards, seen) for cards in self.hands]))

    @cached_property
    def card_probabilities(self) -> Callable[[tuple[int, ...]], tuple[tuple[int, float], ...]]:
        """(cards seen) -> (card, probability) of the next public card once these cards are gone."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways((c,), seen) for c in range(len(self.deck))]))

    @cached_property
    def root(self) -> PublicState:
        """The public state before the first action."""
        state = PublicState(
            rules=self,
            round_index=0,
            board=(),
            contributions=self.antes,
            round_contributions=(0.0,) * self.num_players,
            folded=(False,) * self.num_players,
            actor=0,
            num_bets=0,
            to_act=self.num_players,
            history="",
            actions=(),
        )
        return state


@dataclass(frozen=True, slots=True, eq=False)
class PublicState:
    """All that everybody sees: betting and public cards. Immutable; children are made once and kept.

    Attributes:
        board: public cards so far, as indices into the deck.
        contributions: chips that each player has put in since the start, antes included.
        round_contributions: the same since the start of this round.
        folded: whether each player has folded.
        actor: player to act; meaningless where ``card_due`` or ``is_over``.
        num_bets: bets and raises in this round.
        to_act: players still to act before the round closes.
        history: the public part of an infoset key, ``xb/Khb``.
        actions: (round, player, action) of each move so far.
    """

    rules: PokerRules
    round_index: int
    board: tuple[int, ...]
    contributions: tuple[float, ...]
    round_contributions: tuple[float, ...]
    folded: tuple[bool, ...]
    actor: int
    num_bets: int
    to_act: int
    history: str
    actions: tuple[tuple[int, int, int], ...]
    is_over: bool = field(init=False)
    card_due: bool = field(init=False)
    legal_actions: tuple[int, ...] = field(init=False)
    _children: dict[int, PublicState] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rounds = self.rules.rounds
        survivors = self.folded.count(False)
        closed = self.to_act == 0
        over = survivors == 1 or (closed and self.round_index == len(rounds) - 1)
        card_due = not over and len(self.board) < sum(r.public_cards for r in rounds[: self.round_index + 1])
        legal: list[int] = []
        if not over and not card_due:
            if self.to_call > 0:
                legal.append(FOLD)
            legal.append(CALL)
            if self.num_bets < rounds[self.round_index].max_bets[self.actor]:
                legal.append(BET)
        for name, value in (("is_over", over), ("card_due", card_due), ("legal_actions", tuple(legal))):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_children", {})

    @property
    def to_call(self) -> float:
        """Chips that the actor must add to stay in."""
        return max(self.round_contributions) - self.round_contributions[self.actor]

    @property
    def pot(self) -> float:
        """Chips in the middle."""
        return sum(self.contributions)

    def action_name(self, action: int) -> str:
        """``fold``, ``check``, ``call``, ``bet`` or ``raise``."""
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "call" if self.to_call > 0 else "check"
        return "raise" if self.num_bets else "bet"

    def payoffs(self, winners: tuple[int, ...]) -> tuple[float, ...]:
        """Net chips of each player if the hand ends here and ``winners`` split the pot."""
        # What nobody matched goes back; the winners share what the others lose.
        stake = sorted(self.contributions)[-2]
        lost = [0.0 if p in winners else min(put, stake) for p, put in enumerate(self.contributions)]
        share = sum(lost) / len(winners)
        return tuple(share if p in winners else -lost[p] for p in range(len(lost)))

    def child(self, action: int) -> PublicState:
        """After a player's action; KeyError where it is not legal (callers check)."""
        child = self._children.get(action)
        if child is None:
            child = self._children[action] = self._act(action)
        return child

    def deal(self, card: int) -> PublicState:
        """After a public card is turned up (an index into the deck)."""
        child = self._children.get(card)
        if child is None:
            child = self._children[card] = self._copy(
                board=(*self.board, card), history=f"{self.history}/{self.rules.deck[card]}|"
            )
        return child

    def _act(self, action: int) -> PublicState:
        if action not in self.legal_actions:
            raise KeyError(action)
        player, put_in, folded = self.actor, 0.0, self.folded
        num_bets, to_act = self.num_bets, self.to_act - 1
        if action == FOLD:
            token = "f"
            folded = (*folded[:player], True, *folded[player + 1 :])
        elif action == CALL:
            put_in = self.to_call
            token = "c" if put_in > 0 else "x"
        else:
            put_in = self.to_call + self.rules.rounds[self.round_index].bet
            token = "r" if num_bets else "b"
            num_bets += 1
            to_act = folded.count(False) - 1
        state = self._copy(
            contributions=add_at(self.contributions, player, put_in),
            round_contributions=add_at(self.round_contributions, player, put_in),
            folded=folded,
            actor=next_player(player, folded),
            num_bets=num_bets,
            to_act=to_act,
            history=self.history + token,
            actions=(*self.actions, (self.round_index, player, action)),
        )
        if to_act == 0 and not state.is_over:
            return state._next_round()
        return state

    def _next_round(self) -> PublicState:
        players = self.rules.num_players
        following = self.rules.rounds[self.round_index + 1]
        return self._copy(
            round_index=self.round_index + 1,
            round_contributions=(0.0,) * players,
            actor=next_player(players - 1, self.folded),
            num_bets=0,
            to_act=self.folded.count(False),
            history=self.history if following.public_cards else f"{self.history}/",
        )

    def _copy(self, **changes: object) -> PublicState:
        values = {name: getattr(self, name) for name in FIELDS}
        return PublicState(**(values | changes))


FIELDS = tuple(name for name, f in PublicState.__dataclass_fields__.items() if f.init)


def _shares(ways: list[int]) -> tuple[tuple[int, float], ...]:
    total = sum(ways)
    return tuple((index, way / total) for index, way in enumerate(ways) if way)


def add_at(values: tuple[float, ...], index: int, amount: float) -> tuple[float, ...]:
    """``values`` with ``amount`` added at ``index``."""
    return (*values[:index], values[index] + amount, *values[index + 1 :])


def next_player(player: int, folded: tuple[bool, ...]) -> int:
    """The first player after ``player``, around the table, who has not folded."""
    players = len(folded)
    for step in range(1, players + 1):
        candidate = (player + step) % players
        if not folded[candidate]:
            return candidate
    raise ValueError("everybody has folded")
