"""The organiser's own questions to players, from the form to the workbook."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from common.errors import AppError
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_team_tournament, make_tournament
from tournaments.core.exchange.workbooks import read_workbook
from tournaments.entries.services.acceptances import accept_registration
from tournaments.entries.services.questions import QuestionLine, set_questions
from tournaments.entries.services.registrations import registration_secret
from tournaments.entries.services.seekers import join_registrations
from tournaments.models import Club, EntryAnswer, EntryQuestion, RegisteredPlayer, Registration, Tournament
from tournaments.rankings.services.result_files import event_workbook
from tournaments.site.queries.personal import load_personal

MEAL = QuestionLine(None, "Repas ?", "choice", ("poulet", "poisson"), is_required=True)
BED = QuestionLine(None, "Dormez-vous sur place ?", "yes_no", (), is_required=False)
HOUR = QuestionLine(None, "Heure d’arrivée", "text", (), is_required=False)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return open_event(make_tournament(club))


@pytest.fixture
def asked(tournament: Tournament) -> list[EntryQuestion]:
    """The three questions of the event: meal, bed, hour."""
    return set_questions(tournament=tournament, questions=[MEAL, BED, HOUR], set_by=None)


def questions_path(tournament: Tournament) -> str:
    return reverse("organiser-entry-questions", args=[tournament.slug])


def form_path(tournament: Tournament) -> str:
    return reverse("public-registrations", args=[tournament.slug])


def registration_of(questions: list[EntryQuestion], *answers: str, place: int = 0) -> dict[str, str]:
    names = {f"last_name-{place}": "Durand", f"first_name-{place}": "Anne", f"number-{place}": ""}
    return {
        "token": str(uuid.uuid4()),
        **names,
        **{f"answer-{question.pk}-{place}": text for question, text in zip(questions, answers, strict=True)},
    }


def test_questions_are_written_in_order_and_taken_back(signed_in: Client, tournament: Tournament) -> None:
    kinds = {f"kind_{row}": "text" for row in range(1, 6)}
    signed_in.post(
        questions_path(tournament),
        {
            **kinds,
            "text_1": "Repas ?",
            "kind_1": "choice",
            "choices_1": " poulet \r\n\r\npoisson",
            "required_1": "on",
            "text_3": "Heure d’arrivée",
        },
    )
    values = list(EntryQuestion.objects.values_list("text", "kind", "choices", "is_required"))
    meal, hour = (f"q{pk}" for pk in EntryQuestion.objects.values_list("pk", flat=True))
    rows = {f"text_{meal}": "", f"kind_{meal}": "choice", f"choices_{meal}": "poulet\npoisson"}
    rows |= {f"text_{hour}": "Heure", f"kind_{hour}": "text"}
    page_text = signed_in.post(questions_path(tournament), {**kinds, **rows}, follow=True).text

    assert values == [
        ("Repas ?", "choice", ["poulet", "poisson"], True),
        ("Heure d’arrivée", "text", [], False),
    ]
    assert list(EntryQuestion.objects.values_list("text", flat=True)) == ["Heure"]
    assert "Les questions sont enregistrées." in page_text


def test_wrong_choices_are_refused_at_their_field(signed_in: Client, tournament: Tournament) -> None:
    kinds = {f"kind_{number}": "choice" for number in range(1, 6)}

    def errors(text: str, *choices: str) -> dict[str, list[str]]:
        row = {"text_1": text, "choices_1": "\n".join(choices)}
        return dict(signed_in.post(questions_path(tournament), {**kinds, **row}).context["form"].errors)

    number = ["Écrivez de 2 à 12 choix, un par ligne."]
    assert errors("Repas ?", "poulet") == {"choices_1": number}
    assert errors("Repas ?", *map(str, range(13))) == {"choices_1": number}
    assert errors("Repas ?", "a", "b" * 61) == {"choices_1": ["Un choix a 60 caractères au plus."]}
    assert errors("Repas ?", "a", "a") == {"choices_1": ["Deux choix sont pareils."]}
    assert errors("", "a", "b") == {"text_1": ["Écrivez aussi la question."]}
    assert not EntryQuestion.objects.exists()
    longest_list = ["b" * 60, *map(str, range(11))]
    row = {"text_1": "Repas ?", "choices_1": "\n".join(longest_list)}
    signed_in.post(questions_path(tournament), {**kinds, **row})
    assert EntryQuestion.objects.get().choices == longest_list


def test_kind_of_an_answered_question_stays(
    signed_in: Client, client: Client, tournament: Tournament, asked: list[EntryQuestion]
) -> None:
    client.post(form_path(tournament), registration_of(asked, "poulet", "", ""))
    meal, bed, _hour = asked

    def change(question: EntryQuestion, line: QuestionLine) -> None:
        changed = QuestionLine(question.pk, line.text, "text", (), is_required=False)
        set_questions(tournament=tournament, questions=[changed], set_by=None)

    change(bed, BED)
    with pytest.raises(AppError) as refusal:
        change(meal, MEAL)

    assert refusal.value.code == "question_answered"
    assert refusal.value.fields.keys() == {f"kind_q{meal.pk}"}
    assert EntryQuestion.objects.get(pk=bed.pk).kind == "text"


def page_fields(client: Client, tournament: Tournament) -> dict[str, str]:
    """Return the fields that the open page sends."""
    form = client.get(questions_path(tournament)).context["form"]
    shown = {field.html_name: field.value() for field in form}
    fields = {**shown, **{f"initial-{name}": value for name, value in shown.items()}}
    return {name: str(value) for name, value in fields.items() if value is not False}


def test_change_of_an_older_page_spares_the_question_that_has_moved_up(
    signed_in: Client, tournament: Tournament, asked: list[EntryQuestion]
) -> None:
    meal, bed, hour = asked
    page = page_fields(signed_in, tournament)
    row = f"q{meal.pk}"
    meal.delete()

    changes: list[dict[str, str]] = [
        {f"text_{row}": ""},
        {f"required_{row}": "on"},
        {f"text_q{hour.pk}": "Heure"},
    ]
    pages = [
        signed_in.post(questions_path(tournament), page | change, follow=True).text for change in changes
    ]
    late = [
        signed_in.post(questions_path(tournament), page | change).context["form"].non_field_errors()
        for change in ({f"text_{row}": "Menu ?"}, {f"choices_{row}": "tofu\r\npoulet"})
    ]

    assert all("Les questions sont enregistrées." in text for text in pages)
    assert [len(errors) for errors in late] == [1, 1]
    assert "Menu ?" in late[0][0]
    assert list(EntryQuestion.objects.values_list("pk", "text", "is_required")) == [
        (bed.pk, BED.text, False),
        (hour.pk, "Heure", False),
    ]


def test_question_of_an_older_page_is_added_as_long_as_there_is_room(
    signed_in: Client, tournament: Tournament, asked: list[EntryQuestion]
) -> None:
    page = page_fields(signed_in, tournament)
    assert sorted(name for name in page if name.startswith("text_")) == [
        "text_1",
        "text_2",
        *(f"text_q{question.pk}" for question in asked),
    ]
    # of another organiser
    lines = [QuestionLine(question.pk, question.text, "text", (), is_required=False) for question in asked]
    set_questions(tournament=tournament, questions=[*lines, HOUR], set_by=None)

    signed_in.post(questions_path(tournament), page | {"text_2": "Train ?", "kind_2": "text"})
    full = signed_in.post(questions_path(tournament), page | {"text_1": "Covoiturage ?", "kind_1": "text"})

    assert [question.text for question in EntryQuestion.objects.all()][3:] == [HOUR.text, "Train ?"]
    assert "Cinq questions au plus" in full.text
    assert 'value="Covoiturage ?"' in full.text


def test_question_deleted_before_the_lock_is_not_written_again(tournament: Tournament) -> None:
    gone = QuestionLine(2**40, "Repas ?", "text", (), is_required=False)

    assert set_questions(tournament=tournament, questions=[gone], set_by=None) == []


def test_player_answers_and_changes_the_answers(
    client: Client, tournament: Tournament, asked: list[EntryQuestion]
) -> None:
    unanswered = client.post(form_path(tournament), registration_of(asked, "", "", ""))
    unknown = client.post(form_path(tournament), registration_of(asked, "tofu", "", ""))
    assert unanswered.context["form"].errors == {f"answer-{asked[0].pk}-0": ["Répondez à cette question."]}
    assert [len(errors) for errors in unknown.context["form"].errors.values()] == [1]
    nameless = registration_of(asked, "poulet", "", "") | {"last_name-0": ""}
    (name_errors,) = client.post(form_path(tournament), nameless).context["form"].errors.values()
    assert len(name_errors) == 1
    assert not Registration.objects.exists()

    page = client.post(form_path(tournament), registration_of(asked, "poulet", "yes", "19 h"), follow=True)
    registration = Registration.objects.get()
    private = reverse("public-registration", args=[tournament.slug, registration_secret(registration)])
    assert "Repas ? poulet" in page.text
    assert "Dormez-vous sur place ? oui" in page.text
    assert "Heure d’arrivée\u00a0: 19 h" in page.text
    assert page.context["form"].initial[f"answer-{asked[2].pk}-0"] == "19 h"

    client.post(private, registration_of(asked, "poisson", "", ""))
    assert list(EntryAnswer.objects.values_list("text", flat=True)) == ["poisson"]


def test_question_removed_while_the_form_was_open_is_left_out(tournament: Tournament) -> None:
    (question,) = set_questions(tournament=tournament, questions=[HOUR], set_by=None)
    pk = question.pk
    question.delete()

    registration = send_registration(tournament, "Durand Anne", answers={pk: "19 h"})

    assert not registration.players.get().answers.exists()


def test_partners_answer_too_where_they_are_named(client: Client, club: Club) -> None:
    tournament = open_event(make_team_tournament(club, "triplets"))
    asked = set_questions(tournament=tournament, questions=[MEAL], set_by=None)
    author = registration_of(asked, "poulet")
    blank = {f"{name}-{place}": "" for name in ("last_name", "first_name", "number") for place in (1, 2)}
    partner = {"last_name-1": "Petit", "first_name-1": "Luc"}

    silent = client.post(form_path(tournament), {**author, **blank, **partner})
    nameless = client.post(form_path(tournament), {**author, **blank, f"answer-{asked[0].pk}-2": "poisson"})
    client.post(form_path(tournament), {**author, **blank, **partner, f"answer-{asked[0].pk}-1": "poisson"})

    assert silent.context["form"].errors == {f"answer-{asked[0].pk}-1": ["Répondez à cette question."]}
    assert nameless.context["form"].errors == {"last_name-2": ["Donnez aussi le nom."]}
    assert list(EntryAnswer.objects.values_list("player__last_name", "text")) == [
        ("Durand", "poulet"),
        ("Petit", "poisson"),
    ]


def test_answers_move_with_joined_players(club: Club) -> None:
    tournament = open_event(make_team_tournament(club, "triplets"))
    (meal,) = set_questions(tournament=tournament, questions=[MEAL], set_by=None)
    first, second = (
        send_registration(tournament, name, answers={meal.pk: text})
        for name, text in (("Durand Anne", "poulet"), ("Petit Luc", "poisson"))
    )

    join_registrations(registration=first, partner_registration=second, joined_by=None)

    answers = RegisteredPlayer.objects.filter(registration=first).values_list("answers__text", flat=True)
    assert list(answers) == ["poulet", "poisson"]


def test_organiser_reads_answers_counts_and_the_workbook(
    signed_in: Client, tournament: Tournament, asked: list[EntryQuestion]
) -> None:
    meal, bed, hour = (question.pk for question in asked)
    send_registration(tournament, "Durand Anne", answers={meal: "poulet", bed: "no", hour: "=1+1"})
    accepted = send_registration(tournament, "Petit Luc", answers={meal: "poulet", bed: "yes"})
    refused = send_registration(tournament, "Grand Zoé", answers={meal: "poisson"})
    accept_registration(registration=accepted, person_ids={}, accepted_by=None)
    Registration.objects.filter(pk=refused.pk).update(state="refused")
    # a choice that no longer exists keeps its answers
    EntryQuestion.objects.filter(pk=meal).update(choices=["poisson", "omelette"])

    list_text = signed_in.get(reverse("organiser-registrations", args=[tournament.slug])).text
    answered = signed_in.get(questions_path(tournament)).context["answered"]
    sheets = {sheet.name: sheet.rows for sheet in read_workbook(event_workbook(tournament), most_rows=100)}

    assert list_text.count("Repas ? poulet") == 2
    assert [(item.total, item.counts) for item in answered] == [
        (2, (("poisson", 0), ("omelette", 0), ("poulet", 2))),
        (2, (("oui", 1), ("non", 1))),
        (1, ()),
    ]
    (_number, titles), (_number, first), *_others = sheets["Préinscriptions"]
    assert titles[3:] == ("état", "Repas ?", "Dormez-vous sur place ?", "Heure d’arrivée")
    assert first == ("Durand", "Anne", "", "à accepter", "poulet", "non", "=1+1")


def test_answers_are_in_the_data_of_their_person(tournament: Tournament, asked: list[EntryQuestion]) -> None:
    registration = send_registration(tournament, "Durand Anne", answers={asked[1].pk: "yes"})
    (entry,) = accept_registration(registration=registration, person_ids={}, accepted_by=None)

    (row,) = load_personal(entry.person)["registrations"]

    assert row["answers"] == ["Dormez-vous sur place ? oui"]
