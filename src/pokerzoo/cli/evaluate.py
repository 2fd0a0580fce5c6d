"""``pokerzoo evaluate``: what a policy is worth, and how far it is from an equilibrium."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.errors import InputError, ParameterError

from . import completion
from .declarations import option
from .game_facts import game_lines
from .options import Json, PolicyFile, load_policy
from .output import console, print_facts, print_json, print_table, print_text, with_mbb

if TYPE_CHECKING:
    from rich.console import Console

    from pokerzoo.envs.measurement import Measurement
    from pokerzoo.evaluation import Leaks

EXAMPLES = (
    "pokerzoo evaluate kuhn.npz",
    "pokerzoo evaluate kuhn.npz --leaks 5",
    "pokerzoo evaluate blueprint.npz --lbr 2000 --lbr-actions pot_all_in --lbr-from turn",
    "pokerzoo evaluate kuhn.npz --json",
)
LEAK_LISTS = ("infosets", "hand_classes", "lines")
"""Keys of ``Leaks.to_dict`` that ``--json`` has."""


def evaluate(
    file: PolicyFile,
    leaks: Annotated[int | None, option("N", "List the N decisions that cost most, and the N lines.", min=1)] = None,
    lbr: Annotated[
        int | None, option("N", "Let local best response (LBR) play N whole hands against a blueprint (1000).", min=4)
    ] = None,
    seed: Annotated[int | None, option("N", "Seed of the hands that LBR plays; drawn if not given.", min=0)] = None,
    lbr_actions: Annotated[
        str | None,
        option(
            "ACTIONS",
            "Let LBR look at these actions in whole hands: fold_call, pot_all_in, 56_bets, or sizes such as 50%,100%,a.",
            complete=completion.one_of("fold_call", "pot_all_in", "56_bets"),
        ),
    ] = None,
    lbr_from: Annotated[
        str | None,
        option(
            "STREET",
            "Let LBR check and call in whole hands before this street: flop, turn or river.",
            complete=completion.one_of("flop", "turn", "river"),
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell how far a policy file is from an equilibrium, exactly.

    Prints what each player expects, what a best response would win, and the difference: the gain. NashConv is the sum of
    the gains, and exploitability is NashConv / number of players, both in chips a hand. mbb are thousandths of the big
    blind, or of the ante in games without a blind. In hold'em spots chips are net chips, the pot share is net chips plus
    the player's part of the starting pot (a half or a third), and gains are in percent of that pot too. In bet_fold a player's
    gain is the best-response gain.
    --leaks tells what each decision costs the player who makes it. These costs add up to NashConv.
    Of a blueprint for whole hands (texas_holdem) it tells what local best response wins: 1,000 hands, or as --lbr says.
    """
    from pokerzoo.agents.blueprint.blueprint_file import is_blueprint_file

    if is_blueprint_file(file):
        if leaks is not None:
            raise InputError("--leaks: not for a blueprint of whole hands")
        from .evaluate_whole_hands import evaluate_blueprint

        evaluate_blueprint(file, lbr, seed, lbr_actions, lbr_from, as_json)
        return
    for name, given in (("--lbr", lbr), ("--seed", seed), ("--lbr-actions", lbr_actions), ("--lbr-from", lbr_from)):
        if given is not None:
            raise ParameterError(name, problem="for a blueprint of whole hands only; other policies are measured exactly")

    policy = load_policy(file)
    game = policy.game
    lost = None
    if leaks is not None:
        from pokerzoo.evaluation import leaks as all_leaks

        lost = all_leaks(game, policy)
    from pokerzoo.evaluation import measure

    locked = len(policy.locked)
    found = lost.measurement if lost is not None and not locked else measure(game, policy)
    if as_json:
        print_json(
            {
                "file": file,
                "game": game.name,
                "parameters": game.params,
                **measured_facts(found),
                "method": found.method,
                "locked_infosets": locked,
                "exploitability_with_locks_broken_chips": found.exploitability_with_locks_broken,
                "players": found.players,
                "leaks": None if lost is None else {key: lost.to_dict(leaks)[key] for key in LEAK_LISTS},
            }
        )
        return
    out = console()
    print_facts(out, {"file": file, "game": game_lines(game)})
    out.print()
    print_table(out, replace(found.to_table(), caption="Expected chips a hand", notes=()))
    kept = f", {locked:,} locked infoset{'s'[: locked != 1]} kept" if locked else ""
    exact = f"{with_mbb(game, found.exploitability)} (exact{kept})"
    facts = {"NashConv": with_mbb(game, found.nash_conv), "exploitability": exact}
    if found.locks_broken is not None:
        amount = with_mbb(game, found.locks_broken.exploitability)
        facts["locks broken"] = f"{amount} (best responses that need not keep to them)"
        if lost is not None:
            facts["leaks"] = "as if the locks might be broken"
    print_facts(out, facts)
    if lost is not None and leaks is not None:
        print_leaks(out, lost, leaks)


def measured_facts(found: Measurement) -> dict[str, float | None]:
    """Numbers of a measurement that this command prints, but for the players' own."""
    return {
        "exploitability_chips": found.exploitability,
        "exploitability_mbb": found.exploitability_mbb,
        "exploitability_pot_percent": found.exploitability_pot_percent,
        "nash_conv_chips": found.nash_conv,
    }


def print_leaks(out: Console, lost: Leaks, top: int) -> None:
    """The decisions that cost most and, in poker, the lines."""
    out.print()
    if not lost.ranked(1):
        print_text(out, "No leaks: no decision costs anything")
        return
    titles = {"hand_class": "Leaks by hand class", "infoset": "Leaks by infoset"}
    shown = {lost.readable: titles[lost.readable]}
    from pokerzoo.envs.poker.game import PokerGame

    if isinstance(lost.game, PokerGame):
        shown["line"] = "Leaks by line, all hands" + (" and cards" if len(lost.game.rules.betting.rounds) > 1 else "")
    for each, title in shown.items():
        print_table(out, replace(lost.to_table(top, each), caption=title))
