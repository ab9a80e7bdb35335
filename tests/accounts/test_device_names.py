"""User agents in a few words."""

import pytest

from accounts.device_names import device_name


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/129.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Edg/129.0",
            "Edge, Windows",
        ),
        ("python-httpx/0.27", "python-httpx/0.27"),
        ("", ""),
        ("x\x00y" + "z" * 200, "xy" + "z" * 78),
    ],
)
def test_a_device_is_named(user_agent, name):
    assert device_name(user_agent) == name
