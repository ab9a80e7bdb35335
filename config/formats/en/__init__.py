"""English formats, as used in Europe."""
