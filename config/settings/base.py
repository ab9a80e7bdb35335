"""Settings of all environments, which the other modules extend. Environment variables set up a site."""

import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from common.installation.private_files import make_new_files_private
from common.web_server.static_files import add_headers

PROJECT_DIR = Path(__file__).resolve().parents[2]
env = environ.Env()

VAR_DIR = Path(env.str("ETUI_VAR_DIR", default=str(PROJECT_DIR / "var")))
"""Folder of all files that the site writes: database, sealed files, printed documents, messages, backups."""
make_new_files_private()
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "compiled"))
"""Folder of the compiled functions of the robots (games/core/compiled.py)."""

ALLOWED_HOSTS = env.list("ETUI_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
ETUI_PUBLIC_URL = env.str("ETUI_PUBLIC_URL", default="")
"""Address of the site for phones, in links and QR codes on paper. `manage.py serve` detects it."""
ETUI_HTTPS_ADDRESS = env.str("ETUI_HTTPS_ADDRESS", default="")
"""Name and port of the https of a laptop, as ":8443" for any name. `manage.py serve --https` sets it."""
ETUI_SIGN_UP = env.bool("ETUI_SIGN_UP", default=True)
"""True if strangers may create accounts. Without a mail server they never can."""
ETUI_LOCAL_WEBHOOKS = env.bool("ETUI_LOCAL_WEBHOOKS", default=False)
"""True if webhooks may use http and addresses of the local network (docs/programs.md)."""
CSRF_TRUSTED_ORIGINS = env.list("ETUI_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "accounts",
    "games",
    "tournaments",
    "play",
    "counting",
    "publishing",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_countries",
    "django_htmx",
    "django_otp",
    "accounts.apps.RecoveryCodesConfig",
    "accounts.apps.AuthenticatorsConfig",
    "drf_spectacular",
    "rest_framework",
]

MIDDLEWARE = [
    "common.system.deep_calls.answer_with_deep_stack",
    "common.requests.bounds.BoundsMiddleware",
    "tournaments.hall.table.polls.quiet_polls",
    "common.web_server.static_files.TextGZipMiddleware",
    "common.requests.callers.remember_client_address",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.base.web.private_answers.mark_responses_private",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.languages.activate_account_language",
    "tournaments.base.words.event_language.keep_event_words_to_the_page",
    "accounts.signed_in_devices.note_device_use",
    "tournaments.base.web.device.join_account",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.refusals.TooManyTriesMiddleware",
    "tournaments.base.web.once.OnceMiddleware",
    "tournaments.base.web.form_addresses.lead_back_from_form_addresses",
    "tournaments.base.web.search_engines.keep_search_engines_out",
]

MESSAGE_STORAGE = "tournaments.base.web.once.NotedMessages"

ETUI_METRICS_TOKEN = env.str("ETUI_METRICS_TOKEN", default="")
"""Token that permits reading `/metrics`."""
ETUI_METRICS_LOOPBACK = env.bool("ETUI_METRICS_LOOPBACK", default=False)
"""True if programs of this machine may read `/metrics` without the token. A proxy here is one of them."""
if ETUI_METRICS_TOKEN or ETUI_METRICS_LOOPBACK:
    MIDDLEWARE.insert(0, "tournaments.site.web.metrics.measure_requests")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "tournaments.base.words.dates",
                "tournaments.base.words.event_language",
                "tournaments.templatetags.once",
            ],
        },
    }
]
FORM_RENDERER = "tournaments.base.forms.field_html.FieldRenderer"

# --- people and secrets -------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{kind}Validator"}
    for kind in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
OTP_TOTP_ISSUER = "Étui"
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0
"""0 turns off the limits of django-otp. Codes have rate limits like passwords (accounts/limits.py)."""
LOGIN_URL = "accounts-sign-in"
LOGIN_REDIRECT_URL = "organiser-home"
LOGOUT_REDIRECT_URL = "public-home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_FAILURE_VIEW = "tournaments.base.web.error_pages.csrf_failure"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
    }
}

# --- language, time -----------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 400
LANGUAGE_COOKIE_SAMESITE = "Lax"
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [PROJECT_DIR / "locale"]
TIME_ZONE = env.str("ETUI_TIME_ZONE", default="Europe/Paris")

# --- files --------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT_DIR / "static"]
STATIC_ROOT: Path | None = VAR_DIR / "static"
WHITENOISE_ADD_HEADERS_FUNCTION = add_headers
MEDIA_ROOT = VAR_DIR / "documents"
"""Folder of scans, photos and printed documents. Never served as files: a view checks the right first."""
ETUI_S3_BUCKET = ""
"""Bucket for the files of a server. Without it they are in VAR_DIR."""
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "tournaments.installation.file_storages.PrivateFiles"},
    "backups": {
        "BACKEND": "tournaments.installation.file_storages.BackupFiles",
        "OPTIONS": {"allow_overwrite": True},  # notes beside the archives
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

ETUI_BACKUP_COPY = env.str("ETUI_BACKUP_COPY", default="")
"""Folder for a copy of each automatic or requested backup, on another disk or a USB stick."""
ETUI_BACKS_UP_AT_STOP = False
"""True if the site backs up changed data when it stops, as on a laptop."""

ETUI_IS_IN_HALL = False
"""True on a laptop in a hall. The front page then begins with the evening that runs there."""

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "common.requests.caches.SteadyCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},  # limits of every table and visitor of a large hall
    }
}


