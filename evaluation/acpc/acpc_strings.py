"""Whole hands in the ACPC's notation, both ways: ``STATE:3:r200c/cr400f:AhTd|Jd7d/2sTh3s:-200|200:Ann|Bob``.

Streets stand between slashes; ``f`` folds, ``c`` checks or calls, ``r`` bets or raises. No-limit raises have a number: the
chips that the player has then put in in the *whole hand*. A client sees ``MATCHSTATE:position:hand:betting:cards``, in which
other players' cards are left out. Values are net chips, by position; the ACPC splits pots into fractions, where we give odd
chips to the first players left of the button (``acpc_values``). Facts: protocol specification 2.0.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pokerzoo.envs import Game, State
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD, IN_HAND
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .acpc_games import check_acpc

MOST_DIGITS = 10
LONGEST_LINE = 4096
"""Bytes of a line that the competition's server reads."""
FIRST_CARDS = (0, 0, 3, 4, 5)
"""Number of public cards before each street's own, by street; and of all of them."""
WORDS = ("STATE", "MATCHSTATE")


class AcpcError(ValueError):
    """A string or a file is not in the format of the ACPC, or does not fit the game."""


@dataclass(frozen=True)
class AcpcState:
    """A hand read from a line of the ACPC; made by ``from_acpc``.

    Attributes:
        number: of the hand.
        state: the hand.
        position: of the player who receives it, in a ``MATCHSTATE``; else None.
        unknown: players whose cards the line does not have. In ``state`` they hold the lowest cards that no player is
            known to hold.
        values: net chips of each player, where the line has them.
        names: of the players by position, where the line has them.
        rest: the text after the cards of a ``MATCHSTATE``: a client's answer; else nothing.

    Example:
        >>> from pokerzoo.evaluation import acpc_game, from_acpc
        >>> game = acpc_game("holdem.limit.2p.reverse_blinds")
        >>> hand = from_acpc(game, "MATCHSTATE:0:7:rc/:AcKd|/2h3h9c")
        >>> hand.number, hand.position, hand.unknown, hand.values
        (7, 0, (1,), None)
    """

    number: int
    state: TexasHoldemState
    position: int | None = None
    unknown: tuple[int, ...] = ()
    values: tuple[Fraction, ...] | None = None
    names: tuple[str, ...] | None = None
    rest: str | None = None


def acpc_betting(state: State) -> str:
    """Betting string of a hand, ``r200c/cr400f``; with a slash at its end where public cards are due."""
    whole = check_state(state)
    game = whole.game
    fixed = game.params["limit"] == "fixed-limit"
    pieces = [""]
    totals: dict[int, float] = dict(enumerate(game.posted))
    before = [0.0] * game.num_players
    for street, player, kind, total in whole.moves:
        while len(pieces) <= street:
            pieces.append("")
            for seat, put in totals.items():
                before[seat] += put
            totals = {}
        totals[player] = total
        letter = "fcr"[kind]
        pieces[-1] += letter if kind != BET or fixed else f"{letter}{round(before[player] + total)}"
    return "/".join([*pieces, *[""] * (whole.street + 1 - len(pieces))])


