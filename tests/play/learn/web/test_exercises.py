"""Pages of the exercises: question, answer, explanation, link to a table."""

import re

import pytest
from django.urls import reverse

from games.core.actions import PlayCard
from games.core.cards import parse_card
from play.learn.exercises.catalogue import EXERCISES
from play.learn.exercises.exercise import ME, QuestionKind, choices_of, list_choices, position
from play.learn.web import exercises
from play.learn.web.lessons import WITH_EXERCISES
from play.tables.models import PlayedTable
from tournaments.templatetags.cards import card_words

ADDRESSES = [(lesson, number) for lesson, rows in EXERCISES.items() for number in range(1, len(rows) + 1)]
CONTROL = re.compile(r'<(?:button|input)[^>]*?name="reponse"[^>]*?value="([^"]+)"')


def _page(client, lesson, number, *answers):
    return client.get(reverse("rooms-exercise", args=[lesson, number]), {"reponse": answers})


def test_lessons_with_exercises_lead_to_them(client):
    assert set(EXERCISES) == WITH_EXERCISES
    assert reverse("rooms-exercise", args=["ecart", 1]) in client.get("/apprendre/ecart/").text
    assert "/jouer/exercices/" not in client.get("/apprendre/lexique/").text


@pytest.mark.parametrize(("lesson", "number"), ADDRESSES)
def test_page_offers_every_choice_and_shows_only_what_the_seat_knows(client, lesson, number):
    exercise = EXERCISES[lesson][number - 1]

    page = client.get(reverse("rooms-exercise", args=[lesson, number])).text

    assert set(CONTROL.findall(page)) == set(list_choices(exercise))
    assert "Votre réponse" not in page
    assert "Choisissez parmi" not in page
    view = position(exercise).view(ME)
    played_cards = {step.action.card for step in view.steps if isinstance(step.action, PlayCard)}
    is_discard = exercise.kind is QuestionKind.DISCARD
    open_cards = {card for _name, pile in view.exposed for card in pile} if is_discard else set()
    visible_cards = view.hand | played_cards | open_cards
    card_labels = set(re.findall(r'role="img"\s+aria-label="([^"]+)"', page))
    assert card_labels == {card_words(card) for card in visible_cards}


@pytest.mark.parametrize(("lesson", "number"), ADDRESSES)
def test_answer_is_judged_and_explained(client, lesson, number):
    exercise = EXERCISES[lesson][number - 1]
    best = choices_of(exercise, exercise.answers[0])

    page = _page(client, lesson, number, *best)

    assert "C’est cela" in page.text
    assert str(exercise.why) in page.text


def test_page_is_english_for_who_reads_english(client):
    page = client.get(reverse("rooms-exercise", args=["defense", 3]), headers={"accept-language": "en"}).text

    assert "<h1>The hold</h1>" in page
    assert "exercise 3 of 5" in page


def test_other_answer_gets_ours_and_the_reason(client):
    page = _page(client, "encheres", 6, "pass").text

    assert "Il y a mieux" in page
    assert "Votre réponse : Passe." in page
    assert "La nôtre : Garde sans" in page
    assert str(EXERCISES["encheres"][5].why) in page


def test_other_card_is_named_like_ours(client):
    page = _page(client, "attaque", 1, "EX").text

    assert "Votre réponse : l’Excuse." in page
    assert "La nôtre : le 1 d’atout" in page


def test_other_discard_is_told_what_it_does(client):
    discards = [f"discard:{card}" for card in ("DC", "D8", "D6", "S9", "S3", "S10")]

    page = _page(client, "ecart", 1, *discards).text

    assert "Le vôtre met 5 points à l’abri et vous coupe à pique et à carreau." in page


def test_too_few_cards_are_refused_and_stay_ticked(client):
    page = _page(client, "ecart", 1, "discard:S9", "discard:S3").text

    assert "Choisissez 6 cartes : vous en avez choisi 2." in page
    assert len(re.findall(r"\bchecked\b", page)) == 2
    assert "Votre réponse" not in page


@pytest.mark.parametrize("given", ["", "bid:chelem", "discard:S9", "horoscope", "\x00"])
def test_what_is_no_choice_is_refused_with_words(client, given):
    page = _page(client, "encheres", 1, given)

    assert page.status_code == 200
    assert "Choisissez parmi ce que la page propose." in page.text


@pytest.mark.parametrize(
    ("lesson", "number"), [("encheres", 0), ("encheres", 8), ("lexique", 1), ("bridge", 1)]
)
def test_other_addresses_are_not_found(client, lesson, number):
    assert client.get(f"/jouer/exercices/{lesson}/{number}/").status_code == 404


@pytest.mark.django_db
def test_device_that_begins_too_many_deals_is_told_when_to_come_back(client, monkeypatch):
    monkeypatch.setattr(exercises, "limit_form", lambda *_: 60)

    answer = client.post(reverse("rooms-exercise", args=["attaque", 1]), {"level": "debutant"})

    assert answer.status_code == 429
    assert not PlayedTable.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("lesson", EXERCISES)
def test_deal_of_an_exercise_is_played_at_a_table(client, lesson):
    exercise = EXERCISES[lesson][0]

    answer = client.post(reverse("rooms-exercise", args=[lesson, 1]), {"level": "debutant"})

    table = PlayedTable.objects.get()
    assert answer.url == reverse("rooms-table", args=[table.secret])
    assert (table.seat, table.dealer) == (ME, exercise.dealer)
    page = client.get(answer.url).text
    if exercise.kind is QuestionKind.BID:
        assert card_words(parse_card("21T")) in page
    else:
        assert table.taker == exercise.contract[0]
