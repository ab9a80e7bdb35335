import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import by_day, examples
from tournaments.core.formats.adviser import advise
from tournaments.core.formats.proposals import ODD_COSTS, Needs, Pace
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.movement import NOBODY
from tournaments.core.movements.remarks import remark


def test_thirty_one_players_have_something_to_play_for_three_hours_and_a_half():
    advice = advise(31, 210)

    best = advice.proposals[0]
    assert advice.reason is None
    assert best.deals[0] >= 20
    assert 180 <= best.minutes <= 210
    individual = [each for each in advice.proposals if each.format.code == "duplicate_individual"]
    assert {each.odd.code for each in individual} == {"odd_rest", "odd_substitutes"}
    assert individual[-1].odd == remark("odd_substitutes", people=1)
    free = [each for each in advice.proposals if each.format.code == "free_deals"]
    assert {each.table_counts for each in free} == {(8,), (7,)}
    assert free[0].odd == remark("odd_threes", tables=1, most=1)
    assert free[-1].odd.code == "odd_fives_again"
    assert next(each.odd for each in advice.proposals if each.format.code == "triplets") == remark(
        "odd_reserves", people=1
    )


def test_seven_full_tables_have_the_federations_movement_first():
    best = advise(28, 210).proposals[0]

    assert best.code == "duplicate_individual-fft-straight-7-6-4-28"
    assert (best.sections[0].source, best.quality, best.odd.code) == ("fft-straight", 100, "odd_nobody")
    assert (best.board_count, best.minutes) == (28, 10 + 24 * 7 + 5 * 4)
    assert [line.code for line in best.lines] == ["size_one", "meets_once"]


@pytest.mark.parametrize("minutes", [210, 240])
def test_tables_of_three_weigh_by_their_share_of_the_evening(minutes):
    """30 players make six tables of four and two of three.

    Three rounds of 8 sit a player there once or never, six rounds of 4 up to twice: 8 of 24 deals in both.
    More opponents decide.
    """
    proposals = advise(30, minutes, needs=Needs(formats=(find_format("free_deals"),))).proposals

    sizes = {(each.round_count, each.boards_per_round): each for each in proposals if each.three_gap}
    six, three = sizes[6, 4], sizes[3, 8]
    assert (proposals[0].round_count, proposals[0].boards_per_round) == (6, 4)
    assert (six.odd.code, three.odd.code) == ("odd_threes_again", "odd_threes")
    assert six.three_gap == three.three_gap == 33
    assert six.met > three.met
    assert ODD_COSTS["odd_threes"] == ODD_COSTS["odd_threes_again"]


@pytest.mark.parametrize("players", [21, 25, 29, 42, 67])
@pytest.mark.parametrize("minutes", [120, 210])
def test_one_proposal_with_tables_of_five_comes_after_those_of_three(players, minutes):
    proposals = advise(players, minutes, needs=Needs(formats=(find_format("free_deals"),))).proposals

    fives = [each for each in proposals if each.odd.code.startswith("odd_fives")]
    assert fives == [proposals[-1]]
    assert proposals[0].odd.code.startswith("odd_threes")
    assert fives[0].odd.values["tables"] == players % 4
    assert fives[0].sections[0].source in ("free-fives", "free-fives-repeated")


def test_ten_tables_may_play_as_two_colours():
    colours = [each for each in advise(40, 240).proposals if len(each.sections) > 1]

    assert [(each.code, each.board_count) for each in colours] == [
        ("duplicate_individual-fft-straight-5+5-5-4-40", 40)
    ]
    assert colours[0].lines[0].values["tables"] == "5 + 5"


def test_many_triplets_may_play_as_two_colours():
    """FFT: 16 tables are 8 + 8."""
    advice = advise(96, 240, needs=Needs(formats=(find_format("triplets"),)))

    assert (8, 8) in {each.table_counts for each in advice.proposals}


@examples(8)
@given(st.integers(3, 400), st.integers(30, 720))
def test_every_proposal_can_be_made_and_ends_in_time(players, minutes):
    advice = advise(players, minutes)

    assert (advice.reason is None) == bool(advice.proposals)
    worths = [proposal.worth for proposal in advice.proposals]
    assert worths == sorted(worths, reverse=True)
    assert len({proposal.code for proposal in advice.proposals}) == len(worths)
    for proposal in advice.proposals[:2]:
        found = [find_movement(section.request) for section in proposal.sections]
        figures = [measure_movement(each.movement, each.boards_per_set) for each in found]
        assert proposal.minutes <= minutes
        assert proposal.round_count >= 2
        assert [each.source for each in found] == [section.source for section in proposal.sections]
        assert proposal.quality == min(each.quality for each in figures)
        assert proposal.board_count == sum(each.board_count * each.copies for each in figures)


def test_twelve_hundred_players_have_free_deals_at_300_tables():
    proposals = advise(1_200, 240, needs=Needs(formats=(find_format("free_deals"),))).proposals

    assert {each.table_counts for each in proposals} == {(300,)}


@pytest.mark.parametrize(("players", "minutes"), [(2, 100), (1201, 100), (28, 29), (28, 721), (-5, 10**9)])
def test_out_of_range_is_said(players, minutes):
    advice = advise(players, minutes)

    assert advice.proposals == ()
    assert advice.reason == remark("advice_out_of_range", player_count=players, minutes=minutes)


