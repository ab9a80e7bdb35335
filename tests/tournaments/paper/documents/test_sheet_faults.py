"""The checker of printed sheets: each of its rules finds the fault of a small spoilt page, and no other."""

from collections.abc import Mapping

import pytest
import weasyprint

from tests.factories.laid_out import LaidPart, lay_out_html, read_path
from tests.factories.printed_pages import read_pages
from tests.factories.sheet_faults import faults
from tournaments.base.static_files import find_static_file
from tournaments.paper.documents.typesetting.rule_drawings import draw_rules
from tournaments.paper.documents.typesetting.ruled_lines import TabbedLines, TabColumn
from tournaments.paper.documents.typesetting.type_widths import Face, Type

STYLES = """
@page { size: 100mm 60mm; margin: 10mm }
body, p, pre, h2, table { margin: 0; font: 8pt/4mm 'Etui Sans' }
article { position: relative; height: 30mm; width: 40mm }
pre { tab-size: 20px }
.rules { position: absolute; left: 0; top: 0 }
.at { position: absolute }
.all { top: 0; width: 40mm }
.next { break-before: page }
.clip { overflow: hidden; width: 20mm }
"""
LONG = "Donaudampfschiffahrtsgesellschaft"
RULES = draw_rules(40, 30, rows=[5, 10], columns=[15])


def lay_out(body: str) -> LaidPart:
    return lay_out_html(f"<html><head><style>{STYLES}</style></head><body>{body}</body></html>")


