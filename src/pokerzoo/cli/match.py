"""``pokerzoo match``: policies and baselines against each other, in all seats or each against each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError

from .command import PATH, command, option, refuse
from .options import BASELINE_NAMES, drawn_seed, load_players, parse_game
from .output import Facts, Result, check_picture, say, write_picture
from .progress import Status, interrupts

if TYPE_CHECKING:
    from pokerzoo.agents.policies.players import Player
    from pokerzoo.envs import Game
    from pokerzoo.evaluation import MatchResult

INTERRUPTED = 130
DEFAULT_HANDS = 10_000
THE_MATCH, ALL = "The match", "Each against each"
EXAMPLES = (
    "pokerzoo match kuhn.npz random",
    "pokerzoo match kuhn.npz best_response:kuhn.npz --hands 100000 --seed 1",
    "pokerzoo match honest always_raise --game leduc",
    "pokerzoo match random always_call honest --game kuhn --param num_players=3",
    "pokerzoo match kuhn.npz honest --until-width 0.01 --aivat",
    "pokerzoo match tight loose equity --game texas_holdem --param num_players=3 --hands 100000",
    "pokerzoo match kuhn.npz random honest --round-robin --picture table.png",
)


@command(EXAMPLES, any_game=True)
@click.argument(
    "players", metavar="PLAYER...", nargs=-1, required=True, type=PATH,
    help=f"A player for each seat: a policy file, a baseline ({BASELINE_NAMES}), or best_response:FILE.",
)  # fmt: skip
@option(
    "--hands", metavar="N",
    heading=THE_MATCH, help="Most hands to play, of a round robin for each pair. Without it and --until-width 10,000.",
)  # fmt: skip
@option(
    "--until-width", metavar="X", type=float,
    heading=THE_MATCH, help="Stop when no interval is wider than X chips. The intervals are valid then too.",
)  # fmt: skip
@option("--seed", heading=THE_MATCH, help="Seed of cards and choices; drawn and reported if not given.")
@option("--game")
@option("--param")
@option(
    "--duplicate/--no-duplicate", default=True, heading=THE_MATCH,
    help="Deal each deal once for each seating, or a new deal each hand.",
)  # fmt: skip
@option(
    "--aivat", is_flag=True, heading=THE_MATCH, help="Reduce the luck by AIVAT, which knows the policies (games with a tree)."
)
@option("--log", heading=THE_MATCH)
@option(
    "--round-robin", is_flag=True, heading=ALL, help="Two-player games: play each player against each other, and rate them."
)
@option("--played", is_flag=True, heading=ALL, help="Play all pairs, even if their exact mean can be computed.")
@option("--picture", heading=ALL, help="Draw the cross table (.png, .svg, .pdf).")
def match(
    players: tuple[str, ...], hands: int | None, until_width: float | None, seed: int | None, game: str | None,
    param: tuple[str, ...], duplicate: bool, aivat: bool, log: str | None, round_robin: bool, played: bool,
    picture: str | None,
) -> Result:  # fmt: skip
    """Play policies and baselines against each other, each in every seat.

    Prints what each player won a hand, with a 95% confidence interval. If the game is small enough, the exact expectation
    is beside it. Intervals are Student's t if the number of hands was fixed beforehand. With --until-width they are of a
    confidence sequence, which is valid whenever the match stops.

    With --round-robin the cross table has chips a hand of the row's player against the column's, over both seats. An entry is
    exact if the game is small enough, and otherwise played, with a 95% interval. The Nash average is a player's result
    against the equilibrium of the table; copies of a player do not change it. Elo counts hands won, not chips.

    Ctrl-C stops the match and keeps the hands played: their result and --log are written, and the exit code is 130.
    """
    if round_robin:
        refuse(("--until-width", "--no-duplicate", "--aivat", "--log"), "cannot be combined with --round-robin")
        check_table(players, picture)
    else:
        refuse(("--played", "--picture"), "needs --round-robin")
    rules, seated = load_players(players, parse_game(game, param))
    seed = drawn_seed(seed)
    if round_robin:
        return table_result(rules, dict(zip(players, seated, strict=True)), hands or DEFAULT_HANDS, seed, played, picture)
    from pokerzoo.evaluation import head_to_head

    if len(players) != rules.num_players:
        raise InputError(f"PLAYER: {game_text(rules)} is for {rules.num_players} players; {len(players)} given")
    if hands is None and until_width is None:
        hands = DEFAULT_HANDS
    with Status("playing", left=True) as status, interrupts() as interrupt:
        result = head_to_head(
            rules, [player.agent() for player in seated], hands, seed, duplicate, status.count("hands", hands),
            until_width=until_width, aivat=aivat, log=log, stop=lambda: interrupt.seen,
        )  # fmt: skip
    stopped = result.stopped_by == "interrupt"
    if stopped:
        say(f"interrupted after {result.hands:,} hands" + ("" if log is None else f"; they are in {log}"))
    about = {"game": rules.name, "parameters": rules.params, "seed": seed, "duplicate": duplicate, "log": log}
    parts = match_parts(rules, result, seed, duplicate, until_width)
    return Result(about | result.to_dict(), parts, INTERRUPTED if stopped else 0)


def match_parts(game: Game, result: MatchResult, seed: int, duplicate: bool, until_width: float | None) -> Iterator[Any]:
    """How it was played, and what each player won."""
    deals = f"{result.deals:,} deals, each dealt in every seat" if duplicate else f"{result.deals:,} deals"
    facts: Facts = {"game": game_lines(game), "hands": f"{result.hands:,} ({deals})", "seed": str(seed)}
    if result.interval_kind != "t":
        facts["intervals"] = f"{result.interval_kind}, {why_not_t(result, until_width)}"
    if result.chips is not None:
        left, before = result.standard_error[0], result.chips.standard_error[0]
        less = "no luck is left" if left <= 1e-6 * before else f"variance {(before / left) ** 2:.3g} times smaller"
        won = f"{result.chips.chips_per_hand[0]:+.4f} (std. error {result.chips.standard_error[0]:.4f})"
        facts["AIVAT"] = f"{less}; by the chips {result.names[0]} won {won}"
    yield from (facts, "", result.to_table(), "")


def why_not_t(result: MatchResult, until_width: float | None) -> str:
    """Note on intervals that are not Student's."""
    if until_width is not None and result.stopped_by == "hands":
        return "not yet as narrow as asked for"
    few = "allowing for deals that have not come yet" if result.interval_kind == "all alike" else "since deals are so few"
    return {"width": "as narrow as asked for", "interrupt": "since the match was interrupted"}.get(result.stopped_by, few)


