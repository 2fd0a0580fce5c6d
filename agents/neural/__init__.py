"""Agents that learn with networks, and trained models as agents."""
