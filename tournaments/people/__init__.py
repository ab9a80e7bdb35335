"""The register of a club, its organisers, roles, imports, merges, accounts and privacy."""
