"""Checks of arguments, memory, the compiler's cache, extras."""
