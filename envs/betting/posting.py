"""Posts before a hand: the button's place, blinds, antes, a straddle; seats that are out are passed over."""

from __future__ import annotations

from dataclasses import replace

from .setup import Betting


def seats_after(seat: int, stacks: tuple[float, ...]) -> list[int]:
    """The seats that are in, in order around the table, from the one after ``seat``."""
    players = len(stacks)
    return [other for other in ((seat + step) % players for step in range(1, players + 1)) if stacks[other] > 0]


def blind_seats(button: int, stacks: tuple[float, ...]) -> tuple[int, int]:
    """The seats of the small and of the big blind: the two after the button; of two players the button has the small one."""
    order = seats_after(button, stacks)
    return (button, order[0]) if len(order) == 2 else (order[0], order[1])


def posts_of(
    stacks: tuple[float, ...], button: int, blinds: tuple[float, float], big_blind_ante: float, straddle: float
) -> tuple[tuple[float, ...], tuple[float, ...], int]:
    """(chips that each seat bets, chips that it posts and that are no bet, the last seat to bet)."""
    small, big = blind_seats(button, stacks)
    live, dead = [0.0] * len(stacks), [0.0] * len(stacks)
    live[small], live[big] = blinds
    dead[big] = big_blind_ante
    last = big
    if straddle:
        last = seats_after(big, stacks)[0]
        live[last] = straddle
    return tuple(live), tuple(dead), last


def posted(
    betting: Betting, button: int, blinds: tuple[float, float], ante: float, big_blind_ante: float, straddle: float
) -> Betting:
    """A betting with a button and posts. Arguments as in ``holdem_rules``, checked there."""
    players = betting.num_players
    seated = betting.stacks or (1.0,) * players
    live, dead, last = posts_of(seated, button, blinds, big_blind_ante, straddle)
    first = (last + 1) % players, (button + 1) % players
    return replace(
        betting,
        antes=tuple([ante if own > 0 else 0.0 for own in seated]),
        rounds=tuple([replace(one, first=first[number > 0]) for number, one in enumerate(betting.rounds)]),
        blinds=live,
        dead=dead,
        button=button,
        big_blind=blinds[1],
        to_match=max(*blinds, straddle),
    )
