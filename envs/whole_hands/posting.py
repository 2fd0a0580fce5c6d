"""Posts before a whole hand: the button's place, blinds, antes, a straddle; seats that are out are passed over."""

from __future__ import annotations

from pokerzoo.envs.betting.setup import TableSetup


def seats_after(seat: int, stacks: tuple[float, ...]) -> list[int]:
    """The seats that are in, in order around the table, from the one after ``seat``."""
    players = len(stacks)
    return [other for other in ((seat + step) % players for step in range(1, players + 1)) if stacks[other] > 0]


def blind_seats(button: int, stacks: tuple[float, ...]) -> tuple[int, int]:
    """The seats of the small and of the big blind: the two after the button; of two players the button has the small one."""
    order = seats_after(button, stacks)
    return (button, order[0]) if len(order) == 2 else (order[0], order[1])


def table_with(
    stacks: tuple[float, ...],
    button: int,
    blinds: tuple[float, float],
    big_blind_ante: float,
    straddle: float,
    chip: float,
    no_flop_no_drop: bool,
    chips_in_play: float | None,
) -> TableSetup:
    """Seats and posts of a hand. Arguments as in ``make_texas_holdem``, checked there."""
    small, big = blind_seats(button, stacks)
    live, dead = [0.0] * len(stacks), [0.0] * len(stacks)
    live[small], live[big] = blinds
    dead[big] = big_blind_ante
    last = big
    if straddle:
        last = seats_after(big, stacks)[0]
        live[last] = straddle
    return TableSetup(
        stacks=stacks,
        button=button,
        big_blind=blinds[1],
        blinds=tuple(live),
        dead=tuple(dead),
        first=(last + 1) % len(stacks),
        to_match=max(*blinds, straddle),
        chip=chip,
        no_flop_no_drop=no_flop_no_drop,
        chips_in_play=chips_in_play,
    )
