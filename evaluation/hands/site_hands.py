"""Spots of hands that were played: of hand histories as poker sites write them, or in PHH.

pokerkit's parsers (``pokerkit.notation``) know how a site writes players, stacks, cards and actions. They pass over antes of
most sites, dead and late blinds. So posts are read here, and a line that posts something else is an error. The hand is played
by the rules, and what it comes to is compared with the totals of the text.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from pokerzoo.envs.games.hand_spot import spot_params
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh import PhhActions, PhhError, bets_in, decimal_of, decimal_text, fields_of, game_with, read_fields


class Site(NamedTuple):
    """A site: how a hand begins, pokerkit's parser, how a big blind is written; what it reads in place of an odd part."""

    begins: str
    parser: str
    big_blind: str
    odd: str = ""
    stands_for: Any = ""


STARS_BLIND = "{who}: posts big blind {chips}"
SITES = {
    "PokerStars": Site("^PokerStars ", "PokerStarsParser", STARS_BLIND),
    "GGPoker": Site("^Poker Hand #", "PokerStarsParser", STARS_BLIND, "^Poker Hand #", "PokerStars Hand #"),
    "Full Tilt": Site("^Full Tilt Poker Game #", "FullTiltPokerParser", "{who} posts the big blind of {chips}"),
    "PartyPoker": Site("^Game #", "PartyPokerParser", "{who} posts big blind [{chips} USD]."),
    "iPoker": Site(
        "^<game gamecode=", "IPokerNetworkParser", "", r"(?<=[> ])[SHDC](?=(?:10|[2-9TJQKA])[ <])", lambda suit: suit[0].lower()
    ),
    "Ongame": Site(
        r"^\*{5} History for hand ", "OngameNetworkParser", "{who} posts big blind ({chips})", r"(?<=\))$", " "
    ),  # it wants something after each seat
    "Absolute": Site("^Stage #", "AbsolutePokerParser", "{who} - Posts big blind {chips}"),
}
POST = re.compile(r"^(.+?)(?::| -)? (posts?|antes?) ?(.*?)([\d.]*\d)[^\d\n]*$", re.I | re.M)
XML_POST = re.compile(r'<action\b.*\bplayer="(.+?)".*\btype="(1|2|15)".*\bsum="\D?([\d.]+)"')
XML_KINDS = {"1": "small", "2": "big", "15": "ante"}
KINDS = (
    ("ante", r"ante"), ("both", r"small.*big|big.*dead"), ("dead", r"dead|missed"), ("straddle", r"straddle"),
    ("small", r"\bsmall blind"), ("big", r"\bbig blind|^[^\w]*$"),
)  # fmt: skip
"""Kinds of posts, and what the line says between the word and the amount: of a late post nothing."""
HEADER_BLINDS = re.compile(r"\(\D?([\d.]+)/\D?([\d.]+)[ )]|- \D?([\d.]+)/\D?([\d.]+) ")
THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
CHAT = re.compile(r"^.+ said, \".*$\n?", re.MULTILINE)
RAISED_TO = re.compile(r"raises \D?[\d.]+ to \D?([\d.]+)")
_one_at_a_time = threading.Lock()  # pokerkit prints what it cannot read, and warns


class Post(NamedTuple):
    """A line that posts chips."""

    who: str
    kind: str  # of ``KINDS``
    chips: Decimal
    span: tuple[int, int]  # in the text


@dataclass
class Lines:
    """The facts of a text, players in order from the left of the button."""

    players: tuple[str, ...]
    stacks: tuple[Decimal, ...]
    actions: list[str]


