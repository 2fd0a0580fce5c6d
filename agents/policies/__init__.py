"""Policies, agents that play them, baselines, and files."""
