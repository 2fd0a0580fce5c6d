"""Rules of games in three lines, and the meaning of the signs in histories, for people who sit down to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokerzoo.envs import Game

LONGEST_RANGE = 60
"""Characters of a range that are shown."""
FIXED = "x check, b bet, c call, f fold"


def explained_rules(game: Game) -> tuple[list[str], str]:
    """(the rules of a game with these parameters, what its signs mean); of a game of your own its first paragraph."""
    known = EXPLANATIONS.get(game.name)
    if known is not None:
        return known(game)
    from pokerzoo.envs.descriptions import describe_game

    try:
        rules = describe_game(game.name).rules
    except ValueError:  # made by a program, not registered
        rules = ""
    return [rules or str(game)], ""


def explain_kuhn(game: Any) -> tuple[list[str], str]:
    """Kuhn poker."""
    deck = game.rules.deck.names
    return [
        f"Each player pays 1 chip (the ante) and gets a card: {cards_text(deck)}, low to high.",
        "In turn, check or bet 1 chip. After a bet, call or fold. There are no raises.",
        "The highest card among those who have not folded wins the pot.",
    ], FIXED


def explain_leduc(game: Any) -> tuple[list[str], str]:
    """Leduc hold'em."""
    suits = "" if game.params["suit_isomorphism"] else "; s and h are suits, which never matter"
    return [
        "Both pay 1 chip (the ante) and get one of six cards: two each of J, Q, K.",
        "Bet 2 chips, then 4 after one public card (the board); one raise each time.",
        "A pair with the board wins, otherwise the higher card. Equal cards share.",
    ], f"{FIXED}, r raise, / before the public card{suits}"


def explain_bet_raise(game: Any) -> tuple[list[str], str]:
    """The bet/raise game."""
    return [
        f"Both pay 0.5 chips (the ante) and get a card: {cards_text(game.rules.deck.names)}, low to high.",
        "In turn, check or bet 1 chip. After a bet, call or fold; player 1 can raise once.",
        "If no player folds, the higher card wins the pot.",
    ], f"{FIXED}, r raise"


def explain_spot(game: Any) -> tuple[list[str], str]:
    """A hold'em spot."""
    from .game_words import range_text

    board = game.params["board"]
    ranges = [range_text(held, board) for held in game.ranges]
    shown = [one if len(one) <= LONGEST_RANGE else one[: LONGEST_RANGE - 3] + "..." for one in ranges]
    cards = " ".join(board[i : i + 2] for i in range(0, len(board), 2))
    to_come = {6: ", and two cards are to come", 8: ", and one card is to come"}.get(len(board), "")
    own = game.rules.betting.stacks  # cut to what others can call
    stacks = [f"{chips:g}" for chips in (own[:1] if len(set(own)) == 1 else own)]
    who = "they have" if len(stacks) > 1 else "both have" if game.num_players == 2 else "all have"
    held = [
        f"Player {player} ({name}): {own}." for player, (name, own) in enumerate(zip(game.player_names, shown, strict=True))
    ]
    pot = game.stakes.starting_pot
    return [
        f"Texas hold'em in the middle of a hand: the board is {cards}{to_come}. The pot has {pot:g} chips, "
        f"{pot / game.num_players:g} from each player, and {who} {', '.join(stacks)} left.",
        f"Your two cards are from your range. {' '.join(held)}",
        "Player 0 acts first. The best five of seven cards win the pot.",
    ], "x check, c call, f fold, b25 bet 25 chips, r100 raise to 100 chips; / before a public card"


def explain_whole_hands(game: Any) -> tuple[list[str], str]:
    """Whole hands of hold'em."""
    params = game.params
    blinds = " and ".join(f"{blind:g}" for blind in params["blinds"])
    stacks = params["stack"]
    each = (
        f"{stacks:g} chips each" if isinstance(stacks, int | float) else "stacks of " + ", ".join(f"{one:g}" for one in stacks)
    )
    heads_up = " Heads-up the button acts first before the flop." if game.num_players == 2 else ""
    rounds, public = {
        "flop": ("two rounds of betting: before and after three public cards (the flop)", "three"),
        "turn": ("three rounds of betting: before and after three public cards (the flop), and after the turn", "four"),
        "river": (
            "four rounds of betting: before and after three public cards (the flop), after the turn and after the river",
            "five",
        ),
    }[params["last_street"]]
    deck = {"short": " The deck has 36 cards: a flush beats a full house.", "royal": " The deck has 20 cards, T to A."}
    return [
        f"{params['limit'].capitalize()} Texas hold'em, {game.num_players} players, {each}, blinds of {blinds} chips."
        f"{deck.get(params['deck'], '')}",
        f"Each player gets two cards. There are {rounds}.",
        f"The best five of your two and the {public} public cards win the pot.{heads_up}",
    ], "x check, c call, f fold, b4 bet 4 chips, r12 raise to 12 chips; / around public cards"


