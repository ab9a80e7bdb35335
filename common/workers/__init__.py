"""Processes beside the pages: kept alive, given tasks, forked for one computation."""