def spot_of_file(path: str | Path, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """``spot_of_text`` of a file in UTF-8, with or without a byte order mark."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PhhError(f"is no text in UTF-8: {error.reason} at byte {error.start + 1}; save it as UTF-8") from None
    return spot_of_text(text, street)


def spot_of_text(text: str, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """The spot of a hand history, in PHH or as a site writes it, and the players' names, out of position first.

    Cards need not be known: a spot has its bets and its board. Sums of a site's hand are compared with those of its text.

    Args:
        text: one no-limit hold'em hand with up to ten players.
        street: where the spot begins; two players must be in, or three on a turn or river.

    Raises:
        ImportError: a site's hand without pokerkit.
        PhhError: no such hand.
        ValueError: nothing to decide on that street, or more players.
    """
    text = text.lstrip("\ufeff")
    names: tuple[str, ...] | None
    site = next((name for name, site in SITES.items() if re.search(site.begins, text, re.M)), None)
    if site is not None:
        state, names = read_site_hand(text, site)
    else:
        try:
            fields = fields_of(text)
        except PhhError as error:
            raise PhhError(f"written by no site that is known ({', '.join(SITES)}), and no PHH: {error}") from None
        hand = read_fields(fields, shown=False)
        state, names = hand.state, hand.names
    try:
        params, seats = spot_params(state, street)
    except ParameterError as error:
        raise ParameterError(error.parameter, error.value, with_names(error.problem, names or ())) from None
    except InputError as error:
        raise InputError(with_names(str(error), names or ())) from None
    return params, None if names is None else tuple(names[seat] for seat in seats)


def read_site_hand(text: str, name: str) -> tuple[TexasHoldemState, tuple[str, ...]]:
    """The end of a no-limit hold'em hand as a site of ``SITES`` writes it, and the players' names.

    Raises:
        ImportError: pokerkit is not installed.
        PhhError: several hands; what pokerkit cannot read, a post that is not known, an action that is not legal, or other
            sums than the text has.
    """
    hands = len(re.findall(SITES[name].begins, text, re.M))
    if hands > 1:
        raise PhhError(f"has {hands} hands of {name}: give one")
    plain = CHAT.sub("", THOUSANDS.sub("", text.replace("\r\n", "\n").strip()) + "\n\n\n")
    posts = posts_in(name, plain)
    bigs, header = [post.chips for post in posts if post.kind == "big"], HEADER_BLINDS.search(plain)
    if not bigs:
        raise PhhError("no big blind is posted")
    # A player may have less than a big blind.
    big = max([*bigs, *([] if header is None else [_amount(header[2] or header[4])])])
    lines = lines_of(name, plain, posts, big)
    dealt = {word.split()[2] for word in lines.actions if word.startswith("d dh ")}
    undealt = [f"d dh p{k} ????" for k in range(1, len(lines.players) + 1) if f"p{k}" not in dealt]
    try:
        state = PhhActions(game_of_lines(lines, posts, big), [*undealt, *lines.actions], strict=False).replay.state()
        check_totals(plain, state, lines.players)
    except ValueError as error:
        raise PhhError(with_names(str(error), lines.players)) from None
    return state, lines.players


def posts_in(name: str, plain: str) -> list[Post]:
    """The lines that post chips; PhhError for one whose kind is not known."""
    if name == "iPoker":
        return [Post(match[1], XML_KINDS[match[2]], _amount(match[3]), match.span()) for match in XML_POST.finditer(plain)]
    seated = set(re.findall(r"^Seat \d+(?::| -) (.+) \( ?\D?[\d.]+", plain, re.M))
    result: list[Post] = []
    for match in POST.finditer(plain):
        if match[1] not in seated:  # a chat
            continue
        said = "ante" if match[2].lower().startswith("ante") else match[3].lower().rstrip("$€£([ ")
        kind = next((kind for kind, says in KINDS if re.search(says, said)), None)
        if kind is None:
            raise PhhError(f"a post that is not known: {brief(match[0])}")
        first = kind != "small" or not any(other.kind == "small" for other in result)
        kind = kind if first else "dead"  # a second small blind is dead
        result.append(Post(match[1], kind, _amount(match[4]), match.span()))
    return result


def lines_of(name: str, plain: str, posts: Sequence[Post], big: Decimal) -> Lines:
    """The facts in the lines of a hand, by pokerkit's patterns for the site."""
    site = SITES[name]
    notation = import_extra("pokerkit.notation", f"a hand history of {name} needs pokerkit", "hands")
    adapted = plain
    for post in reversed(posts) if site.big_blind else ():
        chips = {"big": post.chips, "straddle": post.chips, "both": min(post.chips, big)}.get(post.kind)
        if post.kind != "small":  # all other bets as big blinds; what is no bet goes, with its line
            line = "" if chips is None else site.big_blind.format(who=post.who, chips=chips) + "\n"
            adapted = adapted[: post.span[0]] + line + adapted[post.span[1] + 1 :]
    if site.odd:
        adapted = re.sub(site.odd, site.stands_for, adapted, flags=re.M)

    class Reader(getattr(notation, site.parser)):  # type: ignore[misc]
        """pokerkit's parser, up to where it would play the hand by rules of its own."""

        def _parse(self, text: str, value: Callable[[str], Any]) -> Any:
            if self.VARIANT.search(text) is None:
                raise InputError("no no-limit hold'em")
            at, stacks = self._parse_seats(text), self._parse_starting_stacks(text, value)
            seated = sorted(self._parse_players(text) | ({post.who for post in posts} & stacks.keys()), key=at.__getitem__)
            if len({at[player] for player in seated}) < len(seated):
                raise InputError("two players have one seat")
            blinds = defaultdict(int, self._parse_blinds_or_straddles(text, value))
            final = self._parse_final_seat(text)
            players = self._get_ordered_players(text, final, blinds, seated, [at[player] for player in seated])
            actions = self._parse_actions(text, value, players)
            return Lines(tuple(players), tuple([stacks[player] for player in players]), actions)

        def _get_completion_betting_or_raising_to_amount(self, bets: Any, player: str, amount: Any, line: str) -> Any:
            match = RAISED_TO.search(line) if site.parser == "PokerStarsParser" else None
            if match is not None:
                return _amount(match[1])
            return super()._get_completion_betting_or_raising_to_amount(bets, player, amount, line)

    with _one_at_a_time, warnings.catch_warnings(), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        try:
            result: list[Any] = list(Reader()(adapted, parse_value=_amount, error_status=True))
        except Exception as error:  # a damaged hand can raise anything there
            cause = error.__context__ or error
            raise PhhError(f"pokerkit cannot read this hand of {name}: {type(cause).__name__}: {cause}"[:300]) from None
    if not result:
        raise PhhError(f"pokerkit finds no whole no-limit hold'em hand of {name}")
    lines: Lines = result[0]
    return lines


def game_of_lines(lines: Lines, posts: Sequence[Post], big: Decimal) -> TexasHoldemGame:
    """The game with the posts of each seat."""
    seats = len(lines.players)
    live, dead, antes = ([Decimal(0)] * seats for _ in range(3))
    small_seat, bigs = -1, list[int]()
    for post in posts:
        if post.who not in lines.players:
            raise PhhError(f"{post.who} posts {decimal_text(post.chips)}, but does not act")
        seat = lines.players.index(post.who)
        if post.kind == "both":
            live[seat], dead[seat] = min(post.chips, big), max(post.chips - big, Decimal(0))
        else:
            column = {"ante": antes, "dead": dead}.get(post.kind, live)
            column[seat] += post.chips
        small_seat = seat if post.kind == "small" else small_seat
        bigs += [seat] if post.kind == "big" else []
    # The big blind is the next seat after the small one that posts it, or, where no small one is posted, the first.
    big_seat = min(bigs, key=lambda seat: (seat - small_seat - 1) % seats)
    last = max((seat for seat in range(seats) if live[seat] > big), key=lambda seat: live[seat], default=big_seat)
    ante = max(antes)
    short = [ante if posted < ante and posted == stack else posted for posted, stack in zip(antes, lines.stacks, strict=True)]
    if len(set(short)) > 1:  # of the big blind alone, or of one who comes late: no part of what others must match
        dead = [chips + more for chips, more in zip(dead, antes, strict=True)]
        short = [Decimal(0)] * seats
    small = live[small_seat] if small_seat >= 0 else Decimal(0)
    game = game_with({"blinds": (small, big), "stack": lines.stacks}, [*live, *dead, *short, *bets_in(lines.actions)[0]], {})
    blinds, lost, antes_due = (tuple(map(float, chips)) for chips in (live, dead, short))
    return game.with_posts(blinds, lost, antes_due, (last + 1) % seats)


def with_names(message: str, names: Sequence[str]) -> str:
    """A message with players' names in place of their numbers.

    >>> with_names("p2 is to act, and player 0 is all-in", ["Ann", "Bob"])
    'Bob is to act, and Ann is all-in'
    """

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) - 1 if match[1] else int(match[2])
        return names[seat] if 0 <= seat < len(names) and names[seat] else match[0]

    return re.sub(r"\bp(\d{1,2})\b|\bplayer (\d)\b", name, message)


