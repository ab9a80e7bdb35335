"""Who takes part: entering, teams and partners, registrations, fees, check-in at the door."""
