"""Papers of results: rankings, reports, rulings and prizes."""
