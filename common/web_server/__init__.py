"""The web server: its connections, bodies, threads and deadlines, and what it answers without the site."""
