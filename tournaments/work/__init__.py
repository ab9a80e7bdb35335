"""Work behind the pages: rows that ask for it, requests and jobs, and the sweep that sends them again."""
