"""Parameters that make no game: each error names the parameter, and says what is allowed.

Numbers that are not finite are tried on every parameter of every game in ``tests/package/test_bad_numbers.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game

TURN = {"board": "Td9d6h5c", "ranges": ("AsAh,KsKd", "QsQc,AcKc"), "pot": 20, "stack": 60}
BAD: dict[str, list[tuple[dict[str, Any], str]]] = {
    "chess": [({}, "name='chess': .* allowed: bet_fold, bet_raise, fhp, holdem, kuhn")],
    "kuhn": [
        ({"num_cards": 2}, "num_cards=2: .* from 3"),
        ({"num_cards": 3, "num_players": 3}, "num_cards=3: .* from 4"),
    ],
    "bet_raise": [({"num_cards": 10.0}, "num_cards=10.0: .* integer")],
    "leduc": [({"suit_isomorphism": 1}, "suit_isomorphism=1: .* True or False")],
    "rps": [({"payoffs": ((0, 1), (1,))}, "payoffs=.* of equal length"), ({"payoffs": ()}, "payoffs=.* a matrix")],
    "bet_fold": [
        ({"num_players": 101}, "num_players=101: .* from 2 to 100"),
        ({"num_cards": 5}, "num_cards=5: .* from 6 to 10000"),
        ({"odds": 1}, "odds=1: .* above 1"),
        ({"blind": 0}, "blind=0: .* from 9.5"),
        ({"blind": 1e300, "odds": 1e300}, "at most"),
        ({"blind": 1e10}, "blind=10000000000.0: .* at most 4,294,967,296 chips"),
    ],
    "push_fold": [
        ({"stack": 1}, "stack=1: .* more than the 1 "),
        ({"stack": 2.2, "ante": 1.2}, "stack=2.2: .* more than the 2.2 "),
        ({"ante": -0.1}, "ante=-0.1: .* from 0"),
        ({"blinds": (1, 1)}, r"blinds=\(1, 1\): the small blind must be below"),
        ({"blinds": (2, 1)}, r"blinds=\(2, 1\): .* the small and the big blind"),
    ],
    "fhp": [
        ({"blinds": (50,)}, r"blinds=\(50,\): .* two numbers"),
        ({"blinds": (0, 0)}, r"blinds\[1\]=0"),
        ({"bet": 0}, "bet=0"),
        ({"deck": "short"}, "deck='short'"),
        ({"deck": "royal", "flops": "flops:25"}, "flops='flops:25': .* 52 cards"),
        *(({"flops": flops}, "^flops=.* N from 5 to 1,755") for flops in ("flops:4", "flops:1756", "flops:x", "some", 25)),
    ],
    "preflop_holdem": [
        ({"last_street": "rivr"}, "last_street='rivr'"),
        ({"showdown": "at_once"}, "showdown='at_once': .* no public cards"),
        ({"raise_sizes": "5x,3q"}, "raise_sizes='5x,3q': at character 4, '3q'.*3bb"),
        ({"raise_sizes": {"flop": "a"}}, "the flop has no betting .* preflop"),
        ({"last_street": "flop", "bet_sizes": {"preflop": "50%", "flop": "50%"}}, r"bet_sizes\['preflop'\]='50%'"),
        ({"last_street": "flop", "raise_sizes": {"preflop": "3x"}}, "no sizes for the flop"),
        ({"flops": "flops:25"}, "flops='flops:25': .* last_street='preflop'"),
        ({"removed": ["r5"]}, "removed='r5': no 'r5' at the start"),
        ({"max_nodes": 20}, "max_nodes=20"),
    ],
    "holdem": [
        ({"board": "2d2d2c2h3d"}, "board=.* at character 3, '2d': .* twice"),
        ({"board": "2d2s"}, "board='2d2s': has 2 cards, must have 3 or 4 or 5"),
        ({"ranges": ("", "AA")}, r"ranges\[0\]=''"),
        ({"ranges": ("AA",)}, "ranges=.* two strings"),
        ({"ranges": ("AA", "2d2s")}, r"ranges\[1\]='2d2s': .* no hand"),
        ({"ranges": ("AsAd", "AsAh")}, "ranges=.* no hand of one can be dealt together"),
        ({"pot": 0}, "pot=0: .* from 1e-06"),
        ({"stack": 0}, "stack=0"),
        ({"bet_sizes": "50%,6y"}, "bet_sizes='50%,6y': at character 5, '6y'"),
        ({"rake_rate": 2}, "rake_rate=2: .* from 0 to 1"),
        ({"rake_cap": 0, "rake_rate": 0}, "rake_cap=0: needs rake_rate"),
        ({"removed": ["b30"]}, "removed='b30': no 'b30' at the start; allowed: x, "),
        ({"removed": ["x", "b25"]}, "nothing is left to do after the start"),
        ({"removed": "b25"}, "removed=.* a list of lines"),
        (TURN | {"removed": ["xx/2h/b10"]}, "removed='xx/2h/b10': .* without cards"),
        (TURN | {"removed": ["xx/b11"]}, r"removed='xxb11': no 'b11' after 'xx/\?\|'; allowed: x, b10"),
        (TURN | {"bet_sizes": {"turn": "50%"}}, "bet_sizes=.* no sizes for the river"),
        (TURN | {"bet_sizes": {"rivr": "50%", "turn": ""}}, "bet_sizes=.* no street 'rivr'; allowed: turn, river"),
        (TURN | {"bet_sizes": {"turn": None, "river": ""}}, r"bet_sizes\['turn'\]=None"),
        (TURN | {"bet_sizes": {"turn": "50%", "river": ("", "5")}}, r"bet_sizes\['river'\]\[1\]='5': at character 1, '5'"),
        (TURN | {"bet_sizes": {"turn": "50%", "river": {}}}, r"bet_sizes\['river'\]={}: .* a pair of strings"),
        (TURN | {"raise_sizes": {"flop": "9%", "turn": "5%", "river": "5%"}}, r"raise_sizes\['flop'\]='9%': the flop is over"),
        (TURN | {"raise_sizes": 5}, "raise_sizes=5: .* a mapping from streets"),
        (TURN | {"donk_sizes": {"flop": None, "river": "5%"}}, r"donk_sizes\['flop'\]=None: the flop is over"),
        (TURN | {"donk_sizes": {"turn": None}}, "donk_sizes=.* no sizes for the river"),
    ],
    "texas_holdem": [
        ({"num_players": 11}, "num_players=11: .* from 2 to 10"),
        ({"num_players": 8, "deck": "royal"}, "num_players=8: .* 7 players at most"),
        ({"num_players": 9, "deck": "royal", "last_street": "flop"}, "num_players=9: .* 8 players at most"),
        ({"last_street": "preflop"}, "last_street='preflop': .* 'flop', 'turn', 'river'"),
        ({"blinds": (1, 2, 4)}, "blinds=.* two numbers of chips"),
        ({"blinds": (0.5, 1)}, r"blinds\[0\]=0.5: .* multiple of chip=1"),
        ({"stack": (40, 12, 50), "num_players": 3, "blinds": (5, 10), "ante": 2}, r"stack\[1\]=12: .* more than the 12 "),
        ({"stack": (200, -5)}, r"stack\[1\]=-5: .* from 0"),
        ({"stack": (200, 200, 200)}, "stack=.* or 2 numbers of chips"),
        ({"stack": (200, 0)}, "stack=.* at least two players must have chips"),
        ({"stack": 10**9, "bet_sizes": "any"}, "stack=.* at most 1,000,000"),
        ({"button": 2}, "button=2: .* from 0 to 1"),
        ({"ante": -1}, "ante=-1"),
        ({"chip": 0}, "chip=0"),
        ({"raise_cap": 0}, "raise_cap=0: .* from 1"),
        ({"straddle": 4}, "straddle=4: .* three players or more"),
        ({"num_players": 3, "straddle": 3}, "straddle=3"),
        ({"bet_sizes": "", "raise_sizes": ""}, "at least one size"),
        ({"bet_sizes": {"flop": "50%"}}, "bet_sizes=.* no sizes for the turn; .* flop, turn, river"),
        ({"bet_sizes": {"preflop": "50%", "flop": "a", "turn": "a", "river": "a"}}, "bet_sizes.* no bet before the flop"),
        ({"bet_sizes": ("50%", "75%")}, "bet_sizes=.* a string of sizes"),
        ({"raise_sizes": ",".join(f"{size}c" for size in range(1, 70))}, "72 sizes; at most 60, or 'any'"),
        ({"bet_sizes": "75%", "raise_sizes": "any"}, "bet_sizes='75%': .* must be 'any', too"),
        ({"bet": (2, 4)}, "bet=.* only with limit='fixed-limit'"),
        ({"limit": "fixed-limit", "bet": (4, 2)}, "bet=.* the first not the larger"),
        ({"rake_cap": 0.5, "rake_rate": 0.1}, "rake_cap=0.5: .* multiple of chip=1"),
    ],
}


@pytest.mark.parametrize(("name", "params", "pattern"), [(name, *row) for name, rows in BAD.items() for row in rows])
def test_bad_parameters(name: str, params: dict[str, Any], pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        make_game(name, **params)
