"""``pokerzoo show``: the strategy in a policy file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import Json, PolicyFile
from .output import console, game_text, print_facts, print_json, print_strategy

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs import Game
    from pokerzoo.envs.infosets import Infoset

EXAMPLES = (
    "pokerzoo show kuhn.npz",
    "pokerzoo show leduc.npz --infoset 'Qs|xx/Kh|'",
    "pokerzoo show leduc.npz --infoset Ks --player 0 --json",
    "pokerzoo show spot.npz --at b25 --player ip",
)


def show(
    file: PolicyFile,
    infoset: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Only infosets with this key, or with one that starts so."),
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="LINE", help="Hold'em: the node after this line, as b25 or b25/r100.")
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="N|oop|ip", help="Only this player's infosets, his grid in hold'em; 0 or oop is the first."),
    ] = None,
    all_rows: Annotated[bool, typer.Option("--all", help="Every row of long tables.")] = False,
    as_json: Json = False,
) -> None:
    """Show the strategy in a policy file, and how it was made.

    Of a hold'em spot it shows one node, the first if there is no --at: the range of the player to act as a grid of the
    169 kinds of hand with what he does with each, and for both ranges equity, net chips and pot share. With --infoset
    or --all it lists infosets, as for other games.
    """
    from pokerzoo.agents import TabularPolicy

    policy = TabularPolicy.load(file)
    game = policy.game
    seat = parse_seat(game, player)
    spot = getattr(game, "ranges", None) is not None
    if at is not None and not spot:
        raise ValueError(f"--at {at!r}: is for hold'em spots, not for {game}")
    if at is not None and (infoset is not None or all_rows):
        raise ValueError(f"--at {at!r}: goes neither with --infoset nor with --all")
    if spot and infoset is None and not all_rows:
        show_node(file, policy, at or "", seat, as_json)
        return
    rows = select_infosets(game, infoset, seat)
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
    print_facts(out, about(file, policy))
    out.print()
    if print_strategy(out, policy, rows, whole=all_rows or infoset is not None):
        out.print("Every row: --all. A part: --infoset with a key or the start of one, --player.", soft_wrap=True)


def about(file: str, policy: TabularPolicy) -> dict[str, str]:
    """What the file is and how it was made."""
    facts = {"file": file, "game": game_text(policy.game), "infosets": f"{len(policy.game.infosets):,}"}
    for name, value in policy.metadata.items():
        if value is not None:
            facts[name] = f"{value:,}" if type(value) is int and name != "seed" else str(value)
    return facts


def show_node(file: str, policy: TabularPolicy, line: str, seat: int | None, as_json: bool) -> None:
    """One node of a hold'em spot; ValueError if there is no such line."""
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.evaluation.reports.spot_report import SpotReport
    from pokerzoo.evaluation.reports.spot_tables import render

    game = policy.game
    assert isinstance(game, HoldemGame)
    node = SpotReport(game, policy).at(line)
    if as_json:
        found = node.to_dict()
        players = [one for number, one in enumerate(found["players"]) if seat in (None, number)]
        made = {"file": file, "game": game.name, "parameters": game.params, "metadata": policy.metadata}
        print_json(made | {"node": found | {"players": players}})
        return
    out = console()
    print_facts(out, about(file, policy))
    out.print()
    out.print(render(node, seat))
    if not line and node.tokens:
        out.print()
        out.print(f"Further on: --at {node.tokens[-1]}. The other range: --player. Every infoset: --all.", soft_wrap=True)


def parse_seat(game: Game, player: str | None) -> int | None:
    """The number of a player given as ``0``, ``1``, ``oop`` or ``ip``; ValueError if there is none such."""
    if player is None:
        return None
    names = {"oop": 0, "ip": 1} if game.num_players == 2 else {}
    seat = names.get(player.casefold(), int(player) if player.isdecimal() else -1)
    if seat not in range(game.num_players):
        raise ValueError(f"--player {player}: {game_text(game)} has players 0 to {game.num_players - 1}")
    return seat


def select_infosets(game: Game, key: str | None, player: int | None) -> list[Infoset]:
    """This player's infosets whose keys start so.

    Raises:
        ValueError: none such.
    """
    rows = list(game.infosets)
    if key is not None:
        rows = [row for row in rows if row.key.startswith(key)]
    if not rows:
        raise ValueError(f"--infoset {key!r}: no key of {game_text(game)} starts so; keys look like {game.infosets[-1].key!r}")
    rows = [row for row in rows if player in (None, row.player)]
    if not rows:
        raise ValueError(f"--infoset {key!r}: not an infoset of player {player}")
    return rows
