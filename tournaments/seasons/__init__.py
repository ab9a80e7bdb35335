"""Competitions, seasons, ratings, histories over many events, homologation."""
