"""Tournament formats: a unit of ranking, a movement, a comparison and a ranking, put together."""
