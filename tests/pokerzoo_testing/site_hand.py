"""A hand as poker sites write it, in ``tests/data/site_hands``.

Two see the flop: 0.50 + 2 x 2.50 are in, and the shorter of them has 97.25 - 2.50 behind.
"""

from __future__ import annotations

from pokerzoo_testing import ROOT


def hand_of(site: str) -> str:
    """The hand after the form of a site."""
    return (ROOT / "tests" / "data" / "site_hands" / f"{site.lower().replace(' ', '_')}.txt").read_text(encoding="utf-8")


STARS = hand_of("PokerStars")
GG = (
    STARS.replace("PokerStars Hand #200000000001:", "Poker Hand #HD2000000001:")
    .replace("($0.50/$1.00 USD) - 2024/03/02 20:11:05 ET", "($0.5/$1) - 2024/03/02 20:11:05")
    .replace("Dealt to Cyd [As Ks]", "Dealt to Bob \nDealt to Cyd [As Ks]\nDealt to Dan \nDealt to Ann ")
    .replace("| Rake $0", "| Rake $0 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0")
)
OTHER_SITES = {"GGPoker": GG} | {site: hand_of(site) for site in ("Full Tilt", "PartyPoker", "iPoker", "Ongame", "Absolute")}
