"""Page of a table: its contents for each reader, and a result from the first tap to its confirmation."""

import re
import uuid
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from common.requests.limits import LIMITS, By, Limit
from games.core.dealing.boards import board_taker
from tests.factories.opened import hands_of
from tests.factories.photos import make_photo
from tests.factories.tables import open_table, plays_of
from tests.factories.tournaments import enter_result, enter_results, list_plays, make_user
from tournaments.base.services import pictures
from tournaments.base.services.gates import Gate
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import ResultFlag, ResultSlip, Seating, SlipConfirmation, TablePhone, Tournament
from tournaments.results.services.flags import resolve_flag
from tournaments.results.services.table_access import revoke_table_link, set_phone_rules, table_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(access):
    return plays_of(access)[0]


@pytest.fixture
def taker(play):
    return board_taker(play.board)


def page_of(client, secret, **query):
    response = client.get(reverse("table-page", args=[secret]), query)
    return response.content.decode()


def post(client, name, secret, pk, **typed):
    return client.post(reverse(name, args=[secret, pk]), typed)


def write(client, secret, play, points="45", **typed):
    typed = {"seen_version": 0, "token": uuid.uuid4(), "kind": "played", "bouts": 2, "points": points} | typed
    return post(client, "table-record", secret, play.pk, **typed)


def test_a_phone_that_scans_the_code_finds_who_sits_where_and_the_boards(new_phone, secret):
    text = page_of(new_phone(), secret)

    assert "Table 1, position 1" in text
    assert all(name in text for name in ("NOM01", "NOM02", "NOM03", "NOM04"))
    assert re.findall(r"Étui (\d+)", text)[:4] == ["1", "2", "3", "4"]
    assert "Où êtes-vous assis" in text
    assert "data-deal-form" not in text


def test_results_kept_on_the_phone_find_their_token_on_a_page_without_another_form(new_phone, secret):
    text = page_of(new_phone(), secret)
    queue = text.partition("data-queue")[2].partition("</section>")[0]

    assert 'name="csrfmiddlewaretoken"' in queue


def test_no_card_of_a_sealed_board_is_on_the_page(new_phone, secret, evening, play):
    text = page_of(new_phone(0), secret)

    hand = hands_of(evening.sessions.get().deal_set.deals.get(number=play.board)).split("/")[0]
    assert hand not in text
    assert "♠" not in text


def test_a_result_is_noted_without_javascript(new_phone, secret, play, taker):
    phone = new_phone(taker)
    text = page_of(phone, secret)
    token = re.search(r'name="token" value="([^"]+)"', text)[1]

    response = write(phone, secret, play, token=token)

    slip = ResultSlip.objects.get()
    assert response.headers["Location"].endswith(f"/table/{secret}/?tour=1")
    assert (slip.score, slip.token, slip.entered_by) == (58, uuid.UUID(token), None)
    assert slip.device == "table 1, Firefox, Android"
    assert SlipConfirmation.objects.get().written_on == TablePhone.objects.get()
    assert "+58" in page_of(phone, secret)


def test_the_score_is_worked_out_before_it_is_noted(new_phone, secret, play):
    response = write(new_phone(0), secret, play, preview="1")

    text = response.content.decode()
    assert "+58" in text
    assert "2 bouts, 45 points\N{NO-BREAK SPACE}: réussie de 4" in text
    assert not ResultSlip.objects.exists()


@pytest.mark.parametrize(
    ("points", "says", "margin"),
    [("45", "+58", "réussie de 4"), ("41", "+50", "juste faite"), ("37", "−58", "chutée de 4")],
)
def test_a_line_is_tried_as_it_is_typed(new_phone, secret, play, points, says, margin):
    path = reverse("table-trial", args=[secret, play.pk])

    answer = new_phone(0).get(path, {"bouts": 2, "points": points, "kind": "played"})

    margin_text = f"2 bouts, {points} points\N{NO-BREAK SPACE}: {margin}"
    assert answer.json() == {"says": says, "margin": margin_text, "problems": [], "nearest": []}


