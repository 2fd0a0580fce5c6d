"""The parameters of hold'em as they are displayed; each game of hold'em has some of them, and may label one differently."""

from __future__ import annotations

from pokerzoo.envs.support.parameter_words import ParameterWords

SPOT, BLINDS, STREETS = "The spot", "Blinds and stacks", "Streets and cards"
SIZES, RULES, RAKE = "Bet sizes", "Rules of sizes", "Rake"
"""Headings."""

PARAMETERS = {
    "board": ParameterWords("Board", "Three to five public cards, as QsJh2h8d3c; the others are still to come.", SPOT, "board"),
    "ranges": ParameterWords("Ranges", "A range for each player, first OOP's: 'JJ+, AKs, AJo:0.75' or random.", SPOT, "ranges"),
    "pot": ParameterWords("Pot", "Chips in the pot at the start.", SPOT, "number", "chips"),
    "stack": ParameterWords("Stack", "Chips that each player has; 100/60: one each.", BLINDS, "numbers", "chips"),
    "big_blind": ParameterWords(
        "Big blind", "Chips of the hand's big blind, for sizes as 3bb and results in mbb.", SPOT, "number", "chips"
    ),
    "blinds": ParameterWords("Blinds", "The small and the big blind, as 0.5/1.", BLINDS, "numbers", "chips"),
    "ante": ParameterWords("Ante", "Chips that each player antes.", BLINDS, "number", "chips"),
    "num_players": ParameterWords("Players", "How many play.", BLINDS),
    "button": ParameterWords("Button", "The seat with the button, from 0.", BLINDS),
    "big_blind_ante": ParameterWords("Big blind ante", "Chips that the big blind antes for all.", BLINDS, "number", "chips"),
    "straddle": ParameterWords("Straddle", "A third blind, at least twice the big one; 0: none.", BLINDS, "number", "chips"),
    "short_stacks": ParameterWords("Short stacks", "Whether stacks may be too small for what is posted.", BLINDS),
    "chips_in_play": ParameterWords("Chips in play", "All chips that there are in a session.", BLINDS, "number", "chips"),
    "last_street": ParameterWords(
        "Last street with bets", "After it no player bets.", STREETS, "choice",
        choices={"preflop": "Preflop", "flop": "Flop", "turn": "Turn", "river": "River"},
    ),
    "showdown": ParameterWords(
        "After the last bets", "The other cards come, or hands are shown at once.", STREETS, "choice",
        choices={"run_out": "All cards come", "at_once": "Hands are shown"},
    ),
    "flops": ParameterWords(
        "Flops", "Which flops are dealt: all, or flops:N of 1,755 that represent them.", STREETS, "text",
        choices={"all": "All 1,755", "flops:25": "25 for all", "flops:100": "100 for all", "flops:300": "300 for all"},
    ),
    "deck": ParameterWords(
        "Deck", "52 cards, or 20 from the tens up.", STREETS, "choice", choices={"standard": "52 cards", "royal": "20 cards"}
    ),
    "rewards": ParameterWords(
        "Unit of results", "What results are counted in.", STREETS, "choice", choices={"chips": "Chips", "blinds": "Big blinds"}
    ),
    "limit": ParameterWords("Limit", "How much may be bet.", SIZES),
    "bet": ParameterWords(
        "Fixed bets", "Under fixed limit the bet before the turn and from it on, as 2/4.", SIZES, "numbers", "chips",
        flag="fixed-bets",
    ),
    "bet_sizes": ParameterWords(
        "Bets", "Sizes of a bet: 50% of the pot, 100c chips, e, 2e or 3e200% geometric, a all-in. By player: '33%,a / 50%', "
        "first OOP's. By street: 'flop: 33%; turn: 60%,a; river: 60%,a'.", SIZES, "sizes", flag="bet",
    ),
    "raise_sizes": ParameterWords(
        "Raises", "Sizes of a raise, in the same form; % is of the pot after the call. Also 2.5x, times the bet.", SIZES,
        "sizes", flag="raise",
    ),
    "donk_sizes": ParameterWords(
        "Donk bets", "Sizes of OOP's first bet on a street where IP bet or raised last on the street before.", SIZES, "sizes",
        flag="donk",
    ),
    "removed": ParameterWords("Lines left out", "Leave out this line, as b25r100 or xx/b50.", SIZES, "lines", flag="remove"),
    "sizes_at": ParameterWords("Sizes at one point", "Add sizes at one point, or take some out: +25%,-75%.", SIZES, "sizes_at"),
    "add_allin_threshold": ParameterWords(
        "Add all-in up to", "All-in is added where it is at most so many times the pot.", RULES, "number", "pots"
    ),
    "force_allin_threshold": ParameterWords(
        "Force all-in below", "A size is all-in where it would leave at most so many times the pot.", RULES, "number", "pots"
    ),
    "merging_threshold": ParameterWords(
        "Merge sizes within", "Of two sizes this close the smaller is dropped.", RULES, "number", "pots"
    ),
    "raise_cap": ParameterWords("Bets a street", "The most bets and raises on a street, all-in ones included.", RULES),
    "min_bet": ParameterWords("Smallest bet", "Also the smallest raise beyond the call.", RULES, "number", "chips"),
    "chip": ParameterWords("Round to", "Bets are rounded to multiples of this.", RULES, "number", "chips"),
    "max_nodes": ParameterWords("Most public states", "A betting tree with more is refused.", RULES),
    "rake_rate": ParameterWords("Rake", "Share of the pot that the house takes: 5% or 0.05.", RAKE, "percent"),
    "rake_cap": ParameterWords("Rake cap", "The most that the house takes.", RAKE, "number", "chips"),
    "no_flop_no_drop": ParameterWords("No flop, no drop", "Whether hands that end before the flop pay no rake.", RAKE),
}  # fmt: skip
"""By name; headings come in the order of this table."""