SPOILT: Mapping[str, tuple[str, str]] = {
    "at the edge": ('<p class="at" style="left: -8mm">Nord</p>', "page 1: at the edge: Nord"),
    "beyond the paper": ('<p class="at" style="top: 60mm">Nord</p>', "page 1: at the edge: Nord"),
    "over a cut": (
        '<article class="card"><p class="at" style="left: 35mm; width: 30mm">Nord-Sud</p></article>',
        "page 1: over a cut: Nord-Sud",
    ),
    "over a fold": (
        '<article class="face"><p class="at" style="top: 28mm">Nord</p></article>',
        "page 1: over a cut: Nord",
    ),
    "beside its box": (
        f'<p style="width: 20mm; white-space: nowrap">{LONG}</p>',
        f"page 1: out of its box: {LONG}",
    ),
    "below its box": ('<p style="height: 3mm">Nord<br>Sud</p>', "page 1: out of its box: Sud"),
    "hidden on the right": (
        f'<div class="clip"><p style="width: 80mm; white-space: nowrap">{LONG}</p></div>',
        f"page 1: cut off: {LONG}",
    ),
    "hidden below": (
        '<div class="clip" style="height: 4mm"><p>Nord</p><p>Sud</p></div>',
        "page 1: cut off: Sud",
    ),
    "cut beside room": (
        '<p style="width: 60mm">Donaudampf…</p>',
        "page 1: cut beside room: Donaudampf…",
    ),
    "cut above room": (
        '<p style="width: 19mm; height: 12mm">Donaudampf…</p>',
        "page 1: cut above room: Donaudampf…",
    ),
    "over another text": (
        '<p>Nord</p><p class="at" style="top: 1mm">Sudiste</p>',
        "page 1: Nord / Sudiste",
    ),
    "a cell over the next one": (
        '<article class="card"><pre>1\tLefebvre</pre><pre class="at all">\tBernard</pre></article>',
        "page 1: Lefebvre / Bernard",
    ),
    "a rule through a line": (
        f'<article class="card">{RULES}<p class="at" style="top: 3mm">Nord</p></article>',
        "page 1: a rule through: Nord",
    ),
    "a rule through a cell": (
        f'<article class="card">{RULES}<pre>1\tLefebvre</pre></article>',
        "page 1: a rule through: Lefebvre",
    ),
    "a frame through a line": (
        f'<div style="position: relative; width: 70mm">{RULES}<pre>\t\t\t\t\t\t\tLefebvre</pre></div>',
        "page 1: a rule through: Lefebvre",
    ),
    "small type": ('<p style="font-size: 6pt">Nord</p>', "page 1: 6.0 points: Nord"),
    "a scaled type": ('<p style="transform: scale(.8)">Nord</p>', "page 1: 6.4 points: Nord"),
    "a value of Python": ("<p>None</p>", "page 1: None"),
    "a lost text": ("<p>Nord</p><p style='display: none'>Sud</p>", "lost: Sud"),
    "a blank page": ('<p>Nord</p><p>Sud</p><p class="next"></p>', "page 2: blank"),
    "a line alone": ('<p>Nord</p><p class="next">Sud</p>', "page 2: nearly empty"),
    "a heading alone": (
        '<p>Nord</p><h2 class="next">Tables</h2><h2>Positions</h2>',
        "page 2: nearly empty",
    ),
    "a heading without its table": (
        '<p>Nord</p><h2>Tables</h2><table class="next"><tr><td>1<tr><td>2</table>',
        "page 1: a heading alone at the foot",
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_page_is_found(name: str) -> None:
    body, fault = SPOILT[name]

    faults_found = faults(lay_out(body))

    assert fault in faults_found
    assert faults_found == [fault]


SOUND = (
    "<h2>Tables</h2><table><tr><th>Nord<th>Sud<tr><td>Lefebvre<td>Bernard</table>",
    f'<article class="card">{RULES}<pre>1\t\t\tNord\n 2\t\t\tSud</pre></article>',
    f'<article class="card">{RULES}<p style="background: #eee">Donaudampfschiff</p></article>',
    '<p style="width: 20mm">Donaudampfs…</p>',
    '<p style="font-size: .1pt; width: 90mm">Donne par donne</p><p>Nord</p>',
    '<p>Nord</p><article class="card next"><p>Sud</p></article>',
    '<p>Nord</p><article class="face next"><h2>Table 2</h2></article>',
)


@pytest.mark.parametrize("body", SOUND)
def test_a_sound_page_has_no_fault(body: str) -> None:
    assert faults(lay_out(body)) == []


@pytest.mark.parametrize("line_count", range(4, 9))
def test_head_of_a_table_with_a_hidden_caption_goes_with_its_first_rows(line_count: int) -> None:
    rows = "<tr><td>Lefebvre</td></tr>" * 6
    caption, head = '<caption class="hidden">Tables</caption>', "<thead><tr><th>Nom</th></tr></thead>"
    table = f'<table class="ruled">{caption}{head}<tbody>{rows}</tbody></table>'
    body = f"{'<p>Nord</p>' * line_count}<h2>Tables</h2>{table}"
    html = f"<html><head><style>{STYLES}</style></head><body>{body}</body></html>"

    part = lay_out_html(html, ("css/print/base.css", "css/print/flow.css"))

    assert faults(part) == []


def test_path_of_rules_is_read_as_straight_lines() -> None:
    assert list(read_path("M0 5.00H89M9.00 0V100")) == [(0, 5, 89, 5), (9, 0, 9, 100)]
    assert list(read_path("M1 1h2v3h-2z")) == [(1, 1, 3, 1), (3, 1, 3, 4), (1, 4, 3, 4), (1, 1, 1, 4)]
    assert list(read_path("M1 1l2 0")) == [(1, 1, 3, 1)]
    with pytest.raises(ValueError, match="cannot read"):
        list(read_path("M0 0C1 1 2 2 3 3"))


def test_cells_of_tabbed_lines_are_found_where_they_are_printed(tmp_path) -> None:
    lines = TabbedLines(
        type=Type(Face.CONDENSED, 8),
        pixels=20,
        width=90,
        columns=(TabColumn(0, 2), TabColumn(3), TabColumn(6), TabColumn(14)),
    )
    text = "\n".join(lines.line([str(n), "NSEO"[n % 4], "Lefebvre"[: n + 1], "Bernard"]) for n in range(7))
    html = (
        "<style>@page { size: 100mm 60mm; margin: 5mm }"
        f"pre {{ margin: 0; tab-size: 20px; font: 8pt/5mm 'Etui Sans Condensed' }}</style><pre>{text}</pre>"
    )
    file = tmp_path / "lines.pdf"
    base = find_static_file("css/print/base.css")
    fonts = weasyprint.text.fonts.FontConfiguration()
    styles = [weasyprint.CSS(filename=base, font_config=fonts)]
    weasyprint.HTML(string=html, base_url=base.as_uri()).write_pdf(
        file, stylesheets=styles, font_config=fonts
    )

    (laid_page,) = lay_out_html(html).pages
    (printed_page,) = read_pages(file)

    laid_words = [(run.text, run.rect[0], run.rect[2]) for text in laid_page.texts for run in text.runs]
    printed_words = [
        (word, left * 25.4 / 72, right * 25.4 / 72) for left, _t, right, _b, word in printed_page.words
    ]
    assert [word for word, _left, _right in laid_words] == [word for word, _left, _right in printed_words]
    for (_word, left, right), (_printed, printed_left, printed_right) in zip(
        laid_words, printed_words, strict=True
    ):
        assert left == pytest.approx(printed_left, abs=0.2)
        assert right == pytest.approx(printed_right, abs=0.2)
