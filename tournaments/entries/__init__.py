"""Who takes part: entering, teams and partners, registrations, fees, arrivals at the reception."""
