"""Services of the games app: sets of deals, texts of the rules, the compiled search."""
