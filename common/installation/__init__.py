"""Files of an installation, for its owner alone, and the lines of its log."""
