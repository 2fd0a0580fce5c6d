"""Counterfactual regret minimization: the whole family, with full and sampled chance."""
