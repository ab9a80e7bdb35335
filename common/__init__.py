"""Shared helpers without models: errors, tasks, limits, the web server, files of an installation."""
