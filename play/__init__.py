"""Playing online: tables, practice, learning, free tables, rooms, conduct."""
