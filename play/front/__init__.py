"""First pages: the front page of the site, and the home of an account."""
