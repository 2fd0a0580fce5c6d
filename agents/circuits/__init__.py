"""Regret circuits: minimizers that are composed."""
