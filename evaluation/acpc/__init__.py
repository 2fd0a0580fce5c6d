"""The games, strings, logs and the protocol of the Annual Computer Poker Competition (ACPC); Slumbot's strings."""
