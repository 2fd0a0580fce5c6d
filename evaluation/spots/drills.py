"""Drills: decisions of solved spots as questions, and what an answer loses by the solution's own values.

A question comes as often as its decision does when hands are dealt and both players play the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from time import perf_counter, sleep

import numpy as np

from pokerzoo.envs.core import check_chips
from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.poker.cards import COMBO_NAMES
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS, draws_of_hands, made_hands
from pokerzoo.envs.poker.game import PokerGame, PokerState
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.poker.street_sizes import HAND_STREETS
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.parameters import brief, check_choice
from pokerzoo.envs.support.records import Chips, Percent, Record

from .node_parts import number_or_none, stacks_at, standard_board, standard_hands
from .node_report import NodeReport
from .spot_lines import is_run_out, line_of
from .spot_report import SpotReport
from .verdicts import Verdict, verdict_of

MOST_HANDS = 3_000
"""Hands that are played for one question at most."""
HANDS_A_SPOT = 500
"""Hands that are played in one spot before another one is taken."""
LONGEST_HELD, PAUSE = 0.05, 0.001
"""Seconds that hands are played in a spot that is held, and between, when others who wait for it have their turn."""
POSITIONS = ("OOP", "IP", "BB", "SB")


@dataclass(frozen=True)
class DrillFilter:
    """Kinds of decisions that are asked for; what is empty or None takes all.

    Attributes:
        streets: of ``preflop``, ``flop``, ``turn``, ``river``.
        positions: of ``OOP``, ``IP``, and ``BB``, ``SB`` in games from the blinds on.
        made: made hands, of ``MADE_HANDS``; none before the flop.
        draws: draws, of ``DRAWS``: a hand that has one of them.
        hands: a range, ``QQ+, AKs``; its weights do not matter.
        close: percent of the pot: the second best action loses no more. So choices that are clear are left out.

    Raises:
        ValueError: a name that is none of these, a range that cannot be read, or a negative percentage.
    """

    streets: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    hands: str = ""
    close: Percent | None = None

    def __post_init__(self) -> None:
        allowed = {"streets": HAND_STREETS, "positions": POSITIONS, "made": MADE_HANDS, "draws": DRAWS}
        for field, names in allowed.items():
            for name in getattr(self, field):
                check_choice(field, name, names)
        if self.hands.strip():
            parse_range(self.hands, "hands")
        if self.close is not None and not self.close >= 0:
            raise ValueError(f"close={brief(self.close)}: must be 0 or more, in percent of the pot")

    def takes_game(self, game: PokerGame) -> bool:
        """True if the game has one of the streets and one of the positions."""
        streets, positions = self.streets or HAND_STREETS, self.positions or POSITIONS
        return not set(streets).isdisjoint(streets_with_bets(game)) and not set(positions).isdisjoint(game.player_names)

    def takes_hand(self, game: PokerGame, public: PublicState, hand: int) -> bool:
        """True if a player's decision with a hand is asked for, as far as cards and seats say."""
        if len(public.moves) < 2:
            return False
        if self.streets and street_of(public) not in self.streets:
            return False
        if self.positions and game.player_names[public.actor] not in self.positions:
            return False
        if self._combos is not None and game.rules.hand_names[hand] not in self._combos:
            return False
        if not self.made and not self.draws:
            return True
        made, draws = classes_of_hand(game, public, hand)
        return (not self.made or made in self.made) and (not self.draws or not set(draws).isdisjoint(self.draws))

    def takes_values(self, node: NodeReport, hand: int) -> bool:
        """True if the EVs are known, and close enough."""
        evs = np.sort(node.action_ev[:, hand])
        if not np.isfinite(evs).all():
            return False
        return self.close is None or bool(evs[-1] - evs[-2] <= self.close / 100 * node.pot)

    @cached_property
    def _combos(self) -> frozenset[str] | None:
        if not self.hands.strip():
            return None
        return frozenset(COMBO_NAMES[combo] for combo in np.flatnonzero(parse_range(self.hands, "hands").weights))


