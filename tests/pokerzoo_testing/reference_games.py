"""Reference results of a game: sizes by arithmetic, values and best responses in two ways that are compared."""

from __future__ import annotations

from math import fsum, perm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import evaluator_of, form_evaluator, form_of, tree_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import common_values, values_against_groups
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import count_deals
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_thresholds
from pokerzoo.evaluation.measures.linear_program import MAX_HISTORIES
from pokerzoo_testing.reference_settings import DIGITS, TOLERANCE

Floats: TypeAlias = npt.NDArray[np.float64]
Look: TypeAlias = tuple[Floats, Floats]
"""Each player's value under a policy, and the value of each player's best response to the others."""
BoardCounts: TypeAlias = tuple[dict[str, int], dict[str, int] | None]
"""Histories by kind, and public states where a game has them."""
SINGLE_TOLERANCE = 1e-5
"""Share of the starting pot that the kernels in single precision may be off by."""


class GameReference:
    """Reference results of a game; those of its kind (``reference_of``) add what its tree does not have."""

    counting = "arithmetic"

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.has_tree = (game.num_histories or 0) <= MAX_HISTORIES

    def chips(self) -> dict[str, Any]:
        """Amounts before the first action."""
        return {}

    def counted(self) -> BoardCounts:
        """Number of histories by type and of public states, without walking histories."""
        tree = tree_of(self.game)
        chance = int(np.count_nonzero(tree.node_player == -1))
        decisions = tree.num_nodes - chance - tree.num_terminals
        return {"chance_nodes": chance, "decision_nodes": decisions, "terminals": tree.num_terminals}, None

    def exact_look(self, probabilities: Floats) -> tuple[Look, str]:
        """Evaluate a policy in double precision, and name the method."""
        if self.has_tree:
            return form_evaluator(tree_of(self.game).rows).evaluate_policy(probabilities), "best responses over all histories"
        return self.exact_without_tree(probabilities)

    def exact_without_tree(self, probabilities: Floats) -> tuple[Look, str]:
        """``exact_look`` of a game whose tree is too large."""
        return evaluator_of(self.game).evaluate_policy(probabilities), evaluator_of(self.game).method

    def second_look(self, probabilities: Floats) -> tuple[Look, str, float] | None:
        """Evaluate in another way: values, method and tolerance; None without another way."""
        return None

    def more(self) -> dict[str, Any]:
        """Entries that other games do not have."""
        return {}


class PokerReference(GameReference):
    """Reference results of poker."""

    game: PokerGame
    counting = "public states times the ways to deal hands"

    def chips(self) -> dict[str, Any]:
        rules = self.game.rules
        return {"antes": list(rules.betting.paid_in), "starting_pot": fsum(rules.betting.paid_in), "stack": rules.betting.stack}

    def counted(self) -> BoardCounts:
        rules, players = self.game.rules, self.game.num_players
        public_states = dict.fromkeys(("all", "decisions", "cards_due", "terminals"), 0)
        result = {"chance_nodes": sum(count_deals(rules, rules.deck.board, dealt) for dealt in range(players))}
        result |= dict.fromkeys(("decision_nodes", "terminals"), 0)
        deals: dict[tuple[int, ...], int] = {}
        for public in walk_public(rules.root):
            seen = tuple(sorted(public.board))
            if seen not in deals:
                deals[seen] = count_deals(rules, seen, players)
            kind = "cards_due" if public.card_due else "terminals" if public.is_over else "decisions"
            public_states["all"] += 1
            public_states[kind] += 1
            result[{"cards_due": "chance_nodes", "decisions": "decision_nodes"}.get(kind, kind)] += deals[seen]
        return result, public_states

    def exact_without_tree(self, probabilities: Floats) -> tuple[Look, str]:
        return PlainWalk(self.game, probabilities).look(), "matrices over pairs of hands"

    def second_look(self, probabilities: Floats) -> tuple[Look, str, float] | None:
        if self.game.num_players > 2:
            return None
        if self.has_tree:
            return (*self.exact_without_tree(probabilities), TOLERANCE)
        tolerance = SINGLE_TOLERANCE * fsum(self.game.rules.betting.paid_in)
        return (
            form_evaluator(form_of(self.game)).evaluate_policy(probabilities),
            "showdown passes in single precision",
            tolerance,
        )


