"""Plain Python and NumPy: movements, slips, rankings, formats and exchange of text files."""
