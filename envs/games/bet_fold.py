"""Bet or fold, at the same time: n players get one card each, no two alike, and the highest card that bets wins.

Chance deals one player after the other; then each folds or bets, hidden until all have chosen. In chips, with blind 1 and
``odds`` as the price of a bet that does not win:

| outcome | bets and has the highest bet card | bets and has not | folds |
|---|---|---|---|
| all fold | - | - | 0 |
| one bets | + (n-1) | - | -1 |
| m bet, n-m fold | + odds (m-1) + (n-m) | -odds | -1 |
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, perm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import CHANCE, TERMINAL, Game, State, played
from pokerzoo.envs.infosets import Infoset, ListedInfosets
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_index, check_int, check_number
from pokerzoo.envs.support.units import Stakes
from pokerzoo.envs.views import HIDDEN, Seat, TableView, check_viewer, outcome_text, returns_text

FOLD, BET = 0, 1
ACTIONS = ("fold", "bet")
TOKENS = "fb"
"""A choice in an infoset's key."""

MAX_PLAYERS = 100
MAX_CARDS = 10_000
STEPS = 2**20
"""Amounts are rounded to multiples of 1 / STEPS chips."""
MAX_CHIPS = 2**32
"""The most chips that odds x blind x players may be: then any sum of payoffs is exact in double precision."""


class BetFoldGame(Game):
    """The n-player simultaneous bet/fold game; ``stake`` is what a lost bet costs, odds x blind on the grid of amounts."""

    title, about = "Bet or fold", "Everybody gets one card and chooses at once: bet or fold. The highest card that bets wins."
    heading = "the bet/fold game"
    simultaneous = True
    num_distinct_actions = 2

    def __init__(self, num_players: int, odds: float, num_cards: int, blind: float) -> None:
        check_int("num_players", num_players, 2, MAX_PLAYERS)
        check_int("num_cards", num_cards, num_players + 1, MAX_CARDS)
        self.blind, self.stake = fold_and_bet_costs(odds, blind, num_players)
        self.odds = self.stake / self.blind
        self.name = "bet_fold"
        self.params = {"num_players": num_players, "odds": float(odds), "num_cards": num_cards, "blind": float(blind)}
        self.num_players = num_players
        self.num_cards = num_cards
        self.stakes = Stakes(big_blind=self.blind)
        seats = [f"seat_{player}" for player in range(num_players)]
        cards = [f"card_{card}" for card in range(num_cards)]
        self.observation_names = (*seats, *cards, "card_fraction", "own_fold", "own_bet")

    def initial_state(self) -> BetFoldState:
        return BetFoldState(self, (), ())

    @property
    def num_entries(self) -> int:
        return self.num_players * self.num_cards * len(ACTIONS)

    @property
    def utility_range(self) -> tuple[float, float]:
        return -self.stake, self.stake * (self.num_players - 1)

    @property
    def num_histories(self) -> int:
        dealing = sum(perm(self.num_cards, dealt) for dealt in range(self.num_players))
        choosing: int = 2 ** (self.num_players + 1) - 1  # after each deal
        return dealing + perm(self.num_cards, self.num_players) * choosing

    def bets_of(self, probabilities: Floats) -> Floats:
        """float64 [players, cards]: the probability of a bet, of a policy's entries."""
        return probabilities.reshape(self.num_players, self.num_cards, len(ACTIONS))[:, :, BET]

    def entries_of(self, bet: Floats) -> Floats:
        """Entries of a policy, of the probability of a bet [cards], or [players, cards]."""
        bets = np.broadcast_to(bet, (self.num_players, self.num_cards))
        return np.stack((1.0 - bets, bets), axis=2).ravel()

    @property
    def prices(self) -> Prices:
        """Net chips of the players."""
        return prices_of(self.num_players, self.blind, self.stake)

    @property
    def exact_takes_seconds(self) -> bool:
        return True

    def action_label(self, action: int) -> str:
        return ACTIONS[action]

    def infoset_key(self, player: int, card: int) -> str:
        """The key of a player's only decision, with this card: ``player_2 37|``."""
        return f"player_{player} {card}|"

    def _collect_infosets(self) -> ListedInfosets:
        # Every player with every card, by player and then by card: walking all deals would take too long.
        return ListedInfosets(
            Infoset(self.infoset_key(player, card), player, (FOLD, BET), ACTIONS)
            for player in range(self.num_players)
            for card in range(self.num_cards)
        )