def to_acpc(state: State, number: int = 0, player: int | None = None, names: Sequence[str] | None = None) -> str:
    """Write a hand as a line of the ACPC, without an end of line.

    Args:
        state: the hand, in which a player is to act or which is over.
        number: of the hand.
        player: the receiver of the line. It is then a ``MATCHSTATE``, with the others' cards only at a showdown. None: a
            ``STATE`` with all cards.
        names: of the players by position; values are then written before them. For a hand that is over, without ``player``.

    Returns:
        The line.

    Raises:
        ValueError: the hand cannot be written so, cards are due, or names that do not fit.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.evaluation import acpc_game, to_acpc
        >>> game = acpc_game("holdem.limit.2p.reverse_blinds")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1))
        >>> to_acpc(state.child(1), number=7)
        'STATE:7:c:Ac8h|Kh3s'
        >>> to_acpc(state.child(1), number=7, player=0)
        'MATCHSTATE:0:7:c:Ac8h|'
    """
    whole = check_state(state)
    if whole.is_chance:
        raise ValueError(f"state={state!r}: cards are due; the ACPC writes states in which a player acts, and ends")
    game, board = whole.game, whole.board
    shown = set(range(game.num_players))
    if player is not None:
        folded = whole.folded
        showdown = whole.is_terminal and folded.count(False) > 1
        shown = {seat for seat in shown if seat == player or (showdown and not folded[seat])}
    deck = game.rules.deck
    hole = [whole.hole_cards(seat) if seat in shown else () for seat in range(game.num_players)]
    cards = "|".join("".join(deck[card] for card in hand) for hand in hole)
    for street in range(1, whole.street + 1):
        cards += "/" + "".join(deck[card] for card in board[FIRST_CARDS[street] : FIRST_CARDS[street + 1]])
    head = f"STATE:{number}" if player is None else f"MATCHSTATE:{player}:{number}"
    line = f"{head}:{acpc_betting(whole)}:{cards}"
    if names is None:
        return line
    check_names(names, game.num_players)
    if player is not None or not whole.is_terminal:
        raise ValueError("names: stand only in a STATE of a hand that is over")
    return f"{line}:{'|'.join(map(value_text, acpc_values(whole)))}:{'|'.join(names)}"


def from_acpc(game: Game, text: str, *, any_total: bool = False) -> AcpcState:
    """Read a line of the ACPC, a ``STATE`` or a ``MATCHSTATE``. The hand is played again by the rules.

    Values in the line are read, but not compared with the rules.

    Args:
        game: the game.
        text: the line.
        any_total: where the game has sizes, take bets of other sizes, too. The state is then exact; its history has the nearest
            size.

    Returns:
        The hand, its number, and the other fields of the line.

    Raises:
        AcpcError: no such line; an action that is not legal, with its place and the legal ones; cards that cannot be.
        ValueError: the ACPC has no such game.

    Example:
        >>> from pokerzoo.evaluation import acpc_game, from_acpc
        >>> game = acpc_game("holdem.limit.2p.reverse_blinds")
        >>> hand = from_acpc(game, "STATE:7:rc/:AcKd|8s8d/2h3h9c")
        >>> hand.number, hand.state.current_player
        (7, 0)
    """
    game = check_acpc(game)
    if len(text) > LONGEST_LINE:
        raise AcpcError(f"longer than {LONGEST_LINE:,} characters")
    word, *fields = text.rstrip("\r\n").split(":")
    if word not in WORDS:
        raise AcpcError(f"{brief(text)}: must begin with STATE: or MATCHSTATE:")
    position = None
    if word == "MATCHSTATE":
        position = number_of("position", fields.pop(0) if fields else "")
        if position >= game.num_players:
            raise AcpcError(f"position {position}: must be from 0 to {game.num_players - 1}")
    if len(fields) < 3:
        raise AcpcError(f"{brief(text)}: must have a hand's number, betting and cards, with colons between them")
    number, betting, cards, rest = number_of("hand number", fields[0]), fields[1], fields[2], fields[3:]
    hands, board = cards_of(game, cards)
    replay = deal_hand(game, hands, [card for street in board for card in street], any_total)
    play_betting(replay, betting, board)
    unknown = tuple(seat for seat, hand in enumerate(hands) if hand is None)
    state = replay.state()
    if word == "MATCHSTATE":
        if position in unknown:
            raise AcpcError(f"player {position}'s own cards are missing")
        return AcpcState(number, state, position, unknown, rest=":".join(rest) if rest else None)
    if unknown:
        raise AcpcError(f"player {unknown[0]}'s cards are missing")
    values = values_of(rest[0], game.num_players) if rest else None
    names = tuple(rest[1].split("|")) if len(rest) > 1 else None
    if len(rest) > 2 or (names is not None and (len(names) != game.num_players or not all(names))):
        raise AcpcError(f"names {brief(':'.join(rest[1:]))}: must be {game.num_players} with | between them")
    return AcpcState(number, state, None, (), values, names)


