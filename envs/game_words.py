"""A game in a few lines: a spot of hold'em as players write it, and the rules for those who play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.games.holdem_parameters import PARAMETERS
from pokerzoo.envs.support.errors import cut_text

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.envs.poker.ranges import Range

LONGEST_RANGE = 600
"""Characters of a range that are shown; 'pokerzoo show --json' has all of it."""
SHOWN = ("board", "ranges", "pot", "stack", "bet_sizes", "raise_sizes")
"""Parameters of a spot that are always shown; others are shown where they differ from their defaults."""


ALWAYS_SHOWN = {
    "texas_holdem": ("num_players", "limit", "blinds", "stack"),
    "push_fold": ("blinds", "stack"),
    "preflop_holdem": ("blinds", "stack", "last_street", "raise_sizes"),
}
"""Parameters that are always shown, for games with many; all others are shown if they are not the default."""


def game_text(game: Game) -> str:
    """The game with its parameters; of games with many, those that matter, as short as possible."""
    if game.name in ALWAYS_SHOWN:
        shown = {key: game.params[key] for key in ALWAYS_SHOWN[game.name]} | defining_params(game)
        return f"{game.name}({', '.join(f'{key}={value!r}' for key, value in shown.items())})"
    return str(game) if getattr(game, "ranges", None) is None else f"{game.name} {spot_title(game)}"


def defining_params(game: Game) -> dict[str, Any]:
    """The parameters that define this game: all others have their defaults or follow from these."""
    from pokerzoo.envs.registry import game_parameters, make_game

    default = game_parameters(game.name)
    result = {key: value for key, value in game.params.items() if value != default.get(key)}
    for key in [*result]:
        others = {other: value for other, value in result.items() if other != key}
        try:
            follows = make_game(game.name, **others).params == game.params
        except ValueError:
            continue
        result = others if follows else result
    return result


def game_lines(game: Game) -> list[str]:
    """The game with its parameters: one line, of a spot of hold'em one for each thing that players name.

    >>> from pokerzoo.envs import make_game
    >>> for line in game_lines(make_game("holdem", board="Td9d6h2c5s", ranges=("QQ+,99", "AKs"), bet_sizes=("33%,a", "50%"))):
    ...     print(line)
    Td 9d 6h 2c 5s, pot 50, stack 100
    OOP QQ+, 99
    IP AKs
    bet OOP 33%, a; IP 50%
    raise 50%
    """
    ranges = getattr(game, "ranges", None)
    if ranges is None:
        return [game_text(game)]
    from pokerzoo.envs.registry import game_parameters

    params, default = game.params, game_parameters(game.name)
    lines = [spot_title(game)]
    for seat, held in zip(game.player_names, ranges, strict=True):
        text = range_text(held, params["board"]).replace(",", ", ")
        lines.append(f"{seat} {text if len(text) <= LONGEST_RANGE else text[:LONGEST_RANGE] + '...'}")
    lines += [f"{PARAMETERS[name].flag} {sizes_text(params[name])}" for name in ("bet_sizes", "raise_sizes")]
    for name, value in params.items():
        if name not in SHOWN and value != default[name]:
            text = ", ".join(map(str, value)) if name == "removed" else sizes_text(value)
            if name == "sizes_at":
                text = "; ".join(f"{line or 'at the start'}: {sizes}" for line, sizes in value.items())
            lines.append(f"{PARAMETERS[name].flag or name.replace('_', '-')} {text}")
    return lines


def short_title(game: Game) -> str:
    """A game in a few words, for lists: board, pot and stack of a spot, else the name and what differs from the defaults.

    >>> from pokerzoo.envs import make_game
    >>> short_title(make_game("kuhn")), short_title(make_game("kuhn", num_cards=5))
    ('kuhn', 'kuhn, num_cards 5')
    """
    if getattr(game, "ranges", None) is not None:
        return spot_title(game)
    return cut_text(game.name + "".join(f", {name} {value}" for name, value in defining_params(game).items()), 100)


def spot_title(game: Game) -> str:
    """Board, pot and stack of a spot."""
    board = game.params["board"]
    cards = " ".join(board[place : place + 2] for place in range(0, len(board), 2))
    stack = game.params["stack"]
    stacks = f"stacks {' / '.join(map(str, stack))}" if isinstance(stack, tuple) else f"stack {stack}"
    return f"{cards}, pot {game.params['pot']}, {stacks}"


def sizes_text(value: Any) -> str:
    """Sizes, for both players or for each, of all streets or by street; or any other value of a parameter.

    >>> sizes_text({"turn": ("33%,a", "50%"), "river": "75%"})
    'turn OOP 33%, a, IP 50%; river 75%'
    >>> sizes_text(("20%", "50%")), sizes_text(0.05)
    ('OOP 20%; IP 50%', '0.05')
    """
    if isinstance(value, Mapping):
        return "; ".join(f"{street} {sizes_text(sizes).replace(';', ',')}" for street, sizes in value.items())
    if isinstance(value, str):
        return value.replace(",", ", ")
    if isinstance(value, tuple):
        names = ("OOP", "IP") if len(value) == 2 else ("OOP", "MP", "IP")
        return "; ".join(f"{name} {sizes_text(street_sizes)}" for name, street_sizes in zip(names, value, strict=True))
    return str(value)


def range_text(held: Range, board: str) -> str:
    """A range as players write it and as short as possible; combos that the board blocks may be in it or not.

    >>> from pokerzoo.envs.poker.cards import parse_cards
    >>> from pokerzoo.envs.poker.ranges import parse_range
    >>> board = "2d2s2c2h3d"
    >>> range_text(parse_range("random").without(parse_cards(board)), board)
    'random'
    >>> range_text(parse_range("22+,A3s:0.5").without(parse_cards(board)), board)
    '33+,A3s:0.5'
    """
    import numpy as np

    from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBOS, parse_cards, unblocked
    from pokerzoo.envs.poker.ranges import Range

    free = unblocked(COMBOS, parse_cards(board))
    weights = held.weights.copy()
    left = weights[free]
    if np.all(left == left[0]):
        weights[:] = left[0]
    for number in np.unique(COMBO_CLASSES[~free]):
        kind = number == COMBO_CLASSES
        kind_weights = weights[kind & free]
        if kind_weights.size and np.all(kind_weights == kind_weights[0]):
            weights[kind] = kind_weights[0]
    return str(Range(weights))


LONGEST_RULE_RANGE = 60
"""Characters of a range that rules show."""
FIXED = "x check, b bet, c call, f fold"
RULES = {
    "kuhn": (
        "Each player pays 1 chip (the ante) and gets a card: {cards}, low to high.\n"
        "In turn, check or bet 1 chip. After a bet, call or fold. There are no raises.\n"
        "The highest card among those who have not folded wins the pot.",
        FIXED,
    ),
    "leduc": (
        "Both pay 1 chip (the ante) and get one of six cards: two each of J, Q, K.\n"
        "Bet 2 chips, then 4 after one public card (the board); one raise each time.\n"
        "A pair with the board wins, otherwise the higher card. Equal cards share.",
        FIXED + ", r raise, / before the public card{suits}",
    ),
    "bet_raise": (
        "Both pay 0.5 chips (the ante) and get a card: {cards}, low to high.\n"
        "In turn, check or bet 1 chip. After a bet, call or fold; player 1 can raise once.\n"
        "If no player folds, the higher card wins the pot.",
        FIXED + ", r raise",
    ),
    "holdem": (
        "Texas hold'em in the middle of a hand: the board is {board}. The pot has {pot:g} chips, {share:g} from each player, "
        "and {stacks} left.\n"
        "Your two cards are from your range. {ranges}\n"
        "Player 0 acts first. The best five of seven cards win the pot.",
        "x check, c call, f fold, b25 bet 25 chips, r100 raise to 100 chips; / before a public card",
    ),
    "texas_holdem": (
        "{limit} Texas hold'em, {num_players} players, {stacks}, blinds of {blinds} chips.{deck}\n"
        "Each player gets two cards. There are {rounds}.\n"
        "The best five of your two and the {public} public cards win the pot.{heads_up}",
        "x check, c call, f fold, b4 bet 4 chips, r12 raise to 12 chips; / around public cards",
    ),
    "fhp": (
        "Each player gets two cards. The small blind has put in {small} and acts first, the big blind {big}.{deck}\n"
        "Bets and raises are {bet}, at most {raise_cap} in a round, where the big blind counts as one. After the first round "
        "three public cards are turned up, and the big blind acts first.\n"
        "After the second round the best five cards win: your two and the three public ones.",
        FIXED,
    ),
    "preflop_holdem": (
        "Each player gets two cards and has {stack}. The small blind has put in {small} and acts first before the flop, the "
        "big blind {big}.\n"
        "The last betting is {last}; then {end}, and the better hand wins.",
        "x check, c call, f fold, r6 raise to 6 chips; / around public cards",
    ),
    "push_fold": (
        "Each player gets two cards and has {stack}. The small blind has put in {small}, the big blind {big}.\n"
        "The small blind goes all-in or folds, and the big blind calls or folds.\n"
        "After a call all five public cards come, and the better hand wins.",
        "r10 raise to 10 chips, all-in; c call, f fold; / around public cards",
    ),
    "bet_fold": (
        "{num_players} players get a card each, 0 to {highest}, and bet or fold at the same time.\n"
        "The highest card that bets wins. Other bets lose {price}, and folds lose {fold}.\n"
        "The winner gets what the others lose. If all fold, no one pays.",
        "",
    ),
    "rps": ("Both players choose at the same time, once.\n{won}", ""),
}
"""By the name of a game its rules, a sentence or two a line, and the signs of its histories, with places for its facts."""


def explained_rules(game: Game) -> tuple[list[str], str]:
    """(the rules of a game with these parameters, what its signs mean); of a game of your own its first paragraph."""
    if game.name in RULES:
        lines, signs = RULES[game.name]
        facts = {**game.params, **rule_facts(game)}
        return lines.format(**facts).split("\n"), signs.format(**facts)
    from pokerzoo.envs.descriptions import describe_game

    try:
        rules = describe_game(game.name).rules
    except ValueError:  # made by a program, not registered
        rules = ""
    return [rules or str(game)], ""


def rule_facts(game: Any) -> dict[str, Any]:
    """The facts of a game in its rules, except parameters that are there as they are."""
    params = game.params
    if game.name == "rps":
        return {"won": matrix_text(game)}
    if game.name == "bet_fold":
        price, fold = chips_text(params["blind"] * params["odds"]), chips_text(params["blind"])
        return {"highest": game.num_cards - 1, "price": price, "fold": fold}
    if game.name == "holdem":
        return spot_facts(game)
    if game.name == "texas_holdem":
        return whole_hand_facts(game)
    facts: dict[str, Any] = {"cards": cards_text(game.rules.deck.names)}
    if game.rules.betting.blinds:
        facts["big"], facts["small"] = map(chips_text, game.rules.betting.blinds)
    if isinstance(params.get("stack"), int | float):
        facts["stack"] = chips_text(params["stack"])
    if game.name == "leduc":
        facts["suits"] = "" if params["suit_isomorphism"] else "; s and h are suits, which never matter"
    if game.name == "fhp":
        facts |= {"bet": chips_text(params["bet"]), "deck": DECK_RULES.get(params["deck"], "")}
    if game.name == "preflop_holdem":
        street = params["last_street"]
        later = "all five public cards come" if street == "preflop" else "the other public cards come"
        facts["end"] = "hands are shown" if params["showdown"] == "at_once" or street == "river" else later
        facts["last"] = "before the flop" if street == "preflop" else f"on the {street}"
    return facts


DECK_RULES = {"short": " The deck has 36 cards: a flush beats a full house.", "royal": " The deck has 20 cards, T to A."}
ROUNDS = {
    "flop": ("two rounds of betting: before and after three public cards (the flop)", "three"),
    "turn": ("three rounds of betting: before and after three public cards (the flop), and after the turn", "four"),
    "river": (
        "four rounds of betting: before and after three public cards (the flop), after the turn and after the river",
        "five",
    ),
}
"""By the last street the betting, and the number of public cards."""


def whole_hand_facts(game: Any) -> dict[str, Any]:
    """The facts of whole hands of hold'em."""
    params, stacks = game.params, game.params["stack"]
    several = isinstance(stacks, tuple)
    rounds, public = ROUNDS[params["last_street"]]
    return {
        "limit": params["limit"].capitalize(),
        "stacks": "stacks of " + ", ".join(f"{chips:g}" for chips in stacks) if several else f"{stacks:g} chips each",
        "blinds": " and ".join(f"{blind:g}" for blind in params["blinds"]),
        "deck": DECK_RULES.get(params["deck"], ""),
        "rounds": rounds,
        "public": public,
        "heads_up": " Heads-up the button acts first before the flop." if game.num_players == 2 else "",
    }


