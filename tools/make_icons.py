"""Draw the icons for home screens from the mark, static/img/etui.svg, and the hand for pictures of links.

    .venv/bin/python -m tools.make_icons

Phones round the corners themselves, so the background of the mark fills each square. In an icon that may be
cut to any shape, the drawing stays within the circle that every shape leaves.
"""

import shutil
from base64 import b64encode
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
MARK = IMAGES / "etui.svg"
GROUND = "#1d4d3f"
ICONS = {"icon-180": (180, 0.94), "icon-192": (192, 0.94), "icon-512": (512, 0.94), "icon-mask": (512, 0.68)}
"""Side in pixels and share of the mark, by file name."""
HAND = IMAGES / "hand.svg"
HAND_SIZE = (424, 160)
HAND_COLOURS = 128


def draw_icon(page: Page, side: int, part: float) -> Image.Image:
    """Return the mark in the middle of a square, with few colours for a small file."""
    mark = b64encode(MARK.read_bytes()).decode()
    page.set_viewport_size({"width": side, "height": side})
    page.set_content(
        f"<body style='margin:0;height:100vh;background:{GROUND};display:grid;place-items:center'>"
        f"<img src='data:image/svg+xml;base64,{mark}' width='{round(side * part)}'></body>"
    )
    return Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(64)


def draw_hand(page: Page) -> Image.Image:
    """Return the hand on a transparent background, for programs that cannot read SVG."""
    width, height = HAND_SIZE
    page.set_viewport_size({"width": width, "height": height})
    hand = b64encode(HAND.read_bytes()).decode()
    page.set_content(
        f"<body style='margin:0'><img src='data:image/svg+xml;base64,{hand}' width='{width}'></body>"
    )
    return Image.open(BytesIO(page.screenshot(omit_background=True))).quantize(HAND_COLOURS)


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        for name, (side, part) in ICONS.items():
            draw_icon(page, side, part).save(IMAGES / f"{name}.png", optimize=True)
        draw_hand(page).save(IMAGES / "hand.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