def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(new_phone, secret, play):
    response = write(new_phone(0), secret, play, points="95")

    text = response.content.decode()
    assert response.status_code == 422
    assert 'value="95"' in text
    assert f'id="d{play.pk}_points_error"' in text
    assert not ResultSlip.objects.exists()


def test_facts_behind_a_result_stand_in_the_list_and_where_it_is_confirmed_or_disputed(
    new_phone, secret, play, taker
):
    write(new_phone(taker), secret, play)
    facts, phone = "2 bouts, 45 points, réussie de 4", new_phone((taker + 1) % 4)

    assert page_of(phone, secret).count(facts) == 2
    assert facts in phone.get(reverse("table-dispute", args=[secret, play.pk])).content.decode()
    assert facts not in page_of(new_phone(None), secret)


def test_the_other_side_confirms_on_its_own_phone(new_phone, secret, play, taker):
    write(new_phone(taker), secret, play)
    opponent_seat = (taker + 1) % 4
    phone = new_phone(opponent_seat)

    assert "Je confirme" in page_of(phone, secret)
    post(phone, "table-confirm", secret, play.pk, seat=opponent_seat, seen_version=1)

    assert SlipConfirmation.objects.get().seat == opponent_seat
    assert "Je confirme" not in page_of(phone, secret)


@pytest.mark.postgres
def test_the_phone_passed_on_names_who_confirms(new_phone, secret, play, taker):
    phone = new_phone(taker)
    write(phone, secret, play)

    text = page_of(phone, secret)
    post(phone, "table-confirm", secret, play.pk, seat=(taker + 2) % 4, seen_version=1)

    assert "Passez le téléphone" in text
    assert SlipConfirmation.objects.get().seat == (taker + 2) % 4


def test_phone_that_took_over_is_passed_on_for_the_results_of_the_first(
    new_phone, secret, evening, play, taker
):
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    first_phone = new_phone(taker)
    write(first_phone, secret, play)
    second_phone, opponent_phone = new_phone(taker), new_phone((taker + 1) % 4)
    assert "Passez le téléphone" not in page_of(second_phone, secret)

    opponent_phone.post(reverse("table-pen", args=[secret, 1]))
    pages_with_opponent = [page_of(phone, secret) for phone in (first_phone, opponent_phone)]
    second_phone.post(reverse("table-pen", args=[secret, 1]))
    page_with_second = page_of(second_phone, secret)
    post(second_phone, "table-confirm", secret, play.pk, seat=(taker + 2) % 4, seen_version=1)

    assert ["Passez le téléphone" in text for text in pages_with_opponent] == [True, False]
    assert ["Je confirme" in text for text in pages_with_opponent] == [False, True]
    assert re.search(rf'id="d{play.pk}"[^>]* open', page_with_second)
    assert "Passez le téléphone" in page_with_second
    assert SlipConfirmation.objects.get().seat == (taker + 2) % 4


def test_a_second_phone_sees_who_writes_and_may_write_all_the_same(new_phone, secret, play):
    new_phone(0)
    phone = new_phone(2)

    warned = page_of(phone, secret)
    refused = write(phone, secret, play)
    forced = write(phone, secret, play, takes_pen="on")

    assert "Le téléphone en Nord (Firefox, Android) note à cette table" in warned
    assert refused.status_code == 409
    assert "takes_pen" in refused.content.decode()
    assert forced.status_code == 302
    assert ResultSlip.objects.get().score == 58


def test_the_pen_is_taken_by_a_button(new_phone, secret, play):
    new_phone(0)
    phone = new_phone(2)

    phone.post(reverse("table-pen", args=[secret, 1]))

    assert TablePhone.objects.get(holds_pen=True).seat == 2
    assert write(phone, secret, play).status_code == 302


