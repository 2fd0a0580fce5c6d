"""Hand histories as poker sites write them, turned into PHH by pokerkit's parsers (``pokerkit.notation``)."""

from __future__ import annotations

import re
import threading
import warnings
from contextlib import redirect_stderr
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Any

from pokerzoo.envs.support.extras import import_extra

from .phh_format import PhhError

SITES = {
    "PokerStars": (re.compile(r"^PokerStars ", re.MULTILINE), "PokerStarsParser"),
    "GGPoker": (re.compile(r"^Poker Hand #", re.MULTILINE), "PokerStarsParser"),
    "Full Tilt": (re.compile(r"^Full Tilt Poker Game #", re.MULTILINE), "FullTiltPokerParser"),
    "PartyPoker": (re.compile(r"^Game #", re.MULTILINE), "PartyPokerParser"),
    "iPoker": (re.compile(r"^<game gamecode=", re.MULTILINE), "IPokerNetworkParser"),
    "Ongame": (re.compile(r"^\*{5} History for hand ", re.MULTILINE), "OngameNetworkParser"),
    "Absolute": (re.compile(r"^Stage #", re.MULTILINE), "AbsolutePokerParser"),
}
"""By site: how a hand begins, and the parser of pokerkit that reads it."""
ADAPTED = {
    "GGPoker": (re.compile(r"^Poker Hand #", re.MULTILINE), lambda found: "PokerStars Hand #"),  # else its hands are alike
    "iPoker": (re.compile(r"(?<=[> ])[SHDC](?=(?:10|[2-9TJQKA])[ <])"), lambda found: found[0].lower()),  # suits
    "Ongame": (re.compile(r"(?<=\))$", re.MULTILINE), lambda found: " "),  # it wants something after each seat
}
"""Parts of a site's hands that pokerkit's parser does not read as they are written, and what stands for them."""
THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_one_at_a_time = threading.Lock()  # pokerkit prints what it cannot read, and warns


def site_of(text: str) -> str | None:
    """The site that wrote a hand history, by how its first hand begins; None: none of ``SITES``."""
    return next((site for site, (begins, _) in SITES.items() if begins.search(text)), None)


def site_to_phh(text: str) -> str:
    """A no-limit hold'em hand of a site as PHH.

    Args:
        text: one hand as the site writes it.

    Raises:
        ImportError: pokerkit is not installed.
        PhhError: no site's hand, several hands, or one that pokerkit cannot read.
    """
    site = site_of(text)
    if site is None:
        raise PhhError(f"no hand of {', '.join(SITES)}")
    begins, parser = SITES[site]
    hands = len(begins.findall(text))
    if hands > 1:
        raise PhhError(f"has {hands} hands of {site}: give one")
    needs = f"a hand history of {site} needs pokerkit"
    notation = import_extra("pokerkit.notation", needs, "hands")
    plain = THOUSANDS.sub("", text.replace("\r\n", "\n").strip()) + "\n\n\n"
    if site in ADAPTED:
        pattern, stands_for = ADAPTED[site]
        plain = pattern.sub(stands_for, plain)
    with _one_at_a_time, warnings.catch_warnings(), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        try:
            found: list[Any] = list(getattr(notation, parser)()(plain, parse_value=_amount, error_status=True))
            if found:
                return str(found[0].dumps())
        except Exception as error:  # a damaged hand can raise anything there
            cause = error.__context__ or error
            raise PhhError(f"pokerkit cannot read this hand of {site}: {type(cause).__name__}: {cause}"[:300]) from None
    raise PhhError(f"pokerkit finds no whole no-limit hold'em hand of {site}")


def _amount(text: str) -> Decimal:
    try:
        return Decimal(text.rstrip(".,"))  # what follows it in a sentence
    except InvalidOperation:
        raise ValueError(f"no amount: {text!r}") from None