def _amount(text: str) -> Decimal:
    try:
        return Decimal(text.rstrip(".,"))  # what follows it in a sentence
    except InvalidOperation:
        raise InputError(f"no amount: {text!r}") from None


AMOUNT = r"\D?([\d.]*\d)"
TOTAL = re.compile(rf"^Total pot ?\(?{AMOUNT}", re.I | re.M)
TAKEN = re.compile(rf"\| ?[A-Za-z ]+ \(?{AMOUNT}")
WON = (
    re.compile(rf"^(.+?) collected {AMOUNT} from (?:the )?(?:main |side )?pot", re.M | re.I),
    re.compile(rf"^(.+?) wins (?:the )?(?:main |side )?pot.*?\({AMOUNT}\)", re.M),
    re.compile(rf"^(.+?) Collects {AMOUNT} from (?:main|side) pot", re.M),
)
RETURNED = re.compile(rf"^Uncalled bet (?:of )?\(?{AMOUNT}\)? returned to (.+?)$|^(.+?) - returned \({AMOUNT}\)", re.M)
NET = re.compile(rf"^Seat \d+: (.+) \(\D?[\d.]+\), net: ([+-]?){AMOUNT}", re.M)
PAID = re.compile(r'<player\b.*\bname="(.+?)".*\bbet="\D?([\d.]+)"')
ALL_IN = re.compile(r"^(.+?):? (?:calls|bets|raises|posts).*\ball[ -]in\b", re.M | re.I)


