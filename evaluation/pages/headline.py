"""Opening of a report: the game, how the strategy was made, expected values and exploitability."""

from __future__ import annotations

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import listed_words
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.formats import distance_text

MOST_PLAYERS = 4
"""Of more players the headline has the first and the last only."""


def title_of(game: Game) -> str:
    """Name of a game for a heading.

    >>> from pokerzoo.envs import make_game
    >>> title_of(make_game("holdem", board="QsJh2h")), title_of(make_game("kuhn"))
    ('the flop Qs Jh 2h', 'Kuhn poker')
    """
    return game.heading or game.title or game.name.replace("_", " ")


def subtitle_of(policy: TabularPolicy) -> str:
    """Size of the game and training of the strategy, for a line below the heading."""
    game, made = policy.game, policy.metadata
    facts = [first_large("; ".join(game.facts()))]
    variant, iterations = made.get("variant"), made.get("iterations")
    if variant is not None:
        how = first_large(f"{made.get('strategy') or 'a'} strategy of {variant}")
        facts.append(how + (f" after {iterations:,} iterations" if isinstance(iterations, int) else ""))
    return ". ".join(facts) + "."


def first_large(text: str) -> str:
    """Capitalize the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def headline_sentences(game: Game, measurement: Measurement, noise: float) -> str:
    """Two sentences: expected values and exploitability."""
    return f"{who_wins(game, measurement.values.tolist(), noise)} {how_exploitable(game, measurement)}"


def who_wins(game: Game, values: list[float], noise: float) -> str:
    """Sentence on the players' expected values.

    >>> from pokerzoo.envs import make_game
    >>> who_wins(make_game("kuhn"), [-1 / 18, 1 / 18], 0.001)
    'Player 1 wins 0.0556 chips a hand from player 0.'
    >>> who_wins(make_game("kuhn", num_players=3), [-0.0266, -0.0208, 0.0474], 0.001)
    'Player 2 wins 0.0474 chips a hand; player 1 loses 0.0208 and player 0 0.0266.'
    >>> who_wins(make_game("holdem", ranges=("AA", "KK", "QQ")), [6.0, -3.0, -3.0], 0.001)
    'Of the 50 chips in the pot OOP expects 22.67, MP 13.67, IP 13.67.'
    >>> who_wins(make_game("rps"), [1e-5, -1e-5], 0.001)
    'No player wins: each expects less than 0.001 chips a hand either way.'
    """
    shares = [game.stakes.pot_share(value, game.num_players) for value in values]
    if game.stakes.starting_pot is not None:
        phrases = [f"{name} {share:.4g}" for name, share in zip(game.player_names, shares, strict=True) if share is not None]
        taken = -sum(values)
        house = f"; the house takes {taken:.3g}" if game.stakes.rake_rate and taken > 0 else ""
        of_all = ", ".join([phrases[0].replace(" ", " expects "), *phrases[1:]])
        return f"Of the {chips_text(game.stakes.starting_pot)} chips in the pot {of_all}{house}."
    order = sorted(range(len(values)), key=lambda player: -values[player])
    if max(map(abs, values)) < noise:
        return f"No player wins: each expects less than {noise:g} chips a hand either way."
    best, worst = order[0], order[-1]
    if len(values) == 2 and not game.stakes.rake_rate:
        return f"Player {best} wins {values[best]:.3g} chips a hand from player {worst}."
    if len(values) > MOST_PLAYERS:
        order = [best, worst]
    wins = [f"player {player} {values[player]:.3g}" for player in order if values[player] > 0]
    losses = [f"player {player} {-values[player]:.3g}" for player in order if values[player] <= 0]
    phrases = []
    if wins:
        phrases.append(listed_words([wins[0].replace(f"{best} ", f"{best} wins ", 1) + " chips a hand", *wins[1:]]))
    if losses:
        first = int(losses[0].split()[1])
        phrases.append(listed_words([losses[0].replace(f"{first} ", f"{first} loses ", 1), *losses[1:]]))
    return first_large("; ".join(phrases)) + "."


def how_exploitable(game: Game, measurement: Measurement) -> str:
    """Sentence on the gain of a best response.

    >>> from pokerzoo.agents import TabularPolicy
    >>> from pokerzoo.envs import evaluator_of, make_game
    >>> policy = TabularPolicy.uniform(make_game("rps"))
    >>> how_exploitable(policy.game, policy.measured_by(evaluator_of(policy.game)))
    'No player gains by playing otherwise: it is an equilibrium.'
    """
    if measurement.exploitability < 1e-12:
        return "No player gains by playing otherwise: it is an equilibrium."
    amounts = amounts_in_units(game, measurement.exploitability)
    more = f" ({', '.join(amounts[1:])})" if amounts[1:] else ""
    text = f"It is exploitable for {amounts[0]}{more}: the gain of a best response to it, as a mean over the players."
    if measurement.locks_broken is None:
        return text
    free = amounts_in_units(game, measurement.locks_broken.exploitability)[0]
    return f"{text} Best responses keep to the locks; without that it is exploitable for {free}."


def amounts_in_units(game: Game, chips: float) -> list[str]:
    """An amount a hand in every unit of a game: ``0.0917 chips a hand``, ``91.7 mbb a hand``."""
    return [f"{distance_text(amount)}{' ' * (unit[0] != '%')}{unit}" for unit, amount in game.stakes.in_units(chips)]
