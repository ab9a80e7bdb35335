"""A deal of any game written on a phone at its table: by facts, refused at the field, confirmed, ranked."""

import json
import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.core.variants.registry import find_variant
from tests.factories.facts import IMPOSSIBLE
from tests.factories.sheets import find_play, make_seated_sheets
from tests.factories.stored_again import stored_again
from tests.factories.tournaments import make_club
from tournaments.models import Club, Person, ResultSlip, Seating, TableAccess, Tournament
from tournaments.results.services.table_access import open_phones, table_secret

pytestmark = pytest.mark.django_db
FACTS = {"queens_0": "1", "trumps_0": "100", "queens_1": "3", "trumps_1": "21", "trumps_2": "110"}


@pytest.fixture
def club() -> Club:
    return make_club()


@stored_again
def evening(club: Club, game: str) -> Tournament:
    """Two positions of three deals, at as few tables as go."""
    size = find_variant(game).player_count
    table_count = size if size in (3, 4, 5) else 2
    return make_seated_sheets(
        club,
        format_code="friendly_total",
        game=game,
        table_count=table_count,
        player_count=table_count * size,
        deals=3,
    )


def open_table(tournament: Tournament) -> str:
    session = tournament.sessions.get()
    open_phones(session=session, opened_by=None)
    return table_secret(TableAccess.objects.get(table__number=1, table__section__session=session))


def sit(client: Client, secret: str, place: int = 0) -> None:
    client.post(reverse("table-sit", args=[secret, 1, place]))


def sent(facts: dict[str, str], pk: int) -> dict[str, str]:
    token = f"{pk:08d}-0000-4000-8000-000000000001"
    return {"seen_version": "0", "kind": "played", "token": token} | {
        f"fact_{name}": text for name, text in facts.items()
    }


def test_a_deal_is_written_by_its_facts_and_shown_seat_by_seat(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)

    answer = client.post(reverse("table-record", args=[secret, play.pk]), sent(FACTS, play.pk))

    assert answer.status_code == 302, answer.text
    slip = ResultSlip.objects.get()
    assert (slip.seat_scores, slip.facts) == ([150, 171, 110, 0], {"written": dict(sorted(FACTS.items()))})
    page = client.get(reverse("table-page", args=[secret])).text
    assert "O\N{NO-BREAK SPACE}+171" in page.replace("&nbsp;", "\N{NO-BREAK SPACE}")


def test_facts_that_do_not_add_up_stay_typed_with_what_is_wrong(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)

    page = client.post(
        reverse("table-record", args=[secret, play.pk]), sent(FACTS | {"queens_0": "2"}, play.pk)
    )

    assert page.status_code == 422
    assert "Il y a 4 dames en tout\N{NO-BREAK SPACE}: vous en avez compté 5." in page.text
    assert 'name="fact_trumps_2"' in page.text
    assert 'value="110"' in page.text
    assert not ResultSlip.objects.exists()


@pytest.mark.parametrize("game", IMPOSSIBLE)
def test_impossible_facts_of_each_family_are_refused_at_their_field_and_stay_typed(
    game: str, client: Client, club: Club
) -> None:
    tournament = evening(club, game)
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)
    typed = IMPOSSIBLE[game][0] | IMPOSSIBLE[game][1]

    page = client.post(reverse("table-record", args=[secret, play.pk]), sent(typed, play.pk))

    line_input = page.context["rows"][0].input
    form = line_input.form
    fields = [
        *form.deal_facts,
        *(field for _seat, fields_of_seat in form.seat_facts for _label, field in fields_of_seat),
    ]
    field_errors = [error for field in fields for error in field.errors]
    assert page.status_code == 422
    assert field_errors
    assert all(error in unescape(page.text) for error in field_errors)
    assert {field.name: field.value() for field in fields if field.name.removeprefix("fact_") in typed} == {
        f"fact_{name}": text for name, text in typed.items()
    }
    assert line_input.nearest, "one thing wrong comes with what would go"
    assert not ResultSlip.objects.exists()


