"""What the web server runs: the WSGI site in a few threads.

Django's own ASGI handler served less than half as many posts in our measurements, with a far worse
tail; more than a few threads only lengthen the tail on SQLite (docs/decisions/0008).
"""

import os

from a2wsgi import WSGIMiddleware

from config.wsgi import application as site

threads = int(os.environ.get("ETUI_WEB_THREADS", "4"))
application = WSGIMiddleware(site, workers=threads)  # type: ignore[arg-type] # Django's answer is iterable
