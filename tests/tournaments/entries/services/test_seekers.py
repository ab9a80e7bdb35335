"""Players who look for partners: proposals, joined registrations, and leaving them."""

from collections.abc import Callable

import pytest
from django.core import mail
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.errors import AppError
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_team_tournament
from tournaments.entries.queries.announcing import entry_of_sender
from tournaments.entries.queries.letters import load_addressees
from tournaments.entries.queries.seekers import list_partners
from tournaments.entries.services import seekers
from tournaments.entries.services.acceptances import accept_all, accept_registration, refuse_registration
from tournaments.entries.services.cancellations import cancel_registration
from tournaments.entries.services.registrations import (
    PlayerDraft,
    RegistrationDraft,
    change_registration,
    shut_entries,
)
from tournaments.entries.services.seekers import (
    accept_proposal,
    decline_proposal,
    join_registrations,
    propose_partner,
    set_seeker_words,
    withdraw_proposal,
)
from tournaments.entries.services.waiting import count_places_left
from tournaments.enums import LetterGroup, RegistrationState
from tournaments.evening.services.announcement import cancel_event
from tournaments.models import AuditEvent, PartnerProposal, Person, Registration, Tournament

pytestmark = pytest.mark.django_db
RECEIVED, WAITING = RegistrationState.RECEIVED, RegistrationState.WAITING
JOINED, CANCELLED = RegistrationState.JOINED, RegistrationState.CANCELLED


@pytest.fixture
def teams() -> Tournament:
    return open_event(make_team_tournament(make_club(), "triplets"))


@pytest.fixture
def pairs() -> Tournament:
    return open_event(make_team_tournament(make_club(), "free_deals_pairs"))


def seek(tournament: Tournament, *names: str, email: str = "", words: str = "") -> Registration:
    return send_registration(
        tournament,
        *names,
        email=email,
        link="https://club.example" if email else "",
        shows_names=False,
        seeks_partner=True,
        is_findable=True,
        words=words,
    )


def join(first: Registration, second: Registration) -> None:
    propose_partner(registration=first, partner=second)
    accept_proposal(registration=second, partner=first)


def stored(registration: Registration) -> tuple[str, str]:
    row = Registration.objects.get(pk=registration.pk)
    return row.state, " / ".join(map(str, row.players.all()))


def lines_of(registration: Registration) -> list[tuple[str, str, str]]:
    return [(line.name, line.words, line.state.value) for line in list_partners(registration)]


def code_of(act: Callable[..., object], *arguments: object, **options: object) -> str:
    with pytest.raises(AppError) as refusal:
        act(*arguments, **options)
    return refusal.value.code


@pytest.mark.postgres
def test_seekers_see_short_names_and_words_that_an_organiser_has_read(teams: Tournament) -> None:
    anne = seek(teams, "Durand Anne", words="le soir")
    luc = seek(teams, "Petit Luc", "Grand Zoé")
    hidden = send_registration(teams, "Caché Jean", seeks_partner=True)
    full = seek(teams, "Un A", "Deux B", "Trois C")
    send_registration(teams, "Muet Jean", is_findable=True)
    # together they would be four
    seek(teams, "Quatre D", "Cinq E")

    unread = lines_of(luc)
    set_seeker_words(registration=anne, words="le soir", are_shown=True, set_by=None)

    assert unread == [("Anne D.", "", "free")]
    assert lines_of(luc) == [("Anne D.", "le soir", "free")]
    assert lines_of(anne) == [("D Q. / E C.", "", "free"), ("Luc P. / Zoé G.", "", "free")]
    assert lines_of(hidden) == lines_of(full) == []


