"""Texas hold'em, whole hands from the blinds to the showdown, as a PettingZoo environment.

Two to ten players, no-limit, pot-limit or fixed-limit. Blinds (and antes or a straddle) are posted, each player gets two
cards, and there are four rounds of betting: before the flop, after its three cards, after the turn and after the river.
The best five of seven cards win. `last_street="flop"` or `"turn"` ends the hand earlier, with the cards that are there by
then. A player who is all-in can win what the player's own chips have matched: there may be side
pots. Unmatched chips go back. Chips of a split pot that cannot be split go to the first winners left of the
button.

Players sit clockwise in the order of their numbers. By default the last one has the button, so that `player_0` posts the
small blind and acts first after the flop. With two players, the player on the button posts the small blind, acts first
before the flop and last after it. A raise must add at least as much as the last full bet or raise; an all-in raise of less
does not reopen the betting to players who have acted. All cards of a hand are drawn before the betting: the k-th hand of a
seed has the same cards for any play, in all environments and seats.

### Observation

It has all that the player knows: the own cards, everything public, and each move since the deal. All of it is relative to
the observer: number 0 is the own seat, 1 the next to the left, and so on. So the same policy can play in all seats; the
button says where it sits. Others' cards are never in it, not even cards shown at the showdown (the pictures have them).

Each move since the deal has a block of entries: 1 at the player (`by_0`, ...), at what it was (a check is a call of
nothing) and at the street. The last entry is the player's total in the round after the move (`to`). There are as many
blocks as a hand can have moves; blocks of moves that are not made are zeros.

Stacks and bets are divided by the largest stack at the start, the pot by all stacks together; they count chips before the
hand is paid.

### Actions

0: fold, 1: check or call, from 2 on: bet or raise by the street's sizes, each once, in the order given (`bet_sizes`, then the
other `raise_sizes`); all-in is the last. A size below the least raise is raised to it, and a size beyond the stack is all-in.
If several sizes give the same amount, one of them is legal. With `bet_sizes="any"` action 2 + k is a bet or raise to a
total in this round of k + 1 chips; there are as many actions as chips. `env.game_state.total_of(action)` says what an action
comes to.

`examples/continuous_amounts.py` makes a bet a share of the way from the least to the most.

Infosets, `"AsKd|r6c/QsJh2h|x"`, are own cards, moves with totals of the round, public cards. They are not numbered, and
`info["infoset_index"]` is -1. In a session `game_state.game` is the present hand's game, with its stacks and button.

### Rewards

Net chips at the end of the hand, or big blinds: the winners get what the others put in, less the rake.

### Sessions

With `hands=100`, or `hands=None`, an episode is a session. Players keep their seats, stacks carry over, and the button
moves. A player who has too little for a blind or an ante is all-in with it. A player who has no chips left is
terminated and leaves `agents`. The session is over after these hands, or when one player has all chips. A reward is
what the hands that have ended since the player's last decision have paid. Every info has `hand`, the number of the
present hand from 0. Observations are divided by all chips of the session. `env.stacks` has the stacks at the start of the
hand, `env.seats_in_play` who was dealt in.

The button moves to the next player to the left who has chips, and the next two post the blinds (a moving button, not a dead
one). So each hand has both blinds, and a neighbour of a player who has left may miss a blind or post it twice. Of the last
two players neither posts the big blind twice in a row. `gymnasium.make("pokerzoo/TexasHoldem-v0", hands=100)` is a session
from one seat; it is over when the agent has no chips left. `gymnasium.make_vec` has sessions with
`vectorization_mode="sync"` or `"async"`. Opponents are queried about the hand that is played: a
function gets its state, and a policy a state of it where the hand is of another game (stacks, button) than the first.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.texas_holdem import make_texas_holdem

raw_env, env = aec_makers("texas_holdem", make_texas_holdem)
