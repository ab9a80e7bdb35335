"""Typing a traveller: every line is stored or refused for itself."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import EventRole, SlipKind
from tournaments.models import ResultSlip
from tournaments.results.web.kept_sheets import owner_mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def plays(evening):
    """The five plays of étui 1, by round."""
    return [play for play in list_plays(evening) if play.board == 1]


@pytest.fixture
def desk(evening):
    client = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/130.0"})
    client.force_login(make_user("Claire", club=evening.club))
    return client


def address(tournament, number=1):
    return reverse("organiser-traveller", args=[tournament.slug, number])


def sheet(page):
    """Return the values of a browser for an unchanged page."""
    typed = {}
    for row in page.context["rows"]:
        for name, field in row.form.fields.items():
            value = row.form[name].value()
            typed[f"{row.prefix}-{name}"] = "" if value is None else str(value)
            assert field is not None
        typed[f"{row.prefix}-seen_version"] = str(row.seen_version)
        typed[f"{row.prefix}-token"] = str(row.token)
        typed[f"{row.prefix}-reason"] = ""
    return typed


def open_sheet(client, tournament):
    return sheet(client.get(address(tournament)))


def key(play, name):
    return f"p{play.pk}-{name}"


def current(play):
    return play.slips.current().get()


def test_the_page_lists_every_play_with_its_players(evening, plays, desk):
    page = desk.get(address(evening))

    assert [row.line.play for row in page.context["rows"]] == plays
    assert page.text.count("NOM01 Ana") >= 1
    assert f'name="p{plays[0].pk}-gain"' in page.text


def test_many_lines_are_saved_at_once(evening, plays, desk):
    typed = open_sheet(desk, evening)
    typed |= {key(plays[0], "gain"): "+56", key(plays[1], "loss"): "52"}
    typed |= {key(plays[2], "bouts"): "2", key(plays[2], "points"): "49"}
    typed |= {key(plays[3], "kind"): "neutralised"}

    answer = desk.post(address(evening), typed, follow=True)

    assert answer.redirect_chain == [(address(evening), 302)]
    assert "4 résultats enregistrés." in answer.text
    assert [current(play).score for play in plays[:4]] == [56, -52, 66, None]
    assert current(plays[3]).kind == SlipKind.NEUTRALISED
    assert not plays[4].slips.exists()
    assert (current(plays[0]).entered_by.name, current(plays[0]).device) == ("Claire", "Firefox, Linux")


def test_a_typed_sign_chooses_the_column(evening, plays, desk):
    signed = [("gain", "−52"), ("gain", "– 58"), ("gain", "66-"), ("loss", "+62"), ("loss", "70+")]
    typed = open_sheet(desk, evening) | {
        key(play, column): text for play, (column, text) in zip(plays, signed, strict=True)
    }

    desk.post(address(evening), typed)

    assert [current(play).score for play in plays] == [-52, -58, -66, 62, 70]


def test_marks_that_contradict_themselves_are_refused_at_their_field(evening, plays, desk):
    lines = [{"loss": "-52"}, {"gain": "62", "loss": "52"}, {"gain": "-52", "loss": "52"}]
    typed = open_sheet(desk, evening)
    for play, marks in zip(plays, lines, strict=False):
        typed |= {key(play, name): text for name, text in marks.items()}

    page = desk.post(address(evening), typed)

    assert page.status_code == 422
    fields = [row.form.errors for row in page.context["rows"]][: len(lines)]
    assert all(errors[column] for errors, column in zip(fields, ("loss", "loss", "gain"), strict=True))
    assert not ResultSlip.objects.exists()


def test_the_script_of_sheet_codes_comes_only_with_its_panel(evening, desk):
    by_table = reverse("organiser-table-lines", args=[evening.slug, 1, 1])

    pages = [desk.get(path).text for path in (address(evening), by_table)]

    assert ["js/sheet_code" in page for page in pages] == [True, False]
    assert ["data-sheet-code" in page for page in pages] == [True, False]


def test_bonuses_are_read_from_the_folded_part(evening, plays, desk):
    typed = open_sheet(desk, evening) | {
        key(plays[0], "bouts"): "2",
        key(plays[0], "points"): "49",
        key(plays[0], "handful_2"): "simple",
        key(plays[0], "petit"): "attack",
    }

    desk.post(address(evening), typed)

    assert current(plays[0]).score == 106
    assert current(plays[0]).facts["handfuls"] == ["simple"]


def test_a_line_that_fails_stays_while_the_others_are_saved(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "57", key(plays[1], "gain"): "56"}

    page = desk.post(address(evening), typed)

    assert page.status_code == 422
    assert "1 résultat enregistré." in page.text
    assert "Ce contrat donne toujours une marque paire" in page.text
    assert 'value="57"' in page.text
    assert not plays[0].slips.exists()
    assert current(plays[1]).score == 56


def test_the_corrected_page_can_be_sent_again(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "57", key(plays[1], "gain"): "56"}
    again = sheet(desk.post(address(evening), typed)) | {key(plays[0], "gain"): "58"}

    answer = desk.post(address(evening), again)

    assert answer.status_code == 302
    assert [play.slips.count() for play in plays[:2]] == [1, 1]
    assert current(plays[0]).score == 58


def test_a_double_click_stores_once(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "56"}

    answers = [desk.post(address(evening), typed) for _click in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert plays[0].slips.count() == 1


def test_an_untouched_page_stores_nothing(evening, plays, desk):
    enter_result(plays[0], 56)

    answer = desk.post(address(evening), open_sheet(desk, evening))

    assert answer.status_code == 302
    assert ResultSlip.objects.count() == 1


def test_what_a_colleague_entered_meanwhile_is_not_undone_by_an_untouched_line(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[1], "gain"): "56"}
    enter_result(plays[0], 84)

    answer = desk.post(address(evening), typed)

    assert answer.status_code == 302
    assert current(plays[0]).score == 84
    assert current(plays[1]).score == 56


def test_a_correction_asks_for_its_reason_at_the_line(evening, plays, desk):
    enter_result(plays[0], 56)
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "58"}

    page = desk.post(address(evening), typed)
    again = sheet(page) | {key(plays[0], "reason"): "mal lu"}
    answer = desk.post(address(evening), again)

    assert "Dites pourquoi ce résultat est corrigé." in page.text
    assert "is-asked" in page.text
    focused = [tag for tag in re.findall(r"<input[^>]*>", page.text) if "autofocus" in tag]
    assert [re.findall('name="([^"]+)"', tag) for tag in focused] == [[key(plays[0], "reason")]]
    assert answer.status_code == 302
    assert (current(plays[0]).version, current(plays[0]).score, current(plays[0]).reason) == (2, 58, "mal lu")


def test_a_stored_line_cannot_be_emptied_in_silence(evening, plays, desk):
    enter_result(plays[0], 56)
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): ""}

    page = desk.post(address(evening), typed)

    assert "Rien n’est écrit" in page.text
    assert current(plays[0]).score == 56


def test_a_corrected_count_replaces_the_score_it_gave(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "bouts"): "2", key(plays[0], "points"): "49"}
    desk.post(address(evening), typed)

    form = open_sheet(desk, evening)
    corrected = form | {key(plays[0], "points"): "50", key(plays[0], "reason"): "recompté"}
    desk.post(address(evening), corrected)

    assert form[key(plays[0], "gain")] == "66"
    assert current(plays[0]).score == 68


def test_a_score_changed_beside_its_count_is_refused(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "bouts"): "2", key(plays[0], "points"): "49"}
    desk.post(address(evening), typed)

    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "70", key(plays[0], "reason"): "recompté"}
    page = desk.post(address(evening), typed)

    assert "La marque écrite est +70, mais les bouts et les points donnent +66." in page.text


def test_an_unlikely_line_asks_and_a_tick_answers(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "152"}

    page = desk.post(address(evening), typed)
    again = sheet(page) | {key(plays[0], "confirmed"): "on"}
    answer = desk.post(address(evening), again)

    assert "+152 est une très grosse marque" in page.text
    assert f'name="{key(plays[0], "confirmed")}"' in page.text
    assert answer.status_code == 302
    assert current(plays[0]).score == 152


@pytest.fixture
def conflict(evening, plays, desk):
    """A page that comes back because Denis stored +84 where +56 was typed."""
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "56"}
    enter_result(plays[0], 84, user=make_user("Denis"))
    return desk.post(address(evening), typed)


@pytest.mark.postgres
def test_a_conflict_shows_both_values_and_who(conflict, plays):
    assert conflict.status_code == 422
    assert "Denis a déjà enregistré « +84 » à " in conflict.text
    assert "(+84)" in conflict.text
    assert "(+56)" in conflict.text
    assert f'name="{key(plays[0], "reason")}"' in conflict.text


def test_a_conflict_may_keep_what_is_stored(evening, conflict, plays, desk):
    answer = desk.post(address(evening), sheet(conflict) | {key(plays[0], "choice"): "keep"})

    assert answer.status_code == 302
    assert (current(plays[0]).score, plays[0].slips.count()) == (84, 1)


def test_a_conflict_may_be_decided_with_a_reason(evening, conflict, plays, desk):
    decision = sheet(conflict) | {
        key(plays[0], "choice"): "replace",
        key(plays[0], "reason"): "feuille relue",
    }

    answer = desk.post(address(evening), decision)

    assert answer.status_code == 302
    assert (current(plays[0]).score, current(plays[0]).version) == (56, 2)


def test_no_input_breaks_the_page(evening, plays, desk):
    wrong = [
        ("gain", "9" * 5000),
        ("gain", "cinquante"),
        ("gain", "٥٦"),
        ("bouts", "-1"),
        ("points", "\x00"),
        ("points", "9" * 9),
        ("petit", "ailleurs"),
        ("kind", ""),
        ("token", "abc"),
        ("seen_version", "-1"),
        ("seen_version", "9" * 50),
        ("reason", "x" * 201),
    ]
    empty = open_sheet(desk, evening)

    for some in (wrong[:5], wrong[5:10], wrong[10:]):
        typed = empty | {key(play, "loss"): "57" for play in plays[: len(some)]}
        typed |= {key(play, name): value for play, (name, value) in zip(plays, some, strict=False)}
        assert desk.post(address(evening), typed).status_code == 422
        assert not ResultSlip.objects.exists()


def test_a_form_cut_short_touches_only_what_it_holds(evening, plays, desk):
    enter_result(plays[0], 56)

    answer = desk.post(address(evening), {key(plays[1], "gain"): "56"})

    assert answer.status_code == 302
    assert ResultSlip.objects.count() == 1


def test_a_trial_tells_what_a_line_comes_to_and_stores_nothing(evening, plays, desk):
    trial = reverse("organiser-result-trial", args=[evening.slug, 1])
    typed = {key(plays[0], "token"): str(uuid.uuid4()), key(plays[0], "seen_version"): "0"}
    typed |= {key(plays[0], "kind"): "played", key(plays[0], "bouts"): "1", key(plays[0], "points"): "50"}

    fine = desk.get(trial, typed)
    wrong = desk.get(trial, typed | {key(plays[0], "points"): "91"})

    assert fine.json() == {f"p{plays[0].pk}": {"says": "−52", "problems": [], "nearest": []}}
    assert wrong.json()[f"p{plays[0].pk}"]["says"] == ""
    assert "Trop de points" in wrong.json()[f"p{plays[0].pk}"]["problems"][0]
    assert wrong.json()[f"p{plays[0].pk}"]["nearest"] == [
        {"label": "81 points", "changes": f"p{plays[0].pk}-points=81"}
    ]
    assert not ResultSlip.objects.exists()


def test_the_page_costs_the_same_queries_empty_and_full(evening, plays, desk, django_assert_max_num_queries):
    desk.get(address(evening))
    with django_assert_max_num_queries(16) as empty:
        desk.get(address(evening))
    enter_results((play, 56) for play in plays)
    with django_assert_max_num_queries(16) as full:
        desk.get(address(evening))

    assert len(empty) == len(full)


def test_an_unknown_etui_is_not_found(evening, desk):
    for number in (0, 21, 10**30):
        assert desk.get(f"/organiser/t/{evening.slug}/resultats/etuis/{number}/").status_code == 404
        assert desk.post(f"/organiser/t/{evening.slug}/resultats/etuis/{number}/").status_code == 404


def test_only_those_who_enter_results_may(evening, plays):
    checker, scorer = Client(), Client()
    checker.force_login(make_user("Vera", tournament=evening, role=EventRole.CHECKER))
    scorer.force_login(make_user("Marc", tournament=evening, role=EventRole.SCORER))

    assert scorer.get(address(evening)).status_code == 200
    assert checker.get(address(evening)).status_code == 403
    assert checker.post(address(evening), {key(plays[0], "gain"): "56"}).status_code == 403
    assert Client().get(address(evening)).status_code == 302


def test_the_form_is_protected_from_other_sites(evening):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user(club=evening.club))

    assert strict.post(address(evening), {}).status_code == 403


def test_a_sheet_may_be_followed_by_another_once_it_is_stored(evening, plays, desk):
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "56", "then": "2"}

    response = desk.post(address(evening), typed)
    wrong = desk.post(
        address(evening), open_sheet(desk, evening) | {key(plays[1], "gain"): "57", "then": "2"}
    )

    assert response.headers["Location"] == address(evening, 2)
    assert wrong.status_code == 422
    assert current(plays[0]).score == 56


def test_the_page_names_the_scores_that_are_whole(evening, desk):
    endings = desk.get(address(evening)).context["endings"]

    assert {"50", "98", "104"} <= set(endings)
    assert "10" not in endings


def test_a_button_that_names_no_sheet_stays_on_the_page(evening, plays, desk):
    typed = open_sheet(desk, evening)

    for next_sheet in ("", "x", "99999999", "2-", "-1"):
        assert desk.post(address(evening), typed | {"then": next_sheet}).headers["Location"] == address(
            evening
        )


def table_address(tournament, round_number=1, table_number=1, name="organiser-table-lines"):
    return reverse(name, args=[tournament.slug, round_number, table_number])


def test_a_table_of_a_round_is_typed_and_the_next_one_opens(desk, evening):
    """Papers gathered table by table: its étuis in order, then the next table that has something to type."""
    page = desk.get(table_address(evening))
    rows = page.context["rows"]
    typed = sheet(page)
    for row in rows:
        typed[f"{row.prefix}-gain"] = "62"

    answer = desk.post(table_address(evening), typed | {"then": "1-2"})

    assert [row.line.play.board for row in rows] == [1, 2, 3, 4]
    assert {(row.line.play.round.number, row.line.play.table.number) for row in rows} == {(1, 1)}
    assert 'rel="prev"' not in page.text
    assert f'href="{table_address(evening, 1, 2)}" rel="next"' in " ".join(page.text.split())
    assert answer.headers["Location"] == table_address(evening, 1, 2)
    assert ResultSlip.objects.filter(score=62).count() == 4, "four étuis may well have one score"


def test_a_line_at_fault_of_a_table_stays_as_typed_and_the_others_are_stored(desk, evening):
    page = desk.get(table_address(evening, 2, 3))
    typed = sheet(page)
    first, second, *_rest = page.context["rows"]
    typed |= {f"{first.prefix}-gain": "62", f"{second.prefix}-gain": "7"}

    answer = desk.post(table_address(evening, 2, 3), typed)

    assert (answer.status_code, ResultSlip.objects.count()) == (422, 1)
    assert f'name="{second.prefix}-gain" value="7"' in answer.text


def test_lines_of_a_table_are_tried_and_a_table_that_does_not_play_is_not_found(desk, evening):
    page = desk.get(table_address(evening))
    row = page.context["rows"][0]
    typed = sheet(page) | {f"{row.prefix}-gain": "62"}

    tried = desk.get(table_address(evening, name="organiser-table-lines-trial"), typed).json()

    assert tried[row.prefix]["says"] == "+62"
    assert desk.get(table_address(evening, 9, 1)).status_code == 404
    assert table_address(evening) in desk.get(reverse("organiser-results", args=[evening.slug])).text


@pytest.mark.parametrize(("score", "status", "stored"), [("62", 200, True), ("57", 422, False)])
def test_the_script_that_sends_a_sheet_is_told_where_to_go_or_that_it_was_refused(
    evening, plays, desk, score, status, stored
):
    mark = owner_mark(User.objects.get(name="Claire"))
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): score, "typed_by": mark}

    answer = desk.post(address(evening), typed, headers={"accept": "application/json"})

    assert (answer.status_code, answer.json()) == (status, {"to": address(evening)} if stored else {})
    assert plays[0].slips.exists() is stored


def test_a_sheet_that_another_person_typed_is_not_stored(evening, plays, desk):
    mark = owner_mark(make_user("Bruno", club=evening.club))
    typed = open_sheet(desk, evening) | {key(plays[0], "gain"): "62", "typed_by": mark}

    answer = desk.post(address(evening), typed, headers={"accept": "application/json"})

    assert answer.status_code == 409
    assert not plays[0].slips.exists()
