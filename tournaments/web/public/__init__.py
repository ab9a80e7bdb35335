"""What anybody may read without an account: tournaments, standings, étuis, players, seats."""
