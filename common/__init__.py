"""Helpers without a model: errors, queueing, limits, PDF; the web server; what an installation keeps."""
