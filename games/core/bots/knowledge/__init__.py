"""What one seat knows about a deal: the cards it saw, where hidden ones can lie, and the table before it."""
