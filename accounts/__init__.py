"""Users, sign-in and the plumbing of roles."""
