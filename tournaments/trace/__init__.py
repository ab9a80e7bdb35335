"""The trace of all actions, with their author and address."""
