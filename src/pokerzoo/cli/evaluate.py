"""``pokerzoo evaluate``: a policy's values, and how far it is from an equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.game_words import game_lines

from .command import command, option, refuse
from .options import drawn_seed, load_policy, policy_file
from .output import Facts, Result
from .progress import Status
from .run_summary import measured_parts

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs.measurement import Measurement
    from pokerzoo.evaluation import Leak, Leaks
    from pokerzoo.evaluation.measures.leak_values import Grouping

EXAMPLES = (
    "pokerzoo evaluate kuhn.npz",
    "pokerzoo evaluate kuhn.npz --leaks 5",
    "pokerzoo evaluate blueprint.npz --lbr 2000 --lbr-actions pot_all_in --lbr-from turn",
    "pokerzoo evaluate kuhn.npz --json",
)
LEAK_LISTS: dict[str, Grouping] = {"infosets": "infoset", "hand_classes": "hand_class", "lines": "line"}
"""Keys of ``leaks`` in ``--json``, and what a row of each is."""
LBR = "Local best response to a blueprint of whole hands"


@command(EXAMPLES, any_game=True)
@policy_file
@option("--leaks", metavar="N", help="List the N decisions that cost most, and the N lines.")
@option("--lbr", metavar="N", type=click.IntRange(min=4), heading=LBR, help="Hands to play (1000).")
@option("--seed", heading=LBR, help="Seed of these hands; drawn if not given.")
@option(
    "--lbr-actions", metavar="ACTIONS", heading=LBR,
    help="Actions that it considers: fold_call, pot_all_in, 56_bets, or sizes such as 50%,100%,a. Without it the game's.",
)  # fmt: skip
@option("--lbr-from", type=click.Choice(("flop", "turn", "river")), heading=LBR, help="It checks and calls before this street.")
def evaluate(
    file: str, leaks: int | None, lbr: int | None, seed: int | None, lbr_actions: str | None, lbr_from: str | None
) -> Result:
    """Measure how far a policy file is from an equilibrium, exactly.

    Prints what each player expects, what a best response would win, and the difference: the gain. NashConv is the sum of
    the gains, and exploitability is NashConv / number of players, both in chips a hand. mbb are thousandths of the big
    blind, or of the ante in games without a blind. In hold'em spots chips are net chips, the pot share is net chips plus
    the player's part of the starting pot (a half or a third), and gains are in percent of that pot too. In bet_fold a player's
    gain is the best-response gain.
    --leaks shows what each decision costs the player who makes it. These costs add up to NashConv.
    Of a blueprint for whole hands (texas_holdem) it shows what local best response wins, a lower bound.
    """
    from pokerzoo.agents.blueprint.blueprint_file import is_blueprint_file

    if is_blueprint_file(file):
        refuse(["--leaks"], "not for a blueprint of whole hands")
        return whole_hands_result(file, lbr or 1000, drawn_seed(seed), lbr_actions, lbr_from or "preflop")
    refuse(
        ("--lbr", "--seed", "--lbr-actions", "--lbr-from"),
        "for a blueprint of whole hands only; other policies are measured exactly",
    )
    from pokerzoo.evaluation import leaks as all_leaks
    from pokerzoo.evaluation import measure

    policy = load_policy(file)
    game = policy.game
    lost = None if leaks is None else all_leaks(game, policy)
    measured = lost.measurement if lost is not None and not policy.locked else measure(game, policy)
    record = {
        "file": file,
        "game": game.name,
        "parameters": game.params,
        "locked_infosets": len(policy.locked),
        "players": measured.players,
        "leaks": None if lost is None else leak_lists(lost, leaks),
    }
    return Result(record | measured.to_dict(), parts_of(file, policy, measured, lost, leaks))


def leak_lists(lost: Leaks, top: int | None) -> dict[str, list[Leak] | None]:
    """The largest leaks by each grouping; null where the game has none such."""
    return {name: [*lost.ranked(top, each)] if each in lost.choices else None for name, each in LEAK_LISTS.items()}


def parts_of(file: str, policy: TabularPolicy, measured: Measurement, lost: Leaks | None, top: int | None) -> Iterator[Any]:
    """The players' values and gains, their sum, and leaks."""
    game = policy.game
    yield from ({"file": file, "game": game_lines(game)}, "")
    yield from measured_parts(measured, len(policy.locked), measured.exploitability_with_locks_broken)
    if lost is None or top is None:
        return
    yield "Leaks are as if the locks might be broken.\n" if policy.locked else ""
    if not lost.ranked(1):
        yield "No leaks: no decision costs anything"
        return
    titles = {"hand_class": "Leaks by hand class", "infoset": "Leaks by infoset"}
    from pokerzoo.envs.poker.game import PokerGame

    yield from (replace(lost.to_table(top, lost.readable), caption=titles[lost.readable]), "")
    if isinstance(game, PokerGame):
        caption = "Leaks by line, all hands" + (" and cards" if len(game.rules.betting.rounds) > 1 else "")
        yield from (replace(lost.to_table(top, "line"), caption=caption), "")


def whole_hands_result(file: str, hands: int, seed: int, actions: str | None, first: str) -> Result:
    """What local best response wins from a blueprint."""
    from pokerzoo.agents.blueprint import BlueprintPolicy
    from pokerzoo.evaluation import local_best_response
    from pokerzoo.evaluation.measures.intervals import Interval

    policy = BlueprintPolicy.load(file)
    game = policy.game
    with Status("playing", left=True) as status:
        won = local_best_response(
            game, policy, hands, seed, status.count("hands"), actions=actions, first_street=first, aivat=True
        )  # fmt: skip
    low, high = (game.stakes.mbb(end) for end in won.mean_interval)
    interval = None if low is None or high is None else Interval(low, high)
    record = {"file": file, "game": game.name, "parameters": game.params, "actions": actions, "first_street": first}
    looked = "the game's actions" if actions is None else actions
    start = "before the flop" if first == "preflop" else f"from the {first}"
    facts: Facts = {
        "file": file,
        "game": game_lines(game),
        "LBR": f"{looked}, {start} on; {won.hands:,} hands, seed {won.seed}",
    }
    if interval is not None:
        facts["LBR wins"] = f"{won.mean_mbb:,.0f} mbb a hand, 95% interval {interval[0]:,.0f} to {interval[1]:,.0f}"
    facts["exploitability"] = "not known: a lower bound is all that can be computed for whole hands"
    return Result(record | won.to_dict(), [facts])
