"""The settings of pip, translated for uv (script/bootstrap)."""

from pathlib import Path

import pytest

from tools.uv_settings import pip_settings, uv_settings

pytestmark = pytest.mark.pure


def test_variables_go_before_the_section_of_installing_and_that_before_the_global_one() -> None:
    lines = [":env:.timeout='9'", "install.timeout='8'", "global.timeout='7'", "install.cert='/a.pem'"]

    assert pip_settings(lines) == {"timeout": "9", "cert": "/a.pem"}


def test_the_index_the_certificate_and_the_timeout_are_passed_on() -> None:
    settings = {"index-url": "https://index.test/simple", "cert": "/a.pem", "default-timeout": "60"}

    variables = uv_settings(settings)

    assert variables["UV_DEFAULT_INDEX"] == "https://index.test/simple"
    assert variables["SSL_CERT_FILE"] == "/a.pem"
    assert variables["UV_HTTP_TIMEOUT"] == "60"


def test_places_of_this_machine_that_do_not_exist_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "simple").mkdir()
    existing, absent = f"file://{tmp_path}/simple", f"file://{tmp_path}/other"

    variables = uv_settings(
        {
            "extra-index-url": f"{absent} {existing} https://index.test/simple",
            "find-links": f"{tmp_path}/wheels",
        }
    )

    assert variables["UV_INDEX"] == f"{existing} https://index.test/simple"
    assert "UV_FIND_LINKS" not in variables


def test_a_locked_file_is_looked_for_on_every_index_as_pip_does() -> None:
    assert uv_settings({})["UV_INDEX_STRATEGY"] == "unsafe-best-match"