class BetFoldState(State):
    """The cards dealt and the choices made so far, in seat order."""

    __slots__ = ("_choices", "cards", "game")

    game: BetFoldGame
    cards: tuple[int, ...]

    def __init__(self, game: BetFoldGame, cards: tuple[int, ...], choices: tuple[int, ...]) -> None:
        self.game = game
        self.cards = cards
        self._choices = choices

    @property
    def current_player(self) -> int:
        if len(self.cards) < self.game.num_players:
            return CHANCE
        return TERMINAL if len(self._choices) == self.game.num_players else len(self._choices)

    def legal_actions(self) -> tuple[int, ...]:
        if self.is_chance:
            return tuple([card for card in range(self.game.num_cards) if card not in self.cards])
        return () if self.is_terminal else (FOLD, BET)

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        if not self.is_chance:
            raise InputError("no chance outcomes here: the state is not a chance node")
        probability = 1.0 / (self.game.num_cards - len(self.cards))
        return tuple([(card, probability) for card in self.legal_actions()])

    def child(self, action: int) -> BetFoldState:
        game = self.game
        if self.is_chance:
            if type(action) is not int or action not in range(game.num_cards) or action in self.cards:
                action = played(self, action)
            return BetFoldState(game, (*self.cards, action), ())
        return BetFoldState(game, self.cards, (*self._choices, played(self, action)))

    def returns(self) -> tuple[float, ...]:
        if not self.is_terminal:
            return (0.0,) * self.game.num_players
        return bet_fold_payoffs(self.cards, self._choices, self.game.blind, self.game.stake)

    def infoset_key(self, player: int) -> str:
        key = self.game.infoset_key(player, self.cards[player]) if player < len(self.cards) else f"player_{player} ?|"
        # After the end all choices are public.
        return key + "".join(TOKENS[choice] for choice in self._choices) if self.is_terminal else key

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        # No player learns who has chosen: only the end shows a choice, even one's own.
        game = self.game
        player = check_index("player", player, game.num_players)
        vector = np.zeros(len(game.observation_names), dtype=np.float32)
        vector[player] = 1.0
        if player < len(self.cards):
            card = self.cards[player]
            vector[game.num_players + card] = 1.0
            vector[-3] = card / (game.num_cards - 1)
        if self.is_terminal:
            vector[-2 + self._choices[player]] = 1.0
        return vector

    def action_name(self, action: int) -> str:
        return f"deal {action} to player {len(self.cards)}" if self.is_chance else ACTIONS[action]

    def view(self, player: int | None) -> TableView:
        # All choose at once, and as at a poker table those who bet show their cards at the end, if there are several.
        game, over, choices, returns = self.game, self.is_terminal, self._choices, self.returns()
        player = check_viewer(player, game.num_players)
        showdown = over and sum(choices) > 1
        seats = []
        for seat in range(game.num_players):
            visible = player in (None, seat)
            cards: tuple[str | None, ...] = ()
            if seat < len(self.cards):
                shown = visible or (showdown and choices[seat] == BET)
                cards = (str(self.cards[seat]) if shown else HIDDEN,)
            action = ACTIONS[choices[seat]] if seat < len(choices) and (visible or over) else ""
            acts = visible and seat == self.current_player
            won = returns[seat] if over else None
            seats.append(Seat(seat, cards, action=action, acts=acts, folded=action == "fold", won=won))
        note = outcome_text(returns) if over else "deal" if self.is_chance else "all choose at once"
        return TableView(game.name, player, tuple(seats), note=note)

    def describe(self, player: int | None) -> str:
        lines = [
            f"player {seat.player}: card {(seat.cards[0] or '?') if seat.cards else '-'}  choice {seat.action or '?'}"
            for seat in self.view(player).seats
        ]
        return "\n".join([*lines, returns_text(self.returns())] if self.is_terminal else lines)

    def history(self) -> tuple[int, ...]:
        return self.cards + self._choices


