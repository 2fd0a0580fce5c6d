"""A person at the table, in the terminal and in the explorer: hands dealt, opponents asked, decisions judged, a log."""
