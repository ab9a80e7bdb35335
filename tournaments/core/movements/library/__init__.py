"""The federation's movements, as its manual prints them and as far as they are sound."""
