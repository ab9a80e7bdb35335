"""Claims until an announced hour: claimants, answers, and the moment at which the ranking is final."""

import datetime
import uuid
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import ClaimSource, ClaimState, TournamentState, Visibility
from tournaments.models import AuditEvent, Entry, Play, RankingClaim, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.claims import ClaimPhase, claims_mark, claims_state, list_entry_plays
from tournaments.rankings.queries.standings import is_final
from tournaments.rankings.services.claims import (
    MOST_CLAIMS,
    announce_claims,
    answer_ranking_claim,
    make_claim,
)
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def evening() -> Tournament:
    """Public free deals, one line entered, claims open for an hour."""
    tournament = make_seated_sheets(make_club(), round_count=1, deals=1)
    Tournament.objects.update(visibility=Visibility.PUBLIC)
    play = Play.objects.filter(round__section__session__tournament=tournament).order_by("pk")[0]
    enter_line(play, bid_line(0, 56))
    refresh_standings(session=tournament.sessions.get())
    tournament.refresh_from_db()
    return announce_claims(tournament=tournament, until=timezone.now() + HOUR, announced_by=None)


@pytest.fixture
def director(evening: Tournament) -> User:
    return make_user(club=evening.club)


def first_entry(tournament: Tournament) -> Entry:
    return tournament.entries.order_by("pk")[0]


def claim(tournament: Tournament, **arguments: Any) -> RankingClaim:
    values = {
        "entry": first_entry(tournament),
        "play": None,
        "text": "Il manque 10 points.",
        "source": ClaimSource.LINK,
        "token": uuid.uuid4(),
    }
    return make_claim(**values | arguments)


def close(tournament: Tournament) -> None:
    announce_claims(tournament=tournament, until=timezone.now() - HOUR, announced_by=None)
    tournament.refresh_from_db()


def test_claim_sent_twice_is_one(evening: Tournament) -> None:
    token = uuid.uuid4()

    assert claim(evening, token=token) == claim(evening, token=token)
    assert RankingClaim.objects.count() == 1


@pytest.mark.parametrize("is_announced", [True, False])
def test_no_claim_after_the_hour_or_without_one(evening: Tournament, is_announced: bool) -> None:
    until = timezone.now() - HOUR if is_announced else None
    announce_claims(tournament=evening, until=until, announced_by=None)

    with pytest.raises(AppError) as refused:
        claim(evening)

    assert refused.value.code == "claims_closed"


def test_claim_needs_words(evening: Tournament) -> None:
    with pytest.raises(AppError) as refused:
        claim(evening, text="  ")

    assert refused.value.code == "claim_empty"


def test_claim_names_a_line_of_the_player(evening: Tournament) -> None:
    own_play = list_entry_plays(first_entry(evening))[0]
    other_play = Play.objects.exclude(pk=own_play.pk)[0]

    with pytest.raises(AppError) as refused:
        claim(evening, play=other_play)

    assert refused.value.code == "claim_play"
    assert claim(evening, play=own_play).play == own_play


def test_many_claims_wait_for_an_answer(evening: Tournament) -> None:
    for _number in range(MOST_CLAIMS):
        claim(evening)

    with pytest.raises(AppError) as refused:
        claim(evening)

    assert refused.value.code == "claims_many"


def test_refusal_needs_a_reason_and_is_given_once(evening: Tournament, director: User) -> None:
    ranking_claim = claim(evening)

    with pytest.raises(AppError) as empty:
        answer_ranking_claim(claim=ranking_claim, is_accepted=False, answer=" ", answered_by=director)
    answered = answer_ranking_claim(
        claim=ranking_claim, is_accepted=False, answer="La feuille est juste.", answered_by=director
    )
    with pytest.raises(AppError) as twice:
        answer_ranking_claim(claim=ranking_claim, is_accepted=False, answer="Non.", answered_by=director)

    assert (empty.value.code, twice.value.code) == ("answer_missing", "claim_answered")
    assert answered.state == ClaimState.REFUSED
    assert AuditEvent.objects.filter(action="claims.answered", actor=director).count() == 1


def test_accepted_claim_about_a_line_is_linked_to_its_correction(evening: Tournament, director: User) -> None:
    play = list_entry_plays(first_entry(evening))[0]
    ranking_claim = claim(evening, play=play)

    with pytest.raises(AppError) as early:
        answer_ranking_claim(claim=ranking_claim, is_accepted=True, answer="Corrigé.", answered_by=director)
    corrected = enter_line(play, bid_line(0, 66), seen_version=1, reason="réclamation")
    answered = answer_ranking_claim(
        claim=ranking_claim, is_accepted=True, answer="Corrigé.", answered_by=director
    )

    assert early.value.code == "claim_not_corrected"
    assert (answered.state, answered.correction) == (ClaimState.ACCEPTED, corrected)


