"""Hot queries of the database, and caches."""
