"""Rulings on their pages: fault, price, player, reason; listed and withdrawn."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_result,
    give_penalty,
    list_plays,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import EventRole
from tournaments.models import Club, Entry, Play, Ruling, Seating, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club, is_dealt=False)


@pytest.fixture
def play(tournament: Tournament) -> Play:
    play = list_plays(tournament)[0]
    enter_result(play, 56)
    return play


def address(tournament: Tournament, **values: Any) -> str:
    query = "&".join(f"{name}={value}" for name, value in values.items())
    return f"{reverse('organiser-ruling-give', args=[tournament.slug])}?{query}"


def on(play: Play, fault: str = "", **values: Any) -> str:
    tournament = play.round.section.session.tournament
    return address(tournament, faute=fault, etui=play.board, table=play.table.number, **values)


def sitting(play: Play, seat: int) -> Entry:
    return Seating.objects.get(round=play.round, table=play.table, seat=seat).entry


def shown_effects(page: Any) -> dict[str, Any]:
    """Return the unchanged values of the page's form."""
    forms = page.context["rows"].forms
    return {bound.html_name: bound.value() or "" for form in forms for bound in form}


def test_fault_shows_its_tariff_and_who_sits_there(signed_in: Client, play: Play) -> None:
    page = signed_in.get(on(play, "revoke"))

    text = page.content.decode()
    assert "Tarif : pénalité de 0,5 % au fautif ; note de 40 % au plus au camp du fautif" in text
    assert [seated.is_attack for seated, _ in page.context["at_table"]] == [True, False, False, False]
    assert len(page.context["others"]) == 16
    assert shown_effects(page) == {
        "effet-0-kind": "penalty",
        "effet-0-amount": "0,5",
        "effet-0-who": "guilty",
        "effet-1-kind": "cap",
        "effet-1-amount": "40",
        "effet-1-who": "guilty",
        "effet-2-kind": "",
        "effet-2-amount": "",
        "effet-2-who": "",
    }


def test_ruling_is_given_as_the_tariff_says_and_listed(signed_in: Client, play: Play) -> None:
    guilty = sitting(play, 2)
    form = shown_effects(signed_in.get(on(play, "revoke"))) | {"guilty": guilty.pk, "reason": "renonce"}

    page = signed_in.post(on(play, "revoke"), {**form, "give": ""}, follow=True).content.decode()

    ruling = Ruling.objects.get()
    assert (ruling.fault, ruling.play, list(ruling.guilty.all())) == ("revoke", play, [guilty])
    assert [(part["kind"], part["amount"]) for part in ruling.effects] == [("penalty", 50), ("cap", 4000)]
    for text in ("Renonce consommée", str(guilty), "étui 1, table 1, position 1", "renonce", "organisateur"):
        assert text in page


@pytest.mark.parametrize("is_on_deal", [True, False])
def test_second_referee_reads_the_ruling_on_the_same_case(
    signed_in: Client, tournament: Tournament, play: Play, is_on_deal: bool
) -> None:
    path = on(play, "revoke") if is_on_deal else address(tournament, faute="moving_about")
    first_page, second_page = (signed_in.get(path) for _ in range(2))
    guilty, innocent = sitting(play, 2), sitting(play, 1)
    forms = [
        shown_effects(page) | {"last_seen": page.context["last_seen"], "guilty": guilty.pk, "reason": "vu"}
        for page in (first_page, second_page)
    ]
    signed_in.post(path, {**forms[0], "give": ""})

    preview = signed_in.post(path, {**forms[1], "preview": ""})
    refused = signed_in.post(path, {**forms[1], "give": ""})
    assert Ruling.objects.count() == 1
    for page in (preview, refused):
        assert "Une décision vient d’être prise pour le même cas" in page.text
    again = {**forms[1], "last_seen": refused.context["last_seen"], "give": ""}
    assert signed_in.post(path, again).status_code == 302
    if not is_on_deal:
        assert signed_in.post(path, {**forms[1], "guilty": innocent.pk, "give": ""}).status_code == 302


