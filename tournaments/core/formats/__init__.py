"""Tournament formats. Each combines a unit of ranking, a movement, a comparison and a ranking."""
