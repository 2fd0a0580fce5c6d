"""The numbers of a report and their units: exact values, what ranges and kinds of hand do, cards of the bet/fold game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import evaluator_of
from pokerzoo.envs.compiled.forms import fastest_form
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import common_values, profile_values
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.public_state import chips

from .spot_report import NodeReport
from .spot_tables import PLAYER_NAMES, make_grid
from .web_page import Part, table

Floats: TypeAlias = npt.NDArray[np.float64]


def measure_exactly(policy: TabularPolicy) -> tuple[Floats, Floats]:
    """(what each player expects, what his best response gains), float64 [players], net chips a hand.

    The bet/fold game is measured card by card, without its tree.

    Raises:
        ValueError: the game is too large.
    """
    game = policy.game
    if isinstance(game, BetFoldGame):
        bet = np.ascontiguousarray(policy.probabilities.reshape(game.num_players, game.num_cards, 2)[:, :, 1])
        if np.all(bet == bet[0]):
            common = common_values(game.num_players, game.odds, game.blind, bet[0].copy())
            bets, folds = (np.tile(row, (game.num_players, 1)) for row in common)
        else:
            bets, folds = profile_values(game.odds, game.blind, bet)
        values = (bet * bets + (1.0 - bet) * folds).mean(axis=1)
        return values, np.maximum(bets, folds).mean(axis=1) - values
    values, best = evaluator_of(fastest_form(game)).evaluate_policy(policy.probabilities)
    return values, best - values


def ranges_table(node: NodeReport, where: str) -> Part:
    """What both ranges hold and expect at a node."""
    rows = []
    for player, name in enumerate(PLAYER_NAMES):
        equity, value, share = node.mean_equity[player], node.mean_ev[player], node.mean_pot_share[player]
        amounts = [missing(equity, f"{equity:.2%}"), missing(value, f"{value:+.3f}"), missing(share, f"{share:.3f}")]
        rows.append([name, f"{node.combos[player]:.2f}", *amounts])
    often = ", ".join(f"{name} {missing(p, f'{p:.1%}')}" for name, p in zip(node.actions, node.frequencies, strict=True))
    caption = f"Both ranges {where} (pot {chips(node.pot)} chips, reached {node.probability:.2%} of the time): {often}"
    return table(caption, ("player", "combos", "equity", "expects, net chips", "pot share, chips"), rows)


def kinds_table(node: NodeReport) -> Part:
    """What each kind of hand of the player to act does."""
    grid = make_grid(node)
    rows = []
    for kind, name in enumerate(CLASS_NAMES):
        row, column = divmod(kind, 13)
        if grid.share[row, column] > 0:
            shares = [f"{100 * p:.1f}" for p in grid.frequencies[row, column]]
            rows.append([name, f"{grid.reach[row, column]:.2f}", f"{grid.ev[row, column]:+.3f}", *shares])
    columns = ("hand", "combos", "expects, net chips", *(f"{name}, %" for name in grid.actions))
    return table(f"{PLAYER_NAMES[grid.player]}: mean of each kind of hand", columns, rows)


def card_runs(bets: Floats) -> Iterator[tuple[int, int, str]]:
    """(first card, last card, probability of a bet) for neighbours that round to the same.

    >>> list(card_runs(np.array([0.0, 1e-9, 0.25, 1.0, 1.0])))
    [(0, 1, '0.000'), (2, 2, '0.250'), (3, 4, '1.000')]
    """
    texts = [f"{p:.3f}" for p in bets]
    first = 0
    for card in range(1, len(texts) + 1):
        if card == len(texts) or texts[card] != texts[first]:
            yield first, card - 1, texts[first]
            first = card


def starting_pot(game: Game) -> float | None:
    """Chips in the pot at the start; None where there are none."""
    pot: float | None = getattr(game, "pot", None)
    return pot


def units_of(game: Game, amount: float) -> list[tuple[str, float]]:
    """A distance in every unit that the game has, chips first."""
    found = [("chips a hand", amount)]
    if game.big_blind is not None:
        found.append(("mbb a hand", 1000 * amount / game.big_blind))
    pot = starting_pot(game)
    if pot is not None:
        found.append(("% of the starting pot", 100 * amount / pot))
    return found


def number(amount: float) -> str:
    """A distance, three digits however small; what rounding makes of zero is zero.

    >>> number(0.00231779), number(-1e-17)
    ('0.00232', '0')
    """
    return "0" if amount < 1e-14 else f"{amount:.3g}"


def signed(amount: float) -> str:
    """Chips won or lost."""
    return f"{round(float(amount), 6) + 0.0:+.6f}"


def missing(amount: float, text: str) -> str:
    """The text, or that there is no such number."""
    return "none" if amount != amount else text


def plain(value: object) -> str:
    """A parameter or a fact as text: whole numbers in groups of three, but for seeds, which are copied."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(map(str, value)) or "none"
    return str(value)
