"""Cut the fonts of papers out of IBM Plex and DejaVu, and that of headings on pages out of Young Serif.

Usage: python tools/subset_fonts.py FOLDER

The four suits are those of static/img/cards.svg, in the fonts of papers and in a separate font for pages.

FOLDER holds any of these files; those that are missing are left as they are:

- the woff files of IBM Plex Sans 1.1, Sans Condensed 2.0 and Mono 2.5 (fonts/complete/woff/ of the npm
  packages @ibm/plex-sans, @ibm/plex-sans-condensed, @ibm/plex-mono);
- the TrueType files of DejaVu 2.37 (ttf/ of the npm package dejavu-fonts-ttf), for the scripts and signs that
  Plex lacks;
- the woff2 files of Young Serif (files/ of @fontsource/young-serif).

The results are written to static/fonts/ under family names of their own, so that a font installed on the
machine never replaces them.
"""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

STATIC = Path(__file__).resolve().parents[1] / "static"

FAMILY = "Etui Sans"
FACES = {
    "IBMPlexSans-Regular.woff": ("EtuiSans-Regular", FAMILY, "Regular"),
    "IBMPlexSans-Bold.woff": ("EtuiSans-Bold", FAMILY, "Bold"),
    "IBMPlexSansCondensed-Regular.woff": ("EtuiSansCondensed-Regular", f"{FAMILY} Condensed", "Regular"),
    "IBMPlexSansCondensed-Bold.woff": ("EtuiSansCondensed-Bold", f"{FAMILY} Condensed", "Bold"),
    "IBMPlexMono-Regular.woff": ("EtuiSansMono-Regular", f"{FAMILY} Mono", "Regular"),
    "DejaVuSansCondensed.ttf": ("EtuiWorld-Regular", "Etui World", "Regular"),
    "DejaVuSansCondensed-Bold.ttf": ("EtuiWorld-Bold", "Etui World", "Bold"),
}
"""PostScript name (also that of the file), family and style, by source file.

Etui World stands behind the other families: it has all of RANGES, they have those that Plex draws.
"""

RANGES = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A: every name of western and central Europe
    (0x01A0, 0x01B0),  # Ơ Ư of Vietnamese
    (0x0218, 0x021B),  # Ș Ț of Romanian
    (0x0300, 0x0304),  # combining accents of decomposed names
    (0x0327, 0x0328),
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x0531, 0x058F),  # Armenian
    (0x05B0, 0x05F4),  # Hebrew
    (0x060C, 0x06D5),  # Arabic, joined by the rules of SHAPING
    (0x06F0, 0x06F9),
    (0x10A0, 0x10FF),  # Georgian
    (0x1E80, 0x1E85),  # Welsh
    (0x1EA0, 0x1EF9),  # Vietnamese
    (0x200C, 0x200F),  # joiners and directions
    (0x2007, 0x200A),  # spaces as wide as a figure or thin
    (0x2010, 0x2026),  # dashes, quotation marks, bullet, ellipsis
    (0x202F, 0x2033),  # narrow no-break space, per mille, primes
    (0x2039, 0x203A),
    (0x20AC, 0x20AC),  # €
    (0x2116, 0x2116),  # №
    (0x2190, 0x2193),  # arrows
    (0x2212, 0x2212),  # minus
    (0x2260, 0x2265),  # ≠ ≤ ≥
    (0x25A0, 0x25A1),  # squares
    (0x25B2, 0x25B6),
    (0x25CB, 0x25CF),  # circles
    (0x2605, 0x2606),  # stars
    (0x2660, 0x2667),  # suits, black and white
    (0x2702, 0x2702),  # scissors
    (0x2713, 0x2713),  # check mark
)
SHAPING = ("kern", "mark", "mkmk", "ccmp", "locl", "init", "medi", "fina", "isol", "rlig")
"""Features that are kept: kerning, accents, forms of a language, joined Arabic letters."""
SUITS = {"spades": 0x2660, "hearts": 0x2665, "diamonds": 0x2666, "clubs": 0x2663}
"""Character of each symbol of static/img/cards.svg, which fills a square of SIGN_SIDE."""
SIGN_SIDE, SIGN_FOOT, SIGNS_IN_EM = 32, 30, 38.4
"""Side of the square, height of the foot of a sign measured from the top, and units of the square per em."""
SIGN_RANGES = tuple((code, code) for code in SUITS.values())
SIGN_FACE = "EtuiSuits-Regular"
MONO_RANGES = RANGES[:1]
"""Characters of the monospaced face, which is used only for the rows of diagrams."""

