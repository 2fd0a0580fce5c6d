"""Terminal evaluation of spots for three players: showdowns of three hands, exact in all card removal.

``threads`` registers it for ``values_of_terminals`` by the type ``ThreeWayPasses``.
"""

from . import threads as threads
