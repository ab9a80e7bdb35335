"""States of the data from before the first version, which no version can read.

Until 28 November 2026 migrations were rewritten. Such data is recognised by the names of migrations that are
gone, and by parts that early migrations of the same name lacked. Data of a newer version has neither.
"""

from collections.abc import Set as AbstractSet

_FORMER = {
    "accounts": """
        0002_guests 0002_profile 0003_sign_up 0003_user_language 0004_devices 0004_tries_in_the_cache
        0005_sign_ins
    """,
    "counting": """
        0001_evenings
    """,
    "games": """
        0002_deal_set_origin 0002_played_tables 0003_free_tables 0003_longer_rules 0003_room_tables
        0003_sealed_columns 0004_free_tables 0005_longer_rules 0006_dealt_free_tables 0006_free_table_rules
        0006_table_rules_and_ratings 0007_table_rules_and_ratings
    """,
    "rooms": """
        0001_rooms 0002_room_rounds 0003_room_rules 0003_room_rules_and_table_ratings 0003_tables_of_people
        0004_moderation 0004_moderation_and_outages 0004_room_rules_and_table_ratings
        0005_moderation_and_outages
    """,
    "tournaments": """
        0001_squashed_0050_follows 0002_announcement 0002_events_and_names 0002_opened_boards
        0003_document_kinds 0003_table_codes 0004_deal_readers 0004_session_sheets 0005_attackers
        0005_movements 0006_analyses 0006_section_sizes 0007_house_rules 0007_section_sizes_required
        0008_exact_scores 0008_game_names 0009_analyses_of_records 0009_stored_boards 0009_teaching_sheets
        0010_stored_boards 0011_person_household 0012_entries_and_options 0013_relay_seats
        0014_rulings_of_faults 0015_penalties_as_effects 0016_rulings_without_percent 0017_table_phones
        0018_session_finals 0019_standings_in_columns 0020_presence_and_prizes 0021_seasons_and_competitions
        0022_homologation_document 0023_score_sheets 0024_group_and_prize_documents 0025_director_desk
        0026_flag_token 0027_practice_and_templates 0028_person_search 0029_person_search_keys 0030_hall
        0031_incidents 0032_result_withdrawn 0033_invitations 0034_checking 0035_sheet_entry
        0036_result_mails 0037_person_merges 0038_registrations 0039_table_card_document
        0040_orientation_board_document 0041_name_badge_document 0042_player_report_document
        0043_document_options 0044_showing_and_names 0045_printed_sheets 0046_club_papers 0047_private_links
        0048_unsorted_scans 0049_person_language 0050_follows 0051_audit_address 0052_tie_requests
        0053_ties_by_their_owners_word 0054_phones_end 0055_sent_forms 0056_sealed_play_records
    """,
}
"""Names of migrations that are gone, per app. No new migration may have one of them."""
FORMER_MIGRATIONS = frozenset((app, name) for app, names in _FORMER.items() for name in names.split())
FORMER_GAPS: tuple[frozenset[str], ...] = (
    frozenset({"accounts_pastpseudonym", "accounts_signedindevice"}),  # 22 and 23 November 2026
    frozenset({"rooms_room.has_free_words", "rooms_silence", "rooms_clubtable"}),  # 27 November 2026
)
"""Tables and columns that old states lack, although their migrations are all named 0001_initial."""


def is_former_gap(missing_parts: AbstractSet[str]) -> bool:
    """Return whether the missing tables and columns are those of a state before the first version."""
    return any(gap <= missing_parts for gap in FORMER_GAPS)
