"""Translate the settings of pip for uv, which reads neither pip's files nor its variables.

Reads the output of `pip config list` and prints the environment variables of uv, one `NAME=value` per line.
A variable that is already set keeps its value.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

SECTIONS = ("global", "install", ":env:")
"""Sections used by `pip install`. A later one overrides an earlier one."""
SAME_VALUE = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE", "default-timeout": "UV_HTTP_TIMEOUT"}
LISTS = {
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
}
"""Settings of pip with several values: the variable of uv, and its separator."""


def pip_settings(lines: Iterable[str]) -> dict[str, str]:
    """Return the settings that `pip install` would use.

    >>> pip_settings(["global.timeout='60'", "install.cert='/a.pem'", ":env:.timeout='9'"])
    {'timeout': '9', 'cert': '/a.pem'}
    """
    settings: dict[str, str] = {}
    for section in SECTIONS:
        for line in lines:
            name, _equals, value = line.strip().partition("=")
            if name.startswith(f"{section}."):
                settings[name.removeprefix(f"{section}.")] = value.strip("'\"")
    return settings


def is_there(location: str) -> bool:
    """Return whether a location may hold packages: any URL, or an existing folder of this machine."""
    address = urlsplit(location)
    return address.scheme not in ("", "file") or Path(unquote(address.path)).exists()


def uv_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Return uv's variables for the settings of pip."""
    # Like pip: the certificates of the machine, and of several indexes the one that has the locked file.
    variables = {"UV_SYSTEM_CERTS": "1", "UV_INDEX_STRATEGY": "unsafe-best-match"}
    for name, variable in SAME_VALUE.items():
        if name in settings:
            variables[variable] = settings[name]
    for name, (variable, between) in LISTS.items():
        values = [value for value in settings.get(name, "").split() if is_there(value)]
        if values:
            variables[variable] = between.join(values)
    return variables


if __name__ == "__main__":
    for variable, value in uv_settings(pip_settings(list(sys.stdin))).items():
        if variable not in os.environ:
            print(f"{variable}={value}")
