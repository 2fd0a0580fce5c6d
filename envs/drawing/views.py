"""The view of a state from a seat, as plain values: cards, actions, chips and board.

It shows what ``State.describe`` shows to the same player, and no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerzoo.envs.betting.line import CALL, FOLD, Line
from pokerzoo.envs.core import State
from pokerzoo.envs.games.bet_fold import ACTIONS, BET
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import check_index

from .cards import SUIT_NAMES, suited_face

if TYPE_CHECKING:
    from pokerzoo.envs.games.bet_fold import BetFoldState
    from pokerzoo.envs.games.push_fold import PushFoldState
    from pokerzoo.envs.games.rps import MatrixState
    from pokerzoo.envs.poker.game import PokerState
    from pokerzoo.envs.whole_hands.state import TexasHoldemState

HIDDEN = None
"""A card that lies face down."""
UNKNOWN = "?"
"""A choice that is not shown."""
OUT = "out"
"""The action text of a player who was not dealt in."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table.

    Attributes:
        player: the player's number.
        cards: the cards by name; None: face down.
        stack: chips behind; None where the game has no stacks.
        in_front: chips put in this round.
        action: the last action in this round, or the choice; empty if there is none, or it is not shown.
        acts: True if the player is to act.
        folded: True if the player has folded.
        all_in: True if the player is all-in.
        won: net chips at the end; None before.

    >>> from pokerzoo.envs import Seat
    >>> Seat(0, ("Ks",), stack=9.0, action="check").cards
    ('Ks',)
    """

    player: int
    cards: tuple[str | None, ...] = ()
    stack: float | None = None
    in_front: float = 0.0
    action: str = ""
    acts: bool = False
    folded: bool = False
    all_in: bool = False
    won: float | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as one player sees it, or with all cards open; made by ``Handlers.view``, drawn by ``state_svg``.

    Attributes:
        game: the game's name.
        viewer: the player from whose seat it is seen; None if all cards are shown.
        seats: the players.
        board: public cards by name.
        board_places: number of board cards at the end.
        pot: chips in the middle without those in front of players; None where there are none.
        side_pots: chips of each side pot, part of ``pot``.
        dealer: the seat with the button; None: no button.
        choices: True if the cards are choices, which may be words.
        note: the winner, or what is awaited.
        lines: the description of a game without a table; all else is then empty.

    >>> from pokerzoo.envs import Seat, TableView
    >>> TableView("kuhn", 0, (Seat(0, ("K",), acts=True), Seat(1, (None,))), pot=2.0).seats[0].acts
    True
    """

    game: str
    viewer: int | None
    seats: tuple[Seat, ...] = ()
    board: tuple[str, ...] = ()
    board_places: int = 0
    pot: float | None = None
    side_pots: tuple[float, ...] = ()
    dealer: int | None = None
    choices: bool = False
    note: str = ""
    lines: tuple[str, ...] = ()


def view_of(state: State, player: int | None) -> TableView:
    """The view of ``player``; None: with all cards open."""
    if player is not None:
        player = check_index("player", player, state.game.num_players, ", or None (all cards are shown)")
    found: TableView = load_object(state.game.handlers.view)(state, player)
    return found


def described_view(state: State, player: int | None) -> TableView:
    """View of a game with a description alone."""
    return TableView(state.game.name, player, lines=tuple(state.describe(player).splitlines()))


def poker_view(state: PokerState, player: int | None) -> TableView:
    """View of a game of ``PokerRules``."""
    public, rules, over = state.public, state.game.rules, state.is_terminal
    showdown = over and public.folded.count(False) > 1
    returns = state.returns()
    did = last_actions(state)
    seats = []
    for seat in range(rules.num_players):
        cards: tuple[str | None, ...] = ()
        if seat < len(state.hands):
            names = sorted(rules.deck.hands[state.hands[seat]], reverse=True)
            open_here = player in (None, seat) or (showdown and not public.folded[seat])
            cards = tuple(rules.deck.names[card] if open_here else HIDDEN for card in names)
        seats.append(
            Seat(
                player=seat,
                cards=cards,
                stack=None
                if rules.betting.stack is None
                else rules.betting.without_error(rules.betting.most_of(seat) - public.contributions[seat]),
                in_front=0.0 if over else public.round_contributions[seat],
                action="folded" if public.folded[seat] else did.get(seat, ""),
                acts=seat == state.current_player,
                folded=public.folded[seat],
                won=returns[seat] if over else None,
            )
        )
    note = outcome_text(returns) if over else "deal" if len(state.hands) < rules.num_players else ""
    note = "next card" if public.card_due and not note else note
    return TableView(
        game=state.game.name,
        viewer=player,
        seats=tuple(seats),
        board=tuple(rules.deck.names[card] for card in public.board),
        board_places=len(rules.deck.board) + sum(r.public_cards for r in rules.betting.rounds),
        pot=public.pot - sum(seat.in_front for seat in seats),
        dealer=rules.num_players - 1,
        note=note,
    )


