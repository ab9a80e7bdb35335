"""Everything about playing online: tables, practice, learning, free tables, rooms, conduct."""
