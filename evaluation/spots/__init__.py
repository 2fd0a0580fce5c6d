"""Decisions and spots: reports on hands, ranges and next cards, leaks, locks, drills, the EV of each action."""
