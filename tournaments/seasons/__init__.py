"""Competitions, seasons, ratings, history over many events, homologation."""
