"""The trace of what was done, by whom and from where."""
