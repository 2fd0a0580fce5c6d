"""The rules of hold'em from parameters: the parameters of each game of hold'em are some of these, with defaults of its own.

A game starts with the blinds, or as a spot: on a board, with ranges and a pot. It ends with its last street, where hands are
shown at once or the other cards come without betting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.bets import FixedBets, SizedBets
from pokerzoo.envs.betting.line import chips_text, normal_line
from pokerzoo.envs.betting.row import BET, MAX_ACTIONS, SEATS
from pokerzoo.envs.betting.rows import LIMPS_ALLOWED
from pokerzoo.envs.betting.setup import Betting, Round, posted, posts_of, seats_after
from pokerzoo.envs.betting.sizes_at import CARD, check_sizes_at
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, PREFLOP, STREETS, bets_by_street, streets_of
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBOS, HOLE_CARDS, parse_board
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.deck_strengths import DECKS, deck_strength, hold_em_strength
from pokerzoo.envs.poker.flop_subsets import ALL, check_flops, deal_weights
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import (
    check_bool,
    check_choice,
    check_index,
    check_int,
    check_number,
    is_number,
    python_number,
)
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS, check_big_blind

LIMITS = ("no-limit", "pot-limit", "fixed-limit")
CARDS = dict(zip(HAND_STREETS, (0, 3, 1, 1), strict=True))
"""Cards that are turned up before each street's betting."""
RUN_OUT, AT_ONCE = "run_out", "at_once"
"""After the last bets: the other cards come, or hands are shown without them."""
ANY = "any"
SIZES = "50%,100%,a"
"""The sizes of bets and of raises of whole hands where none are given."""
FIXED_LIMIT_CAP = 4
MOST_UNITS = 10**9
"""The most chips of a player in the smallest unit, where hands are played."""
CARDS_OF_COMBOS = tuple(map(tuple, COMBOS.tolist()))
"""The two cards of each combo."""

REST: dict[str, Any] = {
    "num_players": 2, "limit": "no-limit", "deck": "standard", "last_street": "river", "showdown": AT_ONCE, "flops": ALL,
    "board": None, "ranges": (), "pot": 0, "big_blind": None, "blinds": (0, 0), "stack": None, "button": None, "ante": 0,
    "big_blind_ante": 0, "straddle": 0, "short_stacks": False, "chips_in_play": None, "bet_sizes": "", "raise_sizes": "",
    "donk_sizes": None, "add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0, "raise_cap": None,
    "bet": None, "min_bet": None, "chip": 1, "rake_rate": 0, "rake_cap": None, "no_flop_no_drop": False, "removed": (),
    "sizes_at": None, "max_nodes": None, "sizes_by_seat": False, "limps": "all", "max_callers": None,
}  # fmt: skip
"""The parameters that a game does not have."""


def holdem_rules(parameters: dict[str, Any], *, played: bool = False, **fixed: Any) -> tuple[dict[str, Any], PokerRules]:
    """(the parameters in canonical form, the rules that they make).

    Args:
        parameters: the game's.
        **fixed: parameters that the game does not have and that are not as in ``REST``.
        played: whether hands are played one by one, in whole units of ``chip``, and not listed as a tree.

    Raises:
        ValueError: a parameter that is not allowed; the message says what is.
    """
    for name in ("stack", "max_nodes"):
        if parameters.get(name, 0) is None:
            raise ParameterError(name, None, "must be a number")
    p = REST | fixed | parameters
    board = None if p["board"] is None else parse_board(p["board"], (3, 4, 5))
    players = p["num_players"] if board is None else len(p["ranges"])
    if board is not None and len(board) == 3 and players == 3:
        raise ParameterError("board", p["board"], "must have four or five cards with three ranges")
    check_end(p, players, played)
    streets = HAND_STREETS[: HAND_STREETS.index(p["last_street"]) + 1] if board is None else streets_of(len(board))
    betting, kept = holdem_betting(p, players, streets, played)
    flops = check_flops(p["flops"], whole_deck=p["deck"] == "standard")
    if board is None:
        cards = DECKS[p["deck"]]
        deck = Deck(
            tuple([CARD_NAMES[card] for card in cards]),
            hole_cards=HOLE_CARDS,
            symmetries=() if played else tuple([exchange[: len(cards)] for exchange in CARD_PERMUTATIONS]),
        )
        rules = PokerRules(betting, deck, deck_strength(p["deck"]), deal_weights=deal_weights(flops))
    else:
        rules = spot_rules(betting, board, p["ranges"])
        kept |= {"board": "".join([CARD_NAMES[card] for card in board]), "ranges": None}
    if not played:
        _ = betting.counts  # refuses lines that cannot be removed, and too many of them
    kept |= {"flops": flops, "showdown": RUN_OUT if p["last_street"] == STREETS[-1] else p["showdown"]}
    return {name: kept.get(name, plain(value)) for name, value in parameters.items()}, rules


