"""Whole hands of hold'em: a hand as a row of numbers, the rules of betting as compiled functions on it, and its tree API."""
