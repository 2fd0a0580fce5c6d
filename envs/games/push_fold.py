"""Push/fold before the flop, for two or three players: the first to act go all-in or fold, the others call or fold.

A hand is one of the 169 hand classes, and nothing is lost by that. Exchange the suits: a strategy that treats them
alike stays what it is, and so do all chances. So two combos of one kind are worth the same to a player whose opponents treat
suits alike, and a best response can treat them alike, too. All-in players are paid by their equity, the mean over all boards:
exact for two hands, estimated for three (``three_way``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.pots import Pots, all_in_pots
from pokerzoo.envs.core import CHANCE, TERMINAL, Game, Handlers, State, played
from pokerzoo.envs.infosets import Infoset, ListedInfosets
from pokerzoo.envs.poker.cards import CLASS_NAMES, RANKS
from pokerzoo.envs.poker.preflop_equities import DEALS, MAX_DEALS, class_equities, class_weights
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import check_index, check_int, check_number, python_number
from pokerzoo.envs.views import HIDDEN, Seat, TableView, amount_text, check_viewer, outcome_text

if TYPE_CHECKING:
    from pokerzoo.envs.compiled.hand_tree import HandTree
    from pokerzoo.envs.compiled.tree import Tree
    from pokerzoo.envs.poker.three_way import ThreeWayShares

FOLD, CALL, PUSH = 0, 1, 2
ACTIONS = ("fold", "call", "push")
TOKENS = "fcj"
"""An action in an infoset's key."""
HANDS = len(CLASS_NAMES)
SMALL_BLIND, BIG_BLIND = 0.5, 1.0
MAX_STACK = 1000
STEPS = 2.0**40
"""Payoffs of a hand are rounded to multiples of 1 / STEPS big blinds: then they add up to zero to the last bit."""


