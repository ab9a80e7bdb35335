"""Standings and what explains them, rulings, prizes, the pages of each player."""
