"""A hand as the person at the table may see it: the table drawn, what happened in words, buttons, what the coach says.

During a hand it has nothing that the person does not know; when it is over all cards are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from pokerzoo.agents.solving.thoughts import Thought, thought_view
from pokerzoo.envs import State
from pokerzoo.envs.betting.row import BET, CALL
from pokerzoo.envs.core import states_of_history
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.drawing.table import table_drawing, table_in_words
from pokerzoo.envs.poker.state import PokerGameBase, PokerStateBase
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.views import amount_text

from .coach import Coach, DecisionView, decision_view
from .session import PlayedHand, Session

Feedback = Literal["decision", "end", "off"]
"""When the coach speaks: after each decision, at the end of a hand, or in reviews alone."""

MOST_BUTTONS = 12
SHARES = (1 / 3, 1 / 2, 3 / 4, 1.0, 1.5)
"""Bets that are offered where there are more actions, as shares of the pot after a call."""
RANKS = ("best", "fine", "unsure", "unknown", "inaccuracy", "mistake")
KEYS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r"}


@dataclass
class Picture(Record):
    """A table.

    Attributes:
        svg: the drawing.
        words: the same in words.
    """

    svg: str
    words: str


@dataclass
class Button(Record):
    """Something that can be done.

    Attributes:
        id: the action.
        name: what it is called.
        detail: how much it is: chips to call, a bet in percent of the pot; empty where there is nothing to say.
        keys: keys that do it.
    """

    id: int
    name: str
    detail: str
    keys: list[str]


@dataclass
class HandStep(Record):
    """Something that happened.

    Attributes:
        kind: what: cards dealt to a player, public cards, an action, or how it ended.
        player: who did it or got it; None: no player.
        text: in words.
        cards: cards that came, by name.
        picture: the table after it, all cards open; only in hands that are over and are reviewed.
        decision: place in ``decisions`` of what the coach says of it.
        thought: place in ``thoughts`` of what the opponent who did it thought.
    """

    kind: Literal["deal", "board", "action", "result"]
    player: int | None
    text: str
    cards: list[str] = field(default_factory=list)
    picture: Picture | None = None
    decision: int | None = None
    thought: int | None = None


@dataclass
class HandView(Record):
    """A hand.

    Attributes:
        number: from 1.
        seat: the person's.
        turn: how many decisions the person has made in it.
        over: whether it is over.
        won: the person's net chips; None before the end.
        picture: the table.
        made: what the person's cards make; empty where the game has no such names.
        steps: what happened, as far as the person knows.
        buttons: what can be done; empty when it is over.
        decisions: what the coach says, where it is time.
        thinking: name of the opponent who is to act, and is not done yet; None: the person is to act, or the hand is over.
        thoughts: the opponents' decisions in a whole hand that is over, as far as they can be asked.
    """

    number: int
    seat: int
    turn: int
    over: bool
    won: float | None
    picture: Picture
    made: str
    steps: list[HandStep]
    buttons: list[Button]
    decisions: list[DecisionView]
    thinking: str | None
    thoughts: list[Thought]


def hand_view(
    session: Session,
    hand: PlayedHand,
    feedback: Feedback = "decision",
    *,
    thinking: str | None = None,
    with_pictures: bool = False,
) -> HandView:
    """A hand as its person may see it now; ``with_pictures`` for a review, with all that the coach says."""
    over = hand.state.is_terminal
    coached = with_pictures or feedback == "decision" or (feedback == "end" and over)
    decisions = [view for step in hand.taken if (view := decision_view(session.coach, step)) is not None] if coached else []
    steps = list(known_steps(hand.state, hand.seat, with_pictures=with_pictures, coached=bool(decisions)))
    thoughts = hand_thoughts(session, hand, steps) if over and (with_pictures or not hand.from_log) else []
    return HandView(
        number=hand.number,
        seat=hand.seat,
        turn=len(hand.taken),
        over=over,
        won=hand.state.returns()[hand.seat] if over else None,
        picture=table_picture(hand.state, hand.seat, all_open=over),
        made=hand.state.made_hand(hand.seat),
        steps=steps,
        buttons=action_buttons(hand.state) if hand.state.current_player == hand.seat else [],
        decisions=decisions,
        thinking=thinking,
        thoughts=thoughts,
    )


def hand_thoughts(session: Session, hand: PlayedHand, steps: list[HandStep]) -> list[Thought]:
    """The opponents' decisions in a hand that is over; its steps then say where they are."""
    acted = [number for number, step in enumerate(steps) if step.kind == "action"]
    result: list[Thought] = []
    for decision in session.thoughts(hand):
        place = acted[len(decision.state.moves)]
        steps[place].thought = len(result)
        result.append(thought_view(decision, place, anew=hand.from_log))
    return result


def table_picture(state: State, seat: int, *, all_open: bool) -> Picture:
    """The table with the person in front."""
    view = replace(state.view(None if all_open else seat), viewer=seat)
    return Picture(svg=to_svg(table_drawing(view, seat)), words=table_in_words(view))


