"""Solving at the table: an agent for whole hands that solves the rest of the hand when it must act."""
