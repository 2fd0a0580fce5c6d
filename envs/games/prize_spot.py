"""Hold'em spots by name: in chips, or in prize money of a tournament."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pokerzoo.envs.poker.lines import chips_text
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.tournament import is_empty, make_tournament
from pokerzoo.envs.support.parameters import brief, check_keywords, python_number

from .holdem import HoldemGame, check_stacks, make_holdem


class PrizeSpot(HoldemGame):
    """A hold'em spot in prize money.

    ``returns()`` are what each player's stack is worth after the hand, less what it was worth before, with an equal part of the
    pot as each player's own. What they lose together, the tournament's other players gain. Where there are none, or where the
    winner takes all, the game is zero-sum (``others_gain`` is False).

    ``make_game("holdem", payouts=..., ...)`` makes one; docs/prizes.md has it.

    Args:
        chips: the same spot in chips.
        params: every parameter with its value; ``sizes_at`` only where it is given.
        rules: the rules, with a tournament.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("holdem", stack=(100, 60), payouts=(50, 30, 20), others=(200,))
    >>> game.money, game.facts()
    ('prize money', ['pot 50', 'stacks 100 / 60', 'prizes 50 / 30 / 20', '1 other player'])
    """

    title = "Hold'em spot for prizes"
    is_spot = False
    money = "prize money"

    def __init__(self, chips: HoldemGame, params: dict[str, Any], rules: PokerRules) -> None:
        super().__init__(params, rules, chips.ranges, chips.whole_ranges)
        self.about = f"{'Two' if rules.num_players == 2 else 'Three'} ranges on a turn or a river, in a tournament."
        self.starting_pot = None  # type: ignore[assignment]
        self.prize_pool = float(sum(params["payouts"]))
        self.others_gain = rules.tournament is not None and not rules.tournament.is_zero_sum
        self.size = chips.size

    def facts(self) -> list[str]:
        tournament, own = self.rules.tournament, self.params["stack"]
        assert tournament is not None
        stacks = " / ".join(map(chips_text, own if isinstance(own, tuple) else (own,) * self.num_players))
        prizes = " / ".join(map(chips_text, tournament.payouts))
        count = len(tournament.others)
        elsewhere = [f"{count} other player{'s' * (count > 1)}"] if count else []
        return [f"pot {chips_text(self.params['pot'])}", f"stacks {stacks}", f"prizes {prizes}", *elsewhere]

    def on_board(self, board: str) -> HoldemGame:
        """The same spot on another board, made anew."""
        return make_spot(**self.params | {"board": board})


PRIZE_ARGS = """
    payouts: the prizes of a tournament, the first place's first: payoffs are prize money. On a turn or a river, without
        rake; ``stack`` may be one number each. Without them payoffs are net chips.
    others: with ``payouts``, the chips of the tournament's other players.
    prize_model: with ``payouts``: ``"icm"``, ``"proportional"`` or ``"winner_takes_all"``.
"""
PRIZE_DEFAULTS: dict[str, tuple[Any, str]] = {
    "payouts": ((), "Sequence[float] | Floats"),
    "others": ((), "Sequence[float] | Floats"),
    "prize_model": ("icm", "str"),
}


def make_spot(*given: Any, **options: Any) -> HoldemGame:
    """Filled in below: ``make_holdem``'s docstring, with the arguments of prizes."""
    check_keywords("holdem", options, SIGNATURE.parameters)
    bound = SIGNATURE.bind(*given, **options)
    bound.apply_defaults()
    params = bound.arguments
    payouts, others, prize_model = (params.pop(name) for name in PRIZE_DEFAULTS)
    if is_empty(payouts):
        for name, value in (("others", others), ("prize_model", prize_model)):
            if not is_empty(value) and value != PRIZE_DEFAULTS[name][0]:
                raise ValueError(f"{name}={brief(value)}: only with payouts; without them payoffs are chips")
        return make_holdem(**params)
    stack, ranges = params["stack"], params["ranges"]
    players = 3 if not isinstance(ranges, str) and isinstance(ranges, Sequence) and len(ranges) == 3 else 2
    cut = check_stacks(stack, players, each=True)
    chips = make_holdem(**params | {"stack": stack if players == 3 else min(cut)})
    if len(chips.rules.board) == 3:
        raise ValueError("payouts: must be empty with a flop; prizes are for turns and rivers")
    if chips.rules.rake_rate:
        rate = f"rake_rate={chips.rules.rake_rate:g}"
        raise ValueError(f"{rate}: must be 0 with payouts; no pot of a tournament pays a rake")
    behind = tuple(map(python_number, stack)) if isinstance(stack, Sequence) else (python_number(stack),) * players
    held = tuple([chips.starting_pot / players + float(own) for own in behind])
    tournament = make_tournament(payouts, held, others, prize_model)
    lists = {"payouts": tournament.payouts, "others": tournament.others}
    prizes = {name: tuple(map(python_number, own)) for name, own in lists.items()} | {"prize_model": prize_model}
    shown = {"stack": behind if isinstance(stack, Sequence) else behind[0]}
    rules = replace(chips.rules, tournament=tournament)
    rules.__dict__["amounts"] = chips.rules.amounts  # found already: prizes change no bet
    return PrizeSpot(chips, chips.params | shown | prizes, rules)


def prize_signature() -> inspect.Signature:
    """``make_holdem``'s signature with the parameters of prizes."""
    own = inspect.signature(make_holdem)
    more = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)
        for name, (default, kind) in PRIZE_DEFAULTS.items()
    ]
    return own.replace(parameters=[*own.parameters.values(), *more])


SIGNATURE = prize_signature()
make_spot.__signature__ = SIGNATURE  # type: ignore[attr-defined]
make_spot.__doc__ = inspect.cleandoc(make_holdem.__doc__ or "") + PRIZE_ARGS
