"""
Everybody against everybody
===========================

A round robin lets each player meet each other player.
In a game as small as Leduc poker the results are exact: no hand has to be played.
"""

# %%
# A player is a policy, a file, an agent, or the name of a simple strategy such as
# ``"random"``.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import round_robin
from pokerzoo.evaluation.pictures import cross_table_picture

leduc = make_game("leduc")
players = {
    f"CFR+ {count}": CFR(leduc, "cfr+").run(count).average_policy()
    for count in (3, 30, 300)
}
table = round_robin(
    leduc,
    players
    | {"honest": "honest", "always call": "always_call", "random": "random"},
)
print(table)

# %%
# ``noise`` says how many chips are too few to be coloured.

figure = cross_table_picture(table, noise=0.002)
figure
