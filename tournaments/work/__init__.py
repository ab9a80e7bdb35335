"""Work behind the pages: rows that ask for it, and the tasks that do it."""
