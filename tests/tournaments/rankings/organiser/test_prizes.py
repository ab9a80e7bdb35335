"""Prizes on their pages, for organisers and for the public."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import enter_results, list_plays, make_seated_tournament
from tests.page_words import words_of
from tournaments.core.formats.registry import find_format
from tournaments.models import Club, Person, PrizeRule, Session, Tournament
from tournaments.rankings.organiser.prizes import PrizeRuleForm
from tournaments.rankings.services.standings import refresh_standings

PLAN = {"extra_cents": "80", "sharing": "equal", "cumulation": "all", "showing": "nothing"}
RULE = {"name": "Général", "ranking": "overall", "amounts": "50 30"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = make_seated_tournament(club)
    tournament.visibility = "public"
    tournament.save()
    enter_results(zip(list_plays(tournament)[:5], (62, 56, 50, -52, -56), strict=True))
    refresh_standings(session=Session.objects.get(tournament=tournament))
    return tournament


def send(client: Client, name: str, tournament: Tournament, data: dict[str, str], *ids: int) -> str:
    path = reverse(name, args=[tournament.slug, *ids])
    return client.post(path, data, follow=True).content.decode()


def test_winners_follow_the_ranking_and_appear_when_the_organiser_shows_them(
    signed_in: Client, tournament: Tournament
) -> None:
    Person.objects.filter(club=tournament.club).update(shows_full_name=False)
    public = reverse("public-prizes", args=[tournament.slug])
    ranking = reverse("public-standings", args=[tournament.slug])
    send(signed_in, "organiser-prize-add", tournament, RULE)

    own_page = send(signed_in, "organiser-prizes", tournament, PLAN)
    hidden = signed_in.get(public).status_code, public in signed_in.get(ranking).content.decode()
    send(signed_in, "organiser-prizes", tournament, PLAN | {"showing": "amounts"})
    amounts = signed_in.get(public).content.decode()
    send(signed_in, "organiser-prizes", tournament, PLAN | {"showing": "winners"})
    winners = signed_in.get(public).content.decode()

    assert "NOM" in own_page
    rule_page = reverse("organiser-prize-rule", args=[tournament.slug, PrizeRule.objects.get().pk])
    assert f'href="{rule_page}"' in own_page
    assert hidden == (404, False)
    assert "50,00\u00a0€" in amounts
    assert "Ana N." not in amounts
    assert "Ana N." in winners
    assert "NOM" not in words_of(winners)
    assert public in signed_in.get(ranking).content.decode()


def test_gifts_are_offered_and_won_beside_the_money(signed_in: Client, tournament: Tournament) -> None:
    gifts = RULE | {"amounts": "50", "gifts": "-\nJambon = 35\n\nBouteille\n-\n"}
    public = reverse("public-prizes", args=[tournament.slug])

    own_page = send(signed_in, "organiser-prize-add", tournament, gifts)
    send(signed_in, "organiser-prizes", tournament, PLAN | {"showing": "amounts"})
    offered = signed_in.get(public).text
    form = signed_in.get(
        reverse("organiser-prize-rule", args=[tournament.slug, PrizeRule.objects.get().pk])
    ).text

    assert PrizeRule.objects.get().gifts == [
        {"name": "", "cents": None},
        {"name": "Jambon", "cents": 3500},
        {"name": "Bouteille", "cents": None},
    ]
    for page in (own_page, offered):
        assert "Jambon (35,00\u00a0€)" in page
        assert "Bouteille" in page
    assert "-\nJambon = 35\nBouteille</textarea>" in form


def test_a_gift_that_cannot_be_read_is_told_at_its_field(signed_in: Client, tournament: Tournament) -> None:
    path = reverse("organiser-prize-add", args=[tournament.slug])

    for gift_text in ("= 35", "Jambon = beaucoup", "Jambon =", "x" * 61):
        page = signed_in.post(path, RULE | {"gifts": gift_text})
        assert set(page.context["form"].errors) == {"gifts"}
        assert gift_text in page.text


@pytest.mark.parametrize(
    ("amounts", "share", "gifts", "is_kept"),
    [
        ("", "", "Jambon", True),
        ("", "", "-", False),
        ("", "", "", False),
        ("50", "40", "", False),
    ],
)
def test_a_list_has_money_of_one_kind_or_gifts(
    signed_in: Client, tournament: Tournament, amounts: str, share: str, gifts: str, is_kept: bool
) -> None:
    values = RULE | {"amounts": amounts, "fund_share": share, "gifts": gifts}

    send(signed_in, "organiser-prize-add", tournament, values)

    assert PrizeRule.objects.exists() is is_kept


def test_a_club_may_give_back_less_than_the_federation_asks_and_reads_so(
    signed_in: Client, tournament: Tournament
) -> None:
    for share, is_warned in (("1", True), ("69", True), ("70", False)):
        page = send(signed_in, "organiser-prizes", tournament, PLAN | {"redistribution": share})
        assert "La dotation est enregistrée" in page
        assert ("c’est permis pour une soirée du club" in page) is is_warned


def test_fund_that_lacks_money_is_told_and_keeps_the_winners_hidden(
    signed_in: Client, tournament: Tournament
) -> None:
    send(signed_in, "organiser-prize-add", tournament, RULE)

    refused = send(
        signed_in, "organiser-prizes", tournament, PLAN | {"extra_cents": "20", "showing": "winners"}
    )
    page_text = send(signed_in, "organiser-prizes", tournament, PLAN | {"extra_cents": "20"})

    assert "Le fonds ne suffit pas aux prix offerts" in refused
    assert "Il manque 60,00\u00a0€ au fonds" in page_text


def test_list_is_changed_and_taken_away(signed_in: Client, tournament: Tournament) -> None:
    send(signed_in, "organiser-prize-preset", tournament, {"preset": "overall"})
    rule = PrizeRule.objects.get()

    send(signed_in, "organiser-prize-rule", tournament, RULE | {"amounts": "40"}, rule.pk)
    changed = PrizeRule.objects.get()
    send(signed_in, "organiser-prize-drop", tournament, {}, rule.pk)

    assert (changed.pk, changed.amounts, changed.fund_share) == (rule.pk, [4000], None)
    assert not PrizeRule.objects.exists()


def test_preset_keeps_lists_that_another_organiser_made_meanwhile(
    signed_in: Client, tournament: Tournament
) -> None:
    page = reverse("organiser-prizes", args=[tournament.slug])
    empty_page = signed_in.get(page)
    first_mark = empty_page.context["mark"]
    assert "Prendre ces listes" in empty_page.text
    assert "Remplacer" not in empty_page.text
    send(signed_in, "organiser-prize-add", tournament, RULE)

    refused = send(signed_in, "organiser-prize-preset", tournament, {"preset": "series", "seen": first_mark})
    assert "Une autre personne a changé les listes entre-temps" in refused
    assert PrizeRule.objects.get().name == RULE["name"]
    second_mark = signed_in.get(page).context["mark"]
    send(signed_in, "organiser-prize-preset", tournament, {"preset": "series", "seen": second_mark})
    assert PrizeRule.objects.count() == 4
    assert "Remplacer les listes par" in signed_in.get(page).text


def test_refusals_are_told_at_their_field(signed_in: Client, tournament: Tournament) -> None:
    refusals: list[tuple[dict[str, str], str]] = [
        ({"amounts": ""}, "Donnez les montants, la part du fonds, ou des lots seuls"),
        ({"fund_share": "50"}, "Donnez les montants, la part du fonds, ou des lots seuls"),
        ({"ranking": "category"}, "Dites quel groupe a ces prix."),
        ({"ranking": "series", "group": "5"}, "Les séries sont 1, 2, 3, 4 et NC."),
        ({"ranking": "line", "group": "X"}, "Les lignes sont N, O, S, E."),
        ({"amounts": "50 x"}, "n’est pas une somme."),
        ({"amounts": "30 50"}, "Chaque prix est au plus égal au précédent."),
    ]
    for data, message in refusals:
        assert message in send(signed_in, "organiser-prize-add", tournament, RULE | data)
        assert not PrizeRule.objects.exists()


def test_line_is_named_by_its_letter(signed_in: Client, tournament: Tournament) -> None:
    page = send(signed_in, "organiser-prize-add", tournament, RULE | {"ranking": "line", "group": "o"})

    assert PrizeRule.objects.get().group == "1"
    assert "Ouest" in page


def test_lines_of_triplets_are_pairs_of_seats() -> None:
    form = PrizeRuleForm(RULE | {"ranking": "line", "group": "e-o"}, rule=None, event=find_format("triplets"))
    wrong = PrizeRuleForm(RULE | {"ranking": "line", "group": "N"}, rule=None, event=find_format("triplets"))

    assert form.is_valid()
    assert form.values()["group"] == "1"
    assert wrong.errors["group"] == ["Les lignes sont N-S, E-O."]