def test_form_of_a_stored_result_is_sent_on_demand_to_the_phone_that_writes(new_phone, secret, play, access):
    writer, second_phone = new_phone(0), new_phone(2)
    write(writer, secret, play)
    fields = f'data-play="{play.pk}"'

    page, corrected = page_of(writer, secret), page_of(writer, secret, corriger=play.pk)

    assert page.count("data-deal-form") == len(plays_of(access)) - 1
    assert f"corriger={play.pk}#d{play.pk}" in page
    assert fields not in page
    assert fields in corrected
    assert re.search(r'data-is-typed="yes"\s+data-play="' + str(play.pk), corrected)
    assert page_of(writer, secret, corriger="²").count("data-deal-form") == page.count("data-deal-form")
    for text in (page_of(second_phone, secret), page_of(second_phone, secret, corriger=play.pk)):
        assert "data-deal-form" not in text
        assert "data-correct" not in text
    reason = "deux bouts, recomptés"
    assert write(writer, secret, play, points="47", seen_version=1, reason=reason).status_code == 302
    assert ResultSlip.objects.get(is_current=True).reason == reason


@pytest.mark.postgres
def test_a_conflict_shows_both_results_and_lets_choose(new_phone, secret, play):
    first, second = new_phone(0), new_phone(2)
    write(first, secret, play)

    page_text = write(second, secret, play, points="49", takes_pen="on").content.decode()
    kept_response = write(second, secret, play, points="49", takes_pen="on", choice="keep", seen_version=1)
    unexplained = write(second, secret, play, points="49", takes_pen="on", choice="replace", seen_version=1)
    replaced = write(
        second, secret, play, points="49", takes_pen="on", choice="replace", seen_version=1, reason="recompté"
    )

    assert "+58" in page_text
    assert "49 points" in page_text
    assert 'name="seen_version" value="1"' in page_text
    assert (kept_response.status_code, unexplained.status_code, replaced.status_code) == (302, 422, 302)
    assert [slip.score for slip in ResultSlip.objects.order_by("version")] == [58, 66]


def test_a_second_refusal_does_not_ask_the_first_question_again(new_phone, secret, play):
    write(new_phone(0), secret, play)

    page_text = write(new_phone(2), secret, play, points="49", takes_pen="on").content.decode()

    assert '<input type="hidden" name="takes_pen" value="on" />' in page_text


def test_results_of_a_table_show_only_to_phones_that_sit_there(new_phone, secret, play):
    write(new_phone(0), secret, play)

    for phone in (new_phone(), Client()):
        text = page_of(phone, secret)
        assert "+58" not in text
        assert "noté" in text


def test_a_later_round_shows_no_result_of_an_earlier_one(new_phone, secret, access, play):
    enter_results((table_play, 58) for table_play in plays_of(access))
    phone = new_phone(0, number=2)

    refused = phone.post(reverse("table-sit", args=[secret, 1, 0]), follow=True).content.decode()

    assert "Table 1, position 2" in page_of(phone, secret)
    assert "terminée à cette table" in refused
    assert "+58" not in page_of(phone, secret, tour=1)


def test_the_table_of_a_public_evening_leads_to_the_ranking_and_ones_own_page(new_phone, secret, evening):
    phone = new_phone(2)
    own_entry = Seating.objects.get(table__number=1, round__number=1, seat=2, entry__tournament=evening).entry
    addresses = [
        reverse("public-standings", args=[evening.slug]),
        reverse("public-player", args=[evening.slug, own_entry.pk]),
    ]

    page_before = page_of(phone, secret)
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    page_after = page_of(phone, secret)

    assert [f'href="{address}"' in page_before for address in addresses] == [False, False]
    assert [page_after.count(f'href="{address}"') for address in addresses] == [1, 1]


