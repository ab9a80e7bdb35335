"""What spans all rooms: addresses, home pages, one's own data, logs, the sweep."""