HEADING_FACES = {
    "young-serif-latin-400-normal.woff2": "EtuiDisplay-Regular",
    "young-serif-latin-ext-400-normal.woff2": "EtuiDisplay-Extended",
}
"""Target by source file. A page loads the second only for a letter that is missing in the first."""
HEADING_SIGNS = " !\"#%&'()*+,-./:;=?@[]\N{NO-BREAK SPACE}¡«°²³·º»¿€−"
HEADING_RANGES = (
    (0x0030, 0x0039),
    (0x0041, 0x005A),
    (0x0061, 0x007A),
    (0x00C0, 0x017F),
    (0x0218, 0x021B),
    (0x1E80, 0x1E85),
    (0x1EA0, 0x1EF9),
    (0x2010, 0x2026),
    (0x2039, 0x203A),
    *((ord(sign), ord(sign)) for sign in HEADING_SIGNS),
)
"""Letters, figures and the signs of a title. Any other sign, such as §, costs bytes that no heading uses."""
HEADING_SHAPING = ("kern", "tnum")
"""Kerning, and figures of equal width for columns."""


def cut_font(source: Path, target: Path, names: tuple[str, str, str]) -> None:
    """Write the characters of RANGES, with kerning and ligatures, under new names."""
    ranges = MONO_RANGES if names[1].endswith("Mono") else RANGES
    font = _subset(source, ranges, SHAPING)
    font.flavor = None
    draw_signs(font)
    _rename(font, names)
    font.save(target)


def draw_signs(font: TTFont) -> None:
    """Replace the outlines of the four suits in a font by those of cards.svg. Their widths stay."""
    signs = (STATIC / "img" / "cards.svg").read_text()
    characters = font.getBestCmap()
    for name, code in SUITS.items():
        if code not in characters:
            continue
        glyph = characters[code]
        outline = re.search(rf'id="{name}".*? d="([^"]+)"', signs)
        if outline is None:
            raise ValueError(f"cards.svg has no sign {name}")
        width, _ = font["hmtx"][glyph]
        scale = font["head"].unitsPerEm / SIGNS_IN_EM
        transformation = (scale, 0, 0, -scale, (width - SIGN_SIDE * scale) / 2, SIGN_FOOT * scale)
        pen = TTGlyphPen(None)
        parse_path(outline[1], TransformPen(Cu2QuPen(pen, max_err=1, reverse_direction=True), transformation))
        outline_glyph = font["glyf"][glyph] = pen.glyph()
        outline_glyph.recalcBounds(font["glyf"])
        font["hmtx"][glyph] = (width, outline_glyph.xMin)


def cut_signs(source: Path, target: Path) -> None:
    """Write a font of the four suits only, compressed for the web. Pages use no other font for them."""
    font = _subset(source, SIGN_RANGES, ())
    draw_signs(font)
    _rename(font, (target.stem, "Etui Suits", "Regular"))
    font.flavor = "woff2"
    font.save(target)


def cut_heading_font(source: Path, target: Path) -> None:
    """Write the letters of headings, compressed for the web, under a new name."""
    font = _subset(source, HEADING_RANGES, HEADING_SHAPING, stand_figures)
    _rename(font, (target.stem, "Etui Display", "Regular"))
    font.flavor = "woff2"
    font.save(target)


def stand_figures(font: TTFont) -> None:
    """Make lining figures the default, also for pictures, which cannot request them."""
    table = font["GSUB"].table
    lining_glyphs = {
        old: new
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "lnum"
        for number in record.Feature.LookupListIndex
        for part in table.LookupList.Lookup[number].SubTable
        for old, new in getattr(part, "ExtSubTable", part).mapping.items()
    }
    for letters in font["cmap"].tables:
        letters.cmap = {code: lining_glyphs.get(glyph, glyph) for code, glyph in letters.cmap.items()}


def _subset(
    source: Path,
    ranges: Iterable[tuple[int, int]],
    shaping: Iterable[str],
    change: Callable[[TTFont], None] = lambda font: None,
) -> TTFont:
    options = Options()
    options.hinting = False
    options.layout_features = list(shaping)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["FFTM"]
    # equal input gives equal files
    font = TTFont(source, recalcTimestamp=False)
    change(font)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in ranges for code in range(first, last + 1)])
    subsetter.subset(font)
    return font


def _rename(font: TTFont, names: tuple[str, str, str]) -> None:
    postscript, family, style = names
    for number, text in ((1, family), (2, style), (3, postscript), (4, f"{family} {style}"), (6, postscript)):
        for record in [record for record in font["name"].names if record.nameID == number]:
            font["name"].setName(text, number, record.platformID, record.platEncID, record.langID)


def main(folder: Path) -> None:
    """Cut every face of FACES and HEADING_FACES in `folder`."""
    fonts = STATIC / "fonts"
    for name, names in FACES.items():
        if (folder / name).exists():
            cut_font(folder / name, fonts / f"{names[0]}.ttf", names)
    cut_signs(fonts / "EtuiWorld-Regular.ttf", fonts / f"{SIGN_FACE}.woff2")
    for name, target in HEADING_FACES.items():
        if (folder / name).exists():
            cut_heading_font(folder / name, fonts / f"{target}.woff2")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
