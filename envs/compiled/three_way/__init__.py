"""Terminal evaluation of spots for three players: showdowns of three hands, exact in all card removal."""
