"""Reference results: what is known for certain about every registered game, to compare other programs with.

    python -m pokerzoo.evaluation.reference --write

computes everything anew and writes ``evaluation/reference.json`` and ``docs/reference.md``; without ``--write`` it says where
what it finds differs from these files. No number here is drawn at random.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from math import fsum, perm
from pathlib import Path
from textwrap import fill
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import CFR, baseline_policy
from pokerzoo.agents.baselines import PREFERENCES
from pokerzoo.agents.files import write_atomically
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.bet_fold import BetFoldGame
from pokerzoo.envs.bet_fold_exact import common_values, profile_values
from pokerzoo.envs.exact import Evaluator, fastest_form
from pokerzoo.envs.poker_game import PokerGame
from pokerzoo.envs.poker_infosets import count_deals, infoset_key, possible_hands
from pokerzoo.envs.public_state import PublicState
from pokerzoo.envs.rps import MatrixGame
from pokerzoo.envs.tree import known_histories

from .bet_fold import bet_fold_thresholds
from .linear_program import MAX_HISTORIES, solve_lp

Floats: TypeAlias = npt.NDArray[np.float64]
Look: TypeAlias = tuple[Floats, Floats]
"""For each player what a policy is worth, and what his best response to the others is worth."""

FORMAT = "pokerzoo reference results"
FORMAT_VERSION = 1
JSON_FILE = "evaluation/reference.json"
MARKDOWN_FILE = "docs/reference.md"

DIGITS = 12
"""Significant digits that are written; decimals too, so that rounding errors of sums that are zero are zero."""
TOLERANCE = 1e-9
"""Chips that numbers in double precision may be off by."""
SINGLE_TOLERANCE = 1e-5
"""Share of the starting pot that the sweeps in single precision may be off by."""
ITERATIONS = 20_000
"""Of DCFR, where the linear program is too large."""

SMALL_RIVER = {
    "board": "QsJh2h8d3c",
    "ranges": ("QQ:0.5,AQs,AJs:0.75,T9s,76s:0.5", "JJ:0.5,KQs,QTs:0.75,T9s,65s"),
    "pot": 10,
    "stack": 25,
    "bet_sizes": "50%,a",
    "raise_sizes": "50%",
}
PAIRS_RIVER = {"board": "QsJh2h8d3c", "ranges": ("22+,AK", "22+,AK"), "pot": 10, "stack": 20}
FULL_RIVER = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}


@dataclass(frozen=True)
class Setting:
    """A game with what is published about it.

    Attributes:
        name: as ``make_game`` knows it.
        params: those that are not the default.
        note: what this setting is, in a few words.
        published: the value for the first player in the literature: a fraction as text, or a decimal.
        source: where that is from.
    """

    name: str
    params: dict[str, Any]
    note: str = ""
    published: str = ""
    source: str = ""


LEDUC = "-0.085606424078"
LEDUC_SOURCE = "OpenSpiel's sequence_form_lp_test.py"
SETTINGS: dict[str, Setting] = {
    "kuhn": Setting("kuhn", {}, "3 cards", "-1/18", "Kuhn 1950"),
    "kuhn num_cards=4": Setting("kuhn", {"num_cards": 4}, "4 cards"),
    "kuhn num_cards=5": Setting("kuhn", {"num_cards": 5}, "5 cards"),
    "kuhn num_cards=13": Setting("kuhn", {"num_cards": 13}, "13 cards"),
    "kuhn num_players=3": Setting("kuhn", {"num_players": 3}, "4 cards"),
    "kuhn num_players=4": Setting("kuhn", {"num_players": 4}, "5 cards"),
    "bet_raise": Setting("bet_raise", {}, "10 cards", "-2/45", "the CFRM tutorial, where it is -4/45 in twice the unit"),
    "bet_raise num_cards=3": Setting("bet_raise", {"num_cards": 3}, "3 cards"),
    "leduc": Setting("leduc", {}, "936 infosets", LEDUC, LEDUC_SOURCE),
    "leduc suit_isomorphism": Setting("leduc", {"suit_isomorphism": True}, "suits merged, 288 infosets", LEDUC, LEDUC_SOURCE),
    "rps": Setting("rps", {}, "rock, paper, scissors", "0", "symmetry"),
    "rps 2x2": Setting(
        "rps", {"payoffs": ((3.0, -1.0), (-2.0, 1.0))}, "the matrix ((3, -1), (-2, 1))", "1/7", "(ad - bc) / (a + d - b - c)"
    ),
    "holdem": Setting(
        "holdem", {}, "river 2d2s2c2h3d, QQ+ against QQ+: the spot of the river article", "-1.225674434", "the river article"
    ),
    "holdem weighted": Setting("holdem", SMALL_RIVER, "river QsJh2h8d3c, small ranges with weights"),
    "holdem pairs": Setting("holdem", PAIRS_RIVER, "river QsJh2h8d3c, pairs and AK on both sides"),
    "holdem full": Setting("holdem", FULL_RIVER, "river QsJh2h8d3c, every hand against every hand"),
    "bet_fold num_players=2": Setting("bet_fold", {"num_players": 2, "num_cards": 6}, "6 cards", "0", "symmetry"),
    "bet_fold num_players=3": Setting("bet_fold", {"num_players": 3, "num_cards": 6}, "6 cards"),
    "bet_fold num_players=4": Setting("bet_fold", {"num_players": 4, "num_cards": 6}, "6 cards"),
    "bet_fold num_players=5": Setting("bet_fold", {"num_players": 5, "num_cards": 6}, "6 cards"),
    "bet_fold": Setting("bet_fold", {}, "101 cards"),
}
"""What has reference results, by id: every registered game with its defaults, and well-known settings."""

LABELS = {"uniform": "uniform", "always_call": "always call", "always_fold": "always fold"}


def load_reference() -> dict[str, Any]:
    """The reference results that come with the package.

    >>> known = load_reference()["entries"]["kuhn"]
    >>> known["value"]["value"], known["counts"]["terminals"]
    (-0.055555555556, 30)
    """
    found: dict[str, Any] = json.loads(files("pokerzoo.evaluation").joinpath("reference.json").read_text(encoding="utf-8"))
    return found


def reference_results(ids: Sequence[str] | None = None) -> dict[str, Any]:
    """Compute the reference results anew, each number in two ways where there are two.

    Args:
        ids: keys of ``SETTINGS``; None: all.

    Raises:
        ValueError: no such key.
        RuntimeError: two ways to compute a number disagree.
    """
    from pokerzoo import __version__

    chosen = list(SETTINGS) if ids is None else list(ids)
    for key in chosen:
        if key not in SETTINGS:
            raise ValueError(f"ids: no setting {key!r}; allowed: {', '.join(SETTINGS)}")
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "pokerzoo_version": __version__,
        "units": "net chips a hand; each player's ante, or his half of the starting pot, counts as his own",
        "exploitability": "NashConv / players: the mean over players of what a best response to the others gains",
        "entries": {key: entry(SETTINGS[key]) for key in chosen},
    }


def entry(setting: Setting) -> dict[str, Any]:
    """All that is known about one game."""
    game = make_game(setting.name, **setting.params)
    result = {
        "game": game.name,
        "params": plain(game.params),
        "note": setting.note,
        "num_players": game.num_players,
        "seed": None,
        "chips": chips(game),
        "counts": counts(game),
        "value": value_of(game, setting),
        "policies": policies(game),
    }
    if isinstance(game, BetFoldGame):
        result["bet_fold"] = bet_fold(game)
    return result


def plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples as lists."""
    return json.loads(json.dumps(value, allow_nan=False))


