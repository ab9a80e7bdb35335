"""The organiser's evening: wizard, desk, preflight checks, sessions, closing, templates and practice."""
