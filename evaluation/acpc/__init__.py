"""Games, strings, logs and protocol of the Annual Computer Poker Competition (ACPC); Slumbot's strings."""
