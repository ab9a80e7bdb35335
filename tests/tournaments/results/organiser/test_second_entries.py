"""The pages of the second entry: nothing of the first is on them, differences are listed and decided."""

import pytest
from django.urls import reverse

from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import enter_result, list_plays, make_seated_tournament, make_user, written
from tests.page_words import words_of
from tournaments.results.services.second_entries import enter_second, set_entry_rules


@pytest.fixture
def evening(club, owner):
    tournament = make_seated_tournament(club)
    set_entry_rules(tournament=tournament, needs_second_entry=True, set_by=owner)
    return tournament


@pytest.fixture
def plays(evening):
    return [play for play in list_plays(evening) if play.board == 1]


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def overview(evening):
    return reverse("organiser-second-entries", args=[evening.slug])


def sheet_of(evening):
    return reverse("organiser-second-traveller", args=[evening.slug, 1])


def typed(play, **figures):
    return {f"p{play.pk}-{name}": value for name, value in ({"kind": "played"} | figures).items()}


def test_page_of_a_second_entry_shows_nothing_of_the_first(signed_in, evening, plays, claire):
    enter_result(plays[0], 84, user=claire)
    enter_second(play=plays[1], line=written(-58), entered_by=claire)

    text = signed_in.get(sheet_of(evening)).content.decode()

    assert not {"84", "58"} & words_of(text)
    assert reverse("organiser-result-history", args=[evening.slug, plays[0].pk]) not in text


def test_lines_are_stored_and_the_difference_is_listed_with_both(signed_in, evening, plays, claire):
    enter_result(plays[0], 84, user=claire)
    enter_result(plays[1], 62, user=claire)

    page = signed_in.post(sheet_of(evening), typed(plays[0], loss=84) | typed(plays[1], gain=62), follow=True)

    assert page.redirect_chain == [(f"{overview(evening)}?seance=1", 302)]
    text = " ".join(page.content.decode().split())
    assert "2 lignes saisies une seconde fois." in text
    assert "0 feuille saisie deux fois sur 20 · 1 différence" in text
    assert "<td>+84</td> <td>−84</td>" in text
    assert reverse("organiser-second-settle", args=[evening.slug, plays[0].pk]) in text
    assert f'<a class="button" href="{sheet_of(evening)}' in text


def test_own_second_entry_is_shown_again(signed_in, evening, plays, owner):
    enter_second(play=plays[0], line=written(62), entered_by=owner)

    row = signed_in.get(sheet_of(evening)).context["rows"][0]

    assert (row.form["gain"].value(), row.is_typed) == (62, True)


def test_impossible_line_stays_with_its_nearest_values(signed_in, evening, plays):
    page = signed_in.post(sheet_of(evening), typed(plays[0], bouts=0, points=90))

    assert page.status_code == 422
    assert [button.label for button in page.context["rows"][0].nearest] == ["77 points"]


def test_person_of_the_first_entry_is_told_that_another_must_type(signed_in, evening, plays, owner):
    enter_result(plays[0], 84, user=owner)

    page = signed_in.post(sheet_of(evening), typed(plays[0], gain=84))

    assert page.status_code == 422
    assert "une autre personne doit la saisir de nouveau" in page.content.decode()


def test_trial_reads_what_is_typed_and_nothing_stored(signed_in, evening, plays, claire):
    enter_result(plays[0], 84, user=claire)
    address = reverse("organiser-second-trial", args=[evening.slug])

    fine = signed_in.get(address, typed(plays[0], gain=62)).json()
    wrong = signed_in.get(address, typed(plays[0], gain=57)).json()

    prefix = f"p{plays[0].pk}"
    assert fine == {prefix: {"says": "+62", "problems": [], "nearest": []}}
    assert [near["label"] for near in wrong[prefix]["nearest"]] == ["+56", "+58"]
    assert signed_in.get(address).json() == {}


@pytest.mark.parametrize(
    ("answer", "score"),
    [({"choice": "first"}, 84), ({"choice": "second"}, -84), ({"choice": "other", "gain": "88"}, 88)],
)
def test_difference_is_settled_on_its_page(signed_in, evening, plays, claire, owner, answer, score):
    enter_result(plays[0], 84, user=claire)
    enter_second(play=plays[0], line=written(-84), entered_by=owner)
    page = reverse("organiser-second-settle", args=[evening.slug, plays[0].pk])
    form = signed_in.get(page).context["form"]
    line_values = {"seen_version": form["seen_version"].value(), "reason": form["reason"].value()}
    line = typed(plays[0], **{name: value for name, value in answer.items() if name != "choice"})

    done = signed_in.post(page, line_values | {"choice": answer["choice"]} | line)

    assert done.url == overview(evening)
    assert plays[0].slips.current().get().score == score
    assert signed_in.get(page).status_code == 302


def test_third_result_that_cannot_be_is_refused_at_its_field(signed_in, evening, plays, claire, owner):
    enter_result(plays[0], 84, user=claire)
    enter_second(play=plays[0], line=written(-84), entered_by=owner)
    page = reverse("organiser-second-settle", args=[evening.slug, plays[0].pk])
    line = typed(plays[0], gain=57)

    answer = signed_in.post(page, {"choice": "other", "seen_version": 1, "reason": "x"} | line)

    assert answer.status_code == 422
    assert "gain" in answer.context["row"].form.errors
    assert plays[0].slips.count() == 1


def test_score_sheet_is_typed_a_second_time_too(signed_in, club, owner, claire):
    evening = make_seated_sheets(club)
    set_entry_rules(tournament=evening, needs_second_entry=True, set_by=owner)
    play = find_play(evening, 1, 1)
    enter_line(play, bid_line(0, 62))
    page = reverse("organiser-second-score-sheet", args=[evening.slug, 1, 1])

    page_text = signed_in.get(page).content.decode()
    signed_in.post(page, typed(play, taker=0, bid="garde", gain=62))

    assert "62" not in words_of(page_text)
    assert play.second_entry.seat_scores == [186, -62, -62, -62]


def test_without_the_option_the_page_explains_it_and_its_choice_is_kept(signed_in, club):
    evening = make_seated_tournament(club)

    assert signed_in.get(reverse("organiser-second-traveller", args=[evening.slug, 1])).url == overview(
        evening
    )
    page_before = signed_in.get(overview(evening))
    signed_in.post(reverse("organiser-second-choose", args=[evening.slug]), {"needs_second_entry": "on"})
    page_after = signed_in.get(overview(evening))

    assert (page_before.context["is_on"], page_after.context["is_on"]) == (False, True)


def test_sheet_that_nobody_plays_is_not_found(signed_in, evening):
    assert signed_in.get(reverse("organiser-second-traveller", args=[evening.slug, 99])).status_code == 404
