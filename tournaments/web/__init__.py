"""Pages by audience: the organiser's and everybody's."""
