"""Shared handling of requests: limits, caches, the device and address of the client, input errors."""
