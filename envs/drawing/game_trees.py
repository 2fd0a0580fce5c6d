"""Trees of small games as the page draws them: all histories with their infosets, and public trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from pokerzoo.envs import Game, State
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Record

MAX_DRAWN = 700
"""Nodes of a tree of histories that is drawn."""
MAX_PUBLIC = 3_000
"""Public states of a tree that is drawn: the page opens them card by card."""

MAX_MATRIX = 24
"""Rows and columns of a payoff matrix that is shown."""

Kind = Literal["chance", "player", "end"]


@dataclass
class InfosetInfo(Record):
    """An infoset.

    Attributes:
        key: as in policies.
        player: whose it is.
        hand: what the player holds; "" where nothing is dealt.
        line: the public history, as in the key.
        when: the same in words.
        actions: names of the legal actions.
    """

    key: str
    player: int
    hand: str
    line: str
    when: str
    actions: list[str]


@dataclass
class DrawnNode(Record):
    """A node; its place in the list is its number, and parents come first.

    Attributes:
        parent: the number of the node above; None at the root.
        action: which of the parent's actions leads here, by its place.
        label: that action, or the cards that chance deals.
        probability: chance's, of this child; None where a player decides, and of public cards.
        kind: chance, player or end.
        player: who acts.
        infosets: those that the node is in: one of a history, one a hand in a public tree.
        line: of a public state, its betting and cards.
        net: at the end, what each player wins; of a public state one row for each way that it can end.
        shows: whether cards are compared at this end.
    """

    parent: int | None
    action: int | None
    label: str
    probability: float | None = None
    kind: Kind = "end"
    player: int | None = None
    infosets: list[int] = field(default_factory=list)
    line: str | None = None
    net: list[list[float]] = field(default_factory=list)
    shows: bool = False


@dataclass(frozen=True)
class Matrix(Record):
    """A matrix game.

    Attributes:
        rows: the first player's actions.
        columns: the second player's.
        payoffs: what the first player wins.
    """

    rows: list[str]
    columns: list[str]
    payoffs: list[list[float]]


@dataclass(frozen=True)
class DrawnGame(Record):
    """A game with its infosets and the forms in which it can be drawn.

    Attributes:
        game: its name.
        params: every parameter.
        players: how many play.
        infosets: all, in the order of all other lists here.
        histories: the tree of all histories; None if it is too large.
        public: the public tree; None where there is none.
        matrix: the payoffs, of a matrix game.
        cards: how many cards, of the bet/fold game.
        not_drawn: why there is no tree of all histories.
    """

    game: str
    params: dict[str, Any]
    players: int
    infosets: list[InfosetInfo]
    histories: list[DrawnNode] | None
    public: list[DrawnNode] | None
    matrix: Matrix | None
    cards: int | None
    not_drawn: str | None


def drawn_game(game: Game) -> DrawnGame:
    """All forms in which a small game can be drawn."""
    histories, count = history_tree(game), game.num_histories
    limit = f"The tree of all histories is drawn up to {MAX_DRAWN:,} nodes"
    return DrawnGame(
        game=game.name,
        params=dict(game.params),
        players=game.num_players,
        infosets=infosets_of(game),
        histories=histories,
        public=public_tree(game),
        matrix=_matrix(game),
        cards=len(game.infosets) // game.num_players if isinstance(game, BetFoldGame) else None,
        not_drawn=None if histories is not None else f"{limit}." if count is None else f"{limit}; this game has {count:,}.",
    )


def _matrix(game: Game) -> Matrix | None:
    if not isinstance(game, MatrixGame) or max(game.payoffs.shape) > MAX_MATRIX:
        return None
    rows, columns = ([game.action_label(k) for k in range(count)] for count in game.payoffs.shape)
    return Matrix(rows=rows, columns=columns, payoffs=game.payoffs.tolist())


def infosets_of(game: Game) -> list[InfosetInfo]:
    """All infosets of a small game, in the order in which policies store them."""
    result = []
    for row in game.infosets:
        hand, line, when = game.infoset_fields(row.key)
        result.append(
            InfosetInfo(key=row.key, player=row.player, hand=hand, line=line, when=when, actions=list(row.action_names))
        )
    return result


def by_infoset(game: Game, entries: Floats) -> list[list[Any]]:
    """An array of entries as a list for each infoset; NaN as None."""
    first = game.infosets.first.tolist()
    plain = [None if value != value else value for value in entries.tolist()]
    return [plain[start:end] for start, end in pairwise(first)]


def history_tree(game: Game) -> list[DrawnNode] | None:
    """All histories, chance moves in a row as one; None if there are too many to draw."""
    known = game.num_histories
    if known is not None and known > 4 * MAX_DRAWN:  # too many to go through
        return None
    nodes: list[DrawnNode] = []
    waiting: list[tuple[State, int | None, int | None, str, float | None]] = [(game.initial_state(), None, None, "", None)]
    while waiting:
        if len(nodes) >= MAX_DRAWN:
            return None
        state, parent, action, label, probability = waiting.pop()
        here = DrawnNode(parent=parent, action=action, label=label, probability=probability, kind="end")
        number = len(nodes)
        nodes.append(here)
        if state.is_terminal:
            here.net = [list(state.returns())]
        elif state.is_chance:
            here.kind = "chance"
            dealt = list(_dealt(state))
            waiting += [(s, number, k, name, p) for k, (s, name, p) in reversed(list(enumerate(dealt)))]
        else:
            here.kind, here.player = "player", state.current_player
            here.infosets = [state.infoset_index()]
            legal = reversed(list(enumerate(state.legal_actions())))
            waiting += [(state.child(a), number, k, state.action_name(a), None) for k, a in legal]
    return nodes


def _dealt(state: State) -> Iterator[tuple[State, str, float]]:
    """Outcomes of chance moves in a row: state, cards dealt, probability."""
    waiting: list[tuple[State, tuple[str, ...], float]] = [(state, (), 1.0)]
    while waiting:
        now, names, p = waiting.pop()
        if names and not now.is_chance:
            yield now, " ".join(names), p
            continue
        for action, chance in reversed(now.chance_outcomes()):
            name = "".join(now.dealt_cards(action)[1]) or now.action_name(action)
            waiting.append((now.child(action), (*names, name), p * chance))


def public_tree(game: Game) -> list[DrawnNode] | None:
    """Public tree of a poker game; None for other games, and if it is too large to draw."""
    if not isinstance(game, PokerGame):
        return None
    places: dict[str, list[int]] = {}
    for number, row in enumerate(game.infosets):
        places.setdefault(row.key.partition("|")[2], []).append(number)
    if len(places) > MAX_PUBLIC:
        return None
    nodes: list[DrawnNode] = []
    waiting: list[tuple[PublicState, int | None, int | None, str]] = [(game.rules.root, None, None, "")]
    while waiting:
        if len(nodes) >= 3 * MAX_PUBLIC:
            return None
        state, parent, action, label = waiting.pop()
        here = DrawnNode(parent=parent, action=action, label=label, kind="end", line=state.history)
        number = len(nodes)
        nodes.append(here)
        if state.card_due:
            here.kind = "chance"
            cards = [card for card, _ in state.deal_probabilities()]
            waiting += [
                (state.deal(card), number, k, game.rules.deck.names[card]) for k, card in reversed(list(enumerate(cards)))
            ]
        elif state.is_over:
            left = [player for player, out in enumerate(state.line.folded) if not out]
            here.shows = len(left) > 1
            here.net = [list(state.line.payoffs((player,))) for player in left]
        else:
            here.kind, here.player = "player", state.actor
            here.infosets = places[state.history]
            legal = reversed(list(enumerate(state.line.legal_actions)))
            waiting += [(state.child(a), number, k, state.line.action_name(a)) for k, a in legal]
    return nodes
