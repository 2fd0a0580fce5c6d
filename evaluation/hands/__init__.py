"""Hands as files: logs of matches, PHH, and histories of poker sites."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.evaluation.hands.phh import PhhError as PhhError
    from pokerzoo.evaluation.hands.phh import PhhHand as PhhHand
    from pokerzoo.evaluation.hands.phh import from_phh as from_phh
    from pokerzoo.evaluation.hands.phh import join_phh as join_phh
    from pokerzoo.evaluation.hands.phh import read_phh as read_phh
    from pokerzoo.evaluation.hands.phh import to_phh as to_phh
    from pokerzoo.evaluation.matches.hand_log import Hand as Hand
    from pokerzoo.evaluation.matches.hand_log import HandFile as HandFile
    from pokerzoo.evaluation.matches.hand_log import HandLog as HandLog
    from pokerzoo.evaluation.matches.hand_log import HandLogError as HandLogError
    from pokerzoo.evaluation.matches.hand_log import read_hands as read_hands
    from pokerzoo.evaluation.matches.hand_log import replay as replay
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
