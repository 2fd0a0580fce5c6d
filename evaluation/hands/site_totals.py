"""Sums of a hand of a site compared with the text's own: its pot, what each paid and won, and who is all-in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_fields import PhhError, decimal_of, decimal_text

AMOUNT = r"\D?([\d.]*\d)"
TOTAL = re.compile(rf"^Total pot ?\(?{AMOUNT}", re.I | re.M)
TAKEN = re.compile(rf"\| ?[A-Za-z ]+ \(?{AMOUNT}")
WON = (
    re.compile(rf"^(.+?) collected {AMOUNT} from (?:the )?(?:main |side )?pot", re.M | re.I),
    re.compile(rf"^(.+?) wins (?:the )?(?:main |side )?pot.*?\({AMOUNT}\)", re.M),
    re.compile(rf"^(.+?) Collects {AMOUNT} from (?:main|side) pot", re.M),
)
RETURNED = re.compile(rf"^Uncalled bet (?:of )?\(?{AMOUNT}\)? returned to (.+?)$|^(.+?) - returned \({AMOUNT}\)", re.M)
NET = re.compile(rf"^Seat \d+: (.+) \(\D?[\d.]+\), net: ([+-]?){AMOUNT}", re.M)
PAID = re.compile(r'<player\b.*\bname="(.+?)".*\bbet="\D?([\d.]+)"')
ALL_IN = re.compile(r"^(.+?):? (?:calls|bets|raises|posts).*\ball[ -]in\b", re.M | re.I)


def check_totals(text: str, state: TexasHoldemState, names: Sequence[str]) -> None:
    """PhhError where the text has other sums than the hand comes to by the rules; ``names`` are by seat."""
    game, over = state.game, state.is_terminal or state.is_chance
    left = [decimal_of(chips, game.chip) for chips in state.stacks]
    paid = [decimal_of(had, game.chip) - own for had, own in zip(game.stacks, left, strict=True)]
    bets = [decimal_of(put, game.chip) for put in state.contributions]
    *_, second, most = sorted(bets)
    uncalled = most - second
    pot = sum(paid, Decimal(0)) - uncalled
    total = TOTAL.search(text)
    if not over:  # a hand that breaks off has no totals
        if total is not None:
            raise PhhError("the text has a total pot, but by the actions that were read the hand is not over")
        return
    if total is not None:
        compare("the total pot", Decimal(total[1]), pot)
        rake = sum((Decimal(one) for one in TAKEN.findall(text[total.start() :].partition("\n")[0])), Decimal(0))
        won = winnings(text)
        if won and "cashed out" not in text:
            compare("what was collected and the rake together", sum(won.values(), Decimal(0)) + rake, pot)
            last = [name for name, folded in zip(names, state.folded, strict=True) if not folded]
            if len(last) == 1 and set(won) != set(last):
                raise PhhError(f"the text says that {', '.join(won)} won, but by its actions all but {last[0]} folded")
    for result in RETURNED.finditer(text):
        compare(f"the uncalled bet returned to {result[2] or result[3]}", Decimal(result[1] or result[4]), uncalled)
    by_name = dict(zip(names, paid, strict=True))
    for name, amount in PAID.findall(text):
        if name in by_name:
            compare(f"what {name} put in", Decimal(amount), by_name[name])
    for name, sign, amount in NET.findall(text):
        if name in by_name and sign == "-":
            lost = by_name[name] - (uncalled if name == names[bets.index(most)] else 0)
            if state.folded[names.index(name)]:
                compare(f"what {name} lost", Decimal(amount), lost)
    all_in = set(ALL_IN.findall(text))
    for name, behind in zip(names, left, strict=True):
        if behind and name in all_in:
            raise PhhError(f"the text says that {name} is all-in, but by its amounts {decimal_text(behind)} are left")


def winnings(text: str) -> dict[str, Decimal]:
    """Winnings of each player, by the lines that name them."""
    won: dict[str, Decimal] = defaultdict(Decimal)
    for name, amount in next((lines for pattern in WON if (lines := pattern.findall(text))), []):
        won[name] += Decimal(amount)
    return won


def compare(what: str, told: Decimal, found: Decimal) -> None:
    """PhhError unless both amounts are equal."""
    if told != found:
        raise PhhError(
            f"{what} is {decimal_text(told)} in the text, but {decimal_text(found)} by the actions and posts that were read"
        )
