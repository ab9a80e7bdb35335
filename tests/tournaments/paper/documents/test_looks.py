"""The look of a club on its papers."""

import re
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from common.workers.forking import TooMuchMemory
from tests.factories.tournaments import enter_result, list_plays
from tournaments.core.colours import grey_of
from tournaments.enums import DocumentKind
from tournaments.models import AdjustedTemplate, PaperLook, Person
from tournaments.paper.documents.making import document
from tournaments.paper.documents.making.document import build_sheets, document_parts, preview_html
from tournaments.paper.documents.making.looks import PLAIN_LOOK, Look, load_look
from tournaments.paper.documents.making.notes import collected_notes
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.typesetting import letters
from tournaments.rankings.services.standings import refresh_standings

BADGES = DOCUMENTS[DocumentKind.NAME_BADGES]


def a_logo() -> bytes:
    content = BytesIO()
    Image.new("RGB", (40, 10), (200, 0, 0)).save(content, "PNG")
    return content.getvalue()


def test_no_choice_is_the_plain_look(evening):
    assert load_look(evening.club) == PLAIN_LOOK
    assert PLAIN_LOOK.stylesheet == ""
    assert "<style" not in preview_html(BADGES, evening, language="fr")


def test_look_is_in_every_page(evening):
    PaperLook.objects.create(club=evening.club, logo=a_logo(), ink="#123456", footer='tarot & "amis"')

    html = preview_html(BADGES, evening, language="fr")

    assert "--ink: #123456;" in html
    assert '--club-logo: url("data:image/png;base64,' in html
    assert 'data-footer="tarot &amp; &quot;amis&quot;"' in html


def test_fingerprint_tells_looks_apart():
    looks = [PLAIN_LOOK, Look(ink="#123456"), Look(footer="a"), Look(logo=b"a"), Look(is_large=True)]

    assert len({look.fingerprint for look in looks}) == len(looks)
    assert Look(footer="a").fingerprint == Look(footer="a").fingerprint


def test_greys_replace_the_colours_of_a_club(evening):
    PaperLook.objects.create(club=evening.club, logo=a_logo(), ink="#123456")

    html = preview_html(BADGES, evening, language="fr", options=DocumentOptions(grey=True))

    assert f"--ink: {grey_of('#123456')};" in html
    logo = b64decode(re.findall(r"data:image/png;base64,([^\"]+)", html)[0])
    with Image.open(BytesIO(logo)) as picture:
        assert picture.size == (40, 10)
        assert picture.mode == "LA"
    assert 'class="grey"' in html


def test_greys_replace_the_colours_of_drawings_and_of_no_text(evening):
    evening.name = 'fill="#d23b30"'
    evening.save()
    diagrams = DOCUMENTS[DocumentKind.HAND_DIAGRAMS]
    usual, greys = (
        preview_html(diagrams, evening, language="fr", options=DocumentOptions(grey=grey), first=1)
        for grey in (False, True)
    )

    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', usual))
    assert {"#f4cf1d", "#2f6fc4"} <= colours
    assert set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', greys)) == {
        grey_of(colour) for colour in colours
    }
    assert "fill=&quot;#d23b30&quot;" in greys


def test_large_type_can_be_chosen_for_one_ranking(evening):
    enter_result(list_plays(evening)[0], 56)
    refresh_standings(session=evening.sessions.get())
    ranking = DOCUMENTS[DocumentKind.RANKING]
    options = DocumentOptions(large_type=True)

    ranking.check_options(options)

    assert 'class="large-type"' in preview_html(ranking, evening, language="fr", options=options)
    assert "large-type" not in preview_html(ranking, evening, language="fr")


def test_look_is_printed(evening, pages, pictures):
    PaperLook.objects.create(club=evening.club, logo=a_logo(), footer="www.tarot.example")

    list_pages = pages(DocumentKind.SEAT_LISTS, evening)

    assert all("www.tarot.example" in [word[-1] for word in page.words] for page in list_pages)
    assert all(15 < picture[30:60, 450:560].min() < 100 for picture in pictures()[:1])


def test_adjusted_template_is_printed(evening):
    AdjustedTemplate.objects.create(club=evening.club, kind=BADGES.kind, text="<h1>{{ heading.club }} !</h1>")

    body = preview_html(BADGES, evening, language="fr").partition("<main>")[2]

    assert re.sub(r"\s+", " ", body).startswith(f" <h1>{evening.club} !</h1> </main>")


@pytest.mark.parametrize(
    "text", ["{% nothing %}", "<script></script>", "{{ sheets|date:sheets }}{% widthratio %}"]
)
def test_adjusted_template_with_an_error_gives_way_to_the_original(evening, text):
    AdjustedTemplate.objects.create(club=evening.club, kind=BADGES.kind, text=text)

    with collected_notes() as notes:
        html = preview_html(BADGES, evening, language="fr")

    assert "NOM01" in html
    assert ["ne passe pas" in note for note in notes] == [True]


def test_adjusted_template_beyond_its_memory_gives_way_to_the_original(evening, printed, monkeypatch):
    AdjustedTemplate.objects.create(club=evening.club, kind=BADGES.kind, text="<h1>{{ heading.club }} !</h1>")
    render, bodies = document.render_pdf, []

    def render_one_of_two(parts, **arguments):
        drawn_parts = list(parts)
        bodies.append("".join(part.html for part in drawn_parts))
        if len(bodies) == 1:
            raise TooMuchMemory
        return render(drawn_parts, **arguments)

    monkeypatch.setattr(document, "render_pdf", render_one_of_two)

    with collected_notes() as notes:
        text = printed(BADGES.kind, evening).pages[0].extract_text()

    assert ["NOM01" in body for body in bodies] == [False, True]
    assert "NOM01" in text
    assert ["ne passe pas" in note for note in notes] == [True]


def test_name_of_which_no_font_has_the_letters_is_noted(evening, printed, monkeypatch):
    Person.objects.filter(last_name="Nom01").update(last_name="王伟")
    monkeypatch.setattr(letters, "_is_on_machine", lambda letter: False)

    with collected_notes() as notes:
        texts = "".join(page.extract_text() for page in printed(DocumentKind.NAME_BADGES, evening).pages)

    assert "WangWei" in texts
    assert [note for note in notes if "王伟" in note and "WangWei" in note]


def test_every_part_of_a_paper_is_for_the_sheets_of_the_club(evening):
    def sheets_of_parts():
        sheets = build_sheets(BADGES, evening)
        return {part.is_letter for part in document_parts(BADGES, evening, DocumentOptions(), sheets)}

    assert sheets_of_parts() == {False}

    PaperLook.objects.create(club=evening.club, is_letter=True)

    assert sheets_of_parts() == {True}
