"""Blueprints of hold'em from the blinds on: hands in classes, boards drawn at random."""
