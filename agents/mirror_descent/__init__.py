"""Mirror descent without regrets: magnetic mirror descent on tables."""