@dataclass(frozen=True)
class DrillSpot:
    """A solved spot that questions come from.

    Attributes:
        id: its name for whoever asks.
        weight: how often it is asked of, beside others.
        opened: opens its report, and holds what others may not use meanwhile; called when it is asked of, again and again.
    """

    id: str
    weight: float
    opened: Callable[[], AbstractContextManager[SpotReport]]


@dataclass(frozen=True)
class DrillAction(Record):
    """An action that can be chosen.

    Attributes:
        token: as lines have it: ``b25``.
        name: in words: ``bet 25``.
        colour: the colour that all pictures give it.
        line: the line after it.
    """

    token: str
    name: str
    colour: str
    line: str


@dataclass(frozen=True)
class DrillQuestion(Record):
    """A decision with one hand at a node of a solved spot.

    Attributes:
        spot: the spot's id.
        line: the line of the node.
        hand: the hand, ``AsKd``.
        player: who is to act, 0 or 1.
        position: what that player is called.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        reach: the weight of the hand in the range times the probability that its player acts so as to get here.
        share: probability that the player holds this hand, given that the game is here.
        board: public cards.
        pot: chips in the middle, with a bet that is not answered yet.
        to_call: chips to call.
        stacks: [2] chips behind each player; null without a limit.
        paid: chips that the player has put in so far, half of the starting pot included.
        made: the made hand; null before the flop.
        draws: what the hand may still make.
        actions: what can be done.
    """

    spot: str
    line: str
    hand: str
    player: int
    position: str
    street: str
    reach: float
    share: float
    board: list[str]
    pot: Chips
    to_call: Chips
    stacks: list[Chips | None]
    paid: Chips
    made: str | None
    draws: list[str]
    actions: list[DrillAction]


@dataclass(frozen=True)
class DrillOption(Record):
    """An action with the hand, by the solution.

    Attributes:
        token: as lines have it.
        frequency: how often the solution takes it with this hand.
        ev: net chips that the player expects after it.
        ev_from_here: the same from this node on: a fold is worth 0.
        lost: chips by which it falls short of the best action.
        verdict: ``best``, ``fine``, ``inaccuracy``, ``mistake``; ``unsure``: the loss is below the solution's own error.
    """

    token: str
    frequency: float
    ev: Chips
    ev_from_here: Chips
    lost: Chips
    verdict: Verdict


@dataclass(frozen=True)
class DrillAnswer(Record):
    """An answer to a question, judged.

    Attributes:
        token: the action that was chosen.
        verdict: on it, as ``DrillOption`` has it.
        lost: chips by which it falls short of the best action, the solution being played from then on.
        lost_pot_percent: the same in percent of the pot at the decision.
        error: chips by which that may be off; null: not known.
        options: all actions, in the order of the question's.
    """

    token: str
    verdict: Verdict
    lost: Chips
    lost_pot_percent: Percent
    error: Chips | None
    options: list[DrillOption]


