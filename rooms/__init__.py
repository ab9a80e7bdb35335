"""Playing on the site: practice, the deal of the day, étuis played again."""
