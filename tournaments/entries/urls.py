"""URLs of entries, registrations, teams and the reception."""

from django.urls import path

from tournaments.entries.organiser import (
    arrivals,
    day_arrivals,
    entries,
    fees,
    letters,
    partners,
    presence,
    questions,
    receipts,
    teams,
)
from tournaments.entries.organiser import registrations as organiser_registrations
from tournaments.entries.public import partners as public_partners
from tournaments.entries.public import registrations as public_registrations

of_event = [
    path("inscrits/", entries.entries, name="organiser-entries"),
    path("accueil/", arrivals.arrivals, name="organiser-arrivals"),
    path("accueil/direct/", arrivals.poll_arrivals, name="organiser-arrivals-live"),
    path("accueil/inscrire/", arrivals.walk_in, name="organiser-walk-in"),
    path("accueil/jour/", day_arrivals.day_page, name="organiser-arrivals-day"),
    path("accueil/jour/direct/", day_arrivals.poll_day, name="organiser-arrivals-day-live"),
    path(
        "accueil/jour/<int:pk>/<slug:step>/",
        day_arrivals.mark_person_view,
        name="organiser-arrivals-day-step",
    ),
    path("accueil/<int:pk>/<slug:step>/", arrivals.act_on, name="organiser-arrivals-step"),
    path("preinscriptions/", organiser_registrations.registrations, name="organiser-registrations"),
    path(
        "preinscriptions/ouvrir/",
        organiser_registrations.open_registrations_view,
        name="organiser-entries-open",
    ),
    path(
        "preinscriptions/arrivees/",
        organiser_registrations.choose_announcing,
        name="organiser-arrivals-announced",
    ),
    path("preinscriptions/questions/", questions.questions_page, name="organiser-entry-questions"),
    path("preinscriptions/fermer/", organiser_registrations.shut, name="organiser-entries-shut"),
    path(
        "preinscriptions/accepter/",
        organiser_registrations.accept_every,
        name="organiser-registrations-accept",
    ),
    path(
        "preinscriptions/<int:pk>/accepter/",
        organiser_registrations.accept,
        name="organiser-registration-accept",
    ),
    path(
        "preinscriptions/<int:pk>/refuser/",
        organiser_registrations.refuse_registration_view,
        name="organiser-registration-refuse",
    ),
    path(
        "preinscriptions/<int:pk>/reunir/",
        organiser_registrations.pair_registrations,
        name="organiser-registration-join",
    ),
    path(
        "preinscriptions/<int:pk>/mots/",
        organiser_registrations.choose_words,
        name="organiser-registration-words",
    ),
    path("lettres/", letters.letters, name="organiser-letters"),
    path("lettres/<int:pk>/arreter/", letters.stop_letter_view, name="organiser-letter-stop"),
    path("lettres/<int:pk>/reprendre/", letters.resume_letter_view, name="organiser-letter-resume"),
    path("inscrits/porte/", entries.reception, name="organiser-door"),
    path("inscrits/plusieurs/", entries.tick, name="organiser-entries-tick"),
    path("inscrits/visiteur/", entries.visitor, name="organiser-entry-visitor"),
    path("inscrits/licencie/", entries.enter_licensee, name="organiser-entry-licensee"),
    path("inscrits/<int:pk>/retirer/", entries.withdraw_entry_view, name="organiser-entry-withdraw"),
    path("inscrits/retraits/<int:pk>/annuler/", entries.restore_entry_view, name="organiser-entry-restore"),
    path("inscrits/associes/", partners.partners_page, name="organiser-partners"),
    path("inscrits/equipe/", teams.add_team_page, name="organiser-team-add"),
    path("inscrits/equipes/", teams.team_list_page, name="organiser-team-list"),
    path("inscrits/<int:pk>/equipe/", teams.change_team_page, name="organiser-team-change"),
    path("inscrits/badge/", teams.first_badge, name="organiser-first-badge"),
    path("droits/", fees.fees, name="organiser-fees"),
    path("droits/<int:pk>/", fees.pay, name="organiser-fee-pay"),
    path("droits/retraits/<int:pk>/rendu/", fees.return_payment_view, name="organiser-fee-return"),
    path("recus/", receipts.receipts_page, name="organiser-receipts"),
    path("recus/etablir/", receipts.issue_receipts_view, name="organiser-receipts-issue"),
    path("recus/<int:pk>/annuler/", receipts.cancel_receipt_view, name="organiser-receipt-cancel"),
    path("presence/", presence.presence_page, name="organiser-presence"),
    path("presence/<int:pk>/", presence.change_presence, name="organiser-presence-change"),
    path(
        "presence/remplacements/<int:pk>/annuler/",
        presence.cancel_substitution_view,
        name="organiser-substitution-cancel",
    ),
]
"""URLs below /organiser/t/<slug>/."""
public = [
    path("t/<slug:slug>/inscription/", public_registrations.registration_page, name="public-registrations"),
    path(
        "t/<slug:slug>/inscription/<slug:secret>/",
        public_registrations.private_page,
        name="public-registration",
    ),
    path(
        "t/<slug:slug>/inscription/<slug:secret>/annuler/",
        public_registrations.cancel_registration_view,
        name="public-registration-cancel",
    ),
    path(
        "t/<slug:slug>/inscription/<slug:secret>/partenaires/<slug:step>/",
        public_partners.partner_step,
        name="public-registration-partner",
    ),
    path(
        "t/<slug:slug>/inscription/<slug:secret>/arrivee/",
        public_registrations.announce_by_link,
        name="public-registration-arrival",
    ),
    path("t/<slug:slug>/arrivee/", public_registrations.announce_as_player, name="public-arrival"),
    path(
        "t/<slug:slug>/inscription/<str:secret>/oublier/",
        public_registrations.forget,
        name="public-registration-forget",
    ),
]
"""URLs below /."""
