"""Conversion of HTML to printable sheets."""
