"""Screenshots of the README, from demo data of this checkout.

    .venv/bin/python -m tools.take_screenshots [FOLDER]      default: docs/img

Serves a new demo club from a temporary folder on a free port, and photographs:

- the front page, the public standings and the organiser's desk, on a screen and on a phone;
- the pages of a player, on a phone;
- a board played again: at the table on a screen, at its end on a phone.

The two pictures of the front page (`static/img/front-*.webp`) are cut out of them.
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

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

PROJECT = Path(__file__).resolve().parents[1]
SCREEN, PHONE = {"width": 1280, "height": 1120}, {"width": 360, "height": 780}
LAPTOP = {"width": 1280, "height": 800}
EVENING, PLAYED = "Soirée du club", "Tournoi d’automne"
FRONT_PICTURES = {
    "front-ranking.webp": ("standings-phone.png", 640),
    "front-board.webp": ("tour-board.png", 0),
}
"""Pictures on the front page: each is a part of a picture of a phone, from a height in its pixels."""
FRONT_SIZE, FRONT_QUALITY = (288, 360), 15
"""Small: the front page has 60 KB at a first visit (`tests/e2e/judging.py`)."""
READY_SECONDS = 180
MOST_DEALS = 12
"""Limit of deals played until a contract is made."""


@contextmanager
def demo_site() -> Iterator[str]:
    """Serve a new demo club. Yield its sign-in link."""
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
            process.wait(60)


def wait_for_link(log_path: Path) -> str:
    """Return the one-time link when the site has printed it."""
    for _ in range(READY_SECONDS * 10):
        if match := re.search(r"http://\S+/connexion/lien/\S+", log_path.read_text(encoding="utf-8")):
            return match[0]
        time.sleep(0.1)
    raise SystemExit(log_path.read_text(encoding="utf-8"))


def open_page(browser: Browser, size: dict[str, int], signed_in: Any = None) -> Page:
    """Return a page in French. That of a phone has more pixels per point."""
    scale = 2 if size is PHONE else 1
    return browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale="fr-FR",
        device_scale_factor=scale,
        storage_state=signed_in,
    ).new_page()


def sign_in(browser: Browser, link: str) -> Any:
    """Return the cookies of a user who signed in by the link."""
    page = open_page(browser, SCREEN)
    page.goto(link)
    page.get_by_role("button", name="Entrer").click()
    page.get_by_role("link", name="Plus tard").wait_for()
    return page.context.storage_state()


def take_all(browser: Browser, link: str, folder: Path) -> None:
    """Photograph front page, standings and desk, on screen and phone."""
    site = link.partition("/connexion/")[0]
    signed_in = sign_in(browser, link)
    for size, suffix in ((SCREEN, ""), (PHONE, "-phone")):
        for start, name, state in ((site, "standings", None), (f"{site}/organiser/", "desk", signed_in)):
            page = open_page(browser, size, state)
            page.goto(start)
            if state is None:
                page.wait_for_load_state("networkidle")
                shoot(page, folder / f"home{suffix}.png")
            page.get_by_role("link", name=EVENING).click()
            page.get_by_role("navigation", name="Tournoi").wait_for()
            page.wait_for_load_state("networkidle")
            shoot(page, folder / f"{name}{suffix}.png")


def take_tour(browser: Browser, site: str, folder: Path) -> None:
    """Photograph on a phone: a board with its hands, a player's evening, all their evenings, a lesson."""
    page = open_page(browser, PHONE)
    page.goto(site)
    page.get_by_role("link", name=PLAYED).click()
    page.get_by_role("navigation", name="Tournoi").wait_for()
    ranking = page.url
    page.goto(f"{ranking}etuis/1/")
    keep_below(page, page.locator(".felt-stage"), folder / "tour-board.png")
    page.goto(ranking)
    page.locator("table.standings tbody a").first.click()
    keep_below(page, page.get_by_role("heading", level=1), folder / "tour-player.png")
    page.get_by_role("link", name="Toutes ses soirées").click()
    keep_below(page, page.get_by_role("heading", level=1), folder / "tour-evenings.png")
    page.goto(f"{site}/apprendre/pourcentage/")
    keep_below(page, page.get_by_role("heading", level=1), folder / "tour-lesson.png")