def draw_question(spots: Sequence[DrillSpot], wanted: DrillFilter, seed: int, number: int) -> DrillQuestion:
    """Draw a question: the same for the same spots, filter, seed and number.

    A spot is drawn by weight. Hands are dealt there and played by the solution, until one has a decision that is asked for.
    Decisions of a hand count alike, so that a question comes in proportion to the reach of its node and hand.

    Args:
        spots: solved spots; those without any of the streets and positions are passed over.
        wanted: which decisions.
        seed: of all questions, 0 or more.
        number: of this one, 0 or more.

    Raises:
        ValueError: no spots, or no such decision came up.

    >>> from contextlib import nullcontext
    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> game = make_game(
    ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
    ... )
    >>> report = SpotReport(game, CFR(game, "dcfr").run(100).average_policy())
    >>> spot = DrillSpot("mine", 1.0, lambda: nullcontext(report))
    >>> question = draw_question([spot], DrillFilter(positions=("OOP",)), seed=1, number=0)
    >>> question.position, question.street, [action.name for action in question.actions]
    ('OOP', 'river', ['fold', 'call'])
    >>> answer = judge_answer(report, question.line, question.hand, "f")
    >>> answer.lost == max(option.ev for option in answer.options) - answer.options[0].ev
    True
    """
    if min(seed, number) < 0:
        raise ValueError(f"seed={seed}, number={number}: must be 0 or more")
    if not spots:
        raise ValueError("spots: there are none to ask of")
    rng = np.random.default_rng([seed, number])
    left, played = list(spots), 0
    while left and played < MOST_HANDS:
        weights = np.array([spot.weight for spot in left])
        spot = left.pop(int(rng.choice(len(left), p=weights / weights.sum())))
        most = played + min(HANDS_A_SPOT if left else MOST_HANDS, MOST_HANDS - played)
        while played < most:
            with spot.opened() as report:
                if not wanted.takes_game(report.game):
                    break
                until = perf_counter() + LONGEST_HELD
                while played < most:
                    played += 1
                    found = question_of_hand(report, wanted, rng)
                    if found is not None:
                        return ask_question(report, found[0], found[1], spot.id)
                    if perf_counter() >= until:
                        break
            sleep(PAUSE)
    if not played:
        raise ValueError("filters: no spot of the set has decisions on these streets and in these positions")
    raise ValueError(f"filters: no such decision came up in {played:,} hands; ask for more streets, positions or hands")


def question_of_hand(report: SpotReport, wanted: DrillFilter, rng: np.random.Generator) -> tuple[PublicState, int] | None:
    """A decision of one hand that is played, (public state, hand); None: none that is asked for, or it is not its turn."""
    place = int(rng.integers(sum(report.game.max_moves)))  # each decision of a hand has the same chance, however many there are
    state = next(islice(played_decisions(report, rng), place, None), None)
    if state is None or not wanted.takes_hand(report.game, state.public, held_by_actor(state)):
        return None
    public, hand = state.public, held_by_actor(state)
    return (public, hand) if wanted.takes_values(report.report(public), hand) else None


def played_decisions(report: SpotReport, rng: np.random.Generator) -> Iterator[PokerState]:
    """The decisions of a hand that both play by the policy."""
    state = report.game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            if is_run_out(state.public):
                return
            state = state.child(state.draw_chance(rng))
            continue
        yield state
        chances = report.policy.strategy(state.public)[:, held_by_actor(state)].cumsum()
        action = int(np.searchsorted(chances, rng.random() * chances[-1], side="right"))
        state = state.child(state.legal_actions()[min(action, len(chances) - 1)])


def held_by_actor(state: PokerState) -> int:
    """The hand of the player to act."""
    return state.hands[state.current_player]


def ask_question(report: SpotReport, line: str | PublicState, hand: str | int, spot: str = "") -> DrillQuestion:
    """Ask about a hand at a line.

    Args:
        report: of the solved spot.
        line: as ``SpotReport.at`` takes it, or the public state.
        hand: its name, ``AsKd``, or its number.
        spot: the spot's id.

    Raises:
        ValueError: no such line, no player acts there, or the player never has the hand there.
    """
    node = report.report(line) if isinstance(line, PublicState) else report.at(line)
    number = hand_at(node, hand)
    public, game = node.public, report.game
    made, draws = classes_of_hand(game, public, number)
    rows = zip(node.tokens, node.actions, action_colours(node.tokens), strict=True)
    return DrillQuestion(
        spot=spot,
        line=node.line,
        hand=node.hands[number],
        player=public.actor,
        position=game.player_names[public.actor],
        street=street_of(public),
        reach=float(node.reach[public.actor, number]),
        share=float(np.nan_to_num(node.share[public.actor, number])),
        board=node.board,
        pot=node.pot,
        to_call=node.to_call,
        stacks=stacks_at(game, public),
        paid=float(public.contributions[public.actor]),
        made=made,
        draws=draws,
        actions=[DrillAction(token, name, colour, line_of(public.after(k))) for k, (token, name, colour) in enumerate(rows)],
    )