def rounded(number: float) -> float:
    """A number as it is written."""
    return float(f"{round(float(number), DIGITS):.{DIGITS}g}") + 0.0


def all_rounded(numbers: Any) -> list[float]:
    """Numbers as they are written."""
    return [rounded(number) for number in numbers]


def agree(game: Game, what: str, one: Any, two: Any, tolerance: float = 0.0) -> None:
    """RuntimeError unless two ways lead to the same number or numbers."""
    if np.shape(one) != np.shape(two) or not np.all(np.abs(np.subtract(one, two)) <= tolerance):
        raise RuntimeError(f"{game}: {what} is {one} in one way, {two} in another")


def chips(game: Game) -> dict[str, Any]:
    """What is in the pot before the first action, and what the amounts are."""
    if isinstance(game, BetFoldGame):
        return {"blind": game.blind, "stake": game.stake}
    if isinstance(game, PokerGame):
        rules = game.rules
        return {"antes": list(rules.antes), "starting_pot": fsum(rules.antes), "stack": rules.stack}
    return {}


def has_tree(game: Game) -> bool:
    """Whether the game is small enough to be walked history by history here."""
    return (known_histories(game) or 0) <= MAX_HISTORIES


# Counts


def counts(game: Game) -> dict[str, Any]:
    """Sizes: from arithmetic, and where there is a tree from that too."""
    table = game.infosets
    owner = np.repeat(table.players, np.diff(table.first))
    found: dict[str, Any] = counted(game)
    found["infosets"] = np.bincount(table.players).tolist()
    found["sequences"] = (1 + np.bincount(owner)).tolist()
    method, check = "arithmetic", None
    if isinstance(game, PokerGame):
        method = "public states times the ways to deal hands"
    if has_tree(game):
        tree = game.tree()
        chance = int(np.count_nonzero(tree.node_player == -1))
        walked = {
            "histories": tree.num_nodes,
            "chance_nodes": chance,
            "decision_nodes": tree.num_nodes - chance - tree.num_terminals,
            "terminals": tree.num_terminals,
            "infosets": list(tree.num_infosets),
            "sequences": list(tree.num_sequences),
        }
        for key, number in walked.items():
            agree(game, key, found[key], number)
        check = "a walk over all histories"
    public = game.public_tree()
    if public is not None:
        agree(game, "public states", found["public_states"]["all"], public.num_public_states)
    return found | {"method": method, "checked_by": check}


