"""Formats of dates where Django's own ones for a language would be misleading."""
