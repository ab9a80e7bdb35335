"""The trail of what was done, by whom and from where."""
