"""Many rounds of the bet/fold game at once, compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Bools, Floats, Int64s
from pokerzoo.envs.support.parameters import check_int

from .bet_fold import BetFoldGame, amounts, net_chips
from .bet_fold_exact import net_chips_kernel

DealtCards: TypeAlias = npt.NDArray[Any]
"""Integers [rounds, players]: the card of each player in each round."""

NOBODY_BET, FOLDED, LOST, WON = 0, 1, 2, 3
"""Outcomes of a round for a player; ``WON + k`` is a bet that won against k others."""


@dataclass(frozen=True)
class SimulationResult:
    """What a simulation gave; chips are net chips a round.

    Attributes:
        rounds: rounds played.
        mean_chips: float64 [players]: mean of each player. Over all players it is zero but for rounding.
        standard_error: float64 [players]: of that mean.
        bet_frequency: float64 [players]: share of the rounds in which the player bet.
        outcomes: int64 [players, 3 + players]: rounds in which all folded, the player folded and somebody bet, bet and
            lost, bet and won against 0, 1, ... other bets.
    """

    rounds: int
    mean_chips: Floats
    standard_error: Floats
    bet_frequency: Floats
    outcomes: Int64s


def simulate(game: BetFoldGame, strategies: npt.ArrayLike, rounds: int, seed: int | None = None) -> SimulationResult:
    """Play so many independent rounds.

    Args:
        game: its players, deck and payoffs.
        strategies: probability of a bet with each card: [cards] for all players, or [players, cards].
        rounds: at least 2.
        seed: of all chance; the same seed gives the same rounds. None draws one.

    Raises:
        ValueError: the strategies have another shape or are not probabilities, or a bad number of rounds.
    """
    check_int("rounds", rounds, 2, 2**53)
    table = bet_probabilities(game, strategies)
    players = game.num_players
    outcomes = np.zeros((players, WON + players), dtype=np.int64)
    play_rounds(rounds, table, np.random.default_rng(seed), outcomes)
    chips = outcome_chips(players, game.blind, game.stake)
    mean = outcomes @ chips / rounds
    squares = (outcomes * (chips - mean[:, None]) ** 2).sum(axis=1)
    return SimulationResult(
        rounds=rounds,
        mean_chips=mean,
        standard_error=np.sqrt(squares / (rounds - 1) / rounds),
        bet_frequency=outcomes[:, LOST:].sum(axis=1) / rounds,
        outcomes=outcomes,
    )


def bet_probabilities(game: BetFoldGame, strategies: npt.ArrayLike) -> Floats:
    """Strategies as float64 [players, cards]; ValueError unless they are probabilities in one of the two shapes."""
    shapes = ((game.num_cards,), (game.num_players, game.num_cards))
    allowed = f"must be probabilities [{game.num_cards}] for all players or [{game.num_players}, {game.num_cards}]"
    try:
        table = np.asarray(strategies, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"strategies: {allowed}") from None
    if table.shape not in shapes:
        raise ValueError(f"strategies: shape {table.shape}; {allowed}")
    if not np.all((table >= 0.0) & (table <= 1.0)):
        raise ValueError(f"strategies: some are not from 0 to 1; {allowed}")
    return np.ascontiguousarray(np.broadcast_to(table, shapes[1]))


def outcome_chips(players: int, blind: float, stake: float) -> Floats:
    """Net chips of each outcome, float64 [3 + players]."""
    lost = [(False, False, 0), (False, False, 1), (True, False, 1)]  # in the order of NOBODY_BET, FOLDED, LOST
    won = [(True, True, against) for against in range(players)]
    return np.array([net_chips(*outcome, players, blind, stake) for outcome in lost + won])


@nb.njit(cache=True, nogil=True)
def play_rounds(rounds: int, strategies: Floats, rng: np.random.Generator, outcomes: Int64s) -> None:
    """Play rounds and count each player's outcomes into int64 [players, 3 + players].

    One uniform number serves for a card and a choice. Its whole part in cards is the card. What is left of it, still some 40
    bits, is compared with the probability of a bet.
    """
    players, num_cards = strategies.shape
    deck = np.arange(num_cards)
    bets = np.zeros(players, dtype=np.bool_)
    for _ in range(rounds):
        winner, highest, count = -1, -1, 0
        for player in range(players):
            # The start of a shuffle; it goes on from the deck as the last round left it.
            scaled = rng.random() * (num_cards - player)
            place = int(scaled)
            left = scaled - place
            place += player
            card = deck[place]
            deck[place] = deck[player]
            deck[player] = card
            bet = left < strategies[player, card]
            bets[player] = bet
            if bet:
                count += 1
                if card > highest:
                    highest = card
                    winner = player
        if count == 0:
            for player in range(players):
                outcomes[player, NOBODY_BET] += 1
            continue
        for player in range(players):
            if player == winner:
                outcomes[player, WON + count - 1] += 1
            else:
                outcomes[player, LOST if bets[player] else FOLDED] += 1


def bet_fold_payoffs(cards: npt.ArrayLike, bets: npt.ArrayLike, odds: float = 3.0, blind: float = 1.0) -> Floats:
    """Net chips of each player in many rounds, float64 [rounds, players]; each row adds up to zero to the last bit.

    Args:
        cards: int [rounds, players]: the cards, no two of a row alike.
        bets: bool [rounds, players]: who bets.
        odds: as in ``make_bet_fold``.
        blind: as in ``make_bet_fold``.

    Raises:
        ValueError: shapes that are not equal, other types, two equal highest cards, or odds or a blind that the game refuses.

    >>> bet_fold_payoffs([[7, 90, 40], [3, 2, 1]], [[True, True, False], [False, False, False]])
    array([[-3.,  4., -1.],
           [ 0.,  0.,  0.]])
    """
    dealt, chosen = np.asarray(cards), np.asarray(bets)
    if dealt.ndim != 2 or dealt.shape != chosen.shape or not np.issubdtype(dealt.dtype, np.integer) or chosen.dtype != np.bool_:
        found = f"{dealt.dtype} {dealt.shape} and {chosen.dtype} {chosen.shape}"
        raise ValueError(f"cards and bets: {found}; must be int and bool arrays, both [rounds, players]")
    chips = np.zeros(dealt.shape)
    blind, stake = amounts(odds, blind, dealt.shape[1])
    row = fill_payoffs(dealt, chosen, blind, stake, chips)
    if row >= 0:
        raise ValueError(f"cards: round {row}: two players have the highest card that is bet; no two cards may be alike")
    return chips


@nb.njit(cache=True, nogil=True)
def fill_payoffs(cards: DealtCards, bets: Bools, blind: float, stake: float, chips: Floats) -> int:
    """Write the payoffs of each row; -1, or the first row in which two players have the highest card that is bet."""
    rounds, players = cards.shape
    for row in range(rounds):
        winner, count, tied = -1, 0, False
        for player in range(players):
            if bets[row, player]:
                count += 1
                if winner < 0 or cards[row, player] > cards[row, winner]:
                    winner, tied = player, False
                elif cards[row, player] == cards[row, winner]:
                    tied = True
        if tied:
            return row
        for player in range(players):
            bet = bets[row, player]
            chips[row, player] = net_chips_kernel(bet, player == winner, count - int(bet), players, blind, stake)
    return -1
