"""What the rooms lean on: checks of arguments, memory, the compiler's cache, extras."""
