"""Logs of hands and PHH files: reading, replay by the rules, writing."""
