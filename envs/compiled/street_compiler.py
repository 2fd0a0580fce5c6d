"""Makes a ``StreetTree``: the lines of each stage are walked, boards and hands are put beside them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.core import kept, short_name
from pokerzoo.envs.poker.run_out_matrix import is_settled
from pokerzoo.envs.support.errors import InputError

from .arrays import LANES
from .showdown_pass import NO_CARD
from .showdown_tables import board_tables, hand_cards, hands_by_card, no_tables, own_strengths
from .street_boards import BoardSymmetry
from .street_lines import chance_reaches, collect_streets, line_records
from .street_pairs import NO_MATRICES, make_pair_matrices, run_outs_after_betting, weighted_pairs
from .street_plan import WalkPlan, start_indices
from .street_records import (
    board_records,
    board_shares,
    exchanged_hands,
    firsts_of,
    place_boards,
    set_mirrors,
)
from .street_size import check_solving_fits
from .street_tree import StreetTree

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


def compile_street_tree(game: PokerGame, symmetric: bool = True, settled: bool | None = None) -> StreetTree:
    """Walk the lines of a two-player poker game with one or two cards a hand, stage by stage.

    ``settled``: cards after the last betting are not walked; None: where matrices can replace them.
    """
    rules, table = game.rules, game.infosets
    if rules.deck.hole_cards > 2 or rules.deck.copies > 1 or len(rules.deck.names) > NO_CARD:
        raise InputError(
            f"{short_name(game)}: walks over boards need hands of one or two cards, and at most 52 cards, all different"
        )
    dealable = np.array(rules.ranges.dealable) if rules.weights else np.ones((2, len(rules.deck.hands)), dtype=np.bool_)
    held = (np.flatnonzero(dealable[0]), np.flatnonzero(dealable[1]))
    weights = rules.weights or ((1.0,) * len(rules.deck.hands),) * 2
    settled = is_settled(rules) if settled is None else settled
    stages = collect_streets(game, settled)
    symmetries = rules.symmetries
    symmetry = BoardSymmetry(rules, symmetries if symmetric else symmetries[:1])
    boards = tuple(symmetry.boards(number) for number in range(len(stages)))
    blocks = np.array([-(-len(hands) // LANES) for hands in held])
    board_at = start_indices(map(len, boards))
    alive = np.zeros((2, int(board_at[-1]), int(blocks.max()) * LANES), dtype=np.float32)
    for player, hands in enumerate(held):
        for number, (start, end) in enumerate(pairwise(board_at.tolist())):
            rank = table.places(player, number).rank[np.ix_(boards[number].first, hands)]
            alive[player, start:end, : len(hands)] = rank >= 0
    cards = hand_cards(rules, held, blocks)
    exchange = exchanged_hands(symmetry, rules, held, cards.shape[2])
    kind, firsts = firsts_of(boards[-1].kept, exchange)
    last = int(board_at[-2])
    if settled:
        tables, first = no_tables(len(boards[-1])), firsts[kind, 0, : len(rules.deck.hands)]
        pairs = make_pair_matrices(rules, boards[-1].canonical, first, cards.shape[2])
    else:
        strengths = own_strengths(game, [rules.deck.board + board for board in boards[-1].canonical], held, alive[:, last:])
        tables, pairs = board_tables(strengths, kind, firsts), NO_MATRICES
    if rules.deal_weights:
        alike = firsts_of(boards[0].kept, exchange)[1][0, 0, : len(rules.deck.hands)]
        # By the type of run_outs, not by its size, kernels see that there are matrices.
        won, before = pairs.run_outs.astype(np.int16, copy=False), weighted_pairs(rules, alike, cards.shape[2])
        pairs = pairs._replace(run_outs=won, before=before)
    run_outs = run_outs_after_betting(rules) if settled and len(stages) > 1 else 1
    lines = line_records(stages, blocks, [len(hands) for hands in held], chance_reaches(rules, len(stages)), run_outs)
    records, links = board_records(boards)
    records["run_outs_at"][last:][: len(pairs.at)] = pairs.at
    mirrors = set_mirrors(records, boards, exchange, settled)
    num_floats, num_scales = place_boards(lines["stages"], map(len, boards))
    by_card, card_end = hands_by_card(cards[:, :2])
    plan = WalkPlan(
        **lines,
        boards=records,
        links=links,
        maps=np.concatenate([exchange, mirrors]),
        symmetries=len(exchange),
        cards=cards,
        alive=alive * board_shares(rules, boards) if rules.deal_weights else alive,
        order=tables.order,
        group_end=tables.group_end,
        by_card=by_card,
        card_end=card_end,
        run_outs=pairs.run_outs,
        before=pairs.before,
    )
    return StreetTree(
        game=game,
        infosets=table,
        plan=plan,
        hands=held,
        points=tuple((tuple(stage.points[0]), tuple(stage.points[1])) for stage in stages),
        entries=tuple(tuple(stage.entries) for stage in stages),
        root_reach=(np.array(weights[0])[held[0]], np.array(weights[1])[held[1]]),
        boards=boards,
        num_floats=num_floats,
        num_scales=num_scales,
        num_public_states=sum(len(b.all) * stage.lines for b, stage in zip(boards, stages, strict=True)),
    )


def each_board_of(game: PokerGame) -> StreetTree:
    """``boards_of`` a game with each board on its own, for strategies that treat equivalent suits differently; made once."""
    return kept(game, "each board", compile_each_board)


def compile_each_board(game: PokerGame) -> StreetTree:
    """Compile ``each_board_of`` a game, if it fits."""
    check_solving_fits(game, symmetric=False, threads=1)
    return compile_street_tree(game, symmetric=False)
