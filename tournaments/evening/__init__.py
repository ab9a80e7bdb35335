"""The organiser's evening: wizard, desk, preflight, states, sessions, closing."""