def test_the_trial_says_every_score(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)

    trial = client.get(reverse("table-trial", args=[secret, play.pk]), sent(FACTS, play.pk)).json()

    assert trial["says"] == "N +150, S +110, E +0, O +171"


def test_a_table_of_five_has_five_seats_to_choose(client: Client, club: Club) -> None:
    secret = open_table(evening(club, "grelin-5"))

    page = client.get(reverse("table-page", args=[secret])).text

    assert page.count('class="seat"') == 5


def test_the_phone_tells_the_cards_of_each_deal_of_contrat(client: Client, club: Club) -> None:
    tournament = evening(club, "contrat-4")
    secret = open_table(tournament)
    sit(client, secret)

    page = client.get(reverse("table-page", args=[secret]))

    assert [row.deal.cards_each for row in page.context["rows"]] == [1, 2, 3]


def api(client: Client, secret: str, name: str, body: dict[str, object], *args: int) -> HttpResponse:
    """Return the API's response to a program of a phone that has the secret of a table."""
    headers = {
        "authorization": f"Bearer {secret}",
        "etui-phone": "00000000-0000-4000-8000-000000000009",
        "idempotency-key": "00000000-0000-4000-8000-000000000001",
    }
    method = client.put if name == "api-v1-table-seat" else client.post
    return method(reverse(name, args=args), body, content_type="application/json", headers=headers)


def test_a_program_writes_facts_too_and_learns_what_would_go(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    api(client, secret, "api-v1-table-seat", {"round": 1, "seat": "N"})
    wrong, right = ({"facts": FACTS | more, "seen_version": 0} for more in ({"trumps_2": "109"}, {}))

    few = {"scores": [431], "seen_version": 0}
    assert api(client, secret, "api-v1-table-result-record", few, play.pk).status_code == 400
    refused = api(client, secret, "api-v1-table-result-record", wrong, play.pk)
    response = api(client, secret, "api-v1-table-result-record", right, play.pk)

    assert refused.status_code == 400, refused.content
    error = json.loads(refused.content)
    assert list(error["fields"]) == ["fact_trumps_2"]
    offered = {(near["field"], near["value"]) for near in error["extra"]["nearest"]}
    assert ("fact_trumps_2", "110") in offered
    assert response.status_code == 200, response.content
    assert ResultSlip.objects.get().seat_scores == [150, 171, 110, 0]


def test_a_program_reads_a_table_of_more_than_four(client: Client, club: Club) -> None:
    secret = open_table(evening(club, "grelin-5"))

    content = json.loads(api(client, secret, "api-v1-table-seat", {"round": 1, "seat": "4"}).content)

    assert list(content["seats"]) == ["N", "W", "S", "E", "4"]
    assert content["own_seat"] == "4"


def test_phone_of_a_game_without_camps_speaks_of_another_player(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)
    client.post(reverse("table-record", args=[secret, play.pk]), sent(FACTS, play.pk))

    page = client.get(reverse("table-page", args=[secret])).text

    assert "Passez le téléphone à un autre joueur" in page
    assert "camp" not in re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize(
    ("sheet", "line", "scores"),
    [
        ("deals", {"taker": "W", "bid": "garde", "bouts": 2, "points": "49"}, [-66, 198, -66, -66]),
        ("deals", {"taker": "W", "bid": "prise", "loss": 40}, [40, -120, 40, 40]),
        ("deals", {"passed": True}, [0, 0, 0, 0]),
        ("totals", {"scores": [-446, -510, 1346, -390]}, [-446, -510, 1346, -390]),
    ],
    ids=["facts", "score of a defender", "passed", "totals"],
)
def test_a_program_writes_free_deals_and_totals(
    client: Client, club: Club, sheet: str, line: dict[str, object], scores: list[int]
) -> None:
    tournament = make_seated_sheets(club, options={"sheet": sheet})
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    api(client, secret, "api-v1-table-seat", {"round": 1, "seat": "N"})

    response = api(
        client, secret, "api-v1-table-result-record", line | {"seen_version": 0, "confirmed": True}, play.pk
    )

    assert response.status_code == 200, response.content
    assert json.loads(response.content)["scores"] == scores
    assert ResultSlip.objects.get().seat_scores == scores


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"bid": "garde", "bouts": 2, "points": "49"}, "taker"),
        ({"taker": "4", "bid": "garde", "bouts": 2, "points": "49"}, "taker"),
        ({"taker": "N", "bouts": 2, "points": "49"}, "bid"),
        ({"taker": "N", "bid": "garde", "passed": True}, "kind"),
        ({"scores": [10, -10, 0, 0]}, "taker"),
    ],
    ids=["no taker", "taker of another table", "no bid", "passed with a bid", "scores alone"],
)
def test_a_program_learns_which_field_of_a_free_deal_is_wrong(
    client: Client, club: Club, line: dict[str, object], field: str
) -> None:
    tournament = make_seated_sheets(club)
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    api(client, secret, "api-v1-table-seat", {"round": 1, "seat": "N"})

    refused = api(client, secret, "api-v1-table-result-record", line | {"seen_version": 0}, play.pk)

    assert refused.status_code == 400, refused.content
    assert field in json.loads(refused.content)["fields"]
    assert not ResultSlip.objects.exists()


