"""A bot for the ACPC's protocol in plain Python: it calls, and raises to twice the blind with a pair in its hand.

It needs nothing of pokerzoo, so that it can be rewritten in any language. In two more terminals run

    pokerzoo acpc serve holdem.nolimit.2p.reverse_blinds --players bot,caller --hands 100 --port 18001,18002
    pokerzoo acpc play always_call --game holdem.nolimit.2p.reverse_blinds --port 18002

and here ``python examples/acpc_bot.py 18001``.
"""

import socket
import sys


def choose(betting: str, own: str) -> str:
    """An action for the betting so far and the bot's own two cards."""
    return "r200" if betting in ("", "c") and own[0] == own[2] else "c"


def play(host: str, port: int) -> int:
    """Play a match; how many match states were seen."""
    seen = 0
    with socket.create_connection((host, port)) as connection, connection.makefile("rw", newline="\r\n") as lines:
        print("VERSION:2.0.0", file=lines, flush=True, end="\r\n")
        for line in lines:
            state = line.strip()
            if not state.startswith("MATCHSTATE:"):
                continue
            seen += 1
            _, position, _, betting, cards = state.split(":")
            rounds = betting.split("/")
            own = cards.split("/")[0].split("|")[int(position)]
            # Heads-up, position 1 acts first before the flop, and position 0 from then on.
            actions = sum(1 for letter in rounds[-1] if letter in "fcr")
            first = 1 if len(rounds) == 1 else 0
            over = "f" in betting or (len(rounds) == 4 and actions > 1 and betting.endswith("c")) or "r20000c" in betting
            if not over and (first + actions) % 2 == int(position):
                print(f"{state}:{choose(betting, own)}", file=lines, flush=True, end="\r\n")
    return seen


if __name__ == "__main__":
    try:
        print(play("127.0.0.1", int(sys.argv[1])), "match states")
    except ConnectionRefusedError:
        sys.exit(f"no dealer at 127.0.0.1, port {sys.argv[1]}: start the dealer first")
