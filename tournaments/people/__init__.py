"""The register, clubs, their keepers and roles, imports, merges, accounts, privacy."""
