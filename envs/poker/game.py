"""A poker game on the tree API: private cards on top of ``PublicState``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import BET, Line
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.core import CHANCE, TERMINAL, illegal_action, played, short_name
from pokerzoo.envs.infosets import InfosetFields
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import check_index
from pokerzoo.envs.support.units import Stakes
from pokerzoo.envs.views import HIDDEN, Seat

from .board_numbers import count_boards
from .deck import CardSets, Outcomes
from .infosets import LINE_BYTES, PokerInfosets, PokerSize, poker_histories, poker_size
from .observations import ObservationWriter, card_entries
from .public_state import PublicState
from .rules import HandsStrength, PokerRules
from .state import PokerGameBase, PokerStateBase

MAX_EXACT_ENTRIES = 3_000_000
"""The most (public decision, hand, action) triples of a two-player game whose best responses take seconds."""
MAX_STATES_KEPT = 30_000
"""The most states of a game that are kept by the states before them."""
KINDS = "fold", "check/call", "bet/raise"
"""Words for actions by kind."""
KEPT_BOARDS = 128
"""Boards whose strengths are kept where there are very many of them."""


class PokerGame(PokerGameBase):
    """Any game that a ``PokerRules`` value describes.

    Chance deals each player a hand in turn (the action is an index into ``rules.deck.hands``), then the public cards
    (an index into ``rules.deck.names``).

    Args:
        name: what ``make_game`` knows it by, see ``register_game``.
        params: its parameters with their values, defaults included.
        rules: the rules, which say everything about the game but its name.
        title: its common name; None: made from the name.
        about: what it is, in a sentence.

    Attributes:
        rules: the rules, which say everything about the game but its name.
        smaller: a way to a game that takes less memory, for the errors that say what this one needs.
        observes_kinds: whether observations count the ranks and the suits of cards beside the cards themselves.
        observes_suits_alike: whether observations show cards in canonical suits. Hands that differ by suits alone then look
            the same.

    >>> from pokerzoo.envs import Betting, Deck, FixedBets, PokerRules, Round
    >>> from pokerzoo.envs.cards import high_card
    >>> betting = Betting((1.0, 1.0), (Round(public_cards=0, bets=FixedBets(2.0, (1, 1))),))
    >>> game = PokerGame("four_cards", {}, PokerRules(betting, Deck(("1", "2", "3", "4")), high_card))
    >>> len(game.infosets), game.utility_range
    (16, (-3.0, 3.0))
    """

    observes_kinds = False
    observes_suits_alike = False
    smaller = ""

    def __init__(
        self, name: str, params: dict[str, Any], rules: PokerRules, *, title: str | None = None, about: str = ""
    ) -> None:
        self.name = name
        self.title, self.about = title or self.title, about or self.about
        self.params = params
        self.rules = rules
        self.num_players = rules.num_players
        self.num_distinct_actions = rules.betting.num_distinct_actions
        self.button = self.num_players - 1
        self.posted = rules.betting.blinds or (0.0,) * self.num_players
        self.blinds_are_posted = any(self.posted)
        self.names_amounts = rules.betting.is_sized
        big_blind = max(rules.betting.blinds or rules.betting.antes) or None
        self.stakes = Stakes(big_blind=big_blind, rake_rate=rules.betting.rake_rate)
        self.states_kept = 0
        self._initial = PokerState(self, rules.root, (), ())  # type: ignore[abstract]

    def __reduce__(self) -> tuple[Any, ...]:
        if self.name in MAKERS:
            return super().__reduce__()
        return remake_game, (self.name, self.params, self.rules, self.title, self.about)

    def initial_state(self) -> PokerState:
        return self._initial

    @property
    def utility_range(self) -> tuple[float, float]:
        most = self.rules.betting.max_contribution
        return -most, most * (self.num_players - 1)

    def utility_of(self, net: tuple[float, ...]) -> tuple[float, ...]:
        """What the players get at the end of a hand: net chips, unless a game pays something else for them.

        Args:
            net: net chips of each player.
        """
        return net

    def action_label(self, action: int) -> str:
        size = "" if action < BET else self.rules.betting.size_label(action - BET)
        return f"{KINDS[min(action, BET)]} {size}".rstrip()

    def move_label(self, round_index: int, action: int) -> str:
        """An action of one round, with that round's size: ``bet/raise 75%``.

        Args:
            round_index: the round, from 0.
            action: the action.
        """
        size = "" if action < BET else self.rules.betting.size_name(round_index, action - BET)
        return f"{KINDS[min(action, BET)]} {size}".rstrip()

    def infoset_fields(self, key: str) -> InfosetFields:
        hand, _, line = key.partition("|")
        return InfosetFields(hand, line, line_heading(line))

    @property
    def exact_takes_seconds(self) -> bool:
        return self.num_entries <= MAX_EXACT_ENTRIES if self.rules.has_hands_side_by_side else super().exact_takes_seconds

    @cached_property
    def infosets(self) -> PokerInfosets:  # narrowed
        """Every infoset of the game: by player, by decision point, by board, by hand."""
        return self._collect_infosets()

    @cached_property
    def size(self) -> PokerSize:
        """The size of the game."""
        return poker_size(self.rules)

    @property
    def num_entries(self) -> int:
        return self.size.entries

    @cached_property
    def num_histories(self) -> int | None:
        return poker_histories(self.rules)

    def _collect_infosets(self) -> PokerInfosets:
        size, hands, rules = self.size, len(self.rules.deck.hands), self.rules
        boards = sum(count_boards(rules, deals) for deals in range(1, rules.betting.deals_with_betting + 1))
        # With cards to come infosets are computed; solving takes the memory, and checks it then.
        needed = size.lines * LINE_BYTES + (10 * boards * hands if rules.hand_sets is None else 0)
        needed = needed if boards and self.rules.has_hands_side_by_side else size.memory
        counts = f"with {size.infosets:,} infosets and {size.entries:,} probabilities,"
        check_fits(lambda: f"{short_name(self)}, {counts}", needed)  # the name of a spot has its ranges
        return PokerInfosets(rules, self.smaller)

    @cached_property
    def strengths(self) -> Callable[[tuple[int, ...]], Sequence[int]]:
        """(board) -> strength of each hand; of hands that the board rules out, anything. Few are kept of many boards."""
        return lru_cache(maxsize=KEPT_BOARDS if self._has_set_deals else None)(self._checked_strengths)

    @cached_property
    def _has_set_deals(self) -> bool:
        """True if several public cards are turned up at once: hardly a board comes twice."""
        return max(self.rules.betting.deals, default=1) > 1

    def _checked_strengths(self, board: tuple[int, ...]) -> Sequence[int]:
        strength: object = self.rules.strength
        if isinstance(strength, HandsStrength):  # whole numbers, all of them
            return strength.of_hands(self.rules.deck.hand_cards, board)
        deck = self.rules.deck
        values = [self.rules.strength(hand, board) if deck.ways(hand, board) else 0 for hand in deck.hands]
        for name, value in zip(deck.hand_names, values, strict=True):
            if value != value:  # only NaN is not itself
                raise InputError(f"{self.name}: the strength of {name} is {brief(value)}, which compares with nothing")
        return values

    def strength(self, hand: int, board: tuple[int, ...]) -> int:
        """Strength of a hand on a board: the greater the better.

        Args:
            hand: an index into ``rules.deck.hands``.
            board: the public cards, as indices into ``rules.deck.names``.
        """
        if self._has_set_deals:
            return self.rules.strength(self.rules.deck.hands[hand], board)
        return self.strengths(board)[hand]

    @cached_property
    def max_moves(self) -> tuple[int, ...]:
        """The most moves in each betting round."""
        most = [0] * len(self.rules.betting.rounds)
        made: dict[Line, list[int]] = {}
        for line in self.rules.betting.lines:  # parents come first
            counts = list(made[line.above]) if line.above is not None else [0] * len(most)
            if line.last is not None:
                counts[line.last[0]] += 1
            made[line] = counts
            most = [max(pair) for pair in zip(most, counts, strict=True)]
        return tuple(most)

    @cached_property
    def observation_names(self) -> tuple[str, ...]:  # type: ignore[override]
        rules, kinds = self.rules, self.observes_kinds
        names = [f"seat_{player}" for player in range(self.num_players)]
        names += card_entries(rules.deck.names, "hand", kinds)
        if rules.deck.board:
            names += card_entries(rules.deck.names, "board", kinds)
        for index, betting in enumerate(rules.betting.rounds):
            if betting.public_cards:
                names += card_entries(rules.deck.names, f"round_{index}_board", kinds)
        for index, moves in enumerate(self.max_moves):
            for move in range(moves):
                names += [f"round_{index}_move_{move}_{self.move_label(index, a)}" for a in self._actions_of(index)]
        names.append("pot")
        names += [f"stack_{player}" for player in range(self.num_players)]
        return tuple(names)

    def _actions_of(self, round_index: int) -> list[int]:
        """The actions that a round may have."""
        betting = self.rules.betting
        sized = BET + len(betting.menus[round_index])
        more = [self.num_distinct_actions - 1] if betting.has_all_in or not betting.is_sized else []
        return [*range(sized), *more]

    @cached_property
    def _observations(self) -> ObservationWriter:
        return ObservationWriter(self)


class PokerState(PokerStateBase):
    """One history of a poker game: the hands dealt so far and the public state."""

    __slots__ = (
        "_children",
        "_history",
        "_index",
        "_key",
        "_legal",
        "_outcomes",
        "_returns",
        "_seen",
        "current_player",
        "game",
        "hands",
        "is_chance",
        "is_terminal",
        "public",
    )

    game: PokerGame

    def __init__(self, game: PokerGame, public: PublicState, hands: tuple[int, ...], history: tuple[int, ...]) -> None:
        self.game = game
        self.public = public
        self.hands = hands
        self._history = history
        self._children: dict[int, PokerState] = {}
        self._legal: tuple[int, ...] | None = None
        self._outcomes: Outcomes | None = None
        self._returns: tuple[float, ...] | None = None
        self._key: str | None = None
        self._index: int | None = None
        self._seen: dict[int, npt.NDArray[np.float32]] = {}
        # Plain attributes, where ``State`` has properties: they are read at every step of every loop.
        self.is_chance = public.card_due or len(hands) < game.num_players  # type: ignore[misc]
        self.is_terminal = public.is_over and not self.is_chance  # type: ignore[misc]
        self.current_player = CHANCE if self.is_chance else TERMINAL if public.is_over else public.actor  # type: ignore[misc]

    def legal_actions(self) -> tuple[int, ...]:
        if self._legal is None:
            self._legal = (
                tuple([action for action, _ in self.chance_outcomes()]) if self.is_chance else self.public.line.legal_actions
            )
        return self._legal

    def chance_outcomes(self) -> Outcomes:
        if self._outcomes is None:
            self._outcomes = self._next_cards()
        return self._outcomes

    def _next_cards(self) -> Outcomes:
        rules = self.game.rules
        if len(self.hands) < self.game.num_players:
            return rules.deal_probabilities(self.hands)
        if self.public.card_due:
            return rules.public_deal_probabilities(self.public.line.num_deals, self._seen_cards)
        raise InputError("no chance outcomes here: the state is not a chance node")

    @property
    def _seen_cards(self) -> tuple[int, ...]:
        """The public cards, and the cards in hands."""
        seen = self.public.board
        for hand in self.hands:
            seen += self.game.rules.deck.hands[hand]
        return seen

    @property
    def _sets_to_draw(self) -> CardSets | None:
        """The sets of several cards that chance draws from, all equally likely; None where its outcomes are listed."""
        rules = self.game.rules
        if len(self.hands) < self.game.num_players:
            return None if rules.deal_weights else rules.hand_sets
        return rules.deal_sets(self.public.line.num_deals) if self.public.card_due else None

    def draw_chance(self, rng: np.random.Generator) -> int:
        sets = self._sets_to_draw
        if sets is None:
            return super().draw_chance(rng)
        seen = self._seen_cards
        return sets.draw([card for card in range(len(self.game.rules.deck.names)) if card not in seen], rng.random())

    def child(self, action: int) -> PokerState:
        if type(action) is int:  # True and 1.0 would find what 1 does
            child = self._children.get(action)
            if child is not None:
                return child
        return self._make_child(action)

    def _make_child(self, action: int) -> PokerState:
        public, hands, game = self.public, self.hands, self.game
        if type(action) is not int:
            action = played(self, action)
        sets = self._sets_to_draw
        if not self.is_chance:
            try:
                public = public.child(action)
            except (KeyError, TypeError):
                raise illegal_action(self, action) from None
        elif not (sets.is_left(action, self._seen_cards) if sets else action in self.legal_actions()):
            raise illegal_action(self, action)
        elif len(hands) == game.num_players:
            public = public.deal(action)
        else:
            hands = (*hands, action)
        child = PokerState(game, public, hands, (*self._history, action))  # type: ignore[abstract]
        # In a small game, playing is soon looking up; where sets of cards are dealt hardly a state comes twice.
        if sets is None and game.states_kept < MAX_STATES_KEPT:
            game.states_kept += 1
            self._children[action] = child
        return child

    def returns(self) -> tuple[float, ...]:
        if self._returns is None:
            net = self._pay()
            self._returns = self.game.utility_of(net) if self.public.is_over else net
        return self._returns

    def _pay(self) -> tuple[float, ...]:
        public, game = self.public, self.game
        if not public.is_over:
            return (0.0,) * game.num_players
        if public.line.folded.count(False) == 1:
            return public.line.payoffs((public.line.folded.index(False),))
        shown = [not out for out in public.line.folded]
        return public.line.payoffs_of(
            [game.strength(hand, public.board) if shows else 0 for hand, shows in zip(self.hands, shown, strict=True)]
        )

    def infoset_key(self, player: int) -> str:
        if player != self.current_player or player < 0:
            return super().infoset_key(player)
        if self._key is None:
            self._key = self.public.key(self.hands[player])
        return self._key

    def _hand_name(self, player: int) -> str:
        check_index("player", player, self.game.num_players)
        return self.game.rules.deck.hand_names[self.hands[player]] if player < len(self.hands) else "?"

    def infoset_index(self) -> int:
        if self._index is None:
            self._index = self.game.infosets.number(self.public, self.hands[self.current_player])
        return self._index

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        seen = self._seen.get(player)
        if seen is None:
            check_index("player", player, self.game.num_players)
            seen = self._seen[player] = self.game._observations(self, player)
        return seen.copy()

    # What is to be seen.

    @property
    def table(self) -> Line:
        return self.public.line

    @property
    def board(self) -> tuple[int, ...]:
        return self.public.board

    def hole_cards(self, player: int) -> tuple[int, ...]:
        check_index("player", player, self.game.num_players)
        if player >= len(self.hands):
            return ()
        return tuple(sorted(self.game.rules.deck.hands[self.hands[player]], reverse=True))

    @property
    def receiver(self) -> int | None:
        return len(self.hands) if len(self.hands) < self.game.num_players else None

    @property
    def num_deals(self) -> int:
        return self.public.line.num_deals

    @property
    def moves(self) -> tuple[tuple[int, int, int, float], ...]:
        return self.public.line.actions

    @property
    def line(self) -> str:
        return self.public.history

    def total_of(self, action: int) -> float:
        line = self.public.line
        return line.moves[line.legal_actions.index(action)][1]

    def allows(self, action: int) -> bool:
        return action in self.public.line.legal_actions

    def _seat_text(self, seat: Seat) -> str:
        cards = "".join([name or "?" for name in seat.cards[: 1 if HIDDEN in seat.cards else None]])
        return f"{cards or '-'}  in the pot {self.contributions[seat.player]:g}"

    def history(self) -> tuple[int, ...]:
        return self._history


def state_at(game: PokerGame, public: PublicState, hands: tuple[int, ...]) -> PokerState:
    """The state with these hands in the public state ``public``."""
    state = game.initial_state()
    for hand in hands:
        state = state.child(hand)
    deals = iter(game.rules.split_deals(public.board[len(game.rules.deck.board) :]))
    moves = iter(public.line.action_ids)
    while state.public != public:
        if state.is_chance:
            cards = next(deals)
            state = state.child(cards[0] if len(cards) == 1 else game.rules.deck.card_sets(len(cards)).number[frozenset(cards)])
        else:
            state = state.child(next(moves))
    return state


def remake_game(name: str, params: dict[str, Any], rules: PokerRules, title: str | None, about: str) -> PokerGame:
    """A game that is not registered, from a pickle."""
    return PokerGame(name, params, rules, title=title, about=about)
