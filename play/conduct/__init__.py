"""Conduct between players: free words, blocks, reports, bars."""
