"""``pokerzoo evaluate`` of a blueprint: winnings of local best response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerzoo.envs.support.records import Mbb, Record
from pokerzoo.evaluation.measures.intervals import Interval

from .game_facts import game_lines
from .options import drawn_seed
from .output import console, print_facts, print_json
from .progress import CountBar

LBR_HANDS = 1000
"""Hands that are played where no number is given."""


@dataclass(frozen=True, kw_only=True)
class WholeHandsEvaluation(Record):
    """Winnings of local best response against an agent for whole hands.

    Attributes:
        file: the file.
        game: name of the game.
        parameters: its parameters.
        hands: hands played.
        seed: of these hands.
        actions: what LBR may do; null: the game's actions.
        first_street: LBR checks and calls before this street.
        wins_mbb: what LBR wins a hand over both seats, luck taken off; null without a big blind or ante.
        interval_mbb: its 95% interval.
        error_ratio: what is left of the standard error with luck taken off; null where all hands ended alike.
    """

    file: str
    game: str
    parameters: dict[str, Any]
    hands: int
    seed: int
    actions: str | None
    first_street: str
    wins_mbb: Mbb | None
    interval_mbb: Interval | None
    error_ratio: float | None


def evaluate_blueprint(
    file: str, lbr: int | None, seed: int | None, actions: str | None, first_street: str | None, as_json: bool
) -> None:
    """Play LBR against a blueprint and print what it wins."""
    from pokerzoo.agents.blueprint import BlueprintPolicy
    from pokerzoo.evaluation import local_best_response

    policy = BlueprintPolicy.load(file)
    hands, first = lbr or LBR_HANDS, first_street or "preflop"
    game = policy.game
    with CountBar("playing", "hands") as bar:
        found = local_best_response(
            game, policy, hands, drawn_seed(seed), bar.update, actions=actions, first_street=first, aivat=True
        )
    ends = [game.stakes.mbb(end) for end in found.mean_interval]
    interval = None if ends[0] is None or ends[1] is None else Interval(ends[0], ends[1])
    result = WholeHandsEvaluation(
        file=file, game=game.name, parameters=game.params, hands=found.hands, seed=found.seed, actions=actions,
        first_street=first, wins_mbb=found.mean_mbb, interval_mbb=interval, error_ratio=found.error_ratio,
    )  # fmt: skip
    if as_json:
        print_json(result)
        return
    told = "the game's actions" if actions is None else actions
    facts = {
        "file": file,
        "game": game_lines(game),
        "LBR": f"{told}, from the {first} on; {found.hands:,} hands, seed {found.seed}".replace(
            "the preflop", "before the flop"
        ),
    }
    if interval is not None:
        facts["LBR wins"] = f"{found.mean_mbb:,.0f} mbb a hand, 95% interval {interval[0]:,.0f} to {interval[1]:,.0f}"
    facts["exploitability"] = "not known: a lower bound is all that can be found for whole hands"
    print_facts(console(), facts)
