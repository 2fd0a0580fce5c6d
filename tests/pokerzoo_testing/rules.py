"""Rules of a poker game from one list of arguments."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from pokerzoo.envs import Betting, Deck, PokerRules


def poker_rules(deck: tuple[str, ...], antes: tuple[float, ...], rounds: Any, strength: Any, **attributes: Any) -> PokerRules:
    """The rules whose parts have these attributes; the names of all are different. ``stack``: after the ante."""
    if attributes.get("stack") is not None:
        attributes["stacks"] = tuple([attributes["stack"] + ante for ante in antes])
    attributes.pop("stack", None)

    def part(kind: type) -> dict[str, Any]:
        return {field.name: attributes.pop(field.name) for field in fields(kind) if field.name in attributes}

    betting, cards = Betting(antes=antes, rounds=rounds, **part(Betting)), Deck(names=deck, **part(Deck))
    return PokerRules(betting, cards, strength, **attributes)


def changed_rules(rules: PokerRules, **changes: Any) -> PokerRules:
    """The same rules but for some attributes of their parts. ``stack`` is what each has after the ante."""
    if "stack" in changes:
        stack, antes = changes.pop("stack"), changes.get("antes", rules.betting.antes)
        changes["stacks"] = tuple([stack + ante for ante in antes])
    for name in ("betting", "deck"):
        part = getattr(rules, name)
        attributes = {field.name: changes.pop(field.name) for field in fields(part) if field.name in changes}
        rules = replace(rules, **{name: replace(part, **attributes)}) if attributes else rules
    return replace(rules, **changes) if changes else rules
