"""Deals of Tarot played to their ends: by rules of thumb, by the learnt policy, and by search."""