def test_changed_words_are_read_again_and_erased_ones_are_gone(teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne", words="le soir"), seek(teams, "Petit Luc")
    set_seeker_words(registration=anne, words="le soir", are_shown=True, set_by=None)

    def change(words: str, email: str = "") -> None:
        players = (PlayerDraft("Durand", "Anne"),)
        draft = RegistrationDraft(players, email, False, True, True, words)
        change_registration(registration=anne, draft=draft)

    change("le soir", "a@example.org")
    still_shown = lines_of(luc)
    change("le matin")
    changed = lines_of(luc)
    # the organiser's page shows the words of before
    unread = code_of(set_seeker_words, registration=anne, words="le soir", are_shown=True, set_by=None)
    set_seeker_words(registration=anne, words="le matin", are_shown=False, set_by=None)

    assert still_shown == [("Anne D.", "le soir", "free")]
    assert (changed, unread) == ([("Anne D.", "", "free")], "words_changed")
    assert Registration.objects.get(pk=anne.pk).seeker_words == ""


def test_accepted_proposal_makes_one_registration_of_both(teams: Tournament) -> None:
    anne, luc, zoe = (seek(teams, name) for name in ("Durand Anne", "Petit Luc", "Grand Zoé"))
    too_late = seek(teams, "Autre Jean")

    propose_partner(registration=too_late, partner=anne)
    propose_partner(registration=zoe, partner=anne)
    propose_partner(registration=luc, partner=anne)
    asked = lines_of(anne), lines_of(luc)
    accept_proposal(registration=anne, partner=luc)
    pair, waiting_proposals = stored(anne), PartnerProposal.objects.count()
    accept_proposal(registration=anne, partner=zoe)

    assert asked == (
        [("Jean A.", "", "asking"), ("Luc P.", "", "asking"), ("Zoé G.", "", "asking")],
        [("Anne D.", "", "asked"), ("Jean A.", "", "free"), ("Zoé G.", "", "free")],
    )
    assert (pair, waiting_proposals) == ((RECEIVED, "DURAND Anne / PETIT Luc"), 2)
    assert [stored(row) for row in (anne, luc, zoe)] == [
        (RECEIVED, "DURAND Anne / PETIT Luc / GRAND Zoé"),
        (JOINED, ""),
        (JOINED, ""),
    ]
    assert str(luc) == "PETIT Luc"
    assert not PartnerProposal.objects.exists()
    assert AuditEvent.objects.filter(action="registration.joined", actor=None, subject="PETIT Luc").exists()


@pytest.mark.postgres
def test_two_who_propose_to_each_other_are_joined(teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne"), seek(teams, "Petit Luc")

    propose_partner(registration=luc, partner=anne)
    propose_partner(registration=anne, partner=luc)

    assert stored(anne) == (RECEIVED, "DURAND Anne / PETIT Luc")


def test_declined_proposal_is_final_for_its_sender_alone(teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne"), seek(teams, "Petit Luc")
    propose_partner(registration=anne, partner=luc)

    decline_proposal(registration=luc, partner=anne)
    shown = lines_of(anne), lines_of(luc)
    codes = [
        code_of(propose_partner, registration=anne, partner=luc),
        code_of(accept_proposal, registration=luc, partner=anne),
        code_of(withdraw_proposal, registration=anne, partner=luc),
    ]
    propose_partner(registration=luc, partner=anne)

    assert shown == ([("Luc P.", "", "declined")], [("Anne D.", "", "free")])
    assert codes == ["proposal_declined", "no_proposal", "no_proposal"]
    # the proposal that waits for an answer is shown before the declined one
    assert lines_of(anne) == [("Luc P.", "", "asking")]


def test_withdrawn_proposal_cannot_be_accepted(teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne"), seek(teams, "Petit Luc")
    propose_partner(registration=anne, partner=luc)

    withdraw_proposal(registration=anne, partner=luc)

    assert code_of(accept_proposal, registration=luc, partner=anne) == "no_proposal"
    assert code_of(decline_proposal, registration=luc, partner=anne) == "no_proposal"
    assert lines_of(anne) == [("Luc P.", "", "free")]


def test_proposals_need_two_who_still_look_and_an_open_event(
    teams: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seekers, "MOST_PROPOSALS", 1)
    anne, luc, zoe = (seek(teams, name) for name in ("Durand Anne", "Petit Luc", "Grand Zoé"))
    couple, other_couple = seek(teams, "Un A", "Deux B"), seek(teams, "Trois C", "Quatre D")
    hidden = send_registration(teams, "Caché Jean", seeks_partner=True)
    propose_partner(registration=anne, partner=luc)

    codes = [
        code_of(propose_partner, registration=anne, partner=zoe),
        code_of(propose_partner, registration=zoe, partner=zoe),
        code_of(propose_partner, registration=couple, partner=other_couple),
        code_of(propose_partner, registration=zoe, partner=hidden),
        code_of(propose_partner, registration=hidden, partner=zoe),
    ]
    cancel_registration(registration=anne)
    assert not PartnerProposal.objects.exists()
    codes.append(code_of(accept_proposal, registration=luc, partner=anne))
    shut_entries(tournament=teams, shut_by=None)
    codes.append(code_of(propose_partner, registration=luc, partner=zoe))

    assert codes == ["too_many_proposals", *["not_seeking"] * 5, "entries_shut"]


@pytest.mark.postgres
def test_two_halves_of_the_last_team_take_one_place(teams: Tournament) -> None:
    open_event(teams, places=1)
    first, second = seek(teams, "Durand Anne"), seek(teams, "Petit Luc")
    behind = seek(teams, "Grand Zoé")

    join(second, first)

    assert stored(first) == (RECEIVED, "DURAND Anne / PETIT Luc")
    assert stored(second)[0] == JOINED
    assert stored(behind)[0] == WAITING
    assert count_places_left(teams) == 0


def test_a_joined_team_frees_a_place_and_an_overfull_event_joins_teams(teams: Tournament) -> None:
    open_event(teams, places=2)
    anne, luc, zoe, jean = (seek(teams, f"{name} Ana") for name in ("Durand", "Petit", "Grand", "Autre"))

    join(anne, luc)
    promoted = stored(zoe)[0], stored(jean)[0]
    open_event(teams, places=1)
    join(jean, anne)

    assert promoted == (RECEIVED, WAITING)
    assert count_places_left(teams) == -1
    assert stored(anne) == (RECEIVED, "DURAND Ana / PETIT Ana / AUTRE Ana")


def test_team_of_an_organiser_is_shown_if_all_agreed(teams: Tournament) -> None:
    anne, luc, zoe = (seek(teams, f"{name} Ana") for name in ("Durand", "Petit", "Grand"))
    hidden = send_registration(teams, "Caché Jean", seeks_partner=True)

    join_registrations(registration=anne, partner_registration=hidden, joined_by=None)
    join_registrations(registration=luc, partner_registration=zoe, joined_by=None)

    assert [Registration.objects.get(pk=row.pk).is_findable for row in (anne, luc)] == [False, True]


def test_the_half_with_a_place_keeps_it_for_both_however_they_are_joined(teams: Tournament) -> None:
    open_event(teams, places=2)
    gone, first, second = (seek(teams, name) for name in ("Durand Anne", "Petit Luc", "Grand Zoé"))
    assert stored(second)[0] == WAITING
    # an earlier sender waits, a later one has a place
    Registration.objects.filter(pk=gone.pk).update(state=WAITING)
    Registration.objects.filter(pk=second.pk).update(state=RECEIVED)

    join_registrations(registration=gone, partner_registration=second, joined_by=None)

    assert stored(second) == (RECEIVED, "GRAND Zoé / DURAND Anne")
    assert stored(first)[0] == RECEIVED


def test_partners_of_free_deals_need_a_place_each(pairs: Tournament) -> None:
    open_event(pairs, places=1)
    first, second, third = (seek(pairs, name) for name in ("Durand Anne", "Petit Luc", "Grand Zoé"))

    refused = code_of(join, first, second)
    is_parted = stored(first), stored(second)
    join(second, third)
    open_event(pairs, places=3)

    assert refused == "no_place_left"
    assert is_parted == ((RECEIVED, "DURAND Anne"), (WAITING, "PETIT Luc"))
    assert stored(second) == (RECEIVED, "PETIT Luc / GRAND Zoé")


def test_an_overfull_event_still_joins_two_who_have_places(pairs: Tournament) -> None:
    first, second = seek(pairs, "Durand Anne"), seek(pairs, "Petit Luc")
    open_event(pairs, places=1)

    join(first, second)

    assert stored(first) == (RECEIVED, "DURAND Anne / PETIT Luc")


def test_each_new_person_has_the_consent_and_address_of_their_own_registration(pairs: Tournament) -> None:
    anne, luc = seek(pairs, "Durand Anne", email="a@example.org"), seek(pairs, "Petit Luc")
    Registration.objects.filter(pk=luc.pk).update(email="l@example.org", shows_names=True, language="en")
    join(anne, luc)

    accept_registration(registration=anne, person_ids={}, accepted_by=None)

    people = Person.objects.filter(last_name__in=["Durand", "Petit"]).order_by("last_name")
    assert [(person.email, person.shows_full_name, person.language) for person in people] == [
        ("a@example.org", False, "fr"),
        ("l@example.org", True, "en"),
    ]
    assert [str(entry_of_sender(row)) for row in (anne, luc)] == ["DURAND Anne", "PETIT Luc"]


def test_all_at_once_leaves_those_who_still_look(pairs: Tournament) -> None:
    seek(pairs, "Durand Anne")
    send_registration(pairs, "Petit Luc")
    seek(pairs, "Un Ana", "Deux Ana")

    count, refusals = accept_all(tournament=pairs, accepted_by=None)

    assert (count, refusals) == (2, ["DURAND Anne\u00a0: cherche encore des partenaires."])


def test_who_leaves_before_the_answer_leaves_the_place_to_the_others(teams: Tournament) -> None:
    open_event(teams, places=1)
    anne, luc, zoe = (seek(teams, name) for name in ("Durand Anne", "Petit Luc", "Grand Zoé"))
    join(anne, luc)
    join(zoe, anne)

    cancel_registration(registration=anne)
    after_first = [stored(row) for row in (anne, luc, zoe)]
    cancel_registration(registration=zoe)
    after_second = [stored(row) for row in (luc, zoe)]

    assert after_first == [
        (CANCELLED, "DURAND Anne"),
        (RECEIVED, "PETIT Luc / GRAND Zoé"),
        (JOINED, ""),
    ]
    assert after_second == [(RECEIVED, "PETIT Luc"), (CANCELLED, "GRAND Zoé")]
    assert Registration.objects.get(pk=luc.pk).seeks_partner
    assert [player.sent_with for player in luc.players.all()] == [None]
    assert code_of(cancel_registration, registration=zoe) == "registration_over"


def test_who_leaves_a_full_team_is_told_apart_from_those_who_joined_before(
    teams: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    anne = seek(teams, "Durand Anne", email="a@example.org")
    luc, zoe = seek(teams, "Petit Luc"), seek(teams, "Grand Zoé")
    join(luc, zoe)
    join(anne, luc)
    was_full = stored(anne)[1], Registration.objects.get(pk=anne.pk).seeks_partner

    with django_capture_on_commit_callbacks(execute=True):
        cancel_registration(registration=zoe)

    assert was_full == ("DURAND Anne / PETIT Luc / GRAND Zoé", False)
    assert stored(zoe) == (CANCELLED, "GRAND Zoé")
    assert stored(anne) == (RECEIVED, "DURAND Anne / PETIT Luc")
    assert Registration.objects.get(pk=anne.pk).seeks_partner
    assert [message.to for message in mail.outbox] == [["a@example.org"]]


def test_registration_of_several_is_not_changed_by_one(teams: Tournament) -> None:
    anne, luc = seek(teams, "Durand Anne"), seek(teams, "Petit Luc")
    join(anne, luc)
    draft = RegistrationDraft((PlayerDraft("Autre", "Zoé"),))

    codes = [code_of(change_registration, registration=row, draft=draft) for row in (anne, luc)]

    assert codes == ["registration_shared", "registration_answered"]


def test_entered_team_is_left_through_the_club_and_a_partner_alone(
    teams: Tournament, pairs: Tournament
) -> None:
    anne, luc = seek(teams, "Durand Anne", "Autre Zoé"), seek(teams, "Petit Luc")
    join(anne, luc)
    accept_registration(registration=anne, person_ids={}, accepted_by=None)
    first, second = seek(pairs, "Un Ana"), seek(pairs, "Deux Ana")
    join(first, second)
    accept_registration(registration=first, person_ids={}, accepted_by=None)

    codes = [code_of(cancel_registration, registration=row) for row in (anne, luc)]
    cancel_registration(registration=first)

    assert codes == ["team_entered", "team_entered"]
    assert [str(entry) for entry in pairs.entries.all()] == ["DEUX Ana"]
    assert stored(second) == (RegistrationState.ACCEPTED, "DEUX Ana")


def test_every_half_is_written_to(
    teams: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    anne = seek(teams, "Durand Anne", email="a@example.org")
    luc = seek(teams, "Petit Luc", "Autre Zoé", email="l@example.org")

    def sent(act: Callable[[], object]) -> dict[str, str]:
        mail.outbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return {message.to[0]: str(message.body) for message in mail.outbox}

    proposed = sent(lambda: propose_partner(registration=anne, partner=luc))
    repeated = sent(lambda: propose_partner(registration=anne, partner=luc))
    declined = sent(lambda: decline_proposal(registration=luc, partner=anne))
    joined = sent(lambda: join(luc, anne))
    letters = load_addressees(teams, LetterGroup.ALL)
    accepted = sent(lambda: accept_registration(registration=anne, person_ids={}, accepted_by=None))

    assert list(proposed) == ["l@example.org"]
    assert "Anne D. vous propose de jouer ensemble" in proposed["l@example.org"]
    assert repeated == {}
    assert list(declined) == ["a@example.org"]
    assert "Luc P. / Zoé A. a décliné" in declined["a@example.org"]
    assert set(joined) == {"a@example.org", "l@example.org"}
    assert "Vous vous êtes réunis" in joined["l@example.org"]
    assert "DURAND Anne" in joined["l@example.org"]
    assert all("Votre inscription est acceptée." in text for text in accepted.values())
    assert set(accepted) == {"a@example.org", "l@example.org"}
    # each message leads to the private page of its reader
    assert Registration.objects.get(pk=luc.pk).link in accepted["l@example.org"]
    assert [row.pk for row in letters.registrations] == [anne.pk, luc.pk]
    entered = load_addressees(teams, LetterGroup.ACCEPTED)
    assert [row.pk for row in entered.registrations] == [anne.pk, luc.pk]


def test_refused_half_gets_no_letter_and_no_news(
    teams: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    anne, luc = seek(teams, "Durand Anne"), seek(teams, "Petit Luc", email="l@example.org")
    zoe, jean = seek(teams, "Grand Zoé"), seek(teams, "Autre Jean", email="j@example.org")
    join(anne, luc)
    join(zoe, jean)
    waiting = load_addressees(teams, LetterGroup.ALL)
    refuse_registration(registration=anne, refused_by=None)
    addressees = load_addressees(teams, LetterGroup.ALL)

    with django_capture_on_commit_callbacks(execute=True):
        cancel_event(tournament=teams, cancelled_by=None)

    assert waiting.without_address == ("DURAND Anne", "GRAND Zoé")
    assert [row.pk for row in waiting.registrations] == [luc.pk, jean.pk]
    assert [row.pk for row in addressees.registrations] == [jean.pk]
    assert [message.to for message in mail.outbox] == [["j@example.org"]]
