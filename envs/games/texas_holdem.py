"""Texas hold'em from the blinds to the showdown: no-limit, pot-limit or fixed-limit, for two to ten players, with any stacks.

Each player gets two cards; the betting rounds are before the flop (three public cards), on it, on the turn and on the river
(one card each). The best five of seven cards win; players who are all-in win what they have matched. A hand may also end with
the betting on the flop or on the turn. The rules of betting are in ``envs/betting/engine.py``, the rules of pots in
``showdown.py`` beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, TypeAlias

from pokerzoo.envs.betting.bets import Limit, TableBets
from pokerzoo.envs.betting.row import BET, MAX_ACTIONS, SEATS
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.betting.sizes import Kind, Size, format_sizes, parse_sizes
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, STREETS
from pokerzoo.envs.poker.cards import CARD_NAMES, HOLE_CARDS
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.deck_strengths import DECKS, deck_strength
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import (
    brief,
    check_bool,
    check_choice,
    check_index,
    check_int,
    check_number,
    did_you_mean,
    python_number,
    short_repr,
)
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.posting import posted, seats_after

LAST_STREETS = STREETS
PUBLIC_CARDS = (0, 3, 1, 1)
"""By street."""
LIMITS = ("no-limit", "pot-limit", "fixed-limit")
ANY = "any"
SIZES = "50%,100%,a"
"""The sizes of bets and of raises where none are given."""
FIXED_LIMIT_CAP = 4
MOST_CHIPS = 10**9
"""The most chips of a player, in the smallest unit."""
TableSizes: TypeAlias = str | Sequence[str] | Mapping[str, str | Sequence[str]]
"""Sizes for all streets, or by street; a list has the sizes of the first raise, of the second, and so on."""


def make_texas_holdem(
    num_players: int = 2,
    limit: Limit = "no-limit",
    blinds: tuple[float, float] = (1, 2),
    stacks: float | Sequence[float] = 200,
    button: int | None = None,
    ante: float = 0,
    big_blind_ante: float = 0,
    straddle: float = 0,
    bet_sizes: TableSizes = SIZES,
    raise_sizes: TableSizes = SIZES,
    raise_cap: int | None = None,
    bets: tuple[float, float] | None = None,
    chip: float = 1.0,
    rake_rate: float = 0.0,
    rake_cap: float | None = None,
    no_flop_no_drop: bool = True,
    deck: str = "standard",
    rewards: str = "chips",
    short_stacks: bool = False,
    chips_in_play: float | None = None,
    last_street: str = "river",
) -> TexasHoldemGame:
    """A whole hand of hold'em.

    Args:
        num_players: 2 to 10 (with a royal deck to 7, or to 8 if the hand ends before the river).
        limit: ``"no-limit"``, ``"pot-limit"`` (a raise is by at most the pot as it is after the call) or ``"fixed-limit"``.
        blinds: the small and the big blind. The small one may be 0.
        stacks: chips of each player before anything is posted: one number for all, or one for each seat. A seat with 0 is
            out.
        button: the seat with the button; None: the last one, so that seat 0 is the first to act after the flop. Of two
            players the one on the button posts the small blind and acts first before the flop.
        ante: chips that every player posts before the blinds.
        big_blind_ante: chips that the big blind posts for all, after the blind; not a bet of the player.
        straddle: a third blind, of the player after the big blind, who then acts last before the flop; at least twice the big
            blind; 0: none. Needs three players.
        bet_sizes: sizes of a first bet after the flop; before it the blinds are the first bet. Sizes are ``50%`` of the pot,
            ``100c`` (chips), ``3bb`` (big blinds), ``e``, ``2e`` (geometric over the streets left), ``a`` (all-in), separated
            by commas. Or such sizes by street: ``{"flop": "33%", "turn": "75%", "river": "75%,a"}``. ``"any"``: every whole
            amount from the least to the most is an action, for raises, too.
        raise_sizes: sizes of raises in the same forms, those before the flop included (``"preflop"``); ``2.5x`` is 2.5 times
            the bet faced, and a percentage is of the pot after the call. In place of a string a list: sizes of the first
            raise in the round, of the second, ..., the last for all that follow. Unused under fixed limit.
        raise_cap: the most bets and raises in a round, the blinds before the flop counting as one; None: 4 under fixed limit,
            else no cap. In no-limit and pot-limit an all-in bet or raise counts, however short it is. Under fixed limit one
            of less than half a bet does not count.
        bets: under fixed limit the bet before the turn and from it on; None: one and two big blinds. In a hand that ends on the
            flop the second is not used, and kept as equal to the first.
        chip: the smallest unit: all amounts are multiples of it.
        rake_rate: share that the house takes of all pots together, 0 to 1, rounded down to whole units of ``chip``. Each pot
            bears what it adds to the rake of the pots before it, the main pot being the first.
        rake_cap: the most it takes of all pots together, in chips; None: no cap.
        no_flop_no_drop: whether hands that end before the flop pay no rake.
        deck: ``"standard"``; ``"short"``: 36 cards from the six up, a flush beats a full house, A6789 is a straight;
            ``"royal"``: 20 cards from the ten up.
        rewards: the unit of ``returns``: ``"chips"`` or ``"blinds"``, big blinds.
        short_stacks: whether stacks may be too small for the blinds and antes, as happens in a session: they are then all-in.
        chips_in_play: all chips that players may have, where stacks change from hand to hand, as in a session. Observations
            are scaled by them, so that all hands have the same entries; None: the chips of ``stacks``.
        last_street: ``"river"``, ``"turn"`` or ``"flop"``: hands are shown after its betting, the best five of all cards that
            are there by then win, and no later card is dealt. So ``"flop"`` is flop hold'em, decided by two own and three
            public cards.

    Raises:
        ValueError: a parameter that is not as above; the message says what is allowed.
    """
    check_int("num_players", num_players, 2, SEATS)
    check_choice("limit", limit, LIMITS)
    check_choice("deck", deck, tuple(DECKS))
    check_choice("last_street", last_street, LAST_STREETS)  # before the flop there would be nothing to compare
    cards, streets = tuple(DECKS[deck]), HAND_STREETS.index(last_street) + 1
    public = sum(PUBLIC_CARDS[:streets])
    if 2 * num_players + public > len(cards):
        raise ValueError(f"num_players={num_players}: a {deck} deck has cards for {(len(cards) - public) // 2} players at most")
    check_choice("rewards", rewards, ("chips", "blinds"))
    check_bool("no_flop_no_drop", no_flop_no_drop)
    check_bool("short_stacks", short_stacks)
    check_number("rake_rate", rake_rate, 0, 1)
    check_number("chip", chip, 1e-6, 1e6)
    small, big = checked_amounts("blinds", blinds, 2, chip)
    if not small <= big or big == 0:
        raise ValueError(
            f"blinds={short_repr(blinds)}: must be the small and the big blind, the big one above 0 and not the smaller"
        )
    for name, given in (("ante", ante), ("big_blind_ante", big_blind_ante), ("straddle", straddle)):
        checked_amount(name, given, chip)
    all_stacks = stacks_of(stacks, num_players, chip)
    seated = [seat for seat, own in enumerate(all_stacks) if own > 0]
    if len(seated) < 2:
        raise ValueError(f"stacks={brief(stacks)}: at least two players must have chips")
    seat = num_players - 1 if button is None else check_index("button", button, num_players)
    if len(seated) == 2 and seat not in seated:  # of two players one has the button
        seat = seats_after(seat, all_stacks)[-1]
    if straddle and (len(seated) < 3 or straddle < 2 * big):
        raise ValueError(
            f"straddle={straddle!r}: must be 0, or with three players or more at least two big blinds, {2 * big:g}"
        )
    if chips_in_play is not None:
        checked_amount("chips_in_play", chips_in_play, chip)
        if chips_in_play < sum(all_stacks):
            raise ValueError(f"chips_in_play={chips_in_play!r}: must be None, or at least all stacks, {sum(all_stacks):g}")
    by_street, kept = street_bets(streets, limit, bet_sizes, raise_sizes, raise_cap, bets, big, chip)
    betting = Betting(
        antes=(0.0,) * num_players,
        rounds=tuple(
            Round(public_cards=number, bets=one) for number, one in zip(PUBLIC_CARDS[:streets], by_street, strict=True)
        ),
        unit=float(chip),
        rake_rate=float(rake_rate),
        rake_cap=inf if rake_cap is None else float(checked_amount("rake_cap", rake_cap, chip)),
        no_flop_no_drop=no_flop_no_drop,
        chips_in_play=chips_in_play,
    )
    posts = (float(small), float(big)), float(ante), float(big_blind_ante), float(straddle)
    betting = posted(betting, all_stacks, seat, *posts)
    if not short_stacks:
        check_posting(betting.blinds, betting.dead, float(ante), all_stacks)
    combos = tuple((high, low) for high in range(len(cards)) for low in range(high))
    rules = PokerRules(betting, Deck(tuple(CARD_NAMES[card] for card in cards), 1, HOLE_CARDS, (), combos), deck_strength(deck))
    params = {
        "num_players": num_players,
        "limit": limit,
        "blinds": (python_number(small), python_number(big)),
        "stacks": python_number(all_stacks[0]) if len(set(all_stacks)) == 1 else tuple(map(python_number, all_stacks)),
        "button": seat,
        "ante": python_number(ante),
        "big_blind_ante": python_number(big_blind_ante),
        "straddle": python_number(straddle),
        **kept,
        "chip": python_number(chip),
        "rake_rate": python_number(rake_rate),
        "rake_cap": None if rake_cap is None else python_number(rake_cap),
        "no_flop_no_drop": no_flop_no_drop,
        "deck": deck,
        "rewards": rewards,
        "short_stacks": short_stacks,
        "chips_in_play": None if chips_in_play is None else python_number(chips_in_play),
        "last_street": last_street,
    }
    return TexasHoldemGame(params, rules, cards)


def checked_amount(name: str, given: object, chip: float) -> float:
    """``given``; ValueError unless it is a number of chips, in whole units."""
    check_number(name, given, 0, MOST_CHIPS * chip)
    assert isinstance(given, int | float)
    count = given / chip
    if abs(count - round(count)) > 1e-6:
        raise ValueError(f"{name}={brief(given)}: must be a multiple of chip={chip:g}, the smallest unit")
    return float(given)


def checked_amounts(name: str, given: object, count: int, chip: float) -> tuple[float, ...]:
    """``number`` amounts of chips; ValueError otherwise."""
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != count:
        raise ValueError(f"{name}={brief(given)}: must be {count} numbers of chips")
    return tuple([checked_amount(f"{name}[{k}]", one, chip) for k, one in enumerate(given)])


def stacks_of(stacks: object, num_players: int, chip: float) -> tuple[float, ...]:
    """The stack of each seat."""
    if isinstance(stacks, Sequence) and not isinstance(stacks, str):
        return checked_amounts("stacks", stacks, num_players, chip)
    return (checked_amount("stacks", stacks, chip),) * num_players


def check_posting(blinds: tuple[float, ...], dead: tuple[float, ...], ante: float, stacks: tuple[float, ...]) -> None:
    """ValueError where a stack does not cover what its player posts, or leaves no player anything to bet."""
    for seat, own in enumerate(stacks):
        posts = blinds[seat] + dead[seat] + ante
        if 0 < own <= posts:
            raise ValueError(
                f"stacks[{seat}]={own:g}: must be more than the {posts:g} that the player posts (blind and ante); "
                "allowed with short_stacks=True"
            )


def street_bets(
    streets: int,
    limit: Limit,
    bet_sizes: Any,
    raise_sizes: Any,
    raise_cap: int | None,
    bets: Any,
    big_blind: float,
    chip: float,
) -> tuple[list[TableBets], dict[str, Any]]:
    """Bets of each street, and their parameters in canonical form."""
    if raise_cap is not None:
        check_int("raise_cap", raise_cap, 1, 1000)
    if limit == "fixed-limit":
        low, high = (big_blind, 2 * big_blind) if bets is None else checked_amounts("bets", bets, 2, chip)
        if not 0 < low <= high:
            raise ValueError(f"bets={short_repr(bets)}: must be two bets above 0, the first not the larger one")
        by_street = (low, low, high, high)[:streets]
        high = by_street[-1]
        cap = FIXED_LIMIT_CAP if raise_cap is None else raise_cap
        kept = {"bet_sizes": "", "raise_sizes": "", "raise_cap": cap, "bets": (python_number(low), python_number(high))}
        return [TableBets(limit, least, None, cap) for least in by_street], kept
    if bets is not None:
        raise ValueError(f"bets={short_repr(bets)}: only with limit='fixed-limit'; give bet_sizes and raise_sizes")
    kept = {"raise_cap": raise_cap, "bets": None}
    if ANY in (bet_sizes, raise_sizes):
        for name, given in (("bet_sizes", bet_sizes), ("raise_sizes", raise_sizes)):
            if given not in (ANY, SIZES):
                raise ValueError(f"{name}={brief(given)}: the other sizes are 'any', so these must be 'any', too")
        return [TableBets(limit, big_blind, None, raise_cap)] * streets, {"bet_sizes": ANY, "raise_sizes": ANY, **kept}
    names = HAND_STREETS[:streets]
    firsts = sizes_by_street("bet_sizes", bet_sizes, "bet", names[1:])
    raises = sizes_by_street("raise_sizes", raise_sizes, "raise", names)
    # The blinds are the first bet before the flop: no first bet is asked for there.
    lists = [(firsts[street - 1][0] if street else (), *raises[street]) for street in range(streets)]
    different = {size for sizes in lists for one in sizes for size in one}
    if not different:
        raise ValueError("bet_sizes, raise_sizes: must have at least one size, else no bet is possible")
    if len(different) > MAX_ACTIONS - BET:
        raise ValueError(f"bet_sizes, raise_sizes: {len(different)} different sizes; at most {MAX_ACTIONS - BET}, or 'any'")
    kept |= {"bet_sizes": sizes_param(firsts, names[1:]), "raise_sizes": sizes_param(raises, names)}
    return [TableBets(limit, big_blind, sizes, raise_cap) for sizes in lists], kept


SizeLists: TypeAlias = list[tuple[tuple[Size, ...], ...]]
"""For each street the sizes by number of raises."""


def sizes_by_street(name: str, given: Any, kind: Kind, streets: tuple[str, ...]) -> SizeLists:
    """The sizes of each street by number of raises."""
    if not isinstance(given, Mapping):
        return [size_lists(name, given, kind)] * len(streets)
    for street in given:
        if street not in streets:
            raise ValueError(
                f"{name}: no street {brief(street)} there; allowed: {', '.join(streets)}{did_you_mean(street, streets)}"
            )
    missing = [street for street in streets if street not in given]
    if missing:
        must = f"must have them for {', '.join(streets)}"
        raise ValueError(f"{name}={brief(dict(given))}: no sizes for the {missing[0]}; {must}")
    return [size_lists(f"{name}[{brief(street)}]", given[street], kind) for street in streets]


def size_lists(name: str, given: Any, kind: Kind) -> tuple[tuple[Size, ...], ...]:
    """Sizes of one street by number of raises."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list | tuple) else ()
    if not texts or not all(isinstance(text, str) for text in texts) or (kind == "bet" and len(texts) > 1):
        more = "" if kind == "bet" else ", or a list of strings: for the first raise, the second, and so on"
        raise ValueError(f"{name}={brief(given)}: must be a string of sizes{more}")
    one = len(texts) == 1 and isinstance(given, str)
    return tuple([parse_sizes(text, kind, name if one else f"{name}[{k}]", blinds=True) for k, text in enumerate(texts)])


def sizes_param(lists: SizeLists, streets: tuple[str, ...]) -> Any:
    """Sizes as they are kept among the parameters: as short as can be."""
    texts = [format_sizes(one[0]) if len(one) == 1 else tuple(map(format_sizes, one)) for one in lists]
    return texts[0] if all(text == texts[0] for text in texts) else dict(zip(streets, texts, strict=True))
