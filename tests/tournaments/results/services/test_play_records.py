"""Recorded plays: stored by versions, compared with board and result, without cards in the trace."""

from random import Random

import pytest
from django.urls import reverse

from common.errors import AppError, Conflict
from games.core.exchange.deals import record_of_state
from games.core.notation import format_played_deal
from games.core.outcome import Bid
from games.core.play import play_randomly
from games.core.scoring import score_outcome
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from games.models import Deal
from tests.factories.opened import open_deal_layout, text_of
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_reader,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import EventRole
from tournaments.models import AuditEvent, PlayRecord
from tournaments.results.queries.play_records import show_play
from tournaments.results.services.play_records import board_played, record_play

pytestmark = pytest.mark.django_db

GAME = GAMES["tarot-4"]


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def claire(evening):
    return make_reader(make_user("Claire", club=evening.club), evening)


@pytest.fixture
def play(evening):
    return list_plays(evening)[0]


@pytest.fixture
def end(evening, play):
    """The board of the first play, played to its end by chance."""
    deal = Deal.objects.get(deal_set__session__tournament=evening, number=play.board)
    imposed = Imposed(deal.taker, Bid.GARDE)
    return play_randomly(GAME.start(open_deal_layout(deal), dealer=deal.dealer, imposed=imposed), Random(4))


def keep(play, text, user, *, seen_version=0):
    return record_play(play=play, text=text, seen_version=seen_version, written_by=user)


def actions(end):
    return (
        format_played_deal(record_of_state(end)).partition("pile")[2].partition("\n")[2].removesuffix("end\n")
    )


def test_play_is_kept_whole_in_the_notation(play, end, claire):
    record = keep(play, actions(end), claire)

    assert (record.version, record.written_by) == (1, claire)
    assert text_of(record) == format_played_deal(record_of_state(end))
    assert len(show_play(text_of(record)).tricks) == 18


def test_beginning_of_a_play_is_shown_as_far_as_it_goes(play, end, claire):
    lines = actions(end).splitlines()
    start = next(number for number, line in enumerate(lines) if ">" in line)

    beginning = "\n".join([*lines[: start + 2], lines[start + 2].rsplit(" ", 1)[0]])
    play_shown = show_play(text_of(keep(play, beginning, claire)))

    assert [len(trick.cards) for trick in play_shown.tricks] == [4, 4, 3]
    assert [trick.winner is None for trick in play_shown.tricks] == [False, False, True]
    assert (play_shown.is_over, play_shown.contract) == (False, (end.outcome().taker, "garde"))


def test_result_of_the_table_must_be_that_of_the_play(play, end, claire):
    unit = int(score_outcome(end.outcome(), GAME.row))
    enter_result(play, unit + 2 if unit > 0 else unit - 2)

    with pytest.raises(AppError) as refused:
        keep(play, actions(end), claire)

    assert refused.value.code == "record_refused"
    assert "résultat enregistré" in refused.value.fields["text"]
    assert not PlayRecord.objects.exists()


def test_fault_names_its_line(play, claire):
    with pytest.raises(AppError) as refused:
        keep(play, "\n\nN> QQ", claire)

    assert refused.value.fields["text"].startswith("Ligne 3\u00a0: ")


def test_correction_is_another_version_and_needs_to_have_seen_the_first(play, end, claire):
    keep(play, "\n".join(actions(end).splitlines()[:3]), claire)

    with pytest.raises(Conflict):
        keep(play, actions(end), claire)

    assert keep(play, actions(end), claire, seen_version=1).version == 2
    assert PlayRecord.objects.filter(play=play).count() == 2


def test_nothing_is_no_play(play, claire):
    with pytest.raises(AppError) as refused:
        keep(play, " \n", claire)

    assert refused.value.code == "record_missing"


def test_trace_tells_no_card(play, end, claire):
    keep(play, actions(end), claire)

    assert AuditEvent.objects.get(action="play.recorded").after == {"version": 1}


@pytest.mark.postgres
def test_cards_that_nobody_knows_need_the_whole_text(play, end, claire):
    text, only_actions = format_played_deal(record_of_state(end)), actions(end)
    play.round.section.session.deal_set.deals.all().delete()

    with pytest.raises(AppError) as refused:
        keep(play, only_actions, claire)

    assert refused.value.fields["text"].startswith("Les cartes de cette donne ne sont pas connues")
    assert board_played(play, None) is None
    assert keep(play, text, claire).version == 1


def test_page_shows_the_tricks_to_those_alone_who_may_read_the_cards(client, evening, play, end, claire):
    page = reverse("organiser-play-record", args=[evening.slug, play.pk])
    client.force_login(claire)
    answer = client.post(page, {"text": actions(end), "seen_version": 0}, follow=True)
    assert len(answer.context["shown"].tricks) == 18

    for role in (EventRole.SCORER, EventRole.CHECKER, EventRole.REFEREE):
        client.force_login(make_user(role.value, tournament=evening, role=role))
        assert client.get(page).status_code == 403


def test_page_keeps_what_was_typed_beside_the_fault(client, evening, play, claire):
    client.force_login(claire)
    page = reverse("organiser-play-record", args=[evening.slug, play.pk])

    answer = client.post(page, {"text": "N> QQ", "seen_version": 0})

    assert answer.status_code == 422
    assert "N&gt; QQ" in answer.content.decode()
    assert "Ligne 1\u00a0: " in answer.context["form"].errors["text"][0]