def test_ranking_is_final_after_the_hour_and_the_answers(evening: Tournament, director: User) -> None:
    ranking_claim = claim(evening)
    evening.state = TournamentState.FINISHED
    evening.save()
    states = [(claims_state(evening).phase, is_final(evening, [False]))]

    close(evening)
    states.append((claims_state(evening).phase, is_final(evening, [False])))
    answer_ranking_claim(claim=ranking_claim, is_accepted=False, answer="Non.", answered_by=director)
    states.append((claims_state(evening).phase, is_final(evening, [False])))

    assert states == [(ClaimPhase.OPEN, False), (ClaimPhase.PENDING, False), (ClaimPhase.CLOSED, True)]
    assert not is_final(evening, [True])


def test_player_claims_by_the_private_link_and_reads_the_answer(
    evening: Tournament, director: User, client: Client
) -> None:
    person = first_entry(evening).person
    ensure_links([person])
    address = reverse("public-own-claims", args=[person_secret(person), evening.slug])
    page = client.get(address)
    token = page.context["form"].initial["token"]

    empty = client.post(address, {"token": token, "text": "", "play": ""})
    client.post(address, {"token": token, "text": "46, pas 56.", "play": ""})
    ranking_claim = RankingClaim.objects.get()
    client.force_login(director)
    answer = reverse("organiser-claim-answer", args=[evening.slug, ranking_claim.pk])
    client.post(answer, {"verdict": "refuse", "answer": "La feuille dit 56."})
    desk = client.get(reverse("organiser-claims", args=[evening.slug]))
    client.logout()

    assert empty.status_code == 422
    assert (ranking_claim.source, ranking_claim.text) == (ClaimSource.LINK, "46, pas 56.")
    assert "46, pas 56." in desk.text
    assert "La feuille dit 56." in client.get(address).text


def test_device_that_chose_a_name_claims_for_it(evening: Tournament, client: Client) -> None:
    address = reverse("public-claims", args=[evening.slug])
    stranger = client.get(address)
    client.post(reverse("public-own", args=[evening.slug, first_entry(evening).pk]))

    page = client.get(address)

    assert stranger.headers["Location"] == reverse("public-find-evening", args=[evening.slug])
    assert page.context["entry"] == first_entry(evening)


def test_hour_stands_on_ranking_screen_and_own_page(evening: Tournament, client: Client) -> None:
    entry = first_entry(evening)
    client.post(reverse("public-own", args=[evening.slug, entry.pk]))
    addresses = [
        reverse("public-standings", args=[evening.slug]),
        reverse("public-screen", args=[evening.slug]),
        reverse("public-player", args=[evening.slug, entry.pk]),
    ]

    open_pages = [client.get(address).text for address in addresses]
    close(evening)
    closed_pages = [client.get(address).text for address in addresses]

    assert ["Réclamations jusqu’à" in page for page in open_pages] == [True] * 3
    assert ["le classement est définitif" in page for page in closed_pages] == [True] * 3


def test_organiser_announces_an_hour(evening: Tournament, director: User, client: Client) -> None:
    client.force_login(director)
    address = reverse("organiser-claims", args=[evening.slug])
    later = timezone.localtime(timezone.now() + HOUR)

    client.post(address, {"hour": f"{later:%H:%M}"})
    evening.refresh_from_db()
    announced = evening.claims_until
    client.post(address, {"hour": ""})
    evening.refresh_from_db()

    assert announced is not None
    assert timezone.localtime(announced).strftime("%H:%M") == f"{later:%H:%M}"
    assert abs(announced - timezone.now()) < 2 * HOUR
    assert evening.claims_until is None


def test_pages_have_another_version_once_the_hour_has_passed() -> None:
    until = timezone.now() + HOUR
    tournament, without = Tournament(claims_until=until), Tournament()

    mark_before = claims_mark(tournament)
    with time_machine.travel(until + HOUR, tick=False):
        mark_after = claims_mark(tournament)

    assert mark_before != mark_after
    assert claims_mark(without) == ""


def test_token_of_another_player_makes_no_claim(evening: Tournament) -> None:
    token = uuid.uuid4()
    claim(evening, token=token)

    with pytest.raises(AppError) as refusal:
        claim(evening, token=token, entry=evening.entries.order_by("pk")[1])

    assert refusal.value.code == "token_reused"
