"""The JSON interface of tournaments, by version."""