def bet_fold_payoffs(cards: Sequence[int], bets: Sequence[int], blind: float, stake: float) -> tuple[float, ...]:
    """Net chips of each player: the table at the top of this module.

    Args:
        cards: each player's card, no two alike.
        bets: for each player whether the player bets.
        blind: chips that a fold costs if another player bets.
        stake: chips that a bet costs if it does not win.

    >>> bet_fold_payoffs((7, 90, 40, 95), (1, 1, 0, 0), 1.0, 3.0)
    (-3.0, 5.0, -1.0, -1.0)
    """
    betting = [player for player, bet in enumerate(bets) if bet]
    winner = max(betting, key=lambda player: cards[player], default=None)
    rules = len(cards), blind, stake
    return tuple([net_chips(bool(bet), player == winner, len(betting) - bool(bet), *rules) for player, bet in enumerate(bets)])


def net_chips(bets: bool, wins: bool, others: int, num_players: int, blind: Any, stake: Any) -> Any:
    """Net chips of one player: the one place that says what the game pays."""
    if not bets:
        return -blind if others > 0 else 0 * blind
    if not wins:
        return -stake
    return stake * others + blind * (num_players - 1 - others)


class Prices(NamedTuple):
    """Expectation of ``net_chips``, where only counts matter; nothing is paid if all fold."""

    fold: Any  # if another player bets
    lost: Any  # of a bet
    won: Any  # by the only bet
    beaten: Any  # more for each other bet


def prices_of(num_players: int, blind: Any, stake: Any) -> Prices:
    """The prices with these amounts, floats or fractions."""

    def chips(bets: bool, wins: bool, others: int) -> Any:
        return net_chips(bets, wins, others, num_players, blind, stake)

    won = chips(True, True, 0)
    return Prices(chips(False, False, 1), chips(True, False, 1), won, chips(True, True, 1) - won)


def fold_and_bet_costs(odds: float, blind: float, num_players: int) -> tuple[float, float]:
    """Chips that a fold costs if another player bets, and those that a bet costs if it does not win: blind and odds x blind.

    Both are rounded to multiples of 2**-20 chips, so that payoffs add up to exactly zero in any order.

    Raises:
        ValueError: ``odds`` not a finite number above 1, ``blind`` not one of at least 2**-20, or too many chips for
            exact sums.
    """
    check_number("odds", odds, 1, inf, above=True)
    check_number("blind", blind, 1 / STEPS, inf)
    if not float(odds) * float(blind) * num_players <= MAX_CHIPS:
        raise ParameterError(
            "blind", blind, f"odds x blind x num_players must be at most {MAX_CHIPS:,} chips, with odds={odds!r}"
        )
    return round(blind * STEPS) / STEPS, round(odds * blind * STEPS) / STEPS


def make_bet_fold(num_players: int = 5, odds: float = 3.0, num_cards: int = 101, blind: float = 1.0) -> BetFoldGame:
    """The n-player simultaneous bet/fold game.

    Args:
        num_players: 2 to 100.
        odds: what a bet that does not win costs, in blinds; above 1.
        num_cards: cards in the deck, 0 to ``num_cards - 1``; more than there are players, at most 10000.
        blind: chips that a fold costs if there is a bet, at least 2**-20. This and odds x blind are rounded to multiples of
            2**-20 chips.
    """
    return BetFoldGame(num_players, odds, num_cards, blind)
