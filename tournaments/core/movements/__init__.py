"""Who meets whom, where, with which boards: numbers only, no names."""