@pytest.mark.postgres
def test_marks_of_the_owner_are_those_of_the_rounds_in_which_the_phone_sat(
    new_phone, secret, access, play, taker, evening
):
    phone, opponent, stranger = new_phone(taker), new_phone((taker + 1) % 4), new_phone()
    write(phone, secret, play)
    next_access = open_table(evening, 2)
    next_secret, next_play = table_secret(next_access), plays_of(next_access, 2)[0]
    enter_result(next_play, -62)
    seat = (board_taker(next_play.board) + 1) % 4
    phone.post(reverse("table-sit", args=[next_secret, 2, seat]))
    unseen = plays_of(next_access, 1)[0]
    enter_result(unseen, 72)

    def marks(client, link=secret):
        return unescape(client.get(reverse("table-marks", args=[link])).text)

    def scores(text):
        return re.findall(r'<td class="number">\s*(\S+)\s*</td>', text)

    own_marks, defender = marks(phone), marks(opponent)
    none = ["–"] * 3
    assert "Position 1, table 1" in own_marks
    assert scores(own_marks) == scores(marks(phone, next_secret)) == ["+58", *none, "+62", *none]
    assert "attaque" in own_marks
    assert "2 bouts, 45 points" in own_marks
    assert "score-large" not in own_marks
    assert scores(defender) == ["−58", *none]
    assert "défense" in defender
    assert "Dites d’abord" in marks(stranger)
    assert reverse("table-marks", args=[secret]) in page_of(phone, secret, tour=1)

    TablePhone.objects.filter(seat=taker, round__number=1).update(ended_at=timezone.now(), holds_pen=False)
    assert "Position 1" not in marks(phone)


@pytest.mark.postgres
def test_marks_cost_the_same_after_more_rounds(new_phone, secret, access, play, evening):
    phone = new_phone(0)
    path = reverse("table-marks", args=[secret])
    with CaptureQueriesContext(connection) as few:
        phone.get(path)
    for number in (2, 3):
        link = open_table(evening, number)
        phone.post(reverse("table-sit", args=[table_secret(link), number, 0]))
    with CaptureQueriesContext(connection) as many:
        text = phone.get(path).text

    assert text.count("Position ") >= 3
    assert len(many) == len(few)


def test_after_the_last_round_the_phone_leads_to_the_ranking(new_phone, secret, access, evening):
    rounds = access.table.section.rounds.order_by("number")
    table_plays = [play for table_round in rounds for play in plays_of(access, table_round.number)]
    enter_results((play, 58) for play in table_plays)
    pages = []
    for visibility in (Visibility.PRIVATE, Visibility.PUBLIC):
        set_visibility(tournament=evening, visibility=visibility, set_by=None)
        pages.append(page_of(new_phone(None), secret, tour=rounds.last().number))

    assert ["C’était la dernière position" in text for text in pages] == [True, True]
    assert ["Voir le classement" in text for text in pages] == [False, True]


def test_those_who_played_a_round_see_where_they_go_next(new_phone, secret, access):
    phone = new_phone(0)
    enter_results((table_play, 58) for table_play in plays_of(access))

    text = page_of(phone, secret)

    assert "Table 1, position 1" in text
    assert "Position suivante" in text
    next_places = text[text.index("Position suivante") :]
    assert len(re.findall(r"table [1-5]", next_places)) == 4


def test_a_page_that_shows_all_there_is_is_left_alone(new_phone, secret, play, taker):
    phone = new_phone(0)
    mark = re.search(r'data-mark="([^"]+)"', page_of(phone, secret))[1]

    quiet = phone.get(reverse("table-page", args=[secret]), {"shown": mark})
    write(phone, secret, play)
    changed = phone.get(reverse("table-page", args=[secret]), {"shown": mark})

    assert (quiet.status_code, changed.status_code) == (204, 200)