def take_play(browser: Browser, site: str, folder: Path) -> None:
    """Photograph the first board of the finished evening played again: a trick on a screen, the end on a
    phone.
    """
    page = begin_again(browser, LAPTOP, site)
    # the moment in a trick when the three other players have played
    while not page.locator(".around .laid:has(.at-1):has(.at-2):has(.at-3):not(:has(.at-0))").count():
        play_on(page)
    page.wait_for_load_state("networkidle")
    shoot(page, folder / "play-table.png", is_felt=True)
    for _ in range(MOST_DEALS):
        page = begin_again(browser, PHONE, site)
        while not page.locator(".end").count():
            play_on(page)
        if page.get_by_role("heading", name="Vous réussissez").count():
            break
    # no focus ring in the picture
    page.evaluate("document.activeElement.blur()")
    page.locator(".is-telling").wait_for(state="detached")
    keep_below(page, page.locator(".end"), folder / "play-end.png")


def begin_again(browser: Browser, size: dict[str, int], site: str) -> Page:
    """Return a table with the board to play again. Its robots do not always play alike."""
    page = open_page(browser, size)
    page.goto(site)
    page.get_by_role("link", name=PLAYED).click()
    page.get_by_role("navigation", name="Tournoi").wait_for()
    page.goto(f"{page.url}etuis/1/")
    page.get_by_role("link", name="Rejouer cette donne").click()
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url("**/jouer/table/**")
    return page


def play_on(page: Page) -> None:
    """Make one move at a table: discard the last cards, or take the first choice."""
    number = page.locator("[name=numero]").first.input_value()
    discard_count = int(page.locator("form.turn").get_attribute("data-discards") or 0)
    for place in range(discard_count):
        page.locator("[name=carte]").nth(-1 - place).check(force=True)
    page.locator("[data-discard], .choices button, .own-hand button").first.press("Enter")
    page.wait_for_function("seen => document.querySelector('[name=numero]')?.value !== seen", arg=number)
    page.locator(":not(.is-telling) > form.turn:not(.waits):not([data-sending]), .end").first.wait_for()


def keep_below(page: Page, top: Locator, path: Path) -> None:
    """Photograph the page from the element `top` downwards."""
    top.wait_for()
    top.evaluate("part => window.scrollTo(0, part.getBoundingClientRect().top + scrollY - 12)")
    page.wait_for_load_state("networkidle")
    shoot(page, path)


def shoot(page: Page, path: Path, *, is_felt: bool = False) -> None:
    """Photograph the window with few colours for a small file.

    Args:
        is_felt: choose the colours by the cards and dither the felt. A large felt would take the blue of the
            cards.
    """
    page.screenshot(path=path)
    with Image.open(path) as picture:
        colours = picture.convert("RGB")
    if is_felt:
        palette = colours.quantize(method=Image.Quantize.FASTOCTREE)
        reduced = colours.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    else:
        reduced = colours.quantize(160)
    reduced.save(path, optimize=True)


def cut_front_pictures(folder: Path) -> None:
    """Cut the two pictures of the front page out of pictures of phones."""
    width, height = FRONT_SIZE
    for name, (source, top) in FRONT_PICTURES.items():
        with Image.open(folder / source) as picture:
            box = (0, top, picture.width, top + picture.width * height // width)
            part = picture.convert("RGB").crop(box).resize(FRONT_SIZE, Image.Resampling.LANCZOS)
        part.save(PROJECT / "static" / "img" / name, quality=FRONT_QUALITY, method=6)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "docs" / "img"
    folder.mkdir(parents=True, exist_ok=True)
    with demo_site() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        take_all(browser, link, folder)
        site = link.partition("/connexion/")[0]
        take_tour(browser, site, folder)
        take_play(browser, site, folder)
        browser.close()
    cut_front_pictures(folder)
    for picture in sorted(folder.glob("*.png")):
        print(f"{picture.stat().st_size // 1024:5d} KB  {picture.name}")


if __name__ == "__main__":
    main()
