"""Heads-up no-limit hands in PHH, played by the rules, and their part from one street on as a hand of a spot."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs import State, make_game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_NAMES, combo_index, parse_cards
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD, PublicState
from pokerzoo.envs.support.parameters import brief

from .hand_log_reader import replay
from .phh_actions import PhhActions
from .phh_format import CLOSE, PhhError, check_finish, chips_of, exact_decimal, number_of, plain_decimal, trims_antes

STREETS = ("before the flop", "on the flop", "on the turn", "on the river")
BOARD_CARDS = (0, 3, 1, 1)
"""Cards that are turned up on each street."""
FIRST_STREETS = {"flop": 1, "turn": 2, "river": 3}
"""On which street a spot may start."""


class PhhSpotActions(PhhActions):
    """A heads-up no-limit hold'em hand in PHH; player 0 is ``p1``."""

    def __init__(self, fields: dict[str, Any], first: int = 3) -> None:
        super().__init__(2)
        self.first = first
        if fields.get("variant") != "NT":
            raise PhhError(f"variant={brief(fields.get('variant'))}: must be 'NT', no-limit hold'em")
        starts = self.starts = chips_of(fields, "starting_stacks", above=True)
        if len(starts) != 2:
            raise PhhError(f"starting_stacks has {len(starts)} players: must be heads-up, 2")
        antes, blinds = chips_of(fields, "antes", 2), chips_of(fields, "blinds_or_straddles", 2)
        self.min_bet = number_of("min_bet", fields.get("min_bet"), above=True)
        # Heads-up, PHH lists what is posted in reverse: [1, 2] is p2's 1 and p1's 2.
        posted = [min(ante, start) for ante, start in zip(reversed(antes), starts, strict=True)]
        self.bets = [min(blind, s - ante) for blind, s, ante in zip(reversed(blinds), starts, posted, strict=True)]
        if trims_antes(fields):  # the larger ante's excess goes back, after the blinds, as in pokerkit
            posted = [min(posted)] * 2
        self.pot = sum(posted, Decimal(0))
        self.behind = [s - ante - bet for s, ante, bet in zip(starts, posted, self.bets, strict=True)]
        self.street = 0
        self.actor: int | None = 1 if self.bets[0] > self.bets[1] else 0
        self.left_to_act = 2
        self.raised = Decimal(0)  # by how much the largest bet or raise of this street was one
        self.board: tuple[int, ...] = ()
        self.cards: list[tuple[int, int] | None] = [None, None]
        self.mucked = [False, False]
        self.folded: int | None = None
        self.spot_moves: list[tuple[int, int, int, Decimal]] = []
        self.spot_pot = self.spot_stack = self.left = Decimal(0)
        self.put_before = [Decimal(0)] * 2

    @property
    def to_act(self) -> int | None:
        return self.actor

    def deal_hand(self, player: int, cards: str) -> None:
        if "?" not in cards:
            self.know(player, cards)

    def deal_board(self, cards: str) -> None:
        if self.actor is not None or self.folded is not None or not all(self.dealt) or self.street == 3:
            raise ValueError("no public card is due")
        if "?" in cards:
            raise ValueError("the public cards must be known")
        if min(self.behind) <= 0 and self.street < self.first:
            raise ValueError(f"a player is all-in {STREETS[self.street]}: nothing is left to decide {STREETS[self.first]}")
        self.next_street(parse_cards(cards))

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
        self.left = min(self.behind)
        self.actor, self.left_to_act, self.raised = 0 if self.left > 0 else None, 2, Decimal(0)
        if self.street == self.first:
            self.spot_pot, self.spot_stack = self.pot, self.left
            self.put_before = [start - left for start, left in zip(self.starts, self.behind, strict=True)]

    def act(self, player: int, kind: int, amount: Decimal) -> None:
        faced = max(self.bets)
        if kind == FOLD:
            if self.bets[player] >= faced:
                raise ValueError("there is nothing to fold to")
            self.record(player, FOLD)
            self.folded, self.actor = player, None
            return
        most, total = self.bets[player] + self.behind[player], faced
        if kind == BET:
            total = amount
            least = min(most, faced + max(self.raised, self.min_bet))
            if not self.behind[1 - player]:
                raise ValueError(f"p{2 - player} is all-in")
            if not faced < total <= most or total < least:
                raise ValueError(f"must be from {plain_decimal(least)} to {plain_decimal(most)}")
            self.raised = max(self.raised, total - faced)
            self.left_to_act = 2
        total = min(total, most)
        self.behind[player] -= total - self.bets[player]
        self.bets[player] = total
        self.record(player, kind)
        self.left_to_act -= 1
        self.actor = 1 - player if self.left_to_act else None

    def record(self, player: int, kind: int) -> None:
        if self.street >= self.first:
            # The excess over the smaller stack is returned.
            self.spot_moves.append((self.street, player, kind, min(self.bets[player], self.left)))

    def check_showdown(self, player: int) -> None:
        over = self.actor is None or (self.street < 3 and min(self.behind) <= 0)  # with blinds all-in no player need act
        if not over or player == self.folded:
            raise ValueError("there is no showdown of this player here")
        if self.street < self.first and self.folded is None:
            raise ValueError(f"a showdown {STREETS[self.street]}: nothing is left to decide {STREETS[self.first]}")
        if self.street < 3 and self.folded is None and min(self.behind) > 0:
            raise ValueError("there is no showdown of this player here")

    def show(self, player: int, cards: str | None) -> None:
        if cards is None:
            self.mucked[player] = True
        elif cards != "-" and "?" not in cards:
            if len(cards) != 4:
                raise ValueError("must be two cards")
            self.know(player, cards)

    def check_reached(self) -> None:
        """PhhError unless the spot's street was reached with chips left and known cards."""
        name = STREETS[self.first].removeprefix("on the ")
        if self.street < self.first:
            raise PhhError(f"the hand ends {STREETS[self.street]}: it does not reach the {name}")
        if self.spot_stack <= 0:
            raise PhhError(f"a player is all-in before the {name}: nothing is left to decide there")
        for player, cards in enumerate(self.cards):
            if cards is None:
                raise PhhError(f"p{player + 1}'s cards are not known")

    def check_mucked(self, state: State) -> None:
        """PhhError if a player mucks a hand that wins something."""
        if state.is_terminal and self.folded is None:
            for player, mucked in enumerate(self.mucked):
                if mucked and state.returns()[player] >= state.returns()[1 - player]:
                    raise PhhError(f"p{player + 1} mucks a hand that does not lose, which the rules here do not know")

    def check_result(self, fields: dict[str, Any], state: State) -> None:
        """PhhError unless the finishing stacks are right by the rules."""
        half = self.spot_pot / 2
        due = [
            s - put + half + exact_decimal(won)
            for s, put, won in zip(self.starts, self.put_before, state.returns(), strict=True)
        ]
        allowed = CLOSE * sum(due)
        if self.folded is None and state.returns()[0] == state.returns()[1]:
            # The odd chip of a pot that is split goes to one of them; the rules here halve it.
            told = chips_of(fields, "finishing_stacks", 2)
            allowed = max(allowed, Decimal(1).scaleb(min(int(amount.as_tuple().exponent) for amount in told)) / 2)
        check_finish(fields, due, allowed)

    def spot(self, game: HoldemGame | None, params: dict[str, Any]) -> HoldemGame:
        """``game``, or a spot made from the hand; PhhError if the hand does not belong to it."""
        if game is None:
            try:
                made = make_game("holdem", **(self.params() | params))
            except ValueError as error:
                raise PhhError(f"no spot can be made of it: {error}") from None
            assert isinstance(made, HoldemGame)
            game = made
        rules, own = game.rules, self.board[: self.first + 2]
        if set(rules.board) != set(own):
            raise PhhError(f"the board is {''.join(CARD_NAMES[c] for c in own)}, not that of {game}")
        chips = (("pot", self.spot_pot, game.starting_pot), ("stack", self.spot_stack, rules.stack or 0.0))
        for name, here, there in chips:
            if abs(here - exact_decimal(there)) > CLOSE * here:
                start = STREETS[self.first].removeprefix("on ")
                wanted = plain_decimal(exact_decimal(there))
                raise PhhError(f"the {name} at the start of {start} is {plain_decimal(here)}, but {wanted} in {game}")
        return game

    def params(self) -> dict[str, Any]:
        """Parameters of the spot with just the bets and raises that were made."""
        bets, raises, most = sizes_of_moves(self.spot_moves, self.first, (self.spot_stack,) * 2)
        amounts = [self.spot_pot, self.spot_stack, self.min_bet, *(total for *_, total in self.spot_moves)]
        digits = max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in amounts))
        early = self.first < 3  # then the sizes are by street, and a cap keeps the tree small
        return {
            "board": "".join(CARD_NAMES[card] for card in self.board[: self.first + 2]),
            "ranges": ("random", "random"),
            "pot": float(self.spot_pot),
            "stack": float(self.spot_stack),
            "bet_sizes": bets if early else bets["river"],
            "raise_sizes": raises if early else raises["river"],
            "raise_cap": most if early else None,
            "add_allin_threshold": 0,
            "force_allin_threshold": 0,
            "merging_threshold": 0,
            "min_bet": float(self.min_bet),
            "chip": float(Decimal(1).scaleb(-digits)),
        }

    def history(self, game: HoldemGame) -> tuple[int, ...]:
        """The hand as action ids of the spot; PhhError if it is not in its tree."""
        state = game.initial_state()
        for player, cards in enumerate(self.cards):
            assert cards is not None
            name = COMBO_NAMES[combo_index(*cards)]
            hand = hand_number(game, cards)
            if hand is None or hand not in state.legal_actions():
                raise PhhError(f"p{player + 1}'s {name} is not in the range of player {player} in {game}")
            state = state.child(hand)
        to_come = iter(self.board[self.first + 2 :])
        for street, player, kind, total in self.spot_moves:
            while state.public.card_due:
                state = state.child(next(to_come))
            action = action_of(state.public, kind, total, self.spot_stack)
            if action is None:
                allowed = ", ".join(state.action_name(a) for a in state.legal_actions()) or "nothing"
                told = {FOLD: "f", CALL: "cc", BET: f"cbr {plain_decimal(total)}"}[kind]
                raise PhhError(f"p{player + 1} {told} {STREETS[street]} is not in the betting tree; in it are {allowed}")
            state = state.child(action)
        for card in to_come:  # a card without later actions, or those after an all-in
            state = state.child(card)
        return state.history()