def test_amount_may_be_changed_and_takes_a_comma_or_a_point(
    signed_in: Client, tournament: Tournament
) -> None:
    path = address(tournament, faute="moving_about")
    values = shown_effects(signed_in.get(path))
    amounts = {"2,5": 250, "2.5": 250, "0,01": 1, "100": 10000}

    for amount, entry in zip(amounts, tournament.entries.all(), strict=False):
        form = {"effet-0-amount": amount, "guilty": entry.pk, "reason": "retard", "give": ""}
        signed_in.post(path, values | form)

    assert [ruling.effects for ruling in Ruling.objects.order_by("pk")] == [
        [{"kind": "penalty", "amount": hundredths, "who": "guilty"}] for hundredths in amounts.values()
    ]


def test_effect_may_be_added_to_a_ruling_without_a_fault(signed_in: Client, play: Play) -> None:
    form = {"effet-0-kind": "neutralise", "effet-0-amount": "7", "reason": "étui tombé", "give": ""}

    signed_in.post(on(play), form)

    assert Ruling.objects.get().effects == [{"kind": "neutralise", "amount": 0, "who": "guilty"}]


def test_second_time_may_cost_more(signed_in: Client, tournament: Tournament) -> None:
    first = signed_in.get(address(tournament, faute="slow_play"))
    second = signed_in.get(address(tournament, faute="slow_play", fois=2))

    assert "Tarif : avertissement." in first.content.decode()
    assert "Tarif : pénalité de 0,5 % au fautif." in second.content.decode()
    assert "2e fois et suivantes" in first.content.decode()


def test_case_without_its_deal_is_told_at_its_field(signed_in: Client, tournament: Tournament) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"faute": "revoke"}, "etui"),
        ({"faute": "revoke", "etui": 1}, "table"),
        ({"faute": "revoke", "table": 1}, "etui"),
        ({"faute": "revoke", "etui": 1, "table": 9}, "etui"),
        ({"faute": "revoke", "etui": 99, "table": 1}, "etui"),
        ({"faute": "revoke", "etui": "abc", "table": 1}, "etui"),
        ({"faute": "singing"}, "faute"),
        ({"faute": "wrong_board_howell", "etui": 1, "table": 1}, "faute"),
        ({"faute": "slow_play", "fois": 0}, "fois"),
    ]
    for query, field in cases:
        assert list(signed_in.get(address(tournament, **query)).context["form"].errors) == [field], query


def test_what_is_missing_is_said_at_its_field(signed_in: Client, play: Play) -> None:
    form = shown_effects(signed_in.get(on(play, "revoke"))) | {"guilty": sitting(play, 2).pk, "reason": "x"}
    wrong: list[tuple[str, Any]] = [
        ("guilty", []),
        ("reason", " "),
        ("guilty", ["999999"]),
        ("guilty", ["abc"]),
    ]
    for field, value in wrong:
        page = signed_in.post(on(play, "revoke"), {**form, field: value, "give": ""})
        assert page.context["form"].errors[field]
        assert not Ruling.objects.exists()


def test_effect_that_says_nothing_is_refused_at_its_field(signed_in: Client, play: Play) -> None:
    form = shown_effects(signed_in.get(on(play, "revoke"))) | {"guilty": sitting(play, 2).pk, "reason": "x"}
    wrong = [
        ({"effet-0-amount": "0"}, 0, "amount"),
        ({"effet-0-amount": "100,01"}, 0, "amount"),
        ({"effet-0-amount": ""}, 0, "amount"),
        ({"effet-0-amount": "0,001"}, 0, "amount"),
        ({"effet-1-amount": "beaucoup"}, 1, "amount"),
        ({"effet-2-kind": "points_cap", "effet-2-amount": "4"}, 2, "kind"),
    ]
    for changes, row, field in wrong:
        page = signed_in.post(on(play, "revoke"), {**form, **changes, "give": ""})
        assert list(page.context["rows"].forms[row].errors) == [field]
        assert not Ruling.objects.exists()


