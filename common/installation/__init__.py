"""Private files of an installation, and the lines of its log."""