def counted(game: Game) -> dict[str, Any]:
    """Histories by kind, and public states, without walking histories."""
    public_states: dict[str, int] | None = None
    if isinstance(game, PokerGame):
        rules = game.rules
        public_states = dict.fromkeys(("all", "decisions", "cards_due", "terminals"), 0)
        found = {"chance_nodes": sum(count_deals(rules, rules.board, dealt) for dealt in range(game.num_players))}
        found |= dict.fromkeys(("decision_nodes", "terminals"), 0)
        deals: dict[tuple[int, ...], int] = {}
        for public in walk_public(rules.root):
            seen = tuple(sorted(public.board))
            if seen not in deals:
                deals[seen] = count_deals(rules, seen, game.num_players)
            kind = "cards_due" if public.card_due else "terminals" if public.is_over else "decisions"
            public_states["all"] += 1
            public_states[kind] += 1
            found[{"cards_due": "chance_nodes", "decisions": "decision_nodes"}.get(kind, kind)] += deals[seen]
    elif isinstance(game, BetFoldGame):
        players, cards = game.num_players, game.num_cards
        found = {
            "chance_nodes": sum(perm(cards, dealt) for dealt in range(players)),
            "decision_nodes": perm(cards, players) * (2**players - 1),
            "terminals": perm(cards, players) * 2**players,
        }
    else:
        assert isinstance(game, MatrixGame)
        rows, columns = game.payoffs.shape
        found = {"chance_nodes": 0, "decision_nodes": 1 + rows, "terminals": rows * columns}
    histories = sum(found.values())
    agree(game, "histories", histories, known_histories(game))
    return {"histories": histories, **found, "public_states": public_states}


def walk_public(root: PublicState) -> list[PublicState]:
    """All public states from ``root`` on."""
    found, stack = [], [root]
    while stack:
        public = stack.pop()
        found.append(public)
        if public.card_due:
            stack += [public.deal(card) for card, _ in public.rules.card_probabilities(public.board)]
        else:
            stack += [public.after(k) for k in range(len(public.moves))]
    return found


# Two ways to evaluate a policy


