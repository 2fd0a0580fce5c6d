"""Hands that others published in the ACPC's format, as they stand there.

- LIMIT_2P to NO_LIMIT_3P: from the specifications of the Ruby gem acpc_poker_types (Morrill), made by the competition's dealer.
- MATCH_2017: from the log of HITSZ against Slumbot, the 2017 competition (no-limit heads-up).
- PLURIBUS: hand 42 of the supplement to Brown and Sandholm, Superhuman AI for multiplayer poker (2019); six have 10,000 each.
- SEEN: what a client was sent and what it answered, in the examples of the protocol specification 2.0.0.

Betting without cards becomes a state by ``state_of_betting``.
"""

from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.acpc.acpc_strings import FIRST_CARDS, from_acpc

LIMIT_2P = """\
# name/game/hands/seed 2p.limit.h1000.r0 holdem.limit.2p.reverse_blinds.game 1000 0
STATE:0:crrrc/rrc/rf:3s5d|Td2s/4d5c4s/Kd:60|-60:p1|p2
STATE:1:rc/crrrrc/rrc/rc:7d5s|Kh9c/As3hTs/Jh/Js:-120|120:p2|p1
STATE:2:cc/cc/rc/rc:Kh6h|As2h/Qd2c2d/7d/3d:-50|50:p1|p2
STATE:3:cc/rrrc/rc/rc:8c7d|QcKc/Ac6hTd/9h/3d:80|-80:p2|p1
STATE:4:rf:6s9d|4dQd:-10|10:p1|p2
STATE:5:cc/crc/cc/cc:6c2d|9cKs/4dKc7d/Td/Ah:-20|20:p2|p1
STATE:6:rrrc/rc/cc/rc:9h7h|3d8s/JcAc5c/Ah/Ks:70|-70:p1|p2
STATE:7:rrrf:5s9c|8dJh:-30|30:p2|p1
STATE:8:rrrc/cc/rc/rrc:Kc6h|Qc3s/QhAh8d/Th/9d:-100|100:p1|p2
STATE:9:crc/cc/cc/rc:Jc8d|TdQd/As6d6h/7h/4s:-40|40:p2|p1
SCORE:100|-100:p1|p2
"""
NO_LIMIT_2P = """\
# name/game/hands/seed 2p.nolimit.h1000.r0 holdem.nolimit.2p.reverse_blinds.game 1000 0
STATE:0:r5924c/r17356c/cc/r19718c:3s5d|Td2s/4d5c4s/Kd/2c:19718|-19718:p1|p2
STATE:1:cc/r7485r16652c/r17998r19429r20000c/:7d5s|Kh9c/As3hTs/Jh/Js:-20000|20000:p2|p1
STATE:2:r18810c/r19264r19774c/cr19995r20000c/:Kh6h|As2h/Qd2c2d/7d/3d:-20000|20000:p1|p2
STATE:3:cr281c/r18446r20000c//:8c7d|QcKc/Ac6hTd/9h/3d:20000|-20000:p2|p1
STATE:4:r13583r20000f:6s9d|4dQd:13583|-13583:p1|p2
STATE:5:cc/r15416f:6c2d|9cKs/4dKc7d:100|-100:p2|p1
STATE:6:r15542r20000c///:9h7h|3d8s/JcAc5c/Ah/Ks:20000|-20000:p1|p2
STATE:7:r1147c/cc/cr5404f:5s9c|8dJh/TdQc9d/Jd:-1147|1147:p2|p1
STATE:8:cc/r5841r19996r20000c//:Kc6h|Qc3s/QhAh8d/Th/9d:-20000|20000:p1|p2
STATE:9:f:Jc8d|TdQd:50|-50:p2|p1
SCORE:14298|-14298:p1|p2
"""
LIMIT_3P = """\
# name/game/hands/seed 3p.limit.h1000.r0 holdem.limit.3p.game 1000 0
STATE:0:ccc/rrcrcrcc/rcrrcc/crcrcrcrfc:Kd2d|6c2s|8hTh/2c4h9s/Ad/As:360|-190|-170:p1|p2|p3
STATE:1:rrcrcc/rrrcf/rrrrc/cc:Td7s|4c5s|Qc4s/5dAd7c/6c/2c:210|-60|-150:p2|p3|p1
STATE:2:fcc/crc/crrc/rrc:Jh9d|8hAh|As6c/3dKc3c/2d/Kh:-100|100|0:p3|p1|p2
STATE:3:rcrcrcf/rc/cc/rc:Qd2h|5c4d|6s2d/As8s6d/7d/2c:-70|100|-30:p1|p2|p3
STATE:4:rrcc/rrrrcf/rrc/rc:8d4c|6sQd|Ts2s/2d9hTh/8c/5h:190|-130|-60:p2|p3|p1
STATE:5:rrrcc/crrfrrc/crc/cc:7cKh|3s2h|Js4h/KcQc2s/5h/4s:-40|-100|140:p3|p1|p2
STATE:6:rrcrcc/rrrcc/ccrrcrcrcc/crrrrfc:QhQd|3cQc|2cTh/Jc8hTs/9c/3s:95|95|-190:p1|p2|p3
STATE:7:crrcrcc/crrfrc/cc/rrc:Qd2s|KdTs|6dQh/6h6sTc/3h/Jd:-40|-110|150:p2|p3|p1
STATE:8:frc/cc/rc/rrc:6hKc|6cAd|6d2c/QdTd9h/7h/Jc:80|-80|0:p3|p1|p2
STATE:9:ccc/ccc/rrcc/rrrfrc:QsAs|3s8h|Qd3c/4d6d2d/5d/2c:-70|-130|200:p1|p2|p3
SCORE:105|375|-550:p1|p2|p3
"""
NO_LIMIT_3P = """\
# name/game/hands/seed 3p.nolimit.h1000.r0 holdem.nolimit.3p.game 1000 0
STATE:0:ccc/ccc/r4881cr14955cr20000cc/:Kd2d|6c2s|8hTh/2c4h9s/Ad/As:40000|-20000|-20000:p1|p2|p3
STATE:1:ccc/cr7400r17645r20000cc//:Td7s|4c5s|Qc4s/5dAd7c/6c/2c:40000|-20000|-20000:p2|p3|p1
STATE:2:r7187r19832cc/cr19953fc/cr20000c/:Jh9d|8hAh|As6c/3dKc3c/2d/Kh:-20000|39832|-19832:p3|p1|p2
STATE:3:r3610cr8213r19531r20000cc///:Qd2h|5c4d|6s2d/As8s6d/7d/2c:-20000|40000|-20000:p1|p2|p3
STATE:4:fcc/r1348c/r8244r18929r20000c/:8d4c|6sQd|Ts2s/2d9hTh/8c/5h:20000|-20000|0:p2|p3|p1
STATE:5:r15492cc/ccr17275cc/r19597cc/r19947cf:7cKh|3s2h|Js4h/KcQc2s/5h/4s:39544|-19947|-19597:p3|p1|p2
STATE:6:r10322fc/r10577r18645r20000c//:QhQd|3cQc|2cTh/Jc8hTs/9c/3s:-50|20050|-20000:p1|p2|p3
STATE:7:ccr8533r17298r20000cc///:Qd2s|KdTs|6dQh/6h6sTc/3h/Jd:-20000|-20000|40000:p2|p3|p1
STATE:8:cr18231r20000cc///:6hKc|6cAd|6d2c/QdTd9h/7h/Jc:40000|-20000|-20000:p3|p1|p2
STATE:9:ccr12926r20000cc///:QsAs|3s8h|Qd3c/4d6d2d/5d/2c:-20000|-20000|40000:p1|p2|p3
SCORE:19835|621|-20456:p1|p2|p3
"""
LOGS = {
    "holdem.limit.2p.reverse_blinds": LIMIT_2P,
    "holdem.nolimit.2p.reverse_blinds": NO_LIMIT_2P,
    "holdem.limit.3p": LIMIT_3P,
    "holdem.nolimit.3p": NO_LIMIT_3P,
}
MATCH_2017 = """\
STATE:0:r200c/cr400c/cc/r900f:AhTd|Jd7d/2sTh3s/2h/Qc:400|-400:HITSZ_2pn_2017|Slumbot_2pn_2017
STATE:1:cc/cc/cc/r200c:5hQd|7s7d/AcAd2s/3h/Qh:200|-200:Slumbot_2pn_2017|HITSZ_2pn_2017
STATE:7:r300c/cr900c/cr2700c/cc:5hKc|Js8h/Kd5d9c/Th/6d:2700|-2700:Slumbot_2pn_2017|HITSZ_2pn_2017
STATE:73:r300r900c/r1800c/r5400c/cr20000f:AsKc|JcAh/9cKsKd/8c/7c:-5400|5400:Slumbot_2pn_2017|HITSZ_2pn_2017
STATE:117:r225r750c/r1500c/r4500c/r13500c:QcAs|4dQd/3s4h3d/Qh/6d:-13500|13500:Slumbot_2pn_2017|HITSZ_2pn_2017
"""
ALL_IN_2017 = (
    "STATE:112:r200r1200c/cr4200r9450c/r20000c/:AdAs|2c2h/2s9d6d/8s/3d:-18181.818182|18181.818182"
    ":HITSZ_2pn_2017|Slumbot_2pn_2017"
)
"""Here the competition counted the mean over all river cards."""
PLURIBUS = (
    "STATE:42:r200fcffc/cr650cf/cr3000f:8c6h|7hJs|AdJh|9s2h|TdTs|5c3s/QdKc9d/Ac"
    ":-50|-200|-650|0|900|0:Budd|MrWhite|MrOrange|Hattori|MrBlue|Pluribus"
)
SEEN = {
    "holdem.limit.2p.reverse_blinds": [
        ("MATCHSTATE:0:0::TdAs|", None),
        ("MATCHSTATE:0:0:r:TdAs|", "r"),
        ("MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h", "r"),
        ("MATCHSTATE:0:0:rrc/r:TdAs|/2c8c3h", None),
        ("MATCHSTATE:0:0:rrc/rc/c:TdAs|/2c8c3h/9c", None),
        ("MATCHSTATE:0:0:rrc/rc/crc/cr:TdAs|/2c8c3h/9c/Kh", "c"),
        ("MATCHSTATE:0:0:rrc/rc/crc/crc:TdAs|8hTc/2c8c3h/9c/Kh", None),
        ("MATCHSTATE:1:1::|Qd7c", "r"),
        ("MATCHSTATE:1:1:rrc/rc/r:|Qd7c/2h8h5c/Th", "f"),
        ("MATCHSTATE:1:1:rrc/rc/rf:|Qd7c/2h8h5c/Th", None),
    ],
    "holdem.nolimit.2p.reverse_blinds": [
        ("MATCHSTATE:0:30::9s8h|", None),
        ("MATCHSTATE:0:30:cc/:9s8h|/8c8d5c", "r250"),
        ("MATCHSTATE:0:30:cc/r250c/r500c/:9s8h|/8c8d5c/6s/2d", "r1250"),
        ("MATCHSTATE:0:30:cc/r250c/r500c/r1250c:9s8h|9c6h/8c8d5c/6s/2d", None),
        ("MATCHSTATE:1:31:r300r900:|JdTc", "c"),
        ("MATCHSTATE:1:31:r300r900c/r1800:|JdTc/6dJc9c", "r3600"),
        ("MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000:|JdTc/6dJc9c/Kh", "c"),
        ("MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000c/:KsJs|JdTc/6dJc9c/Kh/Qc", None),
    ],
    "holdem.limit.3p": [
        ("MATCHSTATE:2:55::||AsTs", "r"),
        ("MATCHSTATE:2:55:rcc/r:||AsTs/4cJh8h", None),
        ("MATCHSTATE:2:55:rcc/rfc/r:||AsTs/4cJh8h/Kd", "c"),
        ("MATCHSTATE:2:55:rcc/rfc/rc/rf:||AsTs/4cJh8h/Kd/8c", None),
        ("MATCHSTATE:0:90:c:Ad6h||", "r"),
        ("MATCHSTATE:0:90:crf:Ad6h||", None),
        ("MATCHSTATE:0:90:crfc/rc/rc/rc:Ad6h||Td2h/TsKd7h/Kh/6d", None),
    ],
}


def state_of_betting(game: TexasHoldemGame, betting: str) -> TexasHoldemState:
    """The state after a betting string; the players have the lowest cards, the public ones follow them."""
    deck, players = game.rules.deck, game.num_players
    hands = "|".join("".join(deck[2 * player : 2 * player + 2]) for player in range(players))
    public = deck[2 * players :]
    streets = ["".join(public[FIRST_CARDS[k] : FIRST_CARDS[k + 1]]) for k in range(1, betting.count("/") + 1)]
    return from_acpc(game, f"STATE:0:{betting}:{'/'.join([hands, *streets])}").state
