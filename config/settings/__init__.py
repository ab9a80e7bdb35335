"""Settings, one module per environment: hall (a laptop), dev, test and prod (a server)."""
