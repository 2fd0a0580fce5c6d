"""Logs of hands, and PHH."""
