"""One laptop in a hall, no internet, no other service: what `script/server` runs."""

import os
import secrets

from config.settings.base import *  # noqa: F403
from config.settings.base import VAR_DIR, env


def kept_secret() -> str:
    """The installation's own secret key, made at the first start and readable by its owner only."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(path, "x", encoding="ascii", opener=_private) as file:
                file.write(secrets.token_urlsafe(50))
        except FileExistsError:
            pass  # another process of the same first start was quicker
    return path.read_text(encoding="ascii")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret()
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("ETUI_MAIL_FROM")
