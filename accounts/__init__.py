"""Users: sign-up, sign-in, second factor, devices, languages."""
