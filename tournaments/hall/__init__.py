"""The hall of an event: clock, calls for the referee, messages, wall of tables and projector screen."""
