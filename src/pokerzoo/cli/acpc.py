"""``pokerzoo acpc serve`` and ``pokerzoo acpc play``: matches of whole hands between programs, over the ACPC's protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pokerzoo.envs.support.parameters import brief

from . import completion
from .declarations import argument, flag, option
from .help_pages import Commands, examples
from .names import ACPC_GAMES
from .option_names import Command
from .options import Json, drawn_seed
from .output import console, new_table, print_facts, print_json, print_table, say
from .own_games import with_imports
from .progress import CountBar

if TYPE_CHECKING:
    from pokerzoo.evaluation.acpc.acpc_dealer import AcpcMatchResult

SERVE_EXAMPLES = (
    "pokerzoo acpc serve holdem.nolimit.2p.reverse_blinds --players Ann,Bob --hands 1000 --seed 1 --log match.log",
    "pokerzoo acpc serve holdem.limit.3p --players A,B,C --port 18001,18002,18003",
    "pokerzoo acpc serve own.game --players A,B --duplicate",
)
PLAY_EXAMPLES = (
    "pokerzoo acpc play always_call --game holdem.limit.2p.reverse_blinds --port 18001",
    "pokerzoo acpc play random --game holdem.nolimit.2p.reverse_blinds --port 18002 --sizes 50%,100%,a",
    "pokerzoo acpc play solving:blueprint.npz --game holdem.nolimit.2p.reverse_blinds --port 18002",
)
GAME_HELP = f"{', '.join(ACPC_GAMES)}, or the file of an ACPC game definition."
SHOWN_EVENTS = 20
"""Bad answers told one by one."""


def serve(
    game: Annotated[str, argument("GAME", GAME_HELP, completion.acpc_games)],
    players: Annotated[str, option("A,B,...", "Names of the players. The first starts at position 0.")],
    hands: Annotated[int, option("N", "Hands to play.", min=1)] = 1000,
    seed: Annotated[int | None, option("N", "Seed of the cards; drawn and told if not given.", min=0)] = None,
    log: Annotated[str | None, option("FILE", "Write every hand here, in the ACPC's format.")] = None,
    port: Annotated[str | None, option("P,Q,...", "A port for each player. Without it free ones, which are told.")] = None,
    host: Annotated[
        str, option("ADDRESS", "The address to listen on. Whoever can reach it can play; 127.0.0.1 is this machine alone.")
    ] = "127.0.0.1",
    duplicate: Annotated[bool, flag("--duplicate", "Deal each deal once for each seating.")] = False,
    t_response: Annotated[float, option("S", "Seconds for each answer.", min=0.001)] = 10.0,
    t_hand: Annotated[float, option("S", "Seconds for each player and hand.", min=0.001)] = 600.0,
    t_per_hand: Annotated[float, option("S", "Seconds for each player and the match, times --hands.", min=0.001)] = 7.0,
    t_start: Annotated[
        float | None, option("S", "Seconds until all players have come. Without it no limit.", min=0.001)
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal a match between programs that connect over TCP, by the protocol 2.0.0 of the ACPC.

    Each player connects to a port of its own. Bad answers are treated as the dealer of the competition treats them. A player
    who is too slow or leaves ends the match. The log then has all hands that were finished.
    """
    from pokerzoo.evaluation.acpc.acpc_dealer import AcpcDealer, MatchStoppedError, TimeLimits
    from pokerzoo.evaluation.acpc.acpc_games import acpc_game

    seed = drawn_seed(seed)
    out, told = console(error=as_json), [0]

    def tell(text: str) -> None:
        told[0] += 1
        if told[0] <= SHOWN_EVENTS:
            more = "; no more are shown" if told[0] == SHOWN_EVENTS else ""
            say(f"{text}{more}")

    names = players.split(",")
    dealer = AcpcDealer(
        acpc_game(game), names, hands, seed, log=log, game_name=game.replace(" ", "_"), host=host, ports=ports_of(port),
        duplicate=duplicate, limits=TimeLimits(t_response, t_hand, t_per_hand, t_start), on_event=tell,
    )  # fmt: skip
    with dealer:
        facts = {"game": game, "hands": f"{hands:,}", "seed": str(seed)}
        facts |= {f"player {name}": f"{host} {number}" for name, number in zip(names, dealer.ports, strict=True)}
        print_facts(out, facts)
        out.file.flush()
        try:
            with CountBar("playing", "hands", hands) as progress:
                result = dealer.run(progress.update)
        except MatchStoppedError as error:
            kept = f", and are in {log}" if log else ""
            raise ValueError(f"{error}; {dealer.result.hands} of {hands} hands were finished{kept}") from None
    if as_json:
        print_json({"game": game, "seed": seed, "duplicate": duplicate, "log": log} | result.to_dict())
    else:
        out.print()
        print_result(result)