def check_table(players: tuple[str, ...], picture: str | None) -> None:
    """InputError for a player who is there twice, or a picture that cannot be drawn."""
    if len(set(players)) < len(players):
        raise InputError(f"{' '.join(players)}: the same player twice")
    if picture is not None:
        from pokerzoo.evaluation.pictures.pictures import MAX_NAMES

        check_picture(picture)
        if len(players) > MAX_NAMES:
            raise InputError(f"--picture: {len(players)} players, more than the {MAX_NAMES} that can be read")


def table_result(game: Game, players: dict[str, Player], hands: int, seed: int, played: bool, picture: str | None) -> Result:
    """Each player against each other."""
    from pokerzoo.evaluation import round_robin

    agents = {name: player.agent() for name, player in players.items()}
    with Status("playing", left=True) as status:
        table = round_robin(game, agents, hands, seed, exact=not played, progress=status.count("pairs"))
    if picture is not None:
        from pokerzoo.evaluation.pictures import cross_table_picture

        write_picture(cross_table_picture(table), picture)
    about = {"game": table.game.name, "parameters": table.game.params, "seed": seed, "picture": picture}
    how = "exact" if table.exact.all() else f"{table.hands:,} hands a pair that was played, seed {seed}"
    parts: list[Any] = [{"game": game_lines(table.game), "means": how}, "", table.to_table(), "", table.ratings(), ""]
    return Result(about | table.to_dict(), parts + ([] if picture is None else [f"picture: {picture}"]))
