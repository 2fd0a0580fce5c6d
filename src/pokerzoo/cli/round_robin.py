"""``pokerzoo round-robin``: every policy and baseline against every other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.errors import InputError

from . import completion
from .declarations import argument, flag, option
from .game_facts import game_lines
from .options import BASELINE_NAMES, GameOption, Json, Params, drawn_seed, load_players, parse_game
from .output import check_picture, console, print_facts, print_json, print_table, print_text, write_picture
from .progress import CountBar

if TYPE_CHECKING:
    from pokerzoo.evaluation import CrossTable

EXAMPLES = (
    "pokerzoo round-robin kuhn.npz random honest always_call",
    "pokerzoo round-robin random honest always_raise --game leduc --played --hands 100000 --seed 1",
    "pokerzoo round-robin kuhn.npz random honest --picture table.png",
)


def round_robin(
    players: Annotated[
        list[str],
        argument(
            "PLAYER",
            f"Two or more players: policy files, baselines ({BASELINE_NAMES}), or best_response:FILE.",
            completion.policy_files,
        ),
    ],
    hands: Annotated[int, option("N", "Hands for each pair that is played.", min=1)] = 10_000,
    seed: Annotated[int | None, option("N", "Seed of cards and choices; drawn and told if not given.", min=0)] = None,
    game: GameOption = None,
    param: Params = None,
    played: Annotated[bool, flag("--played", "Play all pairs, even if their exact mean can be computed.")] = False,
    picture: Annotated[str | None, option("FILE", "Draw the cross table (.png, .svg, .pdf).")] = None,
    as_json: Json = False,
) -> None:
    """Play each player against each other in a two-player game, and rate them.

    The cross table has chips a hand of the row's player against the column's, over both seats. An entry is exact if the
    game is small enough, and otherwise played, with a 95% interval. The Nash average is a player's result against the
    equilibrium of the table; copies of a player do not change it. Elo counts hands won, not chips.
    """
    from pokerzoo.evaluation import round_robin as play_all

    if len(set(players)) < len(players):
        raise InputError(f"{' '.join(players)}: the same player twice")
    if picture is not None:
        from pokerzoo.evaluation.pictures.pictures import MAX_NAMES

        check_picture(Path(picture))
        if len(players) > MAX_NAMES:
            raise InputError(f"--picture: {len(players)} players, more than the {MAX_NAMES} that can be read")
    rules, seated = load_players(players, parse_game(game, param))
    agents = {name: player.agent() for name, player in zip(players, seated, strict=True)}
    seed = drawn_seed(seed)
    with CountBar("playing", "pairs") as progress:
        table = play_all(rules, agents, hands, seed, exact=not played, progress=progress.update)
    if as_json:
        about = {"game": table.game.name, "parameters": table.game.params, "seed": seed, "picture": picture}
        print_json(about | table.to_dict())
    else:
        print_result(table, seed, picture)
    if picture is not None:
        draw_table(table, picture)


def draw_table(table: CrossTable, picture: str) -> None:
    """Write the picture."""
    import numpy as np

    from pokerzoo.evaluation.pictures.pictures import cross_table_picture, noise_of

    intervals = None if table.exact.all() else np.stack([table.low, table.high], axis=-1)
    write_picture(cross_table_picture(table.names, table.chips, intervals, noise_of(table.game)), picture)


def print_result(table: CrossTable, seed: int, picture: str | None) -> None:
    """The cross table, and the ratings."""
    out = console()
    how = "exact" if table.exact.all() else f"{table.hands:,} hands a pair that was played, seed {seed}"
    print_facts(out, {"game": game_lines(table.game), "means": how})
    out.print()
    print_table(out, table.to_table())
    print_table(out, table.ratings())
    if picture is not None:
        print_text(out, f"picture: {picture}")
