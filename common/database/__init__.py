"""Reading the database quickly, with a time limit, or apart; the caches in front of it."""
