"""Plain Python: cards, deals, outcomes and scoring; no Django, clock, network or global randomness."""
