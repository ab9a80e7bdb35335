"""The program `etui`: its command, its version, the place of its data. It imports nothing of the site."""
