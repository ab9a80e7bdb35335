"""Making and revealing sets of deals."""
