"""Days and hours in English: never the month first, which reads as the day; hours on 24, as on the clock."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