class PushFoldGame(Game):
    """Push/fold in big blinds; ``order`` is that of acting, ``lines`` the decision points as tokens, depth first."""

    title, about = "Push or fold", "Before the flop two or three players go all-in or fold; the others call or fold."
    is_poker = open_actions = True
    handlers = Handlers(
        report="pokerzoo.evaluation.pages.strategy_sections:push_fold_section",
    )

    def __init__(self, params: dict[str, Any]) -> None:
        self.name = "push_fold"
        self.params = params
        self.num_players = params["num_players"]
        self.stack = float(params["stack"])
        self.num_distinct_actions = len(ACTIONS)
        self.big_blind = BIG_BLIND
        last = self.num_players - 1
        self.order = (last, *range(last))
        blinds, antes = [0.0] * self.num_players, [float(params["ante"])] * self.num_players
        blinds[self.order[-2]], blinds[self.order[-1]] = SMALL_BLIND, BIG_BLIND
        antes[self.order[-1]] += float(params["big_blind_ante"])
        self.blinds, self.antes = tuple(blinds), tuple(antes)
        self.lines = tuple(decision_lines("", self.num_players))
        moves = [f"move_{k}_{action}" for k in range(self.num_players) for action in ACTIONS]
        seats = [f"seat_{player}" for player in range(self.num_players)]
        ranks = [f"{which}_{rank}" for which in ("high", "low") for rank in RANKS]
        self.observation_names = (*seats, *ranks, "suited", *moves, "pot")

    def initial_state(self) -> PushFoldState:
        return PushFoldState(self, (), "")

    @property
    def num_histories(self) -> int:
        # Deals, and what can follow a deal. Some three hands cannot be dealt together: those with five or six cards of a rank,
        # which are three times the same pair, or twice and a third hand with that rank.
        if self.num_players == 2:
            return 1 + HANDS + HANDS**2 * 5
        return 1 + HANDS + HANDS**2 + (HANDS**3 - 13 * (1 + 3 * 24)) * 13

    @property
    def num_entries(self) -> int:
        return len(self.lines) * HANDS * 2

    @property
    def utility_range(self) -> tuple[float, float]:
        return -self.stack, self.stack * (self.num_players - 1)

    @property
    def exact_takes_seconds(self) -> bool:
        return True

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(f"Player {seat} ({position_name(self, seat)})" for seat in range(self.num_players))

    def action_label(self, action: int) -> str:
        return ACTIONS[action]

    def public_tree(self) -> HandTree:
        return self._hand_tree

    @cached_property
    def _hand_tree(self) -> HandTree:
        found: HandTree = load_object("pokerzoo.envs.games.push_fold_forms:hand_tree_of")(self)
        return found

    def _compile_tree(self) -> Tree:
        if self.num_players > 2:
            return super()._compile_tree()  # which says that it is too large
        found: Tree = load_object("pokerzoo.envs.games.push_fold_forms:tree_of")(self)
        return found

    def _collect_infosets(self) -> ListedInfosets:
        return ListedInfosets(
            Infoset(f"{hand}|{line}", self.actor(line), legal, tuple(ACTIONS[action] for action in legal))
            for line, legal in [(line, legal_after(line)) for line in self.lines]
            for hand in CLASS_NAMES
        )

    def actor(self, line: str) -> int:
        """Player to act after this line, or ``TERMINAL``."""
        return TERMINAL if is_over(line, self.num_players) else self.order[len(line)]

    def lines_of(self, player: int) -> tuple[str, ...]:
        """The points at which a player acts."""
        return tuple([line for line in self.lines if self.actor(line) == player])

    def bets(self, line: str) -> tuple[float, ...]:
        """Bet of each player after this line, the blinds included and antes not: all, or the blind."""
        bets = list(self.blinds)
        for player, token in zip(self.order, line, strict=False):
            if token != TOKENS[FOLD]:
                bets[player] = self.stack - self.antes[player]
        return tuple(bets)

    def folded(self, line: str) -> tuple[bool, ...]:
        """True for each player who has folded after this line."""
        out = [False] * self.num_players
        for player, token in zip(self.order, line, strict=False):
            out[player] = token == TOKENS[FOLD]
        return tuple(out)

    @cached_property
    def pots(self) -> dict[str, Pots]:
        """Chips won and chips paid in, for each line that ends the hand."""
        ends = [line + TOKENS[action] for line in self.lines for action in legal_after(line)]
        over = [line for line in ends if is_over(line, self.num_players)]
        return {line: all_in_pots(self.antes, self.bets(line), self.folded(line)) for line in over}

    @cached_property
    def three_way(self) -> ThreeWayShares:
        """Equities of three hands, of a game for three."""
        found: ThreeWayShares = load_object("pokerzoo.envs.poker.three_way:three_way")(
            self.params["three_way_deals"], self.params["three_way_seed"]
        )
        return found

    def share(self, player: int, players: Sequence[int], hands: Sequence[int]) -> float:
        """Share of a pot that a player expects to win."""
        if len(players) == 1:
            return 1.0
        one, *others = hands[player], *[hands[other] for other in players if other != player]
        if len(others) == 1:
            return float(class_equities()[one, others[0]])
        return self.three_way.share(one, *others)


