"""Experiments: learners on games from seeds with equal budgets, their exact exploitability on the way, means and curves."""
