"""People, seats, results, rankings and documents of tournaments."""
