"""Betting: who acts, what is legal, and who is paid what, for any cards."""
