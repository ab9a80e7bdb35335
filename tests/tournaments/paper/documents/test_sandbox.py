"""Adjusted templates: the same page as the original, and nothing else that a template could do."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from django.template.loader import get_template

from common.errors import AppError
from tests.factories.tournaments import EVENING, enter_result, list_plays, make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.paper.documents.making.document import Heading, PlacedSheet, build_sheets
from tournaments.paper.documents.making.options import PLAIN
from tournaments.paper.documents.making.sandbox import (
    TemplateRefused,
    compile_text,
    original_text,
    render_text,
)
from tournaments.paper.documents.making.shown import as_template_value, raw_of
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.services.standings import refresh_standings

RANKING = "tournaments/paper/pdf/ranking.html"


@dataclass(frozen=True)
class Figures:
    numbers: tuple[int, ...] = (1, 2, 3)
    text: str = "<b>Dédé</b>"

    def forget(self) -> str:
        raise AssertionError("a method was called")

    @property
    def total(self) -> int:
        return sum(self.numbers)


def render(text: str, **values: object) -> str:
    return render_text(compile_text(text, RANKING), values)


def test_untouched_templates_give_the_same_pages(few_deals, at_home):
    enter_result(list_plays(few_deals)[0], 56)
    refresh_standings(session=few_deals.sessions.get())
    differing = set()
    count = 0
    for kind, document_type in DOCUMENTS.items():
        try:
            sheets = [] if document_type.holds else build_sheets(document_type, few_deals, at_home)[:2]
        except AppError:
            continue
        count += len(sheets) > 0
        if sheets and not gives_the_same(document_type.template, sheets):
            differing.add(kind)

    assert differing == set()
    assert count > 20


def gives_the_same(template: str, sheets: Sequence[PlacedSheet]) -> bool:
    """Return whether the original and its text in the sandbox produce the same words."""
    heading = Heading(club="Club", tournament="Soirée", starts_on=EVENING)
    context = {"sheets": sheets, "heading": heading, "sheet_count": len(sheets), "options": PLAIN}

    adjusted = render_text(compile_text(original_text(template), template), context)

    body = get_template(template).render(context).partition("<main>")[2].partition("</main>")[0]
    return adjusted.split() == body.split() and len(adjusted.split()) > 20


def test_values_and_loops():
    html = render("{% for n in f.numbers %}{{ n }}-{% endfor %}{{ f.total }} {{ f.text }}", f=Figures())

    assert html == "1-2-3-6 &lt;b&gt;Dédé&lt;/b&gt;"


@pytest.mark.parametrize(
    "text",
    [
        "{% load static %}",
        "{% include 'tournaments/evening/organiser/home.html' %}",
        "{% extends 'base.html' %}",
        "{% url 'organiser-home' %}",
        "{% debug %}",
        "{% autoescape off %}{% endautoescape %}",
        "{{ heading.club._meta }}",
        "{{ heading.club|pprint }}",
        "{% for a in b %}",
        "{{ a|date:}}",
    ],
)
def test_what_is_not_understood_is_refused(text):
    with pytest.raises(TemplateRefused) as refused:
        render(text)

    assert refused.value.code == "template_refused"


def test_error_names_its_line():
    with pytest.raises(TemplateRefused) as refused:
        compile_text("<p>\n\n{% frobnicate %}</p>", RANKING)

    assert refused.value.extra["line"] == 3
    assert refused.value.fields["text"].startswith("Ligne 3")


@pytest.mark.django_db
def test_rows_lead_nowhere_else():
    club = make_club()
    user = make_user(club=club, role=MembershipRole.OWNER)
    text = (
        "[{{ club.name }}|{{ club.memberships.all.0.user.email }}|{{ club.people.all }}|{{ club.delete }}"
        "|{{ user.password }}{{ user.email }}|{{ f.forget }}]"
    )

    assert render(text, club=club, user=user, f=Figures()) == f"[{club.name}|||||]"


@pytest.mark.parametrize(
    "html",
    [
        "<script>1</script>",
        "<p onclick='a()'>x</p>",
        "<img src='file:///etc/passwd' />",
        "<a href='javascript:a()'>x</a>",
        "<link rel='stylesheet' href='x.css' />",
        "<p style='background: url(//example.org/a.png)'>x</p>",
        "<style>@import 'a.css';</style>",
        "<style>p { background: u\\72l(a) }</style>",
        "<form action='/'></form>",
        "{{ drawing|safe }}",
        "<!--><img src='file:///etc/passwd'>",
        "<!--><meta http-equiv='refresh' content='0;url=//example.org/'>",
        "<!--a--!><script>1</script><!---->",
        "<![CDATA[><img src='a.png'>]]>",
        "<?a <img src='a.png'>?><img src='a.png'>",
        "<svg><title><img src='a.png'></title></svg>",
        "<svg><style><![CDATA[@import 'a.css';]]></style></svg>",
        "<svg><a href='javascript:a()'>x</a></svg>",
        "<math><mi xlink:href='a'>x</mi></math>",
        "<body onload='a()'>",
        "<html manifest='a'>",
    ],
)
def test_what_is_no_text_is_refused(html):
    with pytest.raises(TemplateRefused) as refused:
        render(html, drawing="<svg onload='a()'></svg>")

    assert "pas permis" in str(refused.value.message)


def test_a_text_is_never_taken_for_a_file():
    assert render(__file__) == __file__


def test_comments_are_no_elements():
    assert render("<p>a<!-- <img> --></p>") == "<p>a<!-- <img> --></p>"


def test_style_and_drawings_are_allowed():
    html = "<style>h1 { color: #123456; }</style><h1 style='font-size: 20pt'>Titre</h1>{{ drawing|safe }}"

    assert render(html, drawing='<svg viewBox="0 0 1 1"></svg>').endswith('<svg viewBox="0 0 1 1"></svg>')


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in n %}{% for b in n %}{% for c in n %}{% endfor %}{% endfor %}{% endfor %}",
        "{% for a in n %}{% for b in n %}{{ long }}{% endfor %}{% endfor %}",
    ],
)
def test_too_much_is_refused(text):
    with pytest.raises(TemplateRefused, match="template_refused") as refused:
        render(text, n=tuple(range(100)), long="x" * 40_000)

    assert "répète trop" in str(refused.value.message)


def test_long_text_is_refused():
    with pytest.raises(TemplateRefused):
        compile_text("x" * 40_001, RANKING)


def test_only_whole_numbers_grow():
    assert (
        render('{{ 2|add:3 }}[{{ "ab"|add:"cd" }}]{{ 7|stringformat:"03d" }}{{ 7|stringformat:"999999d" }}')
        == "5[]007"
    )


def test_wrapped_and_unwrapped():
    figures = Figures()

    assert raw_of(as_template_value(figures)) is figures
    assert raw_of(as_template_value((figures,))) == (figures,)
    assert as_template_value(figures) == figures
    assert {as_template_value(figures): 1}[as_template_value(figures)] == 1
