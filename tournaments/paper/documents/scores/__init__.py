"""Papers that players fill in: score sheets, travellers, and records of duels and matches."""
