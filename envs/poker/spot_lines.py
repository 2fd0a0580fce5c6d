"""Lines of a hold'em spot as text: ``xb60c/2h/x``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.support.errors import ParameterError, brief

from .game import PokerGame
from .public_state import PublicState
from .run_out_matrix import is_settled

TOKEN = re.compile(r"([xcf])|([br])([0-9.]+(?:e[+-]?[0-9]+)?)?", re.IGNORECASE)
CARD = "[2-9tjqka][cdhs]"
CARDS = {
    cards: re.compile(rf"{CARD}(?:[\s/,|]*{CARD}){{{cards - 1}}}(?![cdhs])", re.IGNORECASE) for cards in range(1, 4)
}  # fmt: skip
SEPARATOR = re.compile(r"[\s/,|]*")


def line_of(public: PublicState) -> str:
    """Return the line of a public state, cards between slashes: ``xb60c/2h/x``."""
    return line_text(public.history)


def line_text(history: str) -> str:
    """A public history as lines are written: ``xx/Kh|b`` is ``xx/Kh/b``."""
    return "/".join(piece for piece in re.split(r"[/|]", history) if piece)


def is_run_out(public: PublicState) -> bool:
    """True where all cards that are left come without betting, and hands are settled over all of them: the line ends there."""
    rules = public.rules
    return public.card_due and public.line.num_deals == rules.betting.deals_with_betting and is_settled(rules)


def end_payoffs(public: PublicState, player: int) -> tuple[float, float]:
    """Net chips at the end: (the same against every hand, added if it wins and taken off if it loses)."""
    line = public.line
    while line.card_due:  # the house may take more of a pot that has seen a flop
        line = line.deal()
    if any(line.folded):
        return line.payoffs((line.folded.index(False),))[player], 0.0
    win, loss = (line.payoffs((winner,))[player] for winner in (player, 1 - player))
    return (win + loss) / 2, (win - loss) / 2  # a tie pays the mean, rake included


def find_line(game: PokerGame, line: str) -> PublicState:
    """Return the public state after a line; ValueError names the part that is wrong and the legal moves there."""
    *_, last = walk_line(game, line)
    return last


def walk_line(game: PokerGame, line: str) -> Iterator[PublicState]:
    """Return all public states of a line, its start and its end among them."""
    if not isinstance(line, str):
        raise ParameterError("line", line, "must be a string such as 'b25/r75', or '' for the start")
    public, at = game.rules.root, 0
    yield public
    while (at := SEPARATOR.match(line, at).end()) < len(line):  # type: ignore[union-attr]
        so_far = f"after {line_of(public)!r}" if public.history else "at the start"
        if public.is_over:
            raise ParameterError("line", line, f"the hand is over {so_far}; nothing may follow, not {brief(line[at:])}")
        if is_run_out(public):
            what = f"the other cards come without betting {so_far}; nothing may follow"
            raise ParameterError("line", line, f"{what}, not {brief(line[at:])}")
        if public.card_due:
            cards = public.rules.betting.deals[public.line.num_deals]
            match = CARDS[cards].match(line, at) if cards in CARDS else None
            if match is None:
                due = "a card is" if cards == 1 else f"{cards} cards are"
                such_as = f"give {'one' if cards == 1 else 'them'}, as {line_of(public)}/{example_card(public)}"
                raise ParameterError("line", line, f"{due} due {so_far}, not {brief(line[at:])}; {such_as}")
            public = public.deal(deal_of(public, match[0], line))
        else:
            match = TOKEN.match(line, at)
            token = token_of(match) if match else None
            if match is None or token not in public.line.tokens:
                wrong = match[0] if match else line[at:]
                raise ParameterError("line", line, f"no {brief(wrong)} {so_far}; allowed: {', '.join(public.line.tokens)}")
            public = public.after(public.line.tokens.index(token))
        at = match.end()
        yield public


def deal_of(public: PublicState, text: str, line: str) -> int:
    """Parse a card, or several that come at once, as an outcome of chance; ValueError if they cannot come."""
    rules, deck = public.rules, public.rules.deck.names
    names = [card[0].upper() + card[1].lower() for card in re.findall(CARD, text, re.IGNORECASE)]
    for k, name in enumerate(names):
        if name not in deck:
            raise ParameterError("line", line, f"no card {name} in this game; allowed: {' '.join(deck)}")
        if deck.index(name) in public.board:
            board = " ".join(deck[card] for card in public.board)
            raise ParameterError("line", line, f"the card {name} is on the board already; allowed: all but {board}")
        if name in names[:k]:
            raise ParameterError("line", line, f"the card {name} comes twice")
    cards = sorted((deck.index(name) for name in names), reverse=True)
    return cards[0] if len(cards) == 1 else rules.deck.card_sets(len(cards)).number[frozenset(cards)]


def example_card(public: PublicState) -> str:
    """A card that can come, or several at once, for messages."""
    deck, number = public.rules.deck.names, public.line.num_deals
    return "".join([deck[card] for card in public.rules.dealt_cards(number, public.deal_probabilities()[0][0])])


def token_of(match: re.Match[str]) -> str:
    """A token as public histories write it; text without a number stays as it is."""
    word, kind, amount = match.groups()
    if word or amount is None:  # a bet of the one size that there is has no number
        return str(word or kind).lower()
    try:
        return str(kind).lower() + chips_text(float(amount))
    except ValueError:
        return match[0]
