"""Parts of a game solved again: subgames, policies that solve later streets when asked, and one street solved alone."""
