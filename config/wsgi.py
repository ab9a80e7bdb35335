"""WSGI application of the site."""

import os

from django.core.wsgi import get_wsgi_application

from common.requests.bounds import PlainRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.hall")
application = get_wsgi_application()
application.request_class = PlainRequest
