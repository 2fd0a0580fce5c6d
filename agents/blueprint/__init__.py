"""The blueprint of whole hands: CFR with public chance sampling, by hand class."""
