"""docker-compose.yml: valid, without a default secret, and in step with .env.example."""

import ipaddress
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
TEXT = (PROJECT / "docker-compose.yml").read_text()
EXAMPLE = (PROJECT / ".env.example").read_text()
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


@pytest.mark.parametrize("secret", ["SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"])
def test_secret_has_no_default(secret: str) -> None:
    uses = re.findall(rf"\$\{{{secret}(.{{2}})", TEXT)

    assert uses
    assert set(uses) == {":?"}


def test_example_names_every_value_asked_for_and_no_other() -> None:
    example = (PROJECT / ".env.example").read_text()

    variables = set(re.findall(r"\$\{(\w+)", TEXT))

    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == variables


def test_operations_page_explains_every_value() -> None:
    page = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")

    assert [name for name in re.findall(r"\$\{(\w+)", TEXT) if not re.search(f"`{name}[`=]", page)] == []


def test_example_leaves_required_values_empty() -> None:
    example = dict(re.findall(r"^(\w+)=(.*)$", (PROJECT / ".env.example").read_text(), re.MULTILINE))

    required = set(re.findall(r"\$\{(\w+):\?", TEXT))

    assert {name for name, value in example.items() if not value} - required == {
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "ETUI_S3_BUCKET",
        "ETUI_S3_ENDPOINT",
        "ETUI_METRICS_TOKEN",
        "ETUI_TRUSTED_ORIGINS",
    }
    assert {name: example[name] for name in required} == dict.fromkeys(required, "")


@pytest.mark.parametrize("service", ["web", "worker", "printer", "beat", "db", "redis"])
def test_running_service_has_a_health_check(service: str) -> None:
    assert COMPOSE["services"][service]["healthcheck"]["test"]


def test_no_service_starts_before_the_migrations_are_done() -> None:
    waiting = {
        name: COMPOSE["services"][name]["depends_on"]["migrate"]["condition"]
        for name in ("web", "worker", "printer", "beat")
    }

    assert waiting == dict.fromkeys(("web", "worker", "printer", "beat"), "service_completed_successfully")


ALL = ["migrate", "web", "worker", "printer", "beat", "db", "redis"]


def test_every_service_is_looked_at_here() -> None:
    assert sorted(COMPOSE["services"]) == sorted(ALL)


def test_ports_are_published_on_the_loopback_alone() -> None:
    published = {
        name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service
    }

    assert published == {"web": ["127.0.0.1:${ETUI_PORT:-8000}:8000"]}


@pytest.mark.parametrize("service", ALL)
def test_service_has_no_more_than_it_needs(service: str) -> None:
    settings = COMPOSE["services"][service]

    assert settings["read_only"] is True
    assert settings["cap_drop"] == ["ALL"]
    assert "cap_add" not in settings
    assert settings["security_opt"] == ["no-new-privileges:true"]
    assert not settings.get("privileged")
    assert settings["pids_limit"] <= 256
    assert re.fullmatch(r"\d+[mg]", settings["mem_limit"])


@pytest.mark.parametrize("service", ALL)
def test_log_of_a_service_is_bounded(service: str) -> None:
    logging = COMPOSE["services"][service]["logging"]

    assert logging["driver"] == "json-file"
    assert set(logging["options"]) == {"max-size", "max-file"}


def test_redis_asks_for_the_password_that_the_services_send() -> None:
    redis, web = COMPOSE["services"]["redis"], COMPOSE["services"]["web"]
    password = redis["command"][redis["command"].index("--requirepass") + 1]

    assert password.startswith("${REDIS_PASSWORD:?")
    assert redis["environment"] == {"REDISCLI_AUTH": password}
    assert web["environment"]["CELERY_BROKER_URL"] == f"redis://:{password}@redis:6379/0"
    assert web["environment"]["CACHE_URL"] == f"redis://:{password}@redis:6379/1"


def test_nothing_runs_as_root() -> None:
    docker = (PROJECT / "Dockerfile").read_text()
    last_user = re.findall(r"^USER (\w+)$", docker, re.MULTILINE)[-1]
    ours = [name for name, service in COMPOSE["services"].items() if service["image"] == "etui"]
    other_users = {
        name: service.get("user") for name, service in COMPOSE["services"].items() if name not in ours
    }

    assert last_user == "etui"
    assert all("user" not in COMPOSE["services"][name] for name in ours)
    assert other_users == {"db": "postgres", "redis": "redis"}


def test_what_is_written_has_a_place_although_the_rest_is_read_only() -> None:
    services = COMPOSE["services"]

    writing = ("migrate", "web", "worker", "printer", "beat", "db")
    assert all("/tmp" in services[name]["tmpfs"] for name in writing)  # noqa: S108
    assert "/var/run/postgresql" in services["db"]["tmpfs"]
    assert services["redis"]["volumes"] == ["messages:/data"]
    assert "XDG_CACHE_HOME=/tmp" in (PROJECT / "Dockerfile").read_text()


def test_only_the_gateway_of_the_own_network_is_believed() -> None:
    """The proxy alone reaches a port that is published on the loopback, through the gateway."""
    defaults = dict(re.findall(r"\$\{(\w+):-([^}]*)\}", TEXT))
    network = ipaddress.ip_network(defaults["ETUI_NETWORK"])

    assert ipaddress.ip_address(defaults["FORWARDED_ALLOW_IPS"]) == next(network.hosts())
    assert "SECURE_PROXY_SSL_HEADER" not in (PROJECT / "config" / "settings" / "prod.py").read_text()
    assert defaults.items() <= dict(re.findall(r"^(\w+)=(.*)$", EXAMPLE, re.MULTILINE)).items()
