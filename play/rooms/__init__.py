"""Rooms: rounds at fixed hours whose players all play the same deals; their rankings and boards."""
