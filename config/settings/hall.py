"""Settings of a laptop in a hall, without internet and other services. `script/server` uses them."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from common.installation.private_files import make_private_folder
from config.settings.base import *  # noqa: F403
from config.settings.base import VAR_DIR, env
from etui.places import elsewhere_text


def kept_secret() -> str:
    """Return the secret key of the installation. Create it at the first start, readable by the owner only."""
    path = VAR_DIR / "secret_key"
    try:
        make_private_folder(VAR_DIR)
        if not path.exists() or not path.stat().st_size:  # empty after a power cut
            _write_secret(path)
        return path.read_text(encoding="ascii")
    except OSError as error:  # nothing is translated yet: the settings are being read
        raise SystemExit(
            f"Étui : « {error.filename or path} » ne peut pas être lu ou écrit ({error.strerror}). Vérifiez "
            "que le disque n’est ni plein ni protégé, et que ce dossier appartient à votre compte ; ou "
            f"choisissez-en un autre : {elsewhere_text()}"
        ) from None


def _write_secret(path: Path) -> None:
    """Write a new key with a complete file, unless another process has just done so."""
    path.unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".secret-", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
        file.flush()
        # the link must not reach the disk before the content
        os.fsync(file.fileno())
        # os.link never replaces a file: all processes of a first start use the same key
        with suppress(FileExistsError):
            os.link(file.name, path)


SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret()
STATIC_ROOT = None
ETUI_BACKS_UP_AT_STOP = True
ETUI_IS_IN_HALL = True
WHITENOISE_USE_FINDERS = True
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("ETUI_MAIL_FROM")
