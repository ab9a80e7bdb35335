"""Version 1: standings and boards to read, results to send. The schema is in docs/api/schema.yml."""
