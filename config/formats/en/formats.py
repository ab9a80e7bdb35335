"""Dates and times in English: the day before the month, to avoid confusion, and 24 hours."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
