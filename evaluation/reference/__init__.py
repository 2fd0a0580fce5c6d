"""The reference results of every registered game, the program and the page that make them."""