def ports_of(text: str | None) -> list[int] | None:
    """Ports from ``--port``."""
    if text is None:
        return None
    words = text.split(",")
    if not all(word.isascii() and word.isdecimal() and int(word) < 65_536 for word in words if len(word) < 20):
        raise ValueError(f"--port {brief(text)}: must be numbers up to 65535 with commas between them")
    return [int(word) for word in words]


def print_result(result: AcpcMatchResult) -> None:
    """The result as a table."""
    table = new_table(["player", "chips", "chips a hand", "corrected", "passed over"])
    for one in result.players:
        table.add_row(one.name, f"{one.chips:+g}", f"{one.chips_per_hand:+.4f}", str(one.corrected), str(one.ignored))
    print_table(console(), f"Net chips in {result.hands:,} hands, and answers that were bad", table)


def play(
    player: Annotated[
        str,
        argument(
            "PLAYER",
            "A baseline, a blueprint file for this game, solving:FILE, which solves at the table on top of it, or blueprint "
            "or solving where stacks are 100 big blinds.",
            completion.players,
        ),
    ],
    game: Annotated[str, option("GAME", GAME_HELP, complete=completion.acpc_games, name="--game")],
    port: Annotated[int, option("P", "The player's port at the dealer.", min=1, max=65_535)],
    host: Annotated[str, option("ADDRESS", "Where the dealer is.")] = "127.0.0.1",
    sizes: Annotated[
        str,
        option(
            "SIZES",
            "No-limit games: the bet sizes that this player chooses from, as '50%,100%,a'. The others may bet any amount.",
        ),
    ] = "50%,100%,a",
    seed: Annotated[int | None, option("N", "Seed of the player's choices; drawn if not given.", min=0)] = None,
    wait: Annotated[float, option("S", "Seconds to try to connect.", min=0)] = 10.0,
    as_json: Json = False,
) -> None:
    """Seat a player of ours at a dealer, until the dealer closes the connection.

    The dealer speaks the protocol 2.0.0 of the ACPC.
    """
    from pokerzoo.evaluation.acpc.acpc_client import play_acpc
    from pokerzoo.evaluation.acpc.acpc_games import acpc_game

    seed = drawn_seed(seed)
    rules = acpc_game(game)
    if rules.any_amount:
        rules = acpc_game(game, bet_sizes=sizes)
    with CountBar("playing", "hands", None) as progress:
        played = play_acpc(rules, player, host, port, seed=seed, wait=wait, on_hand=lambda hands: progress.update(hands, None))
    if as_json:
        print_json({"game": game, "player": player, "hands": played.hands, "chips": float(played.chips), "seed": seed})
        return
    print_facts(
        console(),
        {"player": player, "hands": f"{played.hands:,}", "chips": f"{float(played.chips):+g}", "seed": str(seed)},
    )


group = typer.Typer(
    name="acpc",
    cls=Commands,
    help="Play whole hands between programs in any language, over the protocol of the ACPC.",
    epilog=examples((*SERVE_EXAMPLES, *PLAY_EXAMPLES)),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
group.command(cls=Command, short_help="Deal a match", epilog=examples(SERVE_EXAMPLES))(serve)
group.command(cls=Command, short_help="Seat a player of ours at a dealer", epilog=examples(PLAY_EXAMPLES))(with_imports(play))
