"""Whole hands of hold'em in plain Python, written from the rulebooks: the twin of the kernels in ``envs/whole_hands``.

Betting is a queue of those who are still to act, and money is cut into slices by what those have put in who may still win; the
kernels do both with sets of bits. Rules that are cited:

- TDA: Poker TDA Rules 2024. 20 odd chips, 21 side pots, 43 raise amounts, 47 re-opening the bet.
- RR: Robert's Rules of Poker, version 11. "Betting and raising" 3, 5, 6; "No-limit" 2, 3; "Pot-limit".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Options:
    """Legal actions of the seat to act: fold or not, the total after a call, the least and most to raise to (or None)."""

    can_fold: bool
    call_to: int
    raise_to: tuple[int, int] | None


class RulebookHand:
    """One hand. Amounts are whole chips; seats count clockwise; cards do not matter until ``payoffs``."""

    def __init__(
        self,
        stacks: Sequence[int],
        button: int,
        blinds: tuple[int, int],
        ante: int = 0,
        big_blind_ante: int = 0,
        straddle: int = 0,
        limit: str = "no-limit",
        bets: tuple[int, int] | None = None,
        cap: int | None = None,
        last_street: int = 3,
    ) -> None:
        seats = len(stacks)
        self.limit, self.cap, self.last_street = limit, cap, last_street
        self.blind = blinds[1]
        self.sizes = (blinds[1],) * 4 if bets is None else (bets[0], bets[0], bets[1], bets[1])
        self.behind = list(stacks)
        self.bet = [0] * seats
        self.paid = [0] * seats  # in all, dead money left out
        self.dead = [0] * seats
        self.street = 0
        self.order = [seat for step in range(1, seats + 1) if stacks[seat := (button + step) % seats]]
        self.live = list(self.order)
        self.button = button
        if len(self.order) == 2:
            small, big = (self.order[1], self.order[0]) if self.order[1] == button else (self.order[0], self.order[1])
            last = big
        else:
            small, big, last = self.order[0], self.order[1], self.order[1]
        for seat in self.order:
            self._put(seat, ante)
            self.bet[seat] = 0
        self._put(small, blinds[0])
        self._put(big, blinds[1])
        self.dead[big] = min(big_blind_ante, self.behind[big])
        self.behind[big] -= self.dead[big]
        if straddle:
            last = self.order[2]
            self._put(last, straddle)
        # Whoever comes in does so for the whole blind, even if the blind is short (RR no-limit 2); a straddle is a new blind
        # (RR no-limit 2), so that a raise is by as much.
        self.to_match = max(blinds[1], straddle)
        self.full = self.to_match
        self.step = self.to_match
        self.num_bets = 1
        self.short_bets = 0  # of this round, under fixed limit
        self._open(last)

    def _put(self, seat: int, chips: int) -> None:
        chips = min(chips, self.behind[seat])
        self.behind[seat] -= chips
        self.bet[seat] += chips
        self.paid[seat] += chips

    def _open(self, before: int) -> None:
        """Everybody with chips is to act, clockwise from the one after ``before``."""
        start = self.order.index(before) + 1
        around = self.order[start:] + self.order[:start]
        self.queue = deque(seat for seat in around if seat in self.live and self.behind[seat])
        self.acted: set[int] = set()
        self._settle()

    def _settle(self) -> None:
        """Nobody acts who is alone with chips and has nothing to call."""
        if len(self.live) > 1 and len(self.queue) == 1:
            (seat,) = self.queue
            alone = not any(self.behind[other] for other in self.live if other != seat)
            if alone and self.bet[seat] >= max(self.bet[other] for other in self.live if other != seat):
                self.queue.clear()

    @property
    def is_over(self) -> bool:
        return len(self.live) == 1 or (not self.queue and self.street == self.last_street)

    @property
    def actor(self) -> int | None:
        return self.queue[0] if self.queue and len(self.live) > 1 else None

    def next_street(self) -> None:
        assert not self.queue and self.street < self.last_street and len(self.live) > 1
        self.street += 1
        self.bet = [0] * len(self.bet)
        self.to_match = self.full = self.num_bets = self.short_bets = 0
        self.step = self.sizes[self.street]
        # First is the seat left of the button, or the next one that is in.
        self._open(self.order[-1])

    @property
    def pot(self) -> int:
        return sum(self.paid) + sum(self.dead)

    def options(self) -> Options:
        seat = self.queue[0]
        paid, behind = self.bet[seat], self.behind[seat]
        others = [other for other in self.live if other != seat]
        call = self.to_match
        if not any(self.behind[other] for other in others):  # nobody can answer: no more than there is to win
            call = max(self.bet[other] for other in others)
        call_to = min(call, paid + behind)
        return Options(call_to > paid, call_to, self._raise_to(seat, paid, behind, others))

    def _raise_to(self, seat: int, paid: int, behind: int, others: list[int]) -> tuple[int, int] | None:
        if self.cap is not None and self.num_bets >= self.cap:
            return None
        most = paid + behind
        if most <= self.to_match or not any(self.behind[o] and self.bet[o] + self.behind[o] > self.to_match for o in others):
            return None
        facing = self.to_match - paid
        if self.limit == "fixed-limit":
            size = self.sizes[self.street]
            if seat in self.acted and facing * 2 < size:  # TDA 47, RR betting 6
                return None
            to = min(self.full + size, most)
            return to, to
        if seat in self.acted and facing < self.step:  # TDA 47, RR no-limit 3
            return None
        least = min(self.to_match + self.step, most)  # TDA 43
        if self.limit == "pot-limit":  # the pot as it is after the call
            most = min(most, max(least, self.to_match + self.pot + facing))
        return least, most

    def fold(self) -> None:
        self.live.remove(self.queue.popleft())
        self._settle()

    def call(self) -> None:
        to = self.options().call_to
        seat = self.queue.popleft()
        self.acted.add(seat)
        self._put(seat, to - self.bet[seat])
        self._settle()

    def raise_to(self, total: int) -> None:
        seat = self.queue.popleft()
        self.acted.add(seat)
        self._put(seat, total - self.bet[seat])
        if self.limit == "fixed-limit":
            self.short_bets += total < self.full + self.sizes[self.street]
            # An all-in of less than half a bet is no bet: it is completed (RR betting 6).
            if (total - self.full) * 2 >= self.sizes[self.street]:
                self.full = total
                self.num_bets += 1
        else:
            self.num_bets += 1
            self.step = max(self.step, total - self.to_match)
        self.to_match = total
        at = self.order.index(seat)
        around = self.order[at + 1 :] + self.order[:at]
        self.queue = deque(other for other in around if other in self.live and self.behind[other])
        self._settle()

    def uncalled(self) -> dict[int, int]:
        """Uncalled chips and the seat they go back to."""
        first, second = sorted(self.paid, reverse=True)[:2]
        return {seat: first - second for seat in self.live if self.paid[seat] == first and first > second}

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """(chips, who can win them) of the main pot and of each side pot, without rake."""
        paid = list(self.paid)
        for seat, chips in self.uncalled().items():
            paid[seat] -= chips
        result: list[tuple[int, tuple[int, ...]]] = []
        extra, done = sum(self.dead), 0
        for level in sorted({paid[seat] for seat in self.live}):
            chips = extra + sum(min(chips_paid, level) - min(chips_paid, done) for chips_paid in paid)
            result.append((chips, tuple(seat for seat in self.order if seat in self.live and paid[seat] >= level)))
            extra, done = 0, level
        assert sum(chips for chips, _ in result) == sum(paid) + sum(self.dead)
        return result

    def payoffs(self, strength: Mapping[int, Any], millionths: int = 0, cap: int | None = None) -> tuple[list[int], int]:
        """Net chips of each seat, and the rake: of all pots together, from the main pot on."""
        return settle(self.pots(), self.uncalled(), self.paid, self.dead, self.order, strength, millionths, cap)


def settle(
    pots: Sequence[tuple[int, tuple[int, ...]]],
    uncalled: Mapping[int, int],
    paid: Sequence[int],
    dead: Sequence[int],
    order: Sequence[int],
    strength: Mapping[int, Any],
    millionths: int = 0,
    cap: int | None = None,
) -> tuple[list[int], int]:
    """Net chips of each seat, and the rake. ``order``: clockwise from the button's left."""
    net = [-chips_paid - other for chips_paid, other in zip(paid, dead, strict=True)]
    for seat, chips in uncalled.items():
        net[seat] += chips
    so_far = taken_so_far = 0
    for chips, seats in pots:
        so_far += chips
        owed = so_far * millionths // 10**6
        if cap is not None:
            owed = min(owed, cap)
        chips -= owed - taken_so_far
        taken_so_far = owed
        if len(seats) == 1:
            net[seats[0]] += chips
            continue
        best = max(strength[seat] for seat in seats)
        winners = [seat for seat in order if seat in seats and strength[seat] == best]
        for place, seat in enumerate(winners):  # TDA 20: odd chips to the left of the button
            net[seat] += chips // len(winners) + (place < chips % len(winners))
    return net, taken_so_far
