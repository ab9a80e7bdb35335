"""What every page and the API read of a request, limit, and answer when it cannot be done."""
