"""The games, each a file: parameters and rules."""