class BetFoldReference(GameReference):
    """Reference results of the bet/fold game."""

    game: BetFoldGame

    def chips(self) -> dict[str, Any]:
        return {"blind": self.game.blind, "stake": self.game.stake}

    def counted(self) -> BoardCounts:
        players, deals = self.game.num_players, perm(self.game.num_cards, self.game.num_players)
        chance = sum(perm(self.game.num_cards, dealt) for dealt in range(players))
        return {"chance_nodes": chance, "decision_nodes": deals * (2**players - 1), "terminals": deals * 2**players}, None

    def exact_without_tree(self, probabilities: Floats) -> tuple[Look, str]:
        return self.by_sums(probabilities, together=False), "combinatorics for profiles"

    def second_look(self, probabilities: Floats) -> tuple[Look, str, float]:
        how = "combinatorics for profiles" if self.has_tree else "combinatorics for a common strategy"
        return self.by_sums(probabilities, together=not self.has_tree), how, TOLERANCE

    def by_sums(self, probabilities: Floats, together: bool) -> Look:
        """Values and best responses by sums over the others, who are told apart, or counted ``together`` as all play alike."""
        game, bet = self.game, self.game.bets_of(probabilities)
        values, best = np.empty((2, game.num_players))
        for player, shares in enumerate(bet):
            others = np.delete(bet, player, axis=0)
            sizes = np.ones(len(others), dtype=np.int64)
            if together:
                others, sizes = others[:1], np.array([len(others)])
            bets, folds = values_against_groups(game.prices, others, sizes)
            values[player] = (shares * bets + (1.0 - shares) * folds).mean()
            best[player] = np.maximum(bets, folds).mean()
        return values, best

    def more(self) -> dict[str, Any]:
        game = self.game
        bets, folds = common_values(game, np.full(game.num_cards, 0.5))
        record = {
            "thresholds": bet_fold_thresholds([game.num_players], [game.odds], game.num_cards)[game.num_players, game.odds],
            "thresholds_are": "the lowest card that bets in each symmetric equilibrium in thresholds, confirmed in fractions",
            "bet_values": all_rounded(bets),
            "fold_values": all_rounded(folds),
            "values_are": "of both actions with each card, from the lowest, if all others bet half of the time",
            "tolerance": TOLERANCE,
        }
        return {"bet_fold": record}


class MatrixReference(GameReference):
    """Reference results of a matrix game."""

    game: MatrixGame

    def counted(self) -> BoardCounts:
        rows, columns = self.game.payoffs.shape
        return {"chance_nodes": 0, "decision_nodes": 1 + rows, "terminals": rows * columns}, None

    def second_look(self, probabilities: Floats) -> tuple[Look, str, float]:
        return matrix_look(self.game, probabilities), "the matrix alone", TOLERANCE


def rounded_number(number: float) -> float:
    """Round a number as it is written."""
    return float(f"{round(float(number), DIGITS):.{DIGITS}g}") + 0.0


def all_rounded(numbers: Any) -> list[float]:
    """Round numbers as they are written."""
    return [rounded_number(number) for number in numbers]


def walk_public(root: PublicState) -> list[PublicState]:
    """All public states from ``root`` on."""
    result, stack = [], [root]
    while stack:
        public = stack.pop()
        result.append(public)
        if public.card_due:
            stack += [public.deal(outcome) for outcome, _ in public.deal_probabilities()]
        else:
            stack += [public.after(k) for k in range(len(public.line.moves))]
    return result


