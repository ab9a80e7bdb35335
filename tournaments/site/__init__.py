"""What spans all rooms: home pages, one's own data, the log, erasure."""
