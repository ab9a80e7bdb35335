"""Background work: rows that request it, jobs, and the sweep that sends lost messages again."""