def database(url: str, **own: object) -> dict[str, object]:
    config: dict[str, object] = env.db_url_config(url) | own
    if str(config["ENGINE"]).endswith("sqlite3"):
        # without IMMEDIATE most simultaneous posts fail ("database is locked"); with FULL synchronisation an
        # acknowledged result survives a power cut
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"
                "PRAGMA foreign_keys=ON; PRAGMA cache_size=-20000; PRAGMA secure_delete=ON;"
            ),
        }
        config["CONN_MAX_AGE"] = None
    else:
        config["OPTIONS"] = {"connect_timeout": 5}
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    return config


EMAIL_TIMEOUT = 10
"""Timeout in seconds: an unavailable mail server must not delay other work."""
_URL = env.str("DATABASE_URL", default="")
# as a part of an address, a folder with # or % in its name would be another one
DATABASES = {"default": database(_URL) if _URL else database("sqlite://", NAME=str(VAR_DIR / "etui.sqlite3"))}

ETUI_POLL_MOMENT = 0.25
"""Seconds for which strangers with equal requests share a response."""
ETUI_LIVE_URL = ""
"""URL of the Redis server that carries notifications between processes. Without it they are datagrams."""

# --- work in the background -----------------------------------------------------------------------

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="") or "files://"
"""URL of the broker. By default messages are files in VAR_DIR/broker (common/workers/broker.py)."""
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = (
    {"folder": str(VAR_DIR / "broker"), "polling_interval": 0.1}
    if CELERY_BROKER_URL == "files://"
    else {"visibility_timeout": 600, "socket_connect_timeout": 1, "socket_timeout": 5}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ALWAYS_EAGER = False
CELERY_TASK_IGNORE_RESULT = True
"""True: Celery stores no results. The row that requested a task holds the result."""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 270
CELERY_TASK_TIME_LIMIT = 300
"""Limit in seconds, below the visibility timeout: no task is delivered again while it may still run."""
_AT_ONCE = dict.fromkeys(("interval_start", "interval_step", "interval_max"), 0)
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1} | _AT_ONCE
"""One retry for a stale connection. A person who saves never waits for an unavailable broker."""
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = CELERY_BROKER_URL != "files://"
"""True on a server, where the health check of a worker uses it. The file broker has no remote control."""
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
ETUI_CHILD_NICENESS = 10
"""Lowest niceness of a process that renders documents: pages of the site come first."""
ETUI_CHILD_PRELOAD: tuple[str, ...] = ("config.drawing",)
"""Modules loaded by a helper that starts during an evening (common/workers/fork_helper.py)."""
ETUI_SWEEP_SECONDS = 2.0
"""Seconds between two searches for work left by a lost message or an ended process."""
ETUI_SWEEP_GOOD = 30
"""Seconds after which a waiting sweep expires, so that sweeps do not pile up behind long work."""
ETUI_ROOMS_SECONDS = 5.0
"""Seconds between two checks of the rooms, and longest delay of the start and end of rounds."""
ETUI_ROOMS_GOOD = 15
"""Seconds after which a waiting check of the rooms expires. At most three wait for a busy worker."""
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": seconds, "options": {"expires": good_seconds}}
    for name, task, seconds, good_seconds in (
        ("sweep", "tournaments.sweep", ETUI_SWEEP_SECONDS, ETUI_SWEEP_GOOD),
        ("rooms", "rooms.keep_time", ETUI_ROOMS_SECONDS, ETUI_ROOMS_GOOD),
        ("backup", "tournaments.back_up", 600.0, 300),
        ("home-evenings", "counting.forget_evenings", 43_200.0, 43_200),
    )
}
CELERY_BEAT_SCHEDULER = "config.beat:SteadyScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# --- API ----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["tournaments.api.v1.tokens.AccountAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.v1.parsing.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.errors.error_response",
    "NUM_PROXIES": 0,  # REMOTE_ADDR is the caller: the web server trusts the proxy, not us
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Étui",
    "DESCRIPTION": "Results and standings of duplicate tarot tournaments.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {"SeatEnum": "tournaments.api.v1.fields.SEAT_CODES"},
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "common.installation.log_lines.LineFormatter"}},
    "filters": {"not_noted": {"()": "tournaments.base.unavailable.NotNoted"}},
    "handlers": {"console": {"()": "common.installation.log_lines.Console", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("ETUI_LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": []},  # not Django's own, which write what they get and mail whole requests
        "django.request": {"filters": ["not_noted"]},
        "django.server": {"handlers": [], "propagate": True},
        "django.db.backends": {"level": "INFO"},  # below it is every query with its values
    },
}
"""Configuration of logging. common/installation/log_lines.py writes all lines and masks secrets."""