def plain(value: Any) -> Any:
    """A checked parameter with plain numbers, and tuples for lists."""
    if is_number(value):
        return python_number(value)
    return tuple(map(plain, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value


def check_end(p: Mapping[str, Any], players: int, played: bool) -> None:
    """ValueError unless deck, players, last street and showdown are compatible."""
    check_int("num_players", players, 2, SEATS)
    check_choice("limit", p["limit"], LIMITS)
    check_choice("deck", p["deck"], tuple(DECKS))
    # Where no cards come after the betting before the flop, there is nothing to compare.
    check_choice("last_street", p["last_street"], STREETS if played and p["showdown"] == AT_ONCE else HAND_STREETS)
    check_choice("showdown", p["showdown"], (RUN_OUT, AT_ONCE))
    last = p["last_street"]
    if p["showdown"] == AT_ONCE and last == PREFLOP:
        raise ParameterError(
            "showdown",
            AT_ONCE,
            f"there are no public cards yet where the betting ends; must be {RUN_OUT!r} with last_street={last!r}",
        )
    if p["flops"] != ALL and last == PREFLOP:
        raise ParameterError("flops", p["flops"], "must be 'all' with last_street='preflop', where nobody acts on a flop")
    cards = len(DECKS[p["deck"]])
    public = 5 if p["showdown"] == RUN_OUT else sum(CARDS[street] for street in HAND_STREETS[: HAND_STREETS.index(last) + 1])
    if 2 * players + public > cards:
        raise ParameterError(
            "num_players", players, f"a {p['deck']} deck has cards for {(cards - public) // 2} players at most"
        )


def holdem_betting(
    p: Mapping[str, Any], players: int, streets: tuple[str, ...], played: bool
) -> tuple[Betting, dict[str, Any]]:
    """(the betting, its parameters in canonical form)."""
    is_spot, chip = p["board"] is not None, p["chip"]
    check_number("chip", chip, LEAST_CHIPS, 1e6 if played else MOST_CHIPS)
    unit = float(chip) if played else None
    check_number("rake_rate", p["rake_rate"], 0, 1)
    check_bool("no_flop_no_drop", p["no_flop_no_drop"])
    check_bool("short_stacks", p["short_stacks"])
    check_choice("limps", p["limps"], LIMPS_ALLOWED)
    if p["max_callers"] is not None:
        check_int("max_callers", p["max_callers"], 0, SEATS)
    if p["max_nodes"] is not None:
        check_int("max_nodes", p["max_nodes"], 1, 10**9)
    rake_cap = inf if p["rake_cap"] is None else check_chips("rake_cap", p["rake_cap"], unit, most=inf)
    if is_spot:
        # Single precision, in which large ranges are solved, has no room for much smaller or larger amounts.
        check_chips("pot", p["pot"], unit, least=LEAST_CHIPS)
        if p["big_blind"] is not None:
            check_big_blind(p["big_blind"])
    small, big = (0.0, p["big_blind"]) if is_spot else check_blinds(p["blinds"], unit)
    stacks = check_stacks(p["stack"], players, unit)
    if stacks and not played:  # what no other player can call plays no part
        second = sorted(stacks)[-2]
        stacks = tuple([min(stack, second) for stack in stacks])
    bets, kept = street_bets(p, streets, players, big, p["min_bet"] if is_spot else big, played)
    rounds = [
        Round(
            int(number > 0) if is_spot else CARDS[street],
            bets_of_street,
            at_once=not is_spot and not played and CARDS[street] > 1,
        )
        for number, (street, bets_of_street) in enumerate(zip(streets, bets, strict=True))
    ]
    if p["showdown"] == RUN_OUT:
        rounds += [Round(CARDS[street], None, at_once=CARDS[street] > 1) for street in HAND_STREETS[len(streets) :]]
    removed = check_removed(p["removed"])
    sizes_at = check_sizes_at(p["sizes_at"])
    betting = Betting(
        antes=(0.0,) * players,
        rounds=tuple(rounds),
        stacks=stacks,
        pot=float(p["pot"]),
        big_blind=float(big or 0.0),
        unit=unit,
        rake_rate=float(p["rake_rate"]),
        rake_cap=float(rake_cap),
        no_flop_no_drop=p["no_flop_no_drop"],
        removed=removed,
        sizes_at=sizes_at,
        max_lines=p["max_nodes"],
        limps=p["limps"],
        max_callers=p["max_callers"],
    )
    if not is_spot:
        betting, seat = posted_betting(p, betting, small, big)
        kept |= {"blinds": (python_number(small), python_number(big)), "button": seat}
    if stacks:
        kept["stack"] = python_number(stacks[0]) if len(set(stacks)) == 1 else tuple(map(python_number, stacks))
    if betting.num_sizes > MAX_ACTIONS - BET:
        or_any = ", or 'any'" if played else ""
        raise ParameterError(
            "bet_sizes, raise_sizes", problem=f"{betting.num_sizes} sizes; at most {MAX_ACTIONS - BET}{or_any}"
        )
    kept["removed"], kept["sizes_at"] = tuple(sorted(removed)), {changes.line: str(changes) for changes in sizes_at} or None
    return betting, kept


def posted_betting(p: Mapping[str, Any], betting: Betting, small: float, big: float) -> tuple[Betting, int]:
    """(the betting with button, blinds, antes and straddle, the button's seat)."""
    stacks, players, unit = betting.stacks, betting.num_players, betting.unit
    ante, big_blind_ante, straddle = (check_chips(name, p[name], unit) for name in ("ante", "big_blind_ante", "straddle"))
    seat = players - 1 if p["button"] is None else check_index("button", p["button"], players)
    seated = [player for player in range(players) if not stacks or stacks[player] > 0]
    if len(seated) < 2:
        raise ParameterError("stack", p["stack"], "at least two players must have chips")
    if len(seated) == 2 and seat not in seated:  # of two players one has the button
        seat = seats_after(seat, stacks)[-1]
    if straddle and (len(seated) < 3 or straddle < 2 * big):
        raise ParameterError(
            "straddle", p["straddle"], f"must be 0, or with three players or more at least two big blinds, {2 * big:g}"
        )
    if p["chips_in_play"] is not None:
        chips_in_play = check_chips("chips_in_play", p["chips_in_play"], unit)
        if chips_in_play < sum(stacks):
            raise ParameterError("chips_in_play", chips_in_play, f"must be None, or at least all stacks, {sum(stacks):g}")
        betting = replace(betting, chips_in_play=p["chips_in_play"])
    live, dead, _ = posts_of(stacks or (inf,) * players, seat, (small, big), big_blind_ante, straddle)
    for player, stack in enumerate(() if p["short_stacks"] else stacks):
        posts = live[player] + dead[player] + ante
        if 0 < stack <= posts:
            name = "stack" if len(set(stacks)) == 1 else f"stack[{player}]"
            allowed = "; allowed with short_stacks=True" if unit else ""
            problem = f"must be more than the {chips_text(posts)} that the player posts (blind and ante){allowed}"
            raise ParameterError(name, python_number(stack), problem)
    return posted(betting, seat, (small, big), ante, big_blind_ante, straddle), seat


def rake_facts(betting: Betting) -> list[str]:
    """The rake in words, if there is one."""
    cap = f" up to {chips_text(betting.rake_cap)}" if isfinite(betting.rake_cap) else ""
    return [f"rake {100 * betting.rake_rate:g}%{cap}"] if betting.rake_rate else []


def check_chips(name: str, chips: Any, unit: float | None, *, least: float = 0, most: float = MOST_CHIPS) -> float:
    """An amount of chips; ValueError unless it is in range and, in hands played in whole units, a multiple of the unit."""
    check_number(name, chips, least, most if unit is None else MOST_UNITS * unit)
    if unit is not None and abs(chips / unit - round(chips / unit)) > 1e-6:
        raise ParameterError(name, chips, f"must be a multiple of chip={unit:g}, the smallest unit")
    return float(chips)


def check_blinds(blinds: Any, unit: float | None) -> tuple[float, float]:
    """The small and the big blind; ValueError unless they are chips and the small one is not the larger."""
    if isinstance(blinds, str) or not isinstance(blinds, Sequence) or len(blinds) != 2:
        raise ParameterError("blinds", blinds, "must be two numbers of chips, the small and the big blind")
    small = check_chips("blinds[0]", blinds[0], unit)
    big = check_chips("blinds[1]", blinds[1], unit, least=LEAST_CHIPS)
    if small > big:
        raise ParameterError("blinds", blinds, "must be the small and the big blind, the big one not the smaller")
    return small, big


def check_stacks(stacks: Any, players: int, unit: float | None) -> tuple[float, ...]:
    """The stack of each player; empty where stacks are unlimited."""
    if stacks is None:
        return ()
    least = LEAST_CHIPS if unit is None else 0.0
    if isinstance(stacks, str) or not isinstance(stacks, Sequence):
        return (check_chips("stack", stacks, unit, least=least),) * players
    if len(stacks) != players:
        raise ParameterError("stack", stacks, f"must be a number, or {players} numbers of chips, one for each player")
    return tuple([check_chips(f"stack[{k}]", chips, unit, least=least) for k, chips in enumerate(stacks)])


def street_bets(
    p: Mapping[str, Any], streets: tuple[str, ...], players: int, big_blind: float | None, least: float, played: bool
) -> tuple[Sequence[FixedBets | SizedBets], dict[str, Any]]:
    """(the bets of each street, their parameters in canonical form)."""
    cap, limit, bets = p["raise_cap"], p["limit"], p["bet"]
    if cap is not None:
        check_int("raise_cap", cap, 1 if played or limit == "fixed-limit" else 0, 1000)
    if limit == "fixed-limit":
        blinds = None if big_blind is None else (big_blind, 2 * big_blind)
        low, high = check_fixed_bets(blinds if bets is None else bets, float(p["chip"]) if played else None)
        of_streets = [high if street in STREETS[1:] else low for street in streets]
        cap = FIXED_LIMIT_CAP if cap is None else cap
        low, high = python_number(low), python_number(of_streets[-1])
        kept = {"bet_sizes": "", "raise_sizes": "", "raise_cap": cap, "bet": (low, high)}
        return [FixedBets(bet, (cap,) * players) for bet in of_streets], kept
    if bets is not None:
        raise ParameterError("bet", bets, "only with limit='fixed-limit'; give bet_sizes and raise_sizes")
    rest = {name: p[name] for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold", "chip")}
    rest |= {"raise_cap": cap, "min_bet": least, "limit": limit}
    texts = {name: p[name] for name in ("bet_sizes", "raise_sizes")}
    for name, sizes in texts.items() if played and not p["sizes_by_seat"] else ():
        if not all(isinstance(text, str) for text in (sizes.values() if isinstance(sizes, Mapping) else [sizes])):
            raise ParameterError(
                name,
                sizes,
                "must be a string of sizes, or a mapping from streets to strings; '3x | a' has those "
                "of the first raise and of all that follow",
            )
    if ANY in texts.values():
        for name, sizes in texts.items():
            if sizes not in (ANY, SIZES):
                raise ParameterError(name, sizes, "the other sizes are 'any', so these must be 'any', too")
        none = ((),) * players
        every = SizedBets(none, (none[:1],) * players, any_amount=True, **rest)
        return [every] * len(streets), dict.fromkeys(texts, ANY)
    sized, kept = bets_by_street(streets, **texts, donk_sizes=p["donk_sizes"], big_blind=big_blind, players=players, **rest)
    if played and not any(bets_of_street.sizes for bets_of_street in sized):
        raise ParameterError("bet_sizes, raise_sizes", problem="must have at least one size, else no bet is possible")
    return sized, kept


def check_fixed_bets(bets: Any, unit: float | None) -> tuple[float, float]:
    """The bets of fixed limit before the turn and from it on."""
    if isinstance(bets, str) or not isinstance(bets, Sequence) or len(bets) != 2:
        raise ParameterError("bet", bets, "must be two numbers of chips, the bets before the turn and from it on")
    low, high = (check_chips(f"bet[{k}]", bet, unit, least=LEAST_CHIPS) for k, bet in enumerate(bets))
    if low > high:
        raise ParameterError("bet", bets, "must be two bets above 0, the first not the larger one")
    return low, high


def check_removed(removed: object) -> frozenset[str]:
    """The lines to leave out; ValueError unless they are strings."""
    if isinstance(removed, str) or not isinstance(removed, Iterable) or not all(isinstance(line, str) for line in removed):
        raise ParameterError("removed", removed, "must be a list of lines like b25r75")
    for line in removed:
        card = CARD.search(line)
        if card:
            raise ParameterError("removed", line, f"must be without cards, as xb60c/xb120; {card[1]} may not stand there")
    return frozenset(map(normal_line, removed))


def read_ranges(ranges: object) -> tuple[Range, ...]:
    """The ranges of two players or three; ValueError where they cannot be read."""
    if isinstance(ranges, str) or not isinstance(ranges, Sequence) or len(ranges) not in (2, 3):
        raise ParameterError("ranges", ranges, "must be two strings, one for each player, or three")
    return tuple([as_range(text, f"ranges[{player}]") for player, text in enumerate(ranges)])


def spot_rules(betting: Betting, board: tuple[int, ...], ranges: Sequence[str | Range]) -> PokerRules:
    """The rules of a spot: its betting, on a board, with ranges; ValueError where no hands of them can be dealt together."""
    names, left = " ".join([CARD_NAMES[card] for card in board]), []
    for player, whole in enumerate(ranges):
        try:
            left.append(as_range(whole, f"ranges[{player}]").without(board))
        except ValueError:
            raise ParameterError(f"ranges[{player}]", str(whole), f"the board {names} leaves no hand of it") from None
    combos, weights = hands_in_ranges(left)
    deck = Deck(CARD_NAMES, hole_cards=HOLE_CARDS, board=board, combos=combos, symmetries=CARD_PERMUTATIONS)
    rules = PokerRules(betting, deck, hold_em_strength, weights)
    if not rules.ranges.dealable_rows[0].any():
        texts = tuple(map(str, ranges))
        together = "a hand of the other" if len(ranges) == 2 else "hands of the others"
        raise ParameterError("ranges", texts, f"no hand of one can be dealt together with {together} on {names}")
    return rules


def as_range(text: str | Range, name: str = "range") -> Range:
    """A range that may be written as a string."""
    return text if isinstance(text, Range) else parse_range(text, name)


def hands_in_ranges(ranges: Sequence[Range]) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[float, ...], ...]]:
    """(cards of each hand of any range, each player's weights of them)."""
    weights = [player_range.weights for player_range in ranges]
    held = np.flatnonzero(np.logical_or.reduce([row > 0 for row in weights]))
    return tuple([CARDS_OF_COMBOS[combo] for combo in held.tolist()]), tuple([normal_weights(row[held]) for row in weights])


def normal_weights(weights: npt.NDArray[np.float64]) -> tuple[float, ...]:
    """``weights``; if all are so small that float32 would lose them, times a power of two, which changes no bit of a result."""
    largest = float(weights.max())
    if 0.0 < largest < 2.0**-32:
        weights = np.ldexp(weights, -np.frexp(largest)[1])
    return tuple(weights.tolist())
