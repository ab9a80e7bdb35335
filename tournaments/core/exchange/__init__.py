"""Files and JSON documents that are read and written: text to values and back, without a database."""