def test_whatever_happens_at_the_table_reaches_a_page_that_is_open(new_phone, secret, access, play, taker):
    writer, opponent = new_phone(taker), new_phone((taker + 1) % 4)
    confirmed = {"seat": (taker + 1) % 4, "seen_version": 1}
    happenings = [
        lambda: write(writer, secret, play),
        lambda: post(opponent, "table-confirm", secret, play.pk, **confirmed),
        lambda: post(opponent, "table-dispute", secret, play.pk, text="C’est +62", seen_version=1),
        lambda: post(opponent, "table-pen", secret, 1),
        lambda: enter_result(plays_of(access, 2)[0], 56),
    ]

    for happening in happenings:
        mark = re.search(r'data-mark="([^"]+)"', page_of(writer, secret, tour=1))[1]
        happening()
        assert writer.get(reverse("table-page", args=[secret]), {"shown": mark, "tour": 1}).status_code == 200


def test_a_page_left_alone_costs_three_queries(new_phone, secret, play, django_assert_num_queries):
    phone = new_phone(0)
    write(phone, secret, play)
    mark = re.search(r'data-mark="([^"]+)"', page_of(phone, secret, tour=1))[1]

    with django_assert_num_queries(3):  # link, phones, results
        quiet = phone.get(reverse("table-page", args=[secret]), {"shown": mark, "tour": 1})

    assert quiet.status_code == 204


def test_queries_do_not_grow_with_phones_and_results(
    new_phone, secret, access, play, django_assert_max_num_queries
):
    phone = new_phone(0)
    new_phone(1), new_phone(2)
    for table_play in plays_of(access):
        write(phone, secret, table_play)

    with django_assert_max_num_queries(18):
        page_of(phone, secret)


def test_a_result_is_disputed_with_words(new_phone, secret, play):
    phone = new_phone(0)
    write(phone, secret, play)
    path = reverse("table-dispute", args=[secret, play.pk])

    assert "+58" in phone.get(path).content.decode()
    empty = phone.post(path, {"text": "", "seen_version": 1})
    phone.post(path, {"text": "C’est +62", "seen_version": 1})

    assert empty.status_code == 422
    assert ResultFlag.objects.get().text == "C’est +62"
    assert "contesté" in page_of(phone, secret)


def test_disputed_result_is_no_task_of_the_players_until_they_correct_it(
    new_phone, secret, evening, access, taker
):
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    writer = new_phone(taker)
    for table_play in plays_of(access):
        write(writer, secret, table_play, confirmed="on")
    disputed_play, *other_plays = plays_of(access)
    assert f"{len(other_plays) + 1} résultats sont à confirmer" in page_of(writer, secret)

    post(writer, "table-dispute", secret, disputed_play.pk, text="C’est +62", seen_version=1)
    text = page_of(writer, secret, tour=1)

    assert f"{len(other_plays)} résultats sont à confirmer" in text
    unfolded = [int(pk) for pk in re.findall(r'id="d(\d+)"[^>]* open', text)]
    assert unfolded == [play.pk for play in other_plays]
    write(writer, secret, disputed_play, "46", seen_version=1, reason="recompté", confirmed="on")
    assert f"{len(other_plays) + 1} résultats sont à confirmer" in page_of(writer, secret)


def answer_to(flag, note):
    resolve_flag(flag=flag, note=note, resolved_by=make_user(f"{flag.pk}@example.org"))


def test_the_answer_to_a_dispute_reaches_all_phones_of_the_table(new_phone, secret, play):
    writer, opponent, onlooker = new_phone(0), new_phone(1), new_phone(2)
    write(writer, secret, play)
    flags = []
    for phone, text in ((writer, "C’est +62"), (opponent, "C’est −58")):
        post(phone, "table-dispute", secret, play.pk, text=text, seen_version=1)
        flags.append(ResultFlag.objects.get(text=text))
    assert page_of(opponent, secret).count("L’organisation vous répondra ici.") == 2

    for flag, note in zip(flags, ("Vérifié sur la feuille.", "Même réponse."), strict=True):
        mark = re.search(r'data-mark="([^"]+)"', page_of(opponent, secret))[1]
        answer_to(flag, note)
        changed = opponent.get(reverse("table-page", args=[secret]), {"shown": mark})

        assert note in changed.content.decode()
        assert note in page_of(writer, secret)
        assert note in page_of(onlooker, secret)
        assert note not in page_of(new_phone(None), secret)