class PlainWalk:
    """Values and best responses in two-player poker by NumPy matrices over pairs of hands, in double precision.

    It shares the rules with the compiled games, and none of their code.
    """

    def __init__(self, game: PokerGame, probabilities: Floats) -> None:
        self.game, self.rules, self.probabilities = game, game.rules, probabilities
        size = len(self.rules.hands)
        self.pairs = np.zeros((size, size))
        for one, p_one in self.rules.deal_probabilities(()):
            for two, p_two in self.rules.deal_probabilities((one,)):
                self.pairs[one, two] = p_one * p_two

    def look(self) -> Look:
        """Both players' values."""
        sums = [self.below(self.rules.root, player, np.ones(len(self.pairs)), self.pairs) for player in range(2)]
        return np.array([own.sum() for own, _ in sums]), np.array([best.sum() for _, best in sums])

    def below(self, public: PublicState, player: int, reach: Floats, pairs: Floats) -> Look:
        """For each hand of ``player`` the value of his strategy and of his best response.

        Args:
            public: where.
            player: whose.
            reach: of the opponent, for each hand.
            pairs: chance's probability of each pair of hands, with the public cards so far.
        """
        if public.is_over:
            value = self.payoffs(public, player, pairs) @ reach
            return value, value
        if public.card_due:
            return total(
                [
                    self.below(public.deal(card), player, reach, self.with_card(public, card, pairs))
                    for card, _ in self.rules.card_probabilities(public.board)
                ]
            )
        strategy = self.strategy(public)
        if public.actor != player:
            return total([self.below(public.after(k), player, reach * share, pairs) for k, share in enumerate(strategy)])
        looks = [self.below(public.after(k), player, reach, pairs) for k in range(len(strategy))]
        mine = np.sum([share * own for share, (own, _) in zip(strategy, looks, strict=True)], axis=0)
        return mine, np.max([best for _, best in looks], axis=0)

    def strategy(self, public: PublicState) -> Floats:
        """float64 [moves, hands]: the policy here; zero for hands that cannot be held."""
        table = self.game.infosets
        shares = np.zeros((len(public.moves), len(self.pairs)))
        for hand in possible_hands(self.rules, public):
            shares[:, hand] = self.probabilities[table.slice(table.index(infoset_key(self.rules, hand, public)))]
        return shares

    def payoffs(self, public: PublicState, player: int, pairs: Floats) -> Floats:
        """float64 [own hands, other's hands]: chips times chance's probability, where the hand is over."""
        if any(public.folded):
            matrix = pairs * public.payoffs((public.folded.index(False),))[player]
        else:
            strength = np.array(self.game.strengths(public.board))
            sign = np.sign(np.subtract.outer(strength, strength))
            win, tie, loss = (public.payoffs(winners)[player] for winners in ((0,), (0, 1), (1,)))
            matrix = pairs * np.where(sign > 0, win, np.where(sign < 0, loss, tie))
        return matrix if player == 0 else matrix.T

    def with_card(self, public: PublicState, card: int, pairs: Floats) -> Floats:
        """``pairs`` once ``card`` is turned up too."""
        hands, after = self.rules.hands, np.zeros_like(pairs)
        for one, two in np.argwhere(pairs):
            chance = dict(self.rules.card_probabilities(public.board + hands[one] + hands[two]))
            after[one, two] = pairs[one, two] * chance.get(card, 0.0)
        return after


def total(looks: list[Look]) -> Look:
    """The sums of values and of best responses' values."""
    return np.sum([own for own, _ in looks], axis=0), np.sum([best for _, best in looks], axis=0)


def bet_fold_look(game: BetFoldGame, probabilities: Floats) -> Look:
    """A profile of the bet/fold game by combinatorics."""
    bet = probabilities.reshape(game.num_players, game.num_cards, 2)[:, :, 1].copy()
    bets, folds = profile_values(game.odds, game.blind, bet)
    return (bet * bets + (1.0 - bet) * folds).mean(axis=1), np.maximum(bets, folds).mean(axis=1)


def common_look(game: BetFoldGame, probabilities: Floats) -> Look:
    """A strategy that all players share in the bet/fold game, by other combinatorics."""
    bet = probabilities.reshape(game.num_players, game.num_cards, 2)[0, :, 1].copy()
    bets, folds = common_values(game.num_players, game.odds, game.blind, bet)
    own, best = (bet * bets + (1.0 - bet) * folds).mean(), np.maximum(bets, folds).mean()
    return np.full(game.num_players, own), np.full(game.num_players, best)


def matrix_look(game: MatrixGame, probabilities: Floats) -> Look:
    """A pair of mixed strategies from the matrix alone."""
    rows = game.payoffs.shape[0]
    first, second = probabilities[:rows], probabilities[rows:]
    won, lost = game.payoffs @ second, -(first @ game.payoffs)
    return np.array([first @ won, lost @ second]), np.array([won.max(), lost.max()])


