"""Impossible lines offer the nearest values; the line above, repeated or copied by mistake; undoing."""

import uuid

import pytest
from django.urls import reverse

from common.errors import AppError
from tests.factories.tables import open_table, plays_of
from tests.factories.tournaments import enter_result, list_plays, make_seated_tournament, make_user
from tournaments.models import ResultSlip
from tournaments.results.services.table_access import table_secret
from tournaments.results.web.nearest import nearest_buttons


@pytest.fixture
def evening(club):
    return make_seated_tournament(club)


@pytest.fixture
def plays(evening):
    return [play for play in list_plays(evening) if play.board == 1]


def address(evening):
    return reverse("organiser-traveller", args=[evening.slug, 1])


def typed(play, **figures):
    """A line as the page sends it."""
    line_values = {"kind": "played", "seen_version": 0, "token": uuid.uuid4(), **figures}
    return {f"p{play.pk}-{name}": value for name, value in line_values.items()}


def current_score(play):
    return play.slips.current().get().score


def test_impossible_line_comes_back_with_buttons_and_one_press_stores(signed_in, evening, plays):
    line = typed(plays[0], bouts=0, points=90)
    page = signed_in.post(address(evening), line)
    (row, *_) = page.context["rows"]

    signed_in.post(address(evening), line | {"nearest": row.nearest[0].changes})

    assert [button.label for button in row.nearest] == ["77 points"]
    assert f'value="p{plays[0].pk}-points=77"' in page.content.decode()
    assert current_score(plays[0]) == 92


def test_buttons_of_scores_empty_the_other_column(signed_in, evening, plays):
    line = typed(plays[0], gain=10)
    page = signed_in.post(address(evening), line)
    button = page.context["rows"][0].nearest[0]

    signed_in.post(address(evening), line | {"nearest": button.changes})

    assert button.label == "−52"
    assert current_score(plays[0]) == -52


@pytest.mark.parametrize(
    ("near", "label", "changes"),
    [
        (("bouts", "1"), "1 bout", "p7-bouts=1"),
        (("petit", ""), "sans petit au bout", "p7-petit="),
        (("petit", "attack"), "petit au bout de l’attaque", "p7-petit=attack"),
        (("slam", ""), "sans chelem", "p7-slam="),
        (("slam", "made"), "chelem non annoncé", "p7-slam=made"),
        (
            ("handfuls", "simple,double"),
            "poignée simple, double poignée",
            "p7-handful_1=simple&p7-handful_2=double",
        ),
        (("handfuls", ""), "sans poignée", "p7-handful_1=&p7-handful_2="),
        (("score_2", "-106"), "S −106", "p7-score_2=-106"),
    ],
)
def test_each_kind_of_value_has_its_words(near, label, changes):
    error = AppError("slip_impossible", "", extra={"nearest": [{"field": near[0], "value": near[1]}]})

    (button,) = nearest_buttons(error, "p7")

    assert (button.label, button.changes) == (label, changes)


def test_line_copied_twice_is_asked_about_unless_it_was_repeated_on_purpose(signed_in, evening, plays):
    lines = typed(plays[0], gain=62) | typed(plays[1], gain=62) | typed(plays[2], gain=62, repeated="on")

    page = signed_in.post(address(evening), lines)

    questions_by_row = [row.questions for row in page.context["rows"]]
    assert [len(questions) for questions in questions_by_row] == [0, 1, 0, 0, 0]
    assert questions_by_row[1][0].startswith("C’est exactement la ligne du dessus")
    assert [play.slips.count() for play in plays[:3]] == [1, 0, 1]


def test_button_that_undoes_names_the_line_typed_last_and_empties_it(signed_in, evening, plays, owner):
    enter_result(plays[0], 56, user=owner)
    enter_result(plays[2], 58, user=owner)
    enter_result(plays[1], 62, user=make_user("Autre", club=evening.club))

    page = signed_in.get(address(evening))
    answer = signed_in.post(
        reverse("organiser-result-undo", args=[evening.slug, plays[2].pk]), {"seen_version": 1}
    )

    assert page.context["last"].play == plays[2]
    line = plays[2]
    assert f"(étui {line.board}, position {line.round.number}, table {line.table.number})" in page.text
    assert answer.url == f"{address(evening)}?seance=1#p{plays[2].pk}"
    assert not plays[2].slips.current().exists()
    assert signed_in.get(address(evening)).context["last"].play == plays[0]


def test_undoing_a_correction_brings_back_what_was_corrected(signed_in, evening, plays, owner):
    enter_result(plays[0], 56)
    enter_result(plays[0], -56, user=owner, seen_version=1, reason="colonne")

    signed_in.post(reverse("organiser-result-undo", args=[evening.slug, plays[0].pk]), {"seen_version": 2})

    assert current_score(plays[0]) == 56


def test_line_of_somebody_else_is_not_undone(signed_in, evening, plays):
    enter_result(plays[0], 56, user=make_user("Autre", club=evening.club))

    page = signed_in.post(
        reverse("organiser-result-undo", args=[evening.slug, plays[0].pk]), {"seen_version": 1}, follow=True
    )

    assert "saisie par quelqu’un d’autre" in page.content.decode()
    assert current_score(plays[0]) == 56


def test_phone_offers_the_nearest_values_and_asks_about_the_deal_before(client, evening):
    access = open_table(evening)
    first, second = plays_of(access)[:2]
    page_of = reverse("table-page", args=[table_secret(access)])
    client.get(page_of)
    seat = reverse("table-sit", args=[table_secret(access), 1, 0])
    client.post(seat)
    line = {"kind": "played", "seen_version": 0, "bouts": 2, "points": 45}

    def send(play, **changes):
        form = line | {"token": uuid.uuid4()} | changes
        return client.post(reverse("table-record", args=[table_secret(access), play.pk]), form)

    refused = send(first, points=95)
    response = send(first, points=95, nearest="points=45")
    question_page = send(second)

    assert [button.label for button in refused.context["rows"][0].input.nearest][:1] == ["85 points"]
    assert response.status_code == 302
    assert "exactement la ligne du dessus" in question_page.content.decode()
    assert ResultSlip.objects.get().play == first
