"""Poker: cards, ranges, rules, betting, public states, infosets, the tree API."""