def spot_facts(game: Any) -> dict[str, Any]:
    """The facts of a hold'em spot."""
    board, stacks, pot = (
        game.params["board"],
        game.rules.betting.stacks,
        game.stakes.starting_pot,
    )  # cut to what others can call
    to_come = {6: ", and two cards are to come", 8: ", and one card is to come"}.get(len(board), "")
    left = [f"{chips:g}" for chips in (stacks[:1] if len(set(stacks)) == 1 else stacks)]
    who = "they have" if len(left) > 1 else "both have" if game.num_players == 2 else "all have"
    ranges = []
    for player, (name, held) in enumerate(zip(game.player_names, game.ranges, strict=True)):
        text = range_text(held, board)
        shown = text if len(text) <= LONGEST_RULE_RANGE else text[: LONGEST_RULE_RANGE - 3] + "..."
        ranges.append(f"Player {player} ({name}): {shown}.")
    return {
        "board": " ".join(board[k : k + 2] for k in range(0, len(board), 2)) + to_come,
        "pot": pot,
        "share": pot / game.num_players,
        "stacks": f"{who} {', '.join(left)}",
        "ranges": " ".join(ranges),
    }


def matrix_text(game: Any) -> str:
    """What is won in rock-paper-scissors, or in another matrix game."""
    if game.actions[0] == "rock" and game.payoffs.tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]:
        return "Rock beats scissors, scissors beats paper, paper beats rock. The winner gets 1 chip from the other."
    both = zip(game.actions, game.payoffs, strict=False)
    rows = "; ".join(f"{name} wins " + ", ".join(f"{chips:g}" for chips in row) for name, row in both)
    return f"What player 0 wins from player 1, against {', '.join(game.actions)} in that order: {rows}."


def cards_text(deck: tuple[str, ...]) -> str:
    """The cards of a deck in a few words.

    >>> cards_text(("J", "Q", "K")), cards_text(tuple(map(str, range(1, 15))))
    ('J, Q, K', '1, 2, ..., 14')
    """
    return ", ".join(deck if len(deck) <= 5 or not deck[0].isdigit() else (*deck[:2], "...", deck[-1]))


def chips_text(amount: float) -> str:
    """An amount with its unit.

    >>> chips_text(1.0), chips_text(2.5)
    ('1 chip', '2.5 chips')
    """
    return f"{amount:g} chip{'s' if amount != 1 else ''}"
