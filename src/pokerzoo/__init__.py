"""Pokerzoo."""
