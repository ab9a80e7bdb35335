"""Pages about the games themselves."""
