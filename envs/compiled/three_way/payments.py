"""Payments of three players at the ends of hands, and the terminal evaluation that uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes
from pokerzoo.envs.compiled.terminal_chips import check_payments, reach_of_board
from pokerzoo.envs.poker.public_state import PublicState

from .passes import make_three_way_passes
from .tables import MASS, OVER_FIRST, OVER_SECOND, SHARE, Answer, ThreeWayPasses

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


def collect_payments(
    game: PokerGame, public: PublicState, sequences: tuple[int, ...], first: int, answers: tuple[list[Answer], ...]
) -> None:
    """Add to ``answers`` what each of three players pays or is paid here; ``first``: the first sequence of who acts.

    Chips are paid where they are put in: so ends of the betting pay pots only, and few sums over pairs of hands are needed.
    """
    line, board = public.line, public.board
    if not any(sequences):
        for player, owned in enumerate(line.contributions):
            answers[player].append((board, 0, (0, 0), (-owned, 0.0, 0.0, 0.0)))
    if public.card_due:
        return
    if not public.is_over:
        player = public.actor
        for k in range(len(public.line.moves)):
            added = line.after(k).contributions[player] - line.contributions[player]
            if added:
                answers[player].append((board, first + k, without(sequences, player), (-added, 0.0, 0.0, 0.0)))
        return
    for player, (mass, *pots) in payments_at_end(game, public).items():
        all_three, over_first, over_second = pots
        chips = (mass + line.contributions[player], all_three, over_first, over_second)
        answers[player].append((board, sequences[player], without(sequences, player), chips))


def payments_at_end(game: PokerGame, public: PublicState) -> dict[int, tuple[float, float, float, float]]:
    """Net chips by column of each of three players who are left where the hand is over: see ``tables``."""
    live = [player for player, out in enumerate(public.line.folded) if not out]
    pots, paid_in = public.line.pots, public.line.paid
    result = {}
    for player in live:
        chips = [-paid_in[player], 0.0, 0.0, 0.0]
        for amount, players in pots:
            if player in players:
                chips[column_of(player, players)] += amount
        check_payments(game, public, chips)
        mass, share, over_first, over_second = chips
        result[player] = (mass, share, over_first, over_second)
    return result


def column_of(player: int, players: tuple[int, ...]) -> int:
    """The column of chips for a pot that these players can win: see ``three_way_pass``."""
    if len(players) == 3:
        return SHARE
    if len(players) == 1:
        return MASS
    opponent = next(other for other in players if other != player)
    return OVER_FIRST if opponent == min(other for other in range(3) if other != player) else OVER_SECOND


def without(sequences: tuple[int, ...], player: int) -> tuple[int, int]:
    """The sequences of the two others."""
    first, second = (sequence for seat, sequence in enumerate(sequences) if seat != player)
    return first, second


def three_way_evaluation(
    game: PokerGame, answers: tuple[list[Answer], ...], lanes: HandLanes | ManyHandLanes
) -> ThreeWayPasses:
    """Make the terminal evaluation of a game for three players; chips are times chance's reach."""
    rules = game.rules
    fixed = not rules.betting.deals  # the walk may be that of another board
    reach: dict[tuple[int, ...], float] = {}
    scaled: list[list[Answer]] = []
    for of_player in answers:
        of_board: list[Answer] = []
        for board, sequence, others, chips in of_player:
            on = rules.deck.board if fixed else board
            if on not in reach:
                reach[on] = reach_of_board(rules, on)
            of_board.append((on, sequence, others, tuple([amount * reach[on] for amount in chips])))
        scaled.append(of_board)
    reached = rules.ranges.weight_rows > 0.0
    return make_three_way_passes(game, tuple(sorted(reach)), scaled, rules.ranges.dealable_rows, reached, lanes)
