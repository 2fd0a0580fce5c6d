"""Sums of a hand of a site compared with the text's own: its pot, what each paid and won, and who is all-in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from pokerzoo.envs.whole_hands.row import IN_HAND, PAID_DEAD, STACKS
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_format import PhhError, exact_decimal, plain_decimal

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
    chip = exact_decimal(state.game.chip)
    paid = [(state.row.item(IN_HAND + seat) + state.row.item(PAID_DEAD + seat)) * chip for seat in range(len(names))]
    matched = sorted(state.row.item(IN_HAND + seat) * chip for seat in range(len(names)))
    uncalled, over = matched[-1] - matched[-2], state.is_terminal or state.is_chance
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
            left = [name for name, folded in zip(names, state.folded, strict=True) if not folded]
            if len(left) == 1 and set(won) != set(left):
                raise PhhError(f"the text says that {', '.join(won)} won, but by its actions all but {left[0]} folded")
    for found in RETURNED.finditer(text):
        compare(f"the uncalled bet returned to {found[2] or found[3]}", Decimal(found[1] or found[4]), uncalled)
    by_name = dict(zip(names, paid, strict=True))
    for name, amount in PAID.findall(text):
        if name in by_name:
            compare(f"what {name} put in", Decimal(amount), by_name[name])
    top = max(range(len(names)), key=lambda seat: state.row.item(IN_HAND + seat))
    for name, sign, amount in NET.findall(text):
        if name in by_name and sign == "-":
            lost = by_name[name] - (uncalled if name == names[top] else 0)
            if state.folded[names.index(name)]:
                compare(f"what {name} lost", Decimal(amount), lost)
    for name in set(ALL_IN.findall(text)) & set(names):
        behind = state.row.item(STACKS + names.index(name)) * chip
        if behind:
            raise PhhError(f"the text says that {name} is all-in, but by its amounts {plain_decimal(behind)} are left")


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
            f"{what} is {plain_decimal(told)} in the text, but {plain_decimal(found)} by the actions and posts that were read"
        )
