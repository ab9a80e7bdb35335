"""Differences between operating systems: one module per subject, with a substitute for each missing call."""