def exact_look(game: Game, probabilities: Floats) -> tuple[Look, str]:
    """A policy evaluated in double precision, and how."""
    if has_tree(game):
        return Evaluator(game.tree()).evaluate_policy(probabilities), "best responses over all histories"
    if isinstance(game, BetFoldGame):
        return bet_fold_look(game, probabilities), "combinatorics for profiles"
    assert isinstance(game, PokerGame)
    return PlainWalk(game, probabilities).look(), "matrices over pairs of hands"


def second_look(game: Game, probabilities: Floats) -> tuple[Look, str, float] | None:
    """The same in another way, how, and the tolerance; None where the package has none."""
    if isinstance(game, MatrixGame):
        return matrix_look(game, probabilities), "the matrix alone", TOLERANCE
    if isinstance(game, BetFoldGame):
        if has_tree(game):
            return bet_fold_look(game, probabilities), "combinatorics for profiles", TOLERANCE
        return common_look(game, probabilities), "combinatorics for a common strategy", TOLERANCE
    if isinstance(game, PokerGame) and game.num_players == 2:
        if has_tree(game):
            return PlainWalk(game, probabilities).look(), "matrices over pairs of hands", TOLERANCE
        tolerance = SINGLE_TOLERANCE * fsum(game.rules.antes)
        return Evaluator(fastest_form(game)).evaluate_policy(probabilities), "sweeps in single precision", tolerance
    return None


def policies(game: Game) -> dict[str, Any]:
    """How exploitable simple strategies are, played by all."""
    found: dict[str, Any] = {}
    method, check, slack = "", "OpenSpiel (tests/test_reference.py)", TOLERANCE
    for name in LABELS:
        if name in PREFERENCES and not isinstance(game, PokerGame):
            continue
        probabilities = baseline_policy("random" if name == "uniform" else name, game).probabilities
        look, method = exact_look(game, probabilities)
        again = second_look(game, probabilities)
        if again is not None:
            other, check, slack = again
            agree(game, f"the value of {name}", look[0], other[0], slack)
            agree(game, f"the best response to {name}", look[1], other[1], slack)
        gains = look[1] - look[0]
        found[name] = {
            "exploitability": rounded(fsum(gains) / game.num_players),
            "nash_conv": rounded(fsum(gains)),
            "values": all_rounded(look[0]),
            "best_responses": all_rounded(look[1]),
            "tolerance": TOLERANCE,
        }
    return found | {"method": method, "checked_by": check, "checked_to": slack}


# Values


def value_of(game: Game, setting: Setting) -> dict[str, Any] | None:
    """The value for the first player between two bounds that best responses certify; None with more than two players."""
    if game.num_players > 2:
        return None
    if has_tree(game):
        probabilities = solve_lp(game).policies[0].probabilities
        method = "the sequence-form linear program"
        again = second_look(game, probabilities)
        assert again is not None
        (_, best), check, _ = again
    else:
        probabilities = CFR(game, "dcfr").run(ITERATIONS).average_policy().probabilities
        method = f"{ITERATIONS:,} iterations of DCFR"
        (_, best), check = exact_look(game, probabilities)
    # What the second player's strategy holds the first to, and what the first's is sure of.
    high, low = float(best[0]), -float(best[1])
    found = {
        "value": rounded((low + high) / 2),
        "low": rounded(low),
        "high": rounded(high),
        "tolerance": rounded(max(TOLERANCE, (high - low) / 2)),
        "method": method,
        "checked_by": f"best responses to its strategies, by {check}",
    }
    if has_tree(game) and high - low > TOLERANCE:
        raise RuntimeError(f"{game}: the linear program leaves the value between {low} and {high}")
    if setting.published:
        agree(game, "the value", (low + high) / 2, float(Fraction(setting.published)), TOLERANCE)
        found |= {"published": setting.published, "source": setting.source}
    return found


def bet_fold(game: BetFoldGame) -> dict[str, Any]:
    """What the bet/fold game has besides."""
    bets, folds = common_values(game.num_players, game.odds, game.blind, np.full(game.num_cards, 0.5))
    return {
        "thresholds": bet_fold_thresholds([game.num_players], [game.odds], game.num_cards)[game.num_players, game.odds],
        "thresholds_are": "the lowest card that bets in each symmetric equilibrium in thresholds, confirmed in fractions",
        "bet_values": all_rounded(bets),
        "fold_values": all_rounded(folds),
        "values_are": "of both actions with each card, from the lowest, if all others bet half of the time",
        "tolerance": TOLERANCE,
    }


# Files


