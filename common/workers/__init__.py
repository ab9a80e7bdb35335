"""Processes beside the web server: supervised children, task workers, forks for one computation."""
