"""Web server: connections, request bodies, threads, deadlines, and responses that need no site code."""
