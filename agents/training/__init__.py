"""The loop in which all trainers run: limits, callbacks, checkpoints, logs."""
