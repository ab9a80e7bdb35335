"""The organiser's pages: register, preparation, desk, results."""
