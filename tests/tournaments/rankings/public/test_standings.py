"""The live ranking as a visitor reads it."""

import gzip
import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from accounts.services import keep_language
from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Person, Tournament
from tournaments.rankings.public import rendering, standings
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def play_four_boards(tournament):
    """Étuis 1 to 4 at every table: each player has taken once and defended three times."""
    first = [play for play in list_plays(tournament) if play.board <= 4]
    enter_results(zip(first, SCORES * 2, strict=False))
    return refresh_standings(session=tournament.sessions.get())


def get(tournament, name="public-standings", client=None, **query):
    return (client or Client()).get(reverse(name, args=[tournament.slug]), query)


def test_before_any_result_the_page_says_so(evening):
    page = get(evening)

    assert "Le classement apparaîtra avec les premiers résultats." in page.text


def test_the_page_shows_places_names_percentages_and_progress(evening):
    snapshot = play_four_boards(evening)

    page = get(evening)

    assert "20 résultats sur 100" in page.text
    assert "Provisoire" in page.text
    assert f"mis à jour à {localtime(snapshot.created_at):%H:%M:%S}" in page.text
    assert page.text.count("<tr id=") == 20
    best = snapshot.rows["columns"]["entry"][0]
    assert f'id="j{best}"' in page.text


def test_the_first_three_places_stand_out_also_where_they_are_shared(evening):
    rows = snapshot_rows(play_four_boards(evening))

    page = get(evening)

    medals = re.findall(r'<span class="medal medal-(\d+)">(\d+)</span>', page.text)
    best = [str(row.overall_place) for row in rows if row.overall_place in (1, 2, 3)]
    assert medals == [(place, place) for place in best]


def test_the_two_rankings_are_two_addresses(evening):
    play_four_boards(evening)

    overall, alternated = get(evening), get(evening, ordre="alterne")

    assert "Classement général" in overall.text
    assert "Classement alterné" in alternated.text
    assert rows_of(overall) != rows_of(alternated)
    assert sorted(rows_of(overall)) == sorted(rows_of(alternated))


def rows_of(page):
    return [part.split('"', 1)[0] for part in page.text.split('<tr id="')[1:]]


def test_a_name_is_found_without_javascript_accents_or_capitals(evening):
    Person.objects.filter(last_name="Nom07").update(last_name="Éléonore")
    play_four_boards(evening)

    page = get(evening, nom="eleon")

    assert len(rows_of(page)) == 1
    assert "ÉLÉONORE Ana" in page.text
    assert "Personne ne porte ce nom." in get(evening, nom="zzz\x00").text


def test_who_does_not_consent_is_shown_by_initial(evening):
    Person.objects.filter(last_name="Nom07").update(last_name="Secret", shows_full_name=False)
    play_four_boards(evening)

    page = get(evening)

    assert "Ana S." in page.text
    assert "SECRET" not in page.text


def test_a_poll_gets_nothing_while_nothing_changed(evening):
    play_four_boards(evening)
    mark = get(evening).text.split('data-shown="')[1].split('"')[0]

    assert get(evening, "public-standings-live", shown=mark).status_code == 204
    assert get(evening, "public-standings-live").headers["Etui-Mark"] == mark

    enter_result(list_plays(evening)[-1], 56)
    refresh_standings(session=evening.sessions.get())
    changed = get(evening, "public-standings-live", shown=mark)
    assert changed.status_code == 200
    assert "21 résultats sur 100" in changed.text
    assert "<html" not in changed.text


def test_the_end_of_the_evening_reaches_who_is_watching(evening):
    play_four_boards(evening)
    mark = get(evening).text.split('data-shown="')[1].split('"')[0]
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    changed = get(evening, "public-standings-live", shown=mark)

    assert "Définitif" in changed.text
    assert "Corrigé le" not in changed.text


def test_the_fingerprint_is_to_be_noted_only_before_the_end():
    evening = make_seated_tournament(make_club())
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    during = get(evening).text
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    page_after = get(evening).text

    assert ["Elle prouve que les donnes n’ont pas changé" in text for text in (during, page_after)] == [
        True,
        True,
    ]
    assert ["Notez-la avant de jouer" in text for text in (during, page_after)] == [True, False]


