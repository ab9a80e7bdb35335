"""Lessons: both languages have the same content, and their figures are those of the program."""

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from games.core.dealing.hand_value import LEAST_VALUES
from games.services.markdown import LANGUAGES
from play.learn.web.lessons import LESSONS, list_lessons
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid

PROJECT = Path(__file__).parents[4]
FOLDER = PROJECT / "docs" / "learning"
CARDS = PROJECT / "static" / "img" / "cards.svg"
MARKS = re.compile(
    r'<th scope="row">([+−]\d+)</th>' + r"\s*<td>(\d+)</td>" * 2 + r"\s*<td>(\d+)\s?%</td>" * 2
)
"""A row of the example: score, beaten, equal, mark in attack and in defence."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_a_lesson(language):
    assert {path.stem for path in (FOLDER / language).glob("*.md")} == set(LESSONS)


@pytest.mark.parametrize("name", LESSONS)
def test_languages_have_the_same_parts(name):
    bodies = [
        next(lesson.body for lesson in list_lessons(language) if lesson.name == name)
        for language in LANGUAGES
    ]

    counts = [[len(re.findall(tag, body)) for tag in ("<h2", "<tr", "<li", "<p>")] for body in bodies]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", LESSONS)
def test_page_is_shown_in_the_language_of_the_visitor(client, name):
    for language in LANGUAGES:
        lesson = next(candidate for candidate in list_lessons(language) if candidate.name == name)
        page = client.get(f"/apprendre/{name}/", headers={"accept-language": language})
        assert f"<h1>{lesson.title}</h1>" in page.text


def test_index_lists_the_lessons_in_the_order_of_reading(client):
    page = client.get("/apprendre/").text

    assert re.findall(r'href="/apprendre/([a-z]+)/"', page) == list(LESSONS)


def test_links_lead_to_the_next_lesson_and_to_the_rules(client):
    page = client.get("/apprendre/duplicate/").text

    assert 'href="../pourcentage/"' in page
    assert 'href="/regles/tarot-4/"' in page
    assert 'href="/apprendre/pourcentage/"' in page
    assert ".md" not in page
    assert "Ensuite" not in client.get("/apprendre/lexique/").text


def test_first_steps_lead_to_a_first_deal_against_beginners(client, db):
    page = client.get("/apprendre/debuter/").text

    assert 'href="/jouer/donne-commentee/"' in page
    address = unescape(re.search(r'href="(/jouer/\?[^"]*)#hasard"', page)[1])
    home = client.get(address).text
    assert re.search(r'<option value="tarot-4" selected', home)
    assert re.findall(r'<option value="debutant" selected', home) == ['<option value="debutant" selected']
    assert "Jouer ma première donne" not in client.get("/apprendre/duplicate/").text
    assert client.get("/jouer/?robots=nobody").status_code == 200


def test_newcomer_finds_the_first_steps_and_after_the_commented_deal_a_first_one(client, db):
    first_deal = re.escape("/jouer/?jeu=tarot-4&amp;robots=debutant#hasard")

    assert all('href="/apprendre/debuter/"' in client.get(address).text for address in ("/", "/jouer/"))
    assert not re.search(first_deal, client.get("/jouer/donne-commentee/?carte=71").text)
    assert re.search(first_deal, client.get("/jouer/donne-commentee/?carte=72").text)
    client.post("/jouer/", {"kind": "game", "game": "tarot-4", "rules": "fft", "level": "debutant"})
    assert 'href="/apprendre/debuter/"' not in client.get("/jouer/").text


def test_lessons_on_play_come_before_those_on_duplicate():
    names = list(LESSONS)

    assert names[:2] == ["debuter", "encheres"]
    assert names.index("signaux") < names.index("duplicate") < names.index("pourcentage")


def test_unknown_lesson_is_not_found(client):
    assert client.get("/apprendre/bridge/").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_of_the_example_are_those_of_the_ranking(language):
    body = unescape(next(lesson.body for lesson in list_lessons(language) if lesson.name == "pourcentage"))

    rows = [(int(score.replace("−", "-")), *map(int, figures)) for score, *figures in MARKS.findall(body)]

    count = len(rows)
    grid = ScoreGrid(
        board=np.ones(count, dtype=int),
        taker_seat=np.zeros(count, dtype=int),
        players=np.arange(4 * count).reshape(count, 4),
        score=np.array([row[0] for row in rows]),
        status=np.full(count, PlayStatus.PLAYED),
        line=np.tile(np.arange(4), count),
    )
    marks = mark_plays(grid)
    assert count == 4
    assert [row[1:] for row in rows] == [
        (marks.beaten[play], marks.equal[play], marks.mark_percent(play, 0), marks.mark_percent(play, 1))
        for play in range(count)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_of_hands_are_those_of_the_scale(language):
    body = next(lesson.body for lesson in list_lessons(language) if lesson.name == "encheres")

    for value in LEAST_VALUES.values():
        assert re.search(rf"\b{value}\b", body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_lesson_has_a_drawing_of_its_own_and_takes_a_few_minutes(language):
    symbols = re.findall(r'<symbol id="(\w+)"', CARDS.read_text())

    lessons = list_lessons(language)

    assert len({lesson.sign for lesson in lessons} & set(symbols)) == len(lessons)
    assert {lesson.name: lesson.minutes for lesson in lessons}["duplicate"] == 2
    assert all(1 <= lesson.minutes <= 4 for lesson in lessons)
