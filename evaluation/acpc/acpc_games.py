"""ACPC games of hold'em, and game definitions (``.game`` files) read and written.

The facts are from the competition's server and version 2.0.0 of its protocol. A position is counted from the first player
after the button: position 0 has the small blind, or heads-up, where blinds are reversed, the big blind. That is the order
of our seats when the last one has the button.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pokerzoo.envs.games.texas_holdem import ANY, MOST_CHIPS, PUBLIC_CARDS, make_texas_holdem
from pokerzoo.envs.games.texas_holdem import STREETS as STREET_NAMES
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.rows_of_rules import table_of

LIMIT: dict[str, Any] = {"limit": "fixed-limit", "blinds": (5, 10), "bets": (10, 20), "stacks": 240}
"""Players have the most that the betting can ask for: 4 bets of 10 before the flop and on it, 4 of 20 after it."""
NO_LIMIT: dict[str, Any] = {"blinds": (50, 100), "stacks": 20_000, "bet_sizes": ANY, "raise_sizes": ANY}
ACPC_GAMES: dict[str, dict[str, Any]] = {
    "holdem.limit.2p.reverse_blinds": LIMIT | {"num_players": 2},
    "holdem.limit.3p": LIMIT | {"num_players": 3},
    "holdem.nolimit.2p.reverse_blinds": NO_LIMIT | {"num_players": 2},
    "holdem.nolimit.3p": NO_LIMIT | {"num_players": 3},
}
"""Parameters of ``texas_holdem`` by the names that the competition's files have."""
SUFFIX = ".game"
STREETS = 4
NO_CAP = 255
"""The server's ``maxRaises`` where a definition has none."""
LONGEST_FILE = 100_000
NUMBERS = {
    "stack": 10,
    "blind": 10,
    "raisesize": STREETS,
    "numplayers": 1,
    "numrounds": 1,
    "firstplayer": STREETS,
    "maxraises": STREETS,
    "numsuits": 1,
    "numranks": 1,
    "numholecards": 1,
    "numboardcards": STREETS,
}
"""Numeric entries of a definition, and the most numbers of each."""


def acpc_game(name: str, **params: Any) -> TexasHoldemGame:
    """A game of the Annual Computer Poker Competition (ACPC).

    Args:
        name: the name of a game, with or without ``.game``, such as ``"holdem.limit.3p"``, or the path of a file with a game
            definition.
        params: parameters of ``texas_holdem`` to change, such as ``bet_sizes="50%,100%,a"``.

    Returns:
        The game as whole hands of hold'em.

    Raises:
        ValueError: no such game, or a definition that cannot be read.
        OSError: the file cannot be read.

    Example:
        >>> from pokerzoo.evaluation import acpc_game
        >>> acpc_game("holdem.limit.3p").params["bets"]
        (10, 20)
    """
    known = ACPC_GAMES.get(name.removesuffix(SUFFIX))
    if known is not None:
        return make_texas_holdem(**with_sizes(known, params))
    path = Path(name)
    if path.is_file():
        with open(path, "rb") as file:
            raw = file.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise ValueError(f"{name}: no game definition: longer than {LONGEST_FILE:,} bytes")
        try:
            return game_of_definition(raw.decode(), **params)
        except UnicodeDecodeError as error:
            raise ValueError(f"{name}: no game definition: no UTF-8 at byte {error.start + 1}") from None
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    names = f"{', '.join(ACPC_GAMES)}{did_you_mean(name, ACPC_GAMES)}"
    raise ValueError(f"{brief(name)}: no such game of the ACPC and no such file; games: {names}")


