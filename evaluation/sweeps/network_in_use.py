"""The network behind rows: part of what a work is, since another network makes other rows."""

from __future__ import annotations

import re

from pokerzoo.agents.neural.value_network import shipped_network
from pokerzoo.envs.support.parameters import brief

from .work import Record


def shipped_digest(public_cards: int) -> str:
    """Digest of the package's network for rivers (5) or turns (4)."""
    return shipped_network(public_cards).digest()


def recorded_digest(record: Record) -> str:
    """Digest of the network of a work whose rows need one; ValueError if its record names none."""
    found = record.get("network")
    if found is None:
        raise ValueError("record: names no network; make the rows anew, in another folder")
    check_digest(found)
    return str(found)


def check_digest(network: object) -> None:
    """ValueError unless it is a SHA-256 in hexadecimal digits."""
    if not isinstance(network, str) or not re.fullmatch("[0-9a-f]{64}", network):
        raise ValueError(f"network={brief(network)}: must be the 64 hexadecimal digits of ValueNetwork.digest()")


def network_fault(used: str | None, public_cards: int) -> str | None:
    """The reason why no rows can be added; None where no network is used, or the package still has it."""
    if used is None or used == shipped_digest(public_cards):
        return None
    return (
        f"network={used[:12]!r}: this package has another, {shipped_digest(public_cards)[:12]!r}, whose rows differ; "
        "begin in another folder"
    )
