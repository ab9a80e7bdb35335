"""The organiser's addresses, under /organiser/."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.web.organiser import (
    clubs,
    deal_readers,
    deal_sources,
    deal_strength,
    deals,
    desk,
    documents,
    entries,
    people,
    people_import,
    person_accounts,
    preparing,
    recording,
    rulings,
    seats,
    tournaments,
)

club_urls = [
    path("", clubs.club, name="organiser-club"),
    path("joueurs/", people.people, name="organiser-people"),
    path("joueurs/nouveau/", people.add, name="organiser-person-add"),
    path("joueurs/liste.csv", people.export, name="organiser-people-export"),
    path("joueurs/importer/", people_import.upload, name="organiser-people-import"),
    path("joueurs/importer/verifier/", people_import.check, name="organiser-people-import-check"),
    path("joueurs/importer/abandonner/", people_import.cancel, name="organiser-people-import-cancel"),
    path("joueurs/<int:pk>/", people.edit, name="organiser-person-edit"),
    path("joueurs/<int:pk>/compte/", person_accounts.account, name="organiser-person-account"),
    path("tournois/nouveau/", tournaments.create, name="organiser-tournament-create"),
]

tournament_urls: list[URLPattern | URLResolver] = [
    path("", desk.desk, name="organiser-desk"),
    path("visibilite/", desk.visibility, name="organiser-visibility"),
    path("terminer/", desk.finish, name="organiser-finish"),
    path("rouvrir/", desk.reopen, name="organiser-reopen"),
    path("qr.svg", desk.qr_code, name="organiser-qr"),
    path("inscrits/", entries.entries, name="organiser-entries"),
    path("inscrits/visiteur/", entries.visitor, name="organiser-entry-visitor"),
    path("inscrits/<int:pk>/retirer/", entries.withdraw, name="organiser-entry-withdraw"),
    path("places/", seats.places, name="organiser-places"),
    path("places/tirage/", seats.draw, name="organiser-places-draw"),
    path("places/fixer/", seats.fix, name="organiser-seats-fix"),
    path("places/defaire/", seats.undo, name="organiser-seats-undo"),
    path("tables/", seats.seats, name="organiser-seats"),
    path("etuis/", deals.deals, name="organiser-deals"),
    path("etuis/mains/", deals.hands, name="organiser-hands"),
    path("etuis/importer/", deal_sources.import_, name="organiser-deals-import"),
    path("etuis/reprendre/", deal_sources.reuse, name="organiser-deals-reuse"),
    path("etuis/force/", deal_strength.strength, name="organiser-deals-strength"),
    path("etuis/lecteurs/nommer/", deal_readers.name, name="organiser-reader-name"),
    path("etuis/lecteurs/<int:pk>/retirer/", deal_readers.unname, name="organiser-reader-unname"),
    path("etuis/ouvrir/", deals.open_, name="organiser-deals-open"),
    path("etuis/refermer/", deals.close, name="organiser-deals-close"),
    path("etuis/reveler/", deals.reveal, name="organiser-deals-reveal"),
    path("etuis/<int:number>/relever/", recording.record, name="organiser-hands-record"),
    path("etuis/<int:number>/preparer/", preparing.preparing, name="organiser-preparing"),
    path("penalites/", rulings.rulings, name="organiser-rulings"),
    path("penalites/<int:pk>/retirer/", rulings.withdraw, name="organiser-ruling-withdraw"),
    path("documents/", documents.documents, name="organiser-documents"),
    path("documents/<slug:kind>/apercu/", documents.preview, name="organiser-document-preview"),
    path("documents/<int:pk>.pdf", documents.download, name="organiser-document"),
    path("classements/", desk.snapshots, name="organiser-snapshots"),
    path("resultats/", include("tournaments.web.organiser.results_urls")),
]

urlpatterns = [
    path("", clubs.home, name="organiser-home"),
    path("nouveau-club/", clubs.create, name="organiser-club-create"),
    path("clubs/<slug:slug>/", include(club_urls)),
    path("t/<slug:slug>/", include(tournament_urls)),
]
