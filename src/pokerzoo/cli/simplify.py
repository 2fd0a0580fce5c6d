"""``pokerzoo simplify``: bet sizes that a hold'em spot can do without, and what its players lose without them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.games.spot_presets import Settings
from pokerzoo.envs.poker.street_sizes import STREETS

from . import completion
from .compiling import compile_ahead
from .declarations import flag, option
from .game_facts import game_lines
from .options import Json
from .output import (
    WHOLE_TABLE,
    console,
    distance_text,
    file_text,
    is_terminal_error,
    new_table,
    print_facts,
    print_json,
    print_table,
    signed_chips,
)
from .progress import Monitor
from .solve import PRECISIONS
from .spot import FILE, SOLVER, SOLVING, SPOT, THREE, Flag, make_spot, with_flags
from .train import check_target

if TYPE_CHECKING:
    from pokerzoo.evaluation import Simplification
    from pokerzoo.evaluation.spots.simplification import SolvedSpot

LIMIT = "0.2%"
DEFAULT_ITERATIONS = 10_000
"""Default limits: of what may be lost, and of each solve."""

OWN = {
    "until": Flag(str, "X", "Solve to this exploitability, in the units of --limit (a quarter of --limit).", SOLVING),
    "iterations": Flag(int, "N", f"The most iterations of each solve ({DEFAULT_ITERATIONS:,}).", SOLVING),
    "threads": SOLVER["threads"],
    "out": Flag(str, "FILE", "Write the average strategy of the spot with fewer sizes here; an old FILE is replaced.", FILE),
    "precision": SOLVER["precision"],
}
"""Options on how it is solved."""
LESS = "What may go"
"""Heading of the options on that."""

EXAMPLES = (
    "pokerzoo simplify --bet '33%,50%,75%,a' --raise '50%,a'",
    "pokerzoo simplify --board Td9d6h2c --oop 22+,AKs --ip 22+,AK --bet 33%,75% --limit 0.5%",
    "pokerzoo simplify --config spot.toml --streets flop --out simple.npz",
    "pokerzoo simplify --bet 50%,60% --merging-threshold 0 --json",
)


class Steps:
    """Bars on stderr, one for each solve; called as ``watch`` of ``simplify``."""

    def __init__(self, iterations: int, show: bool) -> None:
        self.iterations, self.show = iterations, show
        self.inside = ExitStack()

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *raised: object) -> None:
        self.inside.close()

    def __call__(self, what: str) -> Monitor:
        """A new bar, in place of the one before."""
        self.inside.close()
        return self.inside.enter_context(Monitor(self.iterations, None, self.show, what))


@with_flags(SPOT, OWN)
def simplify(
    settings: Settings,
    limit: Annotated[
        str, option("X", "What each player may lose: 0.2% (of the starting pot) or 0.05 (chips a hand).", LESS)
    ] = LIMIT,
    streets: Annotated[
        str | None,
        option(
            "STREETS",
            "Streets whose sizes may go, as flop,turn (all; on a flop all but the river).",
            LESS,
            complete=completion.some_of(*STREETS),
        ),
    ] = None,
    as_json: Json = False,
    quiet: Annotated[bool, flag("--quiet", "No progress and no summary.")] = False,
) -> None:
    """Take bet sizes out of a hold'em spot that hardly matter, and tell what each player loses.

    The spot is solved, and its sizes are ranked by what is lost without them. It is solved again with one player's sizes taken
    out: if that player then loses more than --limit, fewer sizes go. Last it is solved with the sizes that are left. --out
    keeps this strategy. Each solve takes as long as 'pokerzoo solve'; there are four or more. Options and files that say
    which spot are as in 'pokerzoo solve'; defaults are in round brackets.
    """
    from pokerzoo.envs.support.parameters import check_choice
    from pokerzoo.evaluation import simplify as simplified

    foreign = [name for name in settings if name not in SPOT | THREE | OWN]
    if foreign:
        raise ValueError(f"{foreign[0]}: 'pokerzoo simplify' does not take it; it solves by dcfr, without locks")
    iterations, out = settings.get("iterations", DEFAULT_ITERATIONS), settings.get("out")
    precision = settings.get("precision", "full")
    check_choice("precision", precision, PRECISIONS)
    target = None if out is None else check_target(Path(out))
    game = make_spot(settings)
    compile_ahead(game, "auto", quiet=quiet)
    with Steps(iterations, is_terminal_error() and not quiet) as steps:
        found = simplified(
            game, limit, until=settings.get("until"), iterations=iterations, threads=settings.get("threads"),
            streets=None if streets is None else tuple(street.strip() for street in streets.split(",")), watch=steps,
        )  # fmt: skip
    if target is not None:
        found.policy.save(target, precision)
    if as_json:
        print_json(found.to_dict() | {"file": out})
    elif not quiet:
        print_simplification(found, out)


def print_simplification(found: Simplification, file: str | None) -> None:
    """The sizes with their losses, and the spot before and after."""
    out = console()
    table = new_table(["line", "player", "action", "made", "lost, % of pot", "taken out"], left=3)
    for size in found.sizes[:WHOLE_TABLE]:
        made, percent = f"{size.probability:.2%}", distance_text(size.lost_pot_percent)
        table.add_row(size.line, size.player, size.action, made, percent, "yes" if size.removed else "")
    more = f" (the first {WHOLE_TABLE} of {len(found.sizes):,}; --json has all)" if len(found.sizes) > WHOLE_TABLE else ""
    print_table(out, f"Bet sizes, those first that cost least{more}", table)
    facts: dict[str, str | list[str]] = {"spot": game_lines(found.game), "method": "dcfr"}
    facts["taken out"] = f"{len(found.removed_lines)} of {len(found.sizes)} sizes"
    for name, lost in zip(found.game.player_names, found.lost_chips, strict=True):
        facts[f"{name} loses"] = loss_text(found, lost)
    facts["before"], facts["after"] = solved_text(found.before), solved_text(found.after)
    if found.removed_lines:
        facts["as options"] = " ".join(f"--remove {line}" for line in found.removed_lines)
    facts["file"] = file_text(file)
    print_facts(out, facts)


def loss_text(found: Simplification, chips: float) -> str:
    """Loss of a player who alone has fewer sizes; solves that stop early cannot tell small ones from none."""
    percent, error = 100 * chips / found.game.starting_pot, 2 * found.before.exploitability_pot_percent
    if percent <= error:
        return f"less than {distance_text(error)}% of the pot, the accuracy of the solves"
    return f"{chips:.6f} chips ({distance_text(percent)}% of the pot) if it alone has fewer sizes"


def solved_text(spot: SolvedSpot) -> str:
    """A spot that was solved, in a line."""
    far = distance_text(spot.exploitability_pot_percent)
    expected = " and ".join(signed_chips(chips) for chips in spot.expected_net_chips)
    return (
        f"{spot.probabilities:,} probabilities, {spot.iterations:,} iterations, "
        f"exploitability {far}% of the pot, net chips {expected}"
    )
