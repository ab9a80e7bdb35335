"""Pictures of the manual, in both languages, from a demo club of this checkout.

    .venv/bin/python -m tools.picture_manual [NAME…]      default: every picture

Each is the upper part of a page, below its heading, on a phone or on a laptop, in static/manual/<language>. A
paragraph of docs/manual shows it by `![Words](../../../static/manual/<language>/<name>.webp)`.
"""

import shutil
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools.take_screenshots import EVENING, PLAYED, PROJECT, demo_site, sign_in

FOLDER = PROJECT / "static" / "manual"
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
PHONE, LAPTOP = (360, 560), (800, 540)
"""Sizes of the window in pixels of CSS."""
SCALES = {PHONE: 1.5, LAPTOP: 1.2}
"""Pixels of a picture for one of CSS."""
QUALITY = 55
NEXT_WEEK = "Soirée de la semaine prochaine"
CLUB = "/organiser/clubs/club-de-demonstration/"


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to photograph."""

    name: str
    path: str
    """Address on the site. It begins with "/", or it is below the pages of the event."""
    event: str = ""
    """Name of the event of the page."""
    is_public: bool = False
    """True for a page of the event that all visitors see."""
    size: tuple[int, int] = PHONE
    follow: str = ""
    """Selector of a link of that page that leads to the page of the picture."""
    top: str = "h1"
    """Selector of the element at the top of the picture."""


PICTURES = (
    Picture("new-event", f"{CLUB}tournois/nouveau/"),
    Picture("desk", "", EVENING, size=LAPTOP),
    Picture("tick", "inscrits/plusieurs/", NEXT_WEEK),
    Picture("arrivals", "accueil/", NEXT_WEEK),
    Picture("places", "places/", NEXT_WEEK, size=LAPTOP),
    Picture("movement", "mouvement/", EVENING, size=LAPTOP),
    Picture("deals", "etuis/", EVENING),
    Picture("documents", "documents/", EVENING, size=LAPTOP),
    Picture("hall", "salle/", EVENING, size=LAPTOP),
    Picture("phones", "telephones/", EVENING),
    Picture("results", "resultats/", EVENING, size=LAPTOP),
    Picture("traveller", "resultats/etuis/8/", EVENING, size=LAPTOP),
    Picture("ranking", "", PLAYED, is_public=True),
    Picture("player", "", PLAYED, is_public=True, follow="table.standings tbody a"),
)


def take_pictures(browser: Browser, link: str, names: list[str]) -> None:
    """Store the pictures of both languages."""
    site = link.partition("/connexion/")[0]
    signed_in = sign_in(browser, link)
    for language, locale in LOCALES.items():
        (FOLDER / language).mkdir(parents=True, exist_ok=True)
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            context = browser.new_context(
                viewport={"width": picture.size[0], "height": picture.size[1]},
                device_scale_factor=SCALES[picture.size],
                locale=locale,
                storage_state=signed_in,
                reduced_motion="reduce",
            )
            page = context.new_page()
            open_place(page, site, picture)
            store(page, picture, FOLDER / language / f"{picture.name}.webp")
            context.close()


def open_place(page: Page, site: str, picture: Picture) -> None:
    """Open the page of a picture."""
    if picture.event:
        page.goto(f"{site}/" if picture.is_public else f"{site}/organiser/")
        page.get_by_role("link", name=picture.event).first.click()
        page.wait_for_load_state()
        if picture.path:
            page.goto(page.url + picture.path)
    else:
        page.goto(site + picture.path)
    if picture.follow:
        page.locator(picture.follow).first.click()
    page.wait_for_load_state("networkidle")


def store(page: Page, picture: Picture, path: Path) -> None:
    """Photograph the window from the top of the picture downwards."""
    top = page.locator(picture.top).first
    top.evaluate("part => window.scrollTo(0, part.getBoundingClientRect().top + scrollY - 12)")
    page.evaluate("document.activeElement.blur()")
    with Image.open(BytesIO(page.screenshot())) as shot:
        shot.convert("RGB").save(path, quality=QUALITY, method=6)


def main() -> None:
    with demo_site() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        take_pictures(browser, link, sys.argv[1:])
        browser.close()
    files = sorted(FOLDER.glob("*/*.webp"))
    for file in files:
        print(f"{file.stat().st_size / 1024:6.1f} KB  {file.relative_to(FOLDER)}")
    print(f"{sum(file.stat().st_size for file in files) / 1024:6.0f} KB  in all")


if __name__ == "__main__":
    main()
