"""The clock, calls and messages, the wall and the screen."""
