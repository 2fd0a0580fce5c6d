"""Parts of a game solved again: subgames, policies that solve later streets on demand, and depth-limited solving."""