def last_actions(state: PokerState) -> dict[int, str]:
    """Last action of each player in the round (the last one, once the hand is over): ``raise to 75``, ``call 25``."""
    line: Line | None = state.public.line
    assert line is not None
    done: dict[int, str] = {}
    actions = state.public.actions
    index = actions[-1][0] if state.public.is_over and actions else line.round_index
    while line is not None:
        before, move = line.above, line.last
        if before is not None and move is not None and move[0] == index and move[1] not in done:
            _, player, kind, total = move
            if kind == FOLD:
                done[player] = "folded"
            elif kind == CALL:
                done[player] = f"call {amount_text(total)}" if before.to_call > 0 else "check"
            else:
                done[player] = f"raise to {amount_text(total)}" if before.num_bets else f"bet {amount_text(total)}"
        line = before
    return done


def hand_view(state: TexasHoldemState, player: int | None) -> TableView:
    """View of a whole hand of hold'em."""
    game, over, folded = state.game, state.is_terminal, state.folded
    showdown = over and folded.count(False) > 1
    won = state.chips_won
    did = last_moves(state)
    seats = []
    for seat, stack in enumerate(state.stacks):
        dealt = state.hole_cards(seat)
        shown = player in (None, seat) or (showdown and not folded[seat])
        out = not dealt and stack + state.contributions[seat] == 0
        seats.append(
            Seat(
                player=seat,
                cards=tuple(game.rules.deck.names[card] if shown else HIDDEN for card in dealt),
                stack=stack,
                in_front=0.0 if over else state.round_contributions[seat],
                action=OUT if out else "folded" if folded[seat] else did.get(seat, ""),
                acts=seat == state.current_player,
                folded=folded[seat],
                all_in=not folded[seat] and stack == 0,
                won=won[seat] if over and not out else None,
            )
        )
    note = (
        outcome_text(won) if over else "deal" if state.is_chance and not state.moves else "next card" if state.is_chance else ""
    )
    in_front = sum(seat.in_front for seat in seats)
    return TableView(
        game=game.name,
        viewer=player,
        seats=tuple(seats),
        board=tuple(game.rules.deck.names[card] for card in state.board),
        board_places=game.public_cards,
        pot=sum(state.pots) if over else state.pot - in_front,
        side_pots=() if in_front else tuple(state.pots[1:]),
        dealer=game.button,
        note=note,
    )


def last_moves(state: TexasHoldemState) -> dict[int, str]:
    """Last action of each player on this street: ``raise to 75``, ``call 25``."""
    done: dict[int, str] = {}
    street = state.moves[-1][0] if state.is_terminal and state.moves else state.street
    before, raised = dict(enumerate(state.game.posted if street == 0 else ())), street == 0
    for where, player, kind, total in state.moves:
        if where != street:
            continue
        if kind == FOLD:
            done[player] = "folded"
        elif kind == CALL:
            done[player] = f"call {amount_text(total)}" if total > before.get(player, 0) else "check"
        else:
            done[player], raised = f"{'raise to' if raised else 'bet'} {amount_text(total)}", True
        before[player] = total
    return done


def bet_fold_view(state: BetFoldState, player: int | None) -> TableView:
    """View of the bet/fold game: all choose at once, and several who bet show their cards."""
    over, choices = state.is_terminal, state.history()[len(state.cards) :]
    showdown = over and sum(choices) > 1
    returns = state.returns()
    seats = []
    for seat in range(state.game.num_players):
        own = player in (None, seat)
        cards: tuple[str | None, ...] = ()
        if seat < len(state.cards):
            shown = own or (showdown and choices[seat] == BET)
            cards = (str(state.cards[seat]) if shown else HIDDEN,)
        action = ACTIONS[choices[seat]] if seat < len(choices) and (own or over) else ""
        acts = own and seat == state.current_player
        folded = action == "fold"
        seats.append(Seat(seat, cards, action=action, acts=acts, folded=folded, won=returns[seat] if over else None))
    note = outcome_text(returns) if over else "deal" if state.is_chance else "all choose at once"
    return TableView(state.game.name, player, tuple(seats), note=note)


