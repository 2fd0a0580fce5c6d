"""``pokerzoo evaluate``: what a policy is worth, and how far it is from an equilibrium."""

from __future__ import annotations

from .options import Json, PolicyFile
from .output import chips, console, distance, mbb, new_table, print_facts, print_json, print_table, with_mbb

EXAMPLES = (
    "pokerzoo evaluate kuhn.npz",
    "pokerzoo evaluate kuhn.npz --json",
)


def evaluate(file: PolicyFile, as_json: Json = False) -> None:
    """Measure a policy file exactly.

    Prints what each player expects, what a best response would make, and exploitability: NashConv / number of
    players, NashConv being the sum of what each player gains by a best response; both in chips a hand. mbb are
    thousandths of the big blind, or of the ante in games without one.
    """
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.evaluation import best_response, expected_values

    policy = TabularPolicy.load(file)
    game = policy.game
    expected = expected_values(game, policy)
    best = [best_response(game, policy, player) for player in range(game.num_players)]
    nash_conv = sum(answer.gain for answer in best)
    exploitability = nash_conv / game.num_players
    if as_json:
        print_json(
            {
                "file": file,
                "game": game.name,
                "parameters": game.params,
                "exploitability_chips": exploitability,
                "exploitability_mbb": mbb(game, exploitability),
                "nash_conv_chips": nash_conv,
                "players": [
                    {
                        "player": answer.player,
                        "expected_chips": own,
                        "best_response_chips": answer.value,
                        "gain_chips": answer.gain,
                        "gain_mbb": mbb(game, answer.gain),
                    }
                    for own, answer in zip(expected, best, strict=True)
                ],
            }
        )
        return
    out = console()
    blind = game.big_blind is not None
    columns = ["player", "this policy", "best response", "gain", *(["gain, mbb"] if blind else [])]
    table = new_table(columns)
    for own, answer in zip(expected, best, strict=True):
        cells = [str(answer.player), chips(own), chips(answer.value), distance(answer.gain)]
        table.add_row(*cells, *([distance(1000 * answer.gain / (game.big_blind or 1.0))] if blind else []))
    print_facts(out, {"file": file, "game": str(game)})
    out.print()
    print_table(out, "Expected chips a hand", table)
    print_facts(out, {"NashConv": with_mbb(game, nash_conv), "exploitability": with_mbb(game, exploitability)})
