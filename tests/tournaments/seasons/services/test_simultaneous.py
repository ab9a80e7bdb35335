"""A simultaneous from its deals to its ranking: only sites with the same cards are ranked."""

import pytest

from common.errors import AppError
from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.factories.tournaments import make_club, make_tournament
from tournaments.deals.services.deal_import import reuse_deal_set
from tournaments.deals.services.deals import deal_boards
from tournaments.enums import CompetitionKind
from tournaments.models import Competition, Session, Tournament
from tournaments.seasons.queries.competition_standings import (
    competition_rows,
    latest_ranking,
    members_of,
)
from tournaments.seasons.queries.site_deals import SiteDeals, offers_for, sites_of
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    create_competition,
    join_competition,
    refresh_competition,
    remove_tournament,
)
from tournaments.seasons.words.sites import why_unranked
from tournaments.work.kinds import request_competition_ranking

pytestmark = pytest.mark.django_db

OTHER_SEED = b"other" * 7


@pytest.fixture
def simultaneous() -> Competition:
    plan = CompetitionPlan(name="Simultané", kind=CompetitionKind.SIMULTANEOUS)
    return create_competition(club=make_club(), plan=plan, created_by=None)


def session_of(tournament: Tournament) -> Session:
    return tournament.sessions.select_related("tournament", "deal_set").get()


def join(competition: Competition, tournament: Tournament, site: str) -> Tournament:
    join_competition(code=competition.join_code, tournament=tournament, site=site, joined_by=None)
    return tournament


def take_deals(tournament: Tournament) -> Tournament:
    """Take the deals, like the button of the page."""
    (offer,) = offers_for(session_of(tournament))
    reuse_deal_set(session=session_of(tournament), earlier=offer.session, reused_by=None)
    return tournament


def ranked_sites(competition: Competition) -> dict[str, int]:
    """Return the number of entries with a place, by site."""
    request_competition_ranking(competition=competition)
    refresh_competition(competition=competition)
    counts: dict[str, int] = {}
    for row in competition_rows(latest_ranking(competition)):
        counts[row.site] = counts.get(row.site, 0) + (row.place is not None)
    return counts


def states(competition: Competition) -> list[SiteDeals]:
    return [site.deals for site in sites_of(members_of(competition))]


def test_sites_of_one_club_and_of_another_take_the_deals_of_the_first(simultaneous: Competition) -> None:
    first = join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1")
    later_sites = [make_short_evening(club) for club in (simultaneous.club, make_club("Ailleurs"))]
    for number, later_site in enumerate(later_sites, start=2):
        take_deals(join(simultaneous, later_site, f"Lieu {number}"))

    commitments = {session_of(site).deal_set.commitment for site in (first, *later_sites)}
    for start, site in enumerate((first, *later_sites)):
        play_session(site, first_score=start)

    assert len(commitments) == 1
    assert states(simultaneous) == [SiteDeals.SAME] * 3
    assert ranked_sites(simultaneous) == {"Lieu 1": 20, "Lieu 2": 20, "Lieu 3": 20}


@pytest.mark.postgres
def test_site_that_plays_fewer_boards_holds_the_same_cards(simultaneous: Competition) -> None:
    large = make_tournament(simultaneous.club)
    deal_boards(session=session_of(large), dealt_by=None)
    join(simultaneous, large, "Grand")
    small = take_deals(join(simultaneous, make_short_evening(simultaneous.club), "Petit"))

    assert session_of(small).deal_set.deals.count() < session_of(large).deal_set.deals.count()
    assert states(simultaneous) == [SiteDeals.SAME] * 2
    play_session(small)
    assert ranked_sites(simultaneous) == {"Petit": 20}


def test_site_that_joined_and_then_dealt_other_deals_is_not_ranked(simultaneous: Competition) -> None:
    play_session(join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1"))
    second_site = join(simultaneous, make_short_evening(simultaneous.club), "Lieu 2")
    deal_boards(session=session_of(second_site), dealt_by=None, seed=OTHER_SEED)
    play_session(second_site)

    reasons = [why_unranked(site) for site in sites_of(members_of(simultaneous))]
    assert ranked_sites(simultaneous) == {"Lieu 1": 20}
    assert reasons == [
        "",
        "Lieu 2 n’est pas classé avec les autres lieux : ses donnes ne sont pas les leurs.",
    ]


def test_site_without_deals_is_not_ranked(simultaneous: Competition) -> None:
    play_session(join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1"))
    play_session(join(simultaneous, make_short_evening(simultaneous.club), "Lieu 2"))

    reasons = [why_unranked(site) for site in sites_of(members_of(simultaneous))]
    assert ranked_sites(simultaneous) == {"Lieu 1": 20}
    assert reasons[1].endswith("rien ne prouve que ses donnes sont les leurs.")


def test_who_dealt_other_deals_joins_and_takes_theirs_while_nothing_is_played(
    simultaneous: Competition,
) -> None:
    play_session(join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1"))
    late = join(simultaneous, make_dealt_evening(make_club(), seed=OTHER_SEED), "Lieu 2")
    assert states(simultaneous) == [SiteDeals.SAME, SiteDeals.OTHER]

    play_session(take_deals(late))

    assert ranked_sites(simultaneous) == {"Lieu 1": 20, "Lieu 2": 20}


def test_who_played_other_deals_is_refused(simultaneous: Competition) -> None:
    join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1")
    foreign_site = play_session(make_dealt_evening(make_club(), seed=OTHER_SEED))

    with pytest.raises(AppError) as caught:
        join(simultaneous, foreign_site, "Lieu 2")

    assert caught.value.code == "competition_deals"
    assert simultaneous.members.count() == 1


def test_first_result_says_whose_deals_count(simultaneous: Competition) -> None:
    """A site that joined first and deals last changes nothing for sites that have begun."""
    idle = join(simultaneous, make_short_evening(simultaneous.club), "Lieu 1")
    play_session(join(simultaneous, make_dealt_evening(make_club()), "Lieu 2"))
    deal_boards(session=session_of(idle), dealt_by=None, seed=OTHER_SEED)

    assert states(simultaneous) == [SiteDeals.OTHER, SiteDeals.SAME]
    play_session(idle)
    assert ranked_sites(simultaneous) == {"Lieu 2": 20}


def test_site_that_is_late_and_one_that_leaves(simultaneous: Competition) -> None:
    first = join(simultaneous, make_dealt_evening(simultaneous.club), "Lieu 1")
    late = take_deals(join(simultaneous, make_short_evening(make_club()), "Lieu 2"))
    play_session(first)
    assert ranked_sites(simultaneous).get("Lieu 1") == 20
    play_session(late)
    assert ranked_sites(simultaneous) == {"Lieu 1": 20, "Lieu 2": 20}

    remove_tournament(member=simultaneous.members.get(site="Lieu 1"), removed_by=None)

    assert ranked_sites(simultaneous) == {"Lieu 2": 20}


def test_deals_of_a_club_that_is_no_site_are_not_taken(simultaneous: Competition) -> None:
    stranger = make_dealt_evening(make_club())
    site = join(simultaneous, make_short_evening(simultaneous.club), "Lieu 1")

    with pytest.raises(AppError) as caught:
        reuse_deal_set(session=session_of(site), earlier=session_of(stranger), reused_by=None)

    assert caught.value.code == "deals_not_reusable"
