"""Texts, lines and cards on paper: widths, columns, rules, letters, and cards to be cut."""