def test_a_ranking_is_final_once_the_last_change_is_counted(evening):
    play_four_boards(evening)
    request_standings(session=evening.sessions.get())
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    waiting = get(evening).text
    refresh_standings(session=evening.sessions.get())
    mark = waiting.split('data-shown="')[1].split('"')[0]
    ranked_page = get(evening, "public-standings-live", shown=mark)

    assert "Provisoire" in waiting
    assert "Définitif" not in waiting
    assert "Définitif" in ranked_page.text
    Tournament.objects.update(corrected_at=datetime(2026, 12, 2, 21, 5, tzinfo=UTC))
    cache.clear()
    assert "Corrigé le 2 décembre 2026 à 22:05" in get(evening).text


def test_a_version_is_rendered_once(evening, django_assert_num_queries):
    play_four_boards(evening)
    get(evening)

    with django_assert_num_queries(5):  # tournament, session, version, substitutes, prizes
        get(evening)
    with django_assert_num_queries(3):
        get(evening, "public-standings-live", shown="0")


def test_while_a_version_is_rendered_everybody_else_reads_the_one_before(evening, monkeypatch):
    play_four_boards(evening)
    mark = get(evening).text.split('data-shown="')[1].split('"')[0]
    enter_result(list_plays(evening)[-1], 56)
    refresh_standings(session=evening.sessions.get())
    prepare, other_answers = standings._prepare, []
    monkeypatch.setattr(rendering, "PATIENCE_SECONDS", 0)

    def look_meanwhile(parts):
        waiting = get(evening, "public-standings-live", shown=mark)
        other_answers.append((waiting.status_code, waiting.headers["Retry-After"]))
        other_answers.append(
            "20 résultats sur 100" in get(evening, "public-standings-live", shown="0-playing").text
        )
        other_answers.append("20 résultats sur 100" in get(evening).text)
        return prepare(parts)

    monkeypatch.setattr(standings, "_prepare", look_meanwhile)
    first = get(evening, "public-standings-live", shown=mark)

    assert other_answers == [(204, "1"), True, True]
    assert "21 résultats sur 100" in first.text
    assert "Retry-After" not in first.headers
    assert "21 résultats sur 100" in get(evening).text


def fail(shown):
    raise RuntimeError


def test_a_version_whose_rendering_died_is_rendered_by_another(evening, monkeypatch):
    play_four_boards(evening)
    get(evening)
    enter_result(list_plays(evening)[-1], 56)
    refresh_standings(session=evening.sessions.get())
    with monkeypatch.context() as broken:
        broken.setattr(rendering, "RENDERING_SECONDS", 0)
        broken.setattr(standings, "_prepare", fail)
        with pytest.raises(RuntimeError):
            get(evening)

    assert "21 résultats sur 100" in get(evening).text


def test_a_ranking_travels_packed_to_who_unpacks_it(evening):
    play_four_boards(evening)
    browser = Client(headers={"accept-encoding": "gzip, deflate"})

    live = get(evening, "public-standings-live", client=browser)
    page = get(evening, client=browser)

    assert (live["Content-Encoding"], page["Content-Encoding"]) == ("gzip", "gzip")
    assert "Accept-Encoding" in live["Vary"]
    assert gzip.decompress(live.content) == get(evening, "public-standings-live").content
    assert gzip.decompress(live.content).decode() in gzip.decompress(page.content).decode()


def test_a_change_of_consent_shows_with_the_same_ranking_after_half_a_minute(evening, monkeypatch):
    play_four_boards(evening)
    get(evening)
    Person.objects.filter(last_name="Nom07").update(shows_full_name=False)

    assert "NOM07" in get(evening).text
    monkeypatch.setattr(rendering, "FRESH_SECONDS", 0)
    assert "NOM07" not in get(evening).text


def test_rendering_costs_the_same_with_five_players_ranked_and_with_twenty(
    evening, django_assert_num_queries
):
    enter_result(list_plays(evening)[0], 56)
    refresh_standings(session=evening.sessions.get())
    with django_assert_num_queries(8):
        page = get(evening)
    # one deal each so far: the note explains the sign in words, not as a title alone
    assert "* N’a joué que d’un côté" in page.text

    play_rest = [play for play in list_plays(evening)[1:] if play.round.number == 2]
    enter_results((play, 56) for play in play_rest)
    refresh_standings(session=evening.sessions.get())
    with django_assert_num_queries(8):
        get(evening)


