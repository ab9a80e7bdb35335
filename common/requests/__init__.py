"""What every page and the API read of a request, limit and keep for a while; answers when it fails."""
