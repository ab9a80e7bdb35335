"""From HTML to printable sheets."""
