"""Hold'em before the flop for two to nine players: the betting with raises, then the board without further betting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.prizes import MODELS, MOST_PLAYERS, checked_payouts, checked_stacks, is_empty, values_after
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_int
from pokerzoo.envs.support.units import Stakes

from .holdem_rules import RUN_OUT, holdem_rules, rake_facts

POSTS = ("ante", "big_blind_ante", "straddle")
"""Parameters of what players post beside the blinds."""
MOST_AT_TABLE = 9
MOST_ALL_IN = 3
"""Players who go in at push/fold."""
POSITIONS = ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB")
"""Names of nine seats in the order of acting; fewer players have the last names, the first of them UTG."""
RAISES = "2.5x | 3x | 2.5x,a | a"
"""The sizes of the open, of the 3-bet, of the 4-bet, and of all later raises where none are given."""
KEPT_VALUES = 1_000_000
"""Ends of hands whose prize money is kept."""


class PreflopGame(PokerGame):
    """Hold'em before the flop. Players are numbers in the order of acting: the big blind is the last one.

    It ends with the betting before the flop: all who are left see the board without further betting. ``preflop_game`` makes
    one.

    Args:
        params: every parameter with its value.
        rules: the rules.

    Attributes:
        positions: the names of the seats, in the order of acting.
        payouts: the prizes; empty where payoffs are chips.
        others: chips of the tournament's players who are not at the table.
        prize_model: how stacks are valued.

    Example:
        >>> from pokerzoo.preflop import preflop_game
        >>> game = preflop_game(6, stack=100, raise_sizes="2.5x | 3x | 2.5x | a")
        >>> game.positions, game.rules.betting.start.action_names
        (('UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'), ('fold', 'raise to 2.5'))
    """

    title = "Hold'em before the flop"
    about = "The betting before the flop for two to nine players; all who are left then see the board without betting."
    names_hands = True

    def __init__(self, params: dict[str, Any], rules: PokerRules) -> None:
        """Make the game of parameters that ``preflop_game`` has checked.

        Args:
            params: the parameters, prizes as tuples.
            rules: the rules of betting and cards.
        """
        super().__init__("preflop", params, rules)
        self.payouts: tuple[float, ...] = params["payouts"]
        self.others: tuple[float, ...] = params["others"]
        self.prize_model: str = params["prize_model"]
        betting = rules.betting
        assert betting.button is not None
        self.button = betting.button
        names = POSITIONS[-self.num_players :]
        self.positions = names if self.num_players <= 3 else ("UTG", *names[1:])
        # Prize money is not counted by the big blind.
        self.stakes = Stakes() if self.payouts else Stakes(big_blind=betting.big_blind, rake_rate=betting.rake_rate)
        self._prizes = lru_cache(KEPT_VALUES)(self._prizes_of)

    def __reduce__(self) -> tuple[Any, ...]:
        return PreflopGame, (self.params, self.rules)

    @property
    def player_names(self) -> tuple[str, ...]:
        return self.positions

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.positions

    @property
    def is_push_fold(self) -> bool:
        """True if all who go in do so with all chips."""
        return bool(self.params["limps"] == "all_in")

    @property
    def pays(self) -> str:
        """The unit of payoffs: ``chips`` or ``prize money``."""
        return "prize money" if self.payouts else "chips"

    def utility_of(self, net: tuple[float, ...]) -> tuple[float, ...]:
        return self._prizes(net) if self.payouts else net

    def _prizes_of(self, net: tuple[float, ...]) -> tuple[float, ...]:
        stacks = self.rules.betting.stacks
        return tuple(values_after(net, stacks, self.others, self.payouts, self.prize_model).tolist())

    @property
    def utility_range(self) -> tuple[float, float]:
        return (0.0, self.payouts[0]) if self.payouts else super().utility_range

    def facts(self) -> list[str]:
        """Players, blinds, stacks, prizes and rake in words."""
        betting = self.rules.betting
        stacks = ", ".join(map(chips_text, betting.stacks[: 1 if len(set(betting.stacks)) == 1 else None]))
        small, big = map(chips_text, self.params["blinds"])
        prizes = [f"prizes {', '.join(f'{prize:g}' for prize in self.payouts)}"] if self.payouts else []
        posts = [f"{name.replace('_', ' ')} {self.params[name]:g}" for name in POSTS if self.params[name]]
        blinds = [f"blinds {small} and {big}", *posts]
        return [f"{self.num_players} players", *blinds, f"stacks {stacks}", *prizes, *rake_facts(betting)]


def preflop_game(
    num_players: int = 6,
    *,
    stack: float | Sequence[float] = 100,
    blinds: tuple[float, float] = (0.5, 1),
    ante: float = 0,
    big_blind_ante: float = 0,
    straddle: float = 0,
    raise_sizes: StreetSizes = RAISES,
    raise_cap: int | None = None,
    limps: str = "none",
    max_callers: int | None = None,
    chip: float = 0.01,
    rake_rate: float = 0.0,
    rake_cap: float | None = None,
    no_flop_no_drop: bool = True,
    deck: str = "standard",
    short_stacks: bool = False,
    payouts: Sequence[float] = (),
    others: Sequence[float] = (),
    prize_model: str = "icm",
) -> PreflopGame:
    """Hold'em before the flop for two to nine players, with raises.

    After the betting all who are left see the board without further betting. That is not what happens at a table, where
    position and later bets count: hands that play well there gain, others lose.

    Args:
        num_players: 2 to 9.
        stack: chips of each player before anything is posted: a number for all, or one for each in the order of acting, the
            big blind last.
        blinds: the small and the big blind.
        ante: chips that each player antes.
        big_blind_ante: chips that the big blind antes for all.
        straddle: a third blind, of the player after the big blind; 0: none.
        raise_sizes: sizes of raises, by the number of raises before: ``"2.5x | 3x | 2.5x,a | a"`` has those of the open, of the
            3-bet, of the 4-bet, and of all that follow. ``2.5x`` is 2.5 times the bet faced, ``3bb`` three big blinds, ``60%``
            of the pot after the call, ``a`` all-in. Or a sequence of such strings, one for each player in the order of acting.
        raise_cap: the most raises, the blinds counting as one; None: no cap.
        limps: who may call the big blind before a raise: ``"all"``, ``"small_blind"`` (those who have posted) or ``"none"``.
            ``"all_in"``: none, and after a raise who goes in does so with all chips; no more than ``max_callers`` do.
        max_callers: the most players who may be in beside the last raiser; the others fold or raise. None: no cap. It keeps
            trees small.
        chip: the smallest unit: all amounts are multiples of it.
        rake_rate: share of the pots that the house takes, 0 to 1.
        rake_cap: the most it takes, in chips; None: no cap.
        no_flop_no_drop: whether hands that end before the flop pay no rake.
        deck: ``"standard"``, ``"short"`` (36 cards) or ``"royal"`` (20 cards).
        short_stacks: whether stacks may be too small for blinds and antes; such players are then all-in.
        payouts: prizes of a tournament, the first place's first: payoffs are then prize money. Empty: chips.
        others: with prizes, chips of the players at other tables.
        prize_model: how stacks are valued, as in ``prize_equities``.

    Returns:
        The game. ``PreflopSolver`` reports its size before it allocates anything.

    Raises:
        ValueError: a parameter that is not as above; the message says what is allowed.

    Example:
        >>> from pokerzoo.preflop import preflop_game
        >>> preflop_game(3, stack=[20, 25, 15], raise_sizes="a", payouts=(50, 30)).facts()
        ['3 players', 'blinds 0.5 and 1', 'stacks 20, 25, 15', 'prizes 50, 30']
    """
    parameters = locals()
    check_int("num_players", num_players, 2, MOST_AT_TABLE)
    if stack is None:
        raise ParameterError("stack", None, "must be a number of chips, or one for each player")
    button = max(num_players - 3, 0)
    prizes, elsewhere = parameters.pop("payouts"), parameters.pop("others")
    model = parameters.pop("prize_model")
    parameters |= check_prizes(num_players, prizes, elsewhere, model, rake_rate)
    fixed = {"last_street": "preflop", "showdown": RUN_OUT, "button": button, "bet_sizes": "", "sizes_by_seat": True}
    params, rules = holdem_rules(parameters, played=True, **fixed)
    for seat, chips in enumerate(rules.betting.stacks):
        if chips <= 0:
            raise ParameterError(f"stack[{seat}]", chips, "must be above 0; leave out who has no chips")
    return PreflopGame(params, rules)


def push_fold_table(stacks: Sequence[float], **options: Any) -> PreflopGame:
    """Push/fold, a preset of ``preflop_game``: players fold or go all-in, and three go in at most.

    Args:
        stacks: chips of each player before anything is posted, in the order of acting.
        **options: other parameters of ``preflop_game``: ``ante``, ``big_blind_ante``, ``blinds``, ``payouts``, ...

    Returns:
        The game, for ``PushFoldSolver`` and ``PreflopSolver``.

    Raises:
        ValueError: as in ``preflop_game``.

    Example:
        >>> from pokerzoo.preflop import push_fold_table
        >>> game = push_fold_table([10, 8, 12], payouts=(50, 30, 20))
        >>> game.positions, game.rules.betting.start.action_names
        (('BTN', 'SB', 'BB'), ('fold', 'raise to 10'))
    """
    if not isinstance(stacks, (list, tuple)) or not 2 <= len(stacks) <= MOST_AT_TABLE:
        raise ParameterError("stacks", stacks, f"must be the chips of 2 to {MOST_AT_TABLE} players, in a list")
    preset: dict[str, Any] = {"raise_sizes": "a", "limps": "all_in", "max_callers": MOST_ALL_IN - 1}
    return preflop_game(len(stacks), stack=stacks, **preset, **options)


def as_preflop(game: GameLike) -> PreflopGame:
    """The game before the flop; InputError if it is something else."""
    result = game_of(game)
    if not isinstance(result, PreflopGame):
        raise InputError(f"game={short_name(result)}: must be a game from preflop_game")
    return result


def check_prizes(
    players: int, payouts: Sequence[float], others: Sequence[float], model: str, rake_rate: float
) -> dict[str, Any]:
    """The parameters of prizes as tuples of floats; ValueError unless they go together."""
    check_choice("prize_model", model, MODELS)
    prizes = () if is_empty(payouts) else tuple(checked_payouts(payouts).tolist())
    elsewhere = () if is_empty(others) else tuple(checked_stacks("others", [*others, 0])[:-1].tolist())
    if not prizes and (elsewhere or model != "icm"):
        raise ParameterError("others, prize_model", problem="only with payouts; without them payoffs are chips")
    if prizes and rake_rate:
        raise ParameterError("rake_rate", rake_rate, "must be 0 with payouts: the chips of a tournament pay no rake")
    if min(elsewhere, default=1.0) <= 0 or len(elsewhere) > MOST_PLAYERS - players:
        raise ParameterError("others", others, f"must be chips above 0 of at most {MOST_PLAYERS - players} players")
    if len(prizes) > players + len(elsewhere):
        raise ParameterError("payouts", payouts, f"must be at most {players + len(elsewhere)} prizes, one a player")
    return {"payouts": prizes, "others": elsewhere, "prize_model": model}