def test_the_answer_to_a_dispute_follows_its_phone_to_the_next_table(new_phone, secret, evening, play):
    phone, other_phone = new_phone(0), new_phone(1)
    write(phone, secret, play)
    post(phone, "table-dispute", secret, play.pk, text="C’est +62", seen_version=1)
    next_table = table_secret(open_table(evening, 2))
    for seat, owner in enumerate((phone, other_phone)):
        owner.post(reverse("table-sit", args=[next_table, 2, seat]))
    mark = re.search(r'data-mark="([^"]+)"', page_of(phone, next_table, tour=2))[1]

    answer_to(ResultFlag.objects.get(), "Vérifié sur la feuille.")

    polled = page_of(phone, next_table, tour=2, shown=mark)
    assert "Étui 1, position 1, table 1" in polled
    assert "Vérifié sur la feuille." in polled
    assert "Vérifié sur la feuille." not in page_of(other_phone, next_table, tour=2)


def test_words_of_a_dispute_stay_while_its_photo_has_to_wait(new_phone, secret, play, monkeypatch):
    phone = new_phone(0)
    write(phone, secret, play)
    path = reverse("table-dispute", args=[secret, play.pk])
    photo = SimpleUploadedFile("photo.jpg", make_photo())

    monkeypatch.setattr(pictures, "GATE", Gate(at_work=1, waiting=0, patience=0))
    with pictures.GATE.passed():
        answer = phone.post(path, {"text": "C’est +62", "seen_version": 1, "photo": photo})

    assert answer.status_code == 422
    assert "dans quelques secondes" in answer.content.decode()
    assert "C’est +62</textarea>" in answer.content.decode()
    assert not ResultFlag.objects.exists()


def test_other_tables_are_compared_when_the_organiser_allows(new_phone, secret, evening, play, taker):
    phone = new_phone(taker)
    write(phone, secret, play)
    elsewhere = [
        board_play
        for board_play in list_plays(evening)
        if board_play.board == play.board and board_play != play
    ]
    enter_result(elsewhere[0], 62)
    path = reverse("table-comparison", args=[secret, play.pk])

    response_before = phone.get(path)
    set_phone_rules(tournament=evening, needs_confirmation=False, shows_comparison=True, set_by=None)
    response_after, stranger = phone.get(path), new_phone(0).get(path)

    assert (response_before.status_code, response_after.status_code, stranger.status_code) == (404, 200, 404)
    assert re.findall(r"[+−]\d+", response_after.content.decode()) == ["+62", "+58"]


def test_everybody_compares_once_every_table_has_played(new_phone, secret, evening, play):
    for board_play in list_plays(evening):
        if board_play.board == play.board:
            enter_result(board_play, 58)

    assert new_phone().get(reverse("table-comparison", args=[secret, play.pk])).status_code == 200


def test_a_link_taken_back_says_so_to_every_request(new_phone, secret, access, play):
    phone = new_phone(0)
    revoke_table_link(access=access, revoked_by=make_user())

    closed = phone.get(reverse("table-page", args=[secret]))

    assert closed.status_code == 404
    assert "n’ouvre pas de table" in closed.content.decode()
    assert write(phone, secret, play).status_code == 404
    assert not ResultSlip.objects.exists()


def test_plays_of_another_table_are_not_found(new_phone, secret, evening):
    foreign_play = next(play for play in list_plays(evening) if play.table.number == 2)

    for name in ("table-record", "table-confirm"):
        assert post(new_phone(0), name, secret, foreign_play.pk).status_code == 404
    for name in ("table-trial", "table-dispute", "table-comparison"):
        assert new_phone(0).get(reverse(name, args=[secret, foreign_play.pk])).status_code == 404


