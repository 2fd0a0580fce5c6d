"""A hand as a poker site writes it."""

STARS = """\
PokerStars Hand #200000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/03/02 20:11:05 ET
Table 'Halley' 6-max Seat #3 is the button
Seat 2: Bob ($1,104.50 in chips)
Seat 3: Cyd ($97.25 in chips)
Seat 4: Dan ($100 in chips)
Seat 5: Ann ($100 in chips)
Dan: posts small blind $0.50
Ann: posts big blind $1
*** HOLE CARDS ***
Dealt to Cyd [As Ks]
Bob: folds
Cyd: raises $1.50 to $2.50
Dan: folds
Ann: calls $1.50
*** FLOP *** [Ah Jd 7c]
Ann: checks
Cyd: bets $1.75
Ann: calls $1.75
*** TURN *** [Ah Jd 7c] [2s]
Ann: checks
Cyd: bets $6
Ann: raises $12 to $18
Cyd: calls $12
*** RIVER *** [Ah Jd 7c 2s] [9h]
Ann: bets $77.75 and is all-in
Cyd: folds
Uncalled bet ($77.75) returned to Ann
Ann collected $45 from pot
*** SUMMARY ***
Total pot $45 | Rake $0
"""
"""After the site's form. Two see the flop: 0.50 + 2 x 2.50 are in, and the shorter of them has 97.25 - 2.50 behind."""

FULL_TILT = """\
Full Tilt Poker Game #30000000001: Table Halley (6 max) - $0.50/$1 - No Limit Hold'em - 20:11:05 ET - 2011/03/02
Seat 2: Bob ($1,104.50)
Seat 3: Cyd ($97.25)
Seat 4: Dan ($100)
Seat 5: Ann ($100)
Dan posts the small blind of $0.50
Ann posts the big blind of $1
The button is in seat #3
*** HOLE CARDS ***
Dealt to Cyd [As Ks]
Bob folds
Cyd raises to $2.50
Dan folds
Ann calls $1.50
*** FLOP *** [Ah Jd 7c]
Ann checks
Cyd bets $1.75
Ann calls $1.75
*** TURN *** [Ah Jd 7c] [2s]
Ann checks
Cyd bets $6
Ann raises to $18
Cyd calls $12
*** RIVER *** [Ah Jd 7c 2s] [9h]
Ann bets $77.75, and is all in
Cyd folds
Uncalled bet of $77.75 returned to Ann
Ann mucks
Ann wins the pot ($45)
*** SUMMARY ***
Total pot $45 | Rake $0
Board: [Ah Jd 7c 2s 9h]
Seat 5: Ann (big blind) collected ($45), mucked
"""

PARTY = """\
Game #13000000001 starts.

#Game No : 13000000001
***** Hand History for Game 13000000001 *****
$100 USD NL Texas Hold'em - Saturday, March 02, 20:11:05 EST 2013
Table Halley (Real Money)
Seat 3 is the button
Total number of players : 4/6
Seat 2: Bob ( $1,104.50 USD )
Seat 3: Cyd ( $97.25 USD )
Seat 4: Dan ( $100 USD )
Seat 5: Ann ( $100 USD )
Dan posts small blind [$0.50 USD].
Ann posts big blind [$1 USD].
** Dealing down cards **
Dealt to Cyd [  As Ks ]
Bob folds
Cyd raises [$2.50 USD]
Dan folds
Ann calls [$1.50 USD]
** Dealing Flop ** [ Ah, Jd, 7c ]
Ann checks
Cyd bets [$1.75 USD]
Ann calls [$1.75 USD]
** Dealing Turn ** [ 2s ]
Ann checks
Cyd bets [$6 USD]
Ann raises [$18 USD]
Cyd calls [$12 USD]
** Dealing River ** [ 9h ]
Ann is all-In  [$77.75 USD]
Cyd folds
Ann does not show cards.
Ann wins $122.75 USD
"""

