"""
The table as a picture
======================

Every state of a poker game can be drawn: cards, chips, the last actions, and who
acts.
One picture shows all cards. The other shows what a single player sees.
"""

# %%
# Three players play no-limit Texas hold'em. The cards come from a seed.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.envs import make_game, state_pixels

game = make_game("texas_holdem", num_players=3, blinds=(1, 2), stack=(40, 100, 200))
rng = np.random.default_rng(7)
state = game.initial_state().after_chance(rng)
for wanted in ("call", "raise to 8", "fold", "call"):
    action = next(
        action
        for action in state.legal_actions()
        if state.action_name(action) == wanted
    )
    state = state.child(action).after_chance(rng)
print(state.describe(0))

# %%
# ``state_svg`` draws the same as SVG. ``state_pixels`` is an array of pixels.

figure, grid = plt.subplots(1, 2, figsize=(12, 4.3), layout="constrained")
grid[0].imshow(state_pixels(state, scale=2))
grid[0].set_title("all cards")
grid[1].imshow(state_pixels(state, player=0, scale=2))
grid[1].set_title("what player 0 sees")
for axes in grid:
    axes.set_axis_off()
figure
