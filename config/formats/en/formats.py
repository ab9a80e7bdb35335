"""Days in English: never with the month first, which a reader takes for the day."""

SHORT_DATE_FORMAT = "j M Y"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
