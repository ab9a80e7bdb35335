"""Learning: lessons, exercises, seven hands to bid, the commented deal."""