def with_sizes(known: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
    """Add bet sizes as raise sizes unless raise sizes are given."""
    if "bet_sizes" in params and "raise_sizes" not in params and isinstance(params["bet_sizes"], str):
        params = params | {"raise_sizes": params["bet_sizes"]}
    return known | params


def game_of_definition(text: str, **params: Any) -> TexasHoldemGame:
    """Parse an ACPC game definition; ``params`` overrides parameters of ``texas_holdem``."""
    found, no_limit = numeric_entries(text)

    def one(name: str) -> int:
        if name.lower() not in found:
            raise ValueError(f"{name} is missing")
        return found[name.lower()][0]

    players = one("numPlayers")
    if not 2 <= players <= 10:
        raise ValueError(f"numPlayers={players}: must be from 2 to 10")
    for name, must in (("numHoleCards", 2), ("numSuits", 4)):
        if one(name) != must:
            raise ValueError(f"{name}={one(name)}: must be {must}, as in hold'em")
    rounds = one("numRounds")
    if not 2 <= rounds <= STREETS:
        raise ValueError(f"numRounds={rounds}: must be {STREETS}, as in hold'em, or 2 or 3, where it ends on the flop or turn")
    board = found.get("numboardcards", ())
    if board != PUBLIC_CARDS[:rounds]:
        must_be = " ".join(map(str, PUBLIC_CARDS[:rounds]))
        raise ValueError(f"numBoardCards={numbers_text(board)}: must be {must_be}, as in hold'em")
    deck = {13: "standard", 5: "royal"}.get(one("numRanks"))
    if deck is None:
        raise ValueError(f"numRanks={one('numRanks')}: must be 13, or 5 (the cards from the ten up)")
    blind = found.get("blind", ())
    if len(blind) != players:
        raise ValueError(f"blind={numbers_text(blind)}: must be {players} numbers, one for each player")
    first = (*found.get("firstplayer", ()), *(1,) * STREETS)[:rounds]
    button, blinds = button_of(blind, first)
    given: dict[str, Any] = {"num_players": players, "blinds": blinds, "button": button, "deck": deck}
    given["last_street"] = STREET_NAMES[rounds - 1]
    caps = (*found.get("maxraises", ()), *(NO_CAP,) * STREETS)[:rounds]
    cap = caps[1]
    if caps not in ((cap - 1, *(cap,) * (rounds - 1)), (NO_CAP,) * rounds):
        like = numbers_text((3, 4, 4, 4)[:rounds])
        raise ValueError(
            f"maxRaises={numbers_text(caps)}: must be one less before the flop, where the blind is the first bet, as in {like}"
        )
    if no_limit:
        given |= {"bet_sizes": ANY, "raise_sizes": ANY, "raise_cap": None if cap == NO_CAP else cap}
        if "stack" not in found:
            raise ValueError("stack is missing: a no-limit game needs it")
    else:
        sizes = found.get("raisesize", ())
        if len(sizes) != rounds or sizes != street_bets(sizes[0], sizes[-1], rounds):
            like = numbers_text((10, 10, 20, 20)[:rounds])
            raise ValueError(
                f"raiseSize={numbers_text(sizes)}: must be a bet twice, and another from the turn on, as in {like}"
            )
        given |= {"limit": "fixed-limit", "bets": (sizes[0], sizes[-1]), "raise_cap": cap}
        given["stacks"] = most_of_limit(blinds[1], sizes, cap)
    if "stack" in found:
        stacks = found["stack"]
        if len(stacks) < players:
            raise ValueError(f"stack={numbers_text(stacks)}: must be {players} numbers, one for each player")
        given["stacks"] = stacks[:players]
    return make_texas_holdem(**with_sizes(given, params))


def numeric_entries(text: str) -> tuple[dict[str, tuple[int, ...]], bool]:
    """Numeric entries of a definition by lower-case name, and True for no-limit."""
    found: dict[str, tuple[int, ...]] = {}
    begun = no_limit = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].replace("=", " ").split()
        if not words:
            continue
        name = words[0].lower()
        if not begun:
            if name != "gamedef":
                raise ValueError(f"line {number}: no game definition: it must begin with GAMEDEF")
            begun = True
        elif [word.lower() for word in words] == ["end", "gamedef"]:
            return found, no_limit
        elif name in ("limit", "nolimit") and len(words) == 1:
            no_limit = name == "nolimit"
        elif name not in NUMBERS:
            raise ValueError(f"line {number}: no entry {brief(words[0])} in game definitions")
        elif name in found:
            raise ValueError(f"line {number}: {words[0]} occurs twice")
        elif not 1 < len(words) <= NUMBERS[name] + 1 or not all(re.fullmatch(r"\d{1,10}", word) for word in words[1:]):
            count = f"up to {NUMBERS[name]} whole numbers" if NUMBERS[name] > 1 else "one whole number"
            raise ValueError(f"line {number}: {brief(line.strip())}: {words[0]} must have {count}")
        else:
            found[name] = tuple(map(int, words[1:]))
    raise ValueError("no game definition: END GAMEDEF is missing" if begun else "no game definition: it is empty")


