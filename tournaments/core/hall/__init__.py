"""The arithmetic of the clock of a round."""