def explain_fhp(game: Any) -> tuple[list[str], str]:
    """Flop hold'em."""
    big, small = (chips_text(blind) for blind in game.rules.betting.blinds)
    params = game.params
    deck = " The deck has 20 cards, T to A." if params["deck"] == "royal" else ""
    return [
        f"Each player gets two cards. The small blind has put in {small} and acts first, the big blind {big}.{deck}",
        f"Bets and raises are {chips_text(params['bet'])} chips, at most {params['raise_cap']} in a round, where the big blind "
        "counts as one. After the first round three public cards are turned up, and the big blind acts first.",
        "After the second round the best five cards win: your two and the three public ones.",
    ], FIXED


def explain_preflop_holdem(game: Any) -> tuple[list[str], str]:
    """No-limit hold'em from the blinds on."""
    big, small = (chips_text(blind) for blind in game.rules.betting.blinds)
    params, street = game.params, game.params["last_street"]
    later = "all five public cards come" if street == "preflop" else "the other public cards come"
    last = "hands are shown" if params["showdown"] == "at_once" or street == "river" else later
    return [
        f"Each player gets two cards and has {chips_text(params['stack'])} chips. The small blind has put in {small} and acts "
        f"first before the flop, the big blind {big}.",
        f"The last betting is {'before the flop' if street == 'preflop' else f'on the {street}'}; "
        f"then {last}, and the better hand wins.",
    ], "x check, c call, f fold, r6 raise to 6 chips; / around public cards"


def explain_push_fold(game: Any) -> tuple[list[str], str]:
    """Push/fold before the flop."""
    big, small = (chips_text(blind) for blind in game.rules.betting.blinds)
    return [
        f"Each player gets two cards and has {chips_text(game.params['stack'])}. The small blind has put in {small}, the big "
        f"blind {big}.",
        "The small blind goes all-in or folds, and the big blind calls or folds.",
        "After a call all five public cards come, and the better hand wins.",
    ], "r10 raise to 10 chips, all-in; c call, f fold; / around public cards"


def explain_bet_fold(game: Any) -> tuple[list[str], str]:
    """The bet/fold game."""
    blind, price = game.params["blind"], game.params["blind"] * game.params["odds"]
    return [
        f"{game.num_players} players get a card each, 0 to {game.params['num_cards'] - 1}, and bet or fold at the same time.",
        f"The highest card that bets wins. Other bets lose {chips_text(price)}, and folds lose {chips_text(blind)}.",
        "The winner gets what the others lose. If all fold, no one pays.",
    ], ""


def explain_matrix(game: Any) -> tuple[list[str], str]:
    """Rock-paper-scissors and other matrix games."""
    if len(game.actions) == 3 and game.actions[0] == "rock" and game.payoffs.tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]:
        won = "Rock beats scissors, scissors beats paper, paper beats rock. The winner gets 1 chip from the other."
    else:
        names = ", ".join(game.actions)
        rows = "; ".join(
            f"{name} wins " + ", ".join(f"{chips:g}" for chips in row)
            for name, row in zip(game.actions, game.payoffs, strict=False)
        )
        won = f"What player 0 wins from player 1, against {names} in that order: {rows}."
    return ["Both players choose at the same time, once.", won], ""


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


EXPLANATIONS: dict[str, Callable[[Any], tuple[list[str], str]]] = {
    "kuhn": explain_kuhn,
    "leduc": explain_leduc,
    "bet_raise": explain_bet_raise,
    "holdem": explain_spot,
    "fhp": explain_fhp,
    "preflop_holdem": explain_preflop_holdem,
    "texas_holdem": explain_whole_hands,
    "push_fold": explain_push_fold,
    "bet_fold": explain_bet_fold,
    "rps": explain_matrix,
}
"""By the name of a game."""
