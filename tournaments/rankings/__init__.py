"""Standings and their explanations, rulings, prizes, the pages of each player."""
