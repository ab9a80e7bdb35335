"""A table as its player sees it: cards, steps and scores in words."""