FIVE = {"bid": "garde", "taker": "0", "bouts": "2", "points": "45,5"}


def test_partner_at_a_table_of_five_is_a_key_that_has_to_be_pressed(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-5")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)
    record = reverse("table-record", args=[secret, play.pk])

    page = client.get(reverse("table-page", args=[secret])).text
    refused = client.post(record, sent(FIVE, play.pk))
    client.post(record, sent(FIVE | {"partner_0": "alone"}, play.pk))
    corrected = client.get(reverse("table-page", args=[secret]), {"corriger": play.pk})

    assert 'data-keypad="fact_points"' in page
    assert 'data-key="½"' in page
    for value in ("3", "alone"):
        assert f'type="radio" name="fact_partner_0" value="{value}"' in page
    assert refused.status_code == 422
    assert "Dites qui est appelé, ou «\u00a0Seul\u00a0»." in unescape(refused.text)
    assert ResultSlip.objects.get().facts == {"written": FIVE}
    form = next(row.input.form for row in corrected.context["rows"] if row.input)
    assert form["fact_partner_0"].value() == "alone"


def test_passed_deal_at_a_table_of_five_needs_no_partner(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-5")
    secret, play = open_table(tournament), find_play(tournament, 1, 1, 1)
    sit(client, secret)

    client.post(
        reverse("table-record", args=[secret, play.pk]), sent({"bid": "passed", "taker": "0"}, play.pk)
    )

    assert set(ResultSlip.objects.get().seat_scores) == {0}


def test_key_of_a_long_name_is_marked_so_that_no_word_is_broken(client: Client, club: Club) -> None:
    secret = open_table(evening(club, "tarot-5"))
    for pk, last_name in zip(
        Seating.objects.filter(round__number=1, table__number=1).values_list("entry__person", flat=True),
        ("DUBOIS-LEFEVRE", "ABCDEFGHIJ", "DOUCEFONTAIN", "CHRISTODOULOPOULOS"),
        strict=False,
    ):
        Person.objects.filter(pk=pk).update(last_name=last_name, shows_full_name=True)
    sit(client, secret)

    page = client.get(reverse("table-page", args=[secret])).text

    styles = {name.split()[0]: style for style, name in re.findall(r'<i class="([^"]+)">([^<]+)</i>', page)}
    assert styles == {"DOUCEFONTAIN": "long", "CHRISTODOULOPOULOS": "long longest"}
