"""A named handful of helpers without a model: errors, queueing, addresses, PDF."""
