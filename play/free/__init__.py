"""Free tables: several people play one deal after the other, with robots at empty seats."""