def acpc_values(state: State) -> tuple[Fraction, ...]:
    """Net chips of each player at the end of a hand, pots split into fractions, as the ACPC counts."""
    whole = check_state(state)
    if not whole.is_terminal:
        raise ValueError(f"state={state!r}: the hand is not over")
    game = whole.game
    players, unit = range(game.num_players), round(game.chip)
    put = [whole.row.item(IN_HAND + seat) * unit for seat in players]
    left = [seat for seat in players if not whole.folded[seat]]
    rules: PokerRules = game.rules
    strength = {seat: rules.strength(whole.hole_cards(seat), whole.board) if len(left) > 1 else 0 for seat in left}
    values = [Fraction(-chips) for chips in put]
    done = 0
    for level in sorted(set(put)):
        inside = [seat for seat in players if put[seat] >= level]
        pot = (level - done) * len(inside)
        # If all who put in as much have folded, it goes to the players who are left.
        contenders = [seat for seat in left if seat in inside] or left
        best = max(strength[seat] for seat in contenders)
        winners = [seat for seat in contenders if strength[seat] == best]
        for seat in winners:
            values[seat] += Fraction(pot, len(winners))
        done = level
    return tuple(values)


def value_text(value: Fraction) -> str:
    """Format a value with up to six decimals.

    >>> value_text(Fraction(-3, 2)), value_text(Fraction(100)), value_text(Fraction(1, 3))
    ('-1.5', '100', '0.333333')
    """
    text = f"{float(value):.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def values_of(text: str, players: int) -> tuple[Fraction, ...]:
    """Parse values by position; AcpcError if they are none."""
    words = text.split("|")
    if len(words) != players or not all(re.fullmatch(r"-?\d{1,12}(\.\d{1,6})?", word) for word in words):
        raise AcpcError(f"values {brief(text)}: must be {players} numbers with | between them")
    return tuple(map(Fraction, words))


def check_state(state: State) -> TexasHoldemState:
    """``state`` if it is of a game that the ACPC has; else ValueError."""
    if not isinstance(state, TexasHoldemState):
        raise ValueError(f"state={state!r}: must be a state of texas_holdem")
    check_acpc(state.game)
    return state


def check_names(names: Sequence[str], players: int) -> None:
    """ValueError unless these names can stand in a line."""
    if isinstance(names, str) or len(names) != players or not all(map(is_name, names)):
        raise ValueError(f"names={brief(names)}: must be {players}, without colons, bars or spaces")


def is_name(name: object) -> bool:
    """True if it can stand in a line as a name."""
    return isinstance(name, str) and bool(name) and name.isprintable() and not set(name) & set(":| ")


def number_of(name: str, text: str) -> int:
    """Parse a whole number; AcpcError if it is none."""
    if not re.fullmatch(rf"\d{{1,{MOST_DIGITS}}}", text, re.ASCII):
        raise AcpcError(f"{name} {brief(text)}: must be a whole number")
    return int(text)


def deal_hand(
    game: TexasHoldemGame, hands: Sequence[Sequence[int] | None], known: Sequence[int], any_total: bool
) -> HandReplay:
    """Deal a hand; AcpcError if the cards cannot be."""
    try:
        return HandReplay(game, hands, known, any_total)
    except ValueError as error:
        raise AcpcError(str(error)) from None


def cards_of(game: TexasHoldemGame, text: str) -> tuple[list[tuple[int, ...] | None], list[tuple[int, ...]]]:
    """Hole cards by player, None where they are hidden, and the public cards by street."""
    first, *streets = text.split("/")
    hands = first.split("|")
    if len(hands) != game.num_players:
        raise AcpcError(f"cards {brief(text)}: {len(hands)} hands, must be {game.num_players} with | between them")
    found: list[tuple[int, ...] | None] = []
    for seat, hand in enumerate(hands):
        cards = card_list(game, hand)
        if len(cards) not in (0, 2):
            raise AcpcError(f"player {seat} has {brief(hand)}, must be two cards")
        found.append(cards or None)
    board = [card_list(game, street) for street in streets]
    due = [one.public_cards for one in game.rules.rounds[1:]]
    for street, cards in enumerate(board, 1):
        if street > len(due) or len(cards) != due[street - 1]:
            must_be = ("three", "three and one", "three, one and one")[len(due) - 1]
            raise AcpcError(f"public cards {brief('/'.join(streets))}: must be {must_be}, with slashes between them")
    return found, board


