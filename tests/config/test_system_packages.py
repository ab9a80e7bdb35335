"""The missing packages of a machine (script/bootstrap)."""

from pathlib import Path

import pytest

from tools import system_packages

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("has_ensurepip", "has_wheel", "packages"),
    [(False, False, ["python3-pip-whl"]), (True, False, []), (False, True, [])],
)
def test_wheel_of_pip_is_missing_only_where_no_environment_can_get_pip(
    has_ensurepip: bool, has_wheel: bool, packages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = {"ensurepip": object() if has_ensurepip else None}
    monkeypatch.setattr(system_packages, "WHEELS", tmp_path)
    monkeypatch.setattr(system_packages, "has_library", lambda name: True)
    monkeypatch.setattr(system_packages.importlib.util, "find_spec", find_spec.__getitem__)
    if has_wheel:
        (tmp_path / "pip-23.0.1-py3-none-any.whl").touch()

    assert system_packages.missing(dev=False) == packages
