"""From the scores of a tournament to its rankings, in exact arithmetic on arrays."""
