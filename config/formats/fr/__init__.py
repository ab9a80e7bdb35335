"""French formats, as used in clubs."""
