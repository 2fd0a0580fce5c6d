"""The benchmark of learners: games, learners and seeds with a budget of processor seconds, exact exploitability, the page."""
