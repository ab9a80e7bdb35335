"""Pages of the phones at a table: opened by the table's link, without an account."""
