"""Widths of text: what is measured is what WeasyPrint sets."""

import pytest
import weasyprint

from tournaments.base.static_files import find_static_file
from tournaments.paper.documents.typesetting.letters import drawable
from tournaments.paper.documents.typesetting.type_widths import Face, Type

FAMILIES = {
    Face.SANS: "font-family: 'Etui Sans'",
    Face.SANS_BOLD: "font-family: 'Etui Sans'; font-weight: bold",
    Face.CONDENSED: "font-family: 'Etui Sans Condensed'",
    Face.CONDENSED_BOLD: "font-family: 'Etui Sans Condensed'; font-weight: bold",
    Face.WORLD: "font-family: 'Etui World'",
    Face.WORLD_BOLD: "font-family: 'Etui World'; font-weight: bold",
}
NAME = "LEFEBVRE DE LABOULAYE Œuvrard-Élisabeth"
OTHER_SCRIPTS = (
    "بن موسى",
    "فريق الورق",
    "בן גוריון דוד",
    "ანა",
    "Ł̣ukasz",
    "Ǻsa",
    "王 伟",
    "🎉 👩‍👩‍👧",
)
LONG_WORD = "DONAUDAMPFSCHIFFAHRTSGESELLSCHAFTSKAPITÄNSMÜTZ"


@pytest.mark.parametrize("face", Face)
def test_a_text_is_as_wide_as_it_is_printed_and_no_wider(face):
    line = laid_out(f'<p style="{FAMILIES[face]}; font-size: 20pt; white-space: nowrap">{NAME}</p>')[0]

    measured = Type(face, 20).width(NAME)

    assert line <= measured < line * 1.02


@pytest.mark.parametrize("text", OTHER_SCRIPTS)
@pytest.mark.parametrize("face", [Face.CONDENSED, Face.SANS_BOLD])
def test_letters_of_other_fonts_are_as_wide_as_they_are_printed(face, text):
    style = FAMILIES[face].replace("';", "', 'Etui World';")
    if "World" not in style:
        style += ", 'Etui World'"
    html = f'<p style="{style}; font-size: 20pt; white-space: nowrap">{drawable(text)}</p>'

    printed_width = sum(laid_out(html))

    assert printed_width - 0.1 <= Type(face, 20).width(text) <= printed_width * 1.02 + 0.5


@pytest.mark.parametrize("text", [NAME, f"{LONG_WORD} Ö", f"N1 {LONG_WORD}", "Jean-Pierre " * 6])
@pytest.mark.parametrize("room", [22, 40, 61])
def test_lines_are_counted_as_they_are_broken(text, room):
    style = f"width: {room}mm; overflow-wrap: anywhere; {FAMILIES[Face.CONDENSED]}; font-size: 9pt"

    lines = laid_out(f'<p style="{style}">{text}</p>')

    assert len(lines) <= Type(Face.CONDENSED, 9).line_count(text, room) <= len(lines) + 1


@pytest.mark.parametrize("room", [3, 20, 45, 200])
def test_a_cut_text_fits_and_says_that_it_is_cut(room):
    letters = Type(Face.CONDENSED, 9)

    cut = letters.cut(NAME, room)

    assert letters.fits(cut, room)
    assert cut == NAME or (cut.endswith("…") and NAME.startswith(cut.removesuffix("…")))
    assert (cut == NAME) == letters.fits(NAME, room)


def laid_out(body: str) -> list[float]:
    """Return the widths of the lines of a paragraph, in millimetres."""
    fonts = weasyprint.text.fonts.FontConfiguration()
    styles = [weasyprint.CSS(filename=find_static_file("css/print/base.css"), font_config=fonts)]
    html = weasyprint.HTML(string=body, base_url=find_static_file("css/print/base.css").as_uri())
    page = html.render(stylesheets=styles, font_config=fonts).pages[0]._page_box
    return [box.width * 25.4 / 96 for box in page.descendants() if getattr(box, "text", "").strip()]
