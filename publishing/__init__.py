"""Events shared between a laptop in a hall and the club's site on a server.

One installation writes a shared event, and the others have a copy to read (docs/publishing.md).
"""
