"""
Which decisions cost most
=========================

Exploitability is one number. ``leaks`` splits it by decision: what each costs the
player who makes it.
The parts add up to the whole.
"""

# %%
# We look for the mistakes of a simple strategy of Leduc poker that never bluffs.

from pokerzoo.envs import make_game
from pokerzoo.evaluation import leaks
from pokerzoo.evaluation.pictures import leaks_picture

leduc = make_game("leduc", suit_isomorphism=True)
found = leaks(leduc, "honest")
print(f"NashConv: {sum(found.gains):.3f} chips a hand")

# %%
figure = leaks_picture(found, top=8)
figure