class PushFoldState(State):
    """The hands dealt, in seat order, and what was done."""

    __slots__ = ("game", "hands", "line")

    game: PushFoldGame

    def __init__(self, game: PushFoldGame, hands: tuple[int, ...], line: str) -> None:
        self.game = game
        self.hands = hands
        self.line = line

    @property
    def current_player(self) -> int:
        return CHANCE if len(self.hands) < self.game.num_players else self.game.actor(self.line)

    def legal_actions(self) -> tuple[int, ...]:
        if self.is_chance:
            return tuple(np.flatnonzero(dealt_chances(self.hands)).tolist())
        return () if self.is_terminal else legal_after(self.line)

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        if not self.is_chance:
            raise ValueError("no chance outcomes here: the state is not a chance node")
        return tuple([(hand, p) for hand, p in enumerate(dealt_chances(self.hands).tolist()) if p > 0.0])

    def child(self, action: int) -> PushFoldState:
        action = played(self, action)
        if self.is_chance:
            return PushFoldState(self.game, (*self.hands, action), self.line)
        return PushFoldState(self.game, self.hands, self.line + TOKENS[action])

    def returns(self) -> tuple[float, ...]:
        players = self.game.num_players
        if not self.is_terminal:
            return (0.0,) * players
        found = self.game.pots[self.line]
        won = [0.0 - paid for paid in found.paid]
        for amount, able in found.pots:
            for player in able:
                won[player] += amount * self.game.share(player, able, self.hands)
        last = found.pots[0].players[-1]
        won = [round(chips * STEPS) / STEPS for chips in won]
        won[last] = 0.0 - sum(won[:last] + won[last + 1 :])
        return tuple(won)

    def infoset_key(self, player: int) -> str:
        return f"{CLASS_NAMES[self.hands[player]] if player < len(self.hands) else '?'}|{self.line}"

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        game = self.game
        players = game.num_players
        player = check_index("player", player, players)
        vector = np.zeros(len(game.observation_names), dtype=np.float32)
        vector[player] = 1.0
        if player < len(self.hands):
            name = CLASS_NAMES[self.hands[player]]
            vector[players + RANKS.index(name[0])] = 1.0
            vector[players + 13 + RANKS.index(name[1])] = 1.0
            vector[players + 26] = name.endswith("s")
        for k, token in enumerate(self.line):
            vector[players + 27 + len(ACTIONS) * k + TOKENS.index(token)] = 1.0
        vector[-1] = self.pot / (players * game.stack)
        return vector

    @property
    def pot(self) -> float:
        """Chips put in so far, antes included; at the end without what came back."""
        if self.is_terminal:
            return sum(self.game.pots[self.line].paid)
        return sum(self.game.antes) + sum(self.game.bets(self.line))

    def action_name(self, action: int) -> str:
        return f"deal {CLASS_NAMES[action]} to player {len(self.hands)}" if self.is_chance else ACTIONS[action]

    def all_in_action(self) -> int | None:
        return PUSH if PUSH in self.legal_actions() else None

    def shows(self, player: int) -> bool:
        """True if all see this player's hand: at the end, if it was called."""
        folded = self.game.folded(self.line)
        return self.is_terminal and folded.count(False) > 1 and not folded[player]

    def view(self, player: int | None) -> TableView:
        game, over, player = self.game, self.is_terminal, check_viewer(player, self.game.num_players)
        bets, folded, returns = game.bets(self.line), game.folded(self.line), self.returns()
        did = {
            seat: "folded" if token == "f" else f"{'call' if token == 'c' else 'push'} {amount_text(bets[seat])}"
            for seat, token in zip(game.order, self.line, strict=False)
        }
        seats = []
        for seat in range(game.num_players):
            cards: tuple[str | None, ...] = ()
            if seat < len(self.hands):
                shown = player in (None, seat) or self.shows(seat)
                cards = (CLASS_NAMES[self.hands[seat]] if shown else HIDDEN,)
            seats.append(
                Seat(
                    player=seat,
                    cards=cards,
                    stack=game.stack - game.antes[seat] - bets[seat],
                    in_front=0.0 if over else bets[seat],
                    action=did.get(seat, ""),
                    acts=seat == self.current_player,
                    folded=folded[seat],
                    won=returns[seat] if over else None,
                )
            )
        note = outcome_text(returns) if over else "deal" if self.is_chance else ""
        pot = self.pot - sum(seat.in_front for seat in seats)
        return TableView(game.name, player, tuple(seats), pot=pot, dealer=game.order[0], note=note)

    def describe(self, player: int | None) -> str:
        game = self.game
        bets, folded = game.bets(self.line), game.folded(self.line)
        lines = []
        for seat in range(game.num_players):
            hand = "-"
            if seat < len(self.hands):
                hand = CLASS_NAMES[self.hands[seat]] if player in (None, seat) or self.shows(seat) else "?"
            marks = " folded" if folded[seat] else ""
            marks += " to act" if seat == self.current_player else ""
            lines.append(
                f"player {seat} ({position_name(game, seat)}): {hand}  in the pot {game.antes[seat] + bets[seat]:g}{marks}"
            )
        lines.append(f"stack {game.stack:g}  pot {self.pot:g}  history: {self.line or '-'}")
        if self.is_terminal:
            lines.append("net chips: " + "  ".join(f"player {i} {x:+.4g}" for i, x in enumerate(self.returns())))
        return "\n".join(lines)

    def history(self) -> tuple[int, ...]:
        return (*self.hands, *map(TOKENS.index, self.line))


