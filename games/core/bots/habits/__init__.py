"""What a club teaches about Tarot: rules of thumb, bids, signals, codes, and reasons for a card."""
