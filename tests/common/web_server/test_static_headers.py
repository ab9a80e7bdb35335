"""Header of the worker that stores the tables' pages."""

from django.templatetags.static import static
from django.test import Client


def test_only_the_worker_may_look_after_pages_elsewhere() -> None:
    worker, shell = (Client().get(static(f"js/{name}.js")) for name in ("table_worker", "table_shell"))

    assert (worker.status_code, shell.status_code) == (200, 200)
    assert worker["Service-Worker-Allowed"] == "/"
    assert "Service-Worker-Allowed" not in shell
