"""Rules of an event's game: chosen on its page, stored by the club, locked by the federation."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games.core.rules import FFT, OptionValue, make_rules
from games.core.variants.registry import GAMES
from tests.factories.tournaments import make_club, make_friendly_tournament, make_seated_tournament, make_user
from tournaments.core.formats.game_rules import table_terms
from tournaments.core.formats.registry import find_format
from tournaments.events.forms.game_rules import GameRulesForm
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.models import AuditEvent, Club, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def path(tournament: Tournament) -> str:
    return reverse("organiser-game-rules", args=[tournament.slug])


def option_values() -> Iterator[tuple[str, str, OptionValue]]:
    """One value of every option of every game that is not the first: what a page must be able to choose."""
    for game, variant in GAMES.items():
        for option in variant.options:
            yield game, option.name, option.choices[-1]


@pytest.mark.parametrize(("game", "option", "value"), list(option_values()))
def test_every_option_of_every_game_can_be_chosen(game: str, option: str, value: OptionValue) -> None:
    form = GameRulesForm({"rules": FFT, f"rule_{option}": str(value)}, game=game)

    assert form.is_valid(), form.errors
    assert form.chosen == make_rules(GAMES[game].options, FFT, {option: value})


def test_rules_are_chosen_on_the_page_and_kept_by_the_club(client: Client, club: Club) -> None:
    tournament = make_friendly_tournament(club, "tarot-5")
    form = {"rules": "traditional", "rule_mouche": "True", "rule_misere": "20", "saved_as": "Maison"}

    page = client.post(path(tournament), form, follow=True)

    tournament.refresh_from_db()
    assert tournament.options["rules"] == "traditional misere=20 mouche=yes"
    assert house_name(tournament) == "Maison"
    assert "règle de la maison «\N{NO-BREAK SPACE}Maison\N{NO-BREAK SPACE}»" in page.text
    assert "une cagnotte passe d’une donne à la suivante" in page.text
    trace = AuditEvent.objects.get(action="tournament.game_rules")
    assert (trace.before, trace.after) == (
        {"rules": "fft"}, {"rules": "traditional misere=20 mouche=yes"}
    )  # fmt: skip


def test_another_event_begins_with_the_rules_of_the_house(client: Client, club: Club) -> None:
    first, second = make_friendly_tournament(club, "tarot-5"), make_friendly_tournament(club, "tarot-5")
    client.post(path(first), {"rules": "fft", "rule_mouche": "True", "saved_as": "Maison"})

    form = client.get(path(second)).context["form"]
    house = next(key for key, words in form.fields["rules"].choices if "Maison" in str(words))
    client.post(path(second), {"rules": house, "rule_shares": "halves"})

    second.refresh_from_db()
    assert second.options["rules"] == "fft mouche=yes shares=halves"
    assert "Maison" in client.get(reverse("organiser-house-rules", args=[club.slug])).text


def test_a_rule_of_the_house_is_forgotten_and_events_keep_theirs(client: Client, club: Club) -> None:
    tournament = make_friendly_tournament(club, "tarot-5")
    client.post(path(tournament), {"rules": "fft", "rule_mouche": "True", "saved_as": "Maison"})

    row = club.house_rules.get()
    page = client.post(reverse("organiser-house-rules-delete", args=[club.slug, row.pk]), follow=True)

    tournament.refresh_from_db()
    assert "Pas encore de règle de la maison" in page.text
    assert tournament.options["rules"] == "fft mouche=yes"


def test_a_name_stands_for_one_set_of_rules(client: Client, club: Club) -> None:
    tournament = make_friendly_tournament(club, "tarot-5")
    client.post(path(tournament), {"rules": "fft", "rule_mouche": "True", "saved_as": "Maison"})

    page = client.post(path(tournament), {"rules": "fft", "saved_as": "Maison"})

    assert page.status_code == 422
    assert list(page.context["keep"].errors) == ["saved_as"]
    assert club.house_rules.get().rules == "fft mouche=yes"


def test_what_the_cards_do_not_allow_is_told_at_its_field_and_kept(client: Client, club: Club) -> None:
    tournament = make_friendly_tournament(club, "papayou-4")
    form = {"rules": "fft", "rule_cards_each": "8", "rule_exchange": "both", "rule_exchange_cards": "5"}

    page = client.post(path(tournament), form)

    tournament.refresh_from_db()
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["rule_exchange"]
    assert "Personne ne peut échanger 10 cartes quand chacun en a 8\u00a0: choisissez-en moins." in page.text
    assert page.context["form"]["rule_exchange_cards"].value() == "5"
    assert "rules" not in tournament.options


def test_contrat_at_four_is_played_with_five_cards_in_every_deal(client: Client, club: Club) -> None:
    tournament = make_friendly_tournament(club, "contrat-4")

    page = client.get(path(tournament))
    client.post(path(tournament), {"rules": "fft", "rule_cards_each": "5"})

    tournament.refresh_from_db()
    assert "de 1 à 5 et retour" in page.text
    assert tournament.options["rules"] == "fft cards_each=5"
    terms = table_terms(find_format(tournament.format), "contrat-4", game_rules(tournament))
    assert not terms.follows_ladder


def test_the_federation_s_formats_keep_its_rules(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    page = client.get(path(tournament))
    client.post(path(tournament), {"rules": "traditional"})

    tournament.refresh_from_db()
    assert page.context["form"] is None
    assert "règles de la fédération" in page.text
    assert game_rules(tournament) == make_rules(())