def push_fold_view(state: PushFoldState, player: int | None) -> TableView:
    """View of push/fold: a hand is a hand class, shown as one card with its name."""
    game, over = state.game, state.is_terminal
    bets, folded, returns = game.bets(state.line), game.folded(state.line), state.returns()
    did = {
        seat: "folded" if token == "f" else f"{'call' if token == 'c' else 'push'} {amount_text(bets[seat])}"
        for seat, token in zip(game.order, state.line, strict=False)
    }
    seats = []
    for seat in range(game.num_players):
        cards: tuple[str | None, ...] = ()
        if seat < len(state.hands):
            shown = player in (None, seat) or state.shows(seat)
            cards = (CLASS_NAMES[state.hands[seat]] if shown else HIDDEN,)
        seats.append(
            Seat(
                player=seat,
                cards=cards,
                stack=game.stack - game.antes[seat] - bets[seat],
                in_front=0.0 if over else bets[seat],
                action=did.get(seat, ""),
                acts=seat == state.current_player,
                folded=folded[seat],
                won=returns[seat] if over else None,
            )
        )
    note = outcome_text(returns) if over else "deal" if state.is_chance else ""
    pot = state.pot - sum(seat.in_front for seat in seats)
    return TableView(game.name, player, tuple(seats), pot=pot, dealer=game.order[0], note=note)


def matrix_view(state: MatrixState, player: int | None) -> TableView:
    """View of a matrix game: the choices lie on the table as cards."""
    over, choices = state.is_terminal, state.history()
    returns = state.returns()
    seats = []
    for seat in range(2):
        own = player in (None, seat)
        shown = seat < len(choices) and (own or over)
        cards = (state.game.action_label(choices[seat]) if shown else UNKNOWN,)
        seats.append(Seat(seat, cards, acts=own and seat == state.current_player, won=returns[seat] if over else None))
    note = outcome_text(returns) if over else "both choose at once"
    return TableView(state.game.name, player, tuple(seats), choices=True, note=note)


def outcome_text(returns: tuple[float, ...]) -> str:
    """The winner: ``player 1 wins 2``."""
    winners = [player for player, won in enumerate(returns) if won > 0]
    if not winners:
        return "no winner"
    won = [amount_text(returns[player]) for player in winners]
    if len(winners) == 1:
        return f"player {winners[0]} wins {won[0]}"
    if len(winners) == 2:
        each = won[0] if won[0] == won[1] else " and ".join(won)
        return f"players {winners[0]} and {winners[1]} win {each}"
    return f"{len(winners)} players win"


def table_in_words(view: TableView) -> str:
    """The whole table in a few sentences, for screen readers."""
    seen = "all cards are shown" if view.viewer is None else f"seen by player {view.viewer}"
    parts = [f"{view.game.replace('_', ' ')}, {seen}"]
    if view.lines:
        return ". ".join([*parts, *view.lines]) + "."
    for seat in view.seats:
        parts.append(seat_in_words(seat))
    if view.board_places:
        told = ", ".join(map(spoken_card, view.board)) or "no card yet"
        parts.append(f"board: {told}")
    if view.pot is not None:
        parts.append(f"pot {amount_text(view.pot + sum(seat.in_front for seat in view.seats))}")
        parts += [f"side pot {amount_text(chips)}" for chips in view.side_pots]
    if view.note:
        parts.append(view.note)
    return ". ".join(parts) + "."


def seat_in_words(seat: Seat) -> str:
    """One player in words."""
    told = []
    if seat.cards:
        names = [spoken_card(card) for card in seat.cards if card is not HIDDEN and card != UNKNOWN]
        hidden = "choice not shown" if UNKNOWN in seat.cards else "face down"
        told.append(", ".join(names) if names else hidden)
    if seat.action:
        told.append(seat.action)
    elif seat.in_front:
        told.append(f"{amount_text(seat.in_front)} in front")
    if seat.all_in:
        told.append("all-in")
    if seat.stack is not None:
        told.append(f"{amount_text(seat.stack)} behind")
    if seat.acts:
        told.append("to act")
    if seat.won is not None:
        told.append(
            f"wins {amount_text(seat.won)}" if seat.won > 0 else f"loses {amount_text(-seat.won)}" if seat.won < 0 else "even"
        )
    return f"player {seat.player}: {', '.join(told) or 'no cards yet'}"


def spoken_card(card: str) -> str:
    """A card in words.

    >>> spoken_card("Qh"), spoken_card("37")
    ('queen of hearts', '37')
    """
    found = suited_face(card)
    if found is None:
        return card
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
    return f"{ranks.get(found[0], found[0])} of {SUIT_NAMES[found[1]]}"


def amount_text(chips: float) -> str:
    """Chips, short enough for a picture: two places, and thousands apart.

    >>> amount_text(2.5), amount_text(100 / 3), amount_text(12345), amount_text(2.5e7), amount_text(0.0001)
    ('2.5', '33.33', '12,345', '25M', '0.0001')
    """
    size = abs(chips)
    if size and size < 0.01:
        return f"{chips:.2g}"
    for unit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if size >= 10 * unit:
            return f"{chips / unit:.4g}{sign}" if size < 1e16 else f"{chips:.2e}"
    text = f"{chips:,.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
