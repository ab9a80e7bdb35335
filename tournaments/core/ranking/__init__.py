"""Rankings from the scores of a tournament, in exact arithmetic on arrays."""
