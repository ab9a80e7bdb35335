"""Pages of the club's site and of its laptops, and the addresses for their programs."""
