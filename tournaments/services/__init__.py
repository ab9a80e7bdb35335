"""What the site does: one transaction, one audit event, one task asked for after the commit."""
