"""Files that come in and go out: text to values and back, without a database."""
