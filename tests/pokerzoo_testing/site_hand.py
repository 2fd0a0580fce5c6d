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
