"""Matches between players, with honest intervals."""