def test_the_ranking_is_sorted_by_attack_or_defence(evening):
    play_four_boards(evening)

    pages = {order: get(evening, ordre=order) for order in ("attaque", "defense")}

    for order, side in (("attaque", "attack"), ("defense", "defence")):
        rows = snapshot_rows(latest_standings(evening.sessions.get()))
        by_entry = {f"j{row.entry.pk}": getattr(row, side) for row in rows}
        values = [by_entry[row] for row in rows_of(pages[order])]
        assert values == sorted(values, reverse=True)
        assert pages[order].text.count('aria-sort="descending"') == 1
        assert f"?ordre={order}" in pages[order].text.split('data-live="')[1].split('"')[0]
    assert 'href="/t/' in pages["attaque"].text
    assert get(evening, ordre="x").context["order"] == ""


def test_moves_are_told_against_the_end_of_the_position_before(evening):
    plays = list_plays(evening)
    first, second = ([play for play in plays if play.round.number == number] for number in (1, 2))
    session = evening.sessions.get()
    enter_results(zip(first, SCORES * 4, strict=False))
    refresh_standings(session=session)
    cache.clear()
    alone = get(evening)
    places_before = {row.entry.pk: row.overall_place for row in snapshot_rows(latest_standings(session))}
    enter_results(zip(second, reversed(SCORES * 4), strict=False))
    refresh_standings(session=session)
    cache.clear()
    page_after = get(evening)
    places_now = {row.entry.pk: row.overall_place for row in snapshot_rows(latest_standings(session))}

    assert "moved" not in alone.text
    moved = [entry for entry, place in places_now.items() if place != places_before[entry]]
    assert moved
    for entry in moved:
        line = page_after.text.split(f'<tr id="j{entry}">')[1].split("</tr>")[0]
        count = abs(places_before[entry] - places_now[entry])
        assert ("▲" if places_now[entry] < places_before[entry] else "▼") + str(count) in line
    assert page_after.text.count('class="moved') == len(moved)


def test_each_language_has_its_own_text(evening):
    play_four_boards(evening)
    get(evening)
    english = Client(headers={"accept-language": "en"})

    assert get(evening, client=english).status_code == 200
    assert 'lang="en"' in get(evening, client=english).text


@pytest.mark.parametrize("name", ["public-standings", "public-standings-live"])
def test_what_is_rendered_once_is_read_by_each_account_in_its_language(evening, name):
    play_four_boards(evening)
    texts = {}
    for language in ("fr", "en", "fr"):
        reader = make_user()
        keep_language(user=reader, language=language)
        client = Client(headers={"accept-language": "fr"})
        client.force_login(reader)
        texts.setdefault(language, []).append(get(evening, name, client=client).text)

    assert [">Nom<" in text for text in (*texts["fr"], *texts["en"])] == [True, True, False]
    assert ">Name<" in texts["en"][0]


@pytest.mark.parametrize("name", ["public-standings", "public-standings-live"])
@pytest.mark.parametrize("change", [{"visibility": Visibility.PRIVATE}, {"state": TournamentState.DRAFT}])
def test_what_is_not_public_does_not_exist(evening, name, change):
    assert get(evening, name).status_code == 200

    Tournament.objects.filter(pk=evening.pk).update(**change)

    assert get(evening, name).status_code == 404


def test_search_engines_and_writing_are_kept_out(evening):
    assert '<meta name="robots" content="noindex" />' in get(evening).text
    assert Client().post(reverse("public-standings", args=[evening.slug])).status_code == 405


def test_a_penalty_has_a_column_only_when_there_is_one(evening):
    play_four_boards(evening)
    assert "Pén." not in get(evening).text

    session = evening.sessions.get()
    give_penalty(session, evening.entries.first(), "0.5")
    refresh_standings(session=session)

    page = get(evening)
    assert "Pén." in page.text
    assert "−0,50" in page.text
    assert "retard" not in page.text


def test_the_page_asks_nobody_for_new_standings(evening):
    play_four_boards(evening)
    request_standings(session=evening.sessions.get())

    get(evening)

    assert latest_standings(evening.sessions.get()).version == 1
