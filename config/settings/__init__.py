"""One module per place where Étui runs: hall (a laptop), dev, test and prod (a server)."""