def differences(old: Any, new: Any, where: str = "", tolerance: float = 0.0) -> list[str]:
    """Where two results differ: numbers by more than the ``tolerance`` beside them, anything else at all."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = [f"{where}/{key}: only in one" for key in sorted(old.keys() ^ new.keys())]
        slack = max(old.get("tolerance", tolerance), new.get("tolerance", tolerance))
        for key in old:
            if key in new:
                found += differences(old[key], new[key], f"{where}/{key}", slack)
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            text for i, pair in enumerate(zip(old, new, strict=True)) for text in differences(*pair, f"{where}/{i}", tolerance)
        ]
    if isinstance(old, float) and isinstance(new, float):
        return [] if abs(old - new) <= tolerance * (1 + 1e-6) else [f"{where}: {old!r} and {new!r}"]
    return [] if type(old) is type(new) and old == new else [f"{where}: {old!r} and {new!r}"]


def as_json(results: dict[str, Any]) -> str:
    """The text of the file: lists of numbers on one line."""
    spread = json.dumps(results, indent=1, allow_nan=False)
    return re.sub(r"\[\n\s*([^\[\]{}]*?)\n\s*\]", lambda found: "[" + re.sub(r"\n\s*", " ", found[1]) + "]", spread) + "\n"


def as_markdown(results: dict[str, Any]) -> str:
    """The page with the same results as tables."""
    entries: dict[str, dict[str, Any]] = results["entries"]
    parts = [
        "# Reference results",
        text(
            f"Made with pokerzoo {results['pokerzoo_version']} by `python -m pokerzoo.evaluation.reference --write`, run at "
            "the top of the repository; do not edit it by hand. The same numbers and more (parameters, what each player's best "
            "response makes, how each number was computed and checked) are in `evaluation/reference.json`, which comes with "
            "the package:"
        ),
        sample(entries),
        text(
            "Chips are net chips a hand: each player's ante, or his half of the starting pot, counts as his own. No number "
            "here is drawn at random, so that there is no seed."
        ),
        "## Games",
        table(
            ["id", "players", "starting pot", "what"],
            [[f"`{key}`", f"{row['num_players']}", starting_pot(row), row["note"]] for key, row in entries.items()],
        ),
        "## Values",
        text(
            "For the first player, when both play an equilibrium. The value lies between what the first player's strategy is "
            "sure of and what the second's holds him to, by exact best responses; *off by* is half of that distance, or "
            "rounding. Games of more than two players have no value."
        ),
        table(
            ["id", "value", "off by at most", "method", "published"],
            [value_cells(key, row["value"]) for key, row in entries.items() if row["value"]],
        ),
        "## Exploitability",
        text(
            "Of all players playing the same simple strategy: NashConv / players in chips, the mean over players of what a "
            "best response to the others gains. *uniform* takes every legal action with equal probability; *always call* "
            f"checks or calls; *always fold* folds, or checks where that is free. Off by at most {TOLERANCE:g} chips."
        ),
        table(["id", *LABELS.values()], [[f"`{key}`", *policy_cells(row["policies"])] for key, row in entries.items()]),
        "## Sizes",
        text(
            "*Histories* are all nodes of the game tree: the root, chance nodes and ends included. *Infosets* and *sequences* "
            "(the empty one included) are those of each player. *Public states* are what all see once hands are dealt: the "
            "start, those where a public card is due, and ends included."
        ),
        table(
            ["id", "histories", "chance nodes", "ends", "infosets", "sequences", "public states"],
            [[f"`{key}`", *count_cells(row["counts"])] for key, row in entries.items()],
        ),
        "## The bet/fold game",
        text(
            "The lowest card that bets in each symmetric equilibrium in thresholds; where there are two, the lower of these "
            "cards does as well either way. What a bet and a fold are worth with each card, against players who bet half of "
            "the time, is in the JSON file."
        ),
        table(
            ["id", "cards", "odds", "thresholds"],
            [
                [
                    f"`{key}`",
                    str(row["params"]["num_cards"]),
                    f"{row['params']['odds']:g}",
                    joined(row["bet_fold"]["thresholds"]),
                ]
                for key, row in entries.items()
                if "bet_fold" in row
            ],
        ),
        "## How the numbers were checked",
        text(
            "What has two methods here was computed in both ways, and the two had to agree. `tests/test_reference.py` compares "
            "with OpenSpiel where it has the game, two-player Kuhn and Leduc included."
        ),
        table(["id", "sizes", "exploitability", "which agree to (chips)"], method_rows(entries)),
    ]
    return "\n\n".join(parts) + "\n"


def text(paragraph: str) -> str:
    """A paragraph in lines as long as those of the other pages."""
    return fill(paragraph, 128, break_long_words=False, break_on_hyphens=False)


def sample(entries: dict[str, dict[str, Any]]) -> str:
    """How to read the file, and what that prints."""
    known = entries["leduc"]
    numbers = known["value"]["value"], known["policies"]["uniform"]["exploitability"], known["counts"]["terminals"]
    return f"""```python
from pokerzoo.evaluation.reference import load_reference

known = load_reference()["entries"]["leduc"]
print(known["value"]["value"], known["policies"]["uniform"]["exploitability"], known["counts"]["terminals"])
```

