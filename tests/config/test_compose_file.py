"""docker-compose.yml: valid, without a default secret, and in step with .env.example."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
TEXT = (PROJECT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(TEXT)


def test_compose_file_follows_the_compose_specification() -> None:
    checker = Path(sys.executable).parent / "check-jsonschema"

    checked = subprocess.run(
        [checker, "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"],
        cwd=PROJECT,
        check=False,
        capture_output=True,
        text=True,
    )

    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("secret", ["SECRET_KEY", "POSTGRES_PASSWORD"])
def test_secret_has_no_default(secret: str) -> None:
    uses = re.findall(rf"\$\{{{secret}(.{{2}})", TEXT)

    assert uses
    assert set(uses) == {":?"}


def test_example_names_every_value_asked_for_and_no_other() -> None:
    example = (PROJECT / ".env.example").read_text()

    asked = set(re.findall(r"\$\{(\w+)", TEXT))

    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == asked


def test_example_leaves_required_values_empty() -> None:
    example = dict(re.findall(r"^(\w+)=(.*)$", (PROJECT / ".env.example").read_text(), re.MULTILINE))

    required = set(re.findall(r"\$\{(\w+):\?", TEXT))

    assert {name for name, value in example.items() if not value} - required == {"ETUI_TRUSTED_ORIGINS"}
    assert {name: example[name] for name in required} == dict.fromkeys(required, "")


@pytest.mark.parametrize("service", ["web", "worker", "beat", "db", "redis"])
def test_running_service_has_a_health_check(service: str) -> None:
    assert COMPOSE["services"][service]["healthcheck"]["test"]


def test_no_service_starts_before_the_migrations_are_done() -> None:
    waiting = {
        name: COMPOSE["services"][name]["depends_on"]["migrate"]["condition"]
        for name in ("web", "worker", "beat")
    }

    assert waiting == dict.fromkeys(("web", "worker", "beat"), "service_completed_successfully")
