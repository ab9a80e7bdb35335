"""URL patterns of results, phones, sheets and scans."""

from django.urls import path

from tournaments.results.organiser import (
    checking,
    phones,
    play_record,
    result_history,
    results,
    scans,
    score_sheet,
    second_entries,
    sharing,
    sheet_codes,
    traveller,
)
from tournaments.results.table import pages, words

of_event = [
    path("resultats/lignes/<int:pk>/annuler/", result_history.undo_result_view, name="organiser-result-undo"),
    path("resultats/images/", scans.add_scans_view, name="organiser-scan-add"),
    path("resultats/images/ranger/", scans.piles, name="organiser-scan-piles"),
    path("resultats/images/<int:pk>/ranger/", scans.assign, name="organiser-scan-assign"),
    path("resultats/images/<int:pk>/", scans.scan, name="organiser-scan"),
    path("resultats/images/<int:pk>/retirer/", scans.delete_scan_view, name="organiser-scan-remove"),
    path("resultats/lignes/<int:pk>/deroulement/", play_record.play_record, name="organiser-play-record"),
    path("resultats/double/", second_entries.overview, name="organiser-second-entries"),
    path("resultats/double/choix/", second_entries.choose_second_entries, name="organiser-second-choose"),
    path(
        "resultats/double/etuis/<int:number>/",
        second_entries.second_traveller,
        name="organiser-second-traveller",
    ),
    path(
        "resultats/double/feuilles/<int:round_number>/<int:table_number>/",
        second_entries.second_score_sheet,
        name="organiser-second-score-sheet",
    ),
    path(
        "resultats/double/lignes/<int:pk>/",
        second_entries.settle_second_entry_page,
        name="organiser-second-settle",
    ),
    path("resultats/double/essai/", second_entries.try_second_entry, name="organiser-second-trial"),
    path("resultats/lignes/<int:pk>/", result_history.history, name="organiser-result-history"),
    path(
        "resultats/lignes/<int:pk>/revenir/<int:version>/",
        result_history.revert,
        name="organiser-result-revert",
    ),
    path(
        "resultats/lignes/<int:pk>/retirer/",
        result_history.withdraw_result_view,
        name="organiser-result-withdraw",
    ),
    path("resultats/positions/<int:number>/verrouiller/", checking.lock, name="organiser-round-lock"),
    path("resultats/positions/<int:number>/rouvrir/", checking.unlock, name="organiser-round-unlock"),
    path("resultats/controle/", checking.checking, name="organiser-checking"),
    path(
        "resultats/controle/etuis/<int:number>/",
        checking.check_traveller_page,
        name="organiser-check-traveller",
    ),
    path(
        "resultats/controle/feuilles/<int:round_number>/<int:table_number>/",
        checking.check_score_sheet_page,
        name="organiser-check-score-sheet",
    ),
    path("resultats/partage/", sharing.shares, name="organiser-shares"),
    path("resultats/partage/plage/", sharing.take_range_view, name="organiser-share-range"),
    path("resultats/partage/<slug:task>/suivante/", sharing.take_next, name="organiser-share-next"),
    path("resultats/partage/<slug:task>/feuille/", sharing.take_one, name="organiser-share-sheet"),
    path("resultats/partage/<int:pk>/rendre/", sharing.give_back, name="organiser-share-back"),
    path("resultats/questions/", sharing.ask, name="organiser-sheet-ask"),
    path("resultats/questions/<int:pk>/", sharing.answer, name="organiser-sheet-answer"),
    path("resultats/feuilles/", results.change_sheet_kind, name="organiser-sheet-kind"),
    path("resultats/", results.results, name="organiser-results"),
    path("resultats/etuis/<int:number>/", traveller.traveller, name="organiser-traveller"),
    path("resultats/etuis/<int:number>/essai/", traveller.try_traveller, name="organiser-result-trial"),
    path(
        "resultats/tables/<int:round_number>/<int:table_number>/",
        traveller.table_lines,
        name="organiser-table-lines",
    ),
    path(
        "resultats/tables/<int:round_number>/<int:table_number>/essai/",
        traveller.table_trial,
        name="organiser-table-lines-trial",
    ),
    path(
        "resultats/etuis/<int:number>/code/",
        sheet_codes.check_traveller_code,
        name="organiser-traveller-code",
    ),
    path(
        "resultats/feuilles/<int:round_number>/<int:table_number>/",
        score_sheet.score_sheet,
        name="organiser-score-sheet",
    ),
    path(
        "resultats/feuilles/<int:round_number>/<int:table_number>/essai/",
        score_sheet.try_score_sheet,
        name="organiser-score-sheet-trial",
    ),
    path(
        "resultats/feuilles/<int:round_number>/<int:table_number>/code/",
        sheet_codes.check_score_sheet_code,
        name="organiser-score-sheet-code",
    ),
    path(
        "resultats/feuilles/<int:round_number>/<int:table_number>/reste/",
        score_sheet.rest_unplayed,
        name="organiser-score-sheet-rest",
    ),
    path(
        "resultats/lignes/<int:pk>/confirmer/", results.vouch_for_result_view, name="organiser-result-confirm"
    ),
    path("resultats/confirmer/", results.vouch_for_all_view, name="organiser-results-confirm"),
    path("resultats/contestations/<int:pk>/", results.flag, name="organiser-flag"),
    path("resultats/contestations/<int:pk>/photo/", results.photo, name="organiser-flag-photo"),
    path("telephones/", phones.phones, name="organiser-phones"),
    path("telephones/ouvrir/", phones.open_phones_view, name="organiser-phones-open"),
    path("telephones/regles/", phones.rules, name="organiser-phone-rules"),
    path("telephones/<int:pk>/nouveau/", phones.renew, name="organiser-phone-renew"),
    path("telephones/<int:pk>/retirer/", phones.revoke, name="organiser-phone-revoke"),
    path("telephones/appareils/<int:pk>/retirer/", phones.end, name="organiser-phone-end"),
    path("telephones/<int:pk>.svg", phones.table_qr_code, name="organiser-phone-qr"),
]
"""Patterns under /organiser/t/<slug>/."""
card = [
    path("<slug:secret>/", pages.club_table, name="table-of-club"),
]
"""Patterns under /carton/, the addresses on table cards."""
table = [
    path("", pages.table_round_page, name="table-page"),
    path("tours/<int:number>/place/<int:seat>/", words.sit_at_seat_view, name="table-sit"),
    path("tours/<int:number>/noter/", words.pen, name="table-pen"),
    path("marques/", words.own_marks, name="table-marks"),
    path("donnes/<int:pk>/", pages.record_result_view, name="table-record"),
    path("donnes/<int:pk>/essai/", pages.try_deal_line, name="table-trial"),
    path("donnes/<int:pk>/confirmer/", words.confirm_result_view, name="table-confirm"),
    path("donnes/<int:pk>/contester/", words.dispute, name="table-dispute"),
    path("donnes/<int:pk>/comparaison/", words.comparison, name="table-comparison"),
]
"""Patterns under /table/<secret>/."""
sheet = [
    path("", sheet_codes.open_sheet_page, name="organiser-sheet-find"),
    path("<str:code>/", sheet_codes.open_sheet_page, name="organiser-sheet-open"),
]
"""Patterns under /f/."""