def sizes_of_moves(
    moves: Sequence[tuple[int, int, int, Decimal]], first: int, stacks: Sequence[Decimal]
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], int]:
    """(bets, raises) of each street by player, as a spot takes them, and the most of both on one street.

    Moves are (street, player, kind, chips put in on the street), from street ``first`` on; ``stacks`` are behind there.
    """
    names = list(FIRST_STREETS)
    sizes: dict[str, list[list[list[str]]]] = {name: [[[] for _ in stacks] for _ in range(2)] for name in names}
    left = dict(enumerate(stacks))  # of those who are in
    faced, at, count, most = Decimal(0), first, 0, 0
    for street, player, kind, total in moves:
        if street != at:
            left = {own: stack - min(stack, faced) for own, stack in left.items()}
            faced, at, count = Decimal(0), street, 0
        if kind == FOLD:
            del left[player]
        elif kind == BET:
            all_in = min(left[player], max(stack for own, stack in left.items() if own != player))
            total = min(total, all_in)  # the excess over the largest other stack is returned
            own = sizes[names[street - 1]][faced > 0][player]
            own.append("a" if total >= all_in else f"{plain_decimal(total - faced)}c")
            faced, count = total, count + 1
            most = max(most, count)
    bets, raises = ({name: tuple(map(",".join, sizes[name][k])) for name in names[first - 1 :]} for k in (0, 1))
    return bets, raises, most