def button_of(blind: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, tuple[int, int]]:
    """Seat of the button, small and big blind, from the blinds by seat and the first player of each round (from 1)."""
    players = len(blind)
    for button in (players - 1, *range(players - 1)):
        small, big = (button, 1 - button) if players == 2 else ((button + 1) % players, (button + 2) % players)
        posted = [0] * players
        posted[small], posted[big] = blind[small], blind[big]
        after = (button + 1) % players + 1
        acting = ((big + 1) % players + 1, *(after,) * (len(first) - 1))
        if tuple(posted) == blind and 0 <= blind[small] <= blind[big] > 0 and first == acting:
            return button, (blind[small], blind[big])
    later = " 1" * (len(first) - 1)
    raise ValueError(
        f"blind={numbers_text(blind)} with firstPlayer={numbers_text(first)}: must be a small and a big blind and the first "
        f"player with them: '100 50' with '2{later}' heads-up, '50 100 0' with '3{later}' for three"
    )


def street_bets(low: int, high: int, rounds: int) -> tuple[int, ...]:
    """Bet of each round under fixed limit."""
    return (low, low, high, high)[:rounds]


def most_of_limit(big_blind: int, bets: tuple[int, ...], cap: int) -> int:
    """Most chips that a player can put in under fixed limit, given the bet of each round."""
    return min(big_blind + cap * sum(bets) - bets[0], MOST_CHIPS)


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Numbers separated by spaces, as in a definition."""
    return repr(" ".join(map(str, numbers)))


def definition_of_game(game: TexasHoldemGame) -> str:
    """The ACPC game definition of a whole hand.

    Raises:
        ValueError: the ACPC has no such game; see ``check_acpc``.

    >>> print(definition_of_game(acpc_game("holdem.nolimit.3p")), end="")
    GAMEDEF
    nolimit
    numPlayers = 3
    numRounds = 4
    stack = 20000 20000 20000
    blind = 50 100 0
    firstPlayer = 3 1 1 1
    numSuits = 4
    numRanks = 13
    numHoleCards = 2
    numBoardCards = 0 3 1 1
    END GAMEDEF
    """
    check_acpc(game)
    table, params = table_of(game.rules), game.params
    fixed, cap = params["limit"] == "fixed-limit", params["raise_cap"]
    rounds = len(game.rules.rounds)
    bets = street_bets(params["bets"][0], params["bets"][1], rounds) if fixed else ()
    stacks = tuple(round(stack) for stack in table.stacks)
    lines = ["limit" if fixed else "nolimit", f"numPlayers = {game.num_players}", f"numRounds = {rounds}"]
    if not fixed or min(stacks) < most_of_limit(round(table.big_blind), bets, cap):
        lines.append("stack = " + " ".join(map(str, stacks)))
    lines.append("blind = " + " ".join(str(round(blind)) for blind in table.blinds))
    if fixed:
        lines.append("raiseSize = " + " ".join(map(str, bets)))
    after = (game.button + 1) % game.num_players + 1
    lines.append(f"firstPlayer = {table.first + 1}" + f" {after}" * (rounds - 1))
    if cap is not None and cap != NO_CAP:
        lines.append(f"maxRaises = {cap - 1}" + f" {cap}" * (rounds - 1))
    lines += ["numSuits = 4", f"numRanks = {len(game.rules.deck) // 4}", "numHoleCards = 2"]
    lines.append("numBoardCards = " + " ".join(map(str, PUBLIC_CARDS[:rounds])))
    return "GAMEDEF\n" + "".join(f"{line}\n" for line in lines) + "END GAMEDEF\n"


def check_acpc(game: Any) -> TexasHoldemGame:
    """``game`` if the ACPC has such games: hold'em with whole chips and blinds only; else ValueError."""
    if not isinstance(game, TexasHoldemGame):
        raise ValueError(f"game={game}: must be texas_holdem, whole hands")
    params = game.params
    refused = {
        "limit": params["limit"] not in ("no-limit", "fixed-limit"),
        "ante": params["ante"] != 0,
        "big_blind_ante": params["big_blind_ante"] != 0,
        "straddle": params["straddle"] != 0,
        "rake_rate": params["rake_rate"] != 0,
        "deck": params["deck"] == "short",
        "chip": params["chip"] != int(params["chip"]),
        "stacks": min(table_of(game.rules).stacks) == 0,
    }
    for name, no in refused.items():
        if no:
            raise ValueError(
                f"{name}={params[name]!r}: the ACPC has no such game; allowed: no-limit or fixed-limit with blinds in whole "
                "chips, without antes, straddle or rake"
            )
    return game
