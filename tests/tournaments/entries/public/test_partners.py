"""Players who look for partners on the private pages of their registrations."""

import pytest
from django.test import Client
from django.urls import reverse

from common.requests.limits import HOUR, LIMITS, By, Limit
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_team_tournament
from tournaments.entries.services.acceptances import accept_registration, refuse_registration
from tournaments.entries.services.questions import QuestionLine, set_questions
from tournaments.entries.services.registrations import registration_secret, shut_entries
from tournaments.enums import AnswerKind
from tournaments.models import PartnerProposal, Registration, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams() -> Tournament:
    return open_event(make_team_tournament(make_club(), "triplets"))


def seek(tournament: Tournament, *names: str, email: str = "", words: str = "") -> Registration:
    return send_registration(
        tournament, *names, email=email, seeks_partner=True, is_findable=True, words=words
    )


def private(registration: Registration, step: str = "") -> str:
    arguments = [registration.tournament.slug, registration_secret(registration)]
    if step:
        return reverse("public-registration-partner", args=[*arguments, step])
    return reverse("public-registration", args=arguments)


def act(client: Client, registration: Registration, step: str, partner: object) -> str:
    return client.post(private(registration, step), {"partner": str(partner)}, follow=True).text


def test_two_players_find_each_other(client: Client, teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne", words="le soir"), seek(teams, "Petit Luc")

    page = client.get(private(luc)).text
    asked = act(client, luc, "proposer", anne.pk)
    withdrawn = act(client, luc, "retirer", anne.pk)
    act(client, luc, "proposer", anne.pk)
    declined = act(client, anne, "decliner", luc.pk)
    act(client, anne, "proposer", luc.pk)
    joined = act(client, luc, "accepter", anne.pk)

    assert "Anne D." in page
    assert not any(text in page for text in ("DURAND", "le soir"))
    assert "n’a pas encore répondu" in asked
    assert "La proposition est retirée." in withdrawn
    assert "La proposition est déclinée." in declined
    assert "Vous voilà réunis." in joined
    assert "DURAND Anne" in joined
    # neither may change the data of the other
    assert not any("Changer la préinscription" in client.get(private(row)).text for row in (anne, luc))


def test_wrong_partners_and_steps_change_nothing(client: Client, teams: Tournament) -> None:
    anne = seek(teams, "Durand Anne")
    elsewhere = seek(open_event(make_team_tournament(teams.club, "triplets")), "Petit Luc")

    pages = [act(client, anne, "proposer", value) for value in ("", "x", "9" * 30, elsewhere.pk)]
    mine = act(client, anne, "proposer", anne.pk)

    assert all("Choisissez avec qui." in page for page in pages)
    assert "Rechargez la page." in mine
    assert client.post(private(anne, "inventer"), {"partner": anne.pk}).status_code == 404
    assert client.get(private(anne, "proposer")).status_code == 405
    assert not PartnerProposal.objects.exists()


@pytest.mark.usefixtures("one_moment")
def test_proposals_send_few_messages_to_one_address(
    client: Client, teams: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "registration-mail", (Limit(By.THING, 1, HOUR),))
    anne, luc = seek(teams, "Durand Anne", email="Victime@example.org"), seek(teams, "Petit Luc")
    silent = seek(teams, "Grand Zoé")

    statuses = [
        client.post(private(luc, step), {"partner": partner.pk}).status_code
        for step, partner in (
            ("proposer", anne),
            ("retirer", anne),
            ("proposer", anne),
            ("proposer", silent),
        )
    ]

    assert statuses == [302, 302, 429, 302]


@pytest.mark.usefixtures("one_moment")
def test_too_many_proposals_are_refused_for_a_while(client: Client, teams: Tournament) -> None:
    anne = seek(teams, "Durand Anne")

    statuses = [client.post(private(anne, "proposer"), {"partner": "x"}).status_code for _ in range(31)]

    assert statuses == [302] * 30 + [429]


def test_page_says_how_to_look_and_when_it_is_over(client: Client, teams: Tournament) -> None:
    hidden, alone = send_registration(teams, "Caché Jean", seeks_partner=True), seek(teams, "Durand Anne")
    silent = send_registration(teams, "Muet Jean")
    seek(teams, "Un Ana", "Deux Ana", "Trois Ana")

    pages = [client.get(private(row)).text for row in (hidden, alone, silent)]
    public = client.get(reverse("public-registrations", args=[teams.slug])).text
    shut_entries(tournament=teams, shut_by=None)
    closed = client.get(private(alone)).text
    refuse_registration(registration=alone, refused_by=None)
    refused = client.get(private(alone)).text

    assert "cochez «\u00a0Me montrer aux autres joueurs qui cherchent\u00a0»" in pages[0]
    assert "Vous êtes seul à chercher" in pages[1]
    assert "Chercher des partenaires" not in pages[2]
    # only those who agree to be shown are counted
    assert "1 joueur cherche des partenaires." in public
    assert "le club réunit ceux qui cherchent encore" in closed
    assert "le club réunit" not in refused


def test_joined_half_reads_the_state_of_both_and_its_own_answers(client: Client, teams: Tournament) -> None:
    line = QuestionLine(None, "Repas", AnswerKind.TEXT, (), False)
    (meal,) = set_questions(tournament=teams, questions=[line], set_by=None)
    pair = send_registration(
        teams, "Durand Anne", "Autre Zoé", answers={meal.pk: "poulet"}, seeks_partner=True, is_findable=True
    )
    luc = send_registration(
        teams, "Petit Luc", answers={meal.pk: "poisson"}, seeks_partner=True, is_findable=True
    )
    act(client, luc, "proposer", pair.pk)
    act(client, pair, "accepter", luc.pk)

    waiting = client.get(private(luc)).text
    accept_registration(registration=pair, person_ids={}, accepted_by=None)
    accepted, other = client.get(private(luc)).text, client.get(private(pair)).text

    assert "Ceux qui jouent avec vous restent préinscrits." in waiting
    assert "DURAND Anne" in waiting
    assert ("poisson" in waiting, "poulet" in waiting) == (True, False)
    assert ("poisson" in other, "poulet" in other) == (False, True)
    for page in (accepted, other):
        assert "Votre inscription est acceptée." in page
        assert "Pour quitter votre équipe, prévenez le club." in page
        assert "Oui, annuler" not in page


@pytest.mark.parametrize("changes", [{"is_findable": "on"}, {"seeker_words": "le soir"}])
def test_form_asks_to_tick_that_one_looks(client: Client, teams: Tournament, changes: dict[str, str]) -> None:
    form = {"token": "7b1c3a34-0000-4000-8000-000000000001", "last_name-0": "Durand", "first_name-0": "Anne"}
    path = reverse("public-registrations", args=[teams.slug])

    page = client.post(path, form | changes)
    client.post(path, form | changes | {"seeks_partner": "on"})

    assert list(page.context["form"].errors) == ["seeks_partner"]
    registration = Registration.objects.get()
    assert (registration.is_findable, registration.seeker_words) == (
        "is_findable" in changes,
        changes.get("seeker_words", ""),
    )


def test_accepted_partner_of_free_deals_leaves_alone(client: Client) -> None:
    pairs = open_event(make_team_tournament(make_club(), "free_deals_pairs"))
    anne, luc = seek(pairs, "Durand Anne"), seek(pairs, "Petit Luc")
    act(client, luc, "proposer", anne.pk)
    act(client, anne, "accepter", luc.pk)
    accept_registration(registration=anne, person_ids={}, accepted_by=None)

    page = client.get(private(luc)).text
    client.post(f"{private(luc)}annuler/")

    assert "Oui, annuler" in page
    assert [str(entry) for entry in pairs.entries.all()] == ["DURAND Anne"]
    assert "Votre inscription est acceptée." in client.get(private(anne)).text