@lru_cache(HANDS + 1)
def dealt_chances(dealt: tuple[int, ...]) -> Floats:
    """The chances of the next player's hand, float64 [169], by the hands dealt so far."""
    if len(dealt) < 2:
        ways = class_weights()[dealt[0]] if dealt else class_weights().sum(axis=1)
    else:
        ways = load_object("pokerzoo.envs.poker.three_way:third_hand")(*dealt)
    return np.asarray(ways / ways.sum(), dtype=np.float64)


def is_over(line: str, num_players: int) -> bool:
    """True if no player acts after this line: all have, or all but the big blind have folded."""
    return len(line) == num_players or line == TOKENS[FOLD] * (num_players - 1)


def legal_after(line: str) -> tuple[int, ...]:
    """Legal actions after a line: fold, and call if there is a push, else push."""
    return (FOLD, CALL) if TOKENS[PUSH] in line else (FOLD, PUSH)


def decision_lines(line: str, num_players: int) -> list[str]:
    """The lines after which a player acts, from this one on, depth first."""
    if is_over(line, num_players):
        return []
    below = [decision_lines(line + TOKENS[action], num_players) for action in legal_after(line)]
    return [line, *below[0], *below[1]]


def position_name(game: PushFoldGame, player: int) -> str:
    """Name of a seat: heads-up the small blind has the button."""
    return {0: "big blind", 1: "small blind"}.get(len(game.order) - 1 - game.order.index(player), "button")


def make_push_fold(
    stack: float = 10,
    num_players: int = 2,
    ante: float = 0,
    big_blind_ante: float = 0,
    three_way_deals: int = DEALS,
    three_way_seed: int = 0,
) -> PushFoldGame:
    """Push/fold before the flop, with blinds of 0.5 and 1; all amounts are in big blinds.

    Args:
        stack: stack of each player before blinds and antes, in big blinds, up to 1000; more than the big blind and its antes.
        num_players: 2 or 3.
        ante: the ante of each player, in big blinds.
        big_blind_ante: the ante of the big blind for all, which leaves it less to call with.
        three_way_deals: with three players, the number of deals of nine hands from which equities of three hands are estimated.
        three_way_seed: the seed of these deals.

    Raises:
        ValueError: a value that is not allowed.
    """
    check_int("num_players", num_players, 2, 3)
    check_number("ante", ante, 0, MAX_STACK)
    check_number("big_blind_ante", big_blind_ante, 0, MAX_STACK)
    check_number("stack", stack, 0, MAX_STACK, above=True)
    least = BIG_BLIND + ante + big_blind_ante
    if not stack > least:
        of = "the big blind" if least == BIG_BLIND else "the big blind and its antes"
        raise ValueError(f"stack={stack!r}: must be above {least:g}, {of}, so that there is something to call with")
    check_int("three_way_deals", three_way_deals, 1, MAX_DEALS)
    check_int("three_way_seed", three_way_seed, 0, 2**63 - 1)
    if num_players == 2 and (three_way_deals, three_way_seed) != (DEALS, 0):
        raise ValueError("three_way_deals and three_way_seed: only with num_players=3; equities of two hands are exact")
    params = {
        "stack": python_number(stack),
        "num_players": num_players,
        "ante": python_number(ante),
        "big_blind_ante": python_number(big_blind_ante),
        "three_way_deals": three_way_deals,
        "three_way_seed": three_way_seed,
    }
    return PushFoldGame(params)
