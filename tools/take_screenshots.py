"""Screenshots of the README, from demo data served by this very checkout.

    .venv/bin/python -m tools.take_screenshots [FOLDER]      default: docs/img

Serves a fresh demo club from a temporary folder on a free port, and photographs the public standings and
the organiser's desk on a screen and on a phone.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

PROJECT = Path(__file__).resolve().parents[1]
SCREEN, PHONE = {"width": 1280, "height": 1120}, {"width": 360, "height": 780}
EVENING = "Soirée du club"
READY_SECONDS = 60


@contextmanager
def demo_site() -> Iterator[str]:
    """The sign-in link of a freshly served demo club."""
    with tempfile.TemporaryDirectory() as folder:
        log_path = Path(folder) / "serve.log"
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.hall",
            "ETUI_VAR_DIR": f"{folder}/var",
            "ETUI_PUBLIC_URL": "http://192.168.1.20:8000",
        }
        with log_path.open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port=0", "--host=127.0.0.1"],
                cwd=PROJECT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            yield wait_for_link(log_path)
        finally:
            process.terminate()
            process.wait(20)


def wait_for_link(log_path: Path) -> str:
    """The one-time link, once the site prints it."""
    for _ in range(READY_SECONDS * 10):
        if found := re.search(r"http://\S+/connexion/lien/\S+", log_path.read_text()):
            return found[0]
        time.sleep(0.1)
    raise SystemExit(log_path.read_text())


def open_page(browser: Browser, size: dict[str, int], signed_in: Any = None) -> Page:
    """A page in French; the phone's has sharper pixels."""
    scale = 2 if size is PHONE else 1
    return browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale="fr-FR",
        device_scale_factor=scale,
        storage_state=signed_in,
    ).new_page()


def sign_in(browser: Browser, link: str) -> Any:
    """The cookies of somebody who came in by the link."""
    page = open_page(browser, SCREEN)
    page.goto(link)
    page.get_by_role("button", name="Entrer").click()
    page.get_by_role("link", name="Plus tard").wait_for()
    return page.context.storage_state()


def take_all(browser: Browser, link: str, folder: Path) -> None:
    """Standings and desk, on screen and phone, into `folder`."""
    site = link.partition("/connexion/")[0]
    signed_in = sign_in(browser, link)
    for size, suffix in ((SCREEN, ""), (PHONE, "-phone")):
        for start, name, state in ((site, "standings", None), (f"{site}/organiser/", "desk", signed_in)):
            page = open_page(browser, size, state)
            page.goto(start)
            page.get_by_role("link", name=EVENING).click()
            page.get_by_role("navigation", name="Tournoi").wait_for()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}{suffix}.png")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "docs" / "img"
    folder.mkdir(parents=True, exist_ok=True)
    with demo_site() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        take_all(browser, link, folder)
        browser.close()
    for picture in sorted(folder.glob("*.png")):
        print(f"{picture.stat().st_size // 1024:5d} KB  {picture.name}")


if __name__ == "__main__":
    main()
