"""A no-limit hold'em spot: a flop, turn or river, two or three ranges, a pot, stacks and bet sizes (Texas hold'em rules).

Cards that are not on the board yet come between the betting rounds: each card that is neither on the board nor in a
player's hand is equally likely. For two hands the probability is 1/45 from flop to turn and 1/44 from turn to river. When
both players are all-in, the board runs out. The first player is out of position (OOP), the last in position (IP); of three
players the middle one (MP) acts between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from pokerzoo.envs.betting.bets import Limit, SizedBets
from pokerzoo.envs.betting.engine import MILLION, rounded_to
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import SEATS, THREE_SEATS
from pokerzoo.envs.betting.street_sizes import StreetSizes, streets_of
from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.cards import CARD_NAMES, parse_board
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameter_words import shown_as
from pokerzoo.envs.support.units import Stakes

from .holdem_parameters import PARAMETERS, SPOT
from .holdem_rules import holdem_rules, rake_facts, read_ranges, spot_rules

ARTICLE_RANGE = "QQ+"
WHEN = "first", "second", "last"
"""The turns of three players."""
MAX_PUBLIC_STATES = 100_000
"""The default limit of the betting tree."""


class HoldemGame(PokerGame):
    """A hold'em spot.

    ``returns()`` are net chips and add up to zero (to minus the rake, if there is one): half of the starting pot, with three
    players a third, counts as each player's own. *Pot share*, as solvers print it, is net chips plus this part.

    ``make_game("holdem", ...)`` makes one; docs/howto/solve_a_spot.md has its parameters.

    Args:
        params: every parameter with its value.
        rules: the rules.
        whole_ranges: the players' ranges as they were given.

    Attributes:
        ranges: the players' ranges, without the hands that the board rules out.
        whole_ranges: with them, as they were given.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+", "AJs, KTs"), pot=10, stack=20)
    >>> game.stakes.starting_pot, len(game.infosets), str(game.ranges[0])
    (10.0, 66, 'KK+,QhQd,QhQc,QdQc')
    """

    title, about = "Hold'em spot", "Two ranges on a flop, a turn or a river, with any bet sizes."
    names_hands = True
    player_names: tuple[str, ...] = SEATS
    seat_names: tuple[str, ...] = "OOP (acts first)", "IP (acts last)"

    def __init__(self, params: dict[str, Any], rules: PokerRules, whole_ranges: tuple[Range, ...]) -> None:
        super().__init__("holdem", params, rules)
        betting = rules.betting
        self.stakes = Stakes(betting.pot, betting.big_blind or None, betting.rake_rate)
        if rules.num_players > 2:
            self.about = "Three ranges on a turn or a river, with any bet sizes."
            self.player_names = THREE_SEATS
            self.seat_names = tuple(f"{name} (acts {when})" for name, when in zip(THREE_SEATS, WHEN, strict=True))
        self.ranges = tuple([player_range.without(rules.deck.board) for player_range in whole_ranges])
        self.whole_ranges = whole_ranges

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
        all_stacks = rules.betting.stacks
        stacks = " / ".join(map(chips_text, all_stacks[:1] if len(set(all_stacks)) == 1 else all_stacks))
        return [f"pot {chips_text(self.rules.betting.pot)}", f"stacks {stacks}", *rake_facts(rules.betting)]

    def warnings(self) -> list[str]:
        """Warnings of likely mistakes: bets into the starting pot that rounding changes by 5% or more.

        >>> from pokerzoo.envs import make_game
        >>> make_game("holdem", pot=5, bet_sizes="33%").warnings()
        ['bets are multiples of 1 and at least 1: 33% of 5 is 2 (40%)']
        """
        line, betting = self.rules.root.line, self.rules.betting
        streets = [round_.bets for round_ in betting.rounds if isinstance(round_.bets, SizedBets)]
        if not streets:
            return []
        bets, pot, everyone, rounded = streets[0], line.pot, range(self.num_players), []
        behind = max(map(line.stack_of, everyone))
        chip, most = betting.units(bets.chip), betting.units(behind)
        for size in dict.fromkeys(size for street_bets in streets for player in everyone for size in street_bets.bet[player]):
            if size.unit != "%" or size.amount is None:
                continue
            wanted = size.amount * pot / 100
            total = rounded_to(betting.units(pot) * round(size.amount * MILLION), 100 * MILLION, chip, most)
            bet = max(betting.chips(total), bets.min_bet)
            if wanted < behind and abs(bet - wanted) >= 0.05 * wanted:
                rounded.append(f"{size} of {chips_text(pot)} is {chips_text(bet)} ({bet / pot:.0%})")
        units = f"multiples of {chips_text(bets.chip)} and at least {chips_text(bets.min_bet)}"
        return [f"bets are {units}: {', '.join(rounded)}"] if rounded else []

    def on_board(self, board: str) -> HoldemGame:
        """This spot on another board of as many cards: equal to a new game, without walking the betting again.

        Args:
            board: the cards: ``QsJh2h8d3c``.

        Raises:
            ValueError: not such a board, or one that leaves no hands.
        """
        cards = parse_board(board, (len(self.rules.deck.board),))
        rules = spot_rules(self.rules.betting, cards, self.whole_ranges)
        params = self._params | {"board": "".join([CARD_NAMES[card] for card in cards])}
        return HoldemGame(params, rules, self.whole_ranges)


def is_spot(game: Game) -> TypeGuard[HoldemGame]:
    """True for a hold'em spot for two, whose ranges are reported node by node."""
    return isinstance(game, HoldemGame) and game.num_players == 2


