"""A server: every secret and address comes from the environment, nothing has a default."""

from config.settings.base import *  # noqa: F403
from config.settings.base import LOGGING, STORAGES, env

SECRET_KEY = env.str("SECRET_KEY")
DATABASE_URL = env.str("DATABASE_URL")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")
ALLOWED_HOSTS = [*env.list("ETUI_HOSTS"), "localhost"]  # localhost: the health check, from inside
STORAGES["staticfiles"] = {"BACKEND": "common.web_server.static_files.StaticStorage"}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
"""Pages name no others, and to pack each file twice takes twice as long."""
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
"""Address of a service other than Amazon's."""
if ETUI_S3_BUCKET:
    for alias, place, is_overwritten in (("default", "documents", False), ("backups", "backups", True)):
        options = {"bucket_name": ETUI_S3_BUCKET, "location": place, "file_overwrite": is_overwritten}
        if ETUI_S3_ENDPOINT:  # a service of one's own seldom has a name for each bucket
            options |= {"endpoint_url": ETUI_S3_ENDPOINT, "addressing_style": "path"}
        STORAGES[alias] = {"BACKEND": "tournaments.installation.buckets.Bucket", "OPTIONS": options}

vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("ETUI_MAIL_FROM")

# Behind https unless the operator says that the server stands on a private network. Who asked and how is told
# by the proxy and believed by the web server from FORWARDED_ALLOW_IPS alone: Django reads no such header.
ETUI_HTTPS = env.bool("ETUI_HTTPS", default=True)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = ETUI_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if ETUI_HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""Other names under the club's own, and browsers' built-in lists, are for the club to decide about."""
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
LOGGING["handlers"]["console"]["stream"] = "ext://sys.stdout"
