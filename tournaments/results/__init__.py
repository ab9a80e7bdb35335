"""Results of plays: versions, travellers, score sheets, phones, scans, checking, second entry."""
