"""Live channel: services notify topics, and pages that subscribe fetch what has changed."""
