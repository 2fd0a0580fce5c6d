"""The table as a player sees it, as plain values: cards, actions, chips and board.

``State.view`` makes it; descriptions, drawings and pages come from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .support.parameters import check_index

HIDDEN = None
"""A card face down."""
UNKNOWN = "?"
"""A choice that is not shown."""
OUT = "out"
"""The action text of a player who was not dealt in."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table.

    Attributes:
        player: the player's number.
        cards: the cards by name; None: face down.
        stack: chips behind; None where the game has no stacks.
        in_front: chips put in this round.
        action: the last action in this round, or the choice; empty if there is none, or it is not shown.
        acts: True if the player is to act.
        folded: True if the player has folded.
        all_in: True if the player is all-in.
        won: net chips at the end; None before.

    >>> from pokerzoo.envs import Seat
    >>> Seat(0, ("Ks",), stack=9.0, action="check").cards
    ('Ks',)
    """

    player: int
    cards: tuple[str | None, ...] = ()
    stack: float | None = None
    in_front: float = 0.0
    action: str = ""
    acts: bool = False
    folded: bool = False
    all_in: bool = False
    won: float | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as one player sees it, or with all cards open; made by ``State.view``, drawn by ``state_svg``.

    Attributes:
        game: the game's name.
        viewer: the player from whose seat it is seen; None if all cards are shown.
        seats: the players.
        board: public cards by name.
        board_places: number of board cards at the end.
        pot: chips in the middle without those in front of players; None where there are none.
        side_pots: chips of each side pot, part of ``pot``.
        dealer: the seat with the button; None: no button.
        choices: True if the cards are choices, which may be words.
        note: the winner, or what is awaited.
        lines: the description of a game without a table; all else is then empty.

    >>> from pokerzoo.envs import Seat, TableView
    >>> TableView("kuhn", 0, (Seat(0, ("K",), acts=True), Seat(1, (None,))), pot=2.0).seats[0].acts
    True
    """

    game: str
    viewer: int | None
    seats: tuple[Seat, ...] = ()
    board: tuple[str, ...] = ()
    board_places: int = 0
    pot: float | None = None
    side_pots: tuple[float, ...] = ()
    dealer: int | None = None
    choices: bool = False
    note: str = ""
    lines: tuple[str, ...] = ()


def check_viewer(player: int | None, num_players: int) -> int | None:
    """The player from whose seat a table is seen, or None; ValueError if there is no such player."""
    return None if player is None else check_index("player", player, num_players, ", or None (all cards are shown)")


def outcome_text(returns: tuple[float, ...]) -> str:
    """The winner: ``player 1 wins 2``."""
    winners = [player for player, won in enumerate(returns) if won > 0]
    if not winners:
        return "no winner"
    won = [amount_text(returns[player]) for player in winners]
    if len(winners) == 1:
        return f"player {winners[0]} wins {won[0]}"
    if len(winners) == 2:
        each = won[0] if won[0] == won[1] else " and ".join(won)
        return f"players {winners[0]} and {winners[1]} win {each}"
    return f"{len(winners)} players win"


def returns_text(returns: tuple[float, ...]) -> str:
    """What each player has won, as descriptions end: ``net chips: player 0 +1  player 1 -1``."""
    return "net chips: " + "  ".join(f"player {player} {won:+g}" for player, won in enumerate(returns))


def amount_text(chips: float) -> str:
    """Chips, short enough for a picture: two places, and thousands apart.

    >>> amount_text(2.5), amount_text(100 / 3), amount_text(12345), amount_text(2.5e7), amount_text(0.0001)
    ('2.5', '33.33', '12,345', '25M', '0.0001')
    """
    size = abs(chips)
    if size and size < 0.01:
        return f"{chips:.2g}"
    for unit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if size >= 10 * unit:
            return f"{chips / unit:.4g}{sign}" if size < 1e16 else f"{chips:.2e}"
    text = f"{chips:,.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
