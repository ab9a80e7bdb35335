"""Plain Python and NumPy code without a database."""