@pytest.mark.parametrize("number", ["9", "x", "²", "9" * 30, "-1"])
def test_a_round_that_is_not_played_is_not_found(new_phone, secret, number):
    path = reverse("table-page", args=[secret])

    assert new_phone().get(path, {"tour": number}).status_code == 404


@pytest.mark.usefixtures("one_moment")
def test_wrong_links_are_refused_more_slowly(client, monkeypatch):
    monkeypatch.setitem(LIMITS, "wrong-link", (Limit(By.ADDRESS, 2, 60),))
    path = reverse("table-page", args=["1-" + "A" * 22])

    assert [client.get(path).status_code for _turn in range(3)] == [404, 404, 429]


@pytest.mark.usefixtures("one_moment")
def test_one_table_sends_so_much_a_minute_and_the_next_table_is_free(new_phone, secret, play, monkeypatch):
    phone = new_phone(0)
    monkeypatch.setitem(LIMITS, "table-sending", (Limit(By.THING, 2, 60),))

    answers = [write(phone, secret, play, preview="1").status_code for _turn in range(3)]

    assert answers == [200, 429, 429]


def test_after_the_evening_the_code_leads_to_the_public_ranking(new_phone, secret, evening):
    phone = new_phone(0)
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)
    private = phone.get(reverse("table-page", args=[secret]))
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PUBLIC)
    ranking = f'href="{reverse("public-standings", args=[evening.slug])}"'

    public = phone.get(reverse("table-page", args=[secret]))
    wrong = phone.get(reverse("table-page", args=[secret[:-1] + ("A" if secret[-1] != "A" else "B")]))

    assert [page.status_code for page in (private, public, wrong)] == [404] * 3
    assert [ranking in page.text for page in (private, public, wrong)] == [False, True, False]
    assert "est terminé" in public.text


def test_the_code_opens_the_round_of_the_clock_and_says_what_is_missing_before(
    new_phone, secret, evening, play
):
    session, phone = evening.sessions.get(), new_phone()
    enter_result(play, 58)
    turn_clock(session=session, round_number=2, minutes=30, turned_by=None)
    page_before = page_of(phone, secret)
    start_round(session=session, started_by=None)

    text = " ".join(page_of(phone, secret).split())

    assert "Table 1, position 1" in page_before
    assert "Table 1, position 2" in text
    assert "Position 1 : 3 résultats manquants" in text
    assert 'href="?tour=1"' in text


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "x", "", "0"])
def test_correction_of_no_line_shows_the_page(client: Client, secret: str, number: str) -> None:
    assert client.get(reverse("table-page", args=[secret]), {"corriger": number}).status_code == 200


def test_next_round_proposes_the_seat_that_the_movement_gives(new_phone, evening):
    phone = new_phone(1)
    player = Seating.objects.get(table__number=1, round__number=1, seat=1).entry
    place = Seating.objects.get(entry=player, round__number=2)
    here, other_seat = table_secret(open_table(evening, place.table.number)), (place.seat + 1) % 4
    elsewhere = table_secret(open_table(evening, place.table.number % 5 + 1))

    proposed = page_of(phone, here, tour=2)
    pages = [page_of(phone, elsewhere, tour=2), page_of(new_phone(), here, tour=2), page_of(phone, here)]
    phone.post(reverse("table-sit", args=[here, 2, other_seat]))
    chosen = page_of(phone, here, tour=2)

    main, _, others = proposed.partition('<details class="change-seat">')
    assert "Est-ce votre place" in proposed
    offered = [sorted(re.findall(r"/tours/2/place/(\d)/", text)) for text in (main, others)]
    assert offered == [[str(place.seat)], [str(seat) for seat in (0, 1, 2, 3) if seat != place.seat]]
    assert ["Où êtes-vous assis" in text for text in pages] == [True, True, True]
    assert "Est-ce votre place" not in chosen
