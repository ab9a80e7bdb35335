"""Plain Python and NumPy: movements, slips, rankings, formats, exchange of text files, what shows, names."""
