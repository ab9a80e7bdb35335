"""Users, signing up and in, their second factor and devices, languages."""