def check_totals(text: str, state: TexasHoldemState, names: Sequence[str]) -> None:
    """PhhError where sums in the text differ from those by the rules; ``names`` are by seat."""
    game, over = state.game, state.is_terminal or state.is_chance
    left = [decimal_of(chips, game.chip) for chips in state.stacks]
    paid = [decimal_of(had, game.chip) - remaining for had, remaining in zip(game.stacks, left, strict=True)]
    bets = [decimal_of(put, game.chip) for put in state.contributions]
    *_, second, most = sorted(bets)
    uncalled = most - second
    pot = sum(paid, Decimal(0)) - uncalled
    total = TOTAL.search(text)
    if not over:  # a hand that breaks off has no totals
        if total is not None:
            raise PhhError("the text has a total pot, but by the actions that were read the hand is not over")
        return
    if total is not None:
        compare("the total pot", Decimal(total[1]), pot)
        rake = sum((Decimal(amount) for amount in TAKEN.findall(text[total.start() :].partition("\n")[0])), Decimal(0))
        won: list[tuple[str, str]] = next((lines for pattern in WON if (lines := pattern.findall(text))), [])
        if won and "cashed out" not in text:
            compare("what was collected and the rake together", sum((Decimal(chips) for _, chips in won), rake), pot)
            last, winners = [name for name, folded in zip(names, state.folded, strict=True) if not folded], dict(won)
            if len(last) == 1 and {*winners} != {*last}:
                raise PhhError(f"the text says that {', '.join(winners)} won, but by its actions all but {last[0]} folded")
    for result in RETURNED.finditer(text):
        compare(f"the uncalled bet returned to {result[2] or result[3]}", Decimal(result[1] or result[4]), uncalled)
    by_name = dict(zip(names, paid, strict=True))
    for name, amount in PAID.findall(text):
        if name in by_name:
            compare(f"what {name} put in", Decimal(amount), by_name[name])
    for name, sign, amount in NET.findall(text):
        if name in by_name and sign == "-":
            lost = by_name[name] - (uncalled if name == names[bets.index(most)] else 0)
            if state.folded[names.index(name)]:
                compare(f"what {name} lost", Decimal(amount), lost)
    all_in = set(ALL_IN.findall(text))
    for name, behind in zip(names, left, strict=True):
        if behind and name in all_in:
            raise PhhError(f"the text says that {name} is all-in, but by its amounts {decimal_text(behind)} are left")


def compare(what: str, stated: Decimal, result: Decimal) -> None:
    """PhhError unless both amounts are equal."""
    if stated != result:
        raise PhhError(
            f"{what} is {decimal_text(stated)} in the text, but {decimal_text(result)} by the actions and posts that were read"
        )
