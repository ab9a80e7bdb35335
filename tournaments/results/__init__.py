"""What was played: versions, travellers, score sheets, phones, scans, checking, second entry."""
