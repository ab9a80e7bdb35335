"""A club's template, drawn in a process of its own: it ends with a message, for any content."""

import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from multiprocessing.reduction import ForkingPickler

import pytest

from common.errors import AppError
from common.workers.forking import Limits
from tests.factories.tournaments import enter_result, list_plays
from tournaments.paper.documents.making import adjusted
from tournaments.paper.documents.making.adjusted import draw_adjusted
from tournaments.paper.documents.making.document import build_sheets
from tournaments.paper.documents.making.sandbox import TemplateRefused
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.services.standings import refresh_standings

RANKING = "tournaments/paper/pdf/ranking.html"
LOOPS = "{% for a in n %}{% for b in n %}{% for c in n %}{% endfor %}{% endfor %}{% endfor %}"
HOSTILE = {
    "text joined with itself": ("\n{{ text|join:text|join:text }}", "répète trop", 2),
    "text joined again and again": (
        "\n" + "{% with a=text|join:n %}" * 4 + "{{ a|join:a }}" + "{% endwith %}" * 4,
        "répète trop",
        2,
    ),
    "rounds": (f"\n\n{LOOPS}", "répète trop", 3),
    "long texts": ("\n" + "{{ text|force_escape }}" * 1000, "répète trop", 0),
    "nested": ("{% if a %}" * 4000, "", 0),
    "long condition": ("{% if " + "not " * 9000 + "a %}{% endif %}", "emboîte", 0),
    "elements inside each other": ("\n" + "<div>\n" * 5000, "emboîte", 100),
    "elements that a loop puts inside each other": (
        "\n{% for a in n %}{% for b in n %}<div>{% endfor %}{% endfor %}",
        "emboîte",
        0,
    ),
    "elements that only seem to be closed": ("<div><table><td></div></table>" * 1000, "emboîte", 1),
    "many tags": ("\n{% for a in n %}" + "{{ text|title|upper|length }}" * 1000 + "{% endfor %}", "temps", 2),
}
VALUES = {"text": "a<b " * 5_000, "n": tuple(range(60))}


@pytest.fixture
def hasty(monkeypatch):
    """Limits within which an honest template is drawn, too."""
    monkeypatch.setattr(adjusted, "LIMITS", Limits(seconds=20, cpu_seconds=1))


@pytest.mark.parametrize(("text", "reason", "line"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_template_is_refused_in_words_at_its_line(hasty, text, reason, line):
    began = time.process_time()

    with pytest.raises(TemplateRefused) as refused:
        draw_adjusted(text, RANKING, [VALUES])

    assert reason in str(refused.value.message)
    assert refused.value.line == line
    assert refused.value.fields["text"]
    assert time.process_time() - began < 1, "it was drawn by this process"


def test_template_that_wants_too_much_memory_is_refused(monkeypatch):
    monkeypatch.setattr(adjusted, "LIMITS", Limits(cpu_seconds=15, memory=300 * 1024 * 1024))

    with ThreadPoolExecutor(1) as pool, pytest.raises(TemplateRefused, match="template_refused") as refused:
        pool.submit(draw_adjusted, "{{ text|upper }}" * 2400, RANKING, [{"text": "a" * 200_000}]).result()

    assert "mémoire" in str(refused.value.message)


def test_parts_are_held_up_to_so_many_letters_together(monkeypatch):
    monkeypatch.setattr(adjusted, "MOST_OUTPUT", 10)

    assert draw_adjusted("12345", RANKING, [{}, {}]) == ["12345", "12345"]
    with pytest.raises(TemplateRefused):
        draw_adjusted("12345", RANKING, [{}, {}, {}])


def test_decimals_are_no_more_than_paper_needs():
    (text,) = draw_adjusted("{{ third|percent:1000000 }}", RANKING, [{"third": Fraction(1, 3)}])

    assert text.startswith("0,33333")
    assert len(text) < 110


def test_second_request_is_told_to_come_back(monkeypatch):
    with adjusted.GATE.passed(), pytest.raises(AppError) as refused:
        draw_adjusted("a", RANKING, [{}])

    assert refused.value.code == "drawing_busy"
    assert draw_adjusted("a", RANKING, [{}]) == ["a"]


def test_request_has_it_drawn_by_another_process_in_its_language():
    text = "{% for n in numbers %}{{ n }}{% endfor %} {% translate 'Table' %}{{ half|percent }}"
    values = {"numbers": (1, 2), "half": None}

    with ThreadPoolExecutor(1) as pool:
        texts = pool.submit(draw_adjusted, text, RANKING, [values, values | {"numbers": ()}]).result()

    assert texts == ["12 Table–", " Table–"]


@pytest.mark.django_db
def test_sheets_of_every_document_can_be_sent_to_another_process(few_deals, at_home):
    enter_result(list_plays(few_deals)[0], 56)
    refresh_standings(session=few_deals.sessions.get())
    sheet_count = 0
    for document_type in DOCUMENTS.values():
        try:
            sheets = [] if document_type.holds else build_sheets(document_type, few_deals, at_home)
        except AppError:
            continue
        assert len(pickle.loads(ForkingPickler.dumps(sheets))) == len(sheets)  # noqa: S301  # just pickled
        sheet_count += len(sheets) > 0

    assert sheet_count > 20
