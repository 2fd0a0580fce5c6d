"""A no-limit hold'em spot: a flop, turn or river, two or three ranges, a pot, stacks and bet sizes (Texas hold'em rules).

Cards that are not on the board yet come between the betting rounds: each card that is neither on the board nor in a
player's hand is equally likely. For two hands the probability is 1/45 from flop to turn and 1/44 from turn to river. When
both players are all-in, the board runs out. The first player is out of position (OOP), the last in position (IP); of three
players the middle one (MP) acts between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.bets import SizedBets
from pokerzoo.envs.betting.line import chips_text, normal_line
from pokerzoo.envs.betting.line_labels import SEATS, THREE_SEATS
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.betting.sizes_at import check_sizes_at, sizes_at_text
from pokerzoo.envs.betting.street_sizes import StreetSizes, options_by_street, streets_of
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBOS, HOLE_CARDS, parse_board
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.parameters import brief, check_int, check_number, is_number, python_number
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

if TYPE_CHECKING:
    pass

ARTICLE_RANGE = "QQ+"
CARDS_OF_COMBOS = tuple(map(tuple, COMBOS.tolist()))
"""The two cards of each combo."""
WHEN = "first", "second", "last"
"""The turns of three players."""
MAX_PUBLIC_STATES = 100_000
"""The default limit of the betting tree."""


class HoldemGame(PokerGame):
    """A hold'em spot.

    ``returns()`` are net chips and add up to zero (to minus the rake, if there is one): half of the starting pot, with three
    players a third, counts as each player's own. *Pot share*, as solvers print it, is net chips plus this part.

    ``make_game("holdem", ...)`` makes one; docs/postflop.md has its parameters.

    Args:
        params: every parameter with its value; ``sizes_at`` only where it is given.
        rules: the rules.
        ranges: the players' ranges, without the hands that the board rules out.
        whole_ranges: the ranges as they were given.

    Attributes:
        starting_pot: chips in the pot at the start.
        ranges: the players' ranges, without the hands that the board rules out.
        whole_ranges: with them, as they were given.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+", "AJs, KTs"), pot=10, stack=20)
    >>> game.starting_pot, len(game.infosets), str(game.ranges[0])
    (10.0, 66, 'KK+,QhQd,QhQc,QdQc')
    """

    title, about = "Hold'em spot", "Two ranges on a flop, a turn or a river, with any bet sizes."
    is_spot = has_ranges = names_hands = True
    needs_tree = False
    player_names: tuple[str, ...] = SEATS
    seat_names: tuple[str, ...] = "OOP (acts first)", "IP (acts last)"
    handlers = replace(
        PokerGame.handlers,
        leaks="pokerzoo.evaluation.spots.poker_leaks:spot_leaks",
        decision_values="pokerzoo.evaluation.spots.decision_values:spot_decisions",
        report="pokerzoo.evaluation.pages.strategy_sections:spot_section",
    )
    starting_pot: float  # narrowed

    def __init__(
        self, params: dict[str, Any], rules: PokerRules, ranges: tuple[Range, ...], whole_ranges: tuple[Range, ...]
    ) -> None:
        super().__init__("holdem", params, rules)
        self.starting_pot = rules.betting.pot
        if rules.num_players > 2:
            self.about = "Three ranges on a turn or a river, with any bet sizes."
            self.is_spot = False
            self.player_names = THREE_SEATS
            self.seat_names = tuple(f"{name} (acts {when})" for name, when in zip(THREE_SEATS, WHEN, strict=True))
        self.ranges = ranges
        self.whole_ranges = whole_ranges
        self.big_blind = None

    @property
    def params(self) -> dict[str, Any]:
        """Every parameter with its value. Ranges are strings, made on demand: of a thousand weights they are long."""
        if self._params["ranges"] is None:
            self._params["ranges"] = tuple(map(str, self.whole_ranges))
        return self._params

    @params.setter
    def params(self, params: dict[str, Any]) -> None:
        self._params = params

    @property
    def environment(self) -> str:
        return f"holdem_{streets_of(len(self.rules.deck.board))[0]}"

    @property
    def heading(self) -> str:  # type: ignore[override]
        """Street and board in words."""
        cards = self.rules.deck.board
        return f"the {streets_of(len(cards))[0]} {' '.join(self.rules.deck.names[card] for card in cards)}"

    def facts(self) -> list[str]:
        rules = self.rules
        cap = f" up to {chips_text(rules.betting.rake_cap)}" if isfinite(rules.betting.rake_cap) else ""
        rake = [f"rake {100 * rules.betting.rake_rate:g}%{cap}"] if rules.betting.rake_rate else []
        own = rules.betting.stacks
        stacks = " / ".join(map(chips_text, own[:1] if len(set(own)) == 1 else own))
        return [f"pot {chips_text(self.starting_pot)}", f"stacks {stacks}", *rake]

    def on_board(self, board: str) -> HoldemGame:
        """This spot on another board of as many cards: equal to the game made anew, without walking the betting again.

        Args:
            board: the cards: ``QsJh2h8d3c``.

        Raises:
            ValueError: not such a board, or one that leaves no hands.
        """
        cards = parse_board(board, (len(self.rules.deck.board),))
        left = check_ranges(self.whole_ranges, cards)
        rules = spot_rules(self.rules.betting, cards, left)
        check_hands_meet(rules, self.whole_ranges, board)
        params = self._params | {"board": "".join([CARD_NAMES[card] for card in cards])}
        return HoldemGame(params, rules, left, self.whole_ranges)


def make_holdem(
    board: str = "2d2s2c2h3d",
    ranges: Sequence[str | Range] = (ARTICLE_RANGE, ARTICLE_RANGE),
    pot: float = 50,
    stack: float | Sequence[float] = 100,
    bet_sizes: StreetSizes = "50%",
    raise_sizes: StreetSizes = "50%",
    donk_sizes: StreetSizes | None = None,
    add_allin_threshold: float = 1.5,
    force_allin_threshold: float = 0.15,
    merging_threshold: float = 0.1,
    raise_cap: int | None = None,
    min_bet: float = 1.0,
    chip: float = 1.0,
    rake_rate: float = 0.0,
    rake_cap: float | None = None,
    removed: Sequence[str] = (),
    sizes_at: Mapping[str, str] | None = None,
    max_nodes: int = MAX_PUBLIC_STATES,
) -> HoldemGame:
    """A spot of no-limit hold'em on a flop, turn or river, for two players or three; by default the one of the river article.

    Args:
        board: three, four or five cards; the missing ones come between the betting rounds.
        ranges: one for each player in the order in which they act, the first out of position (OOP): ``"QQ+, AKs, AJo:0.75"``,
            ``"random"``, or a ``Range``. Three ranges are a spot for three players, on a turn or a river.
        pot: chips in the pot, counted as the players' own in equal parts.
        stack: chips that each player has behind; of three players a number for all or one each.
        bet_sizes: a string for all players or one each. Sizes are ``50%`` of the pot, ``100c`` (chips), ``e``,
            ``2e``, ``3e200%`` (geometric over the streets left), ``a`` (all-in), separated by commas. Or such sizes by
            street: ``{"flop": "33%", "turn": "75%", "river": ("75%", "75%,a")}``.
        raise_sizes: sizes of raises in the same forms; ``50%`` is of the pot after the call, ``2.5x`` times the bet faced,
            ``20c3r`` by 20 chips up to three raises.
        donk_sizes: sizes of donk bets in the same forms: OOP's first bet of a street where IP bet or raised last on the street
            before and OOP called. None, also for one street: the same as ``bet_sizes``. IP makes no donk bets: of a pair the
            second part is not used. The first street has none, so a mapping may leave it out.
        add_allin_threshold: all-in is added to the sizes where it is at most this multiple of the pot.
        force_allin_threshold: a size becomes all-in where it would leave at most this multiple of the pot behind.
        merging_threshold: of two sizes that are closer than this the smaller is dropped.
        raise_cap: the most bets and raises in a round, all-in ones included; None: no cap.
        min_bet: chips of the smallest bet, and of the smallest raise beyond the call.
        chip: bets are rounded to multiples of this.
        rake_rate: share of the pot that the house takes, 0 to 1.
        rake_cap: the most it takes, in chips; None: no cap.
        removed: lines that are not played, each as the moves up to the one to remove, whatever cards come: ``"b15r40"``,
            ``"xx/b15"``.
        sizes_at: sizes of single points, each as the moves up to it: ``{"x": "+25%", "xx/b15": "+3x,-50%"}`` adds and takes out
            sizes there, for the player and the kind of bet that are due. None: all points have the sizes of their street.
        max_nodes: a betting tree with more public states is refused.
    """
    cards = parse_board(board, (3, 4, 5))
    held = check_ranges(ranges, cards)
    players = len(held)
    if players == 3 and len(cards) == 3:
        raise ValueError(f"board={brief(board)}: must have four or five cards with three ranges")
    # Single precision, in which large ranges are solved, has no room for much smaller or larger amounts.
    check_number("pot", pot, LEAST_CHIPS, MOST_CHIPS)
    stacks = check_stacks(stack, players)
    check_number("rake_rate", rake_rate, 0, 1)
    check_number("rake_cap", 0 if rake_cap is None else rake_cap, 0, inf)
    check_int("max_nodes", max_nodes, 1, 10**9)
    streets = streets_of(len(cards))
    options, sizes = options_by_street(
        streets,
        bet_sizes,
        raise_sizes,
        donk_sizes,
        add_allin_threshold=add_allin_threshold,
        force_allin_threshold=force_allin_threshold,
        merging_threshold=merging_threshold,
        raise_cap=raise_cap,
        min_bet=min_bet,
        chip=chip,
        players=players,
    )
    betting = Betting(
        antes=(0.0,) * players,
        pot=float(pot),
        rounds=tuple(
            Round(public_cards=int(number > 0), bets=SizedBets(of_street)) for number, of_street in enumerate(options)
        ),
        stacks=stacks,
        removed=check_removed(removed),
        sizes_at=check_sizes_at(sizes_at),
        rake_rate=float(rake_rate),
        rake_cap=inf if rake_cap is None else float(rake_cap),
        max_lines=max_nodes,
    )
    rules = spot_rules(betting, cards, held)
    check_hands_meet(rules, ranges, board)
    _ = betting.counts  # refuses lines that cannot be removed, and too many of them
    params = {
        "board": "".join(CARD_NAMES[card] for card in cards),
        "ranges": None,
        "pot": python_number(pot),
        "stack": tuple(map(python_number, stack)) if isinstance(stack, Sequence) else python_number(stack),
        **sizes,
        "add_allin_threshold": python_number(add_allin_threshold),
        "force_allin_threshold": python_number(force_allin_threshold),
        "merging_threshold": python_number(merging_threshold),
        "raise_cap": raise_cap,
        "min_bet": python_number(min_bet),
        "chip": python_number(chip),
        "rake_rate": python_number(rake_rate),
        "rake_cap": None if rake_cap is None else python_number(rake_cap),
        "removed": tuple(sorted(betting.removed)),
        "max_nodes": max_nodes,
    }
    if betting.sizes_at:  # left out otherwise, so that files and keys of versions without it stay as they are
        params["sizes_at"] = sizes_at_text(betting.sizes_at)
    return HoldemGame(params, rules, held, tuple(map(as_range, ranges)))


def spot_rules(betting: Betting, board: tuple[int, ...], ranges: Sequence[Range]) -> PokerRules:
    """The rules of a spot: its betting, on a board, with ranges."""
    combos, weights = hands_in_ranges(ranges)
    deck = Deck(CARD_NAMES, hole_cards=HOLE_CARDS, board=board, combos=combos, symmetries=CARD_PERMUTATIONS)
    return PokerRules(betting, deck, hold_em_strength, weights)


def check_ranges(ranges: object, board: tuple[int, ...]) -> tuple[Range, ...]:
    """The ranges without what the board rules out; ValueError where nothing is left."""
    if isinstance(ranges, str) or not isinstance(ranges, Sequence) or len(ranges) not in (2, 3):
        raise ValueError(f"ranges={brief(ranges)}: must be two strings, one for each player, or three")
    left = []
    for player, text in enumerate(ranges):
        whole = as_range(text, f"ranges[{player}]")
        try:
            left.append(whole.without(board))
        except ValueError:
            names = " ".join(CARD_NAMES[card] for card in board)
            raise ValueError(f"ranges[{player}]={brief(str(text))}: the board {names} leaves no hand of it") from None
    return tuple(left)


def check_stacks(stack: object, players: int) -> tuple[float, ...]:
    """The stack of each player, the largest cut to what another can call; two have one."""
    if players == 2 or is_number(stack):
        check_number("stack", stack, LEAST_CHIPS, MOST_CHIPS)
        return (float(stack),) * players  # type: ignore[arg-type]
    if isinstance(stack, str) or not isinstance(stack, Sequence) or len(stack) != players:
        raise ValueError(f"stack={brief(stack)}: must be a number, or {players} numbers, one for each player")
    for player, own in enumerate(stack):
        check_number(f"stack[{player}]", own, LEAST_CHIPS, MOST_CHIPS)
    second = float(sorted(stack)[-2])
    return tuple([min(float(own), second) for own in stack])


def hands_in_ranges(ranges: Sequence[Range]) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[float, ...], ...]]:
    """(cards of each hand of any range, each player's weights of them)."""
    weights = [own.weights for own in ranges]
    held = np.flatnonzero(np.logical_or.reduce([own > 0 for own in weights]))
    return tuple([CARDS_OF_COMBOS[combo] for combo in held.tolist()]), tuple([normal_weights(own[held]) for own in weights])


def check_hands_meet(rules: PokerRules, ranges: Sequence[str | Range], board: str) -> None:
    """ValueError unless the players can be dealt hands of their ranges together."""
    if not rules.ranges.dealable_rows[0].any():
        texts = tuple(str(own) if isinstance(own, Range) else own for own in ranges)
        together = "a hand of the other" if len(ranges) == 2 else "hands of the others"
        raise ValueError(f"ranges={brief(texts)}: no hand of one can be dealt together with {together} on {board}")


def as_range(given: str | Range, name: str = "range") -> Range:
    """A range that may be written as a string."""
    return given if isinstance(given, Range) else parse_range(given, name)


def check_removed(removed: object) -> frozenset[str]:
    """The lines to leave out; ValueError unless they are strings."""
    if isinstance(removed, str) or not isinstance(removed, Iterable) or not all(isinstance(line, str) for line in removed):
        raise ValueError(f"removed={brief(removed)}: must be a list of lines like b25r75")
    for line in removed:
        card = re.search(r"/\s*([2-9tjqka][cdhs])\s*(?:$|[/|])", line, re.IGNORECASE)
        if card:
            raise ValueError(f"removed={brief(line)}: must be without cards, as xb60c/xb120; {card[1]} may not stand there")
    return frozenset(map(normal_line, removed))


def normal_weights(weights: npt.NDArray[np.float64]) -> tuple[float, ...]:
    """``weights``; if all are so small that float32 would lose them, times a power of two, which changes no bit of a result."""
    largest = float(weights.max())
    if 0.0 < largest < 2.0**-32:
        weights = np.ldexp(weights, -np.frexp(largest)[1])
    return tuple(weights.tolist())