def card_list(game: TexasHoldemGame, text: str) -> tuple[int, ...]:
    """Parse cards into numbers of the game's deck; AcpcError if they are none."""
    names = [text[k : k + 2] for k in range(0, len(text), 2)]
    for name in names:
        if name not in game.rules.deck:
            raise AcpcError(f"cards {brief(text)}: {brief(name)} is no card of this game")
    return tuple([game.rules.deck.index(name) for name in names])


def play_betting(replay: HandReplay, betting: str, board: Sequence[tuple[int, ...]]) -> None:
    """Play a betting string with the public cards of each street; AcpcError unless both end together."""
    to_come = list(board)
    fixed = replay.game.params["limit"] == "fixed-limit"
    for place, word in betting_words(betting):
        if word == "/":
            if not replay.card_due:
                raise AcpcError(f"{place_text(place, word)}: the round is not over: {legal_text(replay)}")
            if not to_come:
                raise AcpcError(f"{place_text(place, word)}: the public cards of street {replay.street} are missing")
            replay.deal(to_come.pop(0))
            continue
        if replay.actor is None:
            raise AcpcError(
                f"{place_text(place, word)}: {'a slash must stand here' if replay.card_due else 'the hand is over'}"
            )
        seat, kind, total = replay.actor, "fcr".index(word[0]), 0
        good = True
        if kind == BET and fixed:
            good, total = len(word) == 1, replay.allowed().least
        elif kind == BET:
            chips, unit = int(word[1:]) if word[1:] else 0, round(replay.game.chip)
            total = chips // unit - replay.put_before(seat)
            good = chips % unit == 0
        if not good or not replay.play(kind, total):
            raise AcpcError(f"{place_text(place, word)}: {legal_text(replay)}")
    if replay.card_due:
        raise AcpcError(f"betting {brief(betting)}: the round is over: a slash and public cards must follow")
    if to_come:
        raise AcpcError(f"{len(board)} streets of public cards, but the betting is on street {replay.street} (0 is the first)")


def betting_words(betting: str) -> Iterator[tuple[int, str]]:
    """Pairs of a place, from 1, and an action or a slash of a betting string."""
    place = 0
    while place < len(betting):
        found = re.compile(rf"[fc/]|r(?:[1-9]\d{{0,{MOST_DIGITS - 1}}})?(?!\d)", re.ASCII).match(betting, place)
        if found is None:
            raise AcpcError(
                f"{place_text(place + 1, betting[place : place + 12])}: "
                "must be f, c, r with a number of at most 10 digits, or /"
            )
        yield place + 1, found[0]
        place = found.end()


def place_text(place: int, word: str) -> str:
    """Place in a betting string, for a message."""
    return f"betting, character {place}, {brief(word)}"


def legal_text(replay: HandReplay) -> str:
    """The player to act and the legal actions, in the ACPC's notation."""
    if replay.actor is None:
        return "no player is to act"
    allowed, seat = replay.allowed(), replay.actor
    words = ["f"] if allowed.fold else []
    words.append("c")
    unit, before = round(replay.game.chip), replay.put_before(seat)

    def in_all(total: int) -> str:
        return f"r{(total + before) * unit}"

    if allowed.least:
        if replay.game.params["limit"] == "fixed-limit":
            words.append("r")
        elif allowed.totals is not None and not replay.any_total:
            words += map(in_all, allowed.totals)
        elif allowed.least == allowed.most:
            words.append(in_all(allowed.least))
        else:
            words.append(f"{in_all(allowed.least)} to {in_all(allowed.most)} (of the whole hand)")
    return f"player {seat} is to act; allowed: {', '.join(words)}"


def action_word(before: State, action: int) -> str:
    """An action of the player to act in the ACPC's notation: ``r400``."""
    whole = check_state(before)
    if action in (FOLD, CALL):
        return "fc"[action]
    if whole.game.params["limit"] == "fixed-limit":
        return "r"
    seat = whole.current_player
    in_hand = whole.contributions[seat] - whole.round_contributions[seat]
    return f"r{round(in_hand + whole.total_of(action))}"
