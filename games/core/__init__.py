"""Plain Python: cards, deals, outcomes and scoring; no Django, clock, network or global randomness.

Sources, by their letters in docs/rules: "rules R" and "federation rules of 2012" are [R]; document 000
is [J], 001 is [W], 004 is [B].
"""
