"""Betting: who acts, what is legal, and who is paid what, whatever cards fall."""
