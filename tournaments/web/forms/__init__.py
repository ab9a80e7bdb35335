"""Forms clean input into the arguments of a service; they never save."""
