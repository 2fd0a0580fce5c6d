"""Terminal evaluation of spots for three players: showdowns of three hands, exact in all card removal.

``calls`` registers it for ``counterfactual_values`` by the type ``ThreeWayPasses``.
"""

from . import calls as calls