def judge_answer(report: SpotReport, line: str, hand: str, token: str, error: float | None = None) -> DrillAnswer:
    """Judge an answer by the solution's values.

    Args:
        report: of the solved spot.
        line: of the question.
        hand: of the question, ``AsKd``.
        token: the action that was chosen, as the question has it.
        error: chips by which losses may be off (``error_of_losses``); smaller ones are called ``unsure``. None: not known.

    Raises:
        ValueError: no such line, hand or action, or a spot in prize money.
    """
    check_chips(report.game, "a drill")
    node = report.at(line)
    number = hand_at(node, hand)
    check_choice("action", token, node.tokens)
    evs = node.action_ev[:, number]
    lost = evs.max() - evs
    paid, largest = float(node.public.contributions[node.public.actor]), max(map(abs, report.game.utility_range))
    options = [
        DrillOption(
            token=name,
            frequency=float(frequency),
            ev=float(ev),
            ev_from_here=float(ev) + paid,
            lost=float(short),
            verdict=verdict_of(float(short), node.pot, largest, error),
        )
        for name, frequency, ev, short in zip(node.tokens, node.strategy[:, number], evs, lost, strict=True)
    ]
    chosen = options[node.tokens.index(token)]
    percent = 100 * chosen.lost / node.pot
    return DrillAnswer(token, chosen.verdict, chosen.lost, percent, number_or_none(np.nan if error is None else error), options)


def hand_at(node: NodeReport, hand: str | int) -> int:
    """The number of a hand that its player can have at a node; ValueError if there is none such."""
    if node.player is None:
        raise ValueError(f"line={brief(node.line)}: {node.ended}, and no player acts")
    names = node.hands
    number = hand if isinstance(hand, int) else names.index(hand) if hand in names else -1
    if not 0 <= number < len(names) or not np.isfinite(node.action_ev[:, number]).all():
        who = node.game.player_names[node.player]
        raise ValueError(f"hand={brief(hand)}: {who} has no such hand here, or its EVs are not known")
    return number


def classes_of_hand(game: PokerGame, public: PublicState, hand: int) -> tuple[str | None, list[str]]:
    """(the made hand, the draws) of a hand; (None, []) before the flop."""
    if len(public.board) < 3:
        return None, []
    board = standard_board(public)
    last = public.betting.num_deals == len(game.rules.deals)
    bits = 0 if last else int(draws_on(game, board)[hand])
    return MADE_HANDS[int(made_on(game, board)[hand])], [name for k, name in enumerate(DRAWS) if bits >> k & 1]


@lru_cache(maxsize=256)
def made_on(game: PokerGame, board: tuple[int, ...]) -> Int64s:
    """int64 [hands]: what each hand has made on a board."""
    return made_hands(board, standard_hands(game))


@lru_cache(maxsize=256)
def draws_on(game: PokerGame, board: tuple[int, ...]) -> Int64s:
    """int64 [hands]: bits of what each hand may still make on a board."""
    return draws_of_hands(board, standard_hands(game))


def street_of(public: PublicState) -> str:
    """The street of a public state, by its cards."""
    return HAND_STREETS[max(0, len(public.board) - 2)]


@lru_cache(maxsize=64)
def streets_with_bets(game: PokerGame) -> tuple[str, ...]:
    """The streets of a game on which something can be decided."""
    rules = game.rules
    boards = [len(rules.board) + cards for cards in rules.cards_through[: rules.deals_with_betting + 1]]
    return tuple(HAND_STREETS[max(0, cards - 2)] for cards in boards)