def action_of(public: PublicState, kind: int, total: Decimal, stack: Decimal) -> int | None:
    """Id of a move; None if it is not in the tree."""
    for action, (move, amount) in zip(public.legal_actions, public.moves, strict=True):
        if move == kind and (kind != BET or abs(exact_decimal(amount) - total) <= CLOSE * stack):
            return action
    return None


def hand_number(game: HoldemGame, cards: tuple[int, int]) -> int | None:
    """Index of a holding; None if no range has it."""
    for hand in (cards, cards[::-1]):
        if hand in game.rules.hands:
            return game.rules.hands.index(hand)
    return None


def first_street(game: HoldemGame) -> int:
    """Street on which a spot starts: 1 for the flop."""
    return len(game.rules.board) - 2


def read_spot(
    fields: dict[str, Any], game: HoldemGame | None, street: str | None, check_result: bool, params: dict[str, Any]
) -> tuple[HoldemGame, tuple[int, ...]]:
    """Read the fields as a hand of a spot: the spot, and the hand's history in it."""
    hand = PhhSpotActions(fields, FIRST_STREETS[street or "river"] if game is None else first_street(game))
    hand.play(fields)
    hand.check_reached()
    spot = hand.spot(game, params)
    history = hand.history(spot)
    state = replay(spot, history)
    hand.check_mucked(state)
    if check_result and state.is_terminal and "finishing_stacks" in fields:
        hand.check_result(fields, state)
    return spot, history
