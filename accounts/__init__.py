"""Users, sign-in, languages."""