def test_too_short_an_evening_names_the_time_it_takes():
    """Two rounds of four deals, at least eight deals: 10 + 56 + 4 minutes."""
    needs = Needs(formats=(find_format("duplicate_individual"),))
    advice = advise(20, 60, needs=needs)

    assert advice.proposals == ()
    assert advice.reason.code == "advice_too_short"
    assert advise(20, int(advice.reason.values["minutes"]), needs=needs).proposals
    assert not advise(20, int(advice.reason.values["minutes"]) - 1, needs=needs).proposals


def test_too_few_boards_names_the_number_it_takes():
    needs = Needs(formats=(find_format("duplicate_individual"),), most_boards=9)
    advice = advise(20, 150, needs=needs)

    assert (advice.proposals, advice.reason.code) == ((), "advice_too_few_boards")
    enough = Needs(
        formats=(find_format("duplicate_individual"),), most_boards=int(advice.reason.values["needed"])
    )
    assert advise(20, 150, needs=enough).proposals


def test_copies_are_counted_among_the_boards():
    """Six tables share four boards in six rounds: two étuis of each."""
    needs = Needs(formats=(find_format("duplicate_individual"),), copies=2)
    shared = [each for each in advise(24, 200, needs=needs).proposals if each.round_count == 6]

    assert [(each.boards_per_round, each.board_count) for each in shared] == [(4, 2 * 6 * 4)]
    assert all(each.sections[0].request.copies == 1 for each in advise(24, 200).proposals)


def test_a_gap_in_the_catalogue_is_said():
    advice = advise(3, 300, needs=Needs(formats=(find_format("quartets"),)))

    assert advice.reason == remark("advice_no_movement", needed=0, player_count=3)


@pytest.mark.parametrize("players", range(5, 30))
def test_results_of_every_proposal_are_compared(players):
    """Seven players could fill one table and rest in turn: each board would be played once."""
    for proposal in advise(
        players, 210, needs=Needs(formats=(find_format("duplicate_individual"),))
    ).proposals:
        figures = [measure_movement(find_movement(section.request).movement) for section in proposal.sections]
        assert len(figures) > 1 or figures[0].set_plays.highest > 1


def test_a_slower_pace_gives_fewer_deals():
    slow = Pace(minutes_per_deal=10, minutes_per_move=8)

    hasty, patient = advise(28, 210).proposals[0], advise(28, 210, pace=slow).proposals[0]

    assert patient.deals[1] < hasty.deals[1]


@pytest.mark.parametrize("rounds", [1, 2, 6])
@pytest.mark.parametrize("boards", [1, 4])
def test_most_rounds_and_minutes_agree(rounds, boards):
    pace, triplets = Pace(), find_format("triplets")
    minutes = pace.minutes(triplets, rounds, boards)

    assert pace.most_rounds(triplets, minutes, boards) == rounds
    assert pace.most_rounds(triplets, minutes - 1, boards) == rounds - 1


@pytest.mark.parametrize(
    ("code", "players", "minutes", "rounds", "boards"),
    [
        ("teams", 8, 210, 4, 4),
        ("teams", 8, 240, 4, 6),
        ("triangular", 12, 430, 8, 6),
        ("quartets", 28, 240, 6, 4),
        ("free_deals", 40, 300, 6, 4),
    ],
)
def test_the_federations_length_comes_first(code, players, minutes, rounds, boards):
    """Teams: four quarters. A triangular: eight half-times. Quartets: twenty deals. Free deals: 24 or 25."""
    best = advise(players, minutes, needs=Needs(formats=(find_format(code),))).proposals[0]

    assert (best.round_count, best.boards_per_round, best.federal) == (rounds, boards, None)


def test_a_triangular_of_half_the_deals_says_what_the_federation_wants():
    """FFT, Manuel de l'organisateur (2011) M62-M64: 24 deals are played, but not homologated."""
    proposals = advise(12, 240, needs=Needs(formats=(find_format("triangular"),))).proposals

    half = next(each for each in proposals if (each.round_count, each.boards_per_round) == (8, 3))
    assert half.federal == remark("length_federal", rounds=8, deals=48, minutes=422)


def test_a_shorter_evening_than_the_federations_is_proposed_with_what_that_takes():
    best = advise(8, 120, needs=Needs(formats=(find_format("teams"),))).proposals[0]

    assert best.federal == remark("length_federal", rounds=4, deals=16, minutes=150)


UNLIKE = {"duplicate_individual", "triplets", "quartets", "triangular", "free_deals", "friendly"}
"""Formats whose movements are not those of another one."""


@pytest.mark.parametrize("code", by_day(FORMATS, UNLIKE.__contains__))
def test_tables_are_called_complete_only_where_everybody_sits_in_every_round(code):
    played = FORMATS[code]
    for units in (*range(4, 17), *range(19, 41, 3)):
        people = units * (played.plan.unit_sizes[0] if played.has_teams else 1)
        for each in advise(people, 240, needs=Needs(formats=(played,))).proposals:
            if each.odd.code == "odd_nobody":
                players = [find_movement(section.request).movement.players for section in each.sections]
                assert all((seats != NOBODY).all() for seats in players), each.code
