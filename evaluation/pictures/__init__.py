"""Pictures of strategies, ranges, runs and matches, and what they share: colours, sizes, files."""
