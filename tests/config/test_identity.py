"""Font of headings and the icons: small, complete, and of the stated size."""

import json
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

STATIC = Path(__file__).parents[2] / "static"
FACE = STATIC / "fonts" / "EtuiDisplay-Regular.woff2"
FRENCH = "àâæçéèêëîïôœùûü’«»…–−€%\N{NO-BREAK SPACE}"
MOST_BYTES = 13_000


def test_face_of_headings_is_small_and_writes_french() -> None:
    letters = TTFont(FACE).getBestCmap()

    assert FACE.stat().st_size < MOST_BYTES
    assert [sign for sign in FRENCH + FRENCH.upper() if len(sign) == 1 and ord(sign) not in letters] == []


def test_manifest_names_icons_of_the_size_it_says() -> None:
    manifest = json.loads((STATIC / "site.webmanifest").read_text())

    png_icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert len(png_icons) == 3
    for icon in png_icons:
        with Image.open(STATIC / icon["src"]) as picture:
            assert icon["sizes"] == f"{picture.width}x{picture.height}"


@pytest.mark.parametrize("name", ["etui.svg", "icon-180.png"])
def test_every_page_names_its_icons(client, name) -> None:
    assert f"img/{name}" in client.get("/apprendre/").text