def action_buttons(state: State) -> list[Button]:
    """Buttons of the player to act."""
    offered = offered_actions(state)
    names = [state.action_name(action) for action in offered]
    first = [name.split(" ")[0] for name in names]
    result = []
    for place, (action, name) in enumerate(zip(offered, names, strict=True)):
        keys = [str(place + 1)] if place < 9 else []
        letter = KEYS.get(first[place], name[:1].lower())
        if letter.isalpha() and [KEYS.get(word, word[:1].lower()) for word in first].count(letter) == 1:
            keys.append(letter)
        result.append(Button(id=action, name=name, detail=state.action_detail(action), keys=keys))
    return result


def offered_actions(state: State) -> tuple[int, ...]:
    """Legal actions; where every whole amount is one, a few bets by their shares of the pot, and all-in."""
    legal = state.legal_actions()
    if len(legal) <= MOST_BUTTONS or not isinstance(state, PokerStateBase):
        return legal
    bets, after_call = [action for action in legal if action >= BET], state.pot + state.to_call
    wanted = [state.total_of(CALL) + share * after_call for share in SHARES]
    nearest = {min(bets, key=lambda action: abs(state.total_of(action) - total)) for total in wanted}
    return tuple(action for action in legal if action < BET or action in nearest or action == bets[-1])


def known_steps(state: State, seat: int, *, with_pictures: bool = False, coached: bool = False) -> Iterator[HandStep]:
    """Steps that the person in ``seat`` knows of; all of them once the hand is over."""
    over, history = state.is_terminal, state.history()
    states = states_of_history(state.game, history)
    own_decisions, turned = 0, list[str]()
    for at, after, action in zip(states, states[1:], history, strict=False):
        player = at.current_player
        shown = table_picture(after, seat, all_open=True) if with_pictures else None
        if at.is_chance:
            step = chance_step(at, action, seat, over)
            if step is None:
                continue
            if step.kind == "board":
                turned += step.cards
                if after.is_chance and is_same_street(at, after):
                    continue  # whole hands have a flop card by card
                step, turned = replace(step, cards=turned), []
            yield replace(step, picture=shown)
            continue
        if player != seat and not over and not isinstance(state.game, PokerGameBase):
            continue  # what others do may be hidden in games that are not known here
        place = None
        if player == seat:
            place, own_decisions = own_decisions if coached else None, own_decisions + 1
        text = at.action_name(action)
        chips = at.action_detail(action) if text == "call" else ""
        yield HandStep(kind="action", player=player, text=f"{text} {chips}".strip(), picture=shown, decision=place)
    if over:
        yield HandStep(kind="result", player=None, text=outcome_text(state.returns()[seat]))


def is_same_street(at: State, after: State) -> bool:
    """True if both are states of poker on one street."""
    return isinstance(at, PokerStateBase) and isinstance(after, PokerStateBase) and at.street == after.street


def chance_step(at: State, action: int, seat: int, over: bool) -> HandStep | None:
    """A move of chance; None if the person does not see it: all of them are seen when the hand is over."""
    player, cards = at.dealt_cards(action)
    if player is None and cards:
        return HandStep(kind="board", player=None, text="board", cards=list(cards))
    if over or player == seat:
        return HandStep(kind="deal", player=player, text="cards" if cards else at.action_name(action), cards=list(cards))
    return None


def outcome_text(won: float) -> str:
    """Result of a hand for the person, in words."""
    if abs(won) < 1e-12:
        return "You break even"
    return f"You {'win' if won > 0 else 'lose'} {amount_text(abs(won))}"


@dataclass
class HandInfo(Record):
    """A hand that is over, in short.

    Attributes:
        number: from 1.
        seat: the person's.
        cards: the person's, or what else is known at the first decision.
        line: what happened, in words.
        won: the person's net chips.
        lost: chips lost by mistakes; None: not known.
        verdict: the worst of its decisions.
    """

    number: int
    seat: int
    cards: str
    line: str
    won: float
    lost: float | None
    verdict: str


def hand_info(coach: Coach, hand: PlayedHand) -> HandInfo:
    """A hand in short."""
    seen = list(known_steps(hand.state, hand.seat))
    lost, verdicts = [], []
    for step in hand.taken:
        if step.decision is not None:
            lost.append(step.decision.lost(step.action))
            verdicts.append(coach.verdict(lost[-1], step.decision.pot))
    known = [chips for chips, verdict in zip(lost, verdicts, strict=True) if chips == chips and verdict != "unsure"]
    own_deals = [step for step in seen if step.kind == "deal" and step.player == hand.seat]
    return HandInfo(
        number=hand.number,
        seat=hand.seat,
        cards=" ".join(card for step in own_deals for card in step.cards or [step.text]),
        line=", ".join(in_short(step, hand.seat) for step in seen if step.kind in ("board", "action")),
        won=hand.state.returns()[hand.seat],
        lost=sum(known) if known else None,
        verdict=max(verdicts, key=RANKS.index, default="unknown"),
    )


def in_short(step: HandStep, seat: int) -> str:
    """A step in a list of hands."""
    if step.kind == "board":
        return " ".join(step.cards)
    return f"{'you' if step.player == seat else f'P{step.player}'} {step.text}"