```text
{" ".join(map(str, numbers))}
```"""


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of the page."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def joined(numbers: list[int]) -> str:
    """Whole numbers with thousands apart, one if all are equal."""
    return f"{numbers[0]:,} each" if len(numbers) > 1 and len(set(numbers)) == 1 else ", ".join(f"{n:,}" for n in numbers)


def starting_pot(row: dict[str, Any]) -> str:
    """The chips that are in the pot at the start."""
    return f"{row['chips']['starting_pot']:g}" if "starting_pot" in row["chips"] else "-"


def value_cells(key: str, found: dict[str, Any]) -> list[str]:
    """A row of the table of values: no more decimals than are certain."""
    tolerance = found["tolerance"]
    number = f"{found['value']:.{DIGITS}g}" if tolerance <= TOLERANCE else f"{found['value']:.5f}"
    published = f"{found['published']} ({found['source']})" if "published" in found else ""
    return [f"`{key}`", number, f"{tolerance:.1g}", found["method"], published]


def policy_cells(found: dict[str, Any]) -> list[str]:
    """A row of the table of exploitability."""
    return [f"{found[name]['exploitability']:.{DIGITS}g}" if name in found else "-" for name in LABELS]


def count_cells(found: dict[str, Any]) -> list[str]:
    """A row of the table of sizes."""
    cells = [f"{found[key]:,}" for key in ("histories", "chance_nodes", "terminals")]
    cells += [joined(found[key]) for key in ("infosets", "sequences")]
    return [*cells, f"{found['public_states']['all']:,}" if found["public_states"] else "-"]


def method_rows(entries: dict[str, dict[str, Any]]) -> list[list[str]]:
    """The table of methods: a row for all games that have the same."""
    found: dict[tuple[str, ...], list[str]] = {}
    for key, row in entries.items():
        sizes, looks = row["counts"], row["policies"]
        counting = f"{sizes['method']}; {sizes['checked_by']}" if sizes["checked_by"] else sizes["method"]
        cells = (counting, f"{looks['method']}; {looks['checked_by']}", f"{looks['checked_to']:g}")
        found.setdefault(cells, []).append(f"`{key}`")
    return [[", ".join(keys), *cells] for cells, keys in found.items()]


def main(arguments: list[str] | None = None) -> int:
    """Compute the results and write them, or compare them with the files; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m pokerzoo.evaluation.reference", description="Reference results.")
    parser.add_argument("--write", action="store_true", help=f"write {JSON_FILE} and {MARKDOWN_FILE}")
    parser.add_argument("--root", type=Path, default=Path(), help="the top of the repository (default: where you are)")
    options = parser.parse_args(arguments)
    json_file, markdown_file = options.root / JSON_FILE, options.root / MARKDOWN_FILE
    for folder in (json_file.parent, markdown_file.parent):
        if not folder.is_dir():
            parser.error(f"--root: no folder {folder}: must be the top of the repository")
    results = reference_results()
    if options.write:
        write_atomically(json_file, as_json(results).encode())
        write_atomically(markdown_file, as_markdown(results).encode())
        print(f"wrote {json_file} and {markdown_file}: {len(results['entries'])} games")
        return 0
    old = json.loads(json_file.read_text(encoding="utf-8"))
    found = differences(old, plain(results))
    if markdown_file.read_text(encoding="utf-8") != as_markdown(old):
        found.append(f"{markdown_file} is not what {json_file} gives")
    print("\n".join(found) or "up to date")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