IPOKER = """\
<game gamecode="8000000001">
<general>
<startdate>2024-03-02 20:11:05</startdate>
<players>
<player seat="2" name="Bob" chips="$1,104.50" dealer="0" win="$0" bet="$0" rebuy="0" addon="0" />
<player seat="3" name="Cyd" chips="$97.25" dealer="1" win="$0" bet="$22.25" rebuy="0" addon="0" />
<player seat="4" name="Dan" chips="$100" dealer="0" win="$0" bet="$0.50" rebuy="0" addon="0" />
<player seat="5" name="Ann" chips="$100" dealer="0" win="$122.75" bet="$100" rebuy="0" addon="0" />
</players>
</general>
<round no="0">
<action no="1" player="Dan" type="1" sum="$0.50" cards="" />
<action no="2" player="Ann" type="2" sum="$1" cards="" />
</round>
<round no="1">
<cards type="Pocket" player="Cyd">SA SK</cards>
<action no="3" player="Bob" type="0" sum="$0" cards="" />
<action no="4" player="Cyd" type="23" sum="$2.50" cards="" />
<action no="5" player="Dan" type="0" sum="$0" cards="" />
<action no="6" player="Ann" type="3" sum="$1.50" cards="" />
</round>
<round no="2">
<cards type="Flop" player="">HA DJ C7</cards>
<action no="7" player="Ann" type="4" sum="$0" cards="" />
<action no="8" player="Cyd" type="5" sum="$1.75" cards="" />
<action no="9" player="Ann" type="3" sum="$1.75" cards="" />
</round>
<round no="3">
<cards type="Turn" player="">S2</cards>
<action no="10" player="Ann" type="4" sum="$0" cards="" />
<action no="11" player="Cyd" type="5" sum="$6" cards="" />
<action no="12" player="Ann" type="23" sum="$18" cards="" />
<action no="13" player="Cyd" type="3" sum="$12" cards="" />
</round>
<round no="4">
<cards type="River" player="">H9</cards>
<action no="14" player="Ann" type="5" sum="$77.75" cards="" />
<action no="15" player="Cyd" type="0" sum="$0" cards="" />
</round>
</game>
"""

ONGAME = """\
***** History for hand R5-100000001-1 *****
Start hand: Sat Mar 02 20:11:05 GMT+0100 2013
Table: Halley [100000001] (NO_LIMIT TEXAS_HOLDEM $0.50/$1, Real money)
User: Cyd
Button: seat 3
Players in round: 4
Seat 2: Bob ($1,104.50)
Seat 3: Cyd ($97.25)
Seat 4: Dan ($100)
Seat 5: Ann ($100)
Dan posts small blind ($0.50)
Ann posts big blind ($1)
---
Dealing pocket cards
Dealing to Cyd: [As, Ks]
Bob folds
Cyd raises $2.50 to $2.50
Dan folds
Ann calls $1.50
--- Dealing flop [Ah, Jd, 7c]
Ann checks
Cyd bets $1.75
Ann calls $1.75
--- Dealing turn [2s]
Ann checks
Cyd bets $6
Ann raises $18 to $18
Cyd calls $12
--- Dealing river [9h]
Ann bets $77.75 [all in]
Cyd folds
---
Summary:
Main pot: $45 won by Ann ($45)
Rake taken: $0
Seat 2: Bob ($1,104.50), net: $0
Seat 3: Cyd ($75), net: -$22.25
Seat 4: Dan ($99.50), net: -$0.50
Seat 5: Ann ($122.75), net: +$22.75
***** End of hand R5-100000001-1 *****
"""

ABSOLUTE = """\
Stage #3000000001: Holdem  No Limit $1 - 2009-07-02 20:11:05 (ET)
Table: HALLEY (Real Money) Seat #3 is the dealer
Seat 2 - Bob ($1,104.50 in chips)
Seat 3 - Cyd ($97.25 in chips)
Seat 4 - Dan ($100 in chips)
Seat 5 - Ann ($100 in chips)
Dan - Posts small blind $0.50
Ann - Posts big blind $1
*** POCKET CARDS ***
Bob - Folds
Cyd - Raises $2.50 to $2.50
Dan - Folds
Ann - Calls $1.50
*** FLOP *** [Ah Jd 7c]
Ann - Checks
Cyd - Bets $1.75
Ann - Calls $1.75
*** TURN *** [Ah Jd 7c] [2s]
Ann - Checks
Cyd - Bets $6
Ann - Raises $18 to $18
Cyd - Calls $12
*** RIVER *** [Ah Jd 7c 2s] [9h]
Ann - All-In $77.75
Cyd - Folds
Ann - returned ($77.75) : not called
Ann Collects $45 from main pot
*** SUMMARY ***
Total Pot($45)
"""

GG = (
    STARS.replace("PokerStars Hand #200000000001:", "Poker Hand #HD2000000001:")
    .replace("($0.50/$1.00 USD) - 2024/03/02 20:11:05 ET", "($0.5/$1) - 2024/03/02 20:11:05")
    .replace("Dealt to Cyd [As Ks]", "Dealt to Bob \nDealt to Cyd [As Ks]\nDealt to Dan \nDealt to Ann ")
    .replace("| Rake $0", "| Rake $0 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0")
)

OTHER_SITES = {
    "GGPoker": GG,
    "Full Tilt": FULL_TILT,
    "PartyPoker": PARTY,
    "iPoker": IPOKER,
    "Ongame": ONGAME,
    "Absolute": ABSOLUTE,
}
"""The same hand after the forms of other sites."""
