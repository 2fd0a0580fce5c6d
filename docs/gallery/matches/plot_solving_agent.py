"""
A hand, and what the agent thought
==================================

An agent that solves at the table plays a hand against the blueprint that comes with
the package.
The picture has its decisions: what it does with its hand, and what it would do with
all the hands that it can have here.
"""

# %%
# Before the flop and on it the agent plays the blueprint, too. On turn and river it
# solves the rest of the hand. Cards and choices come from a seed, and iterations
# are counted, so the hand is the same each time.
#
# ``strategy`` has the strategy of all 1,326 hands. Its product over
# the agent's own actions says how likely each hand is.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.agents import SolvingAgent, as_agent
from pokerzoo.envs import make_game

game = make_game("texas_holdem", bet_sizes="50%,100%,a", raise_sizes="100%,a")
agent = SolvingAgent(
    "blueprint",
    game=game,
    first_street="turn",
    iterations={"turn": 40, "river": 200},
    bet_sizes="50%,100%,a",
    raise_sizes="100%,a",
)
blueprint = as_agent(game, "blueprint").policy
SEAT, SEED = 0, 381

rng = np.random.default_rng(SEED)
state = game.initial_state().after_chance(rng)
held = np.ones(1326)
decisions = []
while not state.is_terminal:
    player = agent if state.current_player == SEAT else blueprint
    chances = player.action_probabilities(state)
    action = rng.choice(list(chances), p=list(chances.values()))
    if player is agent:
        strategy = agent.strategy(state)
        whole = strategy @ held / (strategy @ held).sum()
        place = state.legal_actions().index(action)
        solve = agent.last_solve
        decisions.append((state, list(chances.values()), whole, place, solve))
        held = held * strategy[place]
    state = state.child(int(action)).after_chance(rng)
print(state.describe(None))

# %%
# Each decision has two bars, from folding to the largest raise. Where the agent has
# solved, "solved to" says how far its solution can be exploited, for the ranges
# that it took both players to have.


def size_of(name):
    """The chips of a bet or raise, 0 for other actions, below that for a fold."""
    return -1 if name == "fold" else int(name.split()[-1]) if " " in name else 0


CALM = {"fold": ("#0072B2", "white"), "check": ("#007A5A", "white")}
CALM["call"] = CALM["check"]
RAISES = [("#F5C9A0", "black"), ("#D55E00", "black"), ("#8C3D00", "white")]
STREETS = ("before the flop", "flop", "turn", "river")

figure, axes = plt.subplots(
    figsize=(9.2, 1.25 * len(decisions)), layout="constrained"
)
for row, (at, hand, whole, place, solve) in enumerate(decisions):
    names = [at.action_name(action) for action in at.legal_actions()]
    order = sorted(range(len(names)), key=lambda k: size_of(names[k]))
    raises = [names[k] for k in order if names[k] not in CALM]
    for side, shares in ((0.0, hand), (0.36, whole)):
        left = 0.0
        for k in order:
            colours = CALM.get(names[k]) or RAISES[raises.index(names[k])]
            bar = axes.barh(row + side, shares[k], 0.32, left, color=colours[0])
            if shares[k] > 0.1:
                label = f"{names[k]}\n{shares[k]:.0%}".replace("raise to", "raise")
                axes.bar_label(
                    bar, [label], label_type="center", color=colours[1], fontsize=8
                )
            left += shares[k]
        who = "its hand" if side == 0.0 else "all its hands"
        axes.text(1.01, row + side, who, va="center", color="0.3")
    table = dict(line.split(": ", 1) for line in at.describe(SEAT).splitlines())
    board, _, pot = table["board"].partition("  ")
    label = f"{STREETS[at.street]}   {board if at.street else ''}\n"
    label += f"{pot.split('  ')[0]}: {names[place]}"
    if solve is not None and solve.street == STREETS[at.street]:
        label += f"\nsolved to {solve.exploitability:.1f}% of the pot"
    axes.text(-0.02, row + 0.18, label, ha="right", va="center", linespacing=1.4)
axes.set(xlim=(0, 1), ylim=(len(decisions) - 0.35, -0.4), xticks=[], yticks=[])
axes.spines[:].set_visible(False)
axes.set_title("What the agent does with Ac Qd, and with all its hands", pad=12)
figure
