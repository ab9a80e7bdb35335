"""French, as it is written in clubs."""
