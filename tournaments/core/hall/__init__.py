"""The clock of a round, as arithmetic."""