@shown_as(PARAMETERS | {"stack": PARAMETERS["stack"]._replace(label="Stack behind", heading=SPOT)})
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
    limit: Limit = "no-limit",
    bet: tuple[float, float] | None = None,
    big_blind: float | None = None,
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
        stack: chips that players have behind: a number for all, or one each. What no other player can call plays no part.
        bet_sizes: a string for all players or one each. Sizes are ``50%`` of the pot, ``100c`` (chips), ``e``,
            ``2e``, ``3e200%`` (geometric over the streets left), ``a`` (all-in), separated by commas. Or such sizes by
            street: ``{"flop": "33%", "turn": "75%", "river": ("75%", "75%,a")}``.
        raise_sizes: sizes of raises in the same forms; ``50%`` is of the pot after the call, ``2.5x`` times the bet faced,
            ``3x | a`` three times the bet for the first raise in the round, all-in for those that follow.
        donk_sizes: sizes of donk bets in the same forms: OOP's first bet of a street where IP bet or raised last on the street
            before and OOP called. None, also for one street: the same as ``bet_sizes``. IP makes no donk bets: of a pair the
            second part is not used. The first street has none, so a mapping may leave it out.
        add_allin_threshold: all-in is added to the sizes where it is at most this multiple of the pot.
        force_allin_threshold: a size becomes all-in where it would leave at most this multiple of the pot behind.
        merging_threshold: of two sizes that are closer than this the smaller is dropped.
        raise_cap: the most bets and raises in a round, all-in ones included; None: no cap.
        limit: ``"no-limit"``, ``"pot-limit"`` (a raise is by at most the pot as it is after the call) or ``"fixed-limit"``.
        bet: under fixed limit the bet before the turn and from it on; None: one and two big blinds.
        big_blind: chips of the hand's big blind: sizes may then be ``3bb``, and results are given in mbb, too. None: unknown.
        min_bet: chips of the smallest bet, and of the smallest raise beyond the call.
        chip: bets are rounded to multiples of this.
        rake_rate: share of the pot that the house takes, 0 to 1.
        rake_cap: the most it takes, in chips; None: no cap.
        removed: lines that are not played, each as the moves up to the one to remove, for any cards: ``"b15r40"``,
            ``"xx/b15"``.
        sizes_at: sizes of single points, each as the moves up to it: ``{"x": "+25%", "xx/b15": "+3x,-50%"}`` adds and takes out
            sizes there, for the player and the kind of bet that are due. None: all points have the sizes of their street.
        max_nodes: a betting tree with more public states is refused.
    """
    parameters = locals()
    whole_ranges = read_ranges(ranges)
    params, rules = holdem_rules(parameters)
    return HoldemGame(params, rules, whole_ranges)
