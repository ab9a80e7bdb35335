"""From HTML to printable sheets, and from scanned sheets and photos to pictures."""
