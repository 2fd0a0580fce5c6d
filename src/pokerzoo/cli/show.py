"""``pokerzoo show``: the strategy in a policy file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import Json, PolicyFile
from .output import console, print_facts, print_json, print_strategy

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.envs.infosets import Infoset

EXAMPLES = (
    "pokerzoo show kuhn.npz",
    "pokerzoo show leduc.npz --infoset 'Qs|xx/Kh|'",
    "pokerzoo show leduc.npz --infoset Ks --player 0 --json",
)


def show(
    file: PolicyFile,
    infoset: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Only infosets with this key, or with one that starts so."),
    ] = None,
    player: Annotated[int | None, typer.Option(metavar="N", help="Only this player's infosets; 0 is the first.")] = None,
    all_rows: Annotated[bool, typer.Option("--all", help="Every row of long tables.")] = False,
    as_json: Json = False,
) -> None:
    """Show the strategy in a policy file, and how it was made."""
    from pokerzoo.agents import TabularPolicy

    policy = TabularPolicy.load(file)
    game = policy.game
    rows = select_infosets(game, infoset, player)
    if as_json:
        print_json(
            {
                "file": file,
                "game": game.name,
                "parameters": game.params,
                "metadata": policy.metadata,
                "infosets": [{"player": row.player, "infoset": row.key, "probabilities": policy[row.key]} for row in rows],
            }
        )
        return
    out = console()
    facts = {"file": file, "game": str(game), "infosets": f"{len(game.infosets):,}"}
    facts |= {name: f"{value:,}" if type(value) is int and name != "seed" else str(value)
              for name, value in policy.metadata.items() if value is not None}  # fmt: skip
    print_facts(out, facts)
    out.print()
    if print_strategy(out, policy, rows, whole=all_rows or infoset is not None):
        out.print("Every row: --all. A part: --infoset with a key or the start of one, --player.", soft_wrap=True)


def select_infosets(game: Game, key: str | None, player: int | None) -> list[Infoset]:
    """This player's infosets whose keys start so.

    Raises:
        ValueError: no such player, or none such.
    """
    if player is not None and player not in range(game.num_players):
        raise ValueError(f"--player {player}: {game} has players 0 to {game.num_players - 1}")
    rows = list(game.infosets)
    if key is not None:
        rows = [row for row in rows if row.key.startswith(key)]
    if not rows:
        raise ValueError(f"--infoset {key!r}: no key of {game} starts so; keys look like {game.infosets.rows[-1].key!r}")
    rows = [row for row in rows if player in (None, row.player)]
    if not rows:
        raise ValueError(f"--infoset {key!r}: not an infoset of player {player}")
    return rows
