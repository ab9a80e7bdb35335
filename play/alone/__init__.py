"""Playing alone against robots: practice, the deal of the day, étuis played again."""
