"""Kernels made ready: compiled ahead of time on all cores, listed, and packed into wheels."""