class PlainWalk:
    """Values and best responses in two-player poker by NumPy over pairs of hands, independent of the compiled games' code."""

    def __init__(self, game: PokerGame, probabilities: Floats) -> None:
        self.game, self.rules, self.probabilities = game, game.rules, probabilities
        size = len(self.rules.deck.hands)
        self.pairs = np.zeros((size, size))
        for hand, p_one in self.rules.deal_probabilities(()):
            for other, p_two in self.rules.deal_probabilities((hand,)):
                self.pairs[hand, other] = p_one * p_two

    def look(self) -> Look:
        """Both players' values."""
        sums = [self.below(self.rules.root, player, np.ones(len(self.pairs)), self.pairs) for player in range(2)]
        return np.array([values.sum() for values, _ in sums]), np.array([best.sum() for _, best in sums])

    def below(self, public: PublicState, player: int, reach: Floats, pairs: Floats) -> Look:
        """Values of each hand of ``player`` by the own strategy and by the best response."""
        if public.is_over:
            value = self.payoffs(public, player, pairs) @ reach
            return value, value
        if public.card_due:
            return total_looks(
                [
                    self.below(public.deal(card), player, reach, self.with_card(public, card, pairs))
                    for card, _ in self.rules.deck.card_probabilities(public.board)
                ]
            )
        strategy = self.strategy(public)
        if public.actor != player:
            return total_looks([self.below(public.after(k), player, reach * share, pairs) for k, share in enumerate(strategy)])
        looks = [self.below(public.after(k), player, reach, pairs) for k in range(len(strategy))]
        mine = np.sum([share * value for share, (value, _) in zip(strategy, looks, strict=True)], axis=0)
        return mine, np.max([best for _, best in looks], axis=0)

    def strategy(self, public: PublicState) -> Floats:
        """float64 [moves, hands]: the policy here; zero for hands that cannot be held."""
        table = self.game.infosets
        shares = np.zeros((len(public.line.moves), len(self.pairs)))
        entries = table.entries(public)
        shares[entries >= 0] = self.probabilities[entries[entries >= 0]]
        return shares

    def payoffs(self, public: PublicState, player: int, pairs: Floats) -> Floats:
        """float64 [own hands, other's hands]: chips times chance's probability, where the hand is over."""
        if any(public.line.folded):
            matrix = pairs * public.line.payoffs((public.line.folded.index(False),))[player]
        else:
            strength = np.array(self.game.strengths(public.board))
            sign = np.sign(np.subtract.outer(strength, strength))
            win, tie, loss = (public.line.payoffs(winners)[player] for winners in ((0,), (0, 1), (1,)))
            matrix = pairs * np.where(sign > 0, win, np.where(sign < 0, loss, tie))
        return matrix if player == 0 else matrix.T

    def with_card(self, public: PublicState, card: int, pairs: Floats) -> Floats:
        """``pairs`` after ``card`` is turned up."""
        hands, after = self.rules.deck.hands, np.zeros_like(pairs)
        for hand, other in np.argwhere(pairs):
            chance = dict(self.rules.deck.card_probabilities(public.board + hands[hand] + hands[other]))
            after[hand, other] = pairs[hand, other] * chance.get(card, 0.0)
        return after


def total_looks(looks: list[Look]) -> Look:
    """Totals of values and of best responses' values."""
    return np.sum([values for values, _ in looks], axis=0), np.sum([best for _, best in looks], axis=0)


def matrix_look(game: MatrixGame, probabilities: Floats) -> Look:
    """Values of a pair of mixed strategies from the matrix alone."""
    rows = game.payoffs.shape[0]
    first, second = probabilities[:rows], probabilities[rows:]
    won, lost = game.payoffs @ second, -(first @ game.payoffs)
    return np.array([first @ won, lost @ second]), np.array([won.max(), lost.max()])


KINDS: dict[type[Game], type[GameReference]] = {
    BetFoldGame: BetFoldReference,
    MatrixGame: MatrixReference,
    PokerGame: PokerReference,
}


def reference_of(game: Game) -> GameReference:
    """The reference results of a game, by its kind."""
    return next((made for kind, made in KINDS.items() if isinstance(game, kind)), GameReference)(game)
