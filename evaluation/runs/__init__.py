"""Independent training runs over games, trainers and seeds: done, kept, summed up, drawn."""
