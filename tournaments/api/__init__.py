"""The JSON API of tournaments, by version."""
