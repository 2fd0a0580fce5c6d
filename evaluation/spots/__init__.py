"""Decisions and spots: reports on hands, ranges and next cards, leaks, locks, the EV of each action."""