def test_player_of_another_tournament_cannot_be_at_fault(
    signed_in: Client, tournament: Tournament, club: Club
) -> None:
    stranger = make_seated_tournament(club, is_dealt=False).entries.all()[0]
    path = address(tournament, faute="moving_about")
    form = shown_effects(signed_in.get(path)) | {"guilty": stranger.pk, "reason": "x", "give": ""}

    page = signed_in.post(path, form)

    assert list(page.context["form"].errors) == ["guilty"]


def test_ruling_is_taken_back_with_its_reason_and_stays_listed(
    signed_in: Client, tournament: Tournament
) -> None:
    ruling = give_penalty(tournament.sessions.get(), tournament.entries.all()[0], "2.5")
    path = reverse("organiser-ruling-withdraw", args=[tournament.slug, ruling.pk])

    silent = signed_in.post(path, {"reason": ""}, follow=True).content.decode()
    page = signed_in.post(path, {"reason": "erreur de nom"}, follow=True).content.decode()

    assert "Donnez le motif" in silent
    assert "erreur de nom" in page
    assert "pénalité de 2,5 %" in page


def test_scorer_reads_the_rulings_and_can_give_none(client: Client, tournament: Tournament) -> None:
    give_penalty(tournament.sessions.get(), tournament.entries.all()[0], "2.5")
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    page = client.get(reverse("organiser-rulings", args=[tournament.slug])).content.decode()

    assert "pénalité de 2,5 %" in page
    assert "Nouvelle décision" not in page
    assert "Retirer cette décision" not in page


def test_lists_cost_the_same_queries_for_one_and_for_many(
    signed_in: Client, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    for entry in tournament.entries.all()[:5]:
        give_penalty(tournament.sessions.get(), entry)

    with django_assert_max_num_queries(14):
        signed_in.get(reverse("organiser-rulings", args=[tournament.slug]))


def test_consequences_are_shown_before_anything_is_stored(signed_in: Client, play: Play) -> None:
    other_plays = [
        other_play
        for other_play in list_plays(play.round.section.session.tournament)
        if other_play.board == 1
    ][1:]
    for other_play, score in zip(other_plays, (62, 50, -52, -56), strict=True):
        enter_result(other_play, score)
    guilty = sitting(play, 0)
    form = shown_effects(signed_in.get(on(play, "hesitation"))) | {"guilty": guilty.pk, "preview": ""}

    page = signed_in.post(on(play, "hesitation"), form)

    preview = page.context["preview"]
    assert not Ruling.objects.exists()
    assert [(change.before, change.after) for change in preview.deal] == [(75, 40)] + 3 * [(25, 60)]
    assert {change.key for change in preview.ranking} >= {change.entry for change in preview.deal}
    assert "Ce qui changerait" in page.content.decode()


def test_preview_of_what_cannot_be_ruled_says_why(signed_in: Client, play: Play) -> None:
    form = shown_effects(signed_in.get(on(play, "revoke"))) | {"preview": ""}

    page = signed_in.post(on(play, "revoke"), form)

    assert page.context["form"].errors["guilty"]
    assert page.context["preview"] is None


def test_preview_says_that_it_is_not_the_first_time(signed_in: Client, tournament: Tournament) -> None:
    path = address(tournament, faute="slow_play")
    guilty = tournament.entries.all()[0].pk
    form = shown_effects(signed_in.get(path)) | {"guilty": guilty, "reason": "lenteur"}
    signed_in.post(path, {**form, "give": ""})

    page = signed_in.post(path, {**form, "preview": ""}).content.decode()

    assert "Déjà 1 décision pour cette faute" in page
