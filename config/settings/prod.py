"""Settings of a server. Secrets and addresses come from environment variables without defaults."""

from config.settings.base import *  # noqa: F403
from config.settings.base import LOGGING, STORAGES, env

SECRET_KEY = env.str("SECRET_KEY")
DATABASE_URL = env.str("DATABASE_URL")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")
ALLOWED_HOSTS = [*env.list("ETUI_HOSTS"), "localhost"]  # localhost: the health check, from inside
STORAGES["staticfiles"] = {"BACKEND": "common.web_server.static_files.StaticStorage"}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
"""True: pages use only hashed names, and compressing each file twice takes twice as long."""
CACHES = {
    "default": {
        "BACKEND": "common.requests.caches.PatientRedisCache",
        "LOCATION": env.str("CACHE_URL"),
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}
ETUI_LIVE_URL = env.str("CACHE_URL")

ETUI_S3_BUCKET = env.str("ETUI_S3_BUCKET", default="")
ETUI_S3_ENDPOINT = env.str("ETUI_S3_ENDPOINT", default="")
"""Address of a storage service other than Amazon's."""
if ETUI_S3_BUCKET:
    for alias, location, is_overwritten in (("default", "documents", False), ("backups", "backups", True)):
        options = {"bucket_name": ETUI_S3_BUCKET, "location": location, "file_overwrite": is_overwritten}
        if ETUI_S3_ENDPOINT:  # a self-hosted service seldom has a host name for each bucket
            options |= {"endpoint_url": ETUI_S3_ENDPOINT, "addressing_style": "path"}
        STORAGES[alias] = {"BACKEND": "tournaments.installation.buckets.Bucket", "OPTIONS": options}

vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("ETUI_MAIL_FROM")

# https unless the operator turns it off for a private network. The web server takes the client's address and
# scheme from the headers of a proxy in FORWARDED_ALLOW_IPS alone; Django reads no such header.
ETUI_HTTPS = env.bool("ETUI_HTTPS", default=True)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = ETUI_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if ETUI_HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""Checks about subdomains of the club and preload lists of browsers, which are decisions of the club."""
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
LOGGING["handlers"]["console"]["stream"] = "ext://sys.stdout"
